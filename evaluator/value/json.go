package value

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A JSONStyle is a style of writing JSON.
type JSONStyle struct {
	SortKeys   bool   // write keys in byte order instead of the object's order
	EscapeHTML bool   // write < > & as \u003c \u003e \u0026, as Go's encoder does
	ASCII      bool   // write non-ASCII characters as \uXXXX, as Python's encoder does
	Comma      string // the separator between elements; "" means ","
	Colon      string // the separator after a key; "" means ":"
	// Number formats a number. If it is nil, the number's digits are written unchanged.
	Number func(Number) string
	// Secret returns the JSON text to write for a secret. If it is nil, secrets are written like
	// other values.
	Secret func() string
	// Special appends an unknown or tagged value. If it is nil, such values are written as null.
	Special func(b []byte, v Value) []byte
}

// GoJSON is the style of Go's encoding/json: compact, keys sorted, HTML escaped.
var GoJSON = JSONStyle{SortKeys: true, EscapeHTML: true}

// JSON returns v as JSON in the given style.
func JSON(v Value, style JSONStyle) string { return string(AppendJSON(nil, v, &style)) }

// AppendJSON appends v as JSON to b.
func AppendJSON(b []byte, v Value, style *JSONStyle) []byte {
	if style.Secret != nil && v.IsSecret() {
		return append(b, style.Secret()...)
	}
	switch d := v.Data.(type) {
	case nil, Null:
		return append(b, "null"...)
	case Bool:
		if d {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case Number:
		if style.Number != nil {
			return append(b, style.Number(d)...)
		}
		return append(b, d...)
	case String:
		return AppendQuoted(b, string(d), style.EscapeHTML, style.ASCII)
	case *List:
		b = append(b, '[')
		for i, c := range d.Items {
			if i > 0 {
				b = append(b, orDefault(style.Comma, ",")...)
			}
			b = AppendJSON(b, c, style)
		}
		return append(b, ']')
	case *Object:
		return appendObject(b, d, style)
	}
	if style.Special != nil {
		return style.Special(b, v)
	}
	return append(b, "null"...)
}

func appendObject(b []byte, o *Object, style *JSONStyle) []byte {
	fields := o.Fields
	if style.SortKeys {
		fields = Sorted(fields)
	}
	b = append(b, '{')
	for i := range fields {
		if i > 0 {
			b = append(b, orDefault(style.Comma, ",")...)
		}
		b = AppendQuoted(b, fields[i].Key, style.EscapeHTML, style.ASCII)
		b = append(b, orDefault(style.Colon, ":")...)
		b = AppendJSON(b, fields[i].Value, style)
	}
	return append(b, '}')
}

func orDefault(s, or string) string {
	if s == "" {
		return or
	}
	return s
}

// Sorted returns fields sorted by the bytes of their keys. It does not modify its argument.
func Sorted(fields []Field) []Field {
	if ascending(fields) {
		return fields
	}
	fields = slices.Clone(fields)
	slices.SortStableFunc(fields, func(a, b Field) int { return strings.Compare(a.Key, b.Key) })
	return fields
}

const hexDigits = "0123456789abcdef"

// AppendQuoted appends s as a JSON string to b. Invalid UTF-8 becomes U+FFFD. For html and ascii,
// see the fields EscapeHTML and ASCII of JSONStyle.
func AppendQuoted(b []byte, s string, html, ascii bool) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && (c != 0x7f || !ascii) &&
				!(html && (c == '<' || c == '>' || c == '&')) {
				i++
				continue
			}
			b = append(b, s[start:i]...)
			b = appendEscape(b, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || ascii || r == '\u2028' || r == '\u2029' {
			b = append(b, s[start:i]...)
			b = appendUnicode(b, r)
			i += size
			start = i
			continue
		}
		i += size
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	}
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

func appendUnicode(b []byte, r rune) []byte {
	if r > 0xFFFF {
		r -= 0x10000
		return appendUnicode(appendUnicode(b, 0xD800+r>>10), 0xDC00+r&0x3FF)
	}
	return append(b, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// Quote returns s as a JSON string with minimal escaping.
func Quote(s string) string { return strings.Clone(string(AppendQuoted(nil, s, false, false))) }
