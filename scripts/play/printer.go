package main

import (
	"io"
	"os"
	"unicode/utf8"
)

// A printer writes what strangers wrote to a terminal: characters that would steer it are
// escaped. A character may come in two pieces; the first is kept until the second is here.
type printer struct {
	to     io.Writer
	escape func(text string) string
	begun  []byte // of a character
}

func (p *printer) Write(piece []byte) (int, error) {
	text := append(p.begun, piece...)
	whole := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if last := text[len(text)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= back
			}
			break
		}
	}
	p.begun = append([]byte(nil), text[whole:]...)
	_, err := io.WriteString(p.to, p.escape(string(text[:whole])))
	return len(piece), err
}

// Close writes what was kept of a character that does not end.
func (p *printer) Close() error {
	_, err := io.WriteString(p.to, p.escape(string(p.begun)))
	p.begun = nil
	return err
}

// unchanged is for bytes that another program reads.
func unchanged(text string) string { return text }

// isTerminal reports whether somebody looks at what is written.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
