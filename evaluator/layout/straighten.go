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

// bendFine is the cost of a line that is not straight, in pixels of detour.
const bendFine = 32

// straighten improves the result of the four alignments: it moves single boxes, the bends of
// a net, and whole rows, within the room between their neighbours, to where their lines are
// straighter and shorter.
func (s *sketch) straighten() {
	b := &budget{straightenBudget}
	for range straightenRounds {
		moved := false
		for v := range s.nodes {
			moved = s.moveToBest([]int{v}, b) || moved
		}
		for i := range s.nets {
			moved = s.moveToBest(s.bendsOf(&s.nets[i]), b) || moved
		}
		for _, row := range s.rows() {
			moved = s.moveToBest(row, b) || moved
		}
		if !moved || b.left < 0 {
			return
		}
	}
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
	for start := range s.vertices {
		if seen[start] {
			continue
		}
		seen[start] = true
		row := []int{start}
		// The row grows while it is walked.
		for i := 0; i < len(row); i++ {
			for _, near := range [][]int{s.prev[row[i]], s.next[row[i]]} {
				for _, w := range near {
					if !seen[w] && s.vertices[w].across == s.vertices[start].across {
						seen[w] = true
						row = append(row, w)
					}
				}
			}
		}
		if len(row) > 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// moveToBest moves vertices together to the best position that a neighbour suggests, and reports
// whether that is better than before.
func (s *sketch) moveToBest(group []int, b *budget) bool {
	low, high := s.room(group)
	if len(group) == 0 || low > high {
		return false
	}
	wanted := s.suggestions(group)
	// Each suggestion costs a look at all lines of the group.
	work := len(group)
	for _, v := range group {
		work += len(s.near[v])
	}
	if !b.spend((len(wanted) + 2) * work) {
		return false
	}
	best := make([]int, len(group))
	for i, v := range group {
		best[i] = s.vertices[v].across
	}
	least, moved := s.cost(group), false
	for _, at := range wanted {
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
		}
		if pos+1 < len(layer) {
			w := layer[pos+1]
			high = min(high, s.vertices[w].across-s.gap(v, w))
		}
	}
	return low, high
}

// suggestions returns the positions of neighbours, a few from the middle if there are many.
func (s *sketch) suggestions(group []int) []int {
	const enough = 8
	var at []int
	for _, v := range group {
		for _, near := range [][]int{s.prev[v], s.next[v]} {
			for _, w := range near {
				at = append(at, s.vertices[w].across)
			}
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	if extra := len(at) - enough; extra > 0 {
		at = at[extra/2 : extra/2+enough]
	}
	return at
}

// cost returns the cost of the lines at a group: their detours and a fine for each bend.
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
	if s.isBend(u) && s.isBend(v) {
		return d + 2*bendFine
	}
	return d + bendFine
}
