package layout

import (
	"math"
	"slices"
)

// Sifting moves each vertex to the place in its layer with the fewest crossings. That place
// depends on the order of its layer and of those before and after, so a vertex need not be moved again until
// one of them has changed.
type sifting struct {
	clock   int
	changed []int   // when each layer changed; there is one more before the first and after the last
	settled []int   // when each vertex was sifted
	side    []int32 // see openSides
	here    []int32 // how often each vertex is among the neighbours looked at; always 0 outside openSides
}

func newSifting(layers, vertices int) sifting {
	return sifting{
		changed: make([]int, layers+2), settled: make([]int, vertices),
		side: make([]int32, vertices), here: make([]int32, vertices),
	}
}

// touch records that the order of a layer has changed.
func (f *sifting) touch(l int) {
	f.clock++
	f.changed[l+1] = f.clock
}

// lastChange returns when a layer or one next to it last changed.
func (f *sifting) lastChange(l int) int { return max(f.changed[l], f.changed[l+1], f.changed[l+2]) }

// siftUntilIdle moves each vertex to its best place, until this hardly reduces the crossings.
func (s *sketch) siftUntilIdle(c *crossings, b *budget) {
	for before := math.MaxInt; ; {
		now := c.all()
		if now == 0 || now >= before-before/200 {
			return
		}
		before = now
		for _, layer := range s.layers {
			for _, v := range slices.Clone(layer) {
				if !s.sift(v, b) {
					return
				}
			}
		}
	}
}

// sift moves one vertex to its best place, and reports whether the budget allowed it. It does nothing if
// no layer near the vertex has changed since it was last sifted.
func (s *sketch) sift(v int, b *budget) bool {
	f, l := &s.sifting, s.vertices[v].layer
	if f.settled[v] < f.lastChange(l) {
		if at, best := int(s.pos[v]), s.bestPlace(v); best != at {
			move(s.layers[l], at, best)
			s.numberLayer(l)
		}
		f.settled[v] = f.clock
		return b.spend(s.siftWork(v))
	}
	return b.spend(1)
}

// siftWork returns how many steps it takes to find the best place of a vertex.
func (s *sketch) siftWork(v int) int {
	l := s.vertices[v].layer
	return 2*len(s.layers[l]) + s.joints[l] - len(s.near[v])
}

// bestPlace returns the best place of a vertex in its layer.
func (s *sketch) bestPlace(v int) int {
	layer, at := s.layers[s.vertices[v].layer], int(s.pos[v])
	near, side := s.openSides(v), s.sifting.side
	best, least := at, 0
	if near == nil {
		return best
	}
	sum := 0
	for i := at + 1; i < len(layer); i++ {
		for _, u := range near[layer[i]] {
			sum -= int(side[u])
		}
		if sum < least {
			best, least = i, sum
		}
	}
	sum = 0
	for i := at - 1; i >= 0; i-- {
		for _, u := range near[layer[i]] {
			sum += int(side[u])
		}
		if sum < least {
			best, least = i, sum
		}
	}
	return best
}

// openSides sets side, for each vertex in the layers next to v's, to the number of neighbours of v after
// it minus the number before it. Summed over the neighbours of another vertex in v's layer, this is the
// decrease in crossings if that vertex is placed before v. openSides returns the neighbours of each
// vertex in the layers in which v has any: before, after or both; nil if v has none.
func (s *sketch) openSides(v int) [][]int {
	l, prev, next := s.vertices[v].layer, s.prev[v], s.next[v]
	if len(prev) > 0 {
		s.sifting.open(prev, s.layers[l-1])
	}
	if len(next) > 0 {
		s.sifting.open(next, s.layers[l+1])
	}
	switch {
	case len(prev) > 0 && len(next) > 0:
		return s.near
	case len(prev) > 0:
		return s.prev
	case len(next) > 0:
		return s.next
	default:
		return nil
	}
}

// open sets side for the vertices of a layer.
func (f *sifting) open(near, layer []int) {
	for _, u := range near {
		f.here[u]++
	}
	sum := int32(len(near))
	for _, u := range layer {
		here := f.here[u]
		f.here[u] = 0
		f.side[u] = sum - here
		sum -= 2 * here
	}
}
