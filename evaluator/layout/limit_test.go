package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// fan returns a graph of a node with twelve users, some of which have a user.
func fan() Graph {
	g := graphOf(17)
	for v := 1; v <= 12; v++ {
		g.Edges = append(g.Edges, Edge{v, 0})
	}
	for v := 13; v < 17; v++ {
		g.Edges = append(g.Edges, Edge{v, 3 * (v - 12)})
	}
	return g
}

func TestADrawingKeepsWithinItsLimit(t *testing.T) {
	for _, down := range []bool{false, true} {
		g := fan()
		g.Down = down
		across := func() int {
			d := Compute(g)
			assert.Empty(t, check(g, d))
			if down {
				return d.Width
			}
			return d.Height
		}
		free := across()
		for _, g.Limit = range []int{200, 300, 400, 600, 900} {
			assert.LessOrEqual(t, across(), g.Limit, "down: %t", down)
		}
		g.Limit = free
		assert.Equal(t, free, across())
	}
}

func TestALayerExceedsTheLimitOnlyWithOneBox(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		parts, _ := split(g)
		for _, p := range parts {
			s := newSketch(g, p, backEdges(len(g.Nodes), g.Edges))
			s.rank()
			if g.Limit > 0 {
				s.divide()
			}
			boxes, extent := map[int]int{}, map[int]int{}
			for v := range s.nodes {
				box := s.vertices[v]
				boxes[box.layer]++
				extent[box.layer] += box.pad + box.before + box.after
			}
			for l := range boxes {
				fits := extent[l]+(boxes[l]-1)*nodeGap <= g.maxExtent()
				assert.True(t, g.Limit == 0 || boxes[l] == 1 || fits, "layer %d", l)
			}
		}
	})
}

// Layers that were divided used to be divided at other nodes after each edit.
func TestDividedLayersStayWhenANodeIsRemoved(t *testing.T) {
	g := fan()
	g.Down, g.Limit = true, 400
	before := Compute(g)
	next := fan()
	next.Nodes, next.Edges = next.Nodes[:16], next.Edges[:15]
	next.Down, next.Limit = true, 400
	after := Compute(follow(next, g, before))
	assert.Equal(t, before.Nodes[:16], after.Nodes)
}

func TestALayerWhoseNodesAreRemovedDisappears(t *testing.T) {
	g := graphOf(3, 1, 0, 2, 1, 2, 0)
	g.Limit = 300
	next := g
	next.Nodes, next.Edges = []Node{g.Nodes[0], g.Nodes[2]}, []Edge{{1, 0}}
	after := Compute(follow(next, g, Compute(g)))
	assert.Equal(t, 1, after.Nodes[1].Layer)
}

func TestANewNodeIsInTheLayerBeforeTheNodesThatNeedIt(t *testing.T) {
	g := graphOf(4, 1, 0, 2, 1, 3, 2)
	g.Limit = 300
	next := graphOf(5, 1, 0, 2, 1, 3, 2, 3, 4)
	next.Limit = 300
	after := Compute(follow(next, g, Compute(g)))
	assert.Equal(t, 3, after.Nodes[3].Layer)
	assert.Equal(t, 2, after.Nodes[4].Layer)
}
