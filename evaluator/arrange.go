package evaluator

import (
	"cmp"

	"pantograph/evaluator/layout"
	"pantograph/evaluator/protocol"
	"pantograph/evaluator/render"
)

// readableScale is the smallest scale, in thousandths, at which labels are readable: their font
// size is 13 pixels and must not fall below 12.
const readableScale = 1000 * 12 / 13

// maxTrialNodes is the largest number of nodes that are laid out for a comparison: in both
// directions, to choose one, or completely, to see whether they fit.
const maxTrialNodes = 300

// extraTrials is the number of further nodes that are tried one by one after bisection.
const extraTrials = 48

// fewNodes are so few that each trial can order them from scratch.
const fewNodes = 14

// An arrangement is a drawing that has been laid out, and its viewport.
type arrangement struct {
	layout.Drawing
	render.Viewport
	past *render.PastDrawing // the drawing, for the next one
}

// direction returns the direction of the drawing, as in a request.
func (a *arrangement) direction() string {
	if a.Down {
		return "down"
	}
	return "right"
}

// isReadable reports whether the labels of the drawing are readable in its pane.
func (a arrangement) isReadable() bool {
	return a.Scale(a.Drawing.Width, a.Drawing.Height) >= readableScale
}

// arrange lays out the drawing as requested. With Fit, it first removes nodes until the labels are
// readable. If the request has no direction, arrange keeps the direction of the arrangement before. If before
// is nil, it chooses the direction in which the drawing is larger or, for a large graph, in which the pane is
// longer. If the direction is the same as in before, nodes stay near their positions there.
func (d *drawing) arrange(asked *protocol.LayoutRequest, before *arrangement) arrangement {
	if asked.Width <= 0 || asked.Height <= 0 {
		return d.place(asked, before)
	}
	if !asked.Fit {
		return d.placeNear(asked, before)
	}
	fitting := d.fit(asked)
	a := d.place(asked, before)
	if !a.isReadable() && before != nil {
		// The nodes fit into the pane, but not in the previous direction, or not near their previous positions.
		a = d.place(asked, nil)
	}
	if !a.isReadable() && fitting != nil {
		return *fitting
	}
	return a
}

// placeNear implements arrange for given nodes. Most edits change neither boxes nor lines; then the drawing stays the
// same. If the arrangement before is readable and the next one is not, fit may have made the former with less care for
// crossings, so this is tried for the next one, too.
func (d *drawing) placeNear(asked *protocol.LayoutRequest, before *arrangement) arrangement {
	if before == nil || before.direction() != cmp.Or(asked.Direction, before.direction()) {
		return d.place(asked, before)
	}
	if asked.Width == before.Viewport.Width && asked.Height == before.Viewport.Height && before.past.IsOf(d.Graph) {
		return *before
	}
	a := d.place(asked, before)
	if a.isReadable() || a.Scale(before.Drawing.Width, before.Drawing.Height) < readableScale {
		return a
	}
	same := *asked
	same.Direction = before.direction()
	if fitting := d.try(&same, before); fitting != nil {
		return *fitting
	}
	return a
}

// place implements arrange for the nodes that fit has kept.
func (d *drawing) place(asked *protocol.LayoutRequest, before *arrangement) arrangement {
	view := render.Viewport{Width: asked.Width, Height: asked.Height}
	switch {
	case asked.Direction != "" || asked.Width <= 0:
		view.Down = asked.Direction == "down"
	case before != nil:
		view.Down = before.Down
	case len(d.Nodes) > maxTrialNodes:
		view.Down = asked.Height > asked.Width
	default:
		return larger(render.NewPlan(d.Graph, view), view)
	}
	if before != nil && before.Down == view.Down {
		view.Before = before.past
	}
	return arrangement{Drawing: render.Arrange(d.Graph, view), Viewport: view}
}

// larger draws in both directions and returns the drawing that is larger in the pane. Text is wide, so a
// left-to-right drawing may be slightly smaller, unless only the other one is readable.
func larger(plan render.Plan, view render.Viewport) arrangement {
	right, below := plan.Draw(false), plan.Draw(true)
	scale, scaleBelow := view.Scale(right.Width, right.Height), view.Scale(below.Width, below.Height)
	view.Down = scaleBelow*9 > scale*10 || scale < readableScale && scaleBelow >= readableScale
	if view.Down {
		return arrangement{Drawing: below, Viewport: view}
	}
	return arrangement{Drawing: right, Viewport: view}
}

// fit removes nodes until the drawing is readable in the pane, and returns a readable drawing of the
// remaining ones. It keeps those nearest to Near, to Focus, or to the node with the most users. Bisection
// finds how many of them it can keep; then fit adds those of the following nodes for which there is room.
// Without the second step, a node with more users than fit into one layer would be drawn almost alone in an
// otherwise empty pane. It returns nil if not even one node fits.
func (d *drawing) fit(asked *protocol.LayoutRequest) *arrangement {
	if len(d.Nodes) <= maxTrialNodes {
		if a := d.try(asked, nil); a != nil {
			return a
		}
	}
	near := d.find(asked.Near)
	if len(near) == 0 {
		near = d.find(asked.Focus)
	}
	order := d.indexGraph().Nearest(near)
	low, high := 0, min(len(order), maxTrialNodes)
	var fitting *arrangement
	for low+1 < high {
		half := (low + high) / 2
		if a := d.only(order[:half]).try(asked, nil); a != nil {
			low, fitting = half, a
		} else {
			high = half
		}
	}
	low = max(low, 1)
	// Trials on the whole graph would take too long.
	part := d.only(order[:min(len(order), low+extraTrials)])
	at := part.indices()
	for i, v := range order[:len(part.Nodes)] {
		order[i] = at[d.Nodes[v].ID]
	}
	order = order[:len(part.Nodes)]
	if fitting != nil {
		order, fitting = part.extend(order, low, asked, fitting)
	} else {
		order = order[:low]
	}
	*d = *part.only(order)
	return fitting
}

// extend returns the first low nodes of an order, each later one with which the drawing is still
// readable, and the last readable drawing. Readability is not monotonic: with one more node, the layout can
// become narrower. So extend tries the nodes for which there was no room again, until none fits.
func (d *drawing) extend(order []int, low int, asked *protocol.LayoutRequest,
	fitting *arrangement) ([]int, *arrangement) {
	kept, rest := order[:low:low], order[low:]
	for {
		var skipped []int
		for _, v := range rest {
			more := append(kept, v)
			part := d.only(more)
			a := part.try(asked, fitting)
			if a == nil && len(more) <= fewNodes {
				a = part.try(asked, nil)
			}
			if a != nil {
				kept, fitting = more, a
			} else {
				skipped = append(skipped, v)
			}
		}
		if len(skipped) == len(rest) {
			return kept, fitting
		}
		rest = skipped
	}
}

// only returns the drawing of some of its nodes, given by index.
func (d *drawing) only(nodes []int) *drawing {
	part, wanted := *d, make([]bool, len(d.Nodes))
	for _, v := range nodes {
		wanted[v] = true
	}
	part.keep(wanted)
	return &part
}

// try returns a readable drawing, or nil if there is none. If near is not nil, try keeps the order
// of that drawing, which is faster. It avoids drawing the graph if it can, since most trials of fit are
// far too large.
func (d *drawing) try(asked *protocol.LayoutRequest, near *arrangement) *arrangement {
	view := render.Viewport{Width: asked.Width, Height: asked.Height, IsTrial: true}
	if near != nil {
		view.Down, view.Before = near.Down, near.past
	}
	plan := render.NewPlan(d.Graph, view)
	for _, down := range []bool{view.Down, !view.Down} {
		isAsked := asked.Direction == "" || down == (asked.Direction == "down")
		if !isAsked || view.Scale(plan.MinSize(down)) < readableScale {
			continue
		}
		a := arrangement{Drawing: plan.Draw(down), Viewport: view}
		if a.isReadable() {
			a.Down, a.past = down, d.Past(a.Drawing)
			return &a
		}
	}
	return nil
}
