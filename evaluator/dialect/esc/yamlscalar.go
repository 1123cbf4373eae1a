package esc

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// scalar formats a scalar; the lines of a block scalar are indented by indent.
func (w *yamlWriter) scalar(v value.Value, indent int) string {
	switch d := v.Data.(type) {
	case value.Bool:
		if d {
			return "true"
		}
		return "false"
	case value.Number:
		return w.text(string(d), indent, false)
	case value.String:
		return w.text(string(d), indent, false)
	}
	return "null"
}

// text formats a string in the style that yaml.v3 chooses: plain, quoted or as a block.
func (w *yamlWriter) text(s string, indent int, isKey bool) string {
	if !utf8.ValidString(s) {
		return w.binary(s, indent)
	}
	t := traitsOf(s)
	switch {
	case strings.Contains(s, "\n"):
		// A block scalar cannot be a key.
		if t.block && !isKey {
			return w.literal(s, indent)
		}
		return doubleQuoted(s)
	case !canBePlain(s):
		return doubleQuoted(s)
	case t.plain:
		return s
	case t.single:
		return "'" + indentLines(strings.ReplaceAll(s, "'", "''"), indent, false) + "'"
	}
	return doubleQuoted(s)
}

// binaryTag marks a string whose bytes are encoded as base64.
const binaryTag = "!!binary"

// binary formats bytes that are not valid UTF-8.
func (w *yamlWriter) binary(s string, indent int) string {
	encoded := binaryText(s)
	if strings.Contains(encoded, "\n") {
		encoded = w.literal(encoded, indent)
	}
	return binaryTag + " " + encoded
}

// binaryText encodes bytes as base64, on several lines if it is long.
func binaryText(s string) string {
	const width = 70
	encoded := base64.StdEncoding.EncodeToString([]byte(s))
	if len(encoded) < width {
		return encoded
	}
	var b strings.Builder
	for len(encoded) > 0 {
		n := min(width, len(encoded))
		b.WriteString(encoded[:n])
		b.WriteByte('\n')
		encoded = encoded[n:]
	}
	return b.String()
}

// literal formats a block scalar, with the line break at the end of the string, if it has one.
func (w *yamlWriter) literal(s string, indent int) string {
	var b strings.Builder
	b.WriteByte('|')
	// If the first line begins with a blank, it cannot show the indentation, so the header contains
	// a number. yaml.v3 writes the indentation of one level, however deep the scalar is.
	if s[0] == ' ' || strings.IndexFunc(s, isBreak) == 0 {
		b.WriteString(strconv.Itoa(w.step))
	}
	// A minus says that the string does not end with a line break, a plus that all line breaks at
	// its end belong to it; without either, exactly one does.
	_, last := utf8.DecodeLastRuneInString(s)
	switch {
	case !endsWithBreak(s):
		b.WriteByte('-')
	case len(s) == last || endsWithBreak(s[:len(s)-last]):
		b.WriteByte('+')
	}
	// yaml.v3 treats a leading line break as the one that ends the header.
	if strings.IndexFunc(s, isBreak) != 0 {
		b.WriteByte('\n')
	}
	b.WriteString(indentLines(s, indent, true))
	return b.String()
}

// canBePlain reports whether a string without quotes is read back as the same string, even by YAML
// 1.1 parsers.
func canBePlain(s string) bool {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return false
	}
	return yamltree.ResolveText(s, yamltree.YAMLv3).Kind == yamltree.String && !isBase60(s)
}

// isBase60 reports whether YAML 1.1 reads a string as a number such as 1:30.
func isBase60(s string) bool {
	s = strings.TrimLeft(s, "+-")
	head, rest, ok := strings.Cut(s, ":")
	if !ok || head == "" || head[0] == '_' || strings.Trim(head, "0123456789_") != "" {
		return false
	}
	rest, fraction, _ := strings.Cut(rest, ".")
	if strings.Trim(fraction, "0123456789_") != "" {
		return false
	}
	for _, part := range strings.Split(rest, ":") {
		if len(part) == 0 || len(part) > 2 || strings.Trim(part, "0123456789") != "" ||
			len(part) == 2 && part[0] > '5' {
			return false
		}
	}
	return true
}

// isBreak reports whether yaml.v3's emitter treats a printable character as a line break.
func isBreak(r rune) bool { return r == '\n' || isSeparator(r) }

// isSeparator reports whether a character is a line or paragraph separator.
func isSeparator(r rune) bool { return r == '\u2028' || r == '\u2029' }

// endsWithBreak reports whether a string ends with a line break.
func endsWithBreak(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isBreak(r)
}

// indentLines indents the text after each line break and, if first is set, that before the first
// one. It keeps line and paragraph separators.
func indentLines(s string, indent int, first bool) string {
	if !first && !strings.ContainsFunc(s, isBreak) {
		return s
	}
	var b strings.Builder
	blanks, isBegun := strings.Repeat(" ", indent), !first
	for _, r := range s {
		if !isBegun && !isBreak(r) {
			b.WriteString(blanks)
		}
		isBegun = !isBreak(r)
		b.WriteRune(r)
	}
	return b.String()
}

// lineEnd returns the line break to write after a scalar, or "" if the scalar ends with one.
func lineEnd(scalar string) string {
	if endsWithBreak(scalar) {
		return ""
	}
	return "\n"
}

// traits lists the styles in which a string can be written.
type traits struct{ plain, single, block bool }

// traitsOf follows the analysis of yaml.v3's emitter.
func traitsOf(s string) traits {
	t := traits{plain: true, single: true, block: true}
	if strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") || s != "" && beginsWithIndicator(s) {
		t.plain = false
	}
	for i, r := range s {
		switch {
		case r == '\t':
			t.plain, t.single = false, false
		case !isPrintable(r):
			return traits{}
		case r == ':' && followedByBlank(s, i+1), r == '#' && i > 0 && isBlankByte(s[i-1]):
			t.plain = false
		case isBreak(r):
			t.plain = false
			if i > 0 && s[i-1] == ' ' {
				return traits{} // a blank before a line break
			}
		case r == ' ' && endsWithBreak(s[:i]):
			t.single = false
		}
	}
	if strings.HasPrefix(s, " ") || strings.HasSuffix(s, " ") {
		t.plain = false
	}
	if strings.HasSuffix(s, " ") {
		t.block = false
	}
	return t
}

// beginsWithIndicator reports whether s begins with a YAML indicator.
func beginsWithIndicator(s string) bool {
	switch s[0] {
	case '#', ',', '[', ']', '{', '}', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`':
		return true
	case '?', ':', '-':
		return followedByBlank(s, 1)
	}
	return false
}

// followedByBlank reports whether a blank, or nothing, is at index i, so that an indicator before
// it counts as one.
func followedByBlank(s string, i int) bool { return i >= len(s) || s[i] == ' ' || s[i] == '\t' }

func isBlankByte(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// isPrintable follows yaml.v3's definition, in which nothing beyond U+FFFF is printable.
func isPrintable(r rune) bool {
	return r == '\n' || ' ' <= r && r <= '~' || 0xA0 <= r && r <= 0xD7FF || 0xE000 <= r && r <= 0xFFFD && r != 0xFEFF
}

const upperHex = "0123456789ABCDEF"

// doubleQuoted formats a string between double quotes, which can represent any string. If a string
// begins with a byte order mark, yaml.v3 escapes all of its characters.
func doubleQuoted(s string) string {
	b := []byte{'"'}
	isMarked := strings.HasPrefix(s, "\ufeff")
	for _, r := range s {
		if !isMarked && r != '\n' && r != '"' && r != '\\' && r != '\u2028' && r != '\u2029' && isPrintable(r) {
			b = utf8.AppendRune(b, r)
			continue
		}
		b = append(b, '\\')
		if i := strings.IndexRune("\x00\a\b\t\n\v\f\r\x1b\"\\\u0085\u00a0\u2028\u2029", r); i >= 0 {
			b = append(b, escapeOf(r))
			continue
		}
		// Characters without a short escape are written as numbers: \xFF, \uFFFF or \U0001F600.
		letter, digits := byte('x'), 2
		switch {
		case r > 0xFFFF:
			letter, digits = 'U', 8
		case r > 0xFF:
			letter, digits = 'u', 4
		}
		b = append(b, letter)
		for k := (digits - 1) * 4; k >= 0; k -= 4 {
			b = append(b, upperHex[r>>k&15])
		}
	}
	return string(append(b, '"'))
}

// escapeOf returns the letter after the backslash.
func escapeOf(r rune) byte {
	switch r {
	case 0:
		return '0'
	case '"', '\\':
		return byte(r)
	case 0x1b:
		return 'e'
	case 0x85:
		return 'N'
	case 0xa0:
		return '_'
	case 0x2028:
		return 'L'
	case 0x2029:
		return 'P'
	}
	return "abtnvfr"[r-7]
}
