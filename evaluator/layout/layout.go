// Package layout places the nodes of a directed graph in layers and routes its edges as
// orthogonal lines. It knows nothing of what the graph means and is deterministic: the
// same input gives the same drawing, whatever the machine.
package layout

// A Graph is what is to be drawn. Edges name nodes by index; From needs To, and To is
// drawn before From in the direction of reading.
type Graph struct {
	Nodes []Node
	Edges []Edge
	Down  bool // layers from top to bottom instead of left to right
}

// A Node is a box of a given size in pixels.
type Node struct {
	ID            string
	Width, Height int
}

// An Edge is a line from the box of From to the box of To.
type Edge struct{ From, To int }

// A Drawing is the result: places in pixels, the origin at the top left.
type Drawing struct {
	Width, Height int
	Nodes         []Place
	Edges         []Route // one for each edge of the graph, in the same order
}

// A Place is where a box's top left corner stands, and its layer.
type Place struct{ X, Y, Layer int }

// A Route is an orthogonal line: x, y, x, y, ... Back says that it closes a cycle.
type Route struct {
	Points []int
	Back   bool
}
