package inspect

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Step is one node of a derivation; the steps it was made from follow it, one deeper.
type Step struct {
	Depth       int
	Label, Kind string
	Value       value.Value
	Span        source.Span
	Lost        bool // another value was laid over it and nothing of it is left
}

// deepestTrace and longestTrace bound what is shown of a derivation.
const (
	deepestTrace = 12
	longestTrace = 400
)

// Trace tells how the value of a cell came about: the references it needed, what these
// needed, and the functions in between.
func (s *Subject) Trace(c *ir.Cell) []Step {
	t := &tracer{s: s, open: map[*ir.Cell]bool{}}
	t.cell(c, 0)
	return t.steps
}

// CellAt returns the cell that a place of the source belongs to, nil when there is none.
func (s *Subject) CellAt(f *source.File, offset int) *ir.Cell {
	p := s.At(f, offset)
	if r, ok := p.Node.(*ir.Ref); ok && r.Cell != nil {
		return r.Cell
	}
	return p.Cell
}

type tracer struct {
	s     *Subject
	steps []Step
	open  map[*ir.Cell]bool
}

func (t *tracer) add(step Step) bool {
	if len(t.steps) >= longestTrace {
		return false
	}
	t.steps = append(t.steps, step)
	return true
}

func (t *tracer) cell(c *ir.Cell, depth int) {
	if !t.add(Step{Depth: depth, Label: c.Kind + " " + c.Title(), Kind: "value", Value: t.s.Evaluator.Value(c), Span: c.NameAt}) {
		return
	}
	if t.open[c] || depth > deepestTrace {
		return
	}
	t.open[c] = true
	if m, ok := c.Expr.(*ir.Merge); ok {
		t.merge(c, m, depth+1)
	} else {
		t.node(c.Expr, depth+1)
	}
	t.open[c] = false
}

// node adds the calls and references of an expression.
func (t *tracer) node(n ir.Node, depth int) {
	if n == nil {
		return
	}
	inner := depth
	switch n := n.(type) {
	case *ir.Ref:
		t.add(Step{Depth: depth, Label: refText(n), Kind: "reference", Value: t.s.refValue(n), Span: n.Span})
		if n.Cell != nil {
			t.cell(n.Cell, depth+1)
		}
		return
	case *ir.Sub:
		t.cell(n.Cell, depth)
		return
	case *ir.Call:
		if n.NameAt.File != nil && n.Fn.Doc != "" {
			v, _ := t.s.Evaluator.Node(n)
			t.add(Step{Depth: depth, Label: n.Fn.Name, Kind: "function", Value: v, Span: n.NameAt})
			inner++
		}
	}
	ir.Children(n, func(c ir.Node) { t.node(c, inner) })
}

// merge tells how the value of a cell was put together: what is said on top first, then
// the references below it, upper layers first. Only objects show what lies below them; of
// anything else the layer below is lost. A locked layer stays, and what is over it is lost.
func (t *tracer) merge(c *ir.Cell, n *ir.Merge, depth int) {
	var layers []*ir.Ref
	ir.Walk(n.Base, func(b ir.Node) {
		if r, ok := b.(*ir.Ref); ok && r.Cell != nil {
			layers = append(layers, r)
		}
	})
	covered := t.s.Evaluator.Value(c).Object() == nil
	if len(layers) > 0 && t.layer(layers[0]).Marks&value.Locked != 0 {
		t.add(Step{Depth: depth, Label: c.Kind + " " + c.Title(), Kind: "merge", Value: t.written(n.Over), Span: n.Over.Info().Span, Lost: true})
		covered = false
	} else {
		t.node(n.Over, depth)
	}
	for i, r := range layers {
		v := t.layer(r)
		covered = covered || i > 0 && v.Object() == nil
		t.add(Step{Depth: depth, Label: r.Cell.Kind + " " + refText(r), Kind: "merge", Value: v, Span: r.Cell.NameAt, Lost: covered})
		covered = covered || v.Object() == nil
	}
}

// layer returns the value of a layer below another.
func (t *tracer) layer(r *ir.Ref) value.Value {
	v, _ := value.Find(t.s.Evaluator.Value(r.Cell), pathText(r))
	return v
}

// written returns the value of an expression that says it, or that was evaluated.
func (t *tracer) written(n ir.Node) value.Value {
	if l, ok := n.(*ir.Lit); ok {
		return value.Of(l.Value)
	}
	v, _ := t.s.Evaluator.Node(n)
	return v
}
