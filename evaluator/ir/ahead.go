package ir

// An Ahead walks from a cell to those that it needs, in the order in which each is found
// after those that it needs itself: so a chain of references is followed without recursion,
// however long it is. It looks at every cell once in its life.
type Ahead struct {
	// Needs calls need for each cell that c needs.
	Needs func(c *Cell, need func(*Cell))
	// Ready is called for each cell on the way.
	Ready func(c *Cell)
	// Has says what is known of a cell that another needs.
	Has func(c *Cell) Readiness

	seen  []bool  // by the id of a cell
	needs []*Cell // of the steps, one after the other
}

// Readiness is what is known of a cell before a walk comes to it.
type Readiness uint8

const (
	Wanted Readiness = iota // the walk goes on to it
	Given                   // nothing is to be done about it
	Open                    // somebody waits for it already, or it must be left alone
)

// A step is a cell with those that it needs, of which some may still be to come.
type step struct {
	cell        *Cell
	first, next int  // of what it needs, in needs
	open        bool // it needs one that is open, so it may be on a cycle
}

// Before calls Ready for the cells that c needs. Left out are those that need one which is
// open, as cycles do: what is wrong with these shows when they are evaluated in their turn.
func (a *Ahead) Before(c *Cell) {
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

func (a *Ahead) readiness(c *Cell) Readiness {
	r := a.Has(c)
	if r == Wanted && c.ID < len(a.seen) && a.seen[c.ID] {
		return Open
	}
	return r
}

// step begins with a cell: what it needs comes behind all that others need.
func (a *Ahead) step(c *Cell) step {
	if grow := c.ID + 1 - len(a.seen); grow > 0 {
		a.seen = append(a.seen, make([]bool, grow)...)
	}
	a.seen[c.ID] = true
	first := len(a.needs)
	a.Needs(c, func(n *Cell) { a.needs = append(a.needs, n) })
	return step{cell: c, first: first, next: first}
}
