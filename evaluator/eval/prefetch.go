package eval

import "pantograph/evaluator/ir"

// deep is the depth of nested evaluations from which on the evaluator works ahead. Hand-written
// programs never get there: their cells are evaluated in the order in which the dialect asks for
// them.
const deep = 100

// prefetch evaluates the cells that c is sure to need, so that the evaluation of c does not recurse
// into them. Deep recursion is slow, because each garbage collection scans the whole stack, and
// takes a kilobyte per reference.
func (e *Evaluator) prefetch(c *ir.Cell) {
	if e.ahead == nil {
		e.ahead = &ir.Prefetch{
			Needs: func(c *ir.Cell, need func(*ir.Cell)) { surely(c.Expr, need) },
			Ready: e.evaluate,
			Has:   e.readiness,
		}
	}
	e.ahead.Run(c)
}

// surely calls need for the cells that n needs regardless of values. Others must wait: evaluated
// too early, a cell can seem to be on a cycle, or report a problem although nothing uses it.
func surely(n ir.Node, need func(*ir.Cell)) {
	switch n := n.(type) {
	// If the base is locked, Over is not evaluated.
	case *ir.Merge:
		surely(n.Base, need)
		return
	case *ir.Call:
		if n.Fn.Lazy != nil {
			if n.Fn.AlwaysForces != nil {
				n.Fn.AlwaysForces(n, func(arg ir.Node) { surely(arg, need) })
			}
			return
		}
	case *ir.Sub:
		need(n.Cell)
	case *ir.Ref:
		// A path into an object may need only one of its fields.
		if n.Cell != nil && (len(n.Path) == 0 || !isOpen(n.Cell.Expr)) {
			need(n.Cell)
		}
	}
	if n != nil {
		ir.Children(n, func(child ir.Node) { surely(child, need) })
	}
}

// isOpen reports whether a path can lead into an expression without evaluating all of it.
func isOpen(n ir.Node) bool {
	switch n.(type) {
	case *ir.Object, *ir.List, *ir.Merge, *ir.Sub:
		return true
	}
	return false
}

// readiness tells the walk what to do with a cell: nothing if it is done or was truncated.
func (e *Evaluator) readiness(c *ir.Cell) ir.Readiness {
	switch {
	case c.ID >= len(e.cells) || e.cells[c.ID].state == done:
		return ir.Given
	case e.cells[c.ID].state == running:
		return ir.Open
	}
	return ir.Wanted
}
