package protocol

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file implements the JSON of the generated codec: appending to write, a strict pull reader
// to read. encoding/json would cost the engine 100 KB and take four times as long.

// maxNesting limits the nesting of objects and lists. Requests nest four levels; the limit keeps
// hostile input from exhausting the stack.
const maxNesting = 500

// A SyntaxError says why a text is not a message, and at which byte.
type SyntaxError struct {
	Offset int
	Reason string
}

// Error returns the reason with the offset.
func (e *SyntaxError) Error() string {
	return e.Reason + " at byte " + strconv.Itoa(e.Offset)
}

// A Message is a struct of the protocol; each can be encoded and decoded.
type Message interface {
	AppendJSON(b []byte) []byte
	decode(r *reader)
}

// DecodeRequest decodes a request. Its strings may share the memory of text.
func DecodeRequest(text string) (*Request, error) {
	request := &Request{}
	return request, read(text, request.decode)
}

// Decode decodes a message. It refuses malformed JSON and members that the message does not have.
// Bytes that are not UTF-8 become U+FFFD.
func Decode(text []byte, into Message) error { return read(string(text), into.decode) }

// read does not refer to Message, so that an engine, which only decodes requests, does not contain
// the decoders of all other messages.
func read(text string, decode func(r *reader)) error {
	r := &reader{in: text}
	decode(r)
	r.space()
	if r.err == nil && r.at < len(r.in) {
		r.fail("there is more after the message")
	}
	if r.err != nil {
		return r.err
	}
	return nil
}

// A reader decodes values. After the first mistake it moves to the end, so that all loops finish;
// err keeps the mistake.
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

func (r *reader) unknown(key string) { r.fail("there is no member " + strconv.Quote(key)) }

// peek returns the next byte that is not space, 0 at the end.
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

// expect consumes a punctuation mark, and returns false, with a mistake, if it is not next.
func (r *reader) expect(mark byte) bool {
	if r.peek() != mark {
		r.fail("here should be " + strconv.QuoteRune(rune(mark)))
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
		r.fail("here should be true or false")
	}
	return false
}

// number reads an integer, without a fraction or exponent.
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
		r.fail("here should be an integer")
	}
	return n
}

// open consumes the opening mark of an object or a list.
func (r *reader) open(mark byte) bool {
	if r.depth == maxNesting {
		r.fail("the nesting is too deep")
		return false
	}
	r.depth++
	return r.expect(mark)
}

// more reports whether another item precedes the closing mark, which it consumes.
func (r *reader) more(closing byte, first bool) bool {
	if r.peek() == closing {
		r.at++
		r.depth--
		return false
	}
	return first || r.expect(',')
}

// members iterates over the names of an object's members; the body of the loop must read the value
// of each.
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

// text reads a string; one without escapes shares the memory of the input.
func (r *reader) text() string {
	if r.peek() != '"' {
		r.fail("a string is expected here")
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
			r.fail("a control character in a string is written as an escape")
			return ""
		}
		r.at++
	}
	r.fail("the text has no end")
	return ""
}

// escapedText continues where text met anything other than plain ASCII. The files of a document
// are read by it: they are copied once, piece by piece.
func (r *reader) escapedText(start int) string {
	var out strings.Builder
	out.Grow(r.textEnd() - start)
	from := start // start of the part to be copied unchanged
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
			r.fail("a control character in a string is written as an escape")
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
	r.fail("the text has no end")
	return ""
}

// textEnd estimates the end of the string being read: no string is longer than its encoding.
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

// escape reads one escape, or the two of a surrogate pair.
func (r *reader) escape() rune {
	if r.at+1 < len(r.in) {
		if c := r.in[r.at+1]; c != 'u' && unescaped[c] != 0 {
			r.at += 2
			return rune(unescaped[c])
		}
	}
	unit, ok := r.unit()
	if !ok {
		r.fail("there is no such escape")
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

// unit reads the code unit of a \uXXXX.
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

// unescaped maps each one-letter escape to its byte, all others to 0.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// A writer collects the encoding. One call for each member, instead of an append for the key and
// one for the value, halves the size of the encoders.
type writer struct{ out []byte }

func (w *writer) key(key string) { w.out = append(w.out, key...) }

func (w *writer) text(key, text string) {
	w.key(key)
	w.out = appendText(w.out, text)
}

func (w *writer) number(key string, n int) {
	w.key(key)
	w.out = strconv.AppendInt(w.out, int64(n), 10)
}

func (w *writer) boolean(key string, v bool) {
	w.key(key)
	w.out = strconv.AppendBool(w.out, v)
}

func (w *writer) numbers(key string, list []int) {
	w.key(key)
	w.out = appendInts(w.out, list)
}

func (w *writer) texts(key string, list []string) {
	w.key(key)
	w.out = appendTexts(w.out, list)
}

// list writes a list of length items; item writes each. It is not generic, since that would be
// compiled for each type.
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

// appendText appends a string literal: UTF-8, with escapes where JSON requires them, for bytes
// that are not UTF-8 (as U+FFFD), and for U+2028 and U+2029, which end lines in older JavaScript.
func appendText(b []byte, text string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c < ' ' || c == '"' || c == '\\' {
				b = append(b, text[start:i]...)
				b = appendEscape(b, c)
				start = i + 1
			}
			i++
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

// appendInts appends a list of numbers. A long result has tens of thousands, most of them small.
func appendInts(b []byte, list []int) []byte {
	b = append(b, '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		if n < 0 || n > 99_999 {
			b = strconv.AppendInt(b, int64(n), 10)
			continue
		}
		unit := 1
		for unit*10 <= n {
			unit *= 10
		}
		for ; unit > 0; unit /= 10 {
			b = append(b, byte('0'+n/unit%10))
		}
	}
	return append(b, ']')
}
