package std

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/value"
)

var encodingFuncs = []Func{
	{
		Name:   "base64decode",
		Doc:    "Decodes base64 in the standard alphabet, with padding. The result must be text.",
		Params: []Param{need("input", text, "the base64")},
		Result: text,
		eval:   base64decode,
	}, {
		Name:   "base64encode",
		Doc:    "Encodes a text in base64, in the standard alphabet, with padding.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(encode64),
	}, {
		Name:   "base64gzip",
		Doc:    "Compresses a text with gzip and encodes it in base64.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(func(s string) string { return encode64(compress(s)) }),
	}, {
		Name: "csvdecode",
		Doc: "Reads comma-separated values; the first line names the columns. Quotes have no meaning, " +
			"and every line must have the same number of cells: a line break at the end counts as one more line.",
		Params: []Param{need("input", text, "the lines")},
		Result: listOf(mapOf(text)),
		eval:   csvdecode,
	}, {
		Name:   "jsondecode",
		Doc:    "Reads a JSON object. Any other text, JSON or not, is given back as it is.",
		Params: []Param{need("input", text, "the JSON")},
		Result: anything,
		eval:   jsondecode,
	}, {
		Name:   "jsonencode",
		Doc:    "Writes a value as JSON on one line, with sorted keys and with <, > and & escaped.",
		Params: []Param{need("input", anything, "the value")},
		Result: text,
		eval:   jsonencode,
	}, {
		Name:   "urlencode",
		Doc:    "Escapes a text for the query of a URL; a space becomes +.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(escapeQuery),
	},
}

func encode64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func base64decode(c *call) value.Value {
	raw, ok := c.decode64("input")
	if !ok {
		return c.stopped()
	}
	if !utf8.ValidString(raw) {
		return c.fail(Problem{
			Code:      codeText,
			Message:   "what is encoded here is not text (UTF-8), so it cannot be a string",
			Reference: "decoded base64 data is not valid UTF-8",
			ArgPath:   at("input"),
		})
	}
	return value.Str(raw)
}

// decode64 reads an argument as base64. Line breaks inside are skipped, as in Go.
func (c *call) decode64(name string) (string, bool) {
	raw, err := base64.StdEncoding.DecodeString(c.text(name))
	if err == nil {
		return string(raw), true
	}
	c.fail(Problem{
		Code:      codeParse,
		Message:   name + " is not base64 in the standard alphabet with padding",
		Reference: err.Error(),
		ArgPath:   at(name),
	})
	return "", false
}

// compress returns s as gzip without name and time. The original flushes before it closes,
// which leaves an empty block behind the data.
func compress(s string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	// A bytes.Buffer takes everything: there is no error to handle.
	_, _ = w.Write([]byte(s))
	_ = w.Flush()
	_ = w.Close()
	return out.String()
}

func csvdecode(c *call) value.Value {
	lines := strings.Split(c.text("input"), "\n")
	columns := cells(lines[0])
	rows := []value.Value{}
	for i, line := range lines[1:] {
		row := cells(line)
		if len(row) != len(columns) {
			p := Problem{
				Code:      codeLengths,
				Message:   fmt.Sprintf("line %d has %d cells, but the first line names %d columns", i+2, len(row), len(columns)),
				Reference: "Invalid input: each line must contain the same number of fields",
				ArgPath:   at("input"),
			}
			if i+2 == len(lines) && line == "" {
				p.Message += "; the line break at the end makes this empty line, remove it (std:chomp does)"
			}
			return c.fail(p)
		}
		fields := make([]value.Field, len(row))
		for j, cell := range row {
			fields[j] = value.Field{Key: columns[j], Value: value.Str(cell)}
		}
		rows = append(rows, object(fields))
	}
	return value.ListOf(rows...)
}

func cells(line string) []string {
	out := strings.Split(line, ",")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// jsondecode gives objects only: the original reads into a Go map and gives its input back
// when that fails.
func jsondecode(c *call) value.Value {
	input := c.text("input")
	v, err := value.ParseWholeJSON(input)
	if err != nil || v.Object() == nil {
		return value.Str(input)
	}
	v, ok := floats(v)
	if !ok {
		return value.Str(input)
	}
	return v
}

// floats turns the numbers in v into float64; false when one is too large.
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

func jsonencode(c *call) value.Value {
	out, ok := GoJSON(c.arg("input"))
	if ok {
		return value.Str(out)
	}
	return c.fail(Problem{
		Code:      codeRange,
		Message:   "JSON has no notation for numbers that are infinite or not a number",
		Reference: out,
		ArgPath:   at("input"),
	})
}

// escapeQuery is url.QueryEscape, without the 19 KB that net/url costs.
func escapeQuery(s string) string {
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(s))
	for i := range len(s) {
		switch b := s[i]; {
		case b == ' ':
			out = append(out, '+')
		case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9', strings.IndexByte("-_.~", b) >= 0:
			out = append(out, b)
		default:
			out = append(out, '%', hex[b>>4], hex[b&15])
		}
	}
	return string(out)
}
