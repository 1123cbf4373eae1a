package terraform

import (
	"encoding/base64"
	"fmt"
	"pantograph/evaluator/ir"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/nfc"
	"pantograph/evaluator/dialect/terraform/types"
)

// encodingFunctions convert values to text formats and back. See section 4.3.
var encodingFunctions = []ir.Func{
	{
		Name:    "yamldecode",
		Doc:     "Returns the value of a YAML document.",
		Params:  []ir.Param{{Name: "src", Type: "string", Doc: "a string with one YAML document"}},
		Result:  "any",
		Example: `yamldecode("a: 1") → {a = 1}`,
		Data:    builtin{run: yamldecode},
	}, {
		Name:    "yamlencode",
		Doc:     "Encodes a value as YAML, with keys and strings in double quotes.",
		Params:  anyValue,
		Result:  "string",
		Example: `yamlencode({a = 1}) → "\"a\": 1\n"`,
		Data:    builtin{run: yamlencode},
	}, {
		Name:    "jsondecode",
		Doc:     "Returns the value of a JSON document.",
		Params:  []ir.Param{{Name: "str", Type: "string", Doc: "a string with one JSON value"}},
		Result:  "any",
		Example: `jsondecode("[1, null]") → [1, null]`,
		Data:    builtin{run: jsondecode},
	}, {
		Name:    "jsonencode",
		Doc:     "Encodes a value as JSON in its shortest form, with sorted keys.",
		Params:  []ir.Param{{Name: "val", Type: "any", Doc: "any value without infinities", Nullable: true}},
		Result:  "string",
		Example: `jsonencode({b = 1, a = [true]}) → "{\"a\":[true],\"b\":1}"`,
		Data:    builtin{run: jsonencode, begin: jsonStart},
	}, {
		Name:    "base64encode",
		Doc:     "Encodes the UTF-8 bytes of a string in base64.",
		Params:  anyText,
		Result:  "string",
		Example: `base64encode("hello") → "aGVsbG8="`,
		Data: builtin{run: func(c *invocation) value.Value {
			return c.long(base64.StdEncoding.EncodeToString([]byte(c.str(0))))
		}},
	}, {
		Name:    "base64decode",
		Doc:     "Decodes base64 to a UTF-8 string.",
		Params:  []ir.Param{{Name: "str", Type: "string", Doc: "base64 with the standard alphabet and padding"}},
		Result:  "string",
		Example: `base64decode("aGVsbG8=") → "hello"`,
		Data:    builtin{run: base64decode},
	}, {
		Name:    "base64gzip",
		Doc:     "Compresses a string with gzip and encodes the result in base64.",
		Params:  anyText,
		Result:  "string",
		Example: `base64gzip("hello") → "H4sIAAAAAAAA…`,
		Data:    builtin{run: base64gzip},
	}, {
		Name: "textencodebase64",
		Doc:  "Encodes a string in a character encoding, and the result in base64.",
		Params: []ir.Param{
			{Name: "string", Type: "string", Doc: "any text"},
			{Name: "encoding", Type: "string", Doc: "an IANA name, such as UTF-16LE"},
		},
		Result:  "string",
		Example: `textencodebase64("hi", "UTF-16LE") → "aABpAA=="`,
		Data:    builtin{run: textencode},
	}, {
		Name: "textdecodebase64",
		Doc:  "Decodes base64, and the result in a character encoding.",
		Params: []ir.Param{
			{Name: "source", Type: "string", Doc: "Base64"},
			{Name: "encoding", Type: "string", Doc: "an IANA name, such as UTF-16LE"},
		},
		Result:  "string",
		Example: `textdecodebase64("aABpAA==", "UTF-16LE") → "hi"`,
		Data:    builtin{run: textdecode},
	}, {
		Name:    "urlencode",
		Doc:     "Escapes a string for the query of a URL.",
		Params:  anyText,
		Result:  "string",
		Example: `urlencode("a b&c") → "a+b%26c"`,
		Data:    builtin{onText: stdlib.QueryEscape},
	}, {
		Name:    "csvdecode",
		Doc:     "Returns the rows of comma-separated values, whose first line names the columns.",
		Params:  []ir.Param{{Name: "str", Type: "string", Doc: "comma-separated values with a header line"}},
		Result:  "list of objects",
		Example: `csvdecode("a,b\n1,2") → tolist([{a = "1", b = "2"}])`,
		Data:    builtin{run: csvdecode},
	},
}

// long returns a string as the result of a function, in normal form C like all strings, and charges
// the budget for its length.
func (c *invocation) long(s string) value.Value {
	if !c.Spend(len(s) / 32) {
		return value.Failure("stopped")
	}
	return value.Str(nfc.String(s))
}

// hasRoom charges the budget for a text of that many bytes before it is built. If it returns false,
// the text must not be built.
func (c *invocation) hasRoom(bytes int) bool { return c.Spend(bytes / 8) }

// yamldecode decodes a document. An error in a file is reported there, any other at the function's
// name. A file is decoded once, and its values keep their positions in it.
func yamldecode(c *invocation) value.Value {
	src := c.args[0]
	f := src.Origin.File()
	// The text comes from a file if its origin is the whole file, as the function file returns it,
	// and nothing has changed it.
	isFile := f != nil && src.Origin == f.Span(0, len(f.Text)) && f.Text == c.str(0) &&
		c.session.bundle.File(f.Name) == f
	if !isFile {
		f = source.NewFile("", c.str(0))
	}
	if !isFile && !c.Spend(byteCost*len(f.Text)) {
		return value.Failure("stopped")
	}
	d := c.session.decode(f)
	if !c.Spend(d.nodes / 4) {
		return value.Failure("stopped")
	}
	if d.err == nil {
		return d.value
	}
	p := d.err.problem(f, c.name())
	if !isFile {
		if place := d.err.spanOf(f); !place.IsZero() {
			at := f.Position(place.Start())
			p.Message = fmt.Sprintf("line %d, column %d of this string: %s", at.Line, at.Column, p.Message)
		}
		p.Message = diag.Words(diag.Plain(p.Message)) // positions reveal something about the text too
		p.Fixes = nil                                 // the text is computed, so there is nothing to edit
		if p.Reference != "" {
			p.Reference = diag.Words(diag.Plain(p.Reference))
		}
		p.Span = c.expr.NameAt
		// If the text is only a part of a file, its position there is still better than the
		// function's name.
		if f := src.Origin.File(); f != nil && c.session.bundle.File(f.Name) == f { // the text is part of a file
			p.Span = src.Origin
		}
	}
	return c.Fail(p)
}

// problem converts an error in a file to a problem. The original reports it as a failure of the
// function, with its own position before the message (2.7).
func (m *decodeError) problem(f *source.File, function string) diag.Problem {
	p := diag.Errorf(m.spanOf(f), m.code, "%s", m.message)
	if m.text != "" {
		p = p.WithReference("%s", "Error in function call: "+callFailed(function, m.place()+m.text))
	}
	if at := m.spanOf(f); m.name != "" && len(at.Text()) > len(m.name) {
		p = p.WithNearest(f.Span(at.End()-len(m.name), at.End()), m.name, m.known)
	}
	return p
}

// yamlencode writes the value with the emitter of this package. Indentation makes the text of deep
// values far longer than their parts, so the length is estimated first.
func yamlencode(c *invocation) value.Value {
	if !printable(c.args[0]) {
		return c.failAs("budget-output", "", tooLong)
	}
	return c.long(yamlText(c.args[0]))
}

// jsonStart returns the first character of a text whose other characters are unknown.
func jsonStart(c *invocation) string {
	switch types.KindOf(c.args[0]) {
	case types.String:
		return `"`
	case types.Object, types.Map:
		return "{"
	case types.Tuple, types.List, types.Set:
		return "["
	}
	return ""
}

// jsonencode refuses infinity, for which JSON has no number. The length is checked first: the
// digits of a number such as 1e99999 are written out.
func jsonencode(c *invocation) value.Value {
	if !printable(c.args[0]) {
		return c.failAs("budget-output", "", tooLong)
	}
	s, ok := jsonText(c.args[0])
	if !ok {
		return c.fail("cannot serialize infinity as JSON", "JSON cannot represent infinity")
	}
	return c.long(s)
}

// byteCost is the budget cost of a byte of a computed text that is decoded. An item can be as short
// as two bytes.
const byteCost = 2

// jsondecode derives the type from the text alone, so it returns objects and tuples, never maps and
// lists.
func jsondecode(c *invocation) value.Value {
	if !c.Spend(byteCost * len(c.str(0))) {
		return value.Failure("stopped")
	}
	v, err := readJSON(c.str(0))
	switch {
	case err == nil:
		return v
	case err == errTooManyDigits:
		return c.failAs("budget-digits", "", err.Error())
	}
	return c.fail(diag.Words(err.Error()), "this is not JSON: "+diag.Words(err.Error()))
}

// base64decode returns text only, since strings are Unicode: other bytes are refused.
func base64decode(c *invocation) value.Value {
	data, err := base64.StdEncoding.DecodeString(c.str(0))
	if err != nil {
		return c.fail("failed to decode base64 data "+c.shown(c.str(0)), "this is not base64 with padding")
	}
	if !utf8.Valid(data) {
		return c.fail("the result of decoding the provided string is not valid UTF-8",
			"the decoded bytes are not valid UTF-8; textdecodebase64 decodes other encodings")
	}
	return c.long(string(data))
}

// base64gzip always returns the same result for the same string: the header has no name and no time (4.3).
func base64gzip(c *invocation) value.Value { return c.long(stdlib.Base64(stdlib.Gzip(c.str(0)))) }

// encoding finds the encoding named by the second argument, and makes sure that its tables are
// loaded. If it returns false, it has reported a problem.
func (c *invocation) encoding() (charset.Encoding, bool) {
	e, ok := charset.Find(c.str(1))
	if !ok {
		c.failArgument(1, diag.Sprintf("%q is not a supported IANA encoding name or alias in this Terraform version",
			c.str(1)),
			diag.Sprintf("Terraform has no encoding %q", c.str(1)))
		return e, false
	}
	if e.NeedsTables() && c.session.charsets() == nil {
		c.Report(problem(c.argument(1), "expression-tables",
			"the tables of "+e.Name+" are in a separate file, which could not be loaded", "", ""))
		return e, false
	}
	return e, true
}

// textencode is textencodebase64: the result is bytes, which only base64 can represent.
func textencode(c *invocation) value.Value {
	e, ok := c.encoding()
	if !ok {
		return value.Failure("error")
	}
	data, ok := e.Encode(c.str(0), c.session.tables)
	if !ok {
		return c.failArgument(0, "the given string contains characters that cannot be represented in "+e.Name,
			"this string contains characters that "+e.Name+" cannot represent")
	}
	return c.long(base64.StdEncoding.EncodeToString(data))
}

// textdecode is textdecodebase64. Its message for bad base64 has the original's typo, "is has".
func textdecode(c *invocation) value.Value {
	e, ok := c.encoding()
	if !ok {
		return value.Failure("error")
	}
	data, err := base64.StdEncoding.DecodeString(c.str(0))
	if corrupt, ok := err.(base64.CorruptInputError); ok {
		return c.failArgument(0, diag.Wordsf("the given value is has an invalid base64 symbol at offset %d",
			int64(corrupt)),
			diag.Wordsf("this is not base64: byte %d is not valid there", int64(corrupt)+1))
	}
	s, ok := e.Decode(data, c.session.tables)
	if !ok {
		return c.failArgument(0, "the given string contains symbols that are not defined for "+e.Name,
			"these bytes are not valid "+e.Name)
	}
	return c.long(s)
}

// csvdecode returns a list of objects with one type, even if there are no rows: the first line
// names the columns.
func csvdecode(c *invocation) value.Value {
	r := stdlib.NewCSV(c.str(0))
	names, why, at := r.Read()
	switch {
	case why != "":
		return c.csvFails(why, at)
	case names == nil:
		return c.fail("missing header line", "the header line, which names the columns, is missing")
	}
	// Rows are objects, so the names of the columns must differ.
	known := map[string]bool{}
	row := &types.Type{Kind: types.Object}
	for _, name := range names {
		if known[name] {
			return c.fail(diag.Wordsf("duplicate column name %q", name), diag.Wordsf("two columns are named %q", name))
		}
		known[name] = true
	}
	var rows []value.Value
	for {
		cells, why, at := r.Read()
		if why != "" {
			return c.csvFails(why, at)
		}
		if cells == nil {
			break
		}
		if !c.Spend(ir.ItemCost * (1 + len(cells))) {
			return value.Failure("stopped")
		}
		fields := make([]value.Field, len(cells))
		for i, cell := range cells {
			// Every value is a string: CSV has no types.
			fields[i] = value.Field{Key: nfc.String(names[i]), Value: value.Str(nfc.String(cell))}
		}
		rows = append(rows, types.NewObject(fields))
	}
	// The type of the elements does not come from a row, since there may be none.
	for _, name := range sorted(names) {
		row.Names = append(row.Names, nfc.String(name))
		row.Types = append(row.Types, types.StringType)
	}
	return types.NewList(row, rows)
}

// csvFails reports an error in a line of CSV, counted from one.
func (c *invocation) csvFails(why string, line int) value.Value {
	return c.fail(diag.Wordsf("CSV parse error on line %d: %s", line, diag.Constant(why)),
		diag.Wordsf("line %d of this CSV text: %s", line, diag.Constant(why)))
}
