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

// narrowed returns the part of the graph that a request selects, before Fit is applied. If asked is
// nil, it returns the whole graph with all groups open.
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
			d.groups = nil // the nodes around values can be neither opened nor closed
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

// indexGraph returns the visible graph for package narrow, which identifies nodes by their indices.
func (d *drawing) indexGraph() *narrow.Graph {
	at := d.indices()
	edges := make([][2]int, len(d.Edges))
	for i, e := range d.Edges {
		edges[i] = [2]int{at[e.From], at[e.To]}
	}
	return narrow.New(len(d.Nodes), edges)
}

// indices maps the ids of the visible nodes to their indices.
func (d *drawing) indices() map[string]int {
	at := make(map[string]int, len(d.Nodes))
	for i, n := range d.Nodes {
		at[n.ID] = i
	}
	return at
}

// countEdges sets the number of edges from and to each node, and marks the ends of the graph. Nodes
// of a kind that is never needed, such as outputs, are not marked as unused.
func (d *drawing) countEdges() {
	g, isNeeded := d.indexGraph(), map[string]bool{}
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

// find returns the indices of the visible nodes with the given ids. A member of a closed group is
// found as the group. Unknown ids are ignored.
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

// around selects the nodes around the focus, or those on the paths between its first two nodes.
func (d *drawing) around(focus []int, asked *protocol.LayoutRequest) []bool {
	flow := narrow.Needs | narrow.Users
	switch asked.Flow {
	case "needs":
		flow = narrow.Needs
	case "users":
		flow = narrow.Users
	case "path":
		if len(focus) > 1 {
			return d.indexGraph().Between(focus[0], focus[1])
		}
	}
	return d.indexGraph().Around(focus, flow, asked.Depth)
}

// filter removes the nodes whose kind or state was not requested. A closed group stays if it
// contains a requested node. A path through removed nodes becomes one edge.
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
	for _, l := range d.indexGraph().Bridge(keep, 4*MaxDrawn) {
		e := d.Edges[l.First]
		e.To, e.Through = d.Nodes[l.To].ID, !l.Direct
		e.Explicit = e.Explicit && l.Direct
		edges = append(edges, e)
	}
	d.Edges = edges
	d.keep(keep)
}

// keep removes all nodes except the wanted ones, and the edges and cycles of the removed ones. More
// counts the removed edges of a wanted node.
func (d *drawing) keep(wanted []bool) {
	at := d.indices()
	kept := make([]int, len(wanted)) // the new index of each wanted node
	nodes, edges := make([]render.GraphNode, 0, len(d.Nodes)), make([]render.GraphEdge, 0, len(d.Edges))
	for i, n := range d.Nodes {
		if wanted[i] {
			kept[i] = len(nodes)
			nodes = append(nodes, n)
		}
	}
	for _, e := range d.Edges {
		switch from, to := at[e.From], at[e.To]; {
		case wanted[from] && wanted[to]:
			edges = append(edges, e)
		case wanted[from]:
			nodes[kept[from]].More++
		case wanted[to]:
			nodes[kept[to]].More++
		}
	}
	isWanted := func(id string) bool { return wanted[at[id]] }
	var cycles [][]string
	for _, cycle := range d.Cycles {
		if !slices.ContainsFunc(cycle, func(id string) bool { return !isWanted(id) }) {
			cycles = append(cycles, cycle)
		}
	}
	d.Nodes, d.Edges, d.Cycles = nodes, edges, cycles
}

// maxCaptioned is the largest number of edges that get captions. With more edges, lines are so long
// that placing the captions would take as much time as the layout.
const maxCaptioned = 500

// checkSize returns an error if there are too many visible nodes or edges to draw. The lines of
// such a drawing would take a gigabyte, and nobody could read it.
func (d *drawing) checkSize() error {
	if len(d.Nodes) <= MaxDrawn && len(d.Edges) <= MaxLines {
		return nil
	}
	return fmt.Errorf("the drawing would have %s nodes and %s edges; at most %s nodes and %s edges can be drawn. "+
		"Narrow it down, or choose a format that is not a drawing", grouped(len(d.Nodes)), grouped(len(d.Edges)),
		grouped(MaxDrawn), grouped(MaxLines))
}

// layout answers the page's request to draw the graph. If requested, nodes stay close to their
// places in the last drawing.
func (e *Engine) layout(asked *protocol.LayoutRequest) (*protocol.Layout, error) {
	isNarrowed := len(asked.Only)+len(asked.Focus)+len(asked.Kinds)+len(asked.States) > 0 || asked.Inside != ""
	if many := e.last.tooMany(); many != "" && !isNarrowed { // checked first: closing groups takes memory, too
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
	out := &protocol.Layout{Width: d.Drawing.Width, Height: d.Drawing.Height, Direction: d.direction(), Total: g.total}
	d.past = g.Past(d.Drawing)
	out.Nodes = make([]protocol.LayoutNode, 0, len(g.Nodes))
	out.Edges = make([]protocol.LayoutEdge, 0, len(g.Edges))
	for i, n := range g.Nodes {
		w, h := n.Box()
		label, detail := n.Lines()
		at := d.Nodes[i]
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
		// Without a cycle among the members, edges between groups can still form one.
		isBack := d.Edges[i].Back && len(g.Cycles) > 0
		out.Edges = append(out.Edges, protocol.LayoutEdge{From: e.From, To: e.To, Points: d.Edges[i].Points,
			Back: isBack, Explicit: e.Explicit, Through: e.Through, Via: e.Via,
			Label: captions[i].Text, LabelX: captions[i].X, LabelY: captions[i].Y})
	}
	out.Dots = render.Dots(d.Drawing)
	e.lastDrawing = &d
	return out, nil
}

// reserveGrips reserves space in the boxes of groups for the button that opens and closes them.
func (d *drawing) reserveGrips() {
	for i := range d.Nodes {
		d.Nodes[i].HasGrip = d.groups[d.Nodes[i].ID] != nil
	}
}
