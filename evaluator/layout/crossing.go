package layout

import "slices"

// crossings counts crossings between adjacent layers with a Fenwick tree.
type crossings struct {
	s         *sketch
	tree      []int32
	near      []int32 // places in the next layer of one vertex's neighbours, reused
	any, long tally   // of all lines, and of lines between bends
}

// A tally counts the crossings of lines between vertices with an index of at least first, after each layer,
// and keeps the counts until the layer or the next one changes.
type tally struct {
	first int
	sums  []int
	when  []int
}

func newCrossings(s *sketch) *crossings {
	widest := 0
	for _, l := range s.layers {
		widest = max(widest, len(l))
	}
	from := func(first int) tally {
		return tally{first: first, sums: make([]int, len(s.layers)), when: make([]int, len(s.layers))}
	}
	return &crossings{s: s, tree: make([]int32, widest+1), any: from(0), long: from(s.nodes)}
}

// all counts the crossings of the whole part.
func (c *crossings) all() int { return c.count(&c.any) }

// ofLong counts the crossings of long lines with one another.
func (c *crossings) ofLong() int { return c.count(&c.long) }

// cost counts crossings of long lines with one another several times, as one of the two has
// to turn there.
func (c *crossings) cost() int {
	const turning = 3
	return c.all() + turning*c.ofLong()
}

func (c *crossings) count(t *tally) (sum int) {
	for l := range len(c.s.layers) - 1 {
		if changed := c.s.sifting.changed[l+1 : l+3]; t.when[l] < max(changed[0], changed[1]) {
			t.sums[l], t.when[l] = c.between(l, t.first), c.s.sifting.clock
		}
		sum += t.sums[l]
	}
	return sum
}

// between counts the crossings between a layer and the next.
func (c *crossings) between(l, first int) int {
	pos, size := c.s.pos, len(c.s.layers[l+1])
	tree := c.tree[:size+1]
	clear(tree)
	total, lines := 0, 0
	for _, v := range c.s.layers[l] {
		if v < first {
			continue
		}
		near := c.near[:0]
		for _, w := range c.s.next[v] {
			if w >= first {
				near = append(near, pos[w]+1)
			}
		}
		if len(near) > 1 {
			slices.Sort(near)
		}
		// A line crosses those from earlier vertices that end after it. The tree counts the ones
		// that do not. The lines of one vertex do not cross each other, so they are added together
		// afterwards.
		for _, p := range near {
			total += lines
			for i := int(p); i > 0; i -= i & -i {
				total -= int(tree[i])
			}
		}
		for _, p := range near {
			lines++
			for i := int(p); i <= size; i += i & -i {
				tree[i]++
			}
		}
		c.near = near
	}
	return total
}
