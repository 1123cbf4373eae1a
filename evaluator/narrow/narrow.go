// Package narrow selects a part of a directed graph to show: the nodes around some nodes, those
// between two, and links through nodes that are left out. It is independent of the meaning of the
// graph. Every function takes time linear in the size of the graph, except Nearest, which sorts,
// and Bridge, which takes that for each kept node.
package narrow

import (
	"cmp"
	"slices"
)

// A Graph has nodes, numbered from 0, and edges from nodes to the nodes that they need.
type Graph struct {
	edges [][2]int
	needs [][]int // outgoing edges by node
	users [][]int // incoming edges by node
}

// New returns a graph with a number of nodes, and edges from the first node of each pair.
func New(nodes int, edges [][2]int) *Graph {
	g := &Graph{edges, make([][]int, nodes), make([][]int, nodes)}
	for i, e := range edges {
		g.needs[e[0]] = append(g.needs[e[0]], i)
		g.users[e[1]] = append(g.users[e[1]], i)
	}
	return g
}

// Degree returns the numbers of outgoing and incoming edges of a node.
func (g *Graph) Degree(v int) (needs, users int) { return len(g.needs[v]), len(g.users[v]) }

// A Flow is a direction in which edges are followed.
type Flow int

// Flows can be combined.
const (
	Needs Flow = 1 << iota // from a node to what it needs
	Users                  // from a node to what needs it
)

// eachNeighbour calls f with each edge that leaves a node in the given flow, and the node at its other end.
func (g *Graph) eachNeighbour(v int, flow Flow, f func(edge, w int)) {
	if flow&Needs != 0 {
		for _, e := range g.needs[v] {
			f(e, g.edges[e][1])
		}
	}
	if flow&Users != 0 {
		for _, e := range g.users[v] {
			f(e, g.edges[e][0])
		}
	}
}

// Around returns the nodes at most depth edges away from some nodes. The two flows are followed
// separately: other users of a node's needs are not around it.
func (g *Graph) Around(from []int, flow Flow, depth int) []bool {
	in := make([]bool, len(g.needs))
	for _, one := range []Flow{flow & Needs, flow & Users} {
		away := make([]int, len(g.needs)) // distance plus one: 1 for nodes in from, 0 for unreached ones
		queue := slices.Clone(from)
		for _, v := range from {
			in[v], away[v] = true, 1
		}
		for next := 0; next < len(queue) && away[queue[next]] <= depth; next++ {
			v := queue[next]
			g.eachNeighbour(v, one, func(_, w int) {
				if away[w] == 0 {
					in[w], away[w] = true, away[v]+1
					queue = append(queue, w)
				}
			})
		}
	}
	return in
}

// Between returns the nodes on the paths from one node to another, and back. If there are none, it
// returns only the two.
func (g *Graph) Between(a, b int) []bool {
	between := make([]bool, len(g.needs))
	between[a], between[b] = true, true
	for _, way := range [][2]int{{a, b}, {b, a}} {
		from := g.Around(way[:1], Needs, len(g.needs))
		to := g.Around(way[1:], Users, len(g.needs))
		for v := range between {
			between[v] = between[v] || from[v] && to[v]
		}
	}
	return between
}

// A Link leads from a kept node to another, through nodes that are not kept.
type Link struct {
	From, To int
	First    int  // the edge with which it leaves From
	Direct   bool // it consists of that edge alone
}

// Bridge returns the links among the kept nodes: one for each edge between two of them, and one
// for each additional connected pair. Once there are more than `most` links, only direct edges are
// added.
func (g *Graph) Bridge(keep []bool, most int) (links []Link) {
	seen := make([]int, len(g.needs))
	var path []Link
	for v, kept := range keep {
		if !kept {
			continue
		}
		for _, e := range g.needs[v] {
			w := g.edges[e][1]
			if keep[w] {
				links = append(links, Link{v, w, e, true})
				seen[w] = v + 1
			}
		}
		if len(links) > most {
			continue
		}
		path = path[:0]
		for _, e := range slices.Backward(g.needs[v]) {
			path = append(path, Link{v, g.edges[e][1], e, false})
		}
		for len(path) > 0 {
			l := path[len(path)-1]
			path = path[:len(path)-1]
			if seen[l.To] == v+1 {
				continue
			}
			seen[l.To] = v + 1
			if keep[l.To] {
				links = append(links, l)
				continue
			}
			for _, e := range slices.Backward(g.needs[l.To]) {
				path = append(path, Link{v, g.edges[e][1], l.First, false})
			}
		}
	}
	return links
}

// Nearest lists the nodes by their distance from some nodes, and those at the same distance by
// their number of users, descending. Without any nodes, and for nodes not connected to them, it
// starts from the node with the most users.
func (g *Graph) Nearest(from []int) []int {
	byUsers := make([]int, len(g.needs))
	for v := range byUsers {
		byUsers[v] = v
	}
	slices.SortStableFunc(byUsers, g.compareUsers)
	listed := make([]bool, len(g.needs))
	order := make([]int, 0, len(g.needs))
	add := func(_, w int) {
		if !listed[w] {
			listed[w] = true
			order = append(order, w)
		}
	}
	for _, v := range from {
		add(-1, v)
	}
	for next, start := 0, 0; start < len(byUsers); start++ {
		for next < len(order) {
			end := len(order)
			for ; next < end; next++ {
				g.eachNeighbour(order[next], Needs|Users, add)
			}
			slices.SortStableFunc(order[end:], g.compareUsers)
		}
		add(-1, byUsers[start])
	}
	return order
}

// compareUsers orders the nodes with more users first.
func (g *Graph) compareUsers(a, b int) int { return cmp.Compare(len(g.users[b]), len(g.users[a])) }
