package layout

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// graphOf returns a graph of n equal boxes with edges given as from, to pairs.
func graphOf(n int, pairs ...int) Graph {
	g := Graph{}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{ID: fmt.Sprint(i), Width: 80, Height: 32})
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		g.Edges = append(g.Edges, Edge{pairs[i], pairs[i+1]})
	}
	return g
}

// anyGraph generates graphs of up to 60 boxes of any size, with cycles, loops and repeated
// edges. Some have a limit.
func anyGraph(t *rapid.T) Graph {
	n := rapid.IntRange(1, 60).Draw(t, "nodes")
	g := Graph{Down: rapid.Bool().Draw(t, "down"), Limit: max(0, rapid.IntRange(-400, 800).Draw(t, "limit"))}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{
			ID:    fmt.Sprint(i),
			Width: rapid.IntRange(10, 220).Draw(t, "width"), Height: rapid.IntRange(10, 60).Draw(t, "height"),
		})
	}
	end := rapid.IntRange(0, n-1)
	for range rapid.IntRange(0, 2*n).Draw(t, "edges") {
		g.Edges = append(g.Edges, Edge{end.Draw(t, "from"), end.Draw(t, "to")})
	}
	return g
}

type rect struct{ left, top, right, bottom int }

func boxOf(g Graph, d Drawing, v int) rect {
	p, n := d.Nodes[v], g.Nodes[v]
	return rect{p.X, p.Y, p.X + n.Width, p.Y + n.Height}
}

// overlaps reports whether two areas share interior points; a line has no width.
func (r rect) overlaps(o rect) bool {
	return r.left < o.right && o.left < r.right && r.top < o.bottom && o.top < r.bottom
}

// borders reports whether a point is on the outline of r.
func (r rect) borders(x, y int) bool {
	in := r.left <= x && x <= r.right && r.top <= y && y <= r.bottom
	return in && (x == r.left || x == r.right || y == r.top || y == r.bottom)
}

// segments calls f with each straight piece of a line.
func segments(points []int, f func(rect)) {
	for i := 0; i+3 < len(points); i += 2 {
		f(rect{
			min(points[i], points[i+2]), min(points[i+1], points[i+3]),
			max(points[i], points[i+2]), max(points[i+1], points[i+3]),
		})
	}
}

// check returns what is wrong with a drawing.
func check(g Graph, d Drawing) []string {
	var wrong []string
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	for v := range g.Nodes {
		box := boxOf(g, d, v)
		if box.left < 0 || box.top < 0 || box.right > d.Width || box.bottom > d.Height {
			say("box %d is outside the drawing", v)
		}
		for w := range v {
			if box.overlaps(boxOf(g, d, w)) {
				say("boxes %d and %d overlap", w, v)
			}
		}
	}
	for e, r := range d.Edges {
		p, from, to := r.Points, g.Edges[e].From, g.Edges[e].To
		if len(p) < 4 || !boxOf(g, d, from).borders(p[0], p[1]) || !boxOf(g, d, to).borders(p[len(p)-2], p[len(p)-1]) {
			say("line %d does not join its boxes: %v", e, p)
		}
		segments(p, func(s rect) {
			if s.left != s.right && s.top != s.bottom || s.left == s.right && s.top == s.bottom {
				say("line %d has a slanting or empty piece: %v", e, p)
			}
			if s.left < 0 || s.top < 0 || s.right > d.Width || s.bottom > d.Height {
				say("line %d is partly outside the drawing", e)
			}
			for v := range g.Nodes {
				if s.overlaps(boxOf(g, d, v)) {
					say("line %d from %d to %d runs through box %d", e, from, to, v)
				}
			}
		})
	}
	return wrong
}

func TestBoxesDoNotOverlapAndLinesRunAroundThem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		if wrong := check(g, Compute(g)); len(wrong) > 0 {
			t.Fatal(wrong)
		}
	})
}

func TestEqualGraphsHaveEqualDrawings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		assert.Equal(t, Compute(g), Compute(g))
	})
}

func TestDependenciesAreInEarlierLayersUnlessTheEdgeClosesACycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		d := Compute(g)
		for e, r := range d.Edges {
			from, to := d.Nodes[g.Edges[e].From].Layer, d.Nodes[g.Edges[e].To].Layer
			if !r.Back && to >= from || r.Back && to < from {
				t.Fatalf("edge %d leads from layer %d to layer %d, back: %v", e, from, to, r.Back)
			}
		}
	})
}

func TestAnIsolatedNodeDoesNotDisturbTheOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		before := Compute(g)
		g.Nodes = append(g.Nodes, Node{ID: "new", Width: 80, Height: 32})
		after := Compute(g)
		for _, p := range connectedParts(g) {
			for _, v := range p {
				for _, w := range p {
					if before.Nodes[v].Layer != after.Nodes[v].Layer {
						t.Fatalf("node %d changed its layer", v)
					}
					if before.Nodes[v].Y-before.Nodes[w].Y != after.Nodes[v].Y-after.Nodes[w].Y {
						t.Fatalf("nodes %d and %d moved relative to each other", v, w)
					}
				}
			}
		}
	})
}

func connectedParts(g Graph) (nodes [][]int) {
	parts, _ := split(g)
	for _, p := range parts {
		nodes = append(nodes, p.nodes)
	}
	return nodes
}

func TestEachCycleLosesOneEdge(t *testing.T) {
	for _, tc := range []struct {
		name string
		g    Graph
		want int
	}{
		{"a chain", graphOf(3, 1, 0, 2, 1), 0},
		{"a loop", graphOf(1, 0, 0), 1},
		{"two nodes that need each other", graphOf(2, 0, 1, 1, 0), 1},
		{"a ring of four", graphOf(4, 0, 1, 1, 2, 2, 3, 3, 0), 1},
		{"two rings with one node in common", graphOf(5, 0, 1, 1, 2, 2, 0, 2, 3, 3, 4, 4, 2), 2},
		{"a ring with an entry and an exit", graphOf(5, 1, 0, 1, 2, 2, 3, 3, 1, 4, 3), 1},
	} {
		got := 0
		d := Compute(tc.g)
		for _, r := range d.Edges {
			if r.Back {
				got++
			}
		}
		assert.Equal(t, tc.want, got, tc.name)
		assert.Empty(t, check(tc.g, d), tc.name)
	}
}

func TestTheLinesBetweenNodesThatNeedEachOtherAreSeparate(t *testing.T) {
	d := Compute(graphOf(2, 0, 1, 1, 0))
	assert.NotEqual(t, d.Edges[0].Points[1], d.Edges[1].Points[1])
}

func TestAChainIsOneStraightLine(t *testing.T) {
	g := graphOf(4, 1, 0, 2, 1, 3, 2)
	g.Nodes[2].Height = 40
	for _, r := range Compute(g).Edges {
		assert.Len(t, r.Points, 4)
	}
}

func TestDependenciesAreToTheLeftOrAbove(t *testing.T) {
	g := graphOf(2, 1, 0)
	d := Compute(g)
	assert.Less(t, d.Nodes[0].X, d.Nodes[1].X)
	assert.Equal(t, []int{d.Nodes[1].X, 32, d.Nodes[0].X + 80, 32}, d.Edges[0].Points)
	g.Down = true
	d = Compute(g)
	assert.Less(t, d.Nodes[0].Y, d.Nodes[1].Y)
	assert.Equal(t, []int{56, d.Nodes[1].Y, 56, d.Nodes[0].Y + 32}, d.Edges[0].Points)
}

// crossingsOf orders the only part of a graph and counts its crossings.
func crossingsOf(t *testing.T, g Graph) int {
	parts, _ := split(g)
	require.Len(t, parts, 1)
	s := newSketch(g, parts[0], backEdges(len(g.Nodes), g.Edges))
	s.rank()
	s.addNets()
	s.order()
	return newCrossings(s).all()
}

func TestKnownGraphsHaveFewCrossings(t *testing.T) {
	tree := graphOf(31)
	for v := 1; v < 31; v++ {
		tree.Edges = append(tree.Edges, Edge{v, (v - 1) / 2})
	}
	for _, tc := range []struct {
		name string
		g    Graph
		want int
	}{
		{"a tree", tree, 0},
		{"a ladder", graphOf(8, 1, 0, 2, 1, 3, 2, 5, 4, 6, 5, 7, 6, 4, 0, 5, 1, 6, 2, 7, 3), 0},
		{"two nodes that need the same two", graphOf(4, 2, 0, 2, 1, 3, 0, 3, 1), 1},
		{"three nodes that need the same three", graphOf(6, 3, 0, 3, 1, 3, 2, 4, 0, 4, 1, 4, 2, 5, 0, 5, 1, 5, 2), 9},
		{"a permutation", graphOf(9, 3, 2, 4, 1, 5, 0, 6, 3, 7, 4, 8, 5, 6, 4, 7, 5), 0},
	} {
		assert.Equal(t, tc.want, crossingsOf(t, tc.g), tc.name)
	}
}

func TestNodesMoveToTheirUsersRatherThanToTheStart(t *testing.T) {
	d := Compute(graphOf(6, 1, 0, 2, 1, 3, 2, 3, 5, 5, 4))
	assert.Equal(t, 1, d.Nodes[4].Layer)
	assert.Equal(t, 2, d.Nodes[5].Layer)
}

func TestIsolatedNodesFormAGrid(t *testing.T) {
	d := Compute(graphOf(40))
	assert.Less(t, d.Width, 1000)
	assert.Less(t, d.Height, 500)
	assert.Empty(t, check(graphOf(40), d))
}

func TestOnlyLinesToTheSameDependencyOverlap(t *testing.T) {
	for n := 10; n <= 100; n += 5 {
		g := sparse(n, 2*n)
		d := Compute(g)
		for e, r := range d.Edges {
			for f := range e {
				if g.Edges[e].To != g.Edges[f].To && overlay(r.Points, d.Edges[f].Points) {
					t.Errorf("in the graph of %d nodes, the lines of %v and %v overlap", n, g.Edges[e], g.Edges[f])
				}
			}
		}
	}
}

// overlay reports whether two lines share more than single points.
func overlay(p, q []int) bool {
	found := false
	segments(p, func(a rect) {
		segments(q, func(b rect) {
			if a.left == a.right && b.left == b.right && a.left == b.left && a.top < b.bottom && b.top < a.bottom ||
				a.top == a.bottom && b.top == b.bottom && a.top == b.top && a.left < b.right && b.left < a.right {
				found = true
			}
		})
	})
	return found
}

func TestHostileGraphsAreDrawn(t *testing.T) {
	long := graphOf(5000)
	for v := 1; v < 5000; v++ {
		long.Edges = append(long.Edges, Edge{v, v - 1})
		if v >= 2500 {
			long.Edges = append(long.Edges, Edge{v, v - 2500})
		}
	}
	star := graphOf(5000)
	for v := 1; v < 5000; v++ {
		star.Edges = append(star.Edges, Edge{v, 0})
	}
	fan := graphOf(5000)
	for v := 1; v < 5000; v++ {
		fan.Edges = append(fan.Edges, Edge{0, v})
	}
	for _, g := range []Graph{long, star, fan, sparse(5000, 15000), {}} {
		d := Compute(g)
		assert.Len(t, d.Edges, len(g.Edges))
	}
}

// TestManyLongLinesRunInLanes uses a drawing with more bends than the limit.
func TestManyLongLinesRunInLanes(t *testing.T) {
	g := graphOf(600)
	for v := 1; v < 600; v++ {
		g.Edges = append(g.Edges, Edge{v, v - 1})
		if v >= 300 {
			g.Edges = append(g.Edges, Edge{v, v - 300})
		}
	}
	assert.Empty(t, check(g, Compute(g)))
}

// sparse returns a graph like that of a large program: each node needs a few earlier nodes,
// some of which are hubs. It is deterministic.
func sparse(n, edges int) Graph {
	g := graphOf(n)
	seed := uint64(1)
	next := func(below int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed>>33) % below
	}
	for i := range edges {
		from := 1 + i%(n-1)
		to := next(from)
		if next(3) == 0 {
			to = next(min(from, 1+n/50))
		}
		g.Edges = append(g.Edges, Edge{from, to})
	}
	return g
}

func BenchmarkCompute(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 5000} {
		g := sparse(n, 3*n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Compute(g)
			}
		})
	}
}
