package render

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Marked returns text that a dialect has formatted itself, with a mark for each line of each piece.
// The pieces must be in the order of the text.
func Marked(text string, pieces []bind.Piece) Text {
	w := &writer{line: 1, column: 1, marks: make([]Mark, 0, len(pieces)), given: text}
	for _, p := range pieces {
		w.copyTo(p.Start)
		state, span := StateOf(p.Value), p.Value.Origin
		if p.IsKey {
			state, span = Key, p.KeyAt
		}
		w.markTo(p.End, state, span)
	}
	w.copyTo(len(text))
	return Text{Text: text, Marks: w.marks}
}

// RepeatingWritten is like Marked for the text of a view. It repeats the marks of entries of a past text, like
// Repeating.
func (r *Renderer) RepeatingWritten(view string, t *bind.Written, reveal bool, past *Past, moves []*source.Move,
	kept int) (Text, *Past) {
	w := &writer{line: 1, column: 1, marks: r.marks[:0], given: t.Text}
	r.startRepeating(w, view, reveal, past, moves, kept)
	at := int32(0)
	for i := range t.Entries {
		e := &t.Entries[i]
		w.copyPieces(t.Pieces[at:e.Piece], e.Start)
		if past := w.pastBlock(e.Field); past == nil || !w.repeat(past, e.Field) {
			b := w.startBlock(e.Field)
			if len(w.marks) > 64 { // then there will be many
				w.marks = slices.Grow(w.marks, len(t.Pieces[e.Piece:]))
			}
			w.copyPieces(t.Pieces[e.Piece:e.Next], e.End)
			w.endBlock(b)
		}
		at = e.Next
	}
	w.copyPieces(t.Pieces[at:], int32(len(t.Text)))
	next := r.endRepeating(w, view, t.Text, reveal, past)
	return Text{Text: t.Text, Marks: w.marks, Repeats: w.repeats}, next
}

// copyPieces writes the given text up to end, with the pieces in it.
func (w *writer) copyPieces(pieces []bind.TextPiece, end int32) {
	for i := range pieces {
		p := &pieces[i]
		w.copyTo(int(p.Start))
		if p.Key != nil {
			w.markTo(int(p.End), Key, p.Key.KeyAt)
		} else {
			w.markTo(int(p.End), StateOf(*p.Value), p.Value.Origin)
		}
	}
	w.copyTo(int(end))
}

// copyTo writes the given text up to end.
func (w *writer) copyTo(end int) {
	for line := range w.linesTo(end) {
		w.write(line)
	}
}

// markTo writes the given text up to end, with a mark for each line.
func (w *writer) markTo(end int, state State, span source.Span) {
	for line := range w.linesTo(end) {
		w.mark(line, state, span)
	}
}

// linesTo calls write for each line of the given text up to end that is not empty.
func (w *writer) linesTo(end int) func(write func(line string) bool) {
	return func(write func(line string) bool) {
		for text := w.given[w.size:end]; ; {
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
