package main

import (
	"fmt"
	"math/rand"

	"pantograph/evaluator/layout"
)

// A family generates random graphs of a given size; most of them resemble programs.
type family struct {
	name string
	draw func(r *rand.Rand, n int) layout.Graph
}

// families are what random graphs look like.
var families = []family{{"program", drawProgram}, {"stacks", drawStacks}, {"hubs", drawHubs}}

// boxes makes nodes with the sizes that names and types usually have.
func boxes(r *rand.Rand, n int) layout.Graph {
	var g layout.Graph
	for i := range n {
		g.Nodes = append(g.Nodes, layout.Node{ID: fmt.Sprintf("n%d", i), Width: 64 + 4*r.Intn(42),
			Height: 32 + 8*r.Intn(2)})
	}
	return g
}

// wiring adds each edge once.
type wiring struct {
	graph layout.Graph
	known map[layout.Edge]bool
}

// wire begins to add edges to a graph.
func wire(g layout.Graph) *wiring { return &wiring{g, map[layout.Edge]bool{}} }

// add adds an edge, unless it leads to its own node or exists already.
func (w *wiring) add(from, to int) {
	e := layout.Edge{From: from, To: to}
	if from != to && !w.known[e] {
		w.known[e] = true
		w.graph.Edges = append(w.graph.Edges, e)
	}
}

// drawProgram resembles a template: a fifth of the nodes are parameters, a seventh outputs; the
// others need one to three nodes, mostly recent ones.
func drawProgram(r *rand.Rand, n int) layout.Graph {
	w := wire(boxes(r, n))
	first, last := max(1, n/5), n-n/7
	for v := first; v < n; v++ {
		needs := 1 + r.Intn(3)
		if v >= last {
			needs = 1
		}
		for range needs {
			switch r.Intn(4) {
			case 0:
				w.add(v, r.Intn(first))
			case 1:
				w.add(v, r.Intn(min(v, last)))
			// Half of the edges lead to one of the twelve nodes before.
			default:
				w.add(v, max(0, min(v, last)-1-r.Intn(12)))
			}
		}
	}
	return w.graph
}

// drawStacks resembles a program of modules with nine nodes: a small tree inside each with a few
// cross edges, and one or two edges to shared nodes.
func drawStacks(r *rand.Rand, n int) layout.Graph {
	const size = 9
	w := wire(boxes(r, n))
	shared := 1 + n/40
	for v := shared; v < n; v++ {
		start := v - (v-shared)%size
		if v == start {
			w.add(v, r.Intn(shared))
			continue
		}
		w.add(v, start+r.Intn(v-start))
		if r.Intn(3) == 0 {
			w.add(v, start+r.Intn(v-start))
		}
		if r.Intn(12) == 0 {
			w.add(v, r.Intn(start))
		}
	}
	return w.graph
}

// drawHubs is denser than programs usually are: every node needs three earlier ones, every third
// of which is a hub.
func drawHubs(r *rand.Rand, n int) layout.Graph {
	w := wire(boxes(r, n))
	for i := range 3 * n {
		from := 1 + i%(n-1)
		to := r.Intn(from)
		if r.Intn(3) == 0 {
			to = r.Intn(min(from, 1+n/50))
		}
		w.add(from, to)
	}
	return w.graph
}
