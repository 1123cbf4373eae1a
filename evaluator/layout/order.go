package layout

import (
	"cmp"
	"slices"
)

// orderBudget bounds the steps of reducing crossings in one part, patience the rounds
// without success.
const (
	orderBudget = 6_000_000
	patience    = 6
)

// order fills the layers and arranges each so that few lines cross: sweeps to and fro
// that sort a layer by the mean place of its neighbours in the layer before, each
// followed by exchanges of neighbours that help. The best arrangement is kept.
func (s *sketch) order() {
	s.fillLayers()
	b := &budget{orderBudget}
	c := newCrossings(s)
	best, kept := c.all(), s.copyLayers()
	cost := 8 * (len(s.vertices) + s.joints())
	for round, idle := 0, 0; best > 0 && idle < patience && b.spend(cost); round++ {
		s.sweep(round%2 == 0, round%4 >= 2)
		s.exchangeAll(b)
		idle++
		if now := c.all(); now < best {
			best, kept, idle = now, s.copyLayers(), 0
		}
	}
	s.layers = kept
	s.number()
}

// fillLayers gives a first order: that of a depth-first walk from left to right.
func (s *sketch) fillLayers() {
	last := 0
	for _, v := range s.vertices {
		last = max(last, v.layer)
	}
	s.layers = make([][]int, last+1)
	seen := make([]bool, len(s.vertices))
	starts := make([]int, s.nodes)
	for v := range starts {
		starts[v] = v
	}
	slices.SortStableFunc(starts, func(a, b int) int { return cmp.Compare(s.vertices[a].layer, s.vertices[b].layer) })
	var path []int
	for _, start := range starts {
		path = append(path, start)
		for len(path) > 0 {
			v := path[len(path)-1]
			path = path[:len(path)-1]
			if seen[v] {
				continue
			}
			seen[v] = true
			l := s.vertices[v].layer
			s.layers[l] = append(s.layers[l], v)
			for _, w := range slices.Backward(s.next[v]) {
				if !seen[w] {
					path = append(path, w)
				}
			}
		}
	}
	s.number()
}

// number tells each vertex its place.
func (s *sketch) number() {
	for l := range s.layers {
		s.numberLayer(l)
	}
}

func (s *sketch) numberLayer(l int) {
	for i, v := range s.layers[l] {
		s.vertices[v].pos = i
	}
}

func (s *sketch) copyLayers() [][]int {
	layers := make([][]int, len(s.layers))
	for i, l := range s.layers {
		layers[i] = slices.Clone(l)
	}
	return layers
}

// joints counts the connections between neighbouring layers.
func (s *sketch) joints() int {
	n := 0
	for _, next := range s.next {
		n += len(next)
	}
	return n
}

// sweep sorts every layer by the one before it, or, not forward, by the one after it.
// Late says how vertices with equal keys are ordered: as they were, or reversed.
func (s *sketch) sweep(forward, late bool) {
	key := make([]int, len(s.vertices))
	for i := range s.layers {
		l, near := i, s.prev
		if !forward {
			l, near = len(s.layers)-1-i, s.next
		}
		layer := s.layers[l]
		for _, v := range layer {
			key[v] = s.mean(v, near[v])
		}
		if late {
			slices.Reverse(layer)
		}
		slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
		s.numberLayer(l)
	}
}

// mean gives the mean place of some vertices, in units small enough to tell fractions;
// v's own place when there are none.
func (s *sketch) mean(v int, near []int) int {
	if len(near) == 0 {
		return s.vertices[v].pos << 12
	}
	sum := 0
	for _, w := range near {
		sum += s.vertices[w].pos
	}
	return sum << 12 / len(near)
}

// exchangeAll swaps neighbours in their layer wherever fewer lines cross that way.
func (s *sketch) exchangeAll(b *budget) {
	for again := true; again; {
		again = false
		for _, layer := range s.layers {
			for i := 0; i+1 < len(layer); i++ {
				v, w := layer[i], layer[i+1]
				work := 2 * (len(s.prev[v]) + len(s.next[v]) + len(s.prev[w]) + len(s.next[w]) + 1)
				if !b.spend(work) {
					return
				}
				if s.gain(v, w) > 0 {
					layer[i], layer[i+1] = w, v
					s.vertices[v].pos, s.vertices[w].pos = i+1, i
					again = true
				}
			}
		}
	}
}

// gain says how many crossings less there are when w stands before v.
func (s *sketch) gain(v, w int) int {
	return s.inversions(s.prev[v], s.prev[w]) + s.inversions(s.next[v], s.next[w])
}

// inversions counts the pairs out of order minus those in order. Lists are short except
// at hubs, where they are compared by a sample.
func (s *sketch) inversions(a, b []int) int {
	const sample = 24
	stepA, stepB := 1+len(a)/sample, 1+len(b)/sample
	n := 0
	for i := 0; i < len(a); i += stepA {
		p := s.vertices[a[i]].pos
		for j := 0; j < len(b); j += stepB {
			n += cmp.Compare(p, s.vertices[b[j]].pos)
		}
	}
	return n
}

// crossings counts crossings between neighbouring layers with a Fenwick tree.
type crossings struct {
	s     *sketch
	tree  []int
	near  []int
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
	c.total = 0
	for _, layer := range c.s.layers {
		c.between(layer)
	}
	return c.total
}

// between counts the crossings between a layer and the next.
func (c *crossings) between(layer []int) {
	clear(c.tree)
	size, lines := len(c.tree)-1, 0
	for _, v := range layer {
		c.near = c.near[:0]
		for _, w := range c.s.next[v] {
			c.near = append(c.near, c.s.vertices[w].pos+1)
		}
		slices.Sort(c.near)
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
