package ir

import "fmt"

// Children calls visit for each direct child of n, in source order. The cell of a Sub is not a
// child, because it is evaluated separately.
func Children(n Node, visit func(Node)) {
	switch n := n.(type) {
	case *Lit, *Sub, *Ref, *Bad:
	case *List:
		for _, c := range n.Items {
			visit(c)
		}
	case *Object:
		for _, f := range n.Fields {
			if f.KeyExpr != nil {
				visit(f.KeyExpr)
			}
			visit(f.Value)
		}
	case *Merge:
		visit(n.Base)
		visit(n.Over)
	case *Interp:
		for _, c := range n.Parts {
			visit(c)
		}
	case *Call:
		for _, c := range n.Args {
			if c != nil {
				visit(c)
			}
		}
	default:
		panic(fmt.Sprintf("ir: unknown node %T", n))
	}
}

// AllArgs is the AlwaysForces of a function that forces all its arguments.
func AllArgs(c *Call, visit func(Node)) {
	for _, a := range c.Args {
		visit(a)
	}
}

// Walk calls visit for n and all its descendants, parents first. n may be nil.
func Walk(n Node, visit func(Node)) {
	if n == nil {
		return
	}
	visit(n)
	Children(n, func(c Node) { Walk(c, visit) })
}

// Number assigns an ID to every reference, interpolation and call of the program: the nodes whose
// values are remembered. It must be called after binding and before evaluation.
func (p *Program) Number() {
	p.nodes = 0
	p.number(p.Cells)
}

// Extend adds cells to a numbered program and numbers their nodes.
func (p *Program) Extend(cells []*Cell) {
	for _, c := range cells {
		p.Add(c)
	}
	p.number(cells)
}

func (p *Program) number(cells []*Cell) {
	number := func(n Node) {
		switch n.(type) {
		case *Ref, *Interp, *Call:
			p.nodes++
			n.Info().ID = int32(p.nodes)
		}
	}
	for _, c := range cells {
		Walk(c.Expr, number)
	}
}

// Nodes returns how many nodes have been numbered.
func (p *Program) Nodes() int { return p.nodes }
