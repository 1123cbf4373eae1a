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
	x := newSimplex(rank, s.arcs, &budget{rankBudget})
	x.solve()
	lowest := slices.Min(rank)
	for v := range s.nodes {
		s.vertices[v].layer = rank[v] - lowest
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
