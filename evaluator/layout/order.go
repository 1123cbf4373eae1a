package layout

import (
	"math"
	"slices"
)

// Limits on the work of ordering one part: total steps, of a small part and of others, attempts, and sweeps
// in a row without improvement. In a small part, another attempt is worth more than further sweeps.
const (
	orderBudget   = 2_000_000
	smallPart     = 200 // nodes
	smallBudget   = 200_000
	trialBudget   = 150_000
	attempts      = 16
	patience      = 4
	smallPatience = 2
	// A part of at most this many vertices is also ordered from scratch if there are new ones. The new order is
	// used if the earlier drawing's order has more than 1.5 times as many crossings, plus a few.
	reconsidered = 1500
	few          = 8
)

// order fills the layers and arranges each so that few lines cross: as in an earlier drawing,
// or from scratch if there is no earlier drawing or if that avoids many crossings.
func (s *sketch) order() {
	s.fillLayers()
	c := newCrossings(s)
	if !s.recall() {
		s.fresh = nil
		s.orderFromScratch(c)
		return
	}
	s.reorder()
	if s.graph.IsTrial {
		s.fresh = nil
		s.siftUntilIdle(c, &budget{orderBudget})
		return
	}
	if len(s.vertices) > reconsidered || !slices.Contains(s.fresh, true) {
		return
	}
	before, kept := c.cost(), s.copyLayers()
	if now := s.orderFromScratch(c); before <= now+now/2+few {
		s.restore(kept)
	} else {
		s.fresh = nil
	}
}

// orderFromScratch makes several attempts: the first starts from the order of fillLayers, the others from random
// ones. An attempt consists of alternating sweeps that sort a layer by the mean place of its neighbours in
// the previous layer, and of sifting, unless earlier sweeps had a better result. Global sifting starts from the
// best arrangement. orderFromScratch leaves the layers in the best order found, and returns its cost.
func (s *sketch) orderFromScratch(c *crossings) int {
	limit, patience := orderBudget, patience
	switch {
	case s.graph.IsTrial:
		limit, patience = trialBudget, smallPatience
	case s.nodes <= smallPart:
		limit, patience = smallBudget, smallPatience
	}
	b := &budget{limit}
	best, kept := c.cost(), s.copyLayers()
	promising := math.MaxInt / 2 // the least cost after sweeps
	// Another attempt must be likely to end within the budget.
	for attempt := 0; best > 0 && attempt < attempts && b.left*attempt >= limit-b.left; attempt++ {
		if attempt > 0 {
			d := dice(uint32(attempt) * 2654435761)
			s.shuffle(&d)
		}
		s.sweepUntilIdle(c, patience, b)
		now := c.cost()
		if now > promising+promising/16 {
			continue // sifting would hardly make it the best
		}
		promising = min(promising, now)
		s.siftUntilIdle(c, b)
		if now = c.cost(); now < best {
			best, kept = now, s.copyLayersTo(kept)
		}
	}
	s.restore(kept)
	return s.siftBlocks(c, best)
}

// A dice generates pseudo-random numbers, which are the same on every machine.
type dice uint32

// roll returns a number below n.
func (d *dice) roll(n int) int {
	*d = *d*1664525 + 1013904223
	return int(uint64(*d) * uint64(n) >> 32)
}

// shuffle randomises every layer.
func (s *sketch) shuffle(d *dice) {
	for l, layer := range s.layers {
		for i := len(layer) - 1; i > 0; i-- {
			j := d.roll(i + 1)
			layer[i], layer[j] = layer[j], layer[i]
		}
		s.numberLayer(l)
	}
}

// restore arranges the layers as in a copy that copyLayers returned.
func (s *sketch) restore(layers [][]int) {
	for l, layer := range layers {
		if !slices.Equal(layer, s.layers[l]) {
			copy(s.layers[l], layer)
			s.numberLayer(l)
		}
	}
}

// sweepUntilIdle sweeps until this no longer reduces the crossings, and leaves the best order found. In a
// part too large for global sifting, crossings of long lines count more, as in the final comparison: otherwise
// such a drawing had three times as many bends and four times the area.
func (s *sketch) sweepUntilIdle(c *crossings, patience int, b *budget) {
	count := c.all
	if s.blocksWork() > blocksBudget {
		count = c.cost
	}
	best, kept := math.MaxInt, [][]int(nil)
	cost := 8 * len(s.vertices)
	for _, joints := range s.joints {
		cost += 4 * joints // each connects two layers
	}
	for round, idle := 0, 0; idle < patience && b.spend(cost); round++ {
		s.sweep(round%2 == 0, round%4 >= 2)
		idle++
		if now := count(); now < best {
			best, kept, idle = now, s.copyLayersTo(kept), 0
		}
	}
	if kept != nil {
		s.layers = kept
		s.number()
	}
}

// fillLayers creates the initial order: that of a depth-first walk from left to right.
func (s *sketch) fillLayers() {
	last := 0
	for _, v := range s.vertices {
		last = max(last, v.layer)
	}
	layers := make([][]int, last+1)
	seen := make([]bool, len(s.vertices))
	starts := sortedBy(s.nodes, func(v int) int { return s.vertices[v].layer })
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
			layers[l] = append(layers[l], v)
			// The path is a stack, so the first neighbour is pushed last.
			for _, w := range slices.Backward(s.next[v]) {
				if !seen[w] {
					path = append(path, w)
				}
			}
		}
	}
	s.setLayers(layers)
}

// setLayers sets the first arrangement of the layers.
func (s *sketch) setLayers(layers [][]int) {
	s.layers = layers
	s.pos = make([]int32, len(s.vertices))
	for v := range s.pos {
		s.pos[v] = -1
	}
	s.sifting = newSifting(len(s.layers), len(s.vertices))
	widest := 0
	for _, layer := range layers {
		widest = max(widest, len(layer))
	}
	s.sweeping = make([]int, 4*widest+1)
	s.links.first = make([]int32, len(s.layers))
	for l := 1; l < len(s.layers); l++ {
		s.links.first[l] = s.links.first[l-1] + int32(len(s.layers[l-1]))
	}
	s.number()
	s.joints = make([]int, len(s.layers))
	for l, layer := range s.layers {
		for _, v := range layer {
			s.joints[l] += len(s.near[v])
		}
	}
}

// number records the position of each vertex in its layer.
func (s *sketch) number() {
	for l := range s.layers {
		s.numberLayer(l)
	}
}

// numberLayer records the positions of the vertices in a layer, whose order has changed.
func (s *sketch) numberLayer(l int) {
	k := &s.links
	for i, v := range s.layers[l] {
		if s.pos[v] == int32(i) {
			continue
		}
		s.pos[v] = int32(i)
		for _, link := range k.twin[k.start[v]:k.start[v+1]] {
			k.places[link] = k.first[l] + int32(i)
		}
	}
	s.sifting.touch(l)
}

// copyLayers returns a copy of the arrangement, which can be restored if others are worse.
func (s *sketch) copyLayers() [][]int {
	layers, all := make([][]int, len(s.layers)), make([]int, 0, len(s.vertices))
	for i, l := range s.layers {
		all = append(all, l...)
		layers[i] = all[len(all)-len(l):]
	}
	return layers
}

// copyLayersTo is like copyLayers, but overwrites an earlier copy unless it is nil.
func (s *sketch) copyLayersTo(layers [][]int) [][]int {
	if layers == nil {
		return s.copyLayers()
	}
	for i, l := range s.layers {
		copy(layers[i], l)
	}
	return layers
}

// sweep sorts every layer by the previous one or, if not forward, by the next one. late
// reverses the order of vertices with equal keys.
func (s *sketch) sweep(forward, late bool) {
	for i := range s.layers {
		l, near := i, i-1
		if !forward {
			l = len(s.layers) - 1 - i
			near = l + 1
		}
		n := len(s.layers[l])
		layer := append(s.sweeping[:0], s.layers[l]...)
		if late {
			slices.Reverse(layer)
		}
		keys := layer[n:]
		for j, v := range layer {
			keys = append(keys, s.mean(v, near)<<indexBits|j)
		}
		for j, key := range sortKeys(keys, keys[n:3*n+1]) {
			s.layers[l][j] = layer[key&(1<<indexBits-1)]
		}
		s.numberLayer(l)
	}
}

// mean returns the mean place of the neighbours of v in the previous or the next layer, in units small
// enough for fractions, or v's own place if there are none.
func (s *sketch) mean(v, l int) int {
	k := &s.links
	from, to := k.start[v], k.middle[v]
	if l > s.vertices[v].layer {
		from, to = to, k.start[v+1]
	}
	if from == to {
		return int(s.pos[v]) << 12
	}
	sum, count := 0, int(to-from)
	for _, place := range k.places[from:to] {
		sum += int(place)
	}
	return (sum - count*int(k.first[l])) << 12 / count
}
