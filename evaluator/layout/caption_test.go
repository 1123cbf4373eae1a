package layout

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func areaOf(c Caption) rect {
	return rect{c.X, c.Y - captionAscent, c.X + Code.Width(c.Text), c.Y + captionDepth}
}

// arrowhead returns the area of the arrowhead at the first of two points.
func arrowhead(x, y, x2, y2 int) rect {
	const length, half = 8, 3
	switch {
	case x < x2:
		return rect{x, y - half, x + length, y + half}
	case x > x2:
		return rect{x - length, y - half, x, y + half}
	case y < y2:
		return rect{x - half, y, x + half, y + length}
	default:
		return rect{x - half, y - length, x + half, y}
	}
}

func TestCaptionsOverlapNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := anyGraph(t)
		d := Compute(g)
		texts := make([]string, len(g.Edges))
		for e := range texts {
			texts[e] = rapid.StringMatching(`[a-z]{0,9}(\.[a-zA-Z]{1,12}){0,3}`).Draw(t, "text")
		}
		var badges []Badge
		for v, p := range d.Nodes {
			if rapid.Bool().Draw(t, "badge") {
				badges = append(badges, Badge{p.X + g.Nodes[v].Width - 18, p.Y + g.Nodes[v].Height - 3, 22, 14})
			}
		}
		captions := Captions(g, d, texts, badges)
		for e, c := range captions {
			if c.Text == "" {
				continue
			}
			if !strings.HasSuffix(texts[e], strings.TrimPrefix(c.Text, ellipsis)) {
				t.Fatalf("%q is not the end of %q", c.Text, texts[e])
			}
			a := areaOf(c)
			for v := range g.Nodes {
				if a.overlaps(boxOf(g, d, v)) {
					t.Fatalf("caption %d overlaps box %d", e, v)
				}
			}
			for _, b := range badges {
				if a.overlaps(rect{b.X, b.Y, b.X + b.Width, b.Y + b.Height}) {
					t.Fatalf("caption %d overlaps a badge", e)
				}
			}
			for f, r := range d.Edges {
				if p, n := r.Points, len(r.Points); a.overlaps(arrowhead(p[0], p[1], p[2], p[3])) ||
					a.overlaps(arrowhead(p[n-2], p[n-1], p[n-4], p[n-3])) {
					t.Fatalf("caption %d overlaps an arrowhead of line %d", e, f)
				}
				segments(r.Points, func(s rect) {
					if a.overlaps(s) {
						t.Fatalf("caption %d overlaps line %d", e, f)
					}
				})
				if o := captions[f]; f < e && o.Text != "" && g.Edges[e].From == g.Edges[f].From &&
					a.overlaps(areaOf(o)) {
					t.Fatalf("captions %d and %d of one box overlap", f, e)
				}
			}
		}
	})
}

func TestMostLinesHaveRoomForACaption(t *testing.T) {
	g := sparse(40, 60)
	texts := make([]string, len(g.Edges))
	for e := range texts {
		texts[e] = "properties.tags.Name"
	}
	found := 0
	for _, c := range Captions(g, Compute(g), texts, nil) {
		if strings.HasSuffix(c.Text, "ame") {
			found++
		}
	}
	assert.Greater(t, found, 45)
}
