package render

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A row is a mark as the page gets it: with lines and columns in the source.
type row struct {
	line, column, endColumn int32
	state                   State
	start, end              source.Position
}

// rows returns the marks of a text. Those that it repeats are taken from the past rows and moved.
func rows(t Text, past []row, m *source.Move) (out []row) {
	at := 0
	for _, again := range append(t.Repeats, Repeat{At: len(t.Marks)}) {
		for _, mark := range t.Marks[at:again.At] {
			r := row{line: mark.Line, column: mark.Column, endColumn: mark.EndColumn, state: mark.State}
			if f := mark.Span.File(); f != nil {
				r.start, r.end = f.Position16(mark.Span.Start()), f.Position16(mark.Span.End())
			}
			out = append(out, r)
		}
		at = again.At
		for _, r := range past[min(again.From, len(past)):min(again.To, len(past))] {
			r.line += again.Lines
			if r.start.Line > 0 {
				r.start.Line, r.end.Line = m.Line(r.start.Line), m.Line(r.end.Line)
			}
			out = append(out, r)
		}
	}
	return out
}

// A versioned value is changed again and again, together with the file that it comes from.
type versioned struct {
	r    *rand.Rand
	file *source.File
}

// span returns a random range of the file on one line, or none.
func (v *versioned) span() source.Span {
	if v.r.Intn(8) == 0 {
		return source.Span{}
	}
	line := 1 + v.r.Intn(v.file.Lines())
	start := v.file.LineStart(line)
	length := len(v.file.LineText(line))
	from := v.r.Intn(length + 1)
	return v.file.Span(start+from, start+from+v.r.Intn(length+1-from))
}

func (v *versioned) scalar() value.Value {
	data := []value.Data{value.Null{}, value.Bool(true), value.Number("12"), value.String("a"), value.String("b"),
		value.String("two\nlines"), value.String("😀 x"), value.Unknown{Why: "x"}, value.Unknown{Why: "y"},
		value.NewList(nil), value.NewObject(nil)}
	return value.Value{Data: data[v.r.Intn(len(data))], Marks: v.marks(), Origin: v.span()}
}

func (v *versioned) marks() value.Marks {
	return []value.Marks{0, 0, 0, 0, 0, 0, value.Secret, value.Mocked}[v.r.Intn(8)]
}

// tree returns a random value. Objects have distinct keys in a random order.
func (v *versioned) tree(depth int) value.Value {
	switch n := 1 + v.r.Intn(4); {
	case depth == 0 || v.r.Intn(4) == 0 && depth < 3:
		return v.scalar()
	case v.r.Intn(4) == 0 && depth < 3:
		items := make([]value.Value, n)
		for i := range items {
			items[i] = v.tree(depth - 1)
		}
		return value.Value{Data: value.NewList(items), Marks: v.marks(), Origin: v.span()}
	default:
		var fields []value.Field
		for i := range n * depth {
			fields = append(fields, value.Field{Key: fmt.Sprintf("k%d", i), Value: v.tree(depth - 1), KeyAt: v.span()})
		}
		return value.Value{Data: value.NewObject(fields), Origin: v.span()}
	}
}

// moved returns a value whose origins are in the next version, with some random changes.
func (v *versioned) moved(old value.Value, m *source.Move) value.Value {
	next := old
	next.Origin = v.movedSpan(old.Origin, m)
	switch d := old.Data.(type) {
	case *value.Object:
		fields := slices.Clone(d.Fields)
		for i := range fields {
			fields[i].Value, fields[i].KeyAt = v.moved(fields[i].Value, m), v.movedSpan(fields[i].KeyAt, m)
		}
		if n := len(fields); n > 1 && v.r.Intn(10) == 0 {
			i := v.r.Intn(n)
			switch v.r.Intn(3) {
			case 0:
				fields = slices.Delete(fields, i, i+1)
			case 1:
				fields[i], fields[n-1] = fields[n-1], fields[i]
			default:
				fields[i].Key += "x"
			}
		}
		o := value.NewObject(fields)
		if o.Type = d.Type; v.r.Intn(10) == 0 {
			o.Type = []string{"", "map"}[v.r.Intn(2)]
		}
		next.Data = o
	case *value.List:
		items := slices.Clone(d.Items)
		for i := range items {
			items[i] = v.moved(items[i], m)
		}
		next.Data = value.NewList(items)
	}
	switch v.r.Intn(150) {
	case 0:
		next.Data = v.scalar().Data
	case 1:
		next.Marks = v.marks()
	case 2:
		return v.tree(2)
	}
	return next
}

// movedSpan returns where a span is in the next version, or sometimes another place.
func (v *versioned) movedSpan(old source.Span, m *source.Move) source.Span {
	if old.File() == nil || v.r.Intn(100) == 0 {
		return v.span()
	}
	by := len(m.Next.Text) - len(m.Old.Text)
	for _, next := range []source.Span{m.Next.Span(old.Start(), old.End()),
		m.Next.Span(old.Start()+by, old.End()+by)} {
		if m.Relates(old, next) {
			return next
		}
	}
	return v.span()
}

// edited returns the file after a random edit of some lines.
func edited(r *rand.Rand, f *source.File) *source.File {
	lines := strings.SplitAfter(f.Text, "\n")
	from := r.Intn(len(lines))
	to := min(from+r.Intn(3), len(lines))
	inserted := []string{"", "é 😀\n", "a\n", "\r\n", "line\nline\n", "a\rb\n"}[r.Intn(6)]
	return source.NewFile(f.Name, strings.Join(lines[:from], "")+inserted+strings.Join(lines[to:], ""))
}

// A viewWriter writes values as a dialect may in a view.
type viewWriter struct {
	bind.Written
	inEntry bool
}

func (w *viewWriter) piece(text string, p bind.TextPiece) {
	p.Start = int32(len(w.Text))
	w.Text += text
	p.End = int32(len(w.Text))
	w.Pieces = append(w.Pieces, p)
}

func (w *viewWriter) write(v *value.Value, indent string) {
	o, l := v.Object(), v.List()
	switch {
	case v.IsSecret() || v.Marks&value.Mocked != 0:
		w.piece("hidden", bind.TextPiece{Value: v})
	case o != nil:
		w.Text += o.Type + "{"
		for i := range o.Fields {
			w.Text += "\n" + indent
			w.entry(&o.Fields[i], indent)
		}
		w.Text += "}"
	case l != nil:
		for i := range l.Items {
			w.Text += "- "
			w.write(&l.Items[i], indent+" ")
		}
	default:
		w.piece(fmt.Sprint(v.Data), bind.TextPiece{Value: v})
	}
}

func (w *viewWriter) entry(f *value.Field, indent string) {
	e := bind.TextEntry{Field: f, Start: int32(len(w.Text)), Piece: int32(len(w.Pieces))}
	isEntry := !w.inEntry && f.Value.Size() < 60
	w.inEntry = w.inEntry || isEntry
	w.piece(f.Key, bind.TextPiece{Value: &f.Value, Key: f})
	w.Text += ": "
	w.write(&f.Value, indent+" ")
	if isEntry {
		w.inEntry = false
		e.End, e.Next = int32(len(w.Text)), int32(len(w.Pieces))
		w.Entries = append(w.Entries, e)
	}
}

// written returns a value as in a view, and its text with all marks.
func written(v value.Value) (*bind.Written, Text) {
	w := viewWriter{}
	w.write(&v, "")
	var pieces []bind.Piece
	for _, p := range w.Pieces {
		piece := bind.Piece{Start: int(p.Start), End: int(p.End), Value: *p.Value, IsKey: p.Key != nil}
		if p.Key != nil {
			piece.KeyAt = p.Key.KeyAt
		}
		pieces = append(pieces, piece)
	}
	return &w.Written, Marked(w.Text, pieces)
}

// TestARepeatedTextIsTheSame changes values and their source again and again. Each rendering that repeats the one
// before must equal one that does not, in its text and its marks. Some are in another view.
func TestARepeatedTextIsTheSame(t *testing.T) {
	repeated, whole, inside := 0, 0, 0
	for seed := range int64(120) {
		renderer := new(Renderer)
		v := &versioned{r: rand.New(rand.NewSource(seed))}
		v.file = source.NewFile("f", strings.Repeat("some text\n", 40))
		tree := v.tree(3)
		var past *Past
		var kept []row
		limit := 1 << 20
		if v.r.Intn(3) == 0 {
			limit = v.r.Intn(200)
		}
		for step := range 16 {
			m := source.NewMove(v.file, edited(v.r, v.file))
			v.file = m.Next
			tree = v.moved(tree, m)
			reveal := v.r.Intn(20) == 0
			var text, want Text
			if isYAML := seed%2 == 0; isYAML != (v.r.Intn(20) == 0) {
				text, past = renderer.Repeating(tree, reveal, past, []*source.Move{m}, limit)
				want = YAML(tree, reveal)
			} else {
				var view *bind.Written
				view, want = written(tree)
				text, past = renderer.RepeatingWritten("v", view, reveal, past, []*source.Move{m}, limit)
			}
			require.Equal(t, want.Text, text.Text, "seed %d, step %d", seed, step)
			got, all := rows(text, kept, m), rows(want, nil, nil)
			got, all = got[:min(len(got), limit)], all[:min(len(all), limit)]
			require.Equal(t, all, got, "seed %d, step %d", seed, step)
			repeated, whole = repeated+len(got)-len(text.Marks), whole+len(text.Marks)
			kept = got
			for _, b := range past.blocks {
				inside += len(b.inside)
			}
			renderer.Release()
		}
	}
	require.Greater(t, repeated, whole/10, "too little is repeated")
	require.Positive(t, inside)
}

func TestMemoryForManyMarksIsKeptWhileManyAreNew(t *testing.T) {
	for _, tc := range []struct {
		used, size int
		isKept     bool
	}{
		{10, fewMarks, true},
		{10, 2 * fewMarks, false},
		{fewMarks, 2 * fewMarks, true},
		{maxKeptMarks + 1, maxKeptMarks + 1, false},
	} {
		r := Renderer{marks: make([]Mark, tc.used, tc.size)}
		r.Release()
		require.Equal(t, tc.isKept, r.marks != nil, "%d of %d", tc.used, tc.size)
	}
}
