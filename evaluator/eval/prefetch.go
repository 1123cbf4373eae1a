package eval

import "pantograph/evaluator/ir"

// prefetchDepth is the number of nested cell evaluations at which the evaluator starts to prefetch.
// Programs written by hand do not reach it, so their cells are evaluated in the order in which they
// are needed.
const prefetchDepth = 100

// prefetch evaluates the cells that c is certain to need, so that evaluating c does not recurse
// into them. Deep recursion takes two or three kilobytes of stack per reference, and it is slow,
// because each garbage collection scans the entire stack.
func (e *Evaluator) prefetch(c *ir.Cell) {
	if e.ahead == nil {
		e.ahead = &ir.Prefetch{
			Needs: func(c *ir.Cell, need func(*ir.Cell)) { certainNeeds(c.Expr, need) },
			Ready: e.evaluate,
			State: e.prefetchState,
		}
	}
	e.ahead.Run(c)
}

// certainNeeds calls need for the cells that n needs whatever their values are. Other cells must not
// be evaluated early: a cell could then appear to be on a cycle, or report a problem although
// nothing uses it.
func certainNeeds(n ir.Node, need func(*ir.Cell)) {
	switch n := n.(type) {
	// If the base is locked, Over is not evaluated.
	case *ir.Merge:
		certainNeeds(n.Base, need)
		return
	case *ir.Call:
		if n.Fn.Lazy != nil {
			if n.Fn.AlwaysForces != nil {
				n.Fn.AlwaysForces(n, func(arg ir.Node) { certainNeeds(arg, need) })
			}
			return
		}
	case *ir.Sub:
		need(n.Cell)
	case *ir.Ref:
		// A path into an object may need only one of its fields.
		if n.Cell != nil && (len(n.Path) == 0 || !isTransparent(n.Cell.Expr)) {
			need(n.Cell)
		}
	}
	if n != nil {
		ir.Children(n, func(child ir.Node) { certainNeeds(child, need) })
	}
}

// isTransparent reports whether a dialect may read a part of an expression's value without
// evaluating the entire expression.
func isTransparent(n ir.Node) bool {
	switch n.(type) {
	case *ir.Object, *ir.List, *ir.Merge, *ir.Sub:
		return true
	}
	return false
}

// prefetchState returns the state of a cell. A cell that is not part of the program, because the
// program was truncated at its limit of cells, counts as done.
func (e *Evaluator) prefetchState(c *ir.Cell) ir.PrefetchState {
	switch {
	case int(c.ID) >= len(e.cells) || e.cells[c.ID].state == done:
		return ir.Done
	case e.cells[c.ID].state == running:
		return ir.Open
	}
	return ir.Pending
}
