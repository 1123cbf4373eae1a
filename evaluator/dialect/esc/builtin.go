package esc

import (
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// These functions compute their results from their arguments alone. All are lazy, because each
// checks the types of its arguments before it checks whether they are known: a wrong argument next
// to an unknown one is still reported.

// unknownText returns an unknown string, the result of a function with unknown inputs.
func unknownText(inputs ...value.Value) value.Value { return unknownOf(stringType, inputs...) }

// unknownOf returns an unknown of a type. It is secret if an input contains a secret, and failed if
// an input failed.
func unknownOf(s *schema, inputs ...value.Value) value.Value {
	why, marks := "", value.Marks(0)
	for _, v := range inputs {
		// The first reason wins, but every input can make the result secret or failed.
		marks |= v.Summary() & (value.Secret | value.Failed)
		if why == "" {
			why = value.Why(v)
		}
	}
	if why == "" {
		// No input is unknown: the function itself has reported a problem, or the budget is spent.
		why, marks = "error", marks|value.Failed
	}
	return value.Value{Data: value.Unknown{Why: why, Type: typeOf(s)}, Marks: marks}
}

// inheritMarks returns v marked as secret or mocked if any part of the inputs that it was computed from
// is.
func inheritMarks(v value.Value, inputs ...value.Value) value.Value {
	for _, in := range inputs {
		v.Marks |= in.Summary() & (value.Secret | value.Mocked)
	}
	return v
}

// anyUnknown reports whether any input is unknown, or contains an unknown. The text of an array
// with one unknown element is unknown as a whole (7).
func anyUnknown(inputs ...value.Value) bool {
	for _, v := range inputs {
		if v.HasUnknown() {
			return true
		}
	}
	return false
}

// typedPair forces the delimiter and the other argument of fn::join and fn::split. If one of them
// has the wrong type, it returns failures for both.
func typedPair(f ir.Frame, c *ir.Call, other *schema) (value.Value, value.Value) {
	delimiter, ok := typed(f, c.Args[0], stringType)
	v, ok2 := typed(f, c.Args[1], other)
	if ok && ok2 {
		return delimiter, v
	}
	return value.Failure("error"), value.Failure("error")
}

// passThrough returns v as the result of a call that passes it through: without its base layer, and no
// longer final. If any part of v is unknown, so is the result, with the type that v shows; if any
// part is secret, so is the result. A problem with the result is reported at the call, a
// problem with a part where the part is written.
func passThrough(c *ir.Call, v value.Value) value.Value {
	if v.HasUnknown() {
		return unknownOf(shownType(v), v).At(c.Span)
	}
	return inheritMarks(topmost(v), v).Without(value.Locked).At(c.Span)
}

var fnJoin = &ir.Func{
	Name: "fn::join", Doc: "Joins strings with a delimiter between them.",
	Params: []ir.Param{{Name: "delimiter", Type: "string"}, {Name: "values", Type: "array of strings",
		Doc: "Elements are not converted: use fn::toString for numbers."}},
	Result:  "string",
	Example: `{fn::join: [", ", [a, b]]} → a, b`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		delimiter, list := typedPair(f, c, stringsType)
		if anyUnknown(delimiter, list) {
			return unknownText(delimiter, list)
		}
		by, _ := delimiter.Text()
		var b strings.Builder
		for i, item := range list.List().Items {
			text, _ := item.Text()
			if !f.Spend(1 + (len(text)+len(by))/64) {
				return unknownText()
			}
			if i > 0 {
				b.WriteString(by)
			}
			b.WriteString(text)
		}
		return inheritMarks(value.Str(b.String()), delimiter, list)
	},
}

var fnSplit = &ir.Func{
	Name: "fn::split", Doc: "Splits a string at every occurrence of a delimiter. An empty delimiter splits it into " +
		"characters.",
	Params:  []ir.Param{{Name: "delimiter", Type: "string"}, {Name: "string", Type: "string"}},
	Result:  "array of strings",
	Example: `{fn::split: [",", "a,b"]} → [a, b]`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		delimiter, text := typedPair(f, c, stringType)
		if anyUnknown(delimiter, text) {
			return unknownOf(stringsType, delimiter, text)
		}
		by, _ := delimiter.Text()
		s, _ := text.Text()
		if !f.Spend(1 + ir.ItemCost*strings.Count(s, by)) {
			return unknownOf(stringsType)
		}
		// The original calls Go's strings.Split, too, which splits into UTF-8 characters if the
		// delimiter is empty (6).
		parts := strings.Split(s, by)
		items := make([]value.Value, len(parts))
		for i, part := range parts {
			// The elements are not marked as secret, even if the text is. The original leaks them,
			// too (0).
			items[i] = value.Str(part).At(c.Span)
		}
		v := inheritMarks(value.ListOf(items...), delimiter, text)
		if v.IsSecret() {
			f.Report(diag.Infof(c.NameAt, "hint-split-secret",
				"the list is secret but its elements are not: a reference to one of them, such as [0], shows that "+
					"part of the secret"))
		}
		return v
	},
}

var fnConcat = &ir.Func{
	Name: "fn::concat", Doc: "Concatenates arrays.",
	Params:  []ir.Param{{Name: "arrays", Type: "array of arrays"}},
	Result:  "array",
	Example: "{fn::concat: [[a], [b]]} → [a, b]",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		lists, _ := typed(f, c.Args[0], arrayOfArrayType)
		if anyUnknown(lists) {
			return unknownOf(arrayType, lists)
		}
		var items []value.Value
		for _, l := range lists.List().Items {
			if !f.Spend(1 + len(l.List().Items)) {
				return unknownOf(arrayType)
			}
			items = append(items, l.List().Items...)
		}
		return inheritMarks(value.ListOf(items...), lists)
	},
}

var fnToBase64 = &ir.Func{
	Name: "fn::toBase64", Doc: "Encodes a string as base64.",
	Params: []ir.Param{{Name: "string", Type: "string"}}, Result: "string",
	Example: "{fn::toBase64: hello} → aGVsbG8=",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v, _ := typed(f, c.Args[0], stringType)
		text, known := v.Text()
		if !known || !f.Spend(len(text)/64) {
			return unknownText(v)
		}
		return inheritMarks(value.Str(base64.StdEncoding.EncodeToString([]byte(text))), v)
	},
}

var fnFromBase64 = &ir.Func{
	Name: "fn::fromBase64", Doc: "Decodes base64, which must be padded.",
	Params: []ir.Param{{Name: "string", Type: "string"}}, Result: "string",
	Example: "{fn::fromBase64: aGVsbG8=} → hello",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v, _ := typed(f, c.Args[0], stringType)
		text, known := v.Text()
		if !known {
			return unknownText(v)
		}
		decoded, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			// The result of a failed decoding is unknown, but stays secret if the input is.
			f.Report(diag.Errorf(c.Span, "decode-base64",
				"this is not base64, which has groups of four characters (A-Z a-z 0-9 + /), the last padded with =").
				WithReference("decoding base64 string: %s", diag.Words(err.Error())))
			return inheritMarks(unknownText(), v)
		}
		// The decoded bytes need not be UTF-8 (6).
		return inheritMarks(value.Str(string(decoded)), v)
	},
}

var fnToJSON = &ir.Func{
	Name: "fn::toJSON", Doc: "Encodes a value as JSON, with sorted keys and without spaces.",
	Params: []ir.Param{{Name: "value", Type: "any"}}, Result: "string",
	Example: `{fn::toJSON: {b: 1, a: x}} → '{"a":"x","b":1}'`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v := f.Force(c.Args[0])
		if v.HasUnknown() {
			return unknownText(v)
		}
		if n := value.NotFinite(v); n != "" {
			// YAML's .inf and .nan are numbers that JSON cannot represent (1).
			f.Report(diag.Errorf(c.Span, "encode-json", "JSON cannot represent the number %s", n).
				WithReference("failed to encode JSON: json: invalid number literal %s", quote(string(n))))
			return inheritMarks(unknownText(), v)
		}
		text := value.JSON(v, value.GoJSON)
		if !f.Spend(len(text) / 64) {
			return unknownText()
		}
		return inheritMarks(value.Str(text), v)
	},
}

var fnFromJSON = &ir.Func{
	Name: "fn::fromJSON", Doc: "Decodes the first JSON value of a string. Numbers keep their digits. Everything " +
		"decoded from a secret is secret.",
	Params: []ir.Param{{Name: "string", Type: "string"}}, Result: "any",
	Example: `{fn::fromJSON: '{"a": 1}'} → {a: 1}`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v, _ := typed(f, c.Args[0], stringType)
		text, known := v.Text()
		if !known || !f.Spend(len(text)/16) {
			return unknownOf(nil, v)
		}
		decoded, rest, err := value.ParseJSON(text)
		if err != nil {
			f.Report(jsonProblem(c.Span, text, err, v))
			return inheritMarks(unknownOf(nil), v)
		}
		if strings.Trim(rest, " \t\r\n") != "" {
			f.Report(diag.Infof(c.Span, "hint-json-trailing",
				"only the first JSON value of the string is decoded; the rest is ignored"))
		}
		// Unlike the elements of fn::split, everything that is decoded from a secret is itself
		// secret (6).
		return normalize(decoded, c.Span, v.Marks&value.Secret)
	},
}

// jsonProblem explains why a text is not JSON. The decoder's message may reveal a character of a
// secret.
func jsonProblem(at source.Span, text string, err *value.JSONError, v value.Value) diag.Problem {
	reason := err.Text
	if reason == "unexpected end of JSON input" {
		reason = "unexpected EOF" // Go's decoder says this for a stream
	}
	message := "this is not JSON"
	switch {
	// The decoder's message contains a character of the text. Words lets the page mask it together
	// with secrets.
	case v.HasSecret():
		message = "decoding JSON string: " + diag.Words(reason)
	case reason == "EOF":
		message = "this string is empty; it must contain a JSON value"
	case reason == "unexpected EOF":
		message = "this is not JSON: the string ends in the middle of a value"
	case err.Offset < len(text):
		before, after := text[:err.Offset], text[err.Offset:]
		c, _ := utf8.DecodeRuneInString(after)
		message = "this is not JSON: the character " + strconv.QuoteRune(c) + " at position " +
			itoa(utf8.RuneCountInString(before)+1) + " cannot appear there"
	}
	return diag.Errorf(at, "decode-json", "%s", message).WithReference("decoding JSON string: %s", diag.Words(reason))
}

// normalize sets the origin of every part of a value to the call that made it, adds marks to it,
// and sorts the keys of objects.
func normalize(v value.Value, at source.Span, marks value.Marks) value.Value {
	v = value.MapElements(v, func(_ string, inner value.Value) (value.Value, bool) {
		return normalize(inner, at, marks), true
	})
	if o := v.Object(); o != nil {
		v.Data = value.NewObject(value.Sorted(o.Fields))
	}
	v.Origin, v.Marks = at, v.Marks|marks
	return v
}

var fnToString = &ir.Func{
	Name: "fn::toString", Doc: "Converts a value to the string that it becomes inside other strings: an array to " +
		"its quoted elements, an object to its quoted keys and values.",
	Params: []ir.Param{{Name: "value", Type: "any"}}, Result: "string",
	Example: `{fn::toString: [a, 1]} → '"a","1"'`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		all := f.Force(c.Args[0])
		// Imported keys do not appear in the text (4), so they make it neither unknown nor secret.
		v := shown(all)
		hintHidden(f, c.NameAt, all)
		if v.HasUnknown() {
			return unknownText(v)
		}
		text, ok := f.Text(v, c.Span)
		if !ok {
			return unknownText()
		}
		return inheritMarks(value.Str(text), v)
	},
}

var fnToYAML = &ir.Func{
	Name: "fn::toYAML", Doc: "Encodes a value as YAML, with sorted keys, indented by four spaces.",
	Params: []ir.Param{{Name: "value", Type: "any"}}, Result: "string",
	Example: `{fn::toYAML: {a: x}} → "a: x\n"`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v := f.Force(c.Args[0])
		if v.HasUnknown() {
			return unknownText(v)
		}
		if hasNumber(v) {
			f.Report(diag.Infof(c.NameAt, "hint-yaml-numbers",
				"fn::toYAML quotes numbers: when the YAML is parsed, they are strings"))
		}
		text := toYAML(v)
		if !f.Spend(len(text) / 16) {
			return unknownText()
		}
		return inheritMarks(value.Str(text), v)
	},
}

// hasNumber reports whether v contains a number that fn::toYAML puts in quotes. The texts of
// infinities and NaN, such as +Inf, are not numbers in YAML, so they are not quoted.
func hasNumber(v value.Value) bool {
	_, ok := value.First(v, func(v value.Value) bool {
		n, ok := v.Data.(value.Number)
		return ok && n.IsFinite()
	})
	return ok
}

// passesThrough is the Data of the functions that pass an argument through. In the result of the environment
// that defines it, their value has no base layer; environments that import it see the merged value.
type passesThrough struct{}

var fnFinal = &ir.Func{
	Data: passesThrough{},
	Name: "fn::final", Doc: "Makes a value final: environments that import this one cannot override it; their values " +
		"are ignored with a warning. The whole value is secret if any part of it is.",
	Params: []ir.Param{{Name: "value", Type: "any"}}, Result: "any",
	Example: "{fn::final: a} → a",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		return passThrough(c, f.Force(c.Args[0])).With(value.Locked)
	},
}

// finalProblem returns the warning for a property that cannot override a final value.
func finalProblem(p *property, base value.Value) diag.Problem {
	problem := diag.Warnf(blame(p.valueSpan()), "final-override",
		"this value is ignored: an imported environment made it final").
		WithReference("cannot override final value")
	if !base.Origin.IsZero() {
		problem = problem.WithNote(base.Origin, "the final value")
	}
	return problem
}

var fnValidate = &ir.Func{
	Data: passesThrough{},
	Name: "fn::validate", Doc: "Checks a value against a JSON schema. It reports mismatches, and returns the value " +
		"even if there are any.",
	Params: []ir.Param{{Name: "schema", Type: "JSON schema",
		Doc: "$ref must have the form #/$defs/NAME; a few keywords are accepted but not enforced."},
		{Name: "value", Type: "any"}},
	Result:  "the value",
	Example: "{fn::validate: {schema: {type: string}, value: a}} → a",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		schemas, _ := c.Data.(*schema)
		written, ok := typed(f, c.Args[0], schemas)
		v := f.Force(c.Args[1])
		// schemas is nil if the argument has the wrong shape, which is reported when it is read. A
		// schema with unknown parts cannot be checked against.
		if !ok || schemas == nil || written.HasUnknown() {
			return passThrough(c, v)
		}
		isSecret := written.HasSecret()
		if !isSecret {
			schemas.hintKeywords(f, written)
		}
		s := readSchema(written)
		err := s.compile(s)
		// The original cannot convert a schema that contains .inf or .nan to JSON, and reports that
		// instead of other errors in it.
		if n := value.NotFinite(written); n != "" {
			err = errors.New("failed to marshal schema to JSON: json: invalid number literal " + quote(string(n)))
		}
		if err != nil {
			f.Report(schemaProblem(written.Origin, "invalid schema: ", isSecret, err))
			return passThrough(c, v)
		}
		// The value is returned whether it fits or not; mismatches are only reported (6).
		fitsComputed(f, v, s, isSecret)
		return passThrough(c, v)
	},
}

// schemaProblem returns the problem of a schema that cannot be used. The prefix of the original's
// message says whose schema it is.
func schemaProblem(at source.Span, prefix string, isSecret bool, err error) diag.Problem {
	quoted := quoting(err.Error(), isSecret)
	message := "this schema cannot be used: " + quoted
	if count, ok := err.(*countError); ok {
		message = count.keyword + " of this schema must be a non-negative integer"
	}
	return diag.Errorf(at, "schema-unusable", "%s", message).WithReference("%s%s", diag.Constant(prefix), quoted)
}
