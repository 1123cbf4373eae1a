package layout

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// follow sets the earlier places and routes of a graph from the drawing of another, matching nodes by
// ID.
func follow(g, old Graph, drawn Drawing) Graph {
	at := map[string]Place{}
	routes := map[[2]string]Route{}
	for i, e := range old.Edges {
		routes[[2]string{old.Nodes[e.From].ID, old.Nodes[e.To].ID}] = drawn.Edges[i]
	}
	g.BeforeRoutes = nil
	for _, e := range g.Edges {
		g.BeforeRoutes = append(g.BeforeRoutes, routes[[2]string{g.Nodes[e.From].ID, g.Nodes[e.To].ID}])
	}
	for i, n := range old.Nodes {
		at[n.ID] = drawn.Nodes[i]
	}
	g.Before = nil
	for _, n := range g.Nodes {
		p, ok := at[n.ID]
		if !ok {
			p.Layer = -1
		}
		g.Before = append(g.Before, p)
	}
	return g
}

// edit changes a program as typing does: it adds a node with its dependencies and sometimes a
// dependant, renames or removes one, or adds or removes an edge.
func edit(r *rand.Rand, g Graph) Graph {
	g = Graph{Nodes: slices.Clone(g.Nodes), Edges: slices.Clone(g.Edges), Down: g.Down}
	n := len(g.Nodes)
	switch r.Intn(5) {
	case 0, 1:
		at := r.Intn(n + 1)
		g.Nodes = slices.Insert(g.Nodes, at, Node{ID: fmt.Sprint("new", r.Int()), Width: 80 + 4*r.Intn(20),
			Height: 32 + 8*r.Intn(2)})
		for i, e := range g.Edges {
			if e.From >= at {
				g.Edges[i].From++
			}
			if e.To >= at {
				g.Edges[i].To++
			}
		}
		for range 1 + r.Intn(2) {
			g.Edges = append(g.Edges, Edge{at, r.Intn(n + 1)})
		}
	case 2:
		v := r.Intn(n)
		g.Nodes[v].ID, g.Nodes[v].Width = fmt.Sprint("new", r.Int()), g.Nodes[v].Width+4*(r.Intn(9)-4)
	case 3:
		v, w := r.Intn(n), r.Intn(n)
		g.Edges = append(g.Edges, Edge{max(v, w), min(v, w)})
	default:
		i := r.Intn(len(g.Edges))
		g.Edges = slices.Delete(g.Edges, i, i+1)
	}
	return g
}

// shifts returns the distances between the nodes of two drawings along an axis, in halves of their
// sizes, if the page keeps the middle node in place.
func shifts(g Graph, d Drawing) (moved float64) {
	var x, y []int
	var at []int
	for v, p := range g.Before {
		if p.Layer >= 0 {
			x, y, at = append(x, d.Nodes[v].X-p.X), append(y, d.Nodes[v].Y-p.Y), append(at, v)
		}
	}
	sortedX, sortedY := slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))
	mx, my := sortedX[len(x)/2], sortedY[len(y)/2]
	var all []float64
	for i, v := range at {
		dx, dy := float64(max(x[i]-mx, mx-x[i])), float64(max(y[i]-my, my-y[i]))
		all = append(all, max(dx/float64(g.Nodes[v].Width), dy/float64(g.Nodes[v].Height))*2)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func TestAnEditMovesTheOtherNodesLittle(t *testing.T) {
	for _, n := range []int{12, 30, 100} {
		r := rand.New(rand.NewSource(int64(n)))
		var all []float64
		g := sparse(n, n+n/2)
		d := Compute(g)
		for range 60 {
			next := edit(r, g)
			next = follow(next, g, d)
			drawn := Compute(next)
			assert.Empty(t, check(next, drawn))
			all = append(all, shifts(next, drawn))
			g, d = next, drawn
		}
		slices.Sort(all)
		t.Logf("%d nodes: median %.2f, 90th percentile %.2f half nodes", n, all[len(all)/2], all[len(all)*9/10])
		assert.Less(t, all[len(all)/2], 1.0, "%d nodes", n)
	}
}

func TestAnUnchangedGraphIsRedrawnCorrectly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		d := Compute(g)
		again := follow(g, g, d)
		for range 3 {
			now := Compute(again)
			if wrong := check(again, now); len(wrong) > 0 {
				t.Fatal(wrong)
			}
			again = follow(g, g, now)
		}
	})
}

// Lines that passed a layer used to be placed anew, which moved boxes, and the branches of nets were sought again. The
// drawing may still change if straightening continues.
func TestAnUnchangedGraphMostlyHasTheSameDrawing(t *testing.T) {
	for _, n := range []int{12, 30, 100, 300} {
		same := 0
		for seed := range 40 {
			r := rand.New(rand.NewSource(int64(seed)))
			g := sparse(n, n+n/2)
			for range 5 {
				g = edit(r, g)
			}
			g.Down = seed%2 == 0
			d := Compute(g)
			again := Compute(follow(g, g, d))
			if slices.Equal(d.Nodes, again.Nodes) {
				same++
			}
		}
		t.Logf("%d nodes: %d of 40", n, same)
		assert.Greater(t, same, 37, "%d nodes", n)
	}
}

func TestAnyEarlierDrawingIsAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		place := rapid.IntRange(-100, 1000)
		for range g.Nodes {
			g.Before = append(g.Before, Place{place.Draw(t, "x"), place.Draw(t, "y"), rapid.IntRange(-1, 9).
				Draw(t, "layer")})
		}
		if wrong := check(g, Compute(g)); len(wrong) > 0 {
			t.Fatal(wrong)
		}
	})
}
