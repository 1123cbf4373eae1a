package layout

import "cmp"

// Dimensions of captions, in pixels.
const (
	maxCaptionWidth = 168
	minCaptionWidth = 24 // shorter captions are useless
	captionAscent   = 9  // above the baseline
	captionDepth    = 3  // below the baseline
	captionOff      = 4  // from the line to the baseline above it
	arrowLength     = 8  // of an arrowhead, which may be at either end of a line
	arrowReach      = 4  // of an arrowhead and a gap, to each side of the line
	cell            = 64 // cell size of the occupancy table
)

// A Caption is the text beside a line; Text is "" if there is no room.
type Caption struct {
	Text string
	X, Y int // start of the baseline
}

// An area is a rectangle occupied by a box, a line or a caption.
type area struct {
	left, top, right, bottom int
	edge                     int // the edge of a line or caption, -1 for a box
	isText                   bool
}

// overlaps reports whether two areas overlap; touching does not count.
func (a area) overlaps(b area) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// captions finds free places for captions.
type captions struct {
	graph Graph
	areas []area
	// Each area is in the list of every cell that it touches. Lists are linked by index into entries, counted
	// from 1: with a map of cells, captions took three times as long.
	columns, rows int
	lists         []int32
	entries       []entry
}

// An entry of a cell's list is an area, and the next entry or 0.
type entry struct{ area, next int32 }

// addArrow records the area of an arrowhead at the first of two points of a line.
func (c *captions) addArrow(edge, x, y, x2, y2 int) {
	a := area{x - arrowReach, y - arrowReach, x + arrowReach, y + arrowReach, edge, false}
	if y == y2 {
		a.left, a.right = min(x, x+arrowLength*cmp.Compare(x2, x)), max(x, x+arrowLength*cmp.Compare(x2, x))
	} else {
		a.top, a.bottom = min(y, y+arrowLength*cmp.Compare(y2, y)), max(y, y+arrowLength*cmp.Compare(y2, y))
	}
	c.add(a)
}

// A Badge is a rectangle at the edge of a box, which captions must not overlap either.
type Badge struct{ X, Y, Width, Height int }

// Captions places a caption beside the line of each edge: as much of the end of its text as there
// is room for. Captions do not overlap boxes, badges, lines or captions of edges with
// which they share an end, because those are shown together.
func Captions(g Graph, d Drawing, texts []string, badges []Badge) []Caption {
	c := &captions{graph: g, columns: d.Width/cell + 1, rows: d.Height/cell + 1}
	c.lists = make([]int32, c.columns*c.rows)
	count := len(g.Nodes) + len(badges) + 2*len(d.Edges)
	for _, r := range d.Edges {
		count += len(r.Points) / 2
	}
	c.areas, c.entries = make([]area, 0, count), make([]entry, 0, 2*count)
	for v, n := range g.Nodes {
		at := d.Nodes[v]
		c.add(area{at.X, at.Y, at.X + n.Width, at.Y + n.Height, -1, false})
	}
	for _, b := range badges {
		c.add(area{b.X, b.Y, b.X + b.Width, b.Y + b.Height, -1, false})
	}
	for e, r := range d.Edges {
		for i := 0; i+3 < len(r.Points); i += 2 {
			x, y, x2, y2 := r.Points[i], r.Points[i+1], r.Points[i+2], r.Points[i+3]
			c.add(area{min(x, x2) - 1, min(y, y2) - 1, max(x, x2) + 1, max(y, y2) + 1, e, false})
			if i == 0 {
				c.addArrow(e, x, y, x2, y2)
			}
			if i+4 == len(r.Points) {
				c.addArrow(e, x2, y2, x, y)
			}
		}
	}
	out := make([]Caption, len(d.Edges))
	for e, r := range d.Edges {
		if texts[e] != "" {
			out[e] = c.place(e, r.Points, texts[e], d)
		}
	}
	return out
}

// add records an area in every cell that it touches, so that isFree looks at few areas.
func (c *captions) add(a area) {
	i := len(c.areas)
	c.areas = append(c.areas, a)
	c.eachCell(a, func(list *int32) bool {
		c.entries = append(c.entries, entry{int32(i), *list})
		*list = int32(len(c.entries))
		return true
	})
}

// eachCell calls f with the list of each cell that an area touches, until f returns false, and reports whether it never
// did.
func (c *captions) eachCell(a area, f func(list *int32) bool) bool {
	for y := max(0, a.top/cell); y <= min(a.bottom/cell, c.rows-1); y++ {
		for x := max(0, a.left/cell); x <= min(a.right/cell, c.columns-1); x++ {
			if !f(&c.lists[y*c.columns+x]) {
				return false
			}
		}
	}
	return true
}

// place tries to place shorter and shorter texts on both sides of each piece of a line, starting
// at the box of From.
func (c *captions) place(e int, points []int, text string, d Drawing) Caption {
	for most := maxCaptionWidth; most >= minCaptionWidth; most = most * 2 / 3 {
		short := Code.Tail(text, most)
		width := Code.Width(short)
		for i := 0; i+3 < len(points); i += 2 {
			for _, at := range beside(points[i:i+4], width) {
				a := area{at[0], at[1] - captionAscent, at[0] + width, at[1] + captionDepth, e, true}
				if a.left >= 0 && a.top >= 0 && a.right <= d.Width && a.bottom <= d.Height && c.isFree(a) {
					c.add(a)
					return Caption{short, at[0], at[1]}
				}
			}
		}
		if width < most/2 {
			break // a smaller limit does not shorten the text
		}
	}
	return Caption{}
}

// beside lists places for a caption of a given width along a straight piece of a line: at its
// beginning, middle and end.
func beside(piece []int, width int) (places [][2]int) {
	x, y, x2, y2 := piece[0], piece[1], piece[2], piece[3]
	isLevel, room := y == y2, max(x, x2)-min(x, x2)-width
	if !isLevel {
		room = max(y, y2) - min(y, y2) - captionAscent - captionDepth
	}
	if room -= 2 * captionOff; room < 0 {
		return nil
	}
	for _, way := range []int{captionOff, captionOff + room/2, captionOff + room} {
		if isLevel {
			left := min(x, x2) + way
			// The second place is above an arrowhead.
			places = append(places, [2]int{left, y - captionOff}, [2]int{left, y - captionDepth - arrowReach},
				[2]int{left, y + captionOff + captionAscent})
		} else {
			base := min(y, y2) + way + captionAscent
			places = append(places, [2]int{x + captionOff, base}, [2]int{x - captionOff - width, base})
		}
	}
	return places
}

// isFree reports whether nothing obstructs a caption.
func (c *captions) isFree(a area) bool {
	return c.eachCell(a, func(list *int32) bool {
		for at := *list; at > 0; at = c.entries[at-1].next {
			b := &c.areas[c.entries[at-1].area]
			if a.overlaps(*b) && !(b.isText && !c.seenTogether(a.edge, b.edge)) {
				return false
			}
		}
		return true
	})
}

// seenTogether reports whether two edges share an end. The page shows the captions of one node's
// edges at a time.
func (c *captions) seenTogether(e, f int) bool {
	a, b := c.graph.Edges[e], c.graph.Edges[f]
	return a.From == b.From || a.To == b.To || a.From == b.To || a.To == b.From
}
