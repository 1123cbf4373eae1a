// Package charset converts text to and from the encodings that Terraform knows by their
// IANA names.
//
// The encodings of one byte per character and those of Unicode are part of the engine.
// The East Asian ones need tables of hundreds of kilobytes: they are known by name, and
// whoever has the tables hands them in as Tables.
package charset

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// An Encoding is one that Terraform knows.
type Encoding struct {
	Name  string // IANA's, as messages write it
	kind  kind
	table *charmap.Charmap
}

// Tables converts the encodings whose tables are kept apart from the engine. Name is the
// Encoding's.
type Tables interface {
	Encode(name, text string) ([]byte, bool)
	Decode(name string, data []byte) (string, bool)
}

type kind uint8

const (
	single kind = iota // table
	ascii
	utf8Kind
	utf16BE
	utf16LE
	utf16Mark // big-endian with a byte order mark
	apart
)

// Find returns the encoding with a name or alias, in any case.
func Find(name string) (Encoding, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for i := range encodings {
		e := &encodings[i]
		if strings.Contains(" "+e.aliases+" ", " "+name+" ") && name != "" {
			return Encoding{e.name, e.kind, e.table}, true
		}
	}
	return Encoding{}, false
}

// IsApart reports whether the encoding needs Tables.
func (e Encoding) IsApart() bool { return e.kind == apart }

// Encode returns text in the encoding; false says that it has characters that the
// encoding has not.
func (e Encoding) Encode(text string, tables Tables) ([]byte, bool) {
	switch e.kind {
	case utf8Kind:
		return []byte(text), true
	case apart:
		return tables.Encode(e.Name, text)
	case utf16BE, utf16LE, utf16Mark:
		return encode16(text, e.kind), true
	}
	out := make([]byte, 0, len(text))
	for _, r := range text {
		b, ok := byte(r), r < utf8.RuneSelf
		if e.kind == single {
			b, ok = e.table.EncodeRune(r)
		}
		if !ok {
			return nil, false
		}
		out = append(out, b)
	}
	return out, true
}

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

// Decode returns the text that data encodes; false says that it has bytes that mean
// nothing, or U+FFFD.
func (e Encoding) Decode(data []byte, tables Tables) (string, bool) {
	var text string
	switch e.kind {
	case utf8Kind:
		if !utf8.Valid(data) {
			return "", false
		}
		text = string(data)
	case apart:
		var ok bool
		if text, ok = tables.Decode(e.Name, data); !ok {
			return "", false
		}
	case utf16BE, utf16LE, utf16Mark:
		text = decode16(data, e.kind)
	default:
		var out strings.Builder
		for _, b := range data {
			switch {
			case e.kind == single:
				out.WriteRune(e.table.DecodeByte(b))
			case b < utf8.RuneSelf:
				out.WriteByte(b)
			default:
				return "", false
			}
		}
		text = out.String()
	}
	return text, !strings.ContainsRune(text, utf8.RuneError)
}

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
