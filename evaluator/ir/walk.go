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
		for i := range n.Fields {
			f := &n.Fields[i]
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
// values are remembered. It also numbers constant lists and objects. It must be called after binding and before
// evaluation.
func (p *Program) Number() {
	p.nodes, p.constants, p.numbered = 0, 0, make([]Numbered, 0, len(p.Cells))
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
	for _, c := range cells {
		if c.Expr != nil {
			p.numberNode(c.Expr)
		}
		p.numbered = append(p.numbered, Numbered{p.nodes, p.constants})
	}
}

// NumbersOf returns the numbers of the nodes of a cell: those after the first ones returned, up to the last ones.
func (p *Program) NumbersOf(c *Cell) (after, last Numbered) {
	if c.ID > 0 {
		after = p.numbered[c.ID-1]
	}
	return after, p.numbered[c.ID]
}

// foundConstant is Meta.Constant of a constant list or object until it is known whether it is part of another one.
const foundConstant = -1

// variability is whether a node always has the same value.
type variability uint8

const (
	literal  variability = iota
	constant             // a list or an object of such nodes
	variable
)

// numberNode numbers a node and its descendants, parents first.
func (p *Program) numberNode(n Node) variability {
	found, hasConstants := constant, false
	add := func(c Node) {
		switch p.numberNode(c) {
		case constant:
			hasConstants = true
		case variable:
			found = variable
		}
	}
	switch n := n.(type) {
	case *Lit:
		return literal
	case *Object:
		isNamed := true
		for i := range n.Fields {
			isNamed = isNamed && n.Fields[i].KeyExpr == nil
		}
		if n.IsDistinct = isNamed && areDistinct(n.Fields); !isNamed {
			found = variable
		}
	case *List:
	case *Ref, *Interp, *Call:
		p.nodes++
		n.Info().ID = int32(p.nodes)
		found = variable
	default:
		found = variable
	}
	Children(n, add)
	n.Info().Constant = 0
	if found == constant {
		n.Info().Constant = foundConstant
	} else if hasConstants {
		Children(n, func(c Node) {
			if m := c.Info(); m.Constant == foundConstant {
				p.constants++
				m.Constant = int32(p.constants)
			}
		})
	}
	return found
}

// areDistinct reports whether all keys are different. It does not compare those of many fields, which would take
// quadratic time.
func areDistinct(fields []Field) bool {
	const most = 16
	if len(fields) > most {
		return false
	}
	for i := range fields {
		for k := range i {
			if fields[i].Key == fields[k].Key {
				return false
			}
		}
	}
	return true
}

// Nodes returns how many nodes have been numbered.
func (p *Program) Nodes() int { return p.nodes }

// Constants returns how many constant lists and objects have been numbered.
func (p *Program) Constants() int { return p.constants }
