package render

import "pantograph/evaluator/layout"

// A Graph is the dependency graph of a program, ready to be written. Titles and texts
// are data; nothing in them is trusted.
type Graph struct {
	Title  string // names the drawing for people who cannot see it; may be empty
	Nodes  []GraphNode
	Edges  []GraphEdge
	Cycles [][]string // node ids
}

// A GraphNode is a named thing of the program.
type GraphNode struct {
	ID, Kind string
	Label    string // the short name that is drawn; the ID when empty
	Detail   string // second line, may be empty
	State    string // known, unknown, partial, mocked, secret, failed or missing
	Parent   string
	// HasGrip leaves room at the end of the box, GripWidth, for the sign that opens and
	// closes a group.
	HasGrip bool
}

// A GraphEdge says that From needs To.
type GraphEdge struct {
	From, To string
	Via      string // property path inside From
	Explicit bool   // written as a dependency, not as a reference
}

// name is what a node is called in a drawing.
func (n GraphNode) name() string {
	if n.Label != "" {
		return n.Label
	}
	return n.ID
}

// GripWidth is the room for what opens and closes a group, and for a label with wide letters
// beside it.
const GripWidth = 32

// signWidth is the room for the sign of a state, behind the label.
const signWidth = 16

// Box returns the size of the node's box in pixels: its texts and, for every state but
// known, the sign that tells it without colour.
func (n GraphNode) Box() (width, height int) {
	width, height = layout.Box(n.name(), n.Detail)
	if n.State != "known" && n.State != "" {
		width += signWidth
	}
	if n.HasGrip {
		width += GripWidth
	}
	return width, height
}

// indices maps node ids to nodes.
func (g Graph) indices() map[string]int {
	at := make(map[string]int, len(g.Nodes))
	for i, n := range g.Nodes {
		at[n.ID] = i
	}
	return at
}

// Arrange draws a graph with boxes measured from their texts. Its routes are in the
// order of the graph's edges; an edge that names no node has a route without points.
func Arrange(g Graph, down bool) layout.Drawing {
	at := g.indices()
	lg := layout.Graph{Down: down}
	for _, n := range g.Nodes {
		w, h := n.Box()
		lg.Nodes = append(lg.Nodes, layout.Node{ID: n.ID, Width: w, Height: h})
	}
	var drawn []int
	for i, e := range g.Edges {
		from, okFrom := at[e.From]
		to, okTo := at[e.To]
		if okFrom && okTo {
			lg.Edges = append(lg.Edges, layout.Edge{From: from, To: to})
			drawn = append(drawn, i)
		}
	}
	d := layout.Compute(lg)
	routes := make([]layout.Route, len(g.Edges))
	for i, e := range drawn {
		routes[e] = d.Edges[i]
	}
	d.Edges = routes
	return d
}
