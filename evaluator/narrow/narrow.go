// Package narrow selects the part of a directed graph that is shown: the nodes around some nodes,
// the nodes between two nodes, and links through nodes that are left out. It does not know what the
// graph means. Every function takes time linear in the size of the graph, except Nearest, which
// sorts the nodes, and Bridge, which takes linear time for each kept node.
package narrow

import (
	"slices"
	"sort"
)

// A Graph has nodes, numbered from 0, and edges from nodes to the nodes that they need.
type Graph struct {
	edges [][2]int
	needs [][]int // for each node, the indices of its outgoing edges
	users [][]int // for each node, the indices of its incoming edges
}

// New returns a graph with the given number of nodes. Each edge is a pair of a node and a node that
// it needs.
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

// A Flow is a direction in which edges are followed, or both.
type Flow int

// The two directions, which can be combined with |.
const (
	Needs Flow = 1 << iota // from a node to what it needs
	Users                  // from a node to what needs it
)

// eachNeighbour calls f for each edge of node v in the given flow, with the node w at its other
// end.
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

// Around reports for each node whether it is at most depth edges away from one of the nodes in
// from. A path follows edges in only one direction, so the other users of a node's needs are not
// around the node.
func (g *Graph) Around(from []int, flow Flow, depth int) []bool {
	in := make([]bool, len(g.needs))
	for _, one := range []Flow{flow & Needs, flow & Users} {
		away := make([]int, len(g.needs)) // distance plus one, or 0 for nodes that were not reached
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

// Between reports for each node whether it is on a path from a to b, or from b to a. The nodes a
// and b are always included.
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

// A Link is a path from a kept node to another, through nodes that are not kept.
type Link struct {
	From, To int
	First    int  // index of the first edge
	Direct   bool // the path consists of this edge alone
}

// Bridge returns the links between kept nodes: one for each edge between two of them, and one for
// each further pair that a path through other nodes connects. Once there are more than limit links,
// it only adds the links for edges.
func (g *Graph) Bridge(keep []bool, limit int) (links []Link) {
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
		if len(links) > limit {
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

// Nearest returns all nodes: those in from, in this order, then the others, sorted by their distance
// from them. Nodes at the same distance are sorted by their number of users, the largest first.
// Nodes that are not connected to those in from follow, starting from the one with the most users.
func (g *Graph) Nearest(from []int) []int {
	byUsers := make([]int, len(g.needs))
	for v := range byUsers {
		byUsers[v] = v
	}
	g.sortByUsers(byUsers)
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
			g.sortByUsers(order[end:])
		}
		add(-1, byUsers[start])
	}
	return order
}

// sortByUsers sorts nodes, so that those with more users come first.
func (g *Graph) sortByUsers(nodes []int) {
	sort.SliceStable(nodes, func(i, j int) bool { return len(g.users[nodes[i]]) > len(g.users[nodes[j]]) })
}
