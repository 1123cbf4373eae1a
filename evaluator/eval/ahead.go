package eval

import "pantograph/evaluator/ir"

// deep is how many cells are evaluated inside each other before the evaluator goes ahead.
// What people write is never so deep: its cells are evaluated in the order in which the
// dialect asks for them.
const deep = 100

// goAhead evaluates what c is sure to need, so that its evaluation finds the values and does
// not recurse. A deep recursion is slow, because each collection of garbage reads the whole
// stack, and takes a kilobyte for each reference.
func (e *Evaluator) goAhead(c *ir.Cell) {
	if e.ahead == nil {
		e.ahead = &ir.Ahead{
			Needs: func(c *ir.Cell, need func(*ir.Cell)) { surely(c.Expr, need) },
			Ready: e.evaluate,
			Has:   e.readiness,
		}
	}
	e.ahead.Before(c)
}

// surely calls need for the cells that are needed whatever the values are. Others are left
// to the evaluation: taken too early, a cell can seem to need one that waits for it, or say
// what is wrong with it although nobody asks for it.
func surely(n ir.Node, need func(*ir.Cell)) {
	switch n := n.(type) {
	case *ir.Merge:
		surely(n.Base, need)
		return
	case *ir.Call:
		if n.Fn.Lazy != nil {
			if n.Fn.Surely != nil {
				n.Fn.Surely(n, func(arg ir.Node) { surely(arg, need) })
			}
			return
		}
	case *ir.Sub:
		need(n.Cell)
	case *ir.Ref:
		if n.Cell != nil && (len(n.Path) == 0 || !isOpen(n.Cell.Expr)) {
			need(n.Cell)
		}
	}
	if n != nil {
		ir.Children(n, func(child ir.Node) { surely(child, need) })
	}
}

// isOpen reports whether a path may lead into an expression without evaluating all of it.
func isOpen(n ir.Node) bool {
	switch n.(type) {
	case *ir.Object, *ir.List, *ir.Merge, *ir.Sub:
		return true
	}
	return false
}

func (e *Evaluator) readiness(c *ir.Cell) ir.Readiness {
	switch {
	case c.ID >= len(e.cells) || e.cells[c.ID].state == done:
		return ir.Given
	case e.cells[c.ID].state == running:
		return ir.Open
	}
	return ir.Wanted
}
