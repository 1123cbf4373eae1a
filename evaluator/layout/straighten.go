package layout

import (
	"math"
	"slices"
)

// straightenBudget limits the steps of straightening in one part, straightenRounds its
// passes.
const (
	straightenBudget = 8_000_000
	straightenRounds = 6
)

// bendPenalty is the cost of a line that is not straight, in pixels of detour.
const bendPenalty = 128

// straighten improves the result of the four alignments: it moves single boxes, the bends of
// a net, and whole rows, within the room between their neighbours, to where their lines are
// straighter and shorter.
func (s *sketch) straighten() {
	b := &budget{straightenBudget}
	t := newStraightening(s)
	for range straightenRounds {
		moved := false
		for v := range s.nodes {
			moved = t.move(t.all[v:v+1], &t.boxes[v], b) || moved
		}
		for i, n := range s.nets {
			if n.bends >= 0 && n.span > 1 {
				moved = t.move(t.all[n.bends:n.bends+n.span-1], &t.nets[i], b) || moved
			}
		}
		for _, row := range s.rows() {
			moved = t.move(row, &t.rows[row[0]], b) || moved
		}
		if !moved || b.left < 0 {
			return
		}
	}
}

// A straightening moves groups of vertices. The best position of a group depends on the positions
// of its neighbours, so it need not be tried again until it or one of them has moved.
type straightening struct {
	s                 *sketch
	all               []int // all vertices; the group of a box or net is a slice of it
	clock             int
	moved             []int // when each vertex last moved
	boxes, nets, rows []int // when each group was last tried; a row is identified by its first vertex
	wanted, best      []int // reused by move
}

func newStraightening(s *sketch) *straightening {
	n := len(s.vertices)
	t := &straightening{
		s: s, all: make([]int, n), clock: 1, moved: make([]int, n),
		boxes: make([]int, s.nodes), nets: make([]int, len(s.nets)), rows: make([]int, n),
	}
	for v := range t.all {
		t.all[v], t.moved[v] = v, 1
	}
	return t
}

// isSettled reports whether neither the group nor any of its neighbours has moved since a time.
func (t *straightening) isSettled(group []int, since int) bool {
	s := t.s
	for _, v := range group {
		layer, pos := s.layers[s.vertices[v].layer], int(s.pos[v])
		if t.moved[v] > since || pos > 0 && t.moved[layer[pos-1]] > since ||
			pos+1 < len(layer) && t.moved[layer[pos+1]] > since {
			return false
		}
		for _, w := range s.near[v] {
			if t.moved[w] > since {
				return false
			}
		}
	}
	return true
}

// bendsOf lists the bends of a net.
func (s *sketch) bendsOf(n *net) []int {
	if n.bends < 0 {
		return nil
	}
	bends := make([]int, n.span-1)
	for i := range bends {
		bends[i] = n.bends + i
	}
	return bends
}

// rows returns groups of vertices connected by straight lines.
func (s *sketch) rows() [][]int {
	var rows [][]int
	seen := make([]bool, len(s.vertices))
	all := make([]int, 0, len(s.vertices)) // one row after the other
	for start := range s.vertices {
		if seen[start] {
			continue
		}
		seen[start] = true
		first := len(all)
		all = append(all, start)
		// The row grows while it is walked.
		for i := first; i < len(all); i++ {
			for _, w := range s.near[all[i]] {
				if !seen[w] && s.vertices[w].across == s.vertices[start].across {
					seen[w] = true
					all = append(all, w)
				}
			}
		}
		if row := all[first:]; len(row) > 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// move moves vertices together to the best position that a neighbour suggests, and reports
// whether that is better than before.
func (t *straightening) move(group []int, tried *int, b *budget) bool {
	if t.isSettled(group, *tried) {
		return false
	}
	*tried = t.clock
	s := t.s
	low, high := s.room(group)
	if low > high {
		return false
	}
	t.suggest(group)
	// Each suggestion takes a step for each line of the group.
	work := len(group)
	for _, v := range group {
		work += len(s.near[v])
	}
	if !b.spend((len(t.wanted) + 2) * work) {
		return false
	}
	best := t.best[:0]
	for _, v := range group {
		best = append(best, s.vertices[v].across)
	}
	least, moved := s.cost(group), false
	for _, at := range t.wanted {
		at = max(low, min(high, at))
		for _, v := range group {
			s.vertices[v].across = at
		}
		if cost := s.cost(group); cost < least {
			least, moved = cost, true
			for i := range best {
				best[i] = at
			}
		}
	}
	for i, v := range group {
		s.vertices[v].across = best[i]
	}
	t.best = best
	if moved {
		t.clock++
		for _, v := range group {
			t.moved[v] = t.clock
		}
	}
	return moved
}

// room returns the range in which all vertices of a group can be placed together without
// displacing others.
func (s *sketch) room(group []int) (low, high int) {
	low, high = math.MinInt, math.MaxInt
	for _, v := range group {
		layer, pos := s.layers[s.vertices[v].layer], int(s.pos[v])
		if pos > 0 {
			u := layer[pos-1]
			low = max(low, s.vertices[u].across+s.gap(u, v))
		} else if s.graph.Limit > 0 {
			low = max(low, s.first+s.vertices[v].pad+s.vertices[v].before)
		}
		if pos+1 < len(layer) {
			w := layer[pos+1]
			high = min(high, s.vertices[w].across-s.gap(v, w))
		} else if s.graph.Limit > 0 {
			high = min(high, s.last-s.vertices[v].after)
		}
	}
	return low, high
}

// suggest sets wanted to the positions of neighbours, a few from the middle if there are many.
func (t *straightening) suggest(group []int) {
	const enough = 8
	at := t.wanted[:0]
	for _, v := range group {
		for _, w := range t.s.near[v] {
			at = append(at, t.s.vertices[w].across)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	if extra := len(at) - enough; extra > 0 {
		at = append(at[:0], at[extra/2:extra/2+enough]...)
	}
	t.wanted = at
}

// cost returns the cost of the lines that meet a group: their detours and a penalty for each bend.
func (s *sketch) cost(group []int) int {
	sum := 0
	for _, v := range group {
		for _, u := range s.prev[v] {
			sum += s.detour(u, v)
		}
		for _, w := range s.next[v] {
			sum += s.detour(v, w)
		}
	}
	return sum
}

// detour returns the cost of one joint. A line that meets the side of a box straight, though not in
// the middle, has no bend.
func (s *sketch) detour(u, v int) int {
	d := s.vertices[u].across - s.vertices[v].across
	d = max(d, -d)
	if d == 0 || !s.isBend(v) && d <= s.vertices[v].before-portEdge {
		return d
	}
	if !s.isBend(v) {
		return d + bendPenalty
	}
	// A reader follows one line at a time, so each further line that bends with it costs half as much.
	penalty := bendPenalty * (1 + s.vertices[v].edges) / 2
	if s.isBend(u) {
		return d + 2*penalty
	}
	return d + penalty
}
