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
	// Needs and Users count edges from and to the node, More those of them that are not drawn.
	Needs, Users, More int
	End                string // Root, Unused or ""
}

// The ends of a graph, which are marked.
const (
	Root   = "root"   // it needs nothing, and others need it
	Unused = "unused" // nothing needs it, though others of its kind are needed
)

// ends are the words for them.
var ends = map[string]string{Root: "needs nothing", Unused: "needed by nothing"}

// A GraphEdge says that From needs To.
type GraphEdge struct {
	From, To string
	Via      string // property path inside From
	Explicit bool   // written as a dependency, not as a reference
	Through  bool   // by way of things that are not drawn
}

// name is what a node is called in a drawing.
func (n GraphNode) name() string {
	if n.Label != "" {
		return n.Label
	}
	return n.ID
}

// Lines are the label and the detail as drawn.
func (n GraphNode) Lines() (label, detail string) {
	return layout.Label.Short(oneLine(n.name())), layout.Detail.Short(oneLine(n.Detail))
}

// GripWidth is the room for what opens and closes a group, and for a label with wide letters
// beside it.
const GripWidth = 32

// signWidth is the room for the sign of a state, behind the label.
const signWidth = 16

// Box returns the size of the node's box in pixels: its texts and, for every state but
// known, the sign that tells it without colour.
func (n GraphNode) Box() (width, height int) {
	width, height = layout.Box(n.Lines())
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

// A Sight is how a drawing is looked at.
type Sight struct {
	Down          bool                    // layers from top to bottom
	Width, Height int                     // of the pane; zeros when that is not known
	Before        map[string]layout.Place // by node id, what an earlier drawing had; may be nil
}

// Scale is how large a drawing may be in the pane, in thousandths, at most its full size.
func (s Sight) Scale(d layout.Drawing) int {
	return min(1000, s.Width*1000/max(d.Width, 1), s.Height*1000/max(d.Height, 1))
}

// Arrange draws a graph with boxes measured from their texts. Its routes are in the
// order of the graph's edges; an edge that names no node has a route without points.
func Arrange(g Graph, s Sight) layout.Drawing {
	lg, drawn := g.plan(s)
	d := layout.Compute(lg)
	routes := make([]layout.Route, len(g.Edges))
	for i, e := range drawn {
		routes[e] = d.Edges[i]
	}
	d.Edges = routes
	return d
}

// plan is the graph as layout takes it, and which edge each of its edges is.
func (g Graph) plan(s Sight) (plan layout.Graph, drawn []int) {
	at := g.indices()
	plan = layout.Graph{Down: s.Down, Wide: s.Width, High: s.Height}
	for _, n := range g.Nodes {
		w, h := n.Box()
		plan.Nodes = append(plan.Nodes, layout.Node{ID: n.ID, Width: w, Height: h})
		if s.Before != nil {
			before, ok := s.Before[n.ID]
			if !ok {
				before.Layer = -1
			}
			plan.Before = append(plan.Before, before)
		}
	}
	for i, e := range g.Edges {
		from, okFrom := at[e.From]
		to, okTo := at[e.To]
		if okFrom && okTo {
			plan.Edges = append(plan.Edges, layout.Edge{From: from, To: to})
			drawn = append(drawn, i)
		}
	}
	return plan, drawn
}

// Captions places beside each line of a drawing what it stands for.
func Captions(g Graph, d layout.Drawing) []layout.Caption {
	plan, drawn := g.plan(Sight{})
	texts, routes := make([]string, len(drawn)), make([]layout.Route, len(drawn))
	for i, e := range drawn {
		texts[i], routes[i] = oneLine(g.Edges[e].Via), d.Edges[e]
	}
	d.Edges = routes
	captions := make([]layout.Caption, len(g.Edges))
	for i, c := range layout.Captions(plan, d, texts) {
		captions[drawn[i]] = c
	}
	return captions
}
