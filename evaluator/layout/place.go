package layout

import (
	"math"
	"slices"
)

// place determines the position of every vertex within its layer.
func (s *sketch) place() {
	if s.fresh != nil {
		s.restorePositions()
	} else {
		s.placeFromScratch()
	}
	s.squeeze()
	s.straighten()
	low := math.MaxInt
	for _, v := range s.vertices {
		low = min(low, v.across-v.before-v.pad)
	}
	for v := range s.vertices {
		s.vertices[v].across -= floorGrid(low)
	}
}

// placeFromScratch follows Brandes and Köpf (Fast and Simple Horizontal Coordinate Assignment,
// 2001). It computes four drawings, each of which aligns vertices with a middle neighbour, before
// or after them, as early or as late as possible. Their mean is a fifth drawing. The vertices are
// placed as in the drawing with the lowest cost (costAt).
func (s *sketch) placeFromScratch() {
	crossed := s.conflicts()
	var tries [][]int
	for i, near := range [][][]int{s.prev, s.next} {
		middle := s.middles(near, crossed)
		for _, late := range []bool{false, true} {
			tries = append(tries, s.compact(s.lineUp(alignment{i == 0, late, middle}), late))
		}
	}
	tries = append(tries, s.balance(tries))
	best, least := 0, math.MaxInt
	for i, t := range slices.Backward(tries) {
		if cost := s.costAt(t); cost < least {
			best, least = i, cost
		}
	}
	for v, at := range tries[best] {
		s.vertices[v].across = floorGrid(at)
	}
}

// An alignment is one of four: with neighbours in the previous or the next layer, and
// the earlier or the later of two middle ones.
type alignment struct {
	prev, late bool
	middle     [][2]int // see middles
}

// conflicts finds the joints that cross a line between two bends: long lines should be
// straight, so the joints give way. For each vertex, the result lists the neighbours in the previous
// layer to which such joints lead.
func (s *sketch) conflicts() map[int][]int {
	crossed := map[int][]int{}
	for l := 0; l+1 < len(s.layers); l++ {
		upper, lower := s.layers[l], s.layers[l+1]
		from, low := 0, 0
		for i, v := range lower {
			// The upper end of every joint between two successive inner lines must be between their
			// upper ends, which are at low and high. Otherwise, the joint crosses one of them.
			inner := s.innerPrev(v)
			if inner < 0 && i+1 < len(lower) {
				continue
			}
			high := len(upper) - 1
			if inner >= 0 {
				high = int(s.pos[inner])
			}
			for ; from <= i; from++ {
				w := lower[from]
				for _, u := range s.prev[w] {
					p := int(s.pos[u])
					if (p < low || p > high) && !(s.isBend(u) && s.isBend(w)) {
						crossed[w] = append(crossed[w], u)
					}
				}
			}
			low = high
		}
	}
	return crossed
}

// innerPrev returns the bend before a bend, or -1.
func (s *sketch) innerPrev(v int) int {
	if s.isBend(v) && s.isBend(s.prev[v][0]) {
		return s.prev[v][0]
	}
	return -1
}

// lineUp chains vertices of successive layers into rows: row[v] is the first vertex of v's
// row.
func (s *sketch) lineUp(side alignment) []int {
	row := make([]int, len(s.vertices))
	taken := make([]bool, len(s.vertices)) // whether a neighbour is aligned with each vertex
	for v := range row {
		row[v] = v
	}
	for i := range s.layers {
		layer := s.layers[i]
		if !side.prev {
			layer = s.layers[len(s.layers)-1-i]
		}
		// Rows must not cross. limit is the place of the neighbour that was aligned last.
		limit := -1
		if side.late {
			limit = math.MaxInt
		}
		for j := range layer {
			v := layer[j]
			two := side.middle[v]
			if side.late {
				v = layer[len(layer)-1-j]
				two = side.middle[v]
				two[0], two[1] = two[1], two[0]
			}
			for _, u := range two {
				if u < 0 || row[v] != v || taken[u] {
					continue
				}
				if pos := int(s.pos[u]); !side.late && pos > limit || side.late && pos < limit {
					row[v], taken[u] = row[u], true
					limit = pos
				}
			}
		}
	}
	return row
}

// middles returns the two middle neighbours of each vertex, the earlier one first. If the number of
// neighbours is odd, both are the same. For a bend, both are the neighbouring bend of the same line, if
// there is one. A neighbour that gives way to a long line (see conflicts) is replaced by -1.
func (s *sketch) middles(near [][]int, crossed map[int][]int) [][2]int {
	middle := make([][2]int, len(near))
	var sorted []int
	for v, near := range near {
		two := [2]int{-1, -1}
		i := -1
		if s.isBend(v) {
			i = slices.IndexFunc(near, s.isBend)
		}
		switch {
		case i >= 0:
			two = [2]int{near[i], near[i]}
		case len(near) > 0:
			sorted = append(sorted[:0], near...)
			sortBy(sorted, func(v int) int { return int(s.pos[v]) })
			two = [2]int{sorted[(len(near)-1)/2], sorted[len(near)/2]}
		}
		for i, u := range two {
			if u >= 0 && (slices.Contains(crossed[v], u) || slices.Contains(crossed[u], v)) {
				two[i] = -1
			}
		}
		middle[v] = two
	}
	return middle
}

// compact places each row as early as the rows before it allow, and then moves it as close to the
// rows after it as possible. If late is set, it does the same from the other end.
func (s *sketch) compact(row []int, late bool) []int {
	rows := s.neighbours(row, late)
	at := make([]int, len(row))
	for _, r := range rows.sorted {
		for _, n := range rows.after(r) {
			at[n.row] = max(at[n.row], at[r]+n.gap)
		}
	}
	for _, r := range slices.Backward(rows.sorted) {
		room := math.MaxInt
		for _, n := range rows.after(r) {
			room = min(room, at[n.row]-n.gap)
		}
		if room < math.MaxInt {
			at[r] = max(at[r], room)
		}
	}
	places := make([]int, len(row))
	for v, r := range row {
		places[v] = at[r]
		// Positions from the other end are negative.
		if late {
			places[v] = -at[r]
		}
	}
	return places
}

// rowGraph records which rows are adjacent, and their minimum distance.
type rowGraph struct {
	gaps   []rowGap // those to the rows after each row, one row after the other
	ends   []int32  // for each row, the end of its gaps
	sorted []int    // every row after those that it must follow
}

// A rowGap is a row that is next to another one in some layer, and the minimum distance between them.
type rowGap struct{ row, gap int }

// after returns the gaps to the rows after a row.
func (g *rowGraph) after(row int) []rowGap {
	if row == 0 {
		return g.gaps[:g.ends[0]]
	}
	return g.gaps[g.ends[row-1]:g.ends[row]]
}

// neighbours returns which rows are next to each other in some layer; if late is set, the order of the
// rows is reversed.
func (s *sketch) neighbours(row []int, late bool) rowGraph {
	// At first, ends holds the number of gaps, then their start, which moves to the end as they are added.
	g := rowGraph{ends: make([]int32, len(row)), sorted: make([]int, 0, len(row))}
	waiting := make([]int32, len(row))
	each := func(f func(a, b, gap int)) {
		for _, layer := range s.layers {
			for i := 1; i < len(layer); i++ {
				if v, w := layer[i-1], layer[i]; late {
					f(row[w], row[v], s.gap(v, w))
				} else {
					f(row[v], row[w], s.gap(v, w))
				}
			}
		}
	}
	each(func(a, b, _ int) {
		g.ends[a]++
		waiting[b]++
	})
	count := int32(0)
	for r, n := range g.ends {
		g.ends[r] = count
		count += n
	}
	g.gaps = make([]rowGap, count)
	each(func(a, b, gap int) {
		g.gaps[g.ends[a]] = rowGap{b, gap}
		g.ends[a]++
	})
	for r := range row {
		if row[r] == r && waiting[r] == 0 {
			g.sorted = append(g.sorted, r)
		}
	}
	for next := 0; next < len(g.sorted); next++ {
		for _, n := range g.after(g.sorted[next]) {
			if waiting[n.row]--; waiting[n.row] == 0 {
				g.sorted = append(g.sorted, n.row)
			}
		}
	}
	return g
}

// balance aligns the four drawings, early ones by their start and late ones by their end, and
// takes the mean of the two middle positions.
func (s *sketch) balance(tries [][]int) []int {
	narrow, least := 0, math.MaxInt
	for i, t := range tries {
		if w := slices.Max(t) - slices.Min(t); w < least {
			narrow, least = i, w
		}
	}
	first, last := slices.Min(tries[narrow]), slices.Max(tries[narrow])
	for i, t := range tries {
		shift := first - slices.Min(t)
		if i%2 == 1 {
			shift = last - slices.Max(t)
		}
		for v := range t {
			t[v] += shift
		}
	}
	mean := make([]int, len(tries[0]))
	for v := range mean {
		four := []int{tries[0][v], tries[1][v], tries[2][v], tries[3][v]}
		slices.Sort(four)
		mean[v] = (four[1] + four[2]) >> 1
	}
	return mean
}

// costAt moves the vertices to the given positions, and returns the cost of all lines and of the
// drawing's extent.
func (s *sketch) costAt(at []int) int {
	for v := range s.vertices {
		s.vertices[v].across = floorGrid(at[v])
	}
	sum := 0
	for v, next := range s.next {
		for _, w := range next {
			sum += s.detour(v, w)
		}
	}
	return sum + (slices.Max(at)-slices.Min(at))/4
}
