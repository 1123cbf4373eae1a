package layout

// backEdges finds the edges that close a cycle: those that lead back to a node on the path of
// a depth-first walk from dependencies to dependants. Without them the graph is acyclic, and
// a simple cycle loses exactly one edge. Walks start at nodes without dependencies, then
// continue in the order of the graph.
func backEdges(n int, edges []Edge) []bool {
	back := make([]bool, len(edges))
	needs := make([]int, n)
	for _, e := range edges {
		if e.From != e.To {
			needs[e.From]++
		}
	}
	// For each node, the edges from its users.
	users := group(n, len(edges), func(i int) (key, value int) { return edges[i].To, i })
	w := walk{edges: edges, users: users, next: make([]int, n), state: make([]uint8, n), back: back}
	for v := range n {
		if needs[v] == 0 {
			w.visit(v)
		}
	}
	for v := range n {
		w.visit(v)
	}
	return back
}

// A walk is a depth-first search with an explicit stack: graphs may be deep, and recursion takes more
// memory for each level.
type walk struct {
	edges []Edge
	users [][]int
	next  []int   // for each node, the next of its users to visit
	state []uint8 // unseen, onPath or done
	path  []int
	back  []bool
}

// States of a node in a walk.
const (
	unseen = iota
	onPath
	done
)

// visit visits v and the nodes that need it, directly or indirectly, except those already visited.
func (w *walk) visit(v int) {
	if w.state[v] != unseen {
		return
	}
	w.enter(v)
	for len(w.path) > 0 {
		v := w.path[len(w.path)-1]
		if w.next[v] == len(w.users[v]) {
			w.state[v] = done
			w.path = w.path[:len(w.path)-1]
			continue
		}
		e := w.users[v][w.next[v]]
		w.next[v]++
		switch to := w.edges[e].From; w.state[to] {
		case unseen:
			w.enter(to)
		case onPath:
			w.back[e] = true
		}
	}
}

func (w *walk) enter(v int) {
	w.state[v] = onPath
	w.path = append(w.path, v)
}
