package narrow

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// randomGraph draws a small graph, which can have cycles, loops and repeated edges.
func randomGraph(t *rapid.T) (nodes int, edges [][2]int) {
	nodes = rapid.IntRange(1, 12).Draw(t, "nodes")
	end := rapid.IntRange(0, nodes-1)
	for range rapid.IntRange(0, 20).Draw(t, "edges") {
		edges = append(edges, [2]int{end.Draw(t, "from"), end.Draw(t, "to")})
	}
	return nodes, edges
}

// isConnected reports whether a path of at most steps edges leads from one node to another. For
// each node between the two, pass must return true.
func isConnected(edges [][2]int, from, to, steps int, pass func(v int) bool) bool {
	if from == to {
		return true
	}
	return steps > 0 && slices.ContainsFunc(edges, func(e [2]int) bool {
		return e[0] == from && (e[1] == to || pass(e[1]) && isConnected(edges, e[1], to, steps-1, pass))
	})
}

// reachable reports for each node whether a path of at most steps edges leads to it from a node.
// Unlike isConnected, it does not take exponential time in dense graphs.
func reachable(nodes int, edges [][2]int, from, steps int) []bool {
	in := make([]bool, nodes)
	in[from] = true
	for range steps {
		now := slices.Clone(in)
		for _, e := range edges {
			now[e[1]] = now[e[1]] || in[e[0]]
		}
		in = now
	}
	return in
}

func TestAroundReturnsTheNodesWithinADistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := randomGraph(t)
		v := rapid.IntRange(0, nodes-1).Draw(t, "focus")
		depth := rapid.IntRange(0, 4).Draw(t, "depth")
		flow := Flow(rapid.IntRange(1, 3).Draw(t, "flow"))
		got := New(nodes, edges).Around([]int{v}, flow, depth)
		needed := reachable(nodes, edges, v, depth)
		for w := range nodes {
			want := flow&Needs != 0 && needed[w] || flow&Users != 0 && reachable(nodes, edges, w, depth)[v]
			assert.Equal(t, want || w == v, got[w], "node %d", w)
		}
	})
}

func TestBetweenReturnsTheNodesOnPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := randomGraph(t)
		a, b := rapid.IntRange(0, nodes-1).Draw(t, "a"), rapid.IntRange(0, nodes-1).Draw(t, "b")
		got := New(nodes, edges).Between(a, b)
		fromA, fromB := reachable(nodes, edges, a, nodes), reachable(nodes, edges, b, nodes)
		for v := range nodes {
			from := reachable(nodes, edges, v, nodes)
			assert.Equal(t, v == a || v == b || fromA[v] && from[b] || fromB[v] && from[a], got[v], "node %d", v)
		}
	})
}

func TestLinksPassThroughNodesThatAreLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := randomGraph(t)
		edges = edges[:min(len(edges), 9)]
		keep := rapid.SliceOfN(rapid.Bool(), nodes, nodes).Draw(t, "keep")
		linked := map[[2]int]bool{}
		for _, l := range New(nodes, edges).Bridge(keep, 1000) {
			linked[[2]int{l.From, l.To}] = true
			assert.Equal(t, l.From, edges[l.First][0])
			assert.True(t, !l.Direct || edges[l.First][1] == l.To)
		}
		hidden := func(v int) bool { return !keep[v] }
		for v := range nodes {
			for w := range nodes {
				want := v != w && keep[v] && keep[w] && isConnected(edges, v, w, len(edges), hidden)
				assert.Equal(t, want, v != w && linked[[2]int{v, w}], "%d to %d", v, w)
			}
		}
	})
}

func TestBridgeStopsAtTheLimit(t *testing.T) {
	var edges [][2]int // a hundred nodes need a hub, which needs a hundred others
	for i := 1; i <= 100; i++ {
		edges = append(edges, [2]int{i, 0}, [2]int{0, 100 + i})
	}
	keep := make([]bool, 201)
	for v := range keep {
		keep[v] = v > 0
	}
	assert.Len(t, New(201, edges).Bridge(keep, 20000), 10000)
	assert.LessOrEqual(t, len(New(201, edges).Bridge(keep, 500)), 700)
}

func TestNearestListsEveryNodeOnceByDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := randomGraph(t)
		v := rapid.IntRange(0, nodes-1).Draw(t, "focus")
		order := New(nodes, edges).Nearest([]int{v})
		assert.Equal(t, v, order[0])
		both := slices.Clone(edges)
		for _, e := range edges {
			both = append(both, [2]int{e[1], e[0]})
		}
		away := func(w int) (n int) {
			for n < nodes && !reachable(nodes, both, v, n)[w] {
				n++
			}
			return n
		}
		assert.True(t, slices.IsSortedFunc(order, func(a, b int) int { return away(a) - away(b) }))
		slices.Sort(order)
		for i, w := range order {
			assert.Equal(t, i, w)
		}
		assert.Len(t, order, nodes)
	})
	assert.Equal(t, []int{2, 1, 3, 0}, New(4, [][2]int{{1, 2}, {3, 2}, {0, 1}}).Nearest(nil))
}
