package stdlib

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Characters calls visit for each grapheme cluster of a string, which is a character as users see
// it, until visit returns false. It does not use uniseg.Graphemes, which also finds words and
// sentences and therefore needs large tables.
func Characters(text string, visit func(character string) bool) {
	for rest, state := text, -1; rest != ""; {
		var character string
		character, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if !visit(character) {
			return
		}
	}
}

// CountCharacters returns the number of grapheme clusters in a string.
func CountCharacters(text string) int { return uniseg.GraphemeClusterCount(text) }

// Substring returns at most length grapheme clusters of a string, starting with the one at offset, or
// all of them if length is negative.
func Substring(text string, offset, length int) string {
	if length == 0 {
		return ""
	}
	position, at, from, to := 0, 0, len(text), len(text)
	Characters(text, func(character string) bool {
		if position == offset {
			from = at
		}
		position++
		at += len(character)
		if length > 0 && position-offset == length {
			to = at
			return false
		}
		return true
	})
	return text[from:to]
}

// Reverse returns the grapheme clusters of a string in reverse order.
func Reverse(text string) string { return uniseg.ReverseString(text) }

// Indent indents every line of a string except the first.
func Indent(text string, spaces int) string {
	return strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", spaces))
}

// QueryEscape is url.QueryEscape, without the 19 KB that net/url would add.
func QueryEscape(text string) string {
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		switch b := text[i]; {
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
