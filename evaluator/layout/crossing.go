package layout

import "slices"

// crossings counts crossings between adjacent layers with a Fenwick tree.
type crossings struct {
	s         *sketch
	tree      []int32
	starts    []int32 // see sortLines, reused
	ends      []int32
	any, long tally // of all lines, and of lines between bends
}

// A tally holds, for each layer, the number of crossings between it and the next layer. It counts only
// lines between vertices whose index is at least first. A count is valid until one of the two layers changes.
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

// cost counts crossings of long lines with one another several times, because one of
// the two has to turn there.
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
func (c *crossings) between(l, first int) (total int) {
	tree := c.tree[:len(c.s.layers[l+1])+1]
	clear(tree)
	lines := 0
	for _, p := range c.sortLines(l, first) {
		if p == 0 {
			continue
		}
		// A line crosses those from earlier vertices that end after it. The tree counts the ones
		// that do not. The lines of one vertex come in the order of their ends, and do not cross.
		total += lines
		lines++
		for i := int(p); i > 0; i -= i & -i {
			total -= int(tree[i])
		}
		for i := int(p); i < len(tree); i += i & -i {
			tree[i]++
		}
	}
	return total
}

// sortLines sorts the lines between a layer and the next by their starts, then by their ends, and returns
// the places of the ends, counted from 1. It returns 0 for a line that ends before first.
func (c *crossings) sortLines(l, first int) []int32 {
	s, starts, size := c.s, c.starts[:0], int32(0)
	for _, v := range s.layers[l] {
		starts = append(starts, size)
		size += int32(len(s.next[v]))
	}
	c.starts = starts
	ends := slices.Grow(c.ends[:0], int(size))[:size]
	clear(ends)
	c.ends = ends
	// The next layer is walked in order, so that each vertex gets its ends in order.
	for i, w := range s.layers[l+1] {
		if w < first {
			continue
		}
		for _, v := range s.prev[w] {
			if v >= first {
				at := &starts[s.pos[v]]
				ends[*at] = int32(i) + 1
				*at++
			}
		}
	}
	return ends
}
