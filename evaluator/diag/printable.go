package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable returns a text that a terminal only shows. Templates, names and links are written
// by strangers, and an escape sequence, a C1 control or a mark of direction in them could
// retitle, clear or forge what is on the screen: these become <U+001B>, as in less, and bytes
// that are not UTF-8 <0x9B>. Line breaks and tabs stay.
func Printable(text string) string { return printable(text, "\n\t") }

// PrintableLine is Printable for what has to stay on one line, such as the name of a file.
func PrintableLine(text string) string { return printable(text, "\t") }

func printable(text, kept string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || Steers(r) }) {
		return text
	}
	var b strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "<0x%02X>", text[at])
		case Steers(r) && !strings.ContainsRune(kept, r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
		at += size
	}
	return b.String()
}

// Steers reports whether a character tells whoever shows a text what to do instead of being
// shown: controls (C0, delete and C1), marks of direction, line and paragraph separators.
func Steers(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// EscapeJSON escapes such characters by the means of JSON, where they are only in texts: the
// document stays the same. Line breaks are kept.
func EscapeJSON(text string) string {
	var out []byte
	for _, r := range text {
		if r != '\n' && Steers(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r)
		}
	}
	return string(out)
}
