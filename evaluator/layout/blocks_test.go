package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// ranked returns the parts of a graph, with filled layers in their initial order.
func ranked(g Graph) []*sketch {
	var sketches []*sketch
	parts, _ := split(g)
	for _, p := range parts {
		s := newSketch(g, p, backEdges(len(g.Nodes), g.Edges))
		s.rank()
		s.addNets()
		s.fillLayers()
		sketches = append(sketches, s)
	}
	return sketches
}

func TestSiftingABlockNeverAddsCrossingsAndLongLinesDoNotCrossOneAnother(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range ranked(anyGraph(t)) {
			c, k, b := newCrossings(s), newBlocks(s), &budget{blocksBudget}
			for block := range k.within {
				before := c.all()
				k.sift(block, b)
				if now := c.all(); now > before || c.ofLong() > 0 {
					t.Fatalf("sifting block %d: %d crossings before, %d after; %d of long lines", block, before, now,
						c.ofLong())
				}
			}
		}
	})
}

func TestASiftedBlockIsAtItsBestPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range ranked(anyGraph(t)) {
			c, k, b := newCrossings(s), newBlocks(s), &budget{blocksBudget}
			if len(k.order) > 40 {
				continue // trying all places would take too long
			}
			for block := range k.within {
				k.sift(block, b)
				least, best := c.all(), k.rank[block]
				for place := range k.order {
					if k.move(block, place); c.all() < least {
						t.Fatalf("block %d: %d crossings at place %d, but %d at place %d", block, least, best, c.all(),
							place)
					}
				}
				k.move(block, best)
			}
		}
	})
}

func TestBlocksPreserveTheOrderOfLayersInWhichLongLinesDoNotCross(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range ranked(anyGraph(t)) {
			newBlocks(s) // afterwards, long lines do not cross
			before := s.copyLayers()
			newBlocks(s)
			assert.Equal(t, before, s.layers)
		}
	})
}

func TestSearchingDoesNotAddCrossings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range ranked(anyGraph(t)) {
			c, k := newCrossings(s), newBlocks(s)
			before := c.cost()
			now := k.search(c, before, &budget{10_000})
			assert.LessOrEqual(t, now, before)
			assert.Equal(t, now, c.cost())
		}
	})
}

func TestSiftingAVertexNeverAddsCrossings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range ranked(anyGraph(t)) {
			c, b := newCrossings(s), &budget{orderBudget}
			for v := range s.vertices {
				before := c.all()
				s.sift(v, b)
				if now := c.all(); now > before {
					t.Fatalf("sifting vertex %d: %d crossings before, %d after", v, before, now)
				}
			}
		}
	})
}

func TestLinesOfADenseGraphHaveFewBends(t *testing.T) {
	g, bends := sparse(100, 300), 0
	for _, r := range Compute(g).Edges {
		bends += len(r.Points)/2 - 2
	}
	assert.Less(t, bends, 3*len(g.Edges))
	t.Logf("%d edges, %d bends", len(g.Edges), bends)
}
