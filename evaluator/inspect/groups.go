package inspect

import (
	"slices"
	"strings"
)

// A Grouping determines which node is drawn for each node. A group is a node that is the parent of
// others. It is either open, and its members are drawn in addition to it, or closed, and drawn
// instead of them.
type Grouping struct {
	Nodes  []Node
	isOpen func(id string) bool // as passed to Group
	index  map[string]int       // indices into Nodes, by ID
	parent []int                // index of the parent of each node, or -1 if it has none
	shown  []int                // index of the outermost closed group of each node, or of itself
}

// Values of Grouping.shown while it is computed.
const (
	unresolved = -1
	resolving  = -2
)

// Group returns the grouping of nodes in which a group is open if isOpen returns true for its ID.
func Group(nodes []Node, isOpen func(id string) bool) *Grouping {
	g := &Grouping{Nodes: nodes, isOpen: isOpen, index: make(map[string]int, len(nodes)),
		parent: make([]int, len(nodes)), shown: make([]int, len(nodes))}
	for i, n := range nodes {
		g.index[n.ID] = i
	}
	for i, n := range nodes {
		g.parent[i], g.shown[i] = -1, unresolved
		if p, ok := g.index[n.Parent]; ok && n.Parent != "" {
			g.parent[i] = p
		}
	}
	for i := range nodes {
		g.resolve(i)
	}
	return g
}

// resolve computes g.shown[i] and returns it. A node that is its own ancestor loses its parent.
func (g *Grouping) resolve(i int) int {
	switch {
	case g.shown[i] == resolving:
		g.parent[i] = -1
		return i
	case g.shown[i] != unresolved:
		return g.shown[i]
	}
	g.shown[i] = resolving
	at := i
	if p := g.parent[i]; p >= 0 {
		switch top := g.resolve(p); {
		case g.parent[i] < 0: // i is an ancestor of p
		case top != p || !g.isOpen(g.Nodes[p].ID):
			at = top
		}
	}
	g.shown[i] = at
	return at
}

// Shown returns the ID of the node that is drawn for the node with the given ID, or false if there is no
// such node.
func (g *Grouping) Shown(id string) (shown string, ok bool) {
	i, ok := g.index[id]
	if !ok {
		return "", false
	}
	return g.Nodes[g.shown[i]].ID, true
}

// Parent returns the group that contains a node, or nil.
func (g *Grouping) Parent(id string) *Node {
	if i, ok := g.index[id]; ok && g.parent[i] >= 0 {
		return &g.Nodes[g.parent[i]]
	}
	return nil
}

// A Member is a node that is drawn, with a summary of its descendants.
type Member struct {
	Node
	Inside int    // the number of descendants
	IsOpen bool   // whether its members are drawn, too
	Worst  string // the most severe state of the nodes for which it is drawn
}

// Visible returns the nodes that are drawn.
func (g *Grouping) Visible() []Member {
	inside, worst := make([]int, len(g.Nodes)), make([]string, len(g.Nodes))
	for i, n := range g.Nodes {
		for p := g.parent[i]; p >= 0; p = g.parent[p] {
			inside[p]++
		}
		worst[g.shown[i]] = worse(worst[g.shown[i]], n.State)
	}
	visible := make([]Member, 0, len(g.Nodes))
	for i, n := range g.Nodes {
		if g.shown[i] == i {
			visible = append(visible, Member{Node: n, Inside: inside[i], IsOpen: g.isOpen(n.ID), Worst: worst[i]})
		}
	}
	return visible
}

// bySeverity lists the states, the most severe last.
var bySeverity = []string{"", "known", "secret", "mocked", "partial", "unknown", Missing, "failed"}

// worse returns the more severe of two states.
func worse(a, b string) string {
	if slices.Index(bySeverity, b) > slices.Index(bySeverity, a) {
		return b
	}
	return a
}

// Edges replaces the ends of each edge with the nodes that are drawn for them, and combines edges with
// the same ends. Edges inside a closed group are left out, and so are those with an end that is not
// in Nodes.
func (g *Grouping) Edges(edges []Edge) []Edge {
	drawn := make([]Edge, 0, len(edges))
	seen := make(map[[2]int]int, len(edges))
	for _, e := range edges {
		from, okFrom := g.index[e.From]
		to, okTo := g.index[e.To]
		if !okFrom || !okTo {
			continue
		}
		top := [2]int{g.shown[from], g.shown[to]}
		// An edge from a node to itself is a cycle, so it is kept.
		if top[0] == top[1] && from != to {
			continue
		}
		if i, ok := seen[top]; ok {
			// A combined edge is explicit only if all its edges are.
			old := &drawn[i]
			old.Explicit = old.Explicit && e.Explicit
			if e.Via != "" {
				old.Via = strings.TrimPrefix(old.Via+", "+e.Via, ", ")
			}
			continue
		}
		seen[top] = len(drawn)
		e.From, e.To = g.Nodes[top[0]].ID, g.Nodes[top[1]].ID
		drawn = append(drawn, e)
	}
	return drawn
}

// Cycles replaces the nodes of each cycle with those that are drawn for them. Cycles of several nodes
// of which only one is drawn are left out.
func (g *Grouping) Cycles(cycles [][]string) [][]string {
	var drawn [][]string
	for _, cycle := range cycles {
		var ids []string
		for _, id := range cycle {
			if shown, ok := g.Shown(id); ok && !slices.Contains(ids, shown) {
				ids = append(ids, shown)
			}
		}
		if len(ids) > 1 || len(ids) == len(cycle) {
			drawn = append(drawn, ids)
		}
	}
	return drawn
}
