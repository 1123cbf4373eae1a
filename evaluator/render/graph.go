package render

import (
	"slices"

	"pantograph/evaluator/layout"
)

// A Graph is the dependency graph of a program, in the form in which it is drawn and exported. Its
// strings are untrusted data.
type Graph struct {
	Title  string // the name of the drawing for assistive technology; may be empty
	Nodes  []GraphNode
	Edges  []GraphEdge
	Cycles [][]string // the node ids of each cycle
}

// A GraphNode is a node of the graph.
type GraphNode struct {
	ID, Kind string
	Label    string // the short name that is drawn; if empty, the ID is drawn
	Detail   string // the second line; may be empty
	State    string // known, unknown, partial, mocked, secret, failed or missing
	Parent   string // the ID of the node that contains this one, or ""
	// HasGrip reserves GripWidth pixels at the end of the box for the button that opens and closes
	// a group.
	HasGrip bool
	// Needs and Users count the edges from the node and to it, including those that are not drawn.
	// More counts those that are not drawn.
	Needs, Users, More int
	End                string // Root, Unused or ""
}

// The ends of a graph, which are marked in drawings.
const (
	Root   = "root"   // the node needs nothing, and others need it
	Unused = "unused" // nothing needs the node, although others of its kind are needed
)

// ends maps the ends of a graph to their texts in the legend.
var ends = map[string]string{Root: "needs nothing", Unused: "not needed by anything"}

// A GraphEdge means that From needs To.
type GraphEdge struct {
	From, To string
	Via      string // the path of the property inside From
	Explicit bool   // the edge is declared as a dependency, rather than implied by a reference
	Through  bool   // the edge leads through nodes that are not drawn
}

// name returns the name of a node that is drawn.
func (n GraphNode) name() string {
	if n.Label != "" {
		return n.Label
	}
	return n.ID
}

// Lines returns the label and the detail as they are drawn, shortened to fit.
func (n GraphNode) Lines() (label, detail string) {
	return layout.Label.Short(oneLine(n.name())), layout.Detail.Short(oneLine(n.Detail))
}

// GripWidth is the width in pixels of the button that opens and closes a group, including a margin
// for labels in wide letters.
const GripWidth = 32

// stateGlyphWidth is the width in pixels of the glyph after a label, which shows a state in addition to its colour.
const stateGlyphWidth = 16

// Box returns the size of the node's box in pixels. It contains the text, a glyph for every state
// except known, and the grip, if the node has one.
func (n GraphNode) Box() (width, height int) {
	width, height = layout.Box(n.Lines())
	if n.State != "known" && n.State != "" {
		width += stateGlyphWidth
	}
	if n.HasGrip {
		width += GripWidth
	}
	return width, height
}

// indices maps node ids to indices in Nodes.
func (g Graph) indices() map[string]int {
	at := make(map[string]int, len(g.Nodes))
	for i, n := range g.Nodes {
		at[n.ID] = i
	}
	return at
}

// A Viewport describes the pane in which a drawing is displayed.
type Viewport struct {
	Down          bool         // draw from top to bottom, instead of from left to right
	Width, Height int          // the size of the pane in pixels; zero if it is not known
	Before        *PastDrawing // may be nil
	IsTrial       bool         // save time: see layout.Graph
	Limit         int          // see layout.Graph
}

// A PastDrawing is an earlier drawing, to which the next one stays close.
type PastDrawing struct {
	graph   Graph
	drawing layout.Drawing
}

// Past returns a drawing of the graph as the earlier one of later drawings.
func (g Graph) Past(d layout.Drawing) *PastDrawing { return &PastDrawing{g, d} }

// IsOf reports whether a drawing of the graph has the same boxes and lines.
func (p *PastDrawing) IsOf(g Graph) bool {
	return slices.EqualFunc(p.graph.Nodes, g.Nodes, func(m, n GraphNode) bool {
		width, height := m.Box()
		w, h := n.Box()
		return m.ID == n.ID && width == w && height == h
	}) && slices.EqualFunc(p.graph.Edges, g.Edges, func(a, b GraphEdge) bool {
		return a.From == b.From && a.To == b.To
	})
}

// places returns the places of the nodes by id.
func (p *PastDrawing) places() map[string]layout.Place {
	places := make(map[string]layout.Place, len(p.graph.Nodes))
	for i, n := range p.graph.Nodes {
		places[n.ID] = p.drawing.Nodes[i]
	}
	return places
}

// routes returns the routes of the edges by the ids of the nodes.
func (p *PastDrawing) routes() map[[2]string]layout.Route {
	routes := make(map[[2]string]layout.Route, len(p.graph.Edges))
	for i, edge := range p.graph.Edges {
		routes[[2]string{edge.From, edge.To}] = p.drawing.Edges[i]
	}
	return routes
}

// Scale returns the scale at which a drawing of the given size fits into the pane, in thousandths, at
// most 1000.
func (s Viewport) Scale(width, height int) int {
	return min(1000, s.Width*1000/max(width, 1), s.Height*1000/max(height, 1))
}

// Arrange lays out a graph. The size of a box fits its text. The routes of the drawing are in the
// order of the graph's edges; an edge to or from a node that is not in the graph has no points.
func Arrange(g Graph, s Viewport) layout.Drawing { return NewPlan(g, s).Draw(s.Down) }

// A Plan is a graph that Arrange would lay out, in one direction or in both.
type Plan struct {
	*layout.Plan
	drawn []int // edges of the graph that are drawn
	edges int
}

// NewPlan prepares to lay out a graph; see layout.Plan.
func NewPlan(g Graph, s Viewport) Plan {
	lg, drawn := g.plan(s)
	return Plan{layout.NewPlan(lg), drawn, len(g.Edges)}
}

// Draw lays out the graph in a direction.
func (p Plan) Draw(down bool) layout.Drawing { return p.withAllRoutes(p.Plan.Draw(down)) }

// Draft lays out the graph in a direction, without branches; see layout.Plan.
func (p Plan) Draft(down bool) layout.Drawing { return p.withAllRoutes(p.Plan.Draft(down)) }

// withAllRoutes returns the drawing with a route for each edge of the graph.
func (p Plan) withAllRoutes(d layout.Drawing) layout.Drawing {
	routes := make([]layout.Route, p.edges)
	for i, e := range p.drawn {
		routes[e] = d.Edges[i]
	}
	d.Edges = routes
	return d
}

// plan converts the graph for package layout. drawn maps the indices of the plan's edges to those
// of g's edges.
func (g Graph) plan(s Viewport) (plan layout.Graph, drawn []int) {
	at := g.indices()
	plan = layout.Graph{Down: s.Down, Wide: s.Width, High: s.Height, IsTrial: s.IsTrial, Limit: s.Limit}
	var places map[string]layout.Place
	var routes map[[2]string]layout.Route
	if s.Before != nil {
		places, routes = s.Before.places(), s.Before.routes()
	}
	for _, n := range g.Nodes {
		w, h := n.Box()
		plan.Nodes = append(plan.Nodes, layout.Node{ID: n.ID, Width: w, Height: h})
		if s.Before != nil {
			// Package layout needs a place for every node. Layer -1 means that the node is new.
			before, ok := places[n.ID]
			if !ok {
				before.Layer = -1
			}
			plan.Before = append(plan.Before, before)
		}
	}
	for i, e := range g.Edges {
		from, okFrom := at[e.From]
		to, okTo := at[e.To]
		// An edge to or from a node that is not in the graph has no line.
		if okFrom && okTo {
			plan.Edges = append(plan.Edges, layout.Edge{From: from, To: to})
			drawn = append(drawn, i)
			if s.Before != nil {
				plan.BeforeRoutes = append(plan.BeforeRoutes, routes[[2]string{e.From, e.To}])
			}
		}
	}
	return plan, drawn
}

// badge returns the rectangle at the lower right corner of a node's box in which the page shows how
// many of its neighbours are not drawn. The page uses the same dimensions (see renderMore).
func (n GraphNode) badge(at layout.Place) layout.Badge {
	width, height := n.Box()
	wide := 16 + 6*len(num(n.More))
	if n.More >= 1000 {
		wide += 6 // a comma
	}
	return layout.Badge{X: at.X + width + 4 - wide, Y: at.Y + height - 3, Width: wide, Height: 14}
}

// Captions returns a caption for each edge of the graph: its Via, placed beside its line.
func Captions(g Graph, d layout.Drawing) []layout.Caption {
	plan, drawn := g.plan(Viewport{})
	texts, routes := make([]string, len(drawn)), make([]layout.Route, len(drawn))
	for i, e := range drawn {
		texts[i], routes[i] = oneLine(g.Edges[e].Via), d.Edges[e]
	}
	d.Edges = routes
	var badges []layout.Badge
	for i, n := range g.Nodes {
		if n.More > 0 {
			badges = append(badges, n.badge(d.Nodes[i]))
		}
	}
	captions := make([]layout.Caption, len(g.Edges))
	for i, c := range layout.Captions(plan, d, texts, badges) {
		captions[drawn[i]] = c
	}
	return captions
}
