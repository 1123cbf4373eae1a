package std

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// encodingFuncs convert between values and their encodings as strings (11).
var encodingFuncs = []ir.Func{
	{
		Name:    "std:base64decode",
		Doc:     "Decodes base64 in the standard alphabet, with padding. The result must be UTF-8.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the base64"}},
		Result:  text,
		Example: "{input: aGVsbG8=} → hello",
		Data:    onCall(base64decode),
	}, {
		Name:    "std:base64encode",
		Doc:     "Encodes a string in base64, in the standard alphabet, with padding.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → aGVsbG8=",
		Data:    onText(stdlib.Base64),
	}, {
		Name:    "std:base64gzip",
		Doc:     "Compresses a string with gzip and encodes it in base64.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → H4sIAAAAAAAA…",
		Data:    onText(func(s string) string { return stdlib.Base64(stdlib.Gzip(s)) }),
	}, {
		Name: "std:csvdecode",
		Doc: "Parses comma-separated values; the first line names the columns. Quotes have no meaning, " +
			"and every line must have the same number of cells: a line break at the end counts as one more line.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the lines"}},
		Result:  textMapList,
		Example: `{input: "a,b\n1,2"} → [{a: "1", b: "2"}]`,
		Data:    onCall(csvdecode),
	}, {
		Name:    "std:jsondecode",
		Doc:     "Decodes a JSON object. Any other string, JSON or not, is returned unchanged.",
		Params:  []ir.Param{{Name: "input", Type: text, Doc: "the JSON"}},
		Result:  anything,
		Example: `{input: '{"a": 1}'} → {a: 1}`,
		Data:    onCall(jsondecode),
	}, {
		Name:    "std:jsonencode",
		Doc:     "Encodes a value as JSON on one line, with sorted keys and with <, > and & escaped.",
		Params:  []ir.Param{{Name: "input", Type: anything, Doc: "the value"}},
		Result:  text,
		Example: `{input: {b: 1, a: [true]}} → '{"a":[true],"b":1}'`,
		Data:    onCall(jsonencode),
	}, {
		Name:    "std:urlencode",
		Doc:     "Escapes a string for the query of a URL; a space becomes +.",
		Params:  inputText,
		Result:  text,
		Example: "{input: a b&c} → a+b%26c",
		Data:    onText(stdlib.QueryEscape),
	},
}

var (
	notText = fault{code: codeText, arg: "input",
		message:   "the decoded bytes are not valid UTF-8, so they cannot be a string",
		reference: "decoded base64 data is not valid UTF-8"}
	notBase64 = fault{code: codeParse, message: "%[1]s is not base64 in the standard alphabet with padding",
		reference: "%[2]s"}
	unevenLines = fault{code: codeLengths, arg: "input",
		message:   "each line must have the same number of cells, but line %d has %d and the first has %d%s",
		reference: "Invalid input: each line must contain the same number of fields"}
	notFinite = fault{code: codeRange, arg: "input",
		message: "JSON has no notation for numbers that are infinite or not a number", reference: "%s"}
)

// base64decode rejects bytes that are not UTF-8, since the result is a string.
func base64decode(c *call) any {
	raw, ok := c.decode64("input")
	if !ok {
		return stopped
	}
	if !utf8.ValidString(raw) {
		return c.fail(&notText)
	}
	return raw
}

// decode64 decodes an argument from base64 and reports an error in it. Line breaks inside are
// skipped, as in Go. The decoder's message is marked as such, since it may quote a secret argument.
func (c *call) decode64(name string) (string, bool) {
	raw, err := base64.StdEncoding.DecodeString(c.text(name))
	if err == nil {
		return string(raw), true
	}
	c.failIn(&notBase64, name, diag.Constant(name), diag.Words(err.Error()))
	return "", false
}

// csvdecode splits the input at line breaks and commas, without regard to quotes: `"a,b"` is two cells. A line
// break at the end adds an empty line, which has too few cells (11).
func csvdecode(c *call) any {
	input := c.text("input")
	// There is a cell for each comma and each line break.
	if !c.spend(ir.ItemCost * (strings.Count(input, ",") + strings.Count(input, "\n"))) {
		return stopped
	}
	lines := strings.Split(input, "\n")
	columns := cells(lines[0])
	rows := []value.Value{}
	for i, line := range lines[1:] {
		row := cells(line)
		if len(row) != len(columns) {
			// The most common mistake gets advice: a line break at the end of the input.
			advice := ""
			if i+2 == len(lines) && line == "" {
				advice = "; the line break at the end adds this empty line; remove it, for example with std:chomp"
			}
			return c.fail(&unevenLines, i+2, len(row), len(columns), advice)
		}
		fields := make([]value.Field, len(row))
		for j, cell := range row {
			fields[j] = value.Field{Key: columns[j], Value: value.Str(cell)}
		}
		rows = append(rows, c.value(fields))
	}
	return rows
}

// cells splits a line at its commas and trims the cells, which also removes a carriage return.
func cells(line string) []string {
	out := strings.Split(line, ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// jsondecode only returns objects: the original decodes into a Go map and returns its input if that
// fails. So "[1]" and "{a: 1}" remain strings (11).
func jsondecode(c *call) any {
	input := c.text("input")
	v, err := value.ParseWholeJSON(input)
	if err != nil || v.Object() == nil {
		return input
	}
	v, ok := floats(v)
	if !ok {
		return input
	}
	return v
}

// floats converts the numbers in v to float64, in place. It returns false if one is too large, for which Go's
// decoder would fail.
func floats(v value.Value) (value.Value, bool) {
	ok := true
	switch d := v.Data.(type) {
	case value.Number:
		f := d.Float()
		v.Data = value.FloatNumber(f)
		return v, v.Data.(value.Number).IsFinite()
	case *value.List:
		for i := range d.Items {
			fine := false
			d.Items[i], fine = floats(d.Items[i])
			ok = ok && fine
		}
	case *value.Object:
		for i := range d.Fields {
			fine := false
			d.Fields[i].Value, fine = floats(d.Fields[i].Value)
			ok = ok && fine
		}
	}
	return v, ok
}

// jsonencode fails only for numbers that JSON cannot express. They come from .inf in YAML or from
// functions such as std:log.
func jsonencode(c *call) any {
	out, ok := GoJSON(c.arg("input"))
	if ok {
		return out
	}
	return c.fail(&notFinite, out)
}
