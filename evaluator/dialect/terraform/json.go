package terraform

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"pantograph/evaluator/dialect/terraform/nfc"
	"pantograph/evaluator/dialect/terraform/types"
	"pantograph/evaluator/value"
)

// jsonText writes a value as jsonencode does; false if it contains an infinity.
func jsonText(v value.Value) (string, bool) {
	if !isFinite(v) {
		return "", false
	}
	return value.JSON(types.Shown(v), value.GoJSON), true
}

// isFinite reports whether all numbers in v can be written as JSON.
func isFinite(v value.Value) bool {
	switch d := v.Data.(type) {
	case value.Number:
		return d.IsFinite()
	case *value.List:
		for i := range d.Items {
			if !isFinite(d.Items[i]) {
				return false
			}
		}
	case *value.Object:
		for i := range d.Fields {
			if !isFinite(d.Fields[i].Value) {
				return false
			}
		}
	}
	return true
}

// errTooManyDigits is our own limit; the original has none.
var errTooManyDigits = errors.New(tooManyDigits)

// readJSON parses JSON as jsondecode does: token by token, so that its errors are those of a
// stream reader. Of equal keys the last wins. After the value only a closing bracket is
// accepted, which the original overlooks.
func readJSON(text string) (value.Value, error) {
	p := &jsonReader{t: text}
	p.blanks()
	v := p.value(0, "looking for beginning of value")
	if p.err != nil {
		return value.Value{}, p.err
	}
	p.blanks()
	if p.pos < len(text) && text[p.pos] != ']' && text[p.pos] != '}' {
		return value.Value{}, errors.New("extraneous data after JSON object")
	}
	return v, nil
}

type jsonReader struct {
	t   string
	pos int
	err error
}

var (
	errEOF           = errors.New("EOF")
	errUnexpectedEOF = errors.New("unexpected EOF")
)

func (p *jsonReader) blanks() {
	for p.pos < len(p.t) && strings.IndexByte(" \t\r\n", p.t[p.pos]) >= 0 {
		p.pos++
	}
}

// unexpected records an unexpected character or the end of the text.
func (p *jsonReader) unexpected(context string, end error) {
	if p.err != nil {
		return
	}
	if p.pos >= len(p.t) {
		p.err = end
		return
	}
	if context != "" {
		context = " " + context
	}
	p.err = errors.New("invalid character " + value.QuoteChar(p.t[p.pos]) + context)
}

func (p *jsonReader) value(depth int, context string) value.Value {
	if depth > value.MaxDepth-2 {
		p.err = errors.New(tooDeep.message)
	}
	if p.err != nil {
		return value.Value{}
	}
	c := byte(0)
	if p.pos < len(p.t) {
		c = p.t[p.pos]
	}
	switch {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return value.Str(p.text())
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == 't':
		p.word("true")
		return value.Flag(true)
	case c == 'f':
		p.word("false")
		return value.Flag(false)
	case c == 'n':
		p.word("null")
		return value.Nothing()
	}
	p.unexpected(context, errEOF)
	return value.Value{}
}

func (p *jsonReader) word(word string) {
	p.pos++
	for i := 1; i < len(word); i++ {
		if p.pos >= len(p.t) || p.t[p.pos] != word[i] {
			p.unexpected(fmt.Sprintf("in literal %s (expecting '%c')", word, word[i]), errUnexpectedEOF)
			return
		}
		p.pos++
	}
}

func (p *jsonReader) digits(context string) {
	start := p.pos
	for p.pos < len(p.t) && '0' <= p.t[p.pos] && p.t[p.pos] <= '9' {
		p.pos++
	}
	if p.pos == start {
		p.unexpected(context, errUnexpectedEOF)
	}
}

func (p *jsonReader) at(set string) bool {
	return p.err == nil && p.pos < len(p.t) && strings.IndexByte(set, p.t[p.pos]) >= 0
}

func (p *jsonReader) number() value.Value {
	start := p.pos
	if p.at("-") {
		p.pos++
	}
	if p.at("0") {
		p.pos++
	} else {
		p.digits("in numeric literal")
	}
	if p.at(".") {
		p.pos++
		p.digits("after decimal point in numeric literal")
	}
	if p.at("eE") {
		p.pos++
		if p.at("+-") {
			p.pos++
		}
		p.digits("in exponent of numeric literal")
	}
	if p.err != nil {
		return value.Value{}
	}
	n, verdict := types.ParseNumber(p.t[start:p.pos])
	switch verdict {
	case types.TooLong:
		p.err = errTooManyDigits
	case types.BadExponent:
		p.err = errors.New("a number is required")
	}
	return value.Of(n)
}

func (p *jsonReader) array(depth int) value.Value {
	p.pos++
	p.blanks()
	var items []value.Value
	for p.err == nil && !p.at("]") {
		if len(items) > 0 {
			if !p.at(",") {
				p.unexpected("after array element", errEOF)
				break
			}
			p.pos++
			p.blanks()
		}
		items = append(items, p.value(depth+1, "looking for beginning of value"))
		p.blanks()
	}
	p.pos++
	return types.NewTuple(items)
}

func (p *jsonReader) object(depth int) value.Value {
	p.pos++
	p.blanks()
	var fields []value.Field
	for p.err == nil && (len(fields) == 0 || !p.at("}")) {
		context := ""
		if len(fields) > 0 {
			if !p.at(",") {
				p.unexpected("after object key:value pair", errEOF)
				break
			}
			p.pos++
			p.blanks()
			context = "looking for beginning of object key string"
		} else if p.at("}") {
			break
		}
		if !p.at(`"`) {
			p.unexpected(context, errEOF)
			break
		}
		key := p.text()
		p.blanks()
		if p.err == nil && !p.at(":") {
			p.unexpected("after object key", errEOF)
		}
		p.pos++
		p.blanks()
		fields = append(fields, value.Field{Key: key, Value: p.value(depth+1, "looking for beginning of value")})
		p.blanks()
	}
	p.pos++
	return types.NewObject(value.Distinct(fields))
}

const jsonEscapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

func (p *jsonReader) text() string {
	p.pos++
	var out []byte
	for p.err == nil {
		if p.pos >= len(p.t) || p.t[p.pos] < ' ' {
			p.unexpected("in string literal", errUnexpectedEOF)
			break
		}
		switch c := p.t[p.pos]; c {
		case '"':
			p.pos++
			return nfc.String(strings.ToValidUTF8(string(out), "\uFFFD"))
		case '\\':
			p.pos++
			out = p.escape(out)
		default:
			out = append(out, c)
			p.pos++
		}
	}
	return ""
}

func (p *jsonReader) escape(out []byte) []byte {
	if p.at("u") {
		p.pos++
		r := p.hex()
		if utf16.IsSurrogate(r) {
			back := p.pos
			if strings.HasPrefix(p.t[p.pos:], `\u`) {
				p.pos += 2
				if both := utf16.DecodeRune(r, p.hex()); both != utf8.RuneError {
					return utf8.AppendRune(out, both)
				}
			}
			p.pos = back
			r = utf8.RuneError
		}
		return utf8.AppendRune(out, r)
	}
	for k := 0; k < len(jsonEscapes); k += 2 {
		if p.at(jsonEscapes[k : k+1]) {
			p.pos++
			return append(out, jsonEscapes[k+1])
		}
	}
	p.unexpected("in string escape code", errUnexpectedEOF)
	return out
}

func (p *jsonReader) hex() rune {
	r := rune(0)
	for range 4 {
		if !p.at("0123456789abcdefABCDEF") {
			p.unexpected("in \\u hexadecimal character escape", errUnexpectedEOF)
			return 0
		}
		d := rune(p.t[p.pos] | 0x20)
		if d >= 'a' {
			d -= 'a' - 10
		} else {
			d -= '0'
		}
		r = r<<4 | d
		p.pos++
	}
	return r
}
