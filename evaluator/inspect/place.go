package inspect

import (
	"sort"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A Place is what stands at an offset of a file.
type Place struct {
	Cell *ir.Cell // the innermost cell; nil outside of all
	Node ir.Node  // the innermost expression; nil on the cell's key
	// OnName says that the offset is on the cell's key.
	OnName bool
	// Step is the index into the path of a reference that the offset is on, -1 on its name.
	Step int
	// OnFunction says that the offset is on the name of the function that Node calls.
	OnFunction bool
}

// At finds what stands at an offset.
func (s *Subject) At(f *source.File, offset int) Place {
	p := Place{Step: -1}
	at := int32(offset)
	for _, c := range s.Bound.Program.Cells {
		if c.NameAt.File == f && c.NameAt.Contains(at) && !c.Hidden {
			return Place{Cell: c, OnName: true, Step: -1}
		}
		if !inside(c.Span, f, at) && !covers(c.Expr, f, at) {
			continue
		}
		if p.Cell == nil || smaller(c.Span, p.Cell.Span) {
			p.Cell = c
			p.Node = innermost(c.Expr, f, at)
		}
	}
	switch n := p.Node.(type) {
	case *ir.Ref:
		for i, step := range n.Path {
			if step.Span.Contains(at) && at > step.Span.Start {
				p.Step = i
			}
		}
	case *ir.Call:
		p.OnFunction = inside(n.NameAt, f, at)
	}
	return p
}

func inside(s source.Span, f *source.File, at int32) bool { return s.File == f && s.Contains(at) }

func covers(n ir.Node, f *source.File, at int32) bool {
	return n != nil && inside(n.Info().Span, f, at)
}

func smaller(a, b source.Span) bool { return a.End-a.Start <= b.End-b.Start }

// innermost finds the smallest expression around an offset. Generated nodes share spans
// with what they were made from, so a child of equal size wins.
func innermost(n ir.Node, f *source.File, at int32) ir.Node {
	var best ir.Node
	ir.Walk(n, func(n ir.Node) {
		hit := covers(n, f, at)
		if c, ok := n.(*ir.Call); ok && inside(c.NameAt, f, at) {
			hit = true
		}
		if hit && (best == nil || smaller(n.Info().Span, best.Info().Span)) {
			best = n
		}
	})
	return best
}

// Owners finds the node of a graph that a piece of the source belongs to.
type Owners struct {
	spans []ownedSpan
}

type ownedSpan struct {
	span source.Span
	node int
}

// Owners returns the table for a graph.
func (g *Graph) Owners() *Owners {
	o := &Owners{}
	for i, n := range g.Nodes {
		if n.Span.File != nil && n.State != Missing {
			o.spans = append(o.spans, ownedSpan{n.Span, i})
		}
	}
	sort.SliceStable(o.spans, func(i, j int) bool {
		a, b := o.spans[i].span, o.spans[j].span
		if a.File != b.File {
			return a.File.Name < b.File.Name
		}
		return a.Start < b.Start || a.Start == b.Start && a.End > b.End
	})
	return o
}

// Find returns the index of the innermost node around a span, -1 when there is none.
// Spans of nodes nest, so the search goes back from the last one that starts before.
func (o *Owners) Find(s source.Span) int {
	const farthest = 64
	low, i := 0, len(o.spans)
	for low < i {
		middle := (low + i) / 2
		t := &o.spans[middle].span
		if t.File == s.File && t.Start > s.Start || t.File != s.File && t.File.Name > s.File.Name {
			i = middle
		} else {
			low = middle + 1
		}
	}
	for back := 0; i > 0 && back < farthest; back++ {
		i--
		if o.spans[i].span.Covers(s) {
			return o.spans[i].node
		}
		if o.spans[i].span.File != s.File {
			break
		}
	}
	return -1
}
