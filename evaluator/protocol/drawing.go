package protocol

// LargestGraph is the largest number of nodes that a drawn graph may have. It may have four times
// as many edges.
const LargestGraph = 5000

// LayoutRequest asks for a drawing of a part of the last snapshot's graph. The part consists of the
// nodes in Only, with all groups closed that are not in Expand. Then Kinds and States restrict it,
// then Focus, and finally Fit.
type LayoutRequest struct {
	Only []string `json:"only"` // ids of the nodes to draw; empty means all
	// Expand lists the ids of the groups to open: nodes that are the Parent of others. Any other
	// group is drawn as one node.
	Expand []string `json:"expand"`
	// Direction is "right" or "down": the side on which dependants are drawn. If it is "", the
	// engine keeps that of the last drawing with KeepPositions, and otherwise chooses the direction
	// in which the drawing is larger in a pane of Width and Height.
	Direction string `json:"direction"`
	Width     int    `json:"width,omitempty"` // of the pane, in pixels of a drawing at full size
	Height    int    `json:"height,omitempty"`
	// Kinds and States restrict the drawing to nodes of these kinds and in these states, unless
	// they are empty. A path through other nodes is drawn as one edge.
	Kinds  []string `json:"kinds"`
	States []string `json:"states"`
	// Focus lists the ids of nodes to draw, together with the nodes that are at most Depth edges
	// away, unless it is empty. Flow is the direction in which edges are followed: "needs" to what
	// the nodes need, "users" to what needs them, "" both. With "path", only the nodes between the
	// first two nodes are drawn. Unknown ids are ignored.
	Focus []string `json:"focus"`
	Flow  string   `json:"flow,omitempty"`
	Depth int      `json:"depth,omitempty"`
	// Inside is the id of a node whose values are drawn instead of the graph of nodes, together
	// with the values of other nodes that they need or that need them.
	Inside string `json:"inside,omitempty"`
	// Fit leaves out nodes until the drawing is readable in the pane. It keeps those nearest to the
	// nodes in Near, to Focus, or to the node that most others need.
	Fit  bool     `json:"fit,omitempty"`
	Near []string `json:"near"`
	// KeepPositions keeps nodes near their positions in the last drawing.
	KeepPositions bool `json:"keepPositions,omitempty"`
}

// A Layout is a drawing. Sizes and positions are in pixels.
type Layout struct {
	Width     int          `json:"width"`
	Height    int          `json:"height"`
	Direction string       `json:"direction"` // "right" or "down"
	Total     int          `json:"total"`     // number of nodes before Kinds, States, Focus and Fit
	Nodes     []LayoutNode `json:"nodes"`
	Edges     []LayoutEdge `json:"edges"`
	Dots      []int        `json:"dots"` // x, y, x, y, ...: the points where lines to the same node meet
}

// A LayoutNode is a box.
type LayoutNode struct {
	ID     string `json:"id"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Label and Detail are the lines that are drawn, shortened to fit. Detail consists of
	// Node.Detail, the number of nodes inside a closed group, and the group of a node whose label
	// is not unique.
	Label  string `json:"label"`
	Detail string `json:"detail"`
	// Needs and Users count the edges from the node and to it, before nodes were left out. More
	// counts the edges to nodes that are not drawn.
	Needs int `json:"needs"`
	Users int `json:"users"`
	More  int `json:"more"`
	// End is "root" if the node needs nothing, "unused" if nothing needs it although others of its
	// kind are needed, or else "".
	End   string       `json:"end,omitempty"`
	Group *LayoutGroup `json:"group,omitempty"` // of a node that contains others
	// Of is the id of the node that contains a value; the value's ID is Of, ": " and the path.
	// State is the state of the value. Both are "" if the node is not a value.
	Of    string `json:"of,omitempty"`
	State string `json:"state,omitempty"`
}

// A LayoutGroup describes a node that contains others. The state of a closed group is the worst
// among its own and its members'. If only members are unknown, the group is "partial".
type LayoutGroup struct {
	Open    bool   `json:"open"`    // its members are drawn; otherwise it is drawn in their place
	Members int    `json:"members"` // number of nodes inside, at all levels
	State   string `json:"state"`   // "known", "unknown", "partial", "mocked", "secret", "failed", "missing"
}

// A LayoutEdge is an orthogonal line from the box of From to the box of To.
type LayoutEdge struct {
	From     string `json:"from"`
	To       string `json:"to"`
	Points   []int  `json:"points"`   // x, y, x, y, ...
	Back     bool   `json:"back"`     // the line closes a cycle
	Explicit bool   `json:"explicit"` // all edges drawn as this line are declared as dependencies
	Through  bool   `json:"through"`  // the line passes through nodes that are left out
	Via      string `json:"via"`      // the paths of all edges drawn as this line, separated by ", "
	// Label is Via as it is drawn, where there is free space near the end of the line. It is "" if
	// there is no space, or if the drawing has more than 500 edges. LabelX and LabelY are the start
	// of its baseline.
	Label  string `json:"label"`
	LabelX int    `json:"labelX"`
	LabelY int    `json:"labelY"`
}
