package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func drawnCrossings(s *sketch) int {
	sum, _ := s.drawnCrossings()
	return sum
}

func TestANetBranchesIfOneLineWouldCrossOthers(t *testing.T) {
	// Both 2 and 3 need 0 and 1, and 1 is between 0 and them.
	sketches := ranked(graphOf(5, 1, 0, 2, 0, 3, 0, 4, 0, 2, 1, 3, 1))
	require.Len(t, sketches, 1)
	s := sketches[0]
	s.orderFromScratch(newCrossings(s))
	require.Equal(t, 1, drawnCrossings(s))
	s = s.branched()
	assert.Zero(t, drawnCrossings(s))
	assert.Len(t, s.nets, 3)
}

func TestANetThatCrossesNothingDoesNotBranch(t *testing.T) {
	for _, s := range ranked(graphOf(4, 1, 0, 2, 1, 3, 2, 2, 0, 3, 0)) {
		assert.Same(t, s, s.branched())
	}
}

func TestBranchesAvoidCrossingsAndKeepAllEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for _, s := range ranked(anyGraph(t)) {
			b := s.branched()
			assert.LessOrEqual(t, drawnCrossings(b), drawnCrossings(s))
			for a, arc := range s.arcs {
				n := b.nets[b.netOf[a]]
				assert.Equal(t, arc.left, n.source)
				assert.Contains(t, n.ends, arc.right)
			}
		}
	})
}
