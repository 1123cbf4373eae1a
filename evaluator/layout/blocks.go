package layout

import (
	"cmp"
	"math"
	"slices"
)

// A blocks orders a part by global sifting (Bachmaier, Brandenburg, Brunner, Hübner: Global
// k-Level Crossing Reduction, 2011). A block is a box or all bends of a net. There is one
// order of blocks, which determines the order of every layer: lines between bends never cross
// one another, so that long lines can be straight.
type blocks struct {
	s      *sketch
	of     []int   // block of each vertex
	within [][]int // vertices of each block
	order  []int
	rank   []int // place of each block in order
	gain   []int // by how much crossings decrease if each block is placed before the sifted one
}

// blocksBudget limits the steps of global sifting in one part. A part that takes more for a
// single round is not sifted. A part of at most alwaysSifted vertices is sifted in any case,
// others only if many long lines cross one another.
const (
	blocksBudget = 10_000_000
	alwaysSifted = 800
)

// siftBlocks replaces the order of the layers by the result of global sifting if that costs
// less than the given cost of the present order, and returns the cost.
func (s *sketch) siftBlocks(c *crossings, best int) int {
	b := &budget{blocksBudget}
	isWorth := len(s.vertices) <= alwaysSifted || c.count(s.nodes) > len(s.arcs)/16
	if best == 0 || !isWorth || s.blocksWork() > b.left {
		return best
	}
	kept := s.copyLayers()
	k := newBlocks(s)
	// Another round must save a hundredth of the crossings to be worth its time.
	for before := math.MaxInt; ; {
		now := c.all()
		if now >= before-before/100 {
			break
		}
		before = now
		for block := range k.within {
			if !k.sift(block, b) {
				break
			}
		}
	}
	if now := c.cost(); now < best {
		return now
	}
	s.layers = kept
	s.number()
	return best
}

// blocksWork estimates the steps of one round.
func (s *sketch) blocksWork() int {
	sum := 0
	for _, layer := range s.layers {
		joints := 0
		for _, v := range layer {
			joints += 2 + len(s.prev[v]) + len(s.next[v])
		}
		sum += len(layer) * joints
	}
	return sum
}

// newBlocks orders the blocks by the current places of their vertices.
func newBlocks(s *sketch) *blocks {
	k := &blocks{s: s, of: make([]int, len(s.vertices))}
	for v := range s.nodes {
		k.within = append(k.within, []int{v})
	}
	for i := range s.nets {
		if bends := s.bendsOf(&s.nets[i]); len(bends) > 0 {
			k.within = append(k.within, bends)
		}
	}
	mean := make([]int, len(k.within))
	for i, vs := range k.within {
		for _, v := range vs {
			k.of[v] = i
			// Layers have different lengths, so places are compared as fractions of their layer.
			mean[i] += (2*s.vertices[v].pos + 1) << 16 / len(s.layers[s.vertices[v].layer])
		}
		mean[i] /= len(vs)
		k.order = append(k.order, i)
	}
	slices.SortStableFunc(k.order, func(a, b int) int { return cmp.Compare(mean[a], mean[b]) })
	k.rank, k.gain = make([]int, len(k.order)), make([]int, len(k.order))
	k.number(0, len(k.order))
	for l, layer := range s.layers {
		k.sortLayer(l, layer)
	}
	return k
}

// number records the places of the blocks in a range of the order.
func (k *blocks) number(from, to int) {
	for i, block := range k.order[from:to] {
		k.rank[block] = from + i
	}
}

// sortLayer arranges a layer in the order of the blocks.
func (k *blocks) sortLayer(l int, layer []int) {
	slices.SortStableFunc(layer, func(a, b int) int { return k.rank[k.of[a]] - k.rank[k.of[b]] })
	k.s.numberLayer(l)
}

// insert arranges a layer in the order of the blocks, as sortLayer does. It is fast if only one
// block has moved: sorting such layers anew took an eighth of the time of a large drawing.
func (k *blocks) insert(layer []int) {
	for i := 1; i < len(layer); i++ {
		v, at := layer[i], i
		for at > 0 && k.rank[k.of[layer[at-1]]] > k.rank[k.of[v]] {
			layer[at] = layer[at-1]
			at--
		}
		layer[at] = v
	}
}

// sift moves one block to its best place, and reports whether the budget allowed it.
func (k *blocks) sift(block int, b *budget) bool {
	s := k.s
	at, best, work := k.rank[block], 0, 0
	// A block of one vertex only competes with the vertices of its layer.
	if vs := k.within[block]; len(vs) == 1 {
		layer := s.layers[s.vertices[vs[0]].layer]
		place, steps := s.bestPlace(vs[0])
		best, work = k.rank[k.of[layer[place]]], steps
	} else {
		best, work = k.bestPlace(block)
	}
	if best != at {
		move(k.order, at, best)
		k.number(min(at, best), max(at, best)+1)
		for _, v := range k.within[block] {
			l := s.vertices[v].layer
			k.insert(s.layers[l])
			s.numberLayer(l)
		}
	}
	return b.spend(work)
}

// bestPlace returns the best place of a block in the order, and how many steps that took.
func (k *blocks) bestPlace(block int) (best, work int) {
	s := k.s
	clear(k.gain)
	for _, v := range k.within[block] {
		layer := s.layers[s.vertices[v].layer]
		s.openSides(v)
		for _, w := range layer {
			work += 2 + len(s.prev[w]) + len(s.next[w])
			if w != v {
				k.gain[k.of[w]] += s.gainBy(w)
			}
		}
	}
	best = bestPlace(k.rank[block], len(k.order), func(i int) int { return k.gain[k.order[i]] })
	return best, work + len(k.order)
}

// move moves an item to another place.
func move(items []int, from, to int) {
	item := items[from]
	if to > from {
		copy(items[from:], items[from+1:to+1])
	} else {
		copy(items[to+1:], items[to:from])
	}
	items[to] = item
}

// bestPlace returns the place among n to which the item at a place should move. Moving it past the
// item at i gains gain(i).
func bestPlace(at, n int, gain func(i int) int) int {
	best, least := at, 0
	for sum, i := 0, at+1; i < n; i++ {
		if sum -= gain(i); sum < least {
			best, least = i, sum
		}
	}
	for sum, i := 0, at-1; i >= 0; i-- {
		if sum += gain(i); sum < least {
			best, least = i, sum
		}
	}
	return best
}
