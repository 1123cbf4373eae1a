package protocol

// LargestGraph is the largest number of nodes in a graph that is drawn; it may have four times as
// many edges.
const LargestGraph = 5000

// LayoutRequest says which part of the last snapshot's graph is drawn, and how. The drawing starts
// from Only, with the groups that are not in Expand closed; then Kinds and States filter it, then
// Focus, and finally Fit.
type LayoutRequest struct {
	Only []string `json:"only"` // node ids to draw; empty means all
	// Expand are the groups to open: nodes that are the Parent of others. Other groups are drawn as
	// one node.
	Expand []string `json:"expand"`
	// Direction is "right" or "down": the side on which dependants are drawn. By default it is the
	// direction in which the drawing is larger in a pane of Width and Height.
	Direction string `json:"direction"`
	Width     int    `json:"width,omitempty"` // of the pane, in pixels of a drawing at its full size
	Height    int    `json:"height,omitempty"`
	// Kinds and States restrict the drawing to nodes of these kinds and states, unless they are
	// empty. Edges are drawn through the other nodes.
	Kinds  []string `json:"kinds"`
	States []string `json:"states"`
	// Focus lists the nodes to draw, together with those at most Depth edges away. Flow tells which
	// edges are followed: "needs" leads to what the nodes need, "users" to what needs them, "" to
	// both. With "path", only what is between the first two nodes is drawn. Unknown ids are
	// ignored.
	Focus []string `json:"focus"`
	Flow  string   `json:"flow,omitempty"`
	Depth int      `json:"depth,omitempty"`
	// Inside is the node whose values are drawn, with values of other nodes that they need or that
	// need them, instead of the graph of nodes.
	Inside string `json:"inside,omitempty"`
	// Fit leaves nodes out until the drawing is readable in the pane: those far from Near, or from
	// the node that most depend on.
	Fit  bool     `json:"fit,omitempty"`
	Near []string `json:"near"`
	// KeepPositions keeps nodes close to their positions in the last drawing.
	KeepPositions bool `json:"keepPositions,omitempty"`
}

// A Layout is a drawing: sizes and positions in pixels.
type Layout struct {
	Width     int          `json:"width"`
	Height    int          `json:"height"`
	Direction string       `json:"direction"` // "right" or "down"
	Total     int          `json:"total"`     // number of nodes before Kinds, States, Focus and Fit
	Nodes     []LayoutNode `json:"nodes"`
	Edges     []LayoutEdge `json:"edges"`
	Dots      []int        `json:"dots"` // x, y, x, y, ...: where lines towards the same node meet
}

// A LayoutNode is a box.
type LayoutNode struct {
	ID     string `json:"id"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Label and Detail are the lines as drawn: shortened to fit. Detail is Node.Detail, the number
	// of nodes inside a closed group, or the group of one of several nodes with equal names.
	Label  string `json:"label"`
	Detail string `json:"detail"`
	// Needs and Users count what the node needs and what needs it before anything was left out: a
	// root needs nothing, and a node without users may be unused. More counts those not drawn.
	Needs int          `json:"needs"`
	Users int          `json:"users"`
	More  int          `json:"more"`
	End   string       `json:"end,omitempty"`   // "root", "unused" when others of its kind are needed
	Group *LayoutGroup `json:"group,omitempty"` // of a node with others inside it
	// Of is the node that contains a value; the value's ID is Of, ": " and the path. State is that
	// of the value.
	Of    string `json:"of,omitempty"`
	State string `json:"state,omitempty"`
}

// A LayoutGroup describes a node that has others inside it. A closed one has the worst state among
// it and its members; with unknown ones inside it is partly unknown.
type LayoutGroup struct {
	Open    bool   `json:"open"`    // its members are drawn; otherwise it is drawn in place of them
	Members int    `json:"members"` // how many nodes are inside, on all levels
	State   string `json:"state"`   // "known", "unknown", "partial", "mocked", "secret", "failed", "missing"
}

// A LayoutEdge is an orthogonal line from the box of From to the box of To.
type LayoutEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Points   []int  `json:"points"`   // x, y, x, y, ...
	Back     bool   `json:"back"`     // it closes a cycle
	Explicit bool   `json:"explicit"` // all edges drawn as this line are written as dependencies
	Through  bool   `json:"through"`  // it passes through nodes that are left out
	Via      string `json:"via"`      // the paths of all edges drawn as this line, separated by ", "
	// Label is Via as drawn, near its end, where nothing else is; "" if there is no room, or if
	// the drawing has more than 500 edges. LabelX and LabelY are the start of its base line.
	Label  string `json:"label"`
	LabelX int    `json:"labelX"`
	LabelY int    `json:"labelY"`
}
