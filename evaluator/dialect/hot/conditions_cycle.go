package hot

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
)

// Conditions may use one another, but not in a cycle.

// A conditionCell is the Data of a condition's cell.
type conditionCell struct {
	stack *stack
	name  string
	cell  *ir.Cell
}

// cycleProblem returns the problem of a condition that depends on itself.
func (c *conditionCell) cycleProblem(used bool) diag.Problem {
	p := heatError{code: "condition-cycle", span: c.cell.NameAt, message: "the condition " + written(c.name) +
		" depends on itself",
		text: `Circular definition for condition "` + c.name + `"`}.with("Condition validation error: " +
		c.stack.path())
	if !used {
		p.Severity, p.Code, p.Reference = diag.Warning, "hint-unused-condition", ""
		p.Message = "nothing uses this condition, but " + p.Message
	}
	return p
}

// cyclicCondition returns a condition that needs its own value when n is evaluated: the first one that a
// walk from n reaches again while it is inside it.
func (b *binder) cyclicCondition(n ir.Node) *ir.Cell {
	if len(b.cyclic) == 0 {
		return nil
	}
	w := &cycleWalk{b: b, open: map[*ir.Cell]bool{}, seen: map[*ir.Cell]bool{}}
	w.visit(n)
	return w.found
}

// A cycleWalk looks for a condition that it reaches again while inside it.
type cycleWalk struct {
	b          *binder
	open, seen map[*ir.Cell]bool
	found      *ir.Cell
}

// visit follows the conditions that an expression uses and stops at the first one that it meets
// again.
func (w *cycleWalk) visit(n ir.Node) {
	for _, c := range w.b.conditionsIn(n) {
		switch {
		case w.found != nil:
		case w.open[c]:
			w.found = c
		case !w.seen[c]:
			w.seen[c], w.open[c] = true, true
			w.visit(c.Expr)
			w.open[c] = false
		}
	}
}

// conditionsIn returns the conditions that a node refers to, directly or by a computed name.
func (b *binder) conditionsIn(n ir.Node) (out []*ir.Cell) {
	ir.Walk(n, func(n ir.Node) {
		if c := b.named[n]; c != nil {
			out = append(out, c)
		}
		if ref, ok := n.(*ir.Ref); ok && ref.Cell != nil && ref.Cell.Kind == "condition" {
			out = append(out, ref.Cell)
		}
	})
	return out
}

// markReported marks the cycle of c as reported, including everything it depends on.
func (b *binder) markReported(c *ir.Cell) {
	for open := []*ir.Cell{c}; len(open) > 0; {
		c, open = open[0], open[1:]
		if !b.inReportedCycle[c] {
			b.inReportedCycle[c] = true
			open = append(open, b.conditionsIn(c.Expr)...)
		}
	}
}
