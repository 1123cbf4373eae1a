package layout

import (
	"cmp"
	"slices"
	"sort"
)

// A drawing that follows another one preserves it: layers start in their earlier order,
// vertices return to their earlier places, and places are sought only for new vertices.

// before returns the place of a node in an earlier drawing.
func (g Graph) before(v int) (Place, bool) {
	if g.Before == nil || g.Before[v].Layer < 0 {
		return Place{}, false
	}
	p := g.Before[v]
	if g.Down {
		p.X, p.Y = p.Y, p.X
	}
	return p, true
}

// byPlace sorts a slice whose items contain nodes, by the first place that any of the nodes
// had in an earlier drawing. Items with only new nodes come last.
func byPlace(g Graph, items any, nodes func(i int) []int) {
	if g.Before == nil {
		return
	}
	first := func(i int) (at Place, known bool) {
		for _, v := range nodes(i) {
			if p, ok := g.before(v); ok && (!known || cmp.Or(p.Y-at.Y, p.X-at.X) < 0) {
				at, known = p, true
			}
		}
		return at, known
	}
	sort.SliceStable(items, func(i, j int) bool {
		p, okP := first(i)
		q, okQ := first(j)
		return okP && (!okQ || cmp.Or(cmp.Compare(p.Y, q.Y), cmp.Compare(p.X, q.X)) < 0)
	})
}

// recall puts each vertex where its line was in the earlier drawing, or where its neighbours suggest.
// It reports whether most nodes were in that drawing.
func (s *sketch) recall() bool {
	// If most nodes are new, the earlier drawing is not worth preserving.
	if !s.knowsMost() {
		return false
	}
	s.fresh = make([]bool, len(s.vertices))
	for v := range s.vertices {
		s.fresh[v] = true
		if s.isBend(v) {
			continue
		}
		if p, ok := s.graph.before(s.part.nodes[v]); ok {
			s.vertices[v].across = p.Y + s.vertices[v].before
			s.fresh[v] = false
		}
	}
	s.guess()
	return true
}

// knowsMost reports whether at least half of the nodes were in the earlier drawing.
func (s *sketch) knowsMost() bool {
	known := 0
	for _, v := range s.part.nodes {
		if _, ok := s.graph.before(v); ok {
			known++
		}
	}
	return 2*known >= s.nodes
}

// guess places new boxes between their neighbours, and bends where the line to the last end of their net was, or
// between the ends of their net.
func (s *sketch) guess() {
	sum, count := make([]int, s.nodes), make([]int, s.nodes)
	for _, a := range s.arcs {
		for _, pair := range [][2]int{{a.left, a.right}, {a.right, a.left}} {
			if v, w := pair[0], pair[1]; s.fresh[v] && !s.fresh[w] {
				sum[v] += s.vertices[w].across
				count[v]++
			}
		}
	}
	for v, n := range count {
		if n > 0 {
			s.vertices[v].across = sum[v] / n
		}
	}
	columns, last := s.columnsBefore(), s.lastEdges()
	for i := range s.nets {
		n := &s.nets[i]
		from, to := s.vertices[n.source].across, s.vertices[n.ends[len(n.ends)-1]].across
		route := s.graph.routeBefore(last[i])
		for step, v := range s.bendsOf(n) {
			b := &s.vertices[v]
			across, ok := acrossAt(route, columns[b.layer])
			if !ok {
				across = from + (to-from)*(step+1)/n.span
			}
			b.across, s.fresh[v] = across, !ok
		}
	}
}

// columnsBefore returns the position of each layer in the earlier drawing, where lines only pass it, or -1.
func (s *sketch) columnsBefore() (columns []int) {
	for i, v := range s.part.nodes {
		layer := s.vertices[i].layer
		for len(columns) <= layer {
			columns = append(columns, -1)
		}
		if p, ok := s.graph.before(v); ok && columns[layer] < 0 {
			columns[layer] = p.X + 1
		}
	}
	return columns
}

// lastEdges returns an edge of the graph to the last end of each net.
func (s *sketch) lastEdges() []int {
	last := make([]int, len(s.nets))
	for i, a := range s.arcOf {
		if a < 0 {
			continue
		}
		if n := &s.nets[s.netOf[a]]; n.ends[len(n.ends)-1] == s.arcs[a].right {
			last[s.netOf[a]] = s.part.edges[i]
		}
	}
	return last
}

// routeBefore returns the points of an edge in the earlier drawing: along, across, along, across, ...
func (g Graph) routeBefore(e int) line {
	if g.BeforeRoutes == nil {
		return nil
	}
	points := line(slices.Clone(g.BeforeRoutes[e].Points))
	if g.Down {
		for i := 0; i+1 < len(points); i += 2 {
			points[i], points[i+1] = points[i+1], points[i]
		}
	}
	return points
}

// acrossAt returns the position on the across axis at which a line passes a position on the along axis.
func acrossAt(l line, along int) (across int, ok bool) {
	for i := 0; i+3 < len(l); i += 2 {
		if min(l[i], l[i+2]) < along && along < max(l[i], l[i+2]) {
			return l[i+1], true
		}
	}
	return 0, false
}

// siftRounds is how often bends and new boxes are sifted if the other boxes keep their places.
const siftRounds = 4

// reorder restores the earlier order of the layers; only new boxes and bends are moved to
// better places.
func (s *sketch) reorder() {
	for _, layer := range s.layers {
		sortBy(layer, func(v int) int { return s.vertices[v].across })
	}
	s.number()
	b := &budget{orderBudget}
	for range siftRounds {
		for v, isFresh := range s.fresh {
			if isFresh && !s.sift(v, b) {
				return
			}
		}
	}
}

// restorePositions returns the vertices to their earlier positions. Where new vertices need room, it
// moves the vertices after them further along.
func (s *sketch) restorePositions() {
	for _, layer := range s.layers {
		// A bend must not push the boxes after it aside. If it has another place in the layer now, its old position
		// may be far after theirs.
		for i := len(layer) - 2; i >= 0; i-- {
			if v, next := &s.vertices[layer[i]], s.vertices[layer[i+1]]; s.isBend(layer[i]) {
				v.across = min(v.across, next.across-s.gap(layer[i], layer[i+1]))
			}
		}
		for i := range layer {
			v := &s.vertices[layer[i]]
			if s.isBend(layer[i]) && s.fresh[layer[i]] && i > 0 {
				v.across = 0 // as early as possible: straighten moves it to its line
			}
			if i > 0 {
				u := layer[i-1]
				v.across = max(v.across, s.vertices[u].across+s.gap(u, layer[i]))
			}
			v.across = ceilGrid(v.across)
		}
	}
}
