package layout

import "sort"

// A part is a connected part of the graph: indices of its nodes and of its edges. index is, for each node of
// the graph, its position in nodes.
type part struct{ nodes, edges, index []int }

// split returns the connected parts, the largest first, and the nodes without edges.
func split(g Graph) (parts []part, loose []int) {
	root := make([]int, len(g.Nodes))
	for i := range root {
		root[i] = i
	}
	// Union-find: root leads from each node to the first one of its part. Paths are halved on the
	// way.
	find := func(v int) int {
		for root[v] != v {
			root[v] = root[root[v]]
			v = root[v]
		}
		return v
	}
	for _, e := range g.Edges {
		if a, b := find(e.From), find(e.To); a != b {
			root[max(a, b)] = min(a, b)
		}
	}
	n := len(g.Nodes)
	index := make([]int, n)
	nodes := group(n, n, func(v int) (key, value int) { return find(v), v })
	edges := group(n, len(g.Edges), func(i int) (key, value int) { return find(g.Edges[i].From), i })
	for r := range nodes {
		switch {
		case len(edges[r]) > 0:
			parts = append(parts, part{nodes[r], edges[r], index})
			for i, v := range nodes[r] {
				index[v] = i
			}
		case len(nodes[r]) > 0:
			loose = append(loose, r)
		}
	}
	sort.SliceStable(parts, func(i, j int) bool { return len(parts[i].nodes) > len(parts[j].nodes) })
	// If there is an earlier drawing, its order takes precedence over size.
	byPlace(g, parts, func(i int) []int { return parts[i].nodes })
	byPlace(g, loose, func(i int) []int { return loose[i : i+1] })
	return parts, loose
}
