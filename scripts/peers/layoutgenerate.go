package main

import (
	"fmt"
	"math/rand"

	"pantograph/evaluator/layout"
)

// A family is a kind of random graph.
type family struct {
	name string
	draw func(r *rand.Rand, n int) layout.Graph // generates a graph with n nodes
}

// families lists the kinds of random graphs.
var families = []family{{"program", drawProgram}, {"stacks", drawStacks}, {"hubs", drawHubs}}

// boxes returns a graph of n nodes without edges. The nodes have the sizes that are usual on the page.
func boxes(r *rand.Rand, n int) layout.Graph {
	var g layout.Graph
	for i := range n {
		g.Nodes = append(g.Nodes, layout.Node{ID: fmt.Sprintf("n%d", i), Width: 64 + 4*r.Intn(42),
			Height: 32 + 8*r.Intn(2)})
	}
	return g
}

// A wiring adds edges to a graph, without duplicates.
type wiring struct {
	graph layout.Graph
	known map[layout.Edge]bool
}

// wire returns a wiring of a graph without edges.
func wire(g layout.Graph) *wiring { return &wiring{g, map[layout.Edge]bool{}} }

// add adds an edge, unless it is a loop or exists already.
func (w *wiring) add(from, to int) {
	e := layout.Edge{From: from, To: to}
	if from != to && !w.known[e] {
		w.known[e] = true
		w.graph.Edges = append(w.graph.Edges, e)
	}
}

// drawProgram generates a graph like that of a template: a fifth of the nodes are parameters, a seventh
// are outputs, and each of the others needs one to three nodes, mostly those right before it.
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
			// Half of the edges go to one of the twelve preceding nodes.
			default:
				w.add(v, max(0, min(v, last)-1-r.Intn(12)))
			}
		}
	}
	return w.graph
}

// drawStacks generates a graph of modules with nine nodes: each is a small tree with a few additional
// edges, and with one or two edges to nodes outside.
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

// drawHubs generates a graph that is denser than those of programs: on average, a node needs three
// earlier nodes, and a third of the edges go to a few hubs.
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
