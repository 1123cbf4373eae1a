package main

import (
	"math"
	"slices"
	"sort"

	"pantograph/evaluator/layout"
)

// A picture is a drawing of a graph by any engine: boxes and polylines in pixels.
type picture struct {
	boxes [][4]float64 // left, top, right, bottom
	lines [][]float64  // x, y, x, y, ... for each edge
	ms    float64
}

// A quality is a set of measures of a picture.
type quality struct {
	crossings int     // points where lines cross
	bends     int     // sum over all edges
	through   int     // edges that run through a box
	overlays  int     // pairs of edges without a common end that overlap
	area      float64 // in pixels
	aspect    float64 // width : height
	ms        float64
}

// A stroke is a straight segment of an edge.
type stroke struct {
	edge       int
	fixed      float64 // x of a vertical stroke, y of a horizontal one
	begin, end float64 // the smaller and the greater of the other coordinates
}

// measure measures a picture. Where a line crosses several lines that share a segment, this counts as
// one crossing.
func measure(g layout.Graph, p picture) quality {
	q := quality{ms: p.ms}
	var level, upright []stroke
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	grow := func(x, y float64) {
		left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
	}
	for _, b := range p.boxes {
		grow(b[0], b[1])
		grow(b[2], b[3])
	}
	for e, line := range p.lines {
		line = straightened(line)
		q.bends += max(0, len(line)/2-2)
		through := false
		for i := 0; i+1 < len(line); i += 2 {
			grow(line[i], line[i+1])
			if i+3 >= len(line) {
				continue
			}
			x, y, x2, y2 := line[i], line[i+1], line[i+2], line[i+3]
			// Engines that use fractions draw lines that are not exactly horizontal or vertical.
			if math.Abs(x-x2) < math.Abs(y-y2) {
				upright = append(upright, stroke{e, x, min(y, y2), max(y, y2)})
			} else {
				level = append(level, stroke{e, y, min(x, x2), max(x, x2)})
			}
			// A line may touch the border of a box, as it does at its ends, but must not enter it.
			through = through || slices.ContainsFunc(p.boxes, func(b [4]float64) bool {
				return min(x, x2) < b[2]-1 && max(x, x2) > b[0]+1 && min(y, y2) < b[3]-1 && max(y, y2) > b[1]+1
			})
		}
		if through {
			q.through++
		}
	}
	q.area, q.aspect = (right-left)*(bottom-top), (right-left)/(bottom-top)
	q.crossings = crossings(level, upright)
	q.overlays = overlays(g, level) + overlays(g, upright)
	return q
}

// straightened returns a line without the points at which it does not bend.
func straightened(line []float64) []float64 {
	var out []float64
	for i := 0; i+1 < len(line); i += 2 {
		x, y, n := line[i], line[i+1], len(out)
		if n >= 2 && same(out[n-2], x) && same(out[n-1], y) {
			continue
		}
		if n >= 4 && (same(out[n-4], out[n-2]) && same(out[n-2], x) || same(out[n-3], out[n-1]) && same(out[n-1], y)) {
			out[n-2], out[n-1] = x, y
			continue
		}
		out = append(out, x, y)
	}
	return out
}

// same reports whether two coordinates are equal except for rounding, since some engines use
// fractions.
func same(a, b float64) bool { return math.Abs(a-b) < 0.5 }

// crossings counts the crossings of vertical and horizontal strokes.
func crossings(level, upright []stroke) int {
	sort.Slice(upright, func(i, j int) bool { return upright[i].fixed < upright[j].fixed })
	// A point counts once, however many lines cross there.
	points := map[[2]int]bool{}
	for _, l := range level {
		i := sort.Search(len(upright), func(i int) bool { return upright[i].fixed > l.begin+0.5 })
		for ; i < len(upright) && upright[i].fixed < l.end-0.5; i++ {
			if u := upright[i]; u.edge != l.edge && u.begin+0.5 < l.fixed && l.fixed < u.end-0.5 {
				points[[2]int{int(math.Round(u.fixed)), int(math.Round(l.fixed))}] = true
			}
		}
	}
	return len(points)
}

// overlays counts pairs of edges without a common end that overlap somewhere.
func overlays(g layout.Graph, strokes []stroke) int {
	sort.Slice(strokes, func(i, j int) bool { return strokes[i].fixed < strokes[j].fixed })
	pairs := map[[2]int]bool{}
	for i, a := range strokes {
		for _, b := range strokes[i+1:] {
			if b.fixed > a.fixed+0.5 {
				break
			}
			ea, eb := g.Edges[a.edge], g.Edges[b.edge]
			if ea.From != eb.From && ea.To != eb.To && a.begin < b.end-1 && b.begin < a.end-1 {
				pairs[[2]int{min(a.edge, b.edge), max(a.edge, b.edge)}] = true
			}
		}
	}
	return len(pairs)
}
