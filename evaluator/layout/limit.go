package layout

import (
	"math"
	"slices"
)

// A drawing must not be wider or, from left to right, higher than the limit of its graph. So crowded layers are
// divided, and lines bend where straight ones would need more room.

// divide moves nodes to later layers until the boxes of each layer, and the lines that pass it, keep within the limit,
// unless a single box does not. This is list scheduling: a node is ready once all nodes that it must follow are in
// earlier layers. Of the nodes that are ready, those whose original layer is earlier come first.
func (s *sketch) divide() {
	arcs := s.arcs
	from := group(s.nodes, len(arcs), func(i int) (key, value int) { return arcs[i].right, arcs[i].left })
	to := group(s.nodes, len(arcs), func(i int) (key, value int) { return arcs[i].left, arcs[i].right })
	waiting := make([]int, s.nodes) // for each node, how many that it must follow have no layer yet
	open := make([]int, s.nodes)    // for each node, how many that must follow it have no layer yet
	due := make([]int, s.nodes)     // the original layers
	var ready []int
	for v := range due {
		waiting[v], open[v], due[v] = len(from[v]), len(to[v]), s.vertices[v].layer
		if waiting[v] == 0 {
			ready = append(ready, v)
		}
	}
	lines := 0   // that pass the layer, unless they end there
	skipped := 0 // layers without boxes: their nodes have been removed since the earlier drawing
	for layer := 0; len(ready) > 0; layer++ {
		sortBy(ready, func(v int) int { return due[v] })
		skipped = max(skipped, due[ready[0]]-layer)
		extent := lines*lineGap - nodeGap
		var members, later []int
		for _, v := range ready {
			more := s.vertices[v].pad + s.vertices[v].before + s.vertices[v].after + nodeGap
			for _, u := range from[v] {
				if open[u] == 1 {
					more -= lineGap // the line ends here
				}
			}
			if due[v]-skipped > layer || len(members) > 0 && extent+more > s.graph.maxExtent() {
				later = append(later, v)
				continue
			}
			extent += more
			s.vertices[v].layer = layer
			members = append(members, v)
			for _, u := range from[v] {
				if open[u]--; open[u] == 0 {
					lines--
				}
			}
		}
		ready = later
		for _, v := range members {
			if open[v] > 0 {
				lines++
			}
			for _, w := range to[v] {
				if waiting[w]--; waiting[w] == 0 {
					ready = append(ready, w)
				}
			}
		}
	}
}

// maxExtent returns the largest extent of a layer.
func (g Graph) maxExtent() int { return floorGrid(g.Limit) - 2*margin }

// squeeze moves vertices toward the middle of the drawing until each layer keeps within the limit, if it can. It sets
// the bounds that straighten keeps.
func (s *sketch) squeeze() {
	if s.graph.Limit <= 0 {
		return
	}
	s.first, s.last = math.MaxInt, math.MinInt
	for _, v := range s.vertices {
		s.first, s.last = min(s.first, v.across-v.before-v.pad), max(s.last, v.across+v.after)
	}
	if spare := s.graph.maxExtent() - (s.last - s.first); spare >= 0 {
		s.last += spare
		return
	}
	s.first = floorGrid((s.first + s.last - s.graph.maxExtent()) / 2)
	s.last = s.first + s.graph.maxExtent()
	for _, layer := range s.layers {
		// Of a layer that does not fit, the last vertices exceed the limit.
		for i, v := range slices.Backward(layer) {
			latest := floorGrid(s.last - s.vertices[v].after)
			if i+1 < len(layer) {
				latest = s.vertices[layer[i+1]].across - s.gap(v, layer[i+1])
			}
			s.vertices[v].across = min(s.vertices[v].across, latest)
		}
		for i, v := range layer {
			earliest := ceilGrid(s.first + s.vertices[v].pad + s.vertices[v].before)
			if i > 0 {
				earliest = s.vertices[layer[i-1]].across + s.gap(layer[i-1], v)
			}
			s.vertices[v].across = max(s.vertices[v].across, earliest)
		}
	}
}
