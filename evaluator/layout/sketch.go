package layout

import "slices"

// A sketch is one connected part while it is being laid out.
type sketch struct {
	graph    Graph
	part     part
	nodes    int      // the first vertices are the part's nodes, in its order
	vertices []vertex // followed by the bends
	arcs     []arc
	arcOf    []int // arc of each of the part's edges, -1 for a loop
	nets     []net
	netOf    []int   // net of each arc
	branchOf []int   // branch of each arc, see branched
	layers   [][]int // vertices in their order
	pos      []int32 // position of each vertex in its layer
	prev     [][]int // neighbours of each vertex in the layer before
	next     [][]int // neighbours of each vertex in the layer after
	near     [][]int // neighbours of each vertex in both layers
	links    links
	joints   []int  // for each layer, the total number of neighbours of its vertices
	fresh    []bool // vertices missing from an earlier drawing; nil if there is no earlier one
	sifting  sifting
	sweeping []int // room for sweep to sort a layer
	// bounds of the boxes on the across axis, if the graph has a limit
	first, last int
	rights      []int // room for turn.right in one channel
}

// A vertex is a box, or a bend: the point where a long line passes a layer.
type vertex struct {
	layer         int
	length        int // extent on the along axis
	before, after int // the box's extent on the across axis, on either side of its line
	pad           int // space that is kept free before the box
	across        int // position of its line
	edges         int // how many lines a bend is part of
	loop          bool
}

// A net is a trunk that leaves a box and branches out to all boxes that need it or, if back is set,
// to all boxes that it needs by edges that close a cycle. Edges of one net share lines.
type net struct {
	source int
	back   bool
	// A net with isBranch set shares the track after the source with another one, which lists it in branches.
	isBranch bool
	branches []int
	ends     []int // vertices, by layer
	span     int   // in layers
	bends    int   // the first of span-1 vertices, or -1 if the net takes a lane
	lane     int   // position on the across axis, beyond all boxes
	port     int   // position on the across axis, at the source
	entry    []int // positions on the across axis, at each of the ends
	tracks   []track
}

// A track is the position on the along axis at which a net turns, between the layers step and step+1 from
// its source.
type track struct{ step, at int }

// track returns the position at which the net turns, a number of layers after its source.
func (n *net) track(step int) int {
	i, _ := slices.BinarySearchFunc(n.tracks, step, func(t track, step int) int { return t.step - step })
	return n.tracks[i].at
}

// bendLimit limits the bends of one part. Beyond it, the longest nets run around the drawing
// in a lane instead of through it.
const bendLimit = 40_000

// newSketch returns a part before its nodes have layers. Parallel edges share one arc.
func newSketch(g Graph, p part, back []bool) *sketch {
	s := &sketch{graph: g, part: p, nodes: len(p.nodes), vertices: make([]vertex, len(p.nodes))}
	known := make(map[arc]int, len(p.edges))
	for _, e := range p.edges {
		a := arc{p.index[g.Edges[e].To], p.index[g.Edges[e].From], back[e]}
		if a.left == a.right {
			s.vertices[a.left].loop = true
			s.vertices[a.left].pad = loopSize
			s.arcOf = append(s.arcOf, -1)
			continue
		}
		if a.back {
			a.left, a.right = a.right, a.left
		}
		i, ok := known[a]
		if !ok {
			i = len(s.arcs)
			known[a] = i
			s.arcs = append(s.arcs, a)
		}
		s.arcOf = append(s.arcOf, i)
	}
	s.branchOf = make([]int, len(s.arcs))
	s.measure(g.Down)
	return s
}

// measure sets the extents of the boxes for a direction, and removes the tracks of the nets.
func (s *sketch) measure(down bool) {
	s.graph.Down = down
	for i, v := range s.part.nodes {
		length, across := s.graph.size(v)
		box := &s.vertices[i]
		// The line of a box is at its middle, on the grid.
		box.length, box.before, box.after = length, floorGrid(across/2), across-floorGrid(across/2)
	}
	for i := range s.nets {
		s.nets[i].tracks = nil
	}
}

// size returns a node's extents on the along axis and the across axis.
func (g Graph) size(v int) (along, across int) {
	if n := g.Nodes[v]; !g.Down {
		return n.Width, n.Height
	}
	return g.Nodes[v].Height, g.Nodes[v].Width
}

// addNets groups the arcs into nets and adds their bends.
func (s *sketch) addNets() {
	// known holds the number of each net, counted from 1. Only small parts have branches.
	branches := 1
	for _, branch := range s.branchOf {
		branches = max(branches, branch+1)
	}
	known := make([]int, 2*s.nodes*branches)
	s.netOf, s.nets = make([]int, len(s.arcs)), nil
	trunk := func(source int, isBack bool, branch int) *int {
		i := branch*s.nodes + source
		if isBack {
			return &known[2*i+1]
		}
		return &known[2*i]
	}
	for i, a := range s.arcs {
		at := trunk(a.left, a.back, s.branchOf[i])
		if *at == 0 {
			s.nets = append(s.nets, net{source: a.left, back: a.back, bends: -1, isBranch: s.branchOf[i] > 0})
			*at = len(s.nets)
		}
		s.netOf[i] = *at - 1
	}
	ends := group(len(s.nets), len(s.arcs), func(i int) (key, value int) { return s.netOf[i], s.arcs[i].right })
	for i, at := range s.netOf {
		a, n := s.arcs[i], &s.nets[at]
		n.span = max(n.span, s.vertices[a.right].layer-s.vertices[a.left].layer)
	}
	entries := make([]int, len(s.arcs))
	for i := range s.nets {
		n := &s.nets[i]
		n.ends = ends[i]
		sortBy(n.ends, func(v int) int { return s.vertices[v].layer })
		n.entry, entries = entries[:len(n.ends)], entries[len(n.ends):]
		if n.isBranch {
			first := &s.nets[*trunk(n.source, n.back, 0)-1]
			first.branches = append(first.branches, i)
		}
	}
	s.addBends()
	s.connect()
}

// addBends adds bends to nets, the shortest nets first, up to the limit.
func (s *sketch) addBends() {
	bySpan := sortedBy(len(s.nets), func(i int) int { return s.nets[i].span })
	bends := 0
	for _, n := range s.nets {
		bends += n.span - 1
	}
	s.vertices = slices.Grow(s.vertices, min(bends, bendLimit))
	for _, i := range bySpan {
		n := &s.nets[i]
		if len(s.vertices)-s.nodes+n.span-1 > bendLimit {
			return
		}
		n.bends = len(s.vertices)
		first := s.vertices[n.source].layer
		left := n.ends
		for step := 1; step < n.span; step++ {
			for s.vertices[left[0]].layer <= first+step {
				left = left[1:]
			}
			s.vertices = append(s.vertices, vertex{layer: first + step, edges: len(left)})
		}
	}
}

// connect lists the neighbours of each vertex, in one array.
func (s *sketch) connect() {
	joints := s.listJoints()
	n := len(s.vertices)
	before, count := make([]int, n), make([]int, n)
	for _, j := range joints {
		before[j.right]++
		count[j.left]++
		count[j.right]++
	}
	s.prev, s.next, s.near = make([][]int, n), make([][]int, n), make([][]int, n)
	s.links = newLinks(n, 2*len(joints))
	all := make([]int, 2*len(joints))
	for v, c := range count {
		s.near[v], all = all[:c:c], all[c:]
		s.prev[v], s.next[v] = s.near[v][:0], s.near[v][before[v]:][:0]
		s.links.middle[v] = s.links.start[v] + int32(before[v])
		s.links.start[v+1] = s.links.start[v] + int32(c)
	}
	for _, j := range joints {
		k := &s.links
		k.join(k.middle[j.left]+int32(len(s.next[j.left])), k.start[j.right]+int32(len(s.prev[j.right])))
		s.next[j.left] = append(s.next[j.left], j.right)
		s.prev[j.right] = append(s.prev[j.right], j.left)
	}
}

// Links hold the places of the neighbours of each vertex, in the order of sketch.near. Places are numbered
// through all layers, one after the other. Ordering a part reads these much more often than they change.
type links struct {
	start  []int32 // for each vertex, the first of its links; the last element is the number of links
	middle []int32 // for each vertex, the first of its links to the next layer
	twin   []int32 // for each link, that of the neighbour back to the vertex
	places []int32 // for each link, the place of the neighbour
	first  []int32 // the place of the first vertex of each layer
}

func newLinks(vertices, count int) links {
	return links{start: make([]int32, vertices+1), middle: make([]int32, vertices), twin: make([]int32, count),
		places: make([]int32, count)}
}

// join records that two links are the directions of one joint.
func (k *links) join(a, b int32) { k.twin[a], k.twin[b] = b, a }

// A joint is a piece of a line between vertices in neighbouring layers.
type joint struct{ left, right int }

// listJoints lists the pieces of all nets.
func (s *sketch) listJoints() (joints []joint) {
	for i := range s.nets {
		n := &s.nets[i]
		from := n.source
		end := 0
		for step := 1; step <= n.span; step++ {
			layer := s.vertices[n.source].layer + step
			for ; end < len(n.ends) && s.vertices[n.ends[end]].layer == layer; end++ {
				// A net in a lane is adjacent only to the boxes in the layer after its source.
				if n.bends >= 0 || step == 1 {
					joints = append(joints, joint{from, n.ends[end]})
				}
			}
			if step < n.span && n.bends >= 0 {
				bend := n.bends + step - 1
				joints = append(joints, joint{from, bend})
				from = bend
			}
		}
	}
	return joints
}

// isBend reports whether a vertex is a bend rather than a box.
func (s *sketch) isBend(v int) bool { return v >= s.nodes }

// gap returns the minimum distance between the lines of two neighbours in a layer.
func (s *sketch) gap(a, b int) int {
	between := nodeGap
	if s.isBend(a) || s.isBend(b) {
		between = lineGap
	}
	return ceilGrid(s.vertices[a].after + between + s.vertices[b].pad + s.vertices[b].before)
}
