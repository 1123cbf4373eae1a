package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns text in a form that is safe to print on a terminal. Templates, names and links
// may come from strangers. An escape sequence, a C1 control or a bidirectional control in them
// could change the terminal's title, clear the screen or make text appear as something else.
// Printable replaces such characters with their numbers, as less does: <U+001B>, or <0x9B> for a
// byte that is not UTF-8. It keeps line breaks and tabs.
func Printable(text string) string { return printable(text, "\n\t") }

// PrintableLine is like Printable, but also replaces line breaks. It is for text that must stay on
// one line, such as the name of a file.
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

// IsControl reports whether a character controls the display instead of being displayed: a control
// character (C0, delete or C1), a bidirectional control, or a line or paragraph separator.
func IsControl(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// EscapeJSON replaces the control characters of a JSON text (IsControl) with JSON escapes, except
// line breaks. Since JSON allows them only in strings, the meaning of the text does not change.
func EscapeJSON(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	for _, r := range text {
		if r != '\n' && IsControl(r) {
			fmt.Fprintf(&out, `\u%04x`, r)
		} else {
			out.WriteRune(r)
		}
	}
	return out.String()
}
