package main

import (
	"fmt"
	"math/rand"

	"pantograph/evaluator/layout"
)

// A family of graphs is drawn at random in some size; most of them look like programs.
type family struct {
	name string
	draw func(r *rand.Rand, n int) layout.Graph
}

var families = []family{{"program", drawProgram}, {"stacks", drawStacks}, {"hubs", drawHubs}}

// boxes makes nodes with the sizes that names and types give them.
func boxes(r *rand.Rand, n int) layout.Graph {
	var g layout.Graph
	for i := range n {
		g.Nodes = append(g.Nodes, layout.Node{ID: fmt.Sprintf("n%d", i), Width: 64 + 4*r.Intn(42), Height: 32 + 8*r.Intn(2)})
	}
	return g
}

// wiring adds each edge once.
type wiring struct {
	graph layout.Graph
	known map[layout.Edge]bool
}

func wire(g layout.Graph) *wiring { return &wiring{g, map[layout.Edge]bool{}} }

func (w *wiring) add(from, to int) {
	e := layout.Edge{From: from, To: to}
	if from != to && !w.known[e] {
		w.known[e] = true
		w.graph.Edges = append(w.graph.Edges, e)
	}
}

// drawProgram is a template: a fifth are parameters, a seventh outputs; what is between needs
// one to three things, most of which are written shortly before it.
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
			default:
				w.add(v, max(0, min(v, last)-1-r.Intn(12)))
			}
		}
	}
	return w.graph
}

// drawStacks is a program of modules of nine: inside each a small tree with a few ties, and one
// or two of what all share.
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

// drawHubs is as dense as programs rarely are: everything needs three earlier things, every
// third of which is a hub.
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
