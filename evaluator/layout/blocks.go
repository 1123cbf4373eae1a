package layout

import (
	"math"
	"slices"
)

// A blocks value orders a part by global sifting (Bachmaier, Brandenburg, Brunner, Hübner: Global
// k-Level Crossing Reduction, 2011). A block is a box or all bends of a net. There is one
// order of blocks, which determines the order of every layer: lines between bends never cross
// one another, so that long lines can be straight.
type blocks struct {
	s      *sketch
	of     []int   // block of each vertex
	within [][]int // vertices of each block
	order  []int
	rank   []int // position of each block in order
	// gain is the decrease in crossings if the block at each position is placed before the sifted one;
	// always 0 outside bestPlace.
	gain    []int
	settled []int // when each block was last sifted
}

// blocksBudget limits the steps of global sifting in one part. A part that takes more for a
// single round is not sifted. A part of at most alwaysSifted vertices is sifted in any case,
// others only if many long lines cross one another.
const (
	blocksBudget = 10_000_000
	alwaysSifted = 800
)

// Limits of searching from the result of global sifting: the steps, the attempts in a row that bring no
// improvement, and how many blocks each attempt moves.
const (
	searchBudget   = 100_000
	searchPatience = 100
	searchMoves    = 2
)

// siftBlocks replaces the order of the layers with the result of global sifting if that costs
// less than best, the cost of the present order. It returns the lower cost.
func (s *sketch) siftBlocks(c *crossings, best int) int {
	b := &budget{blocksBudget}
	isWorth := len(s.vertices) <= alwaysSifted || c.ofLong() > len(s.arcs)/16
	if best == 0 || !isWorth || s.blocksWork() > b.left {
		return best
	}
	kept := s.copyLayers()
	k := newBlocks(s)
	k.siftUntilIdle(c, b)
	now := c.cost()
	if !s.graph.IsTrial {
		now = k.search(c, now, &budget{min(b.left, searchBudget)})
	}
	if now < best {
		return now
	}
	s.layers = kept
	s.number()
	return best
}

// siftUntilIdle sifts each block, until this hardly reduces the crossings.
func (k *blocks) siftUntilIdle(c *crossings, b *budget) {
	// Another round must save a part of the crossings to be worth its time, a larger one in a large part.
	worth, isLarge := 30, len(k.s.vertices) > alwaysSifted
	if isLarge {
		worth = 20
	}
	for before := math.MaxInt; ; {
		now := c.all()
		if now >= before-before/worth {
			return
		}
		before = now
		for block := range k.within {
			if !k.sift(block, b) {
				return
			}
		}
		// In a huge part, where a round takes a quarter of the steps, the first round saves most of the crossings.
		if isLarge && b.left < blocksBudget*3/4 {
			return
		}
	}
}

// search repeatedly moves a few blocks at random, sifts again, and keeps the result unless it costs more than
// best, the cost of the present order. It returns the lower cost.
func (k *blocks) search(c *crossings, best int, b *budget) int {
	order, layers, d := slices.Clone(k.order), k.s.copyLayers(), dice(1)
	for idle := 0; best > 0 && idle < searchPatience && b.left > 0; idle++ {
		for range searchMoves {
			k.move(k.order[d.roll(len(order))], d.roll(len(order)))
		}
		k.siftUntilIdle(c, b)
		now := c.cost()
		if now > best {
			k.s.restore(layers)
			copy(k.order, order)
			k.number(0, len(order))
			continue
		}
		if now < best {
			best, idle = now, 0
		}
		copy(order, k.order)
		layers = k.s.copyLayers()
	}
	return best
}

// blocksWork estimates the steps of one round.
func (s *sketch) blocksWork() int {
	sum := 0
	for l, layer := range s.layers {
		sum += len(layer) * (2*len(layer) + s.joints[l])
	}
	return sum
}

// newBlocks orders the blocks so that the order of each layer changes as little as possible.
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
	n := len(k.within)
	mean := make([]int, n)
	for i, vs := range k.within {
		for _, v := range vs {
			k.of[v] = i
			// Layers have different lengths, so places are compared as fractions of their layer.
			mean[i] += (2*int(s.pos[v]) + 1) << 16 / len(s.layers[s.vertices[v].layer])
		}
		mean[i] /= len(vs)
	}
	k.order = k.sorted(sortedBy(n, func(block int) int { return mean[block] }))
	k.rank, k.gain, k.settled = make([]int, n), make([]int, n), make([]int, n)
	k.number(0, n)
	k.fillLayers()
	return k
}

// sorted returns the blocks so that each one follows those before it in any layer. Lines that cross twice can
// make this impossible; then the next block is the first remaining one of preferred.
func (k *blocks) sorted(preferred []int) (order []int) {
	waiting := make([]int, len(k.within)) // for each block, its vertices that follow a block not yet in order
	for _, layer := range k.s.layers {
		for _, v := range layer[1:] {
			waiting[k.of[v]]++
		}
	}
	const placed = -1
	add := func(block int) {
		waiting[block] = placed
		order = append(order, block)
	}
	next := 0
	for _, block := range preferred {
		if waiting[block] == 0 {
			add(block)
		}
	}
	for _, block := range preferred {
		for ; next < len(order); next++ {
			for _, v := range k.within[order[next]] {
				layer := k.s.layers[k.s.vertices[v].layer]
				if at := int(k.s.pos[v]) + 1; at < len(layer) {
					after := k.of[layer[at]]
					if waiting[after]--; waiting[after] == 0 {
						add(after)
					} else if waiting[after] < 0 {
						waiting[after] = placed
					}
				}
			}
		}
		if waiting[block] > 0 {
			add(block)
		}
	}
	return order
}

// number records the places of the blocks in a range of the order.
func (k *blocks) number(from, to int) {
	for i, block := range k.order[from:to] {
		k.rank[block] = from + i
	}
}

// fillLayers arranges all layers in the order of the blocks.
func (k *blocks) fillLayers() {
	s := k.s
	for l := range s.layers {
		s.layers[l] = s.layers[l][:0]
	}
	for _, block := range k.order {
		for _, v := range k.within[block] {
			l := s.vertices[v].layer
			s.layers[l] = append(s.layers[l], v)
		}
	}
	s.number()
}

// insert arranges a layer in the order of the blocks. It is fast if only one block has moved: sorting
// such layers again took an eighth of the time of a large drawing.
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
	vs := k.within[block]
	isSingle, work := len(vs) == 1, len(k.order)
	if isSingle {
		work = k.s.siftWork(vs[0])
	} else {
		for _, v := range vs {
			l := k.s.vertices[v].layer
			work += 2*len(k.s.layers[l]) + k.s.joints[l]
		}
	}
	if !k.isSettled(block) {
		at, best := k.rank[block], 0
		if isSingle {
			// For a block of one vertex, only its place among the vertices of its layer matters.
			best = k.rank[k.of[k.s.layers[k.s.vertices[vs[0]].layer][k.s.bestPlace(vs[0])]]]
		} else {
			best = k.bestPlace(block)
		}
		if best != at {
			k.move(block, best)
		}
		k.settled[block] = k.s.sifting.clock
	}
	return b.spend(work)
}

// isSettled reports whether no layer of a block, and no layer next to one, has changed since the block was
// sifted. Moving a block counts as a change of all its layers.
func (k *blocks) isSettled(block int) bool {
	for _, v := range k.within[block] {
		if k.settled[block] < k.s.sifting.lastChange(k.s.vertices[v].layer) {
			return false
		}
	}
	return true
}

// move moves a block to a place in the order.
func (k *blocks) move(block, to int) {
	at := k.rank[block]
	move(k.order, at, to)
	k.number(min(at, to), max(at, to)+1)
	for _, v := range k.within[block] {
		l := k.s.vertices[v].layer
		k.insert(k.s.layers[l])
		k.s.numberLayer(l)
	}
}

// bestPlace returns the best place of a block in the order.
func (k *blocks) bestPlace(block int) int {
	s, at := k.s, k.rank[block]
	side, places, first, last := s.sifting.side, s.links.places, at, at
	vs, links := k.within[block], &s.links
	for i, v := range vs {
		l := s.vertices[v].layer
		layer, middle := s.layers[l], links.middle[v]
		prev, next := places[links.start[v]:middle], places[middle:links.start[v+1]]
		if i > 0 {
			prev = nil
			k.addInner(layer, v)
		}
		if i+1 < len(vs) {
			next = next[:len(next)-1] // without the next bend
		}
		from, to := s.openSides(l, prev, next)
		for _, w := range layer {
			if w == v || len(prev)+len(next) == 0 {
				continue
			}
			sum := 0
			for _, place := range places[from[w]:to[w]] {
				sum += int(side[place])
			}
			k.gain[k.rank[k.of[w]]] += sum
		}
		// The layer is in the order of the blocks.
		first, last = min(first, k.rank[k.of[layer[0]]]), max(last, k.rank[k.of[layer[len(layer)-1]]])
	}
	best, least := at, 0
	for sum, i := 0, at+1; i <= last; i++ {
		if sum -= k.gain[i]; sum < least {
			best, least = i, sum
		}
	}
	for sum, i := 0, at-1; i >= first; i-- {
		if sum += k.gain[i]; sum < least {
			best, least = i, sum
		}
	}
	clear(k.gain[first : last+1])
	return best
}

// addInner adds to gain what concerns the line between two bends of the sifted block, of which v is the second.
// Other lines cross it if the block is placed between their ends.
func (k *blocks) addInner(layer []int, v int) {
	for _, w := range layer {
		if w == v {
			continue
		}
		a := k.rank[k.of[w]]
		for _, u := range k.s.prev[w] {
			if b := k.rank[k.of[u]]; k.of[u] != k.of[v] && a != b {
				k.gain[min(a, b)]--
				k.gain[max(a, b)]++
			}
		}
	}
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
