package inspect

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// Definition returns the definitions of the cell that is named at an offset: the span of its name
// or, if it has none, of its entry. Source that is used several times can name a different cell in
// each use.
func (s *Subject) Definition(f *source.File, offset int) []source.Span {
	var out []source.Span
	for _, c := range s.named(f, offset) {
		switch {
		case c.NameAt.File() != nil:
			out = appendOnce(out, c.NameAt)
		case c.Span.File() != nil:
			out = appendOnce(out, c.Span)
		}
	}
	return out
}

// References returns the definitions of the cell that is named at an offset, followed by all
// references to it and mentions of it.
func (s *Subject) References(f *source.File, offset int) []source.Span {
	out := s.Definition(f, offset)
	for _, c := range s.named(f, offset) {
		out = appendOnce(out, s.uses(c)...)
	}
	return out
}

// named returns the cells that are named at an offset: more than one if the source there is used
// several times.
func (s *Subject) named(f *source.File, offset int) []*ir.Cell {
	p := s.At(f, offset)
	if cells := s.mentioned(f, offset); cells != nil && !p.OnName {
		return cells
	}
	r, isRef := p.Node.(*ir.Ref)
	if p.OnName {
		// The name of a YAML alias is also a reference.
		if r, isRef = p.Cell.Expr.(*ir.Ref); !isRef || r.NameAt != p.Cell.NameAt {
			return []*ir.Cell{p.Cell}
		}
	}
	if !isRef || r.Cell == nil {
		return nil
	}
	return s.targets(r)
}

// targets returns the cells to which a reference refers in all uses of its source.
func (s *Subject) targets(r *ir.Ref) []*ir.Cell {
	cells := []*ir.Cell{r.Cell}
	for _, other := range s.refs() {
		if other.NameAt == r.NameAt && !slices.Contains(cells, other.Cell) {
			cells = append(cells, other.Cell)
		}
	}
	return cells
}

// refs returns the program's references that are written in a file and refer to a cell.
func (s *Subject) refs() []*ir.Ref {
	var out []*ir.Ref
	for _, cell := range s.Bound.Program.Cells {
		ir.Walk(cell.Expr, func(n ir.Node) {
			if r, ok := n.(*ir.Ref); ok && r.Cell != nil && r.NameAt.File() != nil {
				out = append(out, r)
			}
		})
	}
	return out
}

// uses returns the spans of the name in all references to a cell, followed by its mentions.
func (s *Subject) uses(c *ir.Cell) []source.Span {
	var out []source.Span
	for _, r := range s.refs() {
		if r.Cell == c {
			out = appendOnce(out, r.NameAt)
		}
	}
	for _, m := range s.mentions() {
		if m.Cell == c {
			out = appendOnce(out, m.At)
		}
	}
	return out
}

// mentions returns the ranges outside references that name a cell.
func (s *Subject) mentions() []bind.Mention { return s.Bound.Assist.Mentions() }

// mentioned returns the cells that are mentioned at an offset. If several mentions contain the
// offset, as when steps of a path overlap, it uses the first one and those with the same range.
func (s *Subject) mentioned(f *source.File, offset int) []*ir.Cell {
	var at source.Span
	var out []*ir.Cell
	for _, m := range s.mentions() {
		switch {
		case !inside(m.At, f, offset), out != nil && m.At != at, slices.Contains(out, m.Cell):
		default:
			at, out = m.At, append(out, m.Cell)
		}
	}
	return out
}

// appendOnce appends the spans that out does not contain yet. Source that is used several times has
// a node for each use, but must be listed once.
func appendOnce(out []source.Span, more ...source.Span) []source.Span {
	for _, m := range more {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}
