package protocol

// LargestGraph is how many nodes a graph has at most that is drawn; it has at most four
// times as many edges.
const LargestGraph = 5000

// LayoutRequest says what of the last snapshot's graph is drawn, and how. The drawing is that
// of Only with the groups that are not in Expand closed; then Kinds and States leave things
// out, then Focus, and last Fit.
type LayoutRequest struct {
	Only   []string `json:"only"`   // node ids to draw; empty means all
	Expand []string `json:"expand"` // groups to open: nodes that are the Parent of others; the others are drawn as one node
	// Direction is "right" or "down": where dependants are. Without it is the one in which the
	// drawing is larger in a pane of Width and Height.
	Direction string `json:"direction"`
	Width     int    `json:"width,omitempty"` // of the pane, in pixels of a drawing at its full size
	Height    int    `json:"height,omitempty"`
	// Kinds and States are those to draw, when there are any. Edges lead through what is left out.
	Kinds  []string `json:"kinds"`
	States []string `json:"states"`
	// Focus are nodes to draw with what is at most Depth edges away from them: "needs" follows
	// what they need, "users" what needs them, "" both, and "path" is what lies between the first
	// two instead. Ids that are not there are passed over.
	Focus []string `json:"focus"`
	Flow  string   `json:"flow,omitempty"`
	Depth int      `json:"depth,omitempty"`
	// Inside is the node whose values are drawn, with those of others that they need or that need
	// them, in place of the graph of nodes.
	Inside string `json:"inside,omitempty"`
	// Fit leaves out so much that what is drawn can be read in the pane: what is far from Near,
	// or from what most depends on.
	Fit  bool     `json:"fit,omitempty"`
	Near []string `json:"near"`
	// Steady keeps nodes near where the last drawing had them.
	Steady bool `json:"steady,omitempty"`
}

// A Layout is a drawing: sizes and places in pixels.
type Layout struct {
	Width     int          `json:"width"`
	Height    int          `json:"height"`
	Direction string       `json:"direction"` // "right" or "down"
	Total     int          `json:"total"`     // how many nodes there are before Kinds, States, Focus and Fit
	Nodes     []LayoutNode `json:"nodes"`
	Edges     []LayoutEdge `json:"edges"`
	Dots      []int        `json:"dots"` // x, y, x, y, ...: where lines towards one node meet
}

// A LayoutNode is a box.
type LayoutNode struct {
	ID     string `json:"id"`
	X      int    `json:"x"`
	Y      int    `json:"y"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
	// Label and Detail are the lines as drawn: shortened to fit. Detail is what Node.Detail says,
	// how many nodes are inside of a closed group, in which group one of several equal names is.
	Label  string `json:"label"`
	Detail string `json:"detail"`
	// Needs and Users count what the node needs and what needs it before anything was left out: a
	// root needs nothing, and what has no users may be unused. More counts those not drawn.
	Needs int          `json:"needs"`
	Users int          `json:"users"`
	More  int          `json:"more"`
	End   string       `json:"end,omitempty"`   // "root", "unused" when others of its kind are needed
	Group *LayoutGroup `json:"group,omitempty"` // of a node with others inside
	// Of is, of a value inside a node, that node; the ID is Of, ": " and the path. State is that of the value.
	Of    string `json:"of,omitempty"`
	State string `json:"state,omitempty"`
}

// A LayoutGroup says how a node is drawn that has others inside. A closed one has the state
// of the worst of it and its members; with unknown ones inside it is partly unknown.
type LayoutGroup struct {
	Open    bool   `json:"open"`    // its members are drawn; otherwise it is drawn in their place
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
	Through  bool   `json:"through"`  // it leads through things that are left out
	Via      string `json:"via"`      // the paths of all edges drawn as this line, separated by ", "
	// Label is Via as drawn, its end, where nothing else is; "" when there is no room, or when the
	// drawing has more than 500 edges. LabelX and LabelY are its start on its base line.
	Label  string `json:"label"`
	LabelX int    `json:"labelX"`
	LabelY int    `json:"labelY"`
}
