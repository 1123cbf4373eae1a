package inspect

import (
	"slices"
	"strings"
)

// A Grouping determines what is drawn for each node. Nodes with others inside (groups) are either
// open, with their members drawn beside them, or closed and drawn in place of all members.
type Grouping struct {
	Nodes  []Node
	isOpen func(id string) bool // as passed to Group
	at     map[string]int       // indices into Nodes by ID
	parent []int                // -1 if none
	shown  []int                // the outermost closed group around a node, or the node itself
}

// Values of Grouping.shown while it is computed.
const (
	unseen  = -1
	visited = -2
)

// Group returns the grouping of nodes in which a group is open if isOpen returns true for it.
func Group(nodes []Node, isOpen func(id string) bool) *Grouping {
	g := &Grouping{Nodes: nodes, isOpen: isOpen, at: make(map[string]int, len(nodes)),
		parent: make([]int, len(nodes)), shown: make([]int, len(nodes))}
	for i, n := range nodes {
		g.at[n.ID] = i
	}
	for i, n := range nodes {
		g.parent[i], g.shown[i] = -1, unseen
		if p, ok := g.at[n.Parent]; ok && n.Parent != "" {
			g.parent[i] = p
		}
	}
	for i := range nodes {
		g.resolve(i)
	}
	return g
}

// resolve sets and returns the node drawn for node i. A node that contains itself is treated as
// having no parent.
func (g *Grouping) resolve(i int) int {
	switch {
	case g.shown[i] == visited:
		g.parent[i] = -1
		return i
	case g.shown[i] != unseen:
		return g.shown[i]
	}
	g.shown[i] = visited
	at := i
	if p := g.parent[i]; p >= 0 {
		switch top := g.resolve(p); {
		case g.parent[i] < 0: // following p led back to i
		case top != p || !g.isOpen(g.Nodes[p].ID):
			at = top
		}
	}
	g.shown[i] = at
	return at
}

// Shown returns the ID of the node that is drawn for a node; ok is false if there is no such node.
func (g *Grouping) Shown(id string) (shown string, ok bool) {
	i, ok := g.at[id]
	if !ok {
		return "", false
	}
	return g.Nodes[g.shown[i]].ID, true
}

// Parent returns the group that a node is in, or nil.
func (g *Grouping) Parent(id string) *Node {
	if i, ok := g.at[id]; ok && g.parent[i] >= 0 {
		return &g.Nodes[g.parent[i]]
	}
	return nil
}

// A Member is a node that is drawn, with a summary of the nodes inside it.
type Member struct {
	Node
	Inside int    // the number of nodes inside it, on all levels
	IsOpen bool   // whether they are drawn too
	Worst  string // the worst state among the nodes that it is drawn for
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
	var visible []Member
	for i, n := range g.Nodes {
		if g.shown[i] == i {
			visible = append(visible, Member{Node: n, Inside: inside[i], IsOpen: g.isOpen(n.ID), Worst: worst[i]})
		}
	}
	return visible
}

// severity orders the states: a closed group shows the last one among its members.
var severity = []string{"", "known", "secret", "mocked", "partial", "unknown", Missing, "failed"}

// worse returns the state of two that is more severe; a if they are equally severe.
func worse(a, b string) string {
	if slices.Index(severity, b) > slices.Index(severity, a) {
		return b
	}
	return a
}

// Edges replaces the ends of each edge by the nodes that are drawn for them, and returns one edge
// per pair. Edges within a closed group, and those of other nodes, are left out.
func (g *Grouping) Edges(edges []Edge) []Edge {
	var drawn []Edge
	seen := map[[2]int]int{}
	for _, e := range edges {
		from, okFrom := g.at[e.From]
		to, okTo := g.at[e.To]
		if !okFrom || !okTo {
			continue
		}
		top := [2]int{g.shown[from], g.shown[to]}
		// An edge from a node to itself is a cycle, and stays.
		if top[0] == top[1] && from != to {
			continue
		}
		if i, ok := seen[top]; ok {
			// The drawn edge is an explicit dependency only if all the edges that it represents
			// are.
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

// Cycles returns the cycles that are drawn as more than one node, and those of a single node.
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
