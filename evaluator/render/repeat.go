package render

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Most of a result is the same as before a keystroke, and comparing values is several times faster than writing
// them. So a rendering can repeat blocks of the one before.

// A block is an entry of an object in a rendered text, whose value is small, but which is not inside another block.
type block struct {
	field      value.Field
	column     int32 // where it starts
	endColumn  int32
	lines      int32 // the number of line breaks in it
	line       int32 // the first line
	start, end int   // in the text
	mark, next int   // the index of its first mark, and of the one after it
}

// A Past is the part of a rendering that the next one needs.
type Past struct {
	text   string
	view   string // the dialect's view, or "" for YAML
	reveal bool
	blocks []block
}

// A Repeat refers to marks of the past rendering that occur again, on other lines.
type Repeat struct {
	At       int // the number of marks in Text.Marks before them
	From, To int // the indices of the past marks
	Lines    int32
}

// Repeating renders v as YAML, like the method YAML. It repeats blocks of a past rendering, which may be nil. moves are
// the files that have changed since then, and known is the number of its marks that the caller has kept.
func (r *Renderer) Repeating(v value.Value, reveal bool, past *Past, moves []*source.Move, known int) (Text, *Past) {
	if past != nil {
		r.marks = make([]Mark, 0, 64) // most marks are repeated, and those of older texts would keep their trees
	}
	w := r.newWriter(v, reveal)
	w.startRepeating("", reveal, past, moves, known)
	text := r.yaml(w, v)
	text.Repeats = w.repeats
	w.next.text = text.Text
	return text, w.next
}

func (w *writer) startRepeating(view string, reveal bool, past *Past, moves []*source.Move, known int) {
	w.next = &Past{view: view, reveal: reveal}
	if past != nil && past.view == view && past.reveal == reveal {
		w.past, w.moves, w.known = past, moves, known
		w.next.blocks = make([]block, 0, len(past.blocks)+16)
	}
}

// entry writes an entry of an object, unless it can be repeated.
func (w *writer) entry(f *value.Field, indent int) {
	if w.next == nil || w.inBlock || f.Value.Size() > bind.MaxEntry {
		w.writeEntry(f, indent)
		return
	}
	if w.repeat(f) {
		return
	}
	b := w.startBlock(f)
	w.inBlock = true
	w.writeEntry(f, indent)
	w.inBlock = false
	w.endBlock(b)
}

func (w *writer) startBlock(f *value.Field) block {
	return block{field: *f, column: w.column, line: w.line, start: w.out.Len(), mark: w.marksBefore()}
}

func (w *writer) endBlock(b block) {
	b.lines, b.endColumn, b.end, b.next = w.line-b.line, w.column, w.out.Len(), w.marksBefore()
	if !w.isFull() {
		w.next.blocks = append(w.next.blocks, b)
	}
}

// marksBefore returns the number of marks so far.
func (w *writer) marksBefore() int { return len(w.marks) + w.repeated }

// repeat repeats the block of an entry, if there is one in the past rendering.
func (w *writer) repeat(f *value.Field) bool {
	b := w.pastBlock(f)
	if b == nil {
		return false
	}
	next := *b
	next.field, next.line, next.start, next.mark = *f, w.line, w.out.Len(), w.marksBefore()
	next.end, next.next = next.start+b.end-b.start, next.mark+b.next-b.mark
	w.next.blocks = append(w.next.blocks, next)
	w.out.WriteString(w.past.text[b.start:b.end])
	lines := w.line - b.line
	if n := len(w.repeats); n > 0 && w.repeats[n-1].At == len(w.marks) && w.repeats[n-1].To == b.mark &&
		w.repeats[n-1].Lines == lines {
		w.repeats[n-1].To = b.next
	} else {
		w.repeats = append(w.repeats, Repeat{At: len(w.marks), From: b.mark, To: b.next, Lines: lines})
	}
	w.repeated += b.next - b.mark
	w.line += b.lines
	w.column = b.endColumn
	return true
}

// lookAhead is how many past blocks may be missing before the one of an entry.
const lookAhead = 3

// pastBlock returns the past block that is the same as an entry, or nil.
func (w *writer) pastBlock(f *value.Field) *block {
	if w.past == nil {
		return nil
	}
	blocks := w.past.blocks
	for i := w.at; i < min(w.at+lookAhead, len(blocks)); i++ {
		b := &blocks[i]
		if b.field.Key != f.Key || b.column != w.column {
			continue
		}
		w.at = i + 1
		if b.next > w.known || w.out.Len()+b.end-b.start > MaxText || !w.isSameField(&b.field, f) ||
			w.given != "" && !strings.HasPrefix(w.given[w.out.Len():], w.past.text[b.start:b.end]) {
			return nil
		}
		return b
	}
	return nil
}

// isSameField reports whether two entries are rendered equally, and come from the same places.
func (w *writer) isSameField(old, next *value.Field) bool {
	return old.Key == next.Key && w.isSamePlace(old.KeyAt, next.KeyAt) && w.isSame(&old.Value, &next.Value)
}

func (w *writer) isSame(old, next *value.Value) bool {
	if old.Marks != next.Marks {
		return false
	}
	switch d := next.Data.(type) {
	case *value.Object:
		o, ok := old.Data.(*value.Object)
		if !ok || len(o.Fields) != len(d.Fields) {
			return false
		}
		for i := range d.Fields {
			if o == d { // an adapted program keeps most values
				break
			}
			if !w.isSameField(&o.Fields[i], &d.Fields[i]) {
				return false
			}
		}
		return w.given == "" && !next.IsSecret() || w.isSamePlace(old.Origin, next.Origin)
	case *value.List:
		o, ok := old.Data.(*value.List)
		if !ok || len(o.Items) != len(d.Items) {
			return false
		}
		for i := range d.Items {
			if o == d {
				break
			}
			if !w.isSame(&o.Items[i], &d.Items[i]) {
				return false
			}
		}
		return len(d.Items) > 0 && w.given == "" && !next.IsSecret() || w.isSamePlace(old.Origin, next.Origin)
	case value.String:
		o, ok := old.Data.(value.String)
		return ok && o == d && w.isSamePlace(old.Origin, next.Origin)
	case value.Number:
		o, ok := old.Data.(value.Number)
		return ok && o == d && w.isSamePlace(old.Origin, next.Origin)
	case value.Bool:
		o, ok := old.Data.(value.Bool)
		return ok && o == d && w.isSamePlace(old.Origin, next.Origin)
	case value.Unknown:
		o, ok := old.Data.(value.Unknown)
		return ok && o.Why == d.Why && w.isSamePlace(old.Origin, next.Origin)
	case nil, value.Null:
		return old.Data == next.Data && w.isSamePlace(old.Origin, next.Origin)
	}
	return false // tagged values are rare
}

// isSamePlace reports whether a span is the place of a span of the past rendering.
func (w *writer) isSamePlace(old, next source.Span) bool {
	if old.File() == next.File() {
		return old == next
	}
	for _, m := range w.moves {
		if m.Next == next.File() {
			return m.Relates(old, next)
		}
	}
	return false
}
