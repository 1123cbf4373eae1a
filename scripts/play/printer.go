package main

import (
	"io"
	"os"
	"unicode/utf8"
)

// A printer escapes untrusted text and writes it. The bytes of a character may be written in several
// parts: the printer keeps them until the character is complete.
type printer struct {
	to      io.Writer
	escape  func(text string) string
	pending []byte // the first bytes of an incomplete character
}

// Write escapes and writes all complete characters, and keeps the bytes of an incomplete one at the
// end.
func (p *printer) Write(piece []byte) (int, error) {
	text := append(p.pending, piece...)
	whole := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if last := text[len(text)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= back
			}
			break
		}
	}
	p.pending = append([]byte(nil), text[whole:]...)
	_, err := io.WriteString(p.to, p.escape(string(text[:whole])))
	return len(piece), err
}

// Close writes the bytes of an incomplete character.
func (p *printer) Close() error {
	_, err := io.WriteString(p.to, p.escape(string(p.pending)))
	p.pending = nil
	return err
}

// unchanged is the escape function for output that other programs read.
func unchanged(text string) string { return text }

// isTerminal reports whether output goes to a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
