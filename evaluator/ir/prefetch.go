package ir

// A Prefetch visits the cells that a cell needs, dependencies first. It uses no recursion, so it
// can follow a chain of references of any length. It visits every cell at most once in its
// lifetime.
type Prefetch struct {
	// Needs calls need for each cell that c needs.
	Needs func(c *Cell, need func(*Cell))
	// Ready is called for each cell, after those that it needs.
	Ready func(c *Cell)
	// Has returns the readiness of a cell that another one needs.
	Has func(c *Cell) Readiness

	seen  []bool  // by the id of a cell
	needs []*Cell // of the steps, concatenated
}

// Readiness is the state of a cell before the walk reaches it.
type Readiness uint8

const (
	Wanted Readiness = iota // the walk continues with it
	Given                   // nothing needs to be done
	Open                    // it is being evaluated already, or must not be touched
)

// A step is a cell with the cells that it needs, some of which may not have been visited yet.
type step struct {
	cell        *Cell
	first, next int  // its needs are needs[first:]; next is the first not visited
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
			switch a.readiness(next) {
			case Open:
				at.open = true
			case Wanted:
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

func (a *Prefetch) readiness(c *Cell) Readiness {
	r := a.Has(c)
	if r == Wanted && c.ID < len(a.seen) && a.seen[c.ID] {
		return Open
	}
	return r
}

// step begins with a cell, whose needs are appended to those of other steps.
func (a *Prefetch) step(c *Cell) step {
	if grow := c.ID + 1 - len(a.seen); grow > 0 {
		a.seen = append(a.seen, make([]bool, grow)...)
	}
	a.seen[c.ID] = true
	first := len(a.needs)
	a.Needs(c, func(n *Cell) { a.needs = append(a.needs, n) })
	return step{cell: c, first: first, next: first}
}
