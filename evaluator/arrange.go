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

// isFor reports whether the drawing was made for the pane of a request.
func (a *arrangement) isFor(asked *protocol.LayoutRequest) bool {
	return a.Viewport.Width == asked.Width && a.Viewport.Height == asked.Height
}

// isReadable reports whether the labels of the drawing are readable in its pane.
func (a *arrangement) isReadable() bool { return a.scale() >= readableScale }

// scale returns the scale at which the drawing fits into its pane, in thousandths.
func (a *arrangement) scale() int { return a.Scale(a.Drawing.Width, a.Drawing.Height) }

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

// placeNear implements arrange for given nodes. Most edits change neither boxes nor lines; then the drawing stays
// the same. If the arrangement before is readable and the next one is not, fit may have made the former as a trial,
// so this is tried for the next one, too.
func (d *drawing) placeNear(asked *protocol.LayoutRequest, before *arrangement) arrangement {
	if before == nil || before.direction() != cmp.Or(asked.Direction, before.direction()) {
		return d.place(asked, before)
	}
	if before.isFor(asked) && before.past.IsOf(d.Graph) {
		return *before
	}
	a := d.place(asked, before)
	if a.isReadable() || a.Scale(before.Drawing.Width, before.Drawing.Height) < readableScale {
		return a
	}
	// If nothing is readable, the drawing with the largest scale is best.
	if near := d.tryDirection(asked, before, before.Down, true, a.scale()+1); near != nil {
		a = *near
	}
	if !a.isReadable() {
		if anew := d.tryDirection(asked, nil, before.Down, true, a.scale()+1); anew != nil {
			a = *anew
		}
	}
	return a
}

// place implements arrange for the nodes that fit has kept. A drawing whose layers are limited to the pane has longer
// lines and more bends, so it is only made if the other one is not readable, or if the arrangement before is limited
// to the same pane.
func (d *drawing) place(asked *protocol.LayoutRequest, before *arrangement) arrangement {
	if before != nil && asked.Direction != "" && asked.Direction != before.direction() {
		before = nil
	}
	isLimited := before != nil && before.Limit > 0 && before.isFor(asked)
	if isLimited {
		if a := d.try(asked, before, false); a != nil {
			return *a
		}
	}
	a, plan := d.placeFreely(asked, before)
	if isLimited || asked.Width <= 0 || a.isReadable() || len(d.Nodes) > maxTrialNodes {
		return a
	}
	for _, down := range directions(asked, before) {
		// Dividing layers makes the drawing longer, so if it is too long already, this is not tried.
		width, height := plan.MinSize(down)
		if down && a.Scale(0, height) < readableScale || !down && a.Scale(width, 0) < readableScale {
			continue
		}
		if limited := d.tryDirection(asked, before, down, false, readableScale); limited != nil {
			return *limited
		}
	}
	return a
}

// placeFreely implements place without a limit. It also returns the plan of the drawing.
func (d *drawing) placeFreely(asked *protocol.LayoutRequest, before *arrangement) (arrangement, render.Plan) {
	view := render.Viewport{Width: asked.Width, Height: asked.Height}
	switch {
	case asked.Direction != "" || asked.Width <= 0:
		view.Down = asked.Direction == "down"
	case before != nil:
		view.Down = before.Down
	case len(d.Nodes) > maxTrialNodes:
		view.Down = asked.Height > asked.Width
	default:
		plan := render.NewPlan(d.Graph, view)
		return larger(plan, view), plan
	}
	if before != nil && before.Down == view.Down {
		view.Before = before.past
	}
	plan := render.NewPlan(d.Graph, view)
	return arrangement{Drawing: plan.Draw(view.Down), Viewport: view}, plan
}

// larger returns the drawing in the direction in which it is larger in the pane.
func larger(plan render.Plan, view render.Viewport) arrangement {
	a := largerDraft(plan, view)
	if !plan.DraftIsFinal() {
		a.Drawing = plan.Draw(a.Down)
	}
	return a
}

// largerDraft implements larger. Text is wide, so a left-to-right drawing may be slightly smaller, unless only the
// other one is readable. It draws the graph in one direction only if the other drawing's least size shows that it is
// not wanted.
func largerDraft(plan render.Plan, view render.Viewport) arrangement {
	isDownBetter := func(down, right int) bool {
		return down*9 > right*10 || right < readableScale && down >= readableScale
	}
	draw := func(down bool) arrangement {
		view.Down = down
		return arrangement{Viewport: view, Drawing: plan.Draft(down)}
	}
	var down, right arrangement
	most, mostDown := view.Scale(plan.MinSize(false)), view.Scale(plan.MinSize(true))
	if isDownBetter(mostDown, most) {
		if down = draw(true); isDownBetter(down.scale(), most) {
			return down
		}
		right = draw(false)
	} else {
		if right = draw(false); !isDownBetter(mostDown, right.scale()) {
			return right
		}
		down = draw(true)
	}
	if isDownBetter(down.scale(), right.scale()) {
		return down
	}
	return right
}

// fit removes nodes until the drawing is readable in the pane, and returns a readable drawing of the
// remaining ones. It keeps those nearest to Near, to Focus, or to the node with the most users. Bisection
// finds how many of them it can keep; then fit adds those of the following nodes for which there is room:
// one node that does not fit must not leave the rest of the pane empty. It returns nil if not even one node fits.
func (d *drawing) fit(asked *protocol.LayoutRequest) *arrangement {
	if len(d.Nodes) <= maxTrialNodes {
		if a := d.try(asked, nil, true); a != nil {
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
		if a := d.only(order[:half]).try(asked, nil, true); a != nil {
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

// extend returns the first low nodes of an order, each later one with which the drawing is still readable, and the
// last readable drawing.
func (d *drawing) extend(order []int, low int, asked *protocol.LayoutRequest,
	fitting *arrangement) ([]int, *arrangement) {
	kept := order[:low:low]
	for _, v := range order[low:] {
		more := append(kept, v)
		part := d.only(more)
		a := part.try(asked, fitting, true)
		if a == nil && len(more) <= fewNodes {
			a = part.try(asked, nil, true)
		}
		if a != nil {
			kept, fitting = more, a
		}
	}
	return kept, fitting
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

// try returns a readable drawing whose layers are limited to the pane, or nil if there is none. If near is not nil,
// the drawing has the same direction, and nodes stay near their positions there; a trial only keeps their order, which
// is faster.
func (d *drawing) try(asked *protocol.LayoutRequest, near *arrangement, isTrial bool) *arrangement {
	for _, down := range directions(asked, near) {
		if a := d.tryDirection(asked, near, down, isTrial, readableScale); a != nil {
			return a
		}
	}
	return nil
}

// directions lists the directions, whether down, of the drawings that are tried.
func directions(asked *protocol.LayoutRequest, near *arrangement) []bool {
	direction := asked.Direction
	if near != nil {
		direction = near.direction()
	}
	if direction == "" {
		return []bool{false, true}
	}
	return []bool{direction == "down"}
}

// leastArea estimates the least area of a drawing: that of the boxes and, if most nodes have edges, of the gaps between
// them.
func (d *drawing) leastArea(down bool) (sum int) {
	isLinked := 4*len(d.Edges) >= 3*len(d.Nodes)
	for _, n := range d.Nodes {
		if width, height := n.Box(); isLinked {
			sum += layout.AreaInLayer(width, height, down)
		} else {
			sum += width * height
		}
	}
	return sum
}

// tryDirection implements try in one direction. It returns nil if the scale of the drawing would be less than scale. It
// avoids drawing the graph if it can, since most trials of fit are far too large.
func (d *drawing) tryDirection(asked *protocol.LayoutRequest, near *arrangement, down, isTrial bool,
	scale int) *arrangement {
	view := render.Viewport{Down: down, Width: asked.Width, Height: asked.Height, IsTrial: isTrial}
	if d.leastArea(down)*scale/1000*scale/1000 > view.Width*view.Height {
		return nil
	}
	if near != nil {
		view.Before = near.past
	}
	view.Limit = asked.Height * 1000 / readableScale
	if down {
		view.Limit = asked.Width * 1000 / readableScale
	}
	plan := render.NewPlan(d.Graph, view)
	if view.Scale(plan.MinSize(down)) < scale {
		return nil
	}
	a := &arrangement{Drawing: plan.Draw(down), Viewport: view}
	if a.scale() < scale {
		return nil
	}
	a.past = d.Past(a.Drawing)
	return a
}
