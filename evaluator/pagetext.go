package evaluator

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A pastText is the last result that was rendered for the page. The next one repeats parts of it.
type pastText struct {
	past  *render.Past
	marks []int32        // of the entire text, as in protocol.Rendered
	files []*source.File // of the bundle
}

// A repetition is a pastText that a snapshot can repeat, because it has the same files. Without a past, it only
// records the result for the next snapshot.
type repetition struct {
	pastText
	moves []*source.Move // for each file, nil if it has not changed
	next  *render.Past
	same  []sameMarks // in order
}

// sameMarks are marks of a result that are equal to marks of the past one.
type sameMarks struct {
	old, next int // the indices of the first mark
	count     int
}

// repetition returns what the result of a bundle with these files can repeat.
func (p *pastText) repetition(files []*source.File) *repetition {
	r := &repetition{}
	sameName := func(a, b *source.File) bool { return a.Name == b.Name }
	if p.past == nil || !slices.EqualFunc(p.files, files, sameName) {
		return r
	}
	r.pastText, r.moves = *p, make([]*source.Move, len(files))
	for i, f := range files {
		if p.files[i] != f {
			r.moves[i] = source.NewMove(p.files[i], f)
		}
	}
	return r
}

// yaml renders a value as YAML. The first time, it repeats parts of the last result.
func (s *Snapshot) yaml(v value.Value, reveal bool) render.Text {
	r := s.repetition
	if r == nil || r.next != nil {
		return s.renderer.YAML(v, reveal)
	}
	text, next := s.renderer.Repeating(v, reveal, r.past, r.changes(), protocol.MaxMarks)
	r.next = next
	return text
}

// viewText returns the text of a view that formats its own text, with marks for the values in it. The first time, it
// repeats parts of the last result.
func (s *Snapshot) viewText(v bind.View, reveal bool) render.Text {
	if v.Written == nil {
		var pieces []bind.Piece
		text := v.Text(reveal, func(p bind.Piece) { pieces = append(pieces, p) })
		return render.Marked(text, pieces)
	}
	r := s.repetition
	if r == nil || r.next != nil {
		r = &repetition{}
	}
	text, next := s.renderer.RepeatingWritten(v.ID, v.Written(reveal), reveal, r.past, r.changes(),
		protocol.MaxMarks)
	r.next = next
	return text
}

// changes returns the moves of the files that have changed.
func (r *repetition) changes() []*source.Move {
	return slices.DeleteFunc(slices.Clone(r.moves), func(m *source.Move) bool { return m == nil })
}

// pageText converts a rendered text for the page: it replaces marks with numbers.
func (s *Snapshot) pageText(info protocol.ViewInfo, t render.Text) protocol.Rendered {
	r := protocol.Rendered{View: info.ID, Language: info.Language, Text: t.Text}
	files := map[*source.File]int{}
	for i, f := range s.bundle.Files {
		files[f] = i
		r.Files = append(r.Files, f.Name)
	}
	count := len(t.Marks)
	for _, again := range t.Repeats {
		count += again.To - again.From
	}
	if count > protocol.MaxMarks {
		r.AllMarks, count = count, protocol.MaxMarks
	}
	if r.Marks, s.markBuffer = s.markBuffer, nil; cap(r.Marks) < count*protocol.MarkStride {
		r.Marks = make([]int32, 0, count*protocol.MarkStride)
	}
	at := 0
	for _, again := range append(t.Repeats, render.Repeat{At: len(t.Marks)}) {
		for _, m := range t.Marks[at:again.At] {
			file := -1
			span := m.Span.Written()
			if i, ok := files[span.File()]; ok {
				file = i
			}
			at := fileRange(span)
			r.Marks = append(r.Marks, m.Line, m.Column, m.EndColumn, int32(m.State), int32(file), int32(at.Line),
				int32(at.Column), int32(at.EndLine), int32(at.EndColumn))
		}
		at = again.At
		// Marks after the last one that is sent may not have been kept.
		again.To = min(again.To, again.From+count-len(r.Marks)/protocol.MarkStride)
		if again.From < again.To {
			r.Marks = s.repetition.appendMarks(r.Marks, again)
		}
	}
	s.renderer.Release()
	r.Marks = r.Marks[:min(len(r.Marks), count*protocol.MarkStride)]
	return r
}

// appendMarks appends marks of the past result, moved to where they are now.
func (r *repetition) appendMarks(marks []int32, again render.Repeat) []int32 {
	start := len(marks)
	marks = append(marks, r.marks[again.From*protocol.MarkStride:again.To*protocol.MarkStride]...)
	movesLines := func(m *source.Move) bool { return m != nil && m.MovesLines() }
	if again.Lines == 0 && !slices.ContainsFunc(r.moves, movesLines) {
		r.same = append(r.same, sameMarks{again.From, start / protocol.MarkStride, again.To - again.From})
		return marks
	}
	for m := marks[start:]; len(m) > 0; m = m[protocol.MarkStride:] {
		m[0] += again.Lines
		if move := r.moves[max(m[4], 0)]; m[4] >= 0 && move != nil {
			m[5], m[7] = int32(move.Line(int(m[5]))), int32(move.Line(int(m[7])))
		}
	}
	return marks
}
