package layout

import "slices"

// A turn is a net in the channel between two layers. Its track, a line parallel to the layers,
// connects the line from the left to the lines to the right.
type turn struct {
	net, step  int
	ends       [2]int // range of the net's ends in the layer after the channel
	left       int    // position on the across axis from which the net comes
	right      []int  // positions on the across axis to which it leads, in order
	first, end int    // the extent of the track
	slot       int
}

// spreadLayers positions the tracks and returns where each layer starts.
func (s *sketch) spreadLayers() []int {
	channels := s.channels()
	starts := make([]int, len(s.layers))
	at := 0
	for l, layer := range s.layers {
		starts[l] = at
		widest := 0
		for _, v := range layer {
			widest = max(widest, s.vertices[v].length)
		}
		at += ceilGrid(widest)
		turns, slots := s.arrangeChannel(channels[l])
		gap := trackGap
		if slots > crowdedAfter {
			gap = trackGapFull
		}
		// The tracks are in the middle of the channel.
		room := max(layerGap, 2*channelEdge+gap*(slots-1))
		first := at + floorGrid((room-gap*(slots-1))/2)
		for _, t := range turns {
			n := &s.nets[t.net]
			n.tracks = append(n.tracks, track{t.step, first + gap*t.slot})
			for _, i := range s.branchesAt(&t) {
				s.nets[i].tracks = append(s.nets[i].tracks, n.tracks[0])
			}
		}
		at += room
	}
	return starts
}

// channels lists the turns between each layer and the next.
func (s *sketch) channels() [][]turn {
	sizes := make([]int, len(s.layers))
	for i := range s.nets {
		first := s.vertices[s.nets[i].source].layer
		for step := range s.nets[i].span {
			sizes[first+step]++
		}
	}
	channels := make([][]turn, len(s.layers))
	for l, size := range sizes {
		channels[l] = make([]turn, 0, size)
	}
	for i := range s.nets {
		s.addTurns(i, channels)
	}
	return channels
}

// branchesAt lists the nets that are drawn as a part of a turn.
func (s *sketch) branchesAt(t *turn) []int {
	if t.step > 0 {
		return nil
	}
	return s.nets[t.net].branches
}

// addTurns adds a net to the channels that it crosses; a lane turns only where the net leaves
// or enters a box.
func (s *sketch) addTurns(i int, channels [][]turn) {
	n := &s.nets[i]
	from := s.vertices[n.source].layer
	end := 0
	for step := range n.span {
		t := turn{net: i, step: step, ends: [2]int{end, end}}
		for ; end < len(n.ends) && s.vertices[n.ends[end]].layer == from+step+1; end++ {
			t.ends[1]++
		}
		if n.isBranch && step == 0 {
			continue
		}
		if n.bends >= 0 || step == 0 || t.ends[0] < t.ends[1] {
			channels[from+step] = append(channels[from+step], t)
		}
	}
}

// arrangeChannel assigns slots to the turns of a channel and returns their number. Where
// lines would overlap in any order, as the lines of two turns that swap places do, it moves one of
// them slightly and tries again.
func (s *sketch) arrangeChannel(all []turn) (turns []turn, slots int) {
	const rounds = 4
	turns = make([]turn, 0, len(all))
	for range rounds {
		turns, s.rights = turns[:0], s.rights[:0]
		for _, t := range all {
			if !s.locate(&t) {
				turns = append(turns, t)
			}
		}
		slots = assignSlots(turns)
		if !s.separate(turns) {
			break
		}
	}
	return turns, slots
}

// locate determines the positions of a turn's lines, and reports whether they are one straight line.
func (s *sketch) locate(t *turn) bool {
	n := &s.nets[t.net]
	t.left = s.lineAt(n, t.step)
	first := len(s.rights)
	s.rights = append(s.rights, n.entry[t.ends[0]:t.ends[1]]...)
	if t.step+1 < n.span {
		s.rights = append(s.rights, s.lineAt(n, t.step+1))
	}
	for _, i := range s.branchesAt(t) {
		s.rights = append(s.rights, s.lineAt(&s.nets[i], 1))
	}
	t.right = s.rights[first:]
	slices.Sort(t.right)
	t.first = min(t.left, t.right[0])
	t.end = max(t.left, t.right[len(t.right)-1])
	return t.first == t.end
}

// pairLimit is the number of turns up to which a channel compares all pairs.
const pairLimit = 600

// assignSlots assigns each turn of a channel to a slot, counted from the left, so that
// overlapping turns have different slots and few lines cross. It returns the number of slots.
func assignSlots(turns []turn) int {
	order := sortedBy(len(turns), func(i int) int { return turns[i].order() })
	if len(turns) <= pairLimit {
		order = untangle(turns, order)
	}
	slots := 0
	// A turn takes the first slot after those of all earlier turns that it would touch.
	for i, t := range order {
		turn := &turns[t]
		for _, o := range order[:i] {
			if turns[o].slot >= turn.slot && turn.touches(&turns[o]) {
				turn.slot = turns[o].slot + 1
			}
		}
		slots = max(slots, turn.slot+1)
	}
	return slots
}

// order is the key of a good order: descending lines turn first, and earlier the lower they start,
// ascending lines earlier the higher they start.
func (t *turn) order() int {
	if t.end-t.left >= t.left-t.first { // most of the track is after the position from which the net comes
		return -t.left
	}
	return t.left
}

// touches reports whether two tracks would touch in one slot.
func (t *turn) touches(o *turn) bool {
	return t.first <= o.end+grid && o.first <= t.end+grid
}

// crossings returns the number of crossings if turn t is placed left of o.
func (t *turn) crossings(o *turn) (sum int) {
	// With t to the left of o, the lines of t to the right pass o's track, and the line of o from
	// the left passes t's.
	for _, r := range t.right {
		if r > o.first && r < o.end {
			sum++
		}
	}
	if t.left != o.left && o.left > t.first && o.left < t.end {
		sum++
	}
	return sum
}

// cost returns the cost of placing turn t left of o: one for each crossing, and much more for lines
// that would overlap.
func (t *turn) cost(o *turn) int {
	const overlap, close = 1000, 2
	sum := t.crossings(o)
	for _, r := range t.right {
		switch d := max(r-o.left, o.left-r); {
		case d == 0:
			sum += overlap
		case d < grid:
			sum += close
		}
	}
	return sum
}

// untangle orders turns so that the sum of costs is small: it repeatedly takes out the turn
// that costs least to the left of all remaining ones.
func untangle(turns []turn, order []int) []int {
	n := len(turns)
	prefer := make([]int32, n*n) // for each pair, the gain of placing the first to the left
	// balance sums prefer over the turns that remain.
	balance := make([]int, n)
	for i := range order {
		for j := i + 1; j < n; j++ {
			a, b := &turns[order[i]], &turns[order[j]]
			if !a.touches(b) {
				continue
			}
			d := b.cost(a) - a.cost(b)
			prefer[i*n+j], prefer[j*n+i] = int32(d), int32(-d)
			balance[i] += d
			balance[j] -= d
		}
	}
	sorted := make([]int, 0, n)
	taken := make([]bool, n)
	for range order {
		best := -1
		for i := range order {
			if !taken[i] && (best < 0 || balance[i] > balance[best]) {
				best = i
			}
		}
		taken[best] = true
		sorted = append(sorted, order[best])
		for i := range order {
			balance[i] += int(prefer[best*n+i])
		}
	}
	return sorted
}
