package layout

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// shortest finds the least sum of edge lengths by trying all layers below a bound.
func shortest(rank []int, v, bound int, arcs []arc) int {
	if v == len(rank) {
		sum := 0
		for _, a := range arcs {
			length := rank[a.right] - rank[a.left]
			if length < 1 {
				return 1 << 30
			}
			sum += length
		}
		return sum
	}
	best := 1 << 30
	for rank[v] = 0; rank[v] < bound; rank[v]++ {
		best = min(best, shortest(rank, v+1, bound, arcs))
	}
	return best
}

func TestEdgesAreAsShortAsTheyCanBe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "nodes")
		s := &sketch{nodes: n}
		for v := 1; v < n; v++ { // connected, and without cycles
			s.arcs = append(s.arcs, arc{left: rapid.IntRange(0, v-1).Draw(t, "from"), right: v})
		}
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			a := rapid.IntRange(0, n-2).Draw(t, "left")
			s.arcs = append(s.arcs, arc{left: a, right: rapid.IntRange(a+1, n-1).Draw(t, "right")})
		}
		for v := range n {
			s.part.nodes = append(s.part.nodes, v)
		}
		x := newSimplex(s.longestPath(), s.arcs, &budget{1_000_000})
		x.solve()
		sum := 0
		for _, a := range s.arcs {
			sum += x.rank[a.right] - x.rank[a.left]
		}
		if want := shortest(make([]int, n), 0, n, s.arcs); sum != want {
			t.Fatalf("the sum of the lengths is %d instead of %d", sum, want)
		}
		mended := slices.Clone(x.cut)
		x.cuts()
		for v := range n {
			if i := x.up[v]; i >= 0 && mended[i] != x.cut[i] {
				t.Fatalf("the cut value of arc %d is %d, not %d", i, mended[i], x.cut[i])
			}
		}
		numbered := [][]int{slices.Clone(x.up), slices.Clone(x.low), slices.Clone(x.last), slices.Clone(x.post)}
		x.numberAll()
		assert.Equal(t, [][]int{x.up, x.low, x.last, x.post}, numbered)
	})
}
