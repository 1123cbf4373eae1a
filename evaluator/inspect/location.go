package inspect

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A Location describes the cell and the expression at an offset of a file.
type Location struct {
	Cell *ir.Cell // the innermost cell; nil outside all cells
	Node ir.Node  // the innermost expression; nil on the cell's name
	// OnName reports whether the offset is on the cell's name.
	OnName bool
	// Step is the index of the step at the offset in a reference's path, or -1 if there is none.
	Step int
	// OnFunction reports whether the offset is on the name of the function that Node calls.
	OnFunction bool
}

// At returns the location at an offset.
func (s *Subject) At(f *source.File, offset int) Location {
	p := Location{Step: -1}
	at := offset
	for _, c := range s.Bound.Program.Cells {
		if c.NameAt.File() == f && c.NameAt.Contains(at) && !c.Hidden {
			return Location{Cell: c, OnName: true, Step: -1}
		}
		// The expression of a cell may be written outside its entry.
		if !inside(c.Span, f, at) && !covers(c.Expr, f, at) {
			continue
		}
		if p.Cell != nil && !notLonger(c.Span, p.Cell.Span) {
			continue
		}
		// Cells made from the same entry, such as the members of a group, share its span.
		if n := innermost(c.Expr, f, at); p.Cell == nil || !c.Span.Equal(p.Cell.Span) || notLongerNode(n, p.Node) {
			p.Cell, p.Node = c, n
		}
	}
	switch n := p.Node.(type) {
	case *ir.Ref:
		for i, step := range n.Path {
			// An offset at the start of a step is also the end of the text before it, which takes precedence.
			if step.Span.Contains(at) && at > step.Span.Start() {
				p.Step = i
			}
		}
	case *ir.Call:
		p.OnFunction = inside(n.NameAt, f, at)
	}
	return p
}

// inside reports whether an offset of f is in a span or at its end.
func inside(s source.Span, f *source.File, at int) bool { return s.File() == f && s.Contains(at) }

// covers reports whether an offset of f is in a node or at its end. The node may be nil.
func covers(n ir.Node, f *source.File, at int) bool {
	return n != nil && inside(n.Info().Span, f, at)
}

// notLonger reports whether a span is at most as long as another.
func notLonger(a, b source.Span) bool { return a.Len() <= b.Len() }

// notLongerNode reports whether a is at most as long as b. Either may be nil, which counts as longest.
func notLongerNode(a, b ir.Node) bool {
	return b == nil || a != nil && notLonger(a.Info().Span, b.Info().Span)
}

// innermost returns the smallest expression that contains an offset, or nil. Generated nodes have
// the spans of the nodes from which they were made, so a child is preferred to a parent with the
// same span, unless it is a literal, such as the only part of an interpolation.
func innermost(n ir.Node, f *source.File, at int) ir.Node {
	var best ir.Node
	ir.Walk(n, func(n ir.Node) {
		hit := covers(n, f, at)
		if c, ok := n.(*ir.Call); ok && inside(c.NameAt, f, at) {
			hit = true
		}
		if _, ok := n.(*ir.Lit); ok && best != nil && n.Info().Span == best.Info().Span {
			return
		}
		if hit && (best == nil || notLonger(n.Info().Span, best.Info().Span)) {
			best = n
		}
	})
	return best
}
