package layout

// crossings counts crossings between adjacent layers with a Fenwick tree.
type crossings struct {
	s         *sketch
	tree      []int32
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
	s, k := c.s, &c.s.links
	tree := c.tree[:len(s.layers[l])+1]
	clear(tree)
	lines, start := 0, int(k.first[l])-1 // places in the tree are counted from 1
	for _, w := range s.layers[l+1] {
		if w < first {
			continue
		}
		near, places := s.prev[w], k.places[k.start[w]:k.middle[w]]
		if first > 0 && near[0] < first {
			continue // a bend has one neighbour in the layer before
		}
		// A line crosses those to earlier vertices that start after it. The tree counts the ones that do
		// not. Lines to one vertex do not cross.
		for _, place := range places {
			total += lines
			for i := int(place) - start; i > 0; i -= i & -i {
				total -= int(tree[i])
			}
		}
		for _, place := range places {
			lines++
			for i := int(place) - start; i < len(tree); i += i & -i {
				tree[i]++
			}
		}
	}
	return total
}
