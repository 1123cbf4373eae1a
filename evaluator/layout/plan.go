package layout

import "slices"

// A Plan is a graph whose nodes have layers, from which it can be drawn in both directions. Computing the
// layers, and the order within them, takes most of the time. They depend neither on the direction nor on
// the sizes of boxes, unless there is an earlier drawing or a limit, which concern only the direction of the graph.
type Plan struct {
	graph     Graph
	back      []bool
	parts     []*sketch
	loose     []int
	isOrdered bool
}

// NewPlan assigns the nodes of a graph to layers.
func NewPlan(g Graph) *Plan {
	p := &Plan{graph: g, back: backEdges(len(g.Nodes), g.Edges)}
	parts, loose := split(g)
	for _, part := range parts {
		s := newSketch(g, part, p.back)
		s.rank()
		if g.Limit > 0 {
			s.divide()
		}
		s.recallBranches()
		s.addNets()
		p.parts = append(p.parts, s)
	}
	p.loose = loose
	return p
}

// Draw draws the graph from left to right or, if down, from top to bottom.
func (p *Plan) Draw(down bool) Drawing { return p.draw(down, (*sketch).branched) }

// Draft is like Draw, but does not look for branches that avoid crossings, which takes most of the time of a small
// graph. It shows how large the drawing becomes.
func (p *Plan) Draft(down bool) Drawing {
	return p.draw(down, func(s *sketch) *sketch { return s })
}

// DraftIsFinal reports whether Draft returns the same drawing as Draw.
func (p *Plan) DraftIsFinal() bool {
	return !slices.ContainsFunc(p.parts, (*sketch).hasBranches)
}

func (p *Plan) draw(down bool, refine func(*sketch) *sketch) Drawing {
	p.order()
	g := p.graph
	g.Down = down
	k := packer{graph: g, loose: p.loose, drawing: Drawing{
		Nodes: make([]Place, len(g.Nodes)),
		Edges: make([]Route, len(g.Edges)),
	}}
	for _, s := range p.parts {
		s.measure(down)
		s = refine(s)
		s.place()
		k.blocks = append(k.blocks, s.route())
	}
	k.pack()
	for e := range k.drawing.Edges {
		k.drawing.Edges[e].Back = p.back[e]
	}
	if down {
		k.drawing.transpose()
	}
	return k.drawing
}

// order orders the layers before the first drawing.
func (p *Plan) order() {
	if p.isOrdered {
		return
	}
	p.isOrdered = true
	for _, s := range p.parts {
		s.measure(p.graph.Down) // the direction of the earlier drawing, if there is one
		s.order()
	}
}

// MinSize returns lower bounds for the width and the height of a drawing in a direction, unless Draw joins branches of
// an earlier drawing. They are known before the nodes are ordered, so that a graph that does not fit a pane need not
// be drawn.
func (p *Plan) MinSize(down bool) (width, height int) {
	for _, s := range p.parts {
		s.measure(down)
		along, across := s.minSize()
		width, height = max(width, along+2*margin), max(height, across+2*margin)
	}
	if down {
		return height, width
	}
	return width, height
}

// AreaInLayer returns the area that a box takes in a layer, with a gap on one side and one to the next layer.
func AreaInLayer(width, height int, down bool) int {
	if down {
		return (width + nodeGap) * (height + layerGap)
	}
	return (width + layerGap) * (height + nodeGap)
}

// minSize returns a lower bound of the extent of the part: its layers with the least gap between
// them, and the boxes and lines of one layer with the least gap between those.
func (s *sketch) minSize() (along, across int) {
	type layer struct{ length, extent, boxes, bends int }
	var layers []layer
	for i, v := range s.vertices {
		for len(layers) <= v.layer {
			layers = append(layers, layer{})
		}
		l := &layers[v.layer]
		if s.isBend(i) {
			l.bends++
			continue
		}
		l.boxes++
		l.length = max(l.length, v.length)
		l.extent += v.before + v.after
	}
	along = -layerGap
	for _, l := range layers {
		along += l.length + layerGap
		// The gaps are smallest if each bend is between two boxes.
		wide := max(0, l.boxes-1-l.bends)
		across = max(across, l.extent+wide*nodeGap+(l.boxes+l.bends-1-wide)*lineGap)
	}
	return along, across
}
