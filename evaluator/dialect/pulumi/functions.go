package pulumi

import (
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// join implements fn::join. It converts nothing: an item that is not a string is an error (4.6).
// Each error is reported, not only the first.
var join = &ir.Func{
	Name:    "fn::join",
	Doc:     "Joins the strings of a list with a delimiter between them.",
	Params:  []ir.Param{{Name: "delimiter", Type: "string"}, {Name: "list", Type: "List<string>"}},
	Result:  "string",
	Example: `{fn::join: ["-", [a, b]]} → a-b`,
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		delimiter, ok := args[0].Text()
		// A null delimiter is the empty string (4.6).
		if ok = ok || args[0].IsNull(); !ok {
			typed(f, c, c.Args[0], args[0], "the delimiter of fn::join must be a string",
				"delimiter must be a string, not "+originalKindFrom(c.Args[0], args[0]))
		}
		list := args[1].List()
		if list == nil {
			return typed(f, c, c.Args[1], args[1], "the second argument of fn::join must be a list",
				"the second argument to fn::join must be a list, found "+originalKindFrom(c.Args[1], args[1]))
		}
		texts := make([]string, len(list.Items))
		size := 0
		for i, item := range list.Items {
			text, isText := item.Text()
			if !isText {
				notText(f, c.Args[1], i, item)
			}
			texts[i], ok = text, ok && isText
			size += len(text) + len(delimiter)
		}
		// The cost of the result is charged before it is built.
		if !ok || !f.Spend(size/64) {
			return value.Failure("error")
		}
		return value.Str(strings.Join(texts, delimiter))
	},
	Data: &traits{
		bind: bindPair(`a delimiter and a list of strings, as in [",", [a, b]]`,
			"the argument to fn::join must be a two-valued list"),
		takes: []*typ{stringType}, typ: stringType,
	},
}

// notText reports an item that fn::join cannot join. i is its index. The list may come from
// elsewhere, so a note points at the item itself.
func notText(f ir.Frame, list ir.Node, i int, item value.Value) {
	p := diag.Errorf(list.Info().Span, "argument-type",
		"fn::join joins strings, and item %d is %s; put a number in quotes or use fn::toJSON", i, aKind(item)).
		WithReference("the second argument to fn::join must be a list of strings, found %s at index %d",
			originalKind(item), i)
	if !item.Origin.IsZero() {
		p = p.WithNote(item.Origin, "this item")
	}
	f.Report(p)
}

// split implements fn::split with the semantics of Go's strings.Split. Its message calls any wrong
// value "a string", as the original's does (4.6).
var split = &ir.Func{
	Name:    "fn::split",
	Doc:     "Splits a string at every occurrence of a delimiter. An empty delimiter splits it into characters.",
	Params:  []ir.Param{{Name: "delimiter", Type: "string"}, {Name: "text", Type: "string"}},
	Result:  "List<string>",
	Example: `{fn::split: ["-", a-b]} → [a, b]`,
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		failed := false
		for i, what := range []string{"the delimiter of fn::split", "the value to split"} {
			if _, ok := args[i].Text(); !ok {
				typed(f, c, c.Args[i], args[i], what+" must be a string", "Must be a string, not a string")
				failed = true
			}
		}
		if failed {
			return value.Failure("error")
		}
		delimiter, _ := args[0].Text()
		text, _ := args[1].Text()
		if !f.Spend(len(text)/8 + ir.ItemCost*strings.Count(text, delimiter)) {
			return value.Failure("too large")
		}
		var items []value.Value
		for _, s := range strings.Split(text, delimiter) {
			items = append(items, value.Str(s))
		}
		return value.ListOf(items...)
	},
	Data: &traits{
		bind: bindPair(`a delimiter and a string, as in [",", "a,b"]`,
			"The argument to fn::split must be a two-values list"),
		takes: []*typ{stringType, stringType}, typ: listOf(stringType),
	},
}

// selectFn implements fn::select. Its static type is the type of the list's elements.
var selectFn = &ir.Func{
	Name:    "fn::select",
	Doc:     "Returns one element of a list, by its index counted from 0.",
	Params:  []ir.Param{{Name: "index", Type: "integer"}, {Name: "list", Type: "List<any>"}},
	Result:  "any",
	Example: "{fn::select: [1, [a, b]]} → b",
	Eval:    selectElement,
	Data: &traits{
		bind: bindPair("an index and a list, as in [0, [a, b]]",
			"the argument to fn::select must be a two-valued list"),
		takes: []*typ{integerType, anyList}, typeOf: typeOfElement,
	},
}

// selectElement computes fn::select. It rejects a config entry of type integer with a default as the index: the
// original distinguishes such integers from numbers and accepts only numbers.
func selectElement(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
	index, list := args[0], args[1]
	n, ok := index.Data.(value.Number)
	switch {
	case isInteger(c.Args[0]):
		return f.Fail(diag.Errorf(c.Args[0].Info().Span, "argument-type",
			"the index of fn::select cannot be a config entry of type integer that has a default; give it the type "+
				"number").
			WithReference("index must be a number, not an integer"))
	case !ok:
		return typed(f, c, c.Args[0], index, "the index of fn::select must be a number",
			"index must be a number, not "+originalKind(index))
	}
	// The first index is 0. A negative one is rejected rather than counted from the end.
	if i := n.Float(); i != math.Trunc(i) || i < 0 {
		return f.Fail(diag.Errorf(c.Args[0].Info().Span, "list-index",
			"the index of fn::select must be a non-negative integer, not %s", goNumber(n)).
			WithReference("index must be a positive integral, not %s", strconv.FormatFloat(i, 'f', -1, 64)))
	}
	l := list.List()
	if l == nil {
		reference := "receiver must be a list or object, not " + originalKindFrom(c.Args[1], list)
		if list.Object() != nil {
			reference = "cannot access an object property using an integer index"
		}
		return typed(f, c, c.Args[1], list, "the second argument of fn::select must be a list", reference)
	}
	if n.Float() >= float64(len(l.Items)) {
		return f.Fail(outOfBounds(c.Args[1].Info().Span, int(n.Float()), len(l.Items)))
	}
	return l.Items[int(n.Float())]
}

// toJSON implements fn::toJSON with the output of Go's encoder: sorted keys, no blanks, and <, >
// and & escaped (4.6).
var toJSON = &ir.Func{
	Name:    "fn::toJSON",
	Doc:     "Encodes a value as JSON, with sorted keys.",
	Params:  []ir.Param{{Name: "value", Type: "any"}},
	Result:  "string",
	Example: `{fn::toJSON: {b: 1, a: [true]}} → '{"a":[true],"b":1}'`,
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		if n := value.NotFinite(args[0]); n != "" {
			return f.Fail(diag.Errorf(c.Args[0].Info().Span, "json-number", "JSON cannot represent the number %s", n).
				WithReference("failed to encode JSON: json: unsupported value: %s", n))
		}
		if containsResource(args[0]) {
			return f.Fail(diag.Errorf(c.Args[0].Info().Span, "json-resource",
				"JSON cannot represent a resource; use the outputs that you need, as in ${name.id}").
				WithReference("failed to encode JSON: json: error calling MarshalJSON for type pulumi.MapOutput: " +
					"Outputs can not be marshaled to JSON"))
		}
		return value.Str(value.JSON(args[0], jsonStyle))
	},
	Data: &traits{typ: stringType},
}

// jsonStyle is the style of Go's encoder. Assets have no fields that Go would encode, so they become {}.
var jsonStyle = value.JSONStyle{SortKeys: true, EscapeHTML: true, Special: func(b []byte, v value.Value) []byte {
	if _, ok := v.Data.(*value.Tagged); !ok {
		return append(b, "null"...)
	}
	return append(b, "{}"...)
}}

// containsResource reports whether a value contains a resource anywhere.
func containsResource(v value.Value) bool {
	switch d := v.Data.(type) {
	case *value.List:
		return slices.ContainsFunc(d.Items, containsResource)
	case *value.Object:
		return slices.ContainsFunc(d.Fields, func(f value.Field) bool { return containsResource(f.Value) })
	}
	return asResource(v) != nil
}

// toBase64 implements fn::toBase64. It has no traits: its argument is only checked at evaluation,
// and its result has no static type (9).
var toBase64 = &ir.Func{
	Name:    "fn::toBase64",
	Doc:     "Encodes a string in base64, with the standard alphabet and padding.",
	Params:  []ir.Param{{Name: "text", Type: "string"}},
	Result:  "string",
	Example: "{fn::toBase64: hello} → aGVsbG8=",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		text, ok := args[0].Text()
		if !ok {
			return typed(f, c, c.Args[0], args[0], "the argument of fn::toBase64 must be a string",
				"expected argument to fn::toBase64 to be a string, got "+originalKindFrom(c.Args[0], args[0]))
		}
		return value.Str(stdlib.Base64(text))
	},
}

// fromBase64 implements fn::fromBase64. Strings are UTF-8, so other bytes cannot be its result.
var fromBase64 = &ir.Func{
	Name:    "fn::fromBase64",
	Doc:     "Decodes base64, with the standard alphabet and padding. The result must be UTF-8.",
	Params:  []ir.Param{{Name: "text", Type: "string"}},
	Result:  "string",
	Example: "{fn::fromBase64: aGVsbG8=} → hello",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		text, ok := args[0].Text()
		at := c.Args[0].Info().Span
		if !ok {
			return typed(f, c, c.Args[0], args[0], "the argument of fn::fromBase64 must be a string",
				"expected argument to fn::fromBase64 to be a string, got "+originalKindFrom(c.Args[0], args[0]))
		}
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			p := diag.Errorf(at, "base64", "this is not valid base64 with padding: %s", diag.Words(err.Error()))
			return f.Fail(p.WithReference("fn::fromBase64 unable to decode %s, error: %s", text,
				diag.Words(err.Error())))
		}
		if !utf8.Valid(data) {
			return f.Fail(diag.Errorf(at, "base64", "the decoded bytes are not valid UTF-8").
				WithReference("fn::fromBase64 output is not a valid UTF-8 string"))
		}
		return value.Str(string(data))
	},
}

// secret implements fn::secret. It is lazy because a strict function never sees an unknown
// argument, which must become secret, too.
var secret = &ir.Func{
	Name:    "fn::secret",
	Doc:     "Marks a value, and everything computed from it, as secret.",
	Params:  []ir.Param{{Name: "value", Type: "any"}},
	Result:  "any",
	Example: "{fn::secret: hello} → hello",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v := liftMarks(f.Force(c.Args[0]))
		if b, ok := c.Data.(*binder); ok && v.IsNull() && !b.isOutput(c.Args[0]) {
			return v // null needs no secret mark
		}
		return v.With(value.Secret)
	},
	Data: &traits{typeOf: typeOfArgument, isOutput: true},
}

// unsecret implements fn::unsecret. It is lazy because the result of a strict function is secret if
// its argument is.
var unsecret = &ir.Func{
	Name:    "fn::unsecret",
	Doc:     "Removes the secret mark from a value.",
	Params:  []ir.Param{{Name: "value", Type: "any"}},
	Result:  "any",
	Example: "{fn::unsecret: {fn::secret: hello}} → hello",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		return unmark(liftMarks(f.Force(c.Args[0])))
	},
	Data: &traits{typeOf: typeOfArgument, isOutput: true},
}

// unmark removes the secret mark from a value and from everything in it.
func unmark(v value.Value) value.Value {
	if !v.HasSecret() {
		return v
	}
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = unmark(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			f.Value = unmark(f.Value)
			fields[i] = f
		}
		v.Data = value.NewObject(fields)
	case *value.Tagged:
		v.Data = &value.Tagged{Tag: d.Tag, Body: unmark(d.Body), Handle: d.Handle}
	}
	return v.Without(value.Secret)
}

// sha1Fn implements fn::sha1.
var sha1Fn = &ir.Func{
	Name:    "fn::sha1",
	Doc:     "Returns the SHA-1 digest of a string in lower-case hexadecimal.",
	Params:  []ir.Param{{Name: "text", Type: "string"}},
	Result:  "string",
	Example: "{fn::sha1: hello} → aaf4c61d…",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		text, ok := args[0].Text()
		if !ok {
			return typed(f, c, c.Args[0], args[0], "the argument of fn::sha1 must be a string",
				"fn::sha1 requires a string, got "+originalKindFrom(c.Args[0], args[0]))
		}
		return value.Str(stdlib.HexSHA1(text))
	},
}

// length implements fn::length. It counts grapheme clusters, so that an accented letter is one
// character; std:length counts bytes (4.6, 11).
var length = &ir.Func{
	Name:    "fn::length",
	Doc:     "Counts the elements of a list or mapping, or the user-perceived characters of a string.",
	Params:  []ir.Param{{Name: "value", Type: "any"}},
	Result:  "integer",
	Example: "{fn::length: [a, b]} → 2",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		switch d := args[0].Data.(type) {
		case value.String:
			return value.Int(stdlib.CountCharacters(string(d)))
		case *value.List:
			return value.Int(len(d.Items))
		case *value.Object:
			return value.Int(len(d.Fields))
		}
		return typed(f, c, c.Args[0], args[0], "the argument of fn::length must be a list, a mapping or a string",
			"fn::length requires a list, map, or string, got "+originalKindFrom(c.Args[0], args[0]))
	},
}

// singleOrNone implements fn::singleOrNone.
var singleOrNone = &ir.Func{
	Name:    "fn::singleOrNone",
	Doc:     "Returns the only element of a list, or null if the list is empty.",
	Params:  []ir.Param{{Name: "list", Type: "List<any>"}},
	Result:  "any",
	Example: "{fn::singleOrNone: [a]} → a",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		l := args[0].List()
		if l == nil {
			return typed(f, c, c.Args[0], args[0], "fn::singleOrNone takes a list",
				"fn::singleOrNone requires a list, got "+originalKindFrom(c.Args[0], args[0]))
		}
		switch len(l.Items) {
		case 0:
			return value.Nothing()
		case 1:
			return l.Items[0]
		}
		return f.Fail(diag.Errorf(c.Args[0].Info().Span, "list-length",
			"fn::singleOrNone takes a list of at most one element; this one has %d", len(l.Items)).
			WithReference("fn::singleOrNone expected a list of 0 or 1 elements, got %d", len(l.Items)))
	},
}

// resourceFunc returns a function whose result is the string that say returns for a resource. It is lazy because
// the original rejects an output whether or not its value is known.
func resourceFunc(name, doc string, say func(r *resource) string) *ir.Func {
	return &ir.Func{
		Name:   name,
		Doc:    doc,
		Params: []ir.Param{{Name: "resource", Type: "resource"}},
		Result: "string",
		Lazy: func(f ir.Frame, c *ir.Call) value.Value {
			arg := c.Args[0]
			v := f.Force(arg)
			if r := asResource(v); r != nil {
				return value.Str(say(r)).With(v.Marks & value.Secret)
			}
			got := originalKindFrom(arg, v)
			switch {
			case v.IsFailed():
				return value.Failure("error")
			case isOutputItself(c, arg):
				got = "pulumi.AnyOutput"
			case v.IsUnknown():
				return value.NotKnown(value.Why(v))
			}
			return typed(f, c, arg, v, name+" takes a resource", name+" requires a resource, got "+got)
		},
	}
}

// isOutputItself reports whether an argument is an output. A literal list or mapping that contains outputs is
// not; a variable with such a value is.
func isOutputItself(c *ir.Call, arg ir.Node) bool {
	switch arg.(type) {
	case *ir.List, *ir.Object:
		return false
	}
	b, ok := c.Data.(*binder)
	return ok && b.isOutput(arg)
}

// resourceName implements fn::pulumiResourceName.
var resourceName = resourceFunc("fn::pulumiResourceName", "Returns the name of a resource as the engine knows it.",
	func(r *resource) string { return r.engineName })

// resourceType implements fn::pulumiResourceType. The token is complete: a:C becomes a:index:C.
var resourceType = resourceFunc("fn::pulumiResourceType", "Returns the type token of a resource.",
	func(r *resource) string { return r.token })
