// Package charset converts text to and from the encodings that Terraform supports, by their IANA
// names.
//
// Unicode's own encodings, ASCII and Latin 1 need no tables. All others use Tables, read
// from a data file of 70 KB when compressed. Package sheets generates the file, and the host supplies
// it when an evaluation asks for it.
package charset

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// File is the name of the data file.
const File = "charsets"

// An Encoding is an encoding that Terraform supports.
type Encoding struct {
	Name string // IANA's name, as in messages
	kind kind
}

type kind uint8

const (
	// The order matters: from shiftJIS on, all kinds need tables.
	single kind = iota // a table of one byte for each character
	ascii
	latin1
	utf8Kind
	utf16BE
	utf16LE
	utf16Mark // big-endian with a byte order mark
	shiftJIS
	eucJP
	iso2022JP
	eucKR
	gbk
	gb18030
	hz
	big5
)

// Find returns the encoding with the given name or alias, in any case and with spaces around it.
func Find(name string) (Encoding, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for i := range encodings {
		e := &encodings[i]
		if slices.Contains(strings.Fields(e.aliases), name) {
			return Encoding{e.name, e.kind}, true
		}
	}
	return Encoding{}, false
}

// All returns the encodings. Package sheets generates the tables from the list.
func All() []Encoding {
	var all []Encoding
	for _, e := range encodings {
		all = append(all, Encoding{e.name, e.kind})
	}
	return all
}

// IsSingle reports whether the encoding writes each character as one byte by a table.
func (e Encoding) IsSingle() bool { return e.kind == single }

// NeedsTables reports whether the encoding is part of the data file.
func (e Encoding) NeedsTables() bool { return e.kind == single || e.kind >= shiftJIS }

// Encode returns text in the encoding, or false if it contains characters that the encoding lacks.
// tables may be nil unless the encoding needs them.
func (e Encoding) Encode(text string, tables *Tables) ([]byte, bool) {
	switch e.kind {
	case ascii, latin1:
		return encodeLow(text, e.kind)
	case utf8Kind:
		return []byte(text), true
	case utf16BE, utf16LE, utf16Mark:
		return encode16(text, e.kind), true
	}
	w := &writer{tables: tables, encoding: e}
	return w.write(text)
}

// encodeLow encodes characters as bytes with the same number.
func encodeLow(text string, k kind) ([]byte, bool) {
	most := rune(utf8.RuneSelf - 1)
	if k == latin1 {
		most = 0xFF
	}
	out := make([]byte, 0, len(text))
	for _, r := range text {
		if r > most {
			return nil, false
		}
		out = append(out, byte(r))
	}
	return out, true
}

// encode16 encodes text as UTF-16. Only the kind with a mark begins with one.
func encode16(text string, k kind) []byte {
	var out []byte
	if k == utf16Mark {
		out = append(out, 0xFE, 0xFF)
	}
	for _, u := range utf16.Encode([]rune(text)) {
		if k == utf16LE {
			out = append(out, byte(u), byte(u>>8))
		} else {
			out = append(out, byte(u>>8), byte(u))
		}
	}
	return out
}

// Decode returns the text that data encodes, or false if it contains invalid bytes or U+FFFD.
// U+FFFD is refused even if the data contains it, because the original decodes invalid bytes to it
// and then searches the result for it.
func (e Encoding) Decode(data []byte, tables *Tables) (string, bool) {
	text, ok := string(data), true
	switch e.kind {
	case utf8Kind:
		ok = utf8.ValidString(text)
	case utf16BE, utf16LE, utf16Mark:
		text = decode16(data, e.kind)
	case ascii, latin1:
		runes := make([]rune, len(data))
		for i, b := range data {
			runes[i] = rune(b)
			ok = ok && (b < utf8.RuneSelf || e.kind == latin1)
		}
		text = string(runes)
	default:
		r := &reader{tables: tables, encoding: e}
		text, ok = r.read(data)
	}
	if !ok || strings.ContainsRune(text, utf8.RuneError) {
		return "", false
	}
	return text, true
}

// decode16 decodes UTF-16. A mark at the beginning determines the order of the bytes, but only for
// UTF-16 itself: in UTF-16LE and UTF-16BE it is a character. A byte without a second one becomes
// U+FFFD.
func decode16(data []byte, k kind) string {
	if k == utf16Mark && len(data) >= 2 {
		switch {
		case data[0] == 0xFE && data[1] == 0xFF:
			data = data[2:]
		case data[0] == 0xFF && data[1] == 0xFE:
			data, k = data[2:], utf16LE
		}
	}
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		u := uint16(data[i])<<8 | uint16(data[i+1])
		if k == utf16LE {
			u = u>>8 | u<<8
		}
		units = append(units, u)
	}
	text := string(utf16.Decode(units))
	if len(data)%2 == 1 {
		text += string(utf8.RuneError)
	}
	return text
}
