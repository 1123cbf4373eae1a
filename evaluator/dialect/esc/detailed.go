package esc

import (
	"strconv"
	"strings"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A detailedWriter writes the detailed view: each value with its position and the values that it
// overrides. A stack holds a value and those below it, top first.
type detailedWriter struct {
	b      *binder
	reveal bool
	out    []byte
}

// mostDetails limits how many bytes of the view are written. Overridden values are repeated at each
// level, so the view may grow much faster than its environments.
const mostDetails = 4 << 20

// detailed writes the value at a path, in the root environment and everything that it imports.
func (b *binder) detailed(path []accessor, reveal bool) string {
	w := &detailedWriter{b: b, reveal: reveal}
	stack := b.order[0].stack(b, nil, map[*environment]bool{})
	isRoot := len(path) == 0
	for _, a := range path {
		stack = w.below(stack, a)
	}
	if len(stack) == 0 {
		return "null\n"
	}
	if isRoot {
		stack[0].Origin = source.Span{} // the original has no position for the whole value
	}
	w.value(stack, isRoot)
	return indented(string(w.out)) + "\n"
}

// stack appends the value of an environment and those of the environments below it, top first.
func (e *environment) stack(b *binder, out []value.Value, seen map[*environment]bool) []value.Value {
	if seen[e] || e.dropped || e.cell == nil {
		return out
	}
	seen[e] = true
	v := b.results.Value(e.cell)
	if e.isRoot {
		v = resultOf(b.results, e.values, v)
	}
	out = append(out, v)
	for i := len(e.imports) - 1; i >= 0; i-- {
		if entry := e.imports[i]; entry.merge && entry.env != nil {
			out = entry.env.stack(b, out, seen)
		}
	}
	return out
}

// below returns the values of a stack at a key or an index. A value that is not an object hides
// those below it.
func (w *detailedWriter) below(stack []value.Value, a accessor) (out []value.Value) {
	if l := first(stack).List(); l != nil && a.isIndex {
		if a.index >= 0 && a.index < len(l.Items) {
			return []value.Value{l.Items[a.index]}
		}
		return nil
	}
	for _, v := range stack {
		o := v.Object()
		if o == nil || a.isIndex {
			break
		}
		// A merged object also has the keys of the layers below it, which come later in the stack.
		if child, ok := o.Get(a.key); ok && ownKeys(o)[a.key] {
			out = append(out, child)
		}
	}
	return out
}

// first returns the topmost value of a stack, or the zero value for an empty stack.
func first(stack []value.Value) value.Value {
	if len(stack) == 0 {
		return value.Value{}
	}
	return stack[0]
}

// text appends a part of the view as it is.
func (w *detailedWriter) text(s string) { w.out = append(w.out, s...) }

// quoted appends a JSON string in Go's encoding, which escapes <, > and & (12).
func (w *detailedWriter) quoted(s string) { w.out = value.AppendQuoted(w.out, s, true, false) }

// value writes the topmost value of a stack.
func (w *detailedWriter) value(stack []value.Value, isRoot bool) {
	v := stack[0]
	w.text("{")
	switch {
	case len(w.out) > mostDetails:
		w.text(`"value":"…",`)
	case v.IsSecret() && !w.reveal:
		w.text(`"value":`)
		w.quoted(maskedText)
		w.text(",")
	case v.List() != nil:
		w.text(`"value":[`)
		for i, item := range v.List().Items {
			w.comma(i)
			// A list replaces another as a whole, so its elements have no layers below (5).
			w.value([]value.Value{item}, false)
		}
		w.text("],")
	case v.Object() != nil:
		w.text(`"value":{`)
		for i, f := range value.Sorted(v.Object().Fields) {
			w.comma(i)
			w.quoted(f.Key)
			w.text(":")
			child := w.below(stack, accessor{key: f.Key})
			if len(child) == 0 {
				child = []value.Value{f.Value} // it comes from elsewhere, for example a provider
			}
			w.value(child, false)
		}
		w.text("},")
	// The original's encoder omits an empty value, such as null.
	case !v.IsNull() && !v.IsUnknown():
		w.text(`"value":` + value.JSON(v, value.GoJSON) + ",")
	}
	if v.IsSecretIn(w.reveal) {
		w.text(`"secret":true,`)
	}
	if v.IsUnknown() {
		w.text(`"unknown":true,`)
	}
	w.text(`"trace":{"def":{`)
	w.place(v)
	w.text("}")
	if len(stack) > 1 && !isRoot {
		w.text(`,"base":`)
		w.value(stack[1:], false)
	}
	w.text("}}")
}

func (w *detailedWriter) comma(i int) {
	if i > 0 {
		w.text(",")
	}
}

// place writes where a value is defined. A list or an object ends where its last element does,
// excluding the bracket.
func (w *detailedWriter) place(v value.Value) {
	at := v.Origin
	if at.IsZero() {
		w.text(`"begin":{"line":0,"column":0,"byte":0},"end":{"line":0,"column":0,"byte":0}`)
		return
	}
	end := at.End()
	if inside := lastInside(v, at); inside > 0 {
		end = inside
	}
	// An environment is named after its file, except the root, which inputs.yaml can name.
	name, _ := environmentFile(at.File().Name)
	if at.File() == w.b.order[0].file {
		name = w.b.order[0].name
	}
	w.text(`"environment":`)
	w.quoted(name)
	w.text(`,"begin":{`)
	w.position(at.File(), at.Start())
	w.text(`},"end":{`)
	w.position(at.File(), end)
	w.text("}")
}

// position writes an offset as a line and a column, both counted from 1, and as a byte.
func (w *detailedWriter) position(f *source.File, offset int) {
	p := f.Position(offset)
	w.text(`"line":` + itoa(p.Line) + `,"column":` + itoa(p.Column) + `,"byte":` + strconv.Itoa(offset))
}

// lastInside returns the end of the last part of a value that is written within a span, or 0 if
// no part is.
func lastInside(v value.Value, at source.Span) (end int) {
	look := func(part value.Value) {
		if part.Origin == at || !at.Covers(part.Origin) {
			return
		}
		inside := lastInside(part, part.Origin)
		if inside == 0 {
			inside = part.Origin.End()
		}
		end = max(end, inside)
	}
	switch d := v.Data.(type) {
	case *value.List:
		for _, item := range d.Items {
			look(item)
		}
	case *value.Object:
		for i := range d.Fields {
			look(d.Fields[i].Value)
		}
	}
	return end
}

// indented breaks compact JSON into lines, indented by two spaces per level.
func indented(text string) string {
	var out strings.Builder
	depth, inText := 0, false
	line := func(change int) {
		depth += change
		out.WriteString("\n" + strings.Repeat("  ", depth))
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		isEmpty := i+1 < len(text) && (text[i:i+2] == "{}" || text[i:i+2] == "[]")
		switch {
		case inText && c == '\\':
			out.WriteByte(c)
			i++
			out.WriteByte(text[i])
			continue
		case c == '"':
			inText = !inText
		case inText:
		case isEmpty:
			out.WriteString(text[i : i+2])
			i++
			continue
		case c == '{' || c == '[':
			out.WriteByte(c)
			line(+1)
			continue
		case c == '}' || c == ']':
			line(-1)
		case c == ',':
			out.WriteByte(c)
			line(0)
			continue
		case c == ':':
			out.WriteByte(c)
			c = ' '
		}
		out.WriteByte(c)
	}
	return out.String()
}
