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
	side    []int32 // for each place: see openSides
	here    []int32 // how many of the neighbours looked at are at each place; always 0 outside openSides
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
	best, least := at, 0
	k := &s.links
	from, to := s.openSides(s.vertices[v].layer, k.places[k.start[v]:k.middle[v]], k.places[k.middle[v]:k.start[v+1]])
	side, places := s.sifting.side, s.links.places
	sum := 0
	for i := at + 1; i < len(layer); i++ {
		w := layer[i]
		for _, place := range places[from[w]:to[w]] {
			sum -= int(side[place])
		}
		if sum < least {
			best, least = i, sum
		}
	}
	sum = 0
	for i := at - 1; i >= 0; i-- {
		w := layer[i]
		for _, place := range places[from[w]:to[w]] {
			sum += int(side[place])
		}
		if sum < least {
			best, least = i, sum
		}
	}
	return best
}

// openSides sets side, for each place in the layers next to one, to the number of neighbours of a vertex after
// it minus the number before it. Summed over the neighbours of another vertex in the layer, this is the
// decrease in crossings if that vertex is placed before the first one. prev and next are the places of the first
// one's neighbours. openSides returns the range of links of each vertex to the layers that contain them: before,
// after or both.
func (s *sketch) openSides(l int, prev, next []int32) (from, to []int32) {
	k := &s.links
	from, to = k.start, k.start[1:]
	if len(prev) > 0 {
		s.sifting.open(prev, k.first[l-1], len(s.layers[l-1]))
	} else {
		from = k.middle
	}
	if len(next) > 0 {
		s.sifting.open(next, k.first[l+1], len(s.layers[l+1]))
	} else {
		to = k.middle
	}
	return from, to
}

// open sets side for the places of a layer.
func (f *sifting) open(near []int32, first int32, size int) {
	side, sum := f.side[first:][:size], int32(len(near))
	if len(near) == 1 {
		at := near[0] - first
		for i := range side[:at] {
			side[i] = 1
		}
		side[at] = 0
		for i := range side[at+1:] {
			side[int(at)+1+i] = -1
		}
		return
	}
	here := f.here[first:][:size]
	for _, place := range near {
		here[place-first]++
	}
	for i, n := range here {
		here[i] = 0
		side[i] = sum - n
		sum -= 2 * n
	}
}
