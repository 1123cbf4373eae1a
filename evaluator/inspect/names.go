package inspect

import (
	"slices"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// Definition returns where the thing that is named at an offset is defined: its name or,
// when it has none of its own, all of it. A text that is used several times can name another
// thing in each use.
func (s *Subject) Definition(f *source.File, offset int) []source.Span {
	var out []source.Span
	for _, c := range s.named(f, offset) {
		switch {
		case c.NameAt.File != nil:
			out = appendOnce(out, c.NameAt)
		case c.Span.File != nil:
			out = appendOnce(out, c.Span)
		}
	}
	return out
}

// References returns the definition of the thing that is named at an offset and every
// place that names it.
func (s *Subject) References(f *source.File, offset int) []source.Span {
	out := s.Definition(f, offset)
	for _, c := range s.named(f, offset) {
		out = appendOnce(out, s.uses(c)...)
	}
	return out
}

// named returns the cells that a place names: more than one where a text is used several
// times.
func (s *Subject) named(f *source.File, offset int) []*ir.Cell {
	p := s.At(f, offset)
	r, isRef := p.Node.(*ir.Ref)
	switch {
	case p.OnName:
		return []*ir.Cell{p.Cell}
	case !isRef || r.Cell == nil:
		return nil
	}
	cells := []*ir.Cell{r.Cell}
	for _, other := range s.refs() {
		if other.NameAt == r.NameAt && !slices.Contains(cells, other.Cell) {
			cells = append(cells, other.Cell)
		}
	}
	return cells
}

// refs returns the references of the program that lead to a cell and stand in a text.
func (s *Subject) refs() []*ir.Ref {
	var out []*ir.Ref
	for _, cell := range s.Bound.Program.Cells {
		ir.Walk(cell.Expr, func(n ir.Node) {
			if r, ok := n.(*ir.Ref); ok && r.Cell != nil && r.NameAt.File != nil {
				out = append(out, r)
			}
		})
	}
	return out
}

// uses returns the places of the names of all references to a cell.
func (s *Subject) uses(c *ir.Cell) []source.Span {
	var out []source.Span
	for _, r := range s.refs() {
		if r.Cell == c {
			out = appendOnce(out, r.NameAt)
		}
	}
	return out
}

func appendOnce(out []source.Span, more ...source.Span) []source.Span {
	for _, m := range more {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// Rename returns the places that must read the new name when the thing that is named at
// an offset is called so, or a sentence that says why it cannot be. Things that are named
// at the same place keep one name.
func (s *Subject) Rename(f *source.File, offset int, name string) (places []source.Span, refusal string) {
	cells := s.named(f, offset)
	switch {
	case len(cells) == 0:
		return nil, "there is nothing here that has a name of its own"
	case name == "":
		return nil, "a name cannot be empty"
	}
	places, cells = s.together(cells)
	for _, c := range cells {
		if c.NameAt.File == nil {
			return nil, c.Title() + " has no name of its own"
		}
		for _, other := range s.Bound.Program.Cells {
			if other != c && other.Kind == c.Kind && other.Parent == c.Parent && other.Title() == name {
				return nil, name + " is already the name of another " + c.Kind
			}
		}
	}
	return places, ""
}

// together returns cells with all others that are named at a place where one of them is,
// and all these places, definitions first.
func (s *Subject) together(cells []*ir.Cell) (places []source.Span, all []*ir.Cell) {
	refs := s.refs()
	at, in := map[source.Span]bool{}, map[*ir.Cell]bool{}
	for _, c := range cells {
		in[c] = true
	}
	for grown := true; grown; {
		grown = false
		for _, r := range refs {
			if in[r.Cell] != at[r.NameAt] {
				in[r.Cell], at[r.NameAt] = true, true
				grown = true
			}
		}
	}
	for _, c := range s.Bound.Program.Cells {
		if in[c] {
			all = append(all, c)
			places = appendOnce(places, c.NameAt)
		}
	}
	for _, r := range refs {
		if at[r.NameAt] {
			places = append(places, r.NameAt)
			delete(at, r.NameAt)
		}
	}
	return places, all
}
