package ir

// A Prefetch visits the cells that a cell needs, dependencies first. It is not recursive, so it
// can follow a chain of references of any length. It visits each cell at most once, even in several
// calls of Run, except those with which Run is called.
type Prefetch struct {
	// Needs calls need for each cell that c needs.
	Needs func(c *Cell, need func(*Cell))
	// Ready is called for each cell, after those that it needs.
	Ready func(c *Cell)
	// State returns the state of a cell that another one needs.
	State func(c *Cell) PrefetchState

	seen  []bool  // by the ID of the cell
	needs []*Cell // the needs of all steps of the walk, concatenated
}

// PrefetchState is the state of a cell before a Prefetch visits it.
type PrefetchState uint8

// The states of a cell.
const (
	Pending PrefetchState = iota // not evaluated: visit it
	Done                         // evaluated: skip it
	Open                         // being evaluated: skip it and every cell that needs it
)

// A step is a visited cell whose needs are being visited.
type step struct {
	cell        *Cell
	first, next int  // its needs are needs[first:]; next is the index of the next one to visit
	open        bool // it needs an open cell, so it may be part of a cycle
}

// Run calls Ready for the cells that c needs. It skips those that need an open cell, such as
// those on cycles: their problems are reported when they are evaluated normally.
func (a *Prefetch) Run(c *Cell) {
	walk := []step{a.step(c)}
	for len(walk) > 0 {
		at := &walk[len(walk)-1]
		if at.next < len(a.needs) {
			next := a.needs[at.next]
			at.next++
			switch a.state(next) {
			case Open:
				at.open = true
			case Pending:
				walk = append(walk, a.step(next))
			}
			continue
		}
		if done := *at; !done.open && done.cell != c {
			a.Ready(done.cell)
		}
		a.needs = a.needs[:at.first]
		isOpen := at.open
		walk = walk[:len(walk)-1]
		if len(walk) > 0 {
			above := &walk[len(walk)-1]
			above.open = above.open || isOpen
		}
	}
}

// state returns the state of a cell. A cell that was visited but is still pending is open: it is on
// the walk, or it was skipped.
func (a *Prefetch) state(c *Cell) PrefetchState {
	state := a.State(c)
	if state == Pending && int(c.ID) < len(a.seen) && a.seen[c.ID] {
		return Open
	}
	return state
}

// step marks a cell as visited and returns its step.
func (a *Prefetch) step(c *Cell) step {
	if grow := int(c.ID) + 1 - len(a.seen); grow > 0 {
		a.seen = append(a.seen, make([]bool, grow)...)
	}
	a.seen[c.ID] = true
	first := len(a.needs)
	a.Needs(c, func(n *Cell) { a.needs = append(a.needs, n) })
	return step{cell: c, first: first, next: first}
}
