package evaluator

import (
	"errors"
	"fmt"
	"slices"

	"pantograph/evaluator/inspect"
	"pantograph/evaluator/layout"
	"pantograph/evaluator/narrow"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
)

// narrowed returns the drawing that was requested, before Fit is applied. Nil means everything,
// with all groups open.
func (s *Snapshot) narrowed(asked *protocol.LayoutRequest) *drawing {
	graph, isAll := s.Graph(), func(string) bool { return true }
	if asked == nil {
		d := s.drawing(graph, nil, isAll)
		d.countEdges()
		return &d
	}
	if asked.Inside != "" {
		if values := s.Subject.Values(graph, asked.Inside); values != nil {
			d := s.drawing(values, nil, isAll)
			d.groups = nil // the parents of values can be neither opened nor closed
			d.countEdges()
			return &d
		}
	}
	d := s.drawing(graph, asked.Only, membership(asked.Expand))
	d.countEdges()
	if len(asked.Kinds)+len(asked.States) > 0 {
		d.filter(asked)
	}
	if focus := d.find(asked.Focus); len(focus) > 0 {
		d.keep(d.around(focus, asked))
	}
	return &d
}

// shape returns the visible graph as indices.
func (d *drawing) indexed() *narrow.Graph {
	at := d.indices()
	edges := make([][2]int, len(d.Edges))
	for i, e := range d.Edges {
		edges[i] = [2]int{at[e.From], at[e.To]}
	}
	return narrow.New(len(d.Nodes), edges)
}

// places maps node ids to indices of visible nodes.
func (d *drawing) indices() map[string]int {
	at := make(map[string]int, len(d.Nodes))
	for i, n := range d.Nodes {
		at[n.ID] = i
	}
	return at
}

// count sets how many other nodes each node needs, and how many need it, and marks the ends of the
// graph. If nothing of a kind is ever needed, as with outputs, those nodes are not marked.
func (d *drawing) countEdges() {
	g, isNeeded := d.indexed(), map[string]bool{}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		n.Needs, n.Users = g.Degree(i)
		isNeeded[n.Kind] = isNeeded[n.Kind] || n.Users > 0
	}
	for i := range d.Nodes {
		switch n := &d.Nodes[i]; {
		case d.groups[n.ID] != nil || n.Kind == inspect.Value || n.State == inspect.Missing:
		case n.Users > 0 && n.Needs == 0:
			n.End = render.Root
		case n.Users == 0 && isNeeded[n.Kind]:
			n.End = render.Unused
		}
	}
}

// find looks up visible nodes by id; a member of a closed group yields the group.
func (d *drawing) find(ids []string) (found []int) {
	at := d.indices()
	for _, id := range ids {
		shown, ok := d.grouping.Shown(id)
		if !ok {
			continue
		}
		if v, ok := at[shown]; ok && !slices.Contains(found, v) {
			found = append(found, v)
		}
	}
	return found
}

// around selects the nodes around the focus, or between its first two nodes.
func (d *drawing) around(focus []int, asked *protocol.LayoutRequest) []bool {
	flow := narrow.Needs | narrow.Users
	switch asked.Flow {
	case "needs":
		flow = narrow.Needs
	case "users":
		flow = narrow.Users
	case "path":
		if len(focus) > 1 {
			return d.indexed().Between(focus[0], focus[1])
		}
	}
	return d.indexed().Around(focus, flow, asked.Depth)
}

// filter removes nodes of other kinds and states than those requested. A closed group stays if it
// contains a requested node. Edges are routed through removed nodes.
func (d *drawing) filter(asked *protocol.LayoutRequest) {
	isWanted := func(value string, of []string) bool { return len(of) == 0 || slices.Contains(of, value) }
	at, keep := d.indices(), make([]bool, len(d.Nodes))
	for _, n := range d.grouping.Nodes {
		if isWanted(n.Kind, asked.Kinds) && isWanted(n.State, asked.States) {
			shown, _ := d.grouping.Shown(n.ID)
			keep[at[shown]] = true
		}
	}
	var edges []render.GraphEdge
	for _, l := range d.indexed().Bridge(keep, 4*MaxDrawn) {
		e := d.Edges[l.First]
		e.To, e.Through = d.Nodes[l.To].ID, !l.Direct
		e.Explicit = e.Explicit && l.Direct
		edges = append(edges, e)
	}
	d.Edges = edges
	d.keep(keep)
}

// keep removes all nodes but the wanted ones, with their edges and cycles. A wanted node counts its
// removed edges in More.
func (d *drawing) keep(wanted []bool) {
	at := d.indices()
	isWanted := func(id string) bool { return wanted[at[id]] }
	var edges []render.GraphEdge
	for _, e := range d.Edges {
		switch from, to := isWanted(e.From), isWanted(e.To); {
		case from && to:
			edges = append(edges, e)
		case from:
			d.Nodes[at[e.From]].More++
		case to:
			d.Nodes[at[e.To]].More++
		}
	}
	var nodes []render.GraphNode
	for i, n := range d.Nodes {
		if wanted[i] {
			nodes = append(nodes, n)
		}
	}
	var cycles [][]string
	for _, cycle := range d.Cycles {
		if !slices.ContainsFunc(cycle, func(id string) bool { return !isWanted(id) }) {
			cycles = append(cycles, cycle)
		}
	}
	d.Nodes, d.Edges, d.Cycles = nodes, edges, cycles
}

// readable is the smallest scale, in thousandths, at which labels can be read: they are 13 pixels
// high and must not be smaller than 12.
const readableScale = 1000 * 12 / 13

// sample is the number of nodes up to which a drawing is tried in both directions, and as a whole.
const maxTrialNodes = 300

// further is how many nodes beyond those found by bisection are tried one by one.
const extraTrials = 8

// arrange lays out the drawing as requested: in the better direction, and with Fit, with as many
// nodes as stay readable. The result records the direction.
func (d *drawing) arrange(asked *protocol.LayoutRequest, before *arrangement) arrangement {
	one := *asked
	one.Fit = false
	if asked.Fit && asked.Width > 0 && asked.Height > 0 {
		d.fit(&one)
	}
	look := func(down bool) arrangement {
		a := arrangement{Viewport: render.Viewport{Down: down, Width: asked.Width, Height: asked.Height}}
		if before != nil && before.Down == down {
			a.Before = before.places
		}
		a.Drawing = render.Arrange(d.Graph, a.Viewport)
		return a
	}
	switch {
	case asked.Direction != "" || asked.Width <= 0:
		return look(asked.Direction == "down")
	case before != nil:
		return look(before.Down)
	case len(d.Nodes) > maxTrialNodes:
		return look(asked.Height > asked.Width)
	}
	right, below := look(false), look(true)
	// Text is wide, so a left-to-right drawing may be slightly smaller.
	if below.Scale(below.Drawing)*9 > right.Scale(right.Drawing)*10 {
		return below
	}
	return right
}

// An arranged drawing has been laid out: it records the Viewport and the place of each node.
type arrangement struct {
	layout.Drawing
	render.Viewport
	places map[string]layout.Place
}

// captioned is the number of edges up to which captions are placed. With more edges, lines are so
// long that placing them would take as much time as the layout.
const maxCaptioned = 500

// fit keeps as many of the nearest nodes as stay readable in the pane: all of them, or a number
// found by bisection.
func (d *drawing) fit(asked *protocol.LayoutRequest) {
	isReadable := func(d *drawing) bool {
		a := d.arrange(asked, nil)
		return a.Scale(a.Drawing) >= readableScale
	}
	if len(d.Nodes) <= maxTrialNodes && isReadable(d) {
		return
	}
	near := d.find(asked.Near)
	if len(near) == 0 {
		near = d.find(asked.Focus)
	}
	order := d.indexed().Nearest(near)
	first := func(count int) *drawing {
		part, wanted := *d, make([]bool, len(d.Nodes))
		part.Nodes = slices.Clone(d.Nodes)
		for _, v := range order[:count] {
			wanted[v] = true
		}
		part.keep(wanted)
		return &part
	}
	low, high := 1, min(len(order), maxTrialNodes)
	for low+1 < high {
		if half := (low + high) / 2; isReadable(first(half)) {
			low = half
		} else {
			high = half
		}
	}
	// More nodes can make a narrower drawing if they fill a gap.
	best := low
	for count := low + 1; count <= min(len(order), low+extraTrials); count++ {
		if isReadable(first(count)) {
			best = count
		}
	}
	*d = *first(best)
}

// drawable returns an error if a drawing of all visible nodes would be too large. Its lines would
// take a gigabyte, and nobody could read it.
func (d *drawing) checkSize() error {
	if len(d.Nodes) <= MaxDrawn && len(d.Edges) <= MaxLines {
		return nil
	}
	return fmt.Errorf("the drawing would have %d nodes and %d edges, and at most %d and %d can be drawn; "+
		"narrow it down, or take a format without a drawing", len(d.Nodes), len(d.Edges), MaxDrawn, MaxLines)
}

// layout returns a drawing, close to the previous one if requested.
func (e *Engine) layout(asked *protocol.LayoutRequest) (*protocol.Layout, error) {
	isNarrowed := len(asked.Only)+len(asked.Focus)+len(asked.Kinds)+len(asked.States) > 0 || asked.Inside != ""
	if many := e.last.tooMany(); many != "" && !isNarrowed { // before groups are closed, which takes memory, too
		return nil, errors.New("there are " + many + ", too many to draw; narrow it down")
	}
	g := e.last.narrowed(asked)
	if !asked.Fit || asked.Width <= 0 || asked.Height <= 0 {
		if err := g.checkSize(); err != nil {
			return nil, err
		}
	}
	g.reserveGrips()
	before := e.lastDrawing
	if !asked.KeepPositions {
		before = nil
	}
	d := g.arrange(asked, before)
	out := &protocol.Layout{Width: d.Drawing.Width, Height: d.Drawing.Height, Direction: "right", Total: g.total}
	if d.Down {
		out.Direction = "down"
	}
	d.places = make(map[string]layout.Place, len(g.Nodes))
	for i, n := range g.Nodes {
		w, h := n.Box()
		label, detail := n.Lines()
		at := d.Nodes[i]
		d.places[n.ID] = at
		box := protocol.LayoutNode{ID: n.ID, X: at.X, Y: at.Y, Width: w, Height: h,
			Label: label, Detail: detail, Needs: n.Needs, Users: n.Users, More: n.More, End: n.End,
			Group: g.groups[n.ID]}
		if n.Kind == inspect.Value {
			box.Of, box.State = n.Parent, n.State
		}
		out.Nodes = append(out.Nodes, box)
	}
	captions := make([]layout.Caption, len(g.Edges))
	if len(g.Edges) <= maxCaptioned {
		captions = render.Captions(g.Graph, d.Drawing)
	}
	for i, e := range g.Edges {
		// Edges between groups can go both ways without a cycle among their members.
		isBack := d.Edges[i].Back && len(g.Cycles) > 0
		out.Edges = append(out.Edges, protocol.LayoutEdge{From: e.From, To: e.To, Points: d.Edges[i].Points,
			Back: isBack, Explicit: e.Explicit, Through: e.Through, Via: e.Via,
			Label: captions[i].Text, LabelX: captions[i].X, LabelY: captions[i].Y})
	}
	out.Dots = render.Dots(d.Drawing)
	e.lastDrawing = &d
	return out, nil
}

// grip reserves space in groups for the button that opens and closes them.
func (d *drawing) reserveGrips() {
	for i := range d.Nodes {
		d.Nodes[i].HasGrip = d.groups[d.Nodes[i].ID] != nil
	}
}
