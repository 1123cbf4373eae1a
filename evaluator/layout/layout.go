// Package layout places the nodes of a directed graph in layers and routes its edges as orthogonal
// lines. It does not know what the graph means. It is deterministic: the same input produces the
// same drawing on every machine.
//
// Compute takes these steps (plan.go), one file each:
//
//	cycle.go    edges that close a cycle are marked, and reversed for the following steps
//	part.go     connected parts are laid out separately
//	rank.go     each node gets a layer, so that edges are short (simplex.go)
//	limit.go    layers that are too wide for the viewport are divided
//	sketch.go   edges to one dependency become one net: a trunk with branches
//	order.go    nodes are reordered within their layers until few lines cross (blocks.go)
//	branch.go   in small graphs, nets branch at their source where one trunk would cross other lines
//	place.go    each layer is spread out so that lines run straight
//	route.go    lines get ports on the boxes and tracks between the layers (track.go)
//	pack.go     the parts are placed side by side; nodes without edges form a grid
//
// A drawing that follows an earlier one stays close to it (recall.go). Captions places text beside the lines of
// a drawing (caption.go); box.go measures text; sort.go sorts and groups numbers.
//
// Among existing libraries, ELK draws such graphs too, but it is JavaScript and costs 394 KB
// compressed, compared to 52 KB for this package. Dagre, at 17 KB, supports neither orthogonal
// lines nor nets. Besides, play and the build, which run no JavaScript, write the same drawings as
// the page.
//
// Internally, the axes are named after the direction of reading, so that the same code serves both
// directions: "along" runs from layer to layer, "across" within one.
package layout

// A Graph is a graph to draw. Edges name nodes by index; From needs To, and To is drawn
// before From in the direction of reading.
type Graph struct {
	Nodes []Node
	Edges []Edge
	Down  bool // layers from top to bottom instead of left to right
	// Wide and High are the proportions of the viewport; the default is 8 by 5.
	Wide, High int
	// Before holds the place of each node in an earlier drawing, with Layer -1 for new nodes;
	// nil if there is no earlier drawing. Nodes stay close to these places.
	Before []Place
	// BeforeRoutes holds the route of each edge in that drawing, without points for new edges.
	BeforeRoutes []Route
	// IsTrial saves time: fewer ways to avoid crossings are tried, and of the earlier drawing, only the order is
	// kept, but not the places. This finds out how large the drawing becomes.
	IsTrial bool
	// Limit is the largest width of a drawing from top to bottom, or height of one from left to right, in pixels, or
	// 0 for any. A drawing exceeds it only if parts side by side, or one box and the lines beside it, need more.
	Limit int
}

// A Node is a box of a given size in pixels.
type Node struct {
	ID            string
	Width, Height int
}

// An Edge is a line from the box of From to the box of To.
type Edge struct{ From, To int }

// A Drawing is a graph that has been laid out. Places are in pixels, with the origin at the top left.
type Drawing struct {
	Width, Height int
	Nodes         []Place
	Edges         []Route // one for each edge of the graph, in the same order
}

// A Place is the top left corner of a box, and its layer.
type Place struct{ X, Y, Layer int }

// A Route is an orthogonal line: x, y, x, y, ... It starts on the border of From's box and
// ends on the border of To's box. Lines that share a segment lead to the same dependency or, if
// they close cycles, come from the same node. Back is set if the edge closes a cycle.
type Route struct {
	Points []int
	Back   bool
}

// Distances in pixels. All are multiples of grid.
const (
	grid         = 4
	margin       = 16 // around the whole drawing
	nodeGap      = 16 // between boxes of one layer
	lineGap      = 12 // between a box and a line that passes it, and between such lines
	layerGap     = 56 // between layers, if few lines turn there
	channelEdge  = 16 // between a layer and the first line that turns
	trackGap     = 8  // between lines that turn
	trackGapFull = 4  // the same in a crowded channel
	crowdedAfter = 24 // a channel with more tracks is crowded
	partGap      = 32 // between connected parts
	loopSize     = 12 // how far a self-loop extends from its box
	portEdge     = 4  // between a box's corner and its outermost port
)

// Compute draws the graph.
func Compute(g Graph) Drawing { return NewPlan(g).Draw(g.Down) }

// transpose exchanges the axes.
func (d *Drawing) transpose() {
	d.Width, d.Height = d.Height, d.Width
	for i, p := range d.Nodes {
		d.Nodes[i].X, d.Nodes[i].Y = p.Y, p.X
	}
	for _, r := range d.Edges {
		for i := 0; i+1 < len(r.Points); i += 2 {
			r.Points[i], r.Points[i+1] = r.Points[i+1], r.Points[i]
		}
	}
}

// A budget limits work by counting steps rather than time, so that large graphs are drawn
// less carefully instead of late, and identically on every machine.
type budget struct{ left int }

// spend takes n steps and reports whether that many were left.
func (b *budget) spend(n int) bool {
	b.left -= n
	return b.left >= 0
}

// ceilGrid and floorGrid round a distance to the grid.
func ceilGrid(n int) int  { return floorGrid(n + grid - 1) }
func floorGrid(n int) int { return n &^ (grid - 1) }
