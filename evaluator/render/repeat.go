package render

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Most of a result is the same as before a keystroke, and comparing values is several times faster than writing
// them. So a rendering can repeat blocks of the one before.

// A block is an entry of an object in a rendered text, whose value is small. Its place is relative to the block around
// it, if there is one.
type block struct {
	field     *value.Field // in the value that was rendered
	column    int32        // where it starts
	endColumn int32
	lines     int32 // the number of line breaks in it
	place
	size, marks int32
	// inside are the blocks in it, in order. They are only known once it has changed: most blocks never do.
	inside []block
}

// A place is where a block begins.
type place struct {
	line int32
	text int32 // the offset
	mark int32 // the index of its first mark
}

func (p place) plus(other place) place {
	return place{p.line + other.line, p.text + other.text, p.mark + other.mark}
}

// blocks are those of the part of a text that is being written.
type blocks struct {
	past  []block // of the same part of the past rendering, from the next one on
	there place   // where that part begins
	here  place   // where the part begins that is being written
	next  []block
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

// Repeating renders v as YAML, like the method YAML. It repeats blocks of a past rendering, which may be nil, and
// which cannot be used again. moves are the files that have changed since then. The caller keeps and needs only so many
// marks of each rendering; Repeat may refer to others.
func (r *Renderer) Repeating(v value.Value, reveal bool, past *Past, moves []*source.Move, kept int) (Text, *Past) {
	w := r.newWriter(v, reveal, past)
	r.startRepeating(w, "", reveal, past, moves, kept)
	text := r.yaml(w, v)
	text.Repeats = w.repeats
	return text, r.endRepeating(w, "", text.Text, reveal, past)
}

func (r *Renderer) startRepeating(w *writer, view string, reveal bool, past *Past, moves []*source.Move, kept int) {
	w.blocks, w.repeats = &blocks{next: r.blocks}, r.repeats[:0]
	if past != nil && past.view == view && past.reveal == reveal {
		w.past, w.moves, w.kept = past, moves, kept
		w.blocks.past = past.blocks
		w.blocks.next = slices.Grow(w.blocks.next, len(past.blocks)+16)
	}
}

// endRepeating returns what the next rendering can repeat. It keeps memory for that: of the marks, and of the blocks of
// the past one, which must not be used any more.
func (r *Renderer) endRepeating(w *writer, view, text string, reveal bool, past *Past) *Past {
	next := &Past{text: text, view: view, reveal: reveal, blocks: w.blocks.next}
	r.marks, r.repeats, r.blocks = w.marks, w.repeats, nil
	if past != nil {
		clear(past.blocks)
		r.blocks, past.blocks = past.blocks[:0], nil
	}
	return next
}

// entry writes an entry of an object, unless it can be repeated.
func (w *writer) entry(f *value.Field, indent int) {
	around := w.blocks
	if around == nil || f.Value.Size() > bind.MaxEntry {
		w.writeEntry(f, indent)
		return
	}
	past := w.pastBlock(f)
	if past != nil && w.repeat(past, f) {
		return
	}
	b := w.startBlock(f)
	if w.blocks = nil; past != nil {
		if k := len(w.spare) - 1; k >= 0 {
			w.blocks, w.spare = w.spare[k], w.spare[:k]
		} else {
			w.blocks = new(blocks)
		}
		*w.blocks = blocks{past: past.inside, there: around.there.plus(past.place), here: w.place(),
			next: w.takeBlocks(len(past.inside))}
	}
	w.writeEntry(f, indent)
	if w.blocks != nil {
		b.inside = w.blocks.next
		clear(b.inside[len(b.inside):cap(b.inside)]) // those of another block
		w.free, w.spare = append(w.free, past.inside), append(w.spare, w.blocks)
	}
	w.blocks = around
	w.endBlock(b)
}

// takeBlocks returns an empty slice for the blocks in a block, of which there were n. If possible, it is the memory of
// those in a past block that has been written again: if all blocks change, each gets that of the one before it.
func (w *writer) takeBlocks(n int) []block {
	if k := len(w.free) - 1; k >= 0 {
		room := w.free[k]
		if w.free = w.free[:k]; cap(room) >= n {
			return room[:0]
		}
	}
	return make([]block, 0, n)
}

// place returns where the text continues.
func (w *writer) place() place { return place{w.line, int32(w.size), int32(len(w.marks) + w.repeated)} }

// startBlock returns the block of an entry, whose place is that in the whole text until endBlock is called.
func (w *writer) startBlock(f *value.Field) block {
	return block{field: f, column: w.column, place: w.place()}
}

func (w *writer) endBlock(b block) {
	end, here := w.place(), w.blocks.here
	b.lines, b.endColumn, b.size, b.marks = end.line-b.line, w.column, end.text-b.text, end.mark-b.mark
	b.place = place{b.line - here.line, b.text - here.text, b.mark - here.mark}
	if !w.isFull() {
		w.blocks.next = append(w.blocks.next, b)
	}
}

// repeat repeats a block of the past rendering, if an entry is the same.
func (w *writer) repeat(b *block, f *value.Field) bool {
	there, here := w.blocks.there.plus(b.place), w.place()
	text := w.past.text[there.text : there.text+b.size]
	lacksMarks := int(there.mark+b.marks) > w.kept && int(here.mark) < w.kept // some are needed, but were not kept
	if lacksMarks || w.size+int(b.size) > MaxText || !w.isSameField(b.field, f) ||
		w.given != "" && !strings.HasPrefix(w.given[w.size:], text) {
		return false
	}
	next := *b
	next.field = f
	start := w.blocks.here
	next.place = place{here.line - start.line, here.text - start.text, here.mark - start.mark}
	w.blocks.next = append(w.blocks.next, next)
	w.append(text)
	lines, from, to := here.line-there.line, int(there.mark), int(there.mark+b.marks)
	if n := len(w.repeats); n > 0 && w.repeats[n-1].At == len(w.marks) && w.repeats[n-1].To == from &&
		w.repeats[n-1].Lines == lines {
		w.repeats[n-1].To = to
	} else {
		w.repeats = append(w.repeats, Repeat{At: len(w.marks), From: from, To: to, Lines: lines})
	}
	w.repeated += int(b.marks)
	w.line += b.lines
	w.column = b.endColumn
	return true
}

// lookAhead is how many past blocks may be missing before the one of an entry.
const lookAhead = 3

// pastBlock returns the past block of an entry with this key, or nil.
func (w *writer) pastBlock(f *value.Field) *block {
	past := w.blocks.past
	for i := range min(lookAhead, len(past)) {
		if b := &past[i]; b.field.Key == f.Key && b.column == w.column {
			w.blocks.past = past[i+1:]
			return b
		}
	}
	return nil
}

// isSameField reports whether two entries are rendered equally, and come from the same places.
func (w *writer) isSameField(old, next *value.Field) bool {
	return old == next ||
		old.Key == next.Key && w.isSamePlace(old.KeyAt, next.KeyAt) && w.isSame(&old.Value, &next.Value)
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
