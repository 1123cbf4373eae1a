package ir

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSlabElementsDoNotOverlap(t *testing.T) {
	var s Slab[int]
	seen := map[*int]bool{}
	var slices [][]int
	for i := range 1000 {
		p := s.New()
		assert.Zero(t, *p)
		assert.False(t, seen[p])
		seen[p] = true
		*p = i + 1
		room := s.Slice(i % 40)
		assert.Empty(t, room)
		assert.GreaterOrEqual(t, cap(room), i%40)
		for range i%40 + 1 { // one more than there is room for
			room = append(room, -i)
		}
		slices = append(slices, room)
	}
	for i, room := range slices {
		for _, n := range room {
			assert.Equal(t, -i, n)
		}
	}
	for p := range seen {
		assert.Positive(t, *p)
	}
}
