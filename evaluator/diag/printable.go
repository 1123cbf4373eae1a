package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns text that is safe to print on a terminal. Templates, names and links may come
// from strangers, and an escape sequence, a C1 control or a bidirectional control in them could
// retitle, clear or forge the screen. As in less, these become <U+001B>, and bytes that are not
// UTF-8 <0x9B>. Line breaks and tabs are kept.
func Printable(text string) string { return printable(text, "\n\t") }

// PrintableLine is Printable for text that has to stay on one line, such as the name of a file.
func PrintableLine(text string) string { return printable(text, "\t") }

func printable(text, kept string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || IsControl(r) }) {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<0x%02X>", text[at])
		case IsControl(r) && !strings.ContainsRune(kept, r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		at += size
	}
	return b.String()
}

// IsControl reports whether a character controls the display instead of being shown: controls (C0,
// delete and C1), bidirectional controls, line and paragraph separators.
func IsControl(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// EscapeJSON replaces such characters with JSON escapes. They occur only in strings, so the meaning
// of the document does not change. Line breaks are kept.
func EscapeJSON(text string) string {
	var out []byte
	for _, r := range text {
		if r != '\n' && IsControl(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out)
}
