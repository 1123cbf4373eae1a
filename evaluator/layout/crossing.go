package layout

import "slices"

// crossings counts crossings between adjacent layers with a Fenwick tree.
type crossings struct {
	s     *sketch
	tree  []int
	near  []int // places in the next layer of one vertex's neighbours, reused
	total int
}

func newCrossings(s *sketch) *crossings {
	widest := 0
	for _, l := range s.layers {
		widest = max(widest, len(l))
	}
	return &crossings{s: s, tree: make([]int, widest+1)}
}

// all counts the crossings of the whole part.
func (c *crossings) all() int {
	return c.count(0)
}

// cost counts crossings of long lines with one another several times, as one of the two has
// to turn there.
func (c *crossings) cost() int {
	const turning = 3
	return c.count(0) + turning*c.count(c.s.nodes)
}

// count returns the number of crossings of lines between vertices with an index of at least first.
func (c *crossings) count(first int) int {
	c.total = 0
	for _, layer := range c.s.layers {
		c.between(layer, first)
	}
	return c.total
}

// between counts the crossings between a layer and the next.
func (c *crossings) between(layer []int, first int) {
	clear(c.tree)
	size, lines := len(c.tree)-1, 0
	for _, v := range layer {
		if v < first {
			continue
		}
		c.near = c.near[:0]
		for _, w := range c.s.next[v] {
			if w >= first {
				c.near = append(c.near, int(c.s.pos[w])+1)
			}
		}
		slices.Sort(c.near)
		// A line crosses those from earlier vertices that end after it. The tree counts the ones
		// that do not. The lines of one vertex do not cross each other, so they are added together
		// afterwards.
		for _, p := range c.near {
			c.total += lines
			for i := p; i > 0; i -= i & -i {
				c.total -= c.tree[i]
			}
		}
		for _, p := range c.near {
			lines++
			for i := p; i <= size; i += i & -i {
				c.tree[i]++
			}
		}
	}
}
