// Package inspect answers an editor's questions about an evaluated program: which values depend on
// which, what is written at an offset, how a value was computed, and which completions are possible.
// It reads cells, nodes, values and recorded dependencies, and does not depend on any dialect.
package inspect

import (
	"slices"
	"sort"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/eval"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A Subject is an evaluated program together with its sources.
type Subject struct {
	Bundle    *bind.Bundle
	Bound     *bind.Bound
	Outcome   *bind.Outcome
	Evaluator *eval.Evaluator
	Dialect   *bind.Dialect
	Problems  []diag.Problem // with secrets removed
	// ReferenceText is what MayBeLong has computed, perhaps for a program from which this one was adapted; may be nil.
	ReferenceText *ReferenceText

	unknown *unknowns        // computed on first use
	inLoops map[ir.Node]bool // nodes inside loops over secrets, found on first use
}

// A Graph is the dependency graph of a program.
type Graph struct {
	Nodes  []Node
	Edges  []Edge
	Cycles [][]string // node IDs of each cycle, in order
	// IsCut is set if some nodes or edges were left out because of the limit.
	IsCut bool
	// IsLong is set if names and paths in the graph are longer than MaxText bytes in total. Then IsCut is set, too.
	IsLong bool
}

// MaxText limits the bytes of all names and paths in a graph. Each edge repeats the names of its ends and
// has the path to a reference, all of which can be as long as a file.
const MaxText = 64 << 20

// A Node represents a cell, a missing name, or an entity that the dialect added. Cell is nil for the
// latter two.
type Node struct {
	ID, Kind, Label, Detail, State, Parent string
	Span, NameAt                           source.Span
	Cell                                   *ir.Cell
}

// An Edge means that From needs To.
type Edge = bind.Edge

// mergeVia is the Via of the edges of references in the base of a merge.
const mergeVia = "merge"

// Missing is the kind, and the state, of a node for a name that does not exist.
const Missing = "missing"

// grapher builds a graph without duplicate nodes and edges.
type grapher struct {
	limit  int // of nodes and edges together
	text   int // bytes of names and paths so far
	s      *Subject
	graph  *Graph
	index  map[string]int   // indices into graph.Nodes, by ID
	edges  []Edge           // edges of the current cell
	lastBy []*ir.Cell       // by the ID of an ir.Node: the cell that last evaluated it
	lower  map[ir.Node]bool // nodes in the base of a merge
	idle   map[ir.Node]bool // nodes that evaluation did not need: see bind.Bound.Idle
	nodes  []*yamltree.Node // reused buffers for the path to a reference
	path   []byte
}

// NewGraph builds the graph of a program. It has a node for each cell that is not hidden and for
// each missing name; an edge for each reference, even if evaluation did not reach it, except those
// in idle nodes (bind.Bound.Idle); and the nodes and edges that the dialect adds. If it has more than
// limit nodes and edges together, or more than MaxText bytes, the rest is left out.
func NewGraph(s *Subject, limit int) *Graph {
	n := len(s.Bound.Program.Cells) + len(s.Outcome.Nodes)
	edges := len(s.Outcome.Edges)
	for _, c := range s.Bound.Program.Cells {
		edges += len(s.Evaluator.Deps(c))
	}
	n, edges = min(n, limit), min(edges, limit)
	g := &grapher{
		limit: limit, s: s, graph: &Graph{Nodes: make([]Node, 0, n), Edges: make([]Edge, 0, edges)},
		index: make(map[string]int, n), lastBy: make([]*ir.Cell, s.Bound.Program.Nodes()+1),
	}
	for _, c := range s.Bound.Program.Cells {
		if !c.Hidden {
			g.addCell(c)
		}
	}
	// All nodes must be added before the first edge, because addEdges adds a node of kind Missing
	// for each target without a node.
	for _, n := range s.Outcome.Nodes {
		g.addNode(Node{ID: n.ID, Kind: n.Kind, Label: n.Label, Detail: n.Detail, Parent: n.Parent, Span: n.Span,
			NameAt: n.NameAt, State: state(n.Value)})
	}
	for _, c := range s.Bound.Program.Cells {
		if !c.Hidden && !g.graph.IsCut {
			g.references(c)
		}
	}
	g.addEdges(0, s.Outcome.Edges)
	g.graph.Cycles = cycles(g.graph, g.index)
	return g.graph
}

// Count returns the number of nodes in the graph of a program, not counting missing names.
func Count(s *Subject) int {
	n := len(s.Outcome.Nodes)
	for _, c := range s.Bound.Program.Cells {
		if !c.Hidden {
			n++
		}
	}
	return n
}

// addCell adds the node for a cell. To know its state, it evaluates a lazy cell that was not needed.
func (g *grapher) addCell(c *ir.Cell) {
	n := Node{ID: c.Name, Kind: c.Kind, Label: c.Title(), Detail: c.Detail, Span: c.Span, NameAt: c.NameAt, Cell: c}
	n.State = state(g.s.Evaluator.Value(c))
	if c.Parent != nil && !c.Parent.Hidden {
		n.Parent = c.Parent.Name
	}
	g.addNode(n)
}

// addNode adds a node unless the graph has a node with its ID.
func (g *grapher) addNode(n Node) {
	if _, ok := g.index[n.ID]; !ok && g.hasRoom() && g.charge(len(n.ID)) {
		g.index[n.ID] = len(g.graph.Nodes)
		g.graph.Nodes = append(g.graph.Nodes, n)
	}
}

// hasRoom reports whether the graph is below its limits. If it is not, it sets IsCut.
func (g *grapher) hasRoom() bool {
	g.graph.IsCut = g.graph.IsLong || len(g.graph.Nodes)+len(g.graph.Edges) >= g.limit
	return !g.graph.IsCut
}

// charge counts text that is about to be added, and reports whether it may be. If not, it sets IsLong.
func (g *grapher) charge(size int) bool {
	g.text += size
	if g.text > MaxText {
		g.graph.IsLong, g.graph.IsCut = true, true
	}
	return !g.graph.IsLong
}

// addEdges adds edges, except duplicates of edges at index first or later, and a node for each
// missing target.
func (g *grapher) addEdges(first int, edges []Edge) {
	if len(edges) >= fewEdges {
		g.grow(edges)
	}
	var seen map[[3]string]bool
	for _, e := range edges {
		added := g.graph.Edges[first:]
		if seen == nil && len(added) >= fewEdges {
			seen = make(map[[3]string]bool, len(added)+len(edges))
			for _, old := range added {
				seen[[3]string{old.From, old.To, old.Via}] = true
			}
		}
		switch {
		case seen == nil:
			if slices.ContainsFunc(added,
				func(old Edge) bool { return old.From == e.From && old.To == e.To && old.Via == e.Via }) {
				continue
			}
		case seen[[3]string{e.From, e.To, e.Via}]:
			continue
		default:
			seen[[3]string{e.From, e.To, e.Via}] = true
		}
		// The ID of a missing node is the name, and its position is the first reference to it.
		if _, ok := g.index[e.To]; !ok {
			g.addNode(Node{ID: e.To, Kind: Missing, Label: e.To, State: Missing, Span: e.Span, NameAt: e.Span})
		}
		if !g.hasRoom() || !g.charge(len(e.From)+len(e.To)) {
			return
		}
		g.graph.Edges = append(g.graph.Edges, e)
	}
}

// grow makes room for edges, and for a node for each missing target. A slice that grows by appending leaves
// four times its size behind, and a program can have hundreds of thousands of missing names.
func (g *grapher) grow(edges []Edge) {
	missing := 0
	for i := range edges {
		if _, ok := g.index[edges[i].To]; !ok {
			missing++
		}
	}
	room := max(0, g.limit-len(g.graph.Nodes)-len(g.graph.Edges))
	g.graph.Nodes = slices.Grow(g.graph.Nodes, min(missing, room))
	g.graph.Edges = slices.Grow(g.graph.Edges, min(len(edges), room))
}

// fewEdges is the number of edges up to which a linear search is cheaper than a map.
const fewEdges = 16

// references adds the edges of a cell: one for each dependency that evaluation recorded, and one for
// each reference that it did not reach.
func (g *grapher) references(c *ir.Cell) {
	g.edges, g.lower, g.idle = g.edges[:0], nil, nil
	if idle := g.s.Bound.Idle; idle != nil {
		ir.Walk(c.Expr, func(n ir.Node) { g.idle = with(g.idle, idle(g.s.Evaluator, n)...) })
	}
	for _, d := range g.s.Evaluator.Deps(c) {
		// A Sub is a part of the cell, which the graph shows with Node.Parent instead of an edge.
		if _, isChild := d.At.(*ir.Sub); isChild || d.To.Hidden || g.idle[d.At] {
			continue
		}
		// A function can need a cell without a node that refers to it. The position of such an edge
		// is the name of c.
		e := Edge{From: c.Name, To: d.To.Name, Span: c.NameAt}
		if d.At != nil {
			m := d.At.Info()
			g.lastBy[m.ID] = c
			e.Span = m.Span
			e.Via = g.via(c, e.Span)
			if r, ok := d.At.(*ir.Ref); ok {
				e.Explicit = r.Explicit
			}
		}
		g.edges = append(g.edges, e)
	}
	g.unreached(c, c.Expr)
	// So far, evaluated references precede the others. Sort all by their positions in the source.
	if len(g.edges) > 1 {
		sort.SliceStable(g.edges, func(i, j int) bool { return g.edges[i].Span.Start() < g.edges[j].Span.Start() })
	}
	g.addEdges(len(g.graph.Edges), g.edges)
}

// unreached adds the edges of the references below n that evaluation did not reach.
func (g *grapher) unreached(c *ir.Cell, n ir.Node) {
	switch n := n.(type) {
	case nil, *ir.Lit, *ir.Sub, *ir.Bad:
		return
	case *ir.Merge:
		g.lower = with(g.lower, n.Base)
	case *ir.Ref:
		// Several cells can share a node. references has set lastBy of the nodes that c evaluated.
		if g.lastBy[n.ID] != c && !g.idle[n] && (n.Cell == nil && n.Name != "" || n.Cell != nil && !n.Cell.Hidden) {
			g.edges = append(g.edges, g.unreachedEdge(c, n, g.lower[n]))
		}
		return
	}
	ir.Children(n, func(child ir.Node) { g.unreached(c, child) })
}

// with adds nodes and their descendants to a set, which may be nil, and returns it.
func with(set map[ir.Node]bool, nodes ...ir.Node) map[ir.Node]bool {
	for _, n := range nodes {
		if set == nil {
			set = map[ir.Node]bool{}
		}
		ir.Walk(n, func(n ir.Node) { set[n] = true })
	}
	return set
}

// unreachedEdge returns the edge of a reference that evaluation did not reach. isLower means that the
// reference is in the base of a merge.
func (g *grapher) unreachedEdge(c *ir.Cell, r *ir.Ref, isLower bool) Edge {
	e := Edge{From: c.Name, To: r.Name, Span: r.Span, Explicit: r.Explicit}
	if r.Cell != nil {
		e.To = r.Cell.Name
	}
	if isLower {
		e.Via = mergeVia
	} else {
		e.Via = g.via(c, r.Span)
	}
	return e
}

// via returns the path inside a cell's entry at which a reference is written, or "" if the graph has too
// much text. It finds the path in the file's tree or, if the file was not parsed as YAML, in the cell's
// expression.
func (g *grapher) via(c *ir.Cell, at source.Span) string {
	if g.graph.IsLong {
		return ""
	}
	doc := g.s.Bundle.Documents()[at.File()]
	if doc == nil {
		path := string(structure(c.Expr, at, ""))
		g.charge(len(path))
		return path
	}
	path := g.path[:0]
	nodes := doc.AppendNodeAt(g.nodes[:0], at.Start())
	for i, n := range nodes {
		// A mapping whose only entry is c has the same span as c, but it is outside c, because it
		// contains c's key.
		isOutside := n.Span.Covers(c.NameAt) && c.NameAt.End() < n.Span.End()
		if i+1 == len(nodes) || !c.Span.Covers(n.Span) || isOutside {
			continue
		}
		path = appendStep(path, n, nodes[i+1])
	}
	g.nodes, g.path = nodes, path
	if !g.charge(len(path)) {
		return ""
	}
	return string(path)
}

// structure returns the path through the lists and objects of an expression to the node that covers
// a span. path is the path to the expression itself.
func structure(n ir.Node, at source.Span, path value.Path) value.Path {
	switch n := n.(type) {
	case *ir.Object:
		if i := covering(len(n.Fields), func(i int) ir.Node { return n.Fields[i].Value }, at); i >= 0 {
			return structure(n.Fields[i].Value, at, path.Key(n.Fields[i].Key))
		}
	case *ir.List:
		if i := covering(len(n.Items), func(i int) ir.Node { return n.Items[i] }, at); i >= 0 {
			return structure(n.Items[i], at, path.Index(i))
		}
	case *ir.Call:
		for _, a := range n.Args {
			if a != nil && a.Info().Span.Covers(at) {
				return structure(a, at, path)
			}
		}
	}
	return path
}

// covering returns the index of the child that covers a span, or -1. Children are almost always in
// source order, so it tries a binary search first: each of 10,000 references may be searched for
// among as many items.
func covering(count int, child func(i int) ir.Node, at source.Span) int {
	covers := func(i int) bool { return child(i).Info().Span.Covers(at) }
	i := sort.Search(count, func(i int) bool { return child(i).Info().Span.End() >= at.End() })
	if i < count && covers(i) {
		return i
	}
	for i := range count {
		if covers(i) {
			return i
		}
	}
	return -1
}

// appendStep appends the key or index of a child of n to a path. Children are in source order, so
// the search is binary: a list can have as many items as there are references.
func appendStep(path []byte, n, child *yamltree.Node) []byte {
	begins := func(other, child *yamltree.Node) int { return other.Span.Start() - child.Span.Start() }
	i, _ := slices.BinarySearchFunc(n.Pairs, child, func(p yamltree.Pair, child *yamltree.Node) int {
		return begins(p.Value, child)
	})
	for ; i < len(n.Pairs) && begins(n.Pairs[i].Value, child) == 0; i++ {
		if n.Pairs[i].Value == child {
			return value.AppendKey(path, n.Pairs[i].Key.Value)
		}
	}
	i, _ = slices.BinarySearchFunc(n.Items, child, begins)
	for ; i < len(n.Items) && begins(n.Items[i], child) == 0; i++ {
		if n.Items[i] == child {
			return value.AppendIndex(path, i)
		}
	}
	return path
}

// state returns the state of a value: see State.
func state(v value.Value) string {
	switch {
	case v.Data == nil:
		return "known"
	case v.IsFailed():
		return "failed"
	case v.IsSecret():
		return "secret"
	case v.IsUnknown():
		return "unknown"
	case v.Marks&value.Mocked != 0:
		return "mocked"
	case v.HasUnknown():
		return "partial"
	}
	return "known"
}

// cycles returns one cycle of each cyclic component of the graph, in the order of the graph's nodes.
func cycles(g *Graph, index map[string]int) [][]string {
	next := make([][]int, len(g.Nodes))
	for _, e := range g.Edges {
		from, ok := index[e.From]
		if ok {
			next[from] = append(next[from], index[e.To])
		}
	}
	var out [][]string
	// Every cycle is inside one component. A component can have exponentially many cycles, but one
	// is enough to show the error.
	for _, part := range components(next) {
		if walk := closedWalk(part, next); walk != nil {
			ids := make([]string, len(walk))
			for i, n := range walk {
				ids[i] = g.Nodes[n].ID
			}
			out = append(out, ids)
		}
	}
	// The components are in the order in which Tarjan's algorithm completes them.
	sort.SliceStable(out, func(i, j int) bool { return index[out[i][0]] < index[out[j][0]] })
	return out
}

// closedWalk returns a shortest cycle through the first node of a component, or nil if the component
// is a single node without an edge to itself.
func closedWalk(part []int, next [][]int) []int {
	if len(part) == 1 && !slices.Contains(next[part[0]], part[0]) {
		return nil
	}
	inside := make(map[int]bool, len(part))
	for _, n := range part {
		inside[n] = true
	}
	// A breadth-first search inside the component, from its first node, returns to that node along a
	// shortest cycle.
	sort.Ints(part)
	start := part[0]
	from := map[int]int{start: -1}
	queue := []int{start}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, m := range next[n] {
			if m == start {
				return pathTo(from, n)
			}
			if _, seen := from[m]; !seen && inside[m] {
				from[m] = n
				queue = append(queue, m)
			}
		}
	}
	return nil
}

// pathTo returns the nodes on the path to n, in order. from maps each node to its predecessor, and
// the first node to -1.
func pathTo(from map[int]int, n int) []int {
	var back []int
	for ; n >= 0; n = from[n] {
		back = append(back, n)
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}
