package render

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Marked returns text that a dialect has formatted itself, with a mark for each line of each piece.
// The pieces must be in the order of the text.
func Marked(text string, pieces []bind.Piece) Text {
	w := &writer{line: 1, column: 1, reveal: true, marks: make([]Mark, 0, len(pieces))}
	at := 0
	plain := func(end int) {
		w.lines(text[at:end], func(line string) { w.write(line) })
		at = end
	}
	for _, p := range pieces {
		plain(p.Start)
		state, span := StateOf(p.Value), p.Value.Origin
		if p.IsKey {
			state, span = Key, p.KeyAt
		}
		w.lines(text[at:p.End], func(line string) { w.mark(line, state, span) })
		at = p.End
	}
	plain(len(text))
	return Text{Text: text, Marks: w.marks}
}

// lines writes text line by line. It calls write for each line that is not empty.
func (w *writer) lines(text string, write func(line string)) {
	for {
		line, rest, more := strings.Cut(text, "\n")
		if line != "" {
			write(line)
		}
		if !more {
			return
		}
		w.newline()
		text = rest
	}
}

// PieceAt returns the path of the piece at a position in a text, whose column counts UTF-16 code
// units. It returns false if there is no piece.
func PieceAt(text string, pieces []bind.Piece, at source.Position) (value.Path, bool) {
	offset := source.NewFile("", text).Offset16(at)
	for _, p := range pieces {
		if p.Start <= offset && offset <= p.End {
			return p.Path, true
		}
	}
	return "", false
}
