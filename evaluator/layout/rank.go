package layout

import "slices"

// An arc is an edge between two different nodes of a part in the direction of drawing: left
// is in an earlier layer than right.
type arc struct {
	left, right int
	back        bool // the edge runs the other way and closes a cycle
}

// rankBudget limits the steps of shortening the edges of one part.
const rankBudget = 4_000_000

// rank assigns each node to a layer: first as early as its dependencies allow, then moved so
// that the sum of all edge lengths is small.
func (s *sketch) rank() {
	rank := s.longestPath()
	if s.keepsLayers() {
		s.followUsers(rank)
	} else {
		newSimplex(rank, s.arcs, &budget{rankBudget}).solve()
	}
	lowest := slices.Min(rank)
	for v := range s.nodes {
		s.vertices[v].layer = rank[v] - lowest
	}
}

// keepsLayers reports whether most nodes keep their layers of an earlier drawing. Usually, shortening the edges
// leads to the same layers again. But layers that were divided to keep within a limit would be joined, and then
// divided at other nodes.
func (s *sketch) keepsLayers() bool {
	return s.graph.Limit > 0 && !s.graph.IsTrial && s.knowsMost()
}

// followUsers moves new nodes that need no others to the layer before the first node that needs them.
func (s *sketch) followUsers(rank []int) {
	first := make([]int, s.nodes)
	for _, a := range s.arcs {
		if first[a.left] == 0 || rank[a.right] < first[a.left] {
			first[a.left] = rank[a.right]
		}
	}
	for _, a := range s.arcs {
		first[a.right] = 0
	}
	for v, layer := range first {
		if _, ok := s.graph.before(s.part.nodes[v]); !ok && layer > 0 {
			rank[v] = layer - 1
		}
	}
}

// longestPath puts each node one layer after the last node that it must follow, and not before
// its layer in an earlier drawing.
func (s *sketch) longestPath() []int {
	n, arcs := s.nodes, s.arcs
	rank := make([]int, n)
	for v := range rank {
		if p, ok := s.graph.before(s.part.nodes[v]); ok {
			rank[v] = p.Layer
		}
	}
	waiting := make([]int, n)
	for _, a := range arcs {
		waiting[a.right]++
	}
	after := group(n, len(arcs), func(i int) (key, value int) { return arcs[i].left, arcs[i].right })
	// The arcs have no cycle, so each node is queued once all nodes that it must follow have a layer.
	queue := make([]int, 0, n)
	for v := range n {
		if waiting[v] == 0 {
			queue = append(queue, v)
		}
	}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range after[v] {
			rank[w] = max(rank[w], rank[v]+1)
			if waiting[w]--; waiting[w] == 0 {
				queue = append(queue, w)
			}
		}
	}
	return rank
}
