package layout

import "slices"

// Limits of splitting: the nodes of a part, and the steps. Each attempt takes a step for each vertex and each
// line between neighbouring layers.
const (
	splitNodes  = 60
	splitBudget = 2_000
)

// branched returns a sketch in which nets are divided into branches that leave their source together, if this
// avoids crossings: a single line would have to cross whatever is between its ends. It moves one arc at a
// time to another branch, draws the part, and counts. That takes too long for a large part, where crossings have
// other causes, and branches take room, which a drawing with a limit lacks.
func (s *sketch) branched() *sketch {
	// If nothing is new, the branches are those that were found for the earlier drawing.
	if !s.hasBranches() || s.fresh != nil && !slices.Contains(s.fresh, true) {
		return s
	}
	b := &budget{splitBudget}
	least, crossed := s.drawnCrossings()
	for improved := true; improved; {
		improved = false
		// Arcs whose lines cross most are tried first, those that cross nothing not at all.
		for _, a := range sortedBy(len(s.arcs), func(a int) int { return -crossed[s.netOf[a]] }) {
			arc := s.arcs[a]
			if crossed[s.netOf[a]] == 0 {
				break
			}
			if s.vertices[arc.right].layer-s.vertices[arc.left].layer < 2 {
				continue // branches divide in the first channel
			}
			for _, branch := range s.otherBranches(a) {
				if least == 0 || !b.spend(len(s.vertices)+len(s.links.twin)/2) {
					return s
				}
				t := s.rebranched(a, branch)
				// Of two drawings with equally many crossings, the one with fewer lines is better.
				now, crossedNow := t.drawnCrossings()
				if now < least || now == least && len(t.nets) < len(s.nets) {
					s, least, crossed, improved = t, now, crossedNow, true
				}
			}
		}
	}
	return s
}

// otherBranches lists the branches that an arc can be moved to: those of its source, and a new one unless the
// arc is alone in its branch. Branch 0 of a source is never empty.
func (s *sketch) otherBranches(a int) (others []int) {
	var arcs []int // of each branch
	for i, arc := range s.arcs {
		if arc.left == s.arcs[a].left && arc.back == s.arcs[a].back {
			for len(arcs) <= s.branchOf[i] {
				arcs = append(arcs, 0)
			}
			arcs[s.branchOf[i]]++
		}
	}
	here := s.branchOf[a]
	if arcs[here] > 1 {
		arcs = append(arcs, 1)
	} else if here == 0 {
		return nil
	}
	for branch, n := range arcs {
		if branch != here && n > 0 {
			others = append(others, branch)
		}
	}
	return others
}

// rebranched returns a copy of the sketch in which an arc is part of another branch. If the sketch follows an
// earlier drawing, only bends have moved within their layers.
func (s *sketch) rebranched(a, branch int) *sketch {
	t := *s
	t.branchOf = slices.Clone(s.branchOf)
	t.branchOf[a] = branch
	t.vertices = slices.Clone(s.vertices[:s.nodes])
	t.addNets()
	t.replaceBends(s)
	first := 0
	if s.fresh != nil {
		first = t.nodes
	}
	k, b := newBlocks(&t), &budget{blocksBudget}
	for range siftRounds {
		for block := len(k.within) - 1; block >= first; block-- {
			k.sift(block, b)
		}
	}
	return &t
}

// replaceBends arranges the layers as in another sketch with the same boxes. Each bend is placed where the line to
// the last end of its net passes there.
func (s *sketch) replaceBends(other *sketch) {
	passing := make([][]int, len(other.vertices)) // for each vertex of the other sketch, the vertices here
	if other.fresh != nil {
		s.fresh = make([]bool, len(s.vertices))
		copy(s.fresh, other.fresh[:s.nodes])
	}
	for v := range s.nodes {
		passing[v] = []int{v}
	}
	for i := range s.nets {
		n := &s.nets[i]
		last := arc{n.source, n.ends[len(n.ends)-1], n.back}
		first := other.nets[other.netOf[slices.Index(s.arcs, last)]].bends
		for step, v := range s.bendsOf(n) {
			passing[first+step] = append(passing[first+step], v)
			s.vertices[v].across = other.vertices[first+step].across
			if s.fresh != nil {
				s.fresh[v] = other.fresh[first+step]
			}
		}
	}
	layers := make([][]int, len(other.layers))
	for l, layer := range other.layers {
		for _, v := range layer {
			layers[l] = append(layers[l], passing[v]...)
		}
	}
	s.setLayers(layers)
}

// drawnCrossings returns the number of crossings in the drawing, and on the lines of each net.
func (s *sketch) drawnCrossings() (sum int, ofNet []int) {
	t := *s
	t.vertices = slices.Clone(s.vertices)
	t.place()
	t.addLanes()
	t.choosePorts()
	ofNet = make([]int, len(s.nets))
	add := func(a, b *turn, n int) {
		sum += n
		ofNet[a.net] += n
		ofNet[b.net] += n
	}
	for _, all := range t.channels() {
		turns, _ := t.arrangeChannel(all)
		for i := range turns {
			for j := range turns {
				if turns[i].slot < turns[j].slot {
					add(&turns[i], &turns[j], turns[i].crossings(&turns[j]))
				}
			}
		}
		for i := range all {
			// Lines without a turn cross tracks, too.
			if line := &all[i]; t.locate(line) {
				for j := range turns {
					if turns[j].first < line.left && line.left < turns[j].end {
						add(line, &turns[j], 1)
					}
				}
			}
		}
	}
	return sum, ofNet
}

// hasBranches reports whether nets may be divided into branches.
func (s *sketch) hasBranches() bool {
	return s.nodes <= splitNodes && !s.graph.IsTrial && s.graph.Limit == 0
}

// recallBranches divides nets into the branches that they had in an earlier drawing, where their lines passed the layer
// after the source at different places.
func (s *sketch) recallBranches() {
	if s.graph.BeforeRoutes == nil || !s.hasBranches() {
		return
	}
	columns := s.columnsBefore()
	branches := map[[2]int]int{}    // the branch of each trunk that passes at a place
	count := make([]int, 2*s.nodes) // of the branches of each trunk
	for i, a := range s.arcOf {
		if a < 0 {
			continue
		}
		arc := s.arcs[a]
		first := s.vertices[arc.left].layer
		across, ok := acrossAt(s.graph.routeBefore(s.part.edges[i]), columns[first+1])
		if !ok || s.vertices[arc.right].layer-first < 2 {
			continue // branch 0
		}
		trunk := 2 * arc.left
		if arc.back {
			trunk++
		}
		at := [2]int{trunk, across}
		branch, isKnown := branches[at]
		if !isKnown {
			branch = count[trunk]
			branches[at] = branch
			count[trunk]++
		}
		s.branchOf[a] = branch
	}
}
