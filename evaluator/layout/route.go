package layout

import "slices"

// route converts the positions to boxes and lines.
func (s *sketch) route() block {
	s.addLanes()
	s.choosePorts()
	starts := s.spreadLayers()
	b := block{places: make([]Place, s.nodes), routes: make([][]int, len(s.part.edges))}
	for v := range s.nodes {
		at := s.vertices[v]
		b.places[v] = Place{X: starts[at.layer], Y: at.across - at.before, Layer: at.layer}
	}
	for i, a := range s.arcOf {
		if a < 0 {
			v := s.part.index[s.graph.Edges[s.part.edges[i]].From]
			b.routes[i] = s.loop(v, starts)
			continue
		}
		b.routes[i] = s.follow(a, starts)
	}
	b.measure(s)
	return b
}

// addLanes gives each net without bends a line beyond the last box. Nets that do not meet
// share a lane.
func (s *sketch) addLanes() {
	edge := 0
	for _, v := range s.vertices {
		edge = max(edge, v.across+v.after)
	}
	var ends []int // the layer from which each lane is free again
	for _, i := range s.bySource() {
		n := &s.nets[i]
		if n.bends >= 0 {
			continue
		}
		first := s.vertices[n.source].layer
		// Nets are sorted by their first layer, so a lane is free if its last net ends earlier.
		lane := slices.IndexFunc(ends, func(end int) bool { return end < first })
		if lane < 0 {
			lane = len(ends)
			ends = append(ends, 0)
		}
		ends[lane] = first + n.span
		n.lane = ceilGrid(edge) + lineGap + lane*trackGap
	}
}

// bySource lists the nets by the layer in which they start.
func (s *sketch) bySource() []int {
	return sortedBy(len(s.nets), func(i int) int { return s.vertices[s.nets[i].source].layer })
}

// lineAt returns the position of a net's line on the across axis, a number of layers after its source.
func (s *sketch) lineAt(n *net, step int) int {
	switch {
	case step == 0:
		return n.port
	case n.bends < 0:
		return n.lane
	default:
		return s.vertices[n.bends+step-1].across
	}
}

// An arrival is an end of a net at a box. from is the position on the across axis from which its line
// comes, and entry is where it enters the box.
type arrival struct {
	box, from int
	entry     *int
}

// choosePorts determines where lines leave and enter the boxes.
func (s *sketch) choosePorts() {
	forward := make([]bool, s.nodes)
	for _, n := range s.nets {
		forward[n.source] = forward[n.source] || !n.back
	}
	arrivals := make([]arrival, 0, len(s.arcs))
	for i := range s.nets {
		n := &s.nets[i]
		v := s.vertices[n.source]
		n.port = v.across
		// A net that closes a cycle leaves the box at a different place from the forward one, so that
		// their trunks do not coincide.
		if n.back && forward[n.source] {
			n.port += min(trackGap, v.after/2)
		}
		for end, w := range n.ends {
			step := s.vertices[w].layer - v.layer - 1
			arrivals = append(arrivals, arrival{w, s.lineAt(n, step), &n.entry[end]})
		}
	}
	order := sortedBy(len(arrivals), func(i int) int { return arrivals[i].box<<indexBits + arrivals[i].from })
	from := make([]int, len(arrivals))
	for i, a := range order {
		from[i] = arrivals[a].from
	}
	at := make([]int, len(arrivals))
	for i, end := 0, 0; i < len(order); i = end {
		v := arrivals[order[i]].box
		for end < len(order) && arrivals[order[end]].box == v {
			end++
		}
		box := &s.vertices[v]
		ports(at[i:end], from[i:end], box.across-box.before, box.across+box.after, box.across)
	}
	for i, a := range order {
		*arrivals[a].entry = at[i]
	}
}

// ports spreads the entry points of lines over the side of a box, from top to bottom. Lines that
// reach the box without a turn keep their positions; the others share the room before and after them.
func ports(at, from []int, top, bottom, middle int) {
	straight := func(from int) bool { return from >= top+portEdge && from <= bottom-portEdge }
	first := slices.IndexFunc(from, straight)
	if first < 0 {
		spread(at, top, bottom)
		if len(at) == 1 {
			at[0] = middle
		}
		return
	}
	last := first
	for last+1 < len(from) && straight(from[last+1]) {
		last++
	}
	head, tail := from[first], from[last]
	// There is too little room for the others beside the straight ones, so all are spread evenly.
	if head-top < grid*(first+1) || bottom-tail < grid*(len(from)-last) {
		spread(at, top, bottom)
		return
	}
	copy(at, from)
	spread(at[:first], top, head)
	spread(at[last+1:], tail, bottom)
}

// spread divides the room between two positions evenly, on even pixels.
func spread(at []int, from, to int) {
	for i := range at {
		at[i] = from + (to-from)*(i+1)/(len(at)+1)&^1
	}
}

// follow returns the points of the line of an edge, from the box of From to the box of To.
func (s *sketch) follow(a int, starts []int) []int {
	n := &s.nets[s.netOf[a]]
	end := slices.Index(n.ends, s.arcs[a].right)
	source, target := s.vertices[n.source], s.vertices[n.ends[end]]
	at := n.port
	points := append(make(line, 0, 8), starts[source.layer]+source.length, at)
	steps := target.layer - source.layer
	for step := range steps {
		to := n.entry[end]
		if step+1 < steps {
			to = s.lineAt(n, step+1)
		}
		if to != at {
			x := n.track(step)
			points = points.to(x, at).to(x, to)
		}
		at = to
	}
	points = points.to(starts[target.layer], at)
	// The points lead from left to right. The edge leads to the node that is needed, which is the
	// opposite direction unless the arc is reversed.
	if !s.arcs[a].back {
		points.reverse()
	}
	return points
}

// loop returns the line from a box to itself, around its corner.
func (s *sketch) loop(v int, starts []int) []int {
	box := s.vertices[v]
	top, right := box.across-box.before, starts[box.layer]+box.length
	port := top + max(1, box.before/2)
	in := right - min(loopSize, box.length/2)
	distance := loopSize - grid
	return line{right, port, right + distance, port, right + distance, top - distance, in, top - distance, in, top}
}

// A line is the coordinates of an orthogonal line: along, across, along, across, ...
type line []int

// to continues the line to a point, without a corner where the line is straight.
func (l line) to(x, y int) line {
	n := len(l)
	if n >= 4 && (l[n-4] == l[n-2] && l[n-2] == x || l[n-3] == l[n-1] && l[n-1] == y) {
		l[n-2], l[n-1] = x, y
		return l
	}
	return append(l, x, y)
}

// reverse reverses the direction of the line.
func (l line) reverse() {
	slices.Reverse(l)
	for i := 0; i+1 < len(l); i += 2 {
		l[i], l[i+1] = l[i+1], l[i]
	}
}
