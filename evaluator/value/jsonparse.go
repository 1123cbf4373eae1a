package value

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A JSONError describes why a text is not JSON, in the words of Go's decoder, which several of the
// original tools print.
type JSONError struct {
	Text   string
	Offset int // in bytes
	// Where says what the parser was reading: "after array element". It is the end of Text, unless
	// the error is the end of the input.
	Where string
}

// TooDeep is the Text and Where of the error for values that are nested too deeply.
const TooDeep = "exceeded max depth"

// Error returns Text.
func (e *JSONError) Error() string { return e.Text }

// valueStart is the JSONError.Where of the position at which a value is expected.
const valueStart = "looking for beginning of value"

// ParseJSON parses the JSON value at the start of text, and returns the value and the rest of the
// text. Numbers keep their spelling. If a key is repeated, the object has its last value, in the
// position of the first. If text is empty, the error is EOF.
func ParseJSON(text string) (v Value, rest string, err *JSONError) {
	p := &jsonParser{text: text}
	p.skipSpace()
	if p.pos >= len(text) {
		return Value{}, "", &JSONError{"EOF", p.pos, valueStart}
	}
	v = p.value(0)
	if p.err != nil {
		return Value{}, "", p.err
	}
	return v, text[p.pos:], nil
}

// ParseWholeJSON parses a text that consists of one JSON value.
func ParseWholeJSON(text string) (Value, *JSONError) {
	return parseWhole(&jsonParser{text: text})
}

// ParsePythonJSON is like ParseWholeJSON, but also accepts NaN, Infinity and -Infinity, as Python's
// decoder does.
func ParsePythonJSON(text string) (Value, *JSONError) {
	return parseWhole(&jsonParser{text: text, python: true})
}

func parseWhole(p *jsonParser) (Value, *JSONError) {
	p.skipSpace()
	v := p.value(0)
	if p.err != nil {
		return Value{}, p.err
	}
	p.skipSpace()
	if p.pos < len(p.text) {
		p.unexpected("after top-level value")
		return Value{}, p.err
	}
	return v, nil
}

type jsonParser struct {
	text string
	pos  int
	err  *JSONError

	python       bool
	validateOnly bool // checks the text without building values
	// members is called for each member of the top-level object.
	members func(key string, from, to int)
	scratch [8]byte
}

// Members calls each for every member of the JSON object in text, in order, with the key and the
// byte range of the value. It checks the entire text but does not build values, so that a few
// members of a large document can be read cheaply. Other JSON texts have no members. After an
// error, no more members are reported; if the error is in a member's value, that member is reported
// with the range up to the error.
func Members(text string, each func(key string, from, to int)) *JSONError {
	p := &jsonParser{text: text, validateOnly: true, members: each}
	_, err := parseWhole(p)
	return err
}

func (p *jsonParser) skipSpace() {
	for p.pos < len(p.text) {
		switch p.text[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func (p *jsonParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

// unexpected records that the character at the current position is not valid there.
func (p *jsonParser) unexpected(where string) {
	if p.err != nil {
		return
	}
	if p.pos >= len(p.text) {
		p.err = &JSONError{"unexpected end of JSON input", p.pos, where}
		return
	}
	p.err = &JSONError{"invalid character " + quoteChar(p.text[p.pos]) + " " + where, p.pos, where}
}

// quoteChar quotes a byte as Go's decoder does, even if it is only part of a character.
func quoteChar(c byte) string {
	switch c {
	case '\'':
		return `'\''`
	case '"':
		return `'"'`
	}
	s := strconv.Quote(string(rune(c)))
	return "'" + s[1:len(s)-1] + "'"
}

func (p *jsonParser) value(depth int) Value {
	if depth > MaxDepth-1 {
		p.err = &JSONError{TooDeep, p.pos, TooDeep}
		return Value{}
	}
	switch c := p.peek(); {
	case p.python && c == 'N':
		return p.word("NaN", Of(Number("NaN")))
	case p.python && c == 'I':
		return p.word("Infinity", Of(Number("+Inf")))
	case p.python && strings.HasPrefix(p.text[p.pos:], "-I"):
		return p.word("-Infinity", Of(Number("-Inf")))
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"' && p.validateOnly:
		p.skipString()
		return Value{}
	case c == '"':
		return Str(p.str())
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	case c == 't':
		return p.word("true", Flag(true))
	case c == 'f':
		return p.word("false", Flag(false))
	case c == 'n':
		return p.word("null", Nothing())
	}
	p.unexpected(valueStart)
	return Value{}
}

func (p *jsonParser) word(word string, v Value) Value {
	for i := 0; i < len(word); i++ {
		if p.peek() != word[i] || p.pos >= len(p.text) {
			p.unexpected("in literal " + word + " (expecting " + quoteChar(word[i]) + ")")
			return Value{}
		}
		p.pos++
	}
	return v
}

func (p *jsonParser) digits() bool {
	start := p.pos
	for c := p.peek(); '0' <= c && c <= '9'; c = p.peek() {
		p.pos++
	}
	return p.pos > start
}

func (p *jsonParser) number() Value {
	start := p.pos
	if p.peek() == '-' {
		p.pos++
	}
	if p.peek() == '0' {
		p.pos++
	} else if !p.digits() {
		p.unexpected("in numeric literal")
		return Value{}
	}
	if p.peek() == '.' {
		p.pos++
		if !p.digits() {
			p.unexpected("after decimal point in numeric literal")
			return Value{}
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !p.digits() {
			p.unexpected("in exponent of numeric literal")
			return Value{}
		}
	}
	if p.validateOnly {
		return Value{}
	}
	return Of(Number(p.text[start:p.pos]))
}

func (p *jsonParser) str() string {
	p.pos++
	start := p.pos
	var buf []byte
	for p.pos < len(p.text) {
		c := p.text[p.pos]
		switch {
		case c == '"':
			s := p.text[start:p.pos]
			p.pos++
			if buf != nil {
				return string(append(buf, s...))
			}
			return s
		case c == '\\':
			buf = append(buf, p.text[start:p.pos]...)
			buf = p.escape(buf)
			start = p.pos
		case c < ' ':
			p.unexpected("in string literal")
		case c < utf8.RuneSelf:
			p.pos++
		default:
			r, size := utf8.DecodeRuneInString(p.text[p.pos:])
			if r == utf8.RuneError && size == 1 {
				buf = append(buf, p.text[start:p.pos]...)
				buf = utf8.AppendRune(buf, r)
				start = p.pos + 1
			}
			p.pos += size
		}
		if p.err != nil {
			return ""
		}
	}
	p.unexpected("")
	return ""
}

// skipString skips a string without decoding it.
func (p *jsonParser) skipString() {
	for p.pos++; p.pos < len(p.text); {
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return
		case c == '\\':
			p.escape(p.scratch[:0])
		case c < ' ':
			p.unexpected("in string literal")
		default:
			p.pos++
		}
		if p.err != nil {
			return
		}
	}
	p.unexpected("")
}

const escapes = "\"\\/bfnrt"
const escaped = "\"\\/\b\f\n\r\t"

func (p *jsonParser) escape(buf []byte) []byte {
	p.pos++
	c := p.peek()
	for i := 0; i < len(escapes); i++ {
		if c == escapes[i] {
			p.pos++
			return append(buf, escaped[i])
		}
	}
	if c != 'u' {
		p.unexpected("in string escape code")
		return buf
	}
	p.pos++
	r := p.hex()
	if utf16.IsSurrogate(r) {
		if p.pos+1 < len(p.text) && p.text[p.pos] == '\\' && p.text[p.pos+1] == 'u' {
			back := p.pos
			p.pos += 2
			if both := utf16.DecodeRune(r, p.hex()); both != utf8.RuneError {
				return utf8.AppendRune(buf, both)
			}
			p.pos = back
		}
		r = utf8.RuneError
	}
	return utf8.AppendRune(buf, r)
}

func (p *jsonParser) hex() rune {
	var r rune
	for range 4 {
		c := p.peek()
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			p.unexpected("in \\u hexadecimal character escape")
			return r
		}
		p.pos++
	}
	return r
}

func (p *jsonParser) array(depth int) Value {
	p.pos++
	p.skipSpace()
	var items []Value
	if p.peek() == ']' {
		p.pos++
		return ListOf()
	}
	for p.err == nil {
		item := p.value(depth + 1)
		if !p.validateOnly {
			items = append(items, item)
		}
		p.skipSpace()
		switch {
		case p.err != nil:
		case p.peek() == ',':
			p.pos++
			p.skipSpace()
		case p.peek() == ']' && p.validateOnly:
			p.pos++
			return Value{}
		case p.peek() == ']':
			p.pos++
			return ListOf(items...)
		default:
			p.unexpected("after array element")
		}
	}
	return Value{}
}

func (p *jsonParser) object(depth int) Value {
	p.pos++
	p.skipSpace()
	var fields []Field
	if p.peek() == '}' {
		p.pos++
		return ObjectOf()
	}
	for p.err == nil {
		if p.peek() != '"' {
			p.unexpected("looking for beginning of object key string")
			break
		}
		key := p.str()
		p.skipSpace()
		if p.err == nil && p.peek() != ':' {
			p.unexpected("after object key")
		}
		if p.err != nil {
			break
		}
		p.pos++
		p.skipSpace()
		from := p.pos
		v := p.value(depth + 1)
		switch {
		case !p.validateOnly:
			fields = append(fields, Field{Key: key, Value: v})
		case depth == 0:
			p.members(key, from, p.pos)
		}
		p.skipSpace()
		switch {
		case p.err != nil:
		case p.peek() == ',':
			p.pos++
			p.skipSpace()
		case p.peek() == '}' && p.validateOnly:
			p.pos++
			return Value{}
		case p.peek() == '}':
			p.pos++
			return ObjectOf(Distinct(fields)...)
		default:
			p.unexpected("after object key:value pair")
		}
	}
	return Value{}
}
