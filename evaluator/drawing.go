package evaluator

import (
	"fmt"
	"slices"
	"strings"

	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
)

// A drawing is the visible part of the graph. Nodes with others inside (groups) are either open,
// with their members drawn beside them, or closed and drawn in place of all members.
type drawing struct {
	render.Graph
	groups map[string]*protocol.LayoutGroup // by node id
	*grouping
	total int // the number of nodes before any were left out
}

// A grouping determines for each node which node represents it in the drawing.
type grouping struct {
	nodes  []inspect.Node
	parent []int // indices into nodes, -1 if none
	shown  []int // the outermost closed group around a node, or the node itself
	isOpen func(id string) bool
}

const (
	unseen  = -1
	visited = -2
)

func group(nodes []inspect.Node, isOpen func(id string) bool) *grouping {
	g := &grouping{nodes: nodes, parent: make([]int, len(nodes)), shown: make([]int, len(nodes)), isOpen: isOpen}
	at := make(map[string]int, len(nodes))
	for i, n := range nodes {
		at[n.ID] = i
	}
	for i, n := range nodes {
		g.parent[i], g.shown[i] = -1, unseen
		if p, ok := at[n.Parent]; ok && n.Parent != "" {
			g.parent[i] = p
		}
	}
	for i := range nodes {
		g.find(i)
	}
	return g
}

// find sets and returns the node that represents node i. A node that contains itself is treated as
// having no parent.
func (g *grouping) find(i int) int {
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
		switch top := g.find(p); {
		case g.parent[i] < 0: // following p led back to i
		case top != p || !g.isOpen(g.nodes[p].ID):
			at = top
		}
	}
	g.shown[i] = at
	return at
}

// members counts, for each node, the nodes inside it, on all levels.
func (g *grouping) members() []int {
	count := make([]int, len(g.nodes))
	for i := range g.nodes {
		for p := g.parent[i]; p >= 0; p = g.parent[p] {
			count[p]++
		}
	}
	return count
}

// badness orders the states: a closed group shows the last one among its members.
var badness = []string{"", "known", "secret", "mocked", "partial", "unknown", inspect.Missing, "failed"}

func worse(a, b string) string {
	if slices.Index(badness, b) > slices.Index(badness, a) {
		return b
	}
	return a
}

// drawing returns a graph as render draws it, restricted to the given nodes (all if none are
// given), with the groups closed that are not open.
func (s *Snapshot) drawing(graph *inspect.Graph, only []string, isOpen func(id string) bool) drawing {
	nodes := graph.Nodes
	if len(only) > 0 {
		wanted := make(map[string]bool, len(only))
		for _, id := range only {
			wanted[id] = true
		}
		nodes = slices.DeleteFunc(slices.Clone(nodes), func(n inspect.Node) bool { return !wanted[n.ID] })
	}
	g := group(nodes, isOpen)
	d := drawing{Graph: render.Graph{Title: s.Dialect.Title}, groups: map[string]*protocol.LayoutGroup{}, grouping: g}
	members := g.members()
	worst := make([]string, len(nodes))
	for i, n := range nodes {
		worst[g.shown[i]] = worse(worst[g.shown[i]], n.State)
	}
	for i, n := range nodes {
		if g.shown[i] != i {
			continue
		}
		node := render.GraphNode{ID: n.ID, Kind: n.Kind, Label: n.Label, Detail: n.Detail, State: n.State, Parent: n.Parent}
		if count := members[i]; count > 0 {
			if !isOpen(n.ID) {
				node.State = worst[i]
				if node.State == "unknown" && n.State != "unknown" {
					node.State = "partial" // at least the existence of a member is known
				}
				node.Detail = andAlso(node.Detail, fmt.Sprintf("%d inside", count))
			}
			d.groups[n.ID] = &protocol.LayoutGroup{Open: isOpen(n.ID), Members: count, State: node.State}
		}
		d.Nodes = append(d.Nodes, node)
	}
	d.tellApart(g)
	d.lift(g, graph.Edges)
	d.liftCycles(g, graph.Cycles)
	d.total = len(d.Nodes)
	return d
}

func andAlso(detail, more string) string {
	if detail == "" {
		return more
	}
	return detail + " · " + more
}

// tellApart adds the group to the details of nodes that share a label, except for values, which
// show it anyway.
func (d *drawing) tellApart(g *grouping) {
	at := make(map[string]int, len(g.nodes))
	for i, n := range g.nodes {
		at[n.ID] = i
	}
	uses := map[string]int{}
	for _, n := range d.Nodes {
		uses[n.Label]++
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if p := g.parent[at[n.ID]]; p >= 0 && uses[n.Label] > 1 && n.Kind != inspect.Value {
			n.Detail = andAlso(n.Detail, "in "+g.nodes[p].Label)
		}
	}
}

// lift draws each edge between the representatives of its ends, once per pair. Edges within a
// closed group are not drawn.
func (d *drawing) lift(g *grouping, edges []inspect.Edge) {
	at := make(map[string]int, len(g.nodes))
	for i, n := range g.nodes {
		at[n.ID] = i
	}
	seen := map[[2]int]int{}
	for _, e := range edges {
		from, okFrom := at[e.From]
		to, okTo := at[e.To]
		if !okFrom || !okTo {
			continue
		}
		top := [2]int{g.shown[from], g.shown[to]}
		if top[0] == top[1] && from != to {
			continue
		}
		if i, ok := seen[top]; ok {
			old := &d.Edges[i]
			old.Explicit = old.Explicit && e.Explicit
			if e.Via != "" {
				old.Via = strings.TrimPrefix(old.Via+", "+e.Via, ", ")
			}
			continue
		}
		seen[top] = len(d.Edges)
		d.Edges = append(d.Edges, render.GraphEdge{From: g.nodes[top[0]].ID, To: g.nodes[top[1]].ID, Via: e.Via, Explicit: e.Explicit})
	}
}

// liftCycles keeps the cycles that are drawn as more than one node, and those that consist of one
// node.
func (d *drawing) liftCycles(g *grouping, cycles [][]string) {
	top := make(map[string]string, len(g.nodes))
	for i, n := range g.nodes {
		top[n.ID] = g.nodes[g.shown[i]].ID
	}
	for _, cycle := range cycles {
		var drawn []string
		for _, id := range cycle {
			if t, ok := top[id]; ok && !slices.Contains(drawn, t) {
				drawn = append(drawn, t)
			}
		}
		if len(drawn) > 1 || len(drawn) == len(cycle) {
			d.Cycles = append(d.Cycles, drawn)
		}
	}
}

func among(ids []string) func(id string) bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return func(id string) bool { return set[id] }
}
