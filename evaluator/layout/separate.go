package layout

import "slices"

// nudgeLimit limits how many ends one round tries to move in a channel. If there are more, a
// box has too many lines for its side, and moving ends does not help.
const nudgeLimit = 40

// separate finds turns whose line to the right would overlap another turn's line from the
// left, and moves the end of the former. It reports whether it moved any.
func (s *sketch) separate(turns []turn) bool {
	byLeft := sortedBy(len(turns), func(i int) int { return turns[i].left })
	moved, tried := false, 0
	for _, t := range turns {
		for _, at := range t.right {
			i, _ := slices.BinarySearchFunc(byLeft, at, func(i, at int) int { return turns[i].left - at })
			for ; i < len(byLeft) && turns[byLeft[i]].left == at; i++ {
				if o := &turns[byLeft[i]]; o.net != t.net && o.slot >= t.slot {
					if tried++; tried > nudgeLimit {
						return moved
					}
					moved = s.nudge(t, at, turns) || moved
				}
			}
		}
	}
	return moved
}

// nudge moves the end of a turn slightly, to a position without another line.
func (s *sketch) nudge(t turn, at int, turns []turn) bool {
	for _, by := range []int{grid, -grid, 2 * grid, -2 * grid, grid / 2, -grid / 2} {
		taken := slices.ContainsFunc(turns, func(o turn) bool {
			return o.left == at+by || slices.Contains(o.right, at+by)
		})
		if !taken && (s.nudgeEntry(t, at, by) || s.nudgeBends(t, at, by)) {
			return true
		}
	}
	return false
}

// nudgeEntry moves a port along the side of its box.
func (s *sketch) nudgeEntry(t turn, at, by int) bool {
	n := &s.nets[t.net]
	for i := t.ends[0]; i < t.ends[1]; i++ {
		box := s.vertices[n.ends[i]]
		if n.entry[i] == at && at+by > box.across-box.before && at+by < box.across+box.after {
			n.entry[i] += by
			return true
		}
	}
	return false
}

// nudgeBends moves the bends through which a net continues in a straight line after a turn, if there
// is room in every layer, and reports whether it moved any.
func (s *sketch) nudgeBends(t turn, at, by int) bool {
	n := &s.nets[t.net]
	if n.bends < 0 {
		return false
	}
	first := n.bends + t.step
	last := first
	for ; last < n.bends+n.span-1 && s.vertices[last].across == at; last++ {
		if !s.hasRoom(last, by) {
			return false
		}
	}
	for v := first; v < last; v++ {
		s.vertices[v].across += by
	}
	return last > first || slices.ContainsFunc(s.branchesAt(&t), func(i int) bool {
		return s.nudgeBends(turn{net: i}, at, by)
	})
}

// hasRoom reports whether a bend may move by a distance without coming too close to a
// neighbour.
func (s *sketch) hasRoom(v, by int) bool {
	const spare = lineGap - grid
	layer, at, pos := s.layers[s.vertices[v].layer], s.vertices[v], int(s.pos[v])
	if pos > 0 {
		u := layer[pos-1]
		if at.across+by-s.vertices[u].across < s.gap(u, v)-spare {
			return false
		}
	}
	if pos+1 < len(layer) {
		w := layer[pos+1]
		if s.vertices[w].across-at.across-by < s.gap(v, w)-spare {
			return false
		}
	}
	return true
}
