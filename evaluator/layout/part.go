package layout

import "sort"

// A part is a connected part of the graph: indices of its nodes and of its edges.
type part struct{ nodes, edges []int }

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
	byRoot := make([]part, len(g.Nodes))
	for v := range g.Nodes {
		r := find(v)
		byRoot[r].nodes = append(byRoot[r].nodes, v)
	}
	for i, e := range g.Edges {
		r := find(e.From)
		byRoot[r].edges = append(byRoot[r].edges, i)
	}
	for _, p := range byRoot {
		switch {
		case len(p.edges) > 0:
			parts = append(parts, p)
		case len(p.nodes) > 0:
			loose = append(loose, p.nodes[0])
		}
	}
	sort.SliceStable(parts, func(i, j int) bool { return len(parts[i].nodes) > len(parts[j].nodes) })
	// If there is an earlier drawing, its order takes precedence over size.
	byPlace(g, parts, func(i int) []int { return parts[i].nodes })
	byPlace(g, loose, func(i int) []int { return loose[i : i+1] })
	return parts, loose
}
