package inspect

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A Place describes an offset of a file.
type Place struct {
	Cell *ir.Cell // the innermost cell; nil outside all cells
	Node ir.Node  // the innermost expression; nil on the cell's key
	// OnName reports whether the offset is on the cell's key.
	OnName bool
	// Step is the index of the step, in a reference's path, that the offset is on; -1 on its
	// name.
	Step int
	// OnFunction reports whether the offset is on the name of the function that Node calls.
	OnFunction bool
}

// At returns the place at an offset.
func (s *Subject) At(f *source.File, offset int) Place {
	p := Place{Step: -1}
	at := int32(offset)
	for _, c := range s.Bound.Program.Cells {
		if c.NameAt.File == f && c.NameAt.Contains(at) && !c.Hidden {
			return Place{Cell: c, OnName: true, Step: -1}
		}
		// The expression of a cell may be written outside its entry.
		if !inside(c.Span, f, at) && !covers(c.Expr, f, at) {
			continue
		}
		if p.Cell != nil && !smaller(c.Span, p.Cell.Span) {
			continue
		}
		// Cells made from the same entry, such as the members of a group, share its span.
		if n := innermost(c.Expr, f, at); p.Cell == nil || c.Span != p.Cell.Span || finer(n, p.Node) {
			p.Cell, p.Node = c, n
		}
	}
	switch n := p.Node.(type) {
	case *ir.Ref:
		for i, step := range n.Path {
			// An offset at the beginning of a step counts as the end of what precedes it.
			if step.Span.Contains(at) && at > step.Span.Start {
				p.Step = i
			}
		}
	case *ir.Call:
		p.OnFunction = inside(n.NameAt, f, at)
	}
	return p
}

// inside reports whether an offset of f is in a span or at its end.
func inside(s source.Span, f *source.File, at int32) bool { return s.File == f && s.Contains(at) }

// covers reports whether an offset of f is in a node, which may be nil, or at its end.
func covers(n ir.Node, f *source.File, at int32) bool {
	return n != nil && inside(n.Info().Span, f, at)
}

// smaller reports whether a span is at most as long as another.
func smaller(a, b source.Span) bool { return a.End-a.Start <= b.End-b.Start }

// finer reports whether a describes a place at least as precisely as b.
func finer(a, b ir.Node) bool {
	return b == nil || a != nil && smaller(a.Info().Span, b.Info().Span)
}

// innermost finds the smallest expression around an offset. Generated nodes share spans with
// the nodes they were made from, so a child of equal size wins, unless it is the plain text
// between the references of an interpolation.
func innermost(n ir.Node, f *source.File, at int32) ir.Node {
	var best ir.Node
	ir.Walk(n, func(n ir.Node) {
		hit := covers(n, f, at)
		if c, ok := n.(*ir.Call); ok && inside(c.NameAt, f, at) {
			hit = true
		}
		if _, ok := n.(*ir.Lit); ok && best != nil && n.Info().Span == best.Info().Span {
			return
		}
		if hit && (best == nil || smaller(n.Info().Span, best.Info().Span)) {
			best = n
		}
	})
	return best
}
