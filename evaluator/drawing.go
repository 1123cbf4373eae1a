package evaluator

import (
	"fmt"
	"slices"

	"pantograph/evaluator/inspect"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
)

// A drawing is the visible part of the graph, in the form that package render draws.
type drawing struct {
	render.Graph
	groups   map[string]*protocol.LayoutGroup // by node id
	grouping *inspect.Grouping
	total    int // the number of nodes before any were left out
}

// drawing returns the drawing of a graph, restricted to the nodes with the given ids (all nodes if
// there are no ids). A group is drawn as one node unless isOpen returns true for its id.
func (s *Snapshot) drawing(graph *inspect.Graph, only []string, isOpen func(id string) bool) drawing {
	nodes := graph.Nodes
	if len(only) > 0 {
		isWanted := membership(only)
		nodes = slices.DeleteFunc(slices.Clone(nodes), func(n inspect.Node) bool { return !isWanted(n.ID) })
	}
	g := inspect.Group(nodes, isOpen)
	d := drawing{Graph: render.Graph{Title: s.Dialect.Title}, groups: map[string]*protocol.LayoutGroup{}, grouping: g}
	visible := g.Visible()
	d.Nodes = make([]render.GraphNode, 0, len(visible))
	for _, n := range visible {
		node := render.GraphNode{ID: n.ID, Kind: n.Kind, Label: n.Label, Detail: n.Detail, State: n.State,
			Parent: n.Parent}
		if n.Inside > 0 {
			if !n.IsOpen {
				node.State = n.Worst
				if node.State == "unknown" && n.State != "unknown" {
					node.State = "partial" // the group itself is not unknown, only something inside it
				}
				node.Detail = joinDetails(node.Detail, fmt.Sprintf("%d inside", n.Inside))
			}
			d.groups[n.ID] = &protocol.LayoutGroup{Open: n.IsOpen, Members: n.Inside, State: node.State}
		}
		d.Nodes = append(d.Nodes, node)
	}
	d.addGroupNames()
	edges := g.Edges(graph.Edges)
	d.Edges = make([]render.GraphEdge, 0, len(edges))
	for _, e := range edges {
		d.Edges = append(d.Edges, render.GraphEdge{From: e.From, To: e.To, Via: e.Via, Explicit: e.Explicit})
	}
	d.Cycles = g.Cycles(graph.Cycles)
	d.total = len(d.Nodes)
	return d
}

// joinDetails appends more to the detail of a node.
func joinDetails(detail, more string) string {
	if detail == "" {
		return more
	}
	return detail + " · " + more
}

// addGroupNames adds the name of the group to the details of nodes that share a label. The details of
// values contain that name anyway.
func (d *drawing) addGroupNames() {
	uses := map[string]int{}
	for _, n := range d.Nodes {
		uses[n.Label]++
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		if p := d.grouping.Parent(n.ID); p != nil && uses[n.Label] > 1 && n.Kind != inspect.Value {
			n.Detail = joinDetails(n.Detail, "in "+p.Label)
		}
	}
}

// membership returns a function that reports whether an id is one of ids.
func membership(ids []string) func(id string) bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return func(id string) bool { return set[id] }
}
