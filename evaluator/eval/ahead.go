package eval

import "pantograph/evaluator/ir"

// deep is how many cells are evaluated inside each other before the evaluator goes ahead.
// What people write is never so deep, so that its cells are evaluated in the order in which
// the dialect asks for them.
const deep = 100

// goAhead evaluates what c is written to need, so that its evaluation finds the values and
// does not recurse: a deep recursion is slow, because each collection of garbage reads the
// whole stack, and takes a kilobyte for each reference.
//
// Cells that were left alone because nothing had asked for them are evaluated too; that a
// cell is needed by one that is evaluated, although it is only written there, costs at most
// the work. Within a try it would not do: what goes wrong is taken back with what was tried.
func (e *Evaluator) goAhead(c *ir.Cell) {
	if e.ahead == nil {
		e.ahead = &ir.Ahead{Ready: e.evaluate, Has: e.readiness}
	}
	e.ahead.Before(c)
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
