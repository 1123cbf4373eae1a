package main

import (
	"io"
	"os"
	"slices"
	"unicode/utf8"
)

// A printer escapes untrusted text and writes it. The bytes of a character may be written in several
// parts: the printer keeps them until the character is complete.
type printer struct {
	to      io.Writer
	escape  func(text string) string
	pending []byte // the first bytes of an incomplete character
}

// maxPiece limits how much text is escaped at a time: the output can be large, and is copied several times.
const maxPiece = 64 << 10

// Write escapes and writes all complete characters, and keeps the bytes of an incomplete one at the
// end.
func (p *printer) Write(text []byte) (int, error) {
	for piece := range slices.Chunk(text, maxPiece) {
		if err := p.writePiece(piece); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

func (p *printer) writePiece(piece []byte) error {
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
	return err
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
