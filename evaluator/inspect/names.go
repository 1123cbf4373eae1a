package inspect

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// target is the cell that a place is about: the one that is named there.
func (s *Subject) target(f *source.File, offset int) *ir.Cell {
	p := s.At(f, offset)
	if p.OnName {
		return p.Cell
	}
	if r, ok := p.Node.(*ir.Ref); ok {
		return r.Cell
	}
	return nil
}

// Definition returns where the thing that is named at an offset is defined.
func (s *Subject) Definition(f *source.File, offset int) []source.Span {
	if c := s.target(f, offset); c != nil && c.NameAt.File != nil {
		return []source.Span{c.NameAt}
	}
	return nil
}

// References returns the definition of the thing that is named at an offset and every
// place that names it.
func (s *Subject) References(f *source.File, offset int) []source.Span {
	c := s.target(f, offset)
	if c == nil {
		return nil
	}
	var out []source.Span
	if c.NameAt.File != nil {
		out = append(out, c.NameAt)
	}
	return append(out, s.uses(c)...)
}

// uses returns the places of the names of all references to a cell.
func (s *Subject) uses(c *ir.Cell) []source.Span {
	var out []source.Span
	seen := map[source.Span]bool{}
	for _, cell := range s.Bound.Program.Cells {
		ir.Walk(cell.Expr, func(n ir.Node) {
			if r, ok := n.(*ir.Ref); ok && r.Cell == c && r.NameAt.File != nil && !seen[r.NameAt] {
				seen[r.NameAt] = true
				out = append(out, r.NameAt)
			}
		})
	}
	return out
}

// Rename returns the places that must read the new name when the thing that is named at
// an offset is called so, or a sentence that says why it cannot be.
func (s *Subject) Rename(f *source.File, offset int, name string) (places []source.Span, refusal string) {
	c := s.target(f, offset)
	switch {
	case c == nil || c.NameAt.File == nil:
		return nil, "there is nothing here that has a name of its own"
	case name == "":
		return nil, "a name cannot be empty"
	}
	for _, other := range s.Bound.Program.Cells {
		if other != c && other.Kind == c.Kind && other.Title() == name {
			return nil, name + " is already the name of another " + c.Kind
		}
	}
	return append([]source.Span{c.NameAt}, s.uses(c)...), ""
}
