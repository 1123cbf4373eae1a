package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestDrawingAPlanInOneDirectionDoesNotAffectTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		g.Limit = 0 // which holds only in the direction of the graph
		p := NewPlan(g)
		for _, down := range []bool{!g.Down, g.Down, !g.Down} {
			alone := g
			alone.Down = down
			draft := p.Draft(down)
			assert.Equal(t, Compute(alone), p.Draw(down))
			if p.DraftIsFinal() {
				assert.Equal(t, p.Draw(down), draft)
			}
		}
	})
}

func TestADrawingIsNotSmallerThanItsMinSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := NewPlan(anyGraph(t))
		for _, down := range []bool{false, true} {
			width, height := p.MinSize(down)
			d := p.Draw(down)
			assert.LessOrEqual(t, width, d.Width)
			assert.LessOrEqual(t, height, d.Height)
		}
	})
}

func TestTheMinSizeOfAChainIsItsSize(t *testing.T) {
	g := graphOf(3, 1, 0, 2, 1)
	d := Compute(g)
	width, height := NewPlan(g).MinSize(false)
	assert.Equal(t, []int{d.Width, d.Height}, []int{width, height})
}
