package protocol

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file implements JSON for the generated codec: functions that append to write, and a strict
// pull parser to read. encoding/json would add 100 KB to the engine and take four times as long.

// maxNesting limits the nesting of objects and lists, so that hostile input cannot overflow the
// stack. Requests are nested four levels deep.
const maxNesting = 500

// A SyntaxError is the reason why a text is not a valid message, and the offset in bytes.
type SyntaxError struct {
	Offset int
	Reason string
}

// Error returns the reason with the offset.
func (e *SyntaxError) Error() string {
	return e.Reason + " at byte " + strconv.Itoa(e.Offset)
}

// A Message is a struct of the protocol.
type Message interface {
	AppendJSON(b []byte) []byte
	decode(r *reader)
}

// DecodeRequest decodes a request. It accepts and rejects the same as Decode. The strings of the
// request may share the memory of text.
func DecodeRequest(text string) (*Request, error) {
	request := &Request{}
	return request, read(text, request.decode)
}

// Decode decodes a message. It returns a SyntaxError for malformed JSON, and for members that the
// message does not have. It replaces bytes that are not UTF-8 with U+FFFD.
func Decode(text []byte, into Message) error { return read(string(text), into.decode) }

// read decodes a text with a decode method. It takes the method rather than a Message, so that the
// linker can remove the decoders of all messages except requests from the engine.
func read(text string, decode func(r *reader)) error {
	r := &reader{in: text}
	decode(r)
	r.space()
	if r.err == nil && r.at < len(r.in) {
		r.fail("unexpected data after the message")
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// A reader decodes values. On the first error, it stores the error in err and skips to the end of
// the input, so that all loops end.
type reader struct {
	in    string
	at    int
	depth int
	err   *SyntaxError
}

func (r *reader) fail(reason string) {
	if r.err == nil {
		r.err = &SyntaxError{r.at, reason}
	}
	r.at = len(r.in)
}

func (r *reader) unknown(key string) { r.fail("unknown member " + strconv.Quote(key)) }

// peek skips whitespace and returns the next byte, or 0 at the end.
func (r *reader) peek() byte {
	r.space()
	if r.at == len(r.in) {
		return 0
	}
	return r.in[r.at]
}

func (r *reader) space() {
	for r.at < len(r.in) {
		switch r.in[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// expect consumes a punctuation mark. If the mark is not next, it fails and returns false.
func (r *reader) expect(mark byte) bool {
	if r.peek() != mark {
		r.fail("expected " + strconv.QuoteRune(rune(mark)))
		return false
	}
	r.at++
	return true
}

// word consumes a literal if it is next, and reports whether it was.
func (r *reader) word(word string) bool {
	r.space()
	if len(r.in)-r.at >= len(word) && r.in[r.at:r.at+len(word)] == word {
		r.at += len(word)
		return true
	}
	return false
}

func (r *reader) null() bool { return r.word("null") }

func (r *reader) boolean() bool {
	if r.word("true") {
		return true
	}
	if !r.word("false") {
		r.fail("expected true or false")
	}
	return false
}

// number reads an integer. It fails if there is a fraction or an exponent.
func (r *reader) number() int {
	r.space()
	start := r.at
	if r.at < len(r.in) && r.in[r.at] == '-' {
		r.at++
	}
	digits := r.at
	for r.at < len(r.in) && '0' <= r.in[r.at] && r.in[r.at] <= '9' {
		r.at++
	}
	n, err := strconv.Atoi(r.in[start:r.at])
	if err != nil || r.in[digits] == '0' && r.at > digits+1 {
		r.at = start
		r.fail("expected an integer")
	}
	return n
}

// open consumes the opening bracket of an object or a list. It fails and returns false if the
// bracket is not next, or the nesting is too deep.
func (r *reader) open(mark byte) bool {
	if r.depth == maxNesting {
		r.fail("the nesting is too deep")
		return false
	}
	r.depth++
	return r.expect(mark)
}

// more reports whether there is another item. It consumes the comma before it, or else the closing
// bracket.
func (r *reader) more(closing byte, first bool) bool {
	if r.peek() == closing {
		r.at++
		r.depth--
		return false
	}
	return first || r.expect(',')
}

// members iterates over the names of an object's members. The body of the loop must read the value
// of each member.
func (r *reader) members(yield func(string) bool) {
	if !r.open('{') {
		return
	}
	for first := true; r.more('}', first); first = false {
		key := r.text()
		if !r.expect(':') || !yield(key) {
			return
		}
	}
}

func readList[T any](r *reader, item func(*reader, *T)) []T {
	if r.null() || !r.open('[') {
		return nil
	}
	list := []T{}
	for first := true; r.more(']', first) && r.err == nil; first = false {
		list = append(list, *new(T))
		item(r, &list[len(list)-1])
	}
	return list
}

// text reads a string. A string of plain ASCII shares the memory of the input.
func (r *reader) text() string {
	if r.peek() != '"' {
		r.fail("expected a string")
		return ""
	}
	r.at++
	start := r.at
	for r.at < len(r.in) {
		switch c := r.in[r.at]; {
		case c == '"':
			r.at++
			return r.in[start : r.at-1]
		case c == '\\' || c >= utf8.RuneSelf:
			return r.escapedText(start)
		case c < ' ':
			r.fail("a control character in a string must be escaped")
			return ""
		}
		r.at++
	}
	r.fail("the string is not terminated")
	return ""
}

// escapedText reads the rest of a string that begins at start and contains an escape or a character
// beyond ASCII. It copies the string only once, because files of a document can be large.
func (r *reader) escapedText(start int) string {
	var out strings.Builder
	out.Grow(r.textEnd() - start)
	from := start // start of the part that is copied unchanged next
	for r.at < len(r.in) {
		switch c := r.in[r.at]; {
		case c == '"':
			out.WriteString(r.in[from:r.at])
			r.at++
			return out.String()
		case c == '\\':
			out.WriteString(r.in[from:r.at])
			out.WriteRune(r.escape())
			from = r.at
		case c < ' ':
			r.fail("a control character in a string must be escaped")
		case c < utf8.RuneSelf:
			r.at++
		default:
			char, size := utf8.DecodeRuneInString(r.in[r.at:])
			if char == utf8.RuneError {
				out.WriteString(r.in[from:r.at])
				out.WriteRune(char)
				from = r.at + size
			}
			r.at += size
		}
	}
	r.fail("the string is not terminated")
	return ""
}

// textEnd returns the end of the encoding of the string that is being read, or the end of the
// input. The string is at most as long as its encoding.
func (r *reader) textEnd() int {
	i := r.at
	for i < len(r.in) && r.in[i] != '"' {
		if r.in[i] == '\\' {
			i++
		}
		i++
	}
	return min(i, len(r.in))
}

// escape reads one escape, or the two escapes of a surrogate pair.
func (r *reader) escape() rune {
	if r.at+1 < len(r.in) {
		if c := r.in[r.at+1]; c != 'u' && unescaped[c] != 0 {
			r.at += 2
			return rune(unescaped[c])
		}
	}
	unit, ok := r.unit()
	if !ok {
		r.fail("unknown escape")
		return utf8.RuneError
	}
	r.at += 6
	if utf16.IsSurrogate(unit) {
		low, _ := r.unit()
		if pair := utf16.DecodeRune(unit, low); pair != utf8.RuneError {
			r.at += 6
			return pair
		}
	}
	return unit // a lone surrogate becomes U+FFFD
}

// unit returns the code unit of the escape \uXXXX at the current offset. It returns false if there
// is no such escape.
func (r *reader) unit() (rune, bool) {
	if len(r.in)-r.at < 6 || r.in[r.at] != '\\' || r.in[r.at+1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(r.in[r.at+2 : r.at+6]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		unit = unit<<4 | rune(c)
	}
	return unit, true
}

// unescaped maps the letter of each short escape to the byte that it represents, and other letters
// to 0.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// A writer collects the encoding of a message. Each method writes a key and a value in one call,
// which halves the size of the generated encoders; they are called in hundreds of places, so they are not inlined.
type writer struct{ out []byte }

//go:noinline
func (w *writer) key(key string) { w.out = append(w.out, key...) }

//go:noinline
func (w *writer) text(key, text string) {
	w.key(key)
	w.out = appendText(w.out, text)
}

//go:noinline
func (w *writer) number(key string, n int) {
	w.key(key)
	w.out = strconv.AppendInt(w.out, int64(n), 10)
}

//go:noinline
func (w *writer) boolean(key string, v bool) {
	w.key(key)
	w.out = strconv.AppendBool(w.out, v)
}

//go:noinline
func (w *writer) texts(key string, list []string) {
	w.key(key)
	w.out = appendTexts(w.out, list)
}

// list writes a list of length items, for each of which it calls item. It is not generic, because a
// generic function would be compiled for each type.
func (w *writer) list(key string, length int, item func(i int)) {
	w.key(key)
	w.out = append(w.out, '[')
	for i := range length {
		if i > 0 {
			w.out = append(w.out, ',')
		}
		item(i)
	}
	w.out = append(w.out, ']')
}

func appendTexts(b []byte, list []string) []byte {
	b = append(b, '[')
	for i, text := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, text)
	}
	return append(b, ']')
}

// appendText appends a string literal in UTF-8. It escapes what JSON requires, and U+2028 and
// U+2029, which end lines in older versions of JavaScript. It replaces bytes that are not UTF-8
// with \ufffd.
func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(text); {
		c := text[i]
		if isVerbatim[c] {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			b = append(b, text[start:i]...)
			b = appendEscape(b, c)
			i++
			start = i
			continue
		}
		char, size := utf8.DecodeRuneInString(text[i:])
		if char == utf8.RuneError && size == 1 || char == '\u2028' || char == '\u2029' {
			b = append(b, text[start:i]...)
			b = append(b, `\u`...)
			b = appendHex(b, uint16(char))
			start = i + size
		}
		i += size
	}
	b = append(b, text[start:]...)
	return append(b, '"')
}

// isVerbatim tells which bytes are written as they are: those of ASCII that need no escape. A long result consists of
// little else, and a look into a table is faster than three comparisons under wasm.
var isVerbatim = func() (table [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		table[c] = c != '"' && c != '\\'
	}
	return table
}()

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return appendHex(append(b, `\u`...), uint16(c))
}

func appendHex(b []byte, unit uint16) []byte {
	const digits = "0123456789abcdef"
	return append(b, digits[unit>>12], digits[unit>>8&15], digits[unit>>4&15], digits[unit&15])
}

// appendInts appends a list of numbers. It has a fast path for small numbers, because a long result
// has tens of thousands of marks.
func appendInts[T int | int32](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if n < 0 || n > 99_999 {
			b = strconv.AppendInt(b, int64(n), 10)
			continue
		}
		unit := T(1)
		for unit*10 <= n {
			unit *= 10
		}
		for ; unit > 0; unit /= 10 {
			b = append(b, byte('0'+n/unit%10))
		}
	}
	return append(b, ']')
}
