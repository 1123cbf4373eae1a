package eval

import "pantograph/evaluator/ir"

// mostKept is the number of problems up to which they are kept for Update.
const mostKept = 1000

// Update evaluates cells again whose expressions have changed, and all cells that were computed from them. Ready is
// called for each before its evaluation. Update returns false if the evaluation may have to take another course than
// the last one; the evaluator cannot be used then.
//
// The result is that of a complete evaluation: a cell reads nothing but its expression and other cells, in the order
// that is recorded. If the cells that are evaluated again still read the same cells, in the same order, no other cell
// could notice a difference.
func (e *Evaluator) Update(changed []*ir.Cell, ready func(*ir.Cell) bool) bool {
	if !e.isRepeatable() || e.isForgetful {
		return false
	}
	isStale := make([]bool, len(e.cells))
	// A complete evaluation would not have evaluated these yet.
	for _, c := range e.late {
		if !ready(c) {
			return false
		}
		isStale[c.ID] = true
		e.forget(c)
		e.cells[c.ID].deps, e.cells[c.ID].had = nil, 0
	}
	for _, c := range changed {
		e.forgetConstants(c)
	}
	e.late, e.isOver = nil, false
	stale := e.dependents(changed)
	// The values of cells must not share chunks of memory: a chunk is kept as long as any value in it, with all that
	// the others refer to, though they were replaced long ago.
	e.isUpdating, e.deps, e.slabs = true, nil, slabs{}
	defer func() { e.isUpdating = false }()
	was := make([]state, len(stale))
	for i, c := range stale {
		if !ready(c) {
			return false
		}
		was[i], isStale[c.ID] = e.cells[c.ID].state, true
		e.forget(c)
	}
	e.dropProblems(isStale)
	e.steps, e.read = 0, e.read[:0]
	for i := range e.cells {
		e.steps += int(e.cells[i].steps)
	}
	for i, c := range stale {
		if was[i] == done && e.cells[c.ID].state == idle {
			e.cell(c, nil)
		}
	}
	if !e.isRepeatable() || e.hasOtherDeps {
		return false
	}
	for i, c := range stale {
		if now := &e.cells[c.ID]; now.state != was[i] || len(now.deps) != int(now.had) {
			return false
		}
	}
	// Run would have read all cells. Problems that are reported later record what has been read.
	e.read = e.read[:0]
	for _, c := range e.program.Cells {
		if !c.Lazy {
			e.recordRead(e.cells[c.ID].value)
		}
	}
	e.isOver = true
	return true
}

// isRepeatable reports whether the values of cells do not depend on the cell with which the evaluation began. In a
// cycle they do: the cell that is entered first fails last.
func (e *Evaluator) isRepeatable() bool {
	return !e.spent && !e.isExtended && !e.isCyclic && e.ahead == nil
}

// dependents returns the given cells and all that were computed from them, in program order.
func (e *Evaluator) dependents(changed []*ir.Cell) []*ir.Cell {
	if e.users == nil {
		e.findUsers()
	}
	found := append(e.stale[:0], changed...)
	seen := make([]bool, len(e.cells))
	for _, c := range changed {
		seen[c.ID] = true
	}
	for i := 0; i < len(found); i++ {
		of := e.cells[found[i].ID].users
		for _, c := range e.users[of.start:of.end] {
			if !seen[c.ID] {
				seen[c.ID] = true
				found = append(found, c)
			}
		}
	}
	found = found[:0]
	for id, c := range e.program.Cells {
		if seen[id] {
			found = append(found, c)
		}
	}
	e.stale = found
	return found
}

// findUsers finds the cells that need each cell. Those that need it at several places occur several times.
func (e *Evaluator) findUsers() {
	all := int32(0)
	for i := range e.cells {
		for _, d := range e.cells[i].deps {
			e.cells[d.To.ID].users.end++
		}
	}
	for i := range e.cells {
		of := &e.cells[i].users
		all, *of = all+of.end, users{all, all}
	}
	e.users = make([]*ir.Cell, all)
	for _, c := range e.program.Cells {
		for _, d := range e.cells[c.ID].deps {
			of := &e.cells[d.To.ID].users
			e.users[of.end] = c
			of.end++
		}
	}
}

// forget drops the value of a cell, and the remembered values of its nodes. It keeps the memory of the dependencies, so
// that new ones can be compared with them.
func (e *Evaluator) forget(c *ir.Cell) {
	was := &e.cells[c.ID]
	e.size -= was.value.Size()
	*was = entry{users: was.users, deps: was.deps[:0], had: int32(len(was.deps)), made: was.made}
	after, last := e.program.NumbersOf(c)
	clear(e.nodes[after.Nodes+1 : last.Nodes+1])
	if len(e.repeated) > 0 {
		for id := after.Nodes + 1; id <= last.Nodes; id++ {
			delete(e.repeated, int32(id))
		}
	}
}

// forgetConstants drops the values of the constant lists and objects of a cell that has changed.
func (e *Evaluator) forgetConstants(c *ir.Cell) {
	after, last := e.program.NumbersOf(c)
	clear(e.constants[after.Constants+1 : last.Constants+1])
}

// dropProblems drops the problems of cells that are evaluated again, and those reported after the evaluation.
func (e *Evaluator) dropProblems(isStale []bool) {
	n := 0
	for i, owner := range e.owners {
		if owner >= 0 && !isStale[owner] {
			e.problems[n], e.owners[n] = e.problems[i], owner
			n++
		}
	}
	e.problems, e.owners = e.problems[:n], e.owners[:n]
}
