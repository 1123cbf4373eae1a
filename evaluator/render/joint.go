package render

import (
	"cmp"
	"slices"
	"sort"

	"pantograph/evaluator/layout"
)

// A joint is a point where lines that share a trunk meet. A trunk is the common part of lines near one
// node. A joint is drawn as a dot, to distinguish it from a crossing.
type joint struct {
	x, y int
	back bool // the lines close a cycle, so they have another colour
}

// A stroke is a horizontal or vertical segment of a line, with begin <= end.
type stroke struct {
	back       bool
	vertical   bool
	fixed      int // x of a vertical stroke, y of a horizontal one
	begin, end int
}

// compareStrokes orders strokes: horizontal before vertical, then by position. The functions
// appendJoints and directions rely on this order.
func compareStrokes(a, b stroke) int {
	switch {
	case a.vertical != b.vertical && b.vertical:
		return -1
	case a.vertical != b.vertical:
		return 1
	case a.fixed != b.fixed:
		return cmp.Compare(a.fixed, b.fixed)
	case a.begin != b.begin:
		return cmp.Compare(a.begin, b.begin)
	default:
		return cmp.Compare(a.end, b.end)
	}
}

// joints finds the points where three or four strokes of a trunk meet.
func joints(d layout.Drawing) []joint {
	var lines []int
	for e, r := range d.Edges {
		// An edge whose node is not drawn has no points.
		if len(r.Points) >= 4 {
			lines = append(lines, e)
		}
	}
	compare := func(e, f int) int {
		a, b := trunkOf(d.Edges[e]), trunkOf(d.Edges[f])
		if a[0] != b[0] {
			return cmp.Compare(a[0], b[0])
		}
		return cmp.Compare(a[1], b[1])
	}
	sort.SliceStable(lines, func(i, j int) bool { return compare(lines[i], lines[j]) < 0 })
	var found []joint
	var strokes []stroke
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && compare(lines[0], lines[n]) == 0 {
			n++
		}
		// A single line does not meet itself.
		if n > 1 {
			strokes = strokes[:0]
			for _, e := range lines[:n] {
				strokes = appendStrokes(strokes, d.Edges[e])
			}
			sort.SliceStable(strokes, func(i, j int) bool { return compareStrokes(strokes[i], strokes[j]) < 0 })
			// Lines of one trunk share strokes, each of which counts once.
			found = appendJoints(found, slices.Compact(strokes))
		}
		lines = lines[n:]
	}
	return found
}

// trunkOf returns the point where the trunk of a line starts. Lines share a trunk near the node that they
// lead to; those that close a cycle share it near the node that they come from.
func trunkOf(r layout.Route) [2]int {
	p := r.Points
	if r.Back {
		return [2]int{p[0], p[1]}
	}
	return [2]int{p[len(p)-2], p[len(p)-1]}
}

// appendStrokes appends the strokes of a line.
func appendStrokes(strokes []stroke, r layout.Route) []stroke {
	p := r.Points
	for i := 0; i+3 < len(p); i += 2 {
		s := stroke{back: r.Back, vertical: p[i] == p[i+2], fixed: p[i+1], begin: p[i], end: p[i+2]}
		if s.vertical {
			s.fixed, s.begin, s.end = p[i], p[i+1], p[i+3]
		}
		if s.begin > s.end {
			s.begin, s.end = s.end, s.begin
		}
		strokes = append(strokes, s)
	}
	return strokes
}

// appendJoints appends the joints of one trunk: the points that strokes leave in at least three
// directions. The strokes are sorted.
func appendJoints(found []joint, strokes []stroke) []joint {
	flat := slices.IndexFunc(strokes, func(s stroke) bool { return s.vertical })
	if flat < 0 {
		return found
	}
	level, upright := strokes[:flat], strokes[flat:]
	// At a joint, horizontal and vertical strokes meet, so it is at an end of a vertical stroke. Points are
	// sorted as single numbers.
	const bits = 32
	var points []int
	for _, s := range upright {
		points = append(points, s.fixed<<bits|s.begin, s.fixed<<bits|s.end)
	}
	slices.Sort(points)
	for _, p := range slices.Compact(points) {
		x, y := p>>bits, p&(1<<bits-1)
		if directions(level, y, x)+directions(upright, x, y) > 2 {
			found = append(found, joint{x, y, strokes[0].back})
		}
	}
	return found
}

// directions returns the number of directions, zero to two, in which parallel strokes leave a
// point.
func directions(strokes []stroke, fixed, at int) int {
	i, _ := slices.BinarySearchFunc(strokes, fixed, func(s stroke, f int) int { return cmp.Compare(s.fixed, f) })
	// Strokes may overlap. A direction counts once, even if several strokes leave in it.
	before, after := 0, 0
	for ; i < len(strokes) && strokes[i].fixed == fixed; i++ {
		if s := strokes[i]; s.begin <= at && at <= s.end {
			if s.begin < at {
				before = 1
			}
			if s.end > at {
				after = 1
			}
		}
	}
	return before + after
}

// Dots returns the points where lines of a trunk meet: x, y, x, y, ...
func Dots(d layout.Drawing) []int {
	var out []int
	for _, j := range joints(d) {
		out = append(out, j.x, j.y)
	}
	return out
}
