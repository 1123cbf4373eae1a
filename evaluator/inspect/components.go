package inspect

// components returns the strongly connected components of a graph, which is given as adjacency
// lists. It uses Tarjan's algorithm with an explicit stack, because a chain of references can be very
// long, and recursion would take more memory for each reference.
func components(next [][]int) [][]int {
	t := &tarjan{next: next, order: make([]int, len(next)), low: make([]int, len(next)), open: make([]bool, len(next))}
	for n := range next {
		if t.order[n] == 0 {
			t.visit(n)
		}
	}
	return t.parts
}

// tarjan is the state of the algorithm. Nodes are indices into next.
type tarjan struct {
	next  [][]int
	order []int  // 0 if not visited
	low   []int  // the lowest order that is known to be reachable from the node
	open  []bool // whether the node is on stack
	stack []int  // visited nodes whose components are not complete, in order
	count int    // number of nodes visited so far
	parts [][]int
}

// A visitFrame is the state of a visit that a recursive implementation would keep on Go's stack: a
// node, and the index of the next edge to follow.
type visitFrame struct{ node, edge int }

// begin numbers a node that is visited for the first time.
func (t *tarjan) begin(n int) visitFrame {
	t.count++
	t.order[n], t.low[n] = t.count, t.count
	t.stack = append(t.stack, n)
	t.open[n] = true
	return visitFrame{node: n}
}

// visit visits all nodes that can be reached from root, and adds their components to parts.
func (t *tarjan) visit(root int) {
	frames := []visitFrame{t.begin(root)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if f.edge < len(t.next[f.node]) {
			m := t.next[f.node][f.edge]
			f.edge++
			switch {
			case t.order[m] == 0:
				frames = append(frames, t.begin(m))
			// A visited node that is not open belongs to a complete component, from which no path
			// leads back to f.node.
			case t.open[m]:
				t.low[f.node] = min(t.low[f.node], t.order[m])
			}
			continue
		}
		// All edges of n have been followed, so its visit returns.
		n := f.node
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			parent := frames[len(frames)-1].node
			t.low[parent] = min(t.low[parent], t.low[n])
		}
		if t.low[n] == t.order[n] {
			t.close(n)
		}
	}
}

// close pops the component whose root is n from the stack.
func (t *tarjan) close(n int) {
	i := len(t.stack) - 1
	for t.stack[i] != n {
		i--
	}
	part := append([]int(nil), t.stack[i:]...)
	for _, m := range part {
		t.open[m] = false
	}
	t.stack = t.stack[:i]
	t.parts = append(t.parts, part)
}
