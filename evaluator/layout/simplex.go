package layout

import "slices"

// A simplex shortens the edges of a layering by the network simplex method (Gansner,
// Koutsofios, North, Vo: A Technique for Drawing Directed Graphs, 1993). A spanning tree of
// edges that are one layer long determines the layering. If the cut value of a tree edge is
// negative, making that edge longer improves the drawing, and another edge replaces it in the
// tree. The layering is valid after every step.
type simplex struct {
	rank   []int
	arcs   []arc
	at     [][]int // arcs of each node
	tree   [][]int // tree arcs of each node, in the same order
	inTree []bool  // for each arc
	up     []int   // for each node the tree arc to its parent, or -1
	low    []int   // the subtree of v consists of the nodes whose last is from low[v] to last[v]
	last   []int
	post   []int  // nodes in postorder
	cut    []int  // cut value of each tree arc
	next   []int  // for each node the next tree arc to follow, during numbering
	path   []int  // path to the node being numbered
	before []int  // the part of post that is being renumbered, before the change
	fresh  []bool // nodes whose subtree has changed since it was numbered
	search int    // where in post to continue the search for a leaving arc
	budget *budget
}

// newSimplex returns a simplex that improves rank, in which every arc is at least one layer long.
func newSimplex(rank []int, arcs []arc, b *budget) *simplex {
	n := len(rank)
	x := &simplex{
		rank: rank, arcs: arcs, budget: b,
		tree: make([][]int, n), inTree: make([]bool, len(arcs)), cut: make([]int, len(arcs)),
		up: make([]int, n), low: make([]int, n), last: make([]int, n), post: make([]int, n), next: make([]int, n),
		fresh: make([]bool, n),
	}
	x.at = group(n, 2*len(arcs), func(i int) (key, value int) {
		if a := arcs[i/2]; i%2 == 0 {
			return a.left, i / 2
		}
		return arcs[i/2].right, i / 2
	})
	return x
}

// solve improves the layering until it is optimal or the budget is exhausted. After each step
// only the nodes below the meeting point of the two arcs' paths get new numbers and cut values.
func (x *simplex) solve() {
	if !x.growTree() {
		return
	}
	all := make([]int, 2*len(x.arcs)) // room for each list to grow
	for v, arcs := range x.at {
		x.tree[v], all = all[:0:len(arcs)], all[len(arcs):]
		for _, i := range arcs {
			if x.inTree[i] {
				x.tree[v] = append(x.tree[v], i)
			}
		}
	}
	x.numberAll()
	x.cuts()
	for {
		leave := x.leaving()
		if leave < 0 || !x.exchange(leave) {
			return
		}
	}
}

// slack returns by how many layers arc i is longer than one.
func (x *simplex) slack(i int) int {
	a := x.arcs[i]
	return x.rank[a.right] - x.rank[a.left] - 1
}

// other returns the end of arc i that is not v.
func (x *simplex) other(i, v int) int {
	return x.arcs[i].left + x.arcs[i].right - v
}

// growTree finds a spanning tree of arcs one layer long, moving the current tree towards the
// rest where necessary. It returns false if the budget is exhausted first.
func (x *simplex) growTree() bool {
	tree := []int{0}
	in := make([]bool, len(x.rank))
	in[0] = true
	for {
		tree = x.absorb(tree, in)
		if len(tree) == len(x.rank) {
			return true
		}
		if !x.budget.spend(len(x.arcs) + len(tree)) {
			return false
		}
		// The shortest arc between the tree and the rest becomes tight if the tree moves by its
		// slack.
		best, shift := -1, 0
		for i, a := range x.arcs {
			if in[a.left] == in[a.right] || best >= 0 && x.slack(i) >= x.slack(best) {
				continue
			}
			best, shift = i, x.slack(i)
			if in[a.right] {
				shift = -shift
			}
		}
		for _, v := range tree {
			x.rank[v] += shift
		}
	}
}

// absorb adds to the tree all nodes connected to it by tight arcs.
func (x *simplex) absorb(tree []int, in []bool) []int {
	for next := 0; next < len(tree); next++ {
		v := tree[next]
		for _, i := range x.at[v] {
			if w := x.other(i, v); !in[w] && x.slack(i) == 0 {
				in[w], x.inTree[i] = true, true
				tree = append(tree, w)
			}
		}
	}
	return tree
}

// numberAll numbers the tree, with the first node as its root.
func (x *simplex) numberAll() {
	for v := range x.fresh {
		x.fresh[v] = true
	}
	x.up[0], x.low[0], x.last[0] = -1, 0, len(x.rank)-1
	x.number(0)
}

// number walks the subtree of a node and sets each node's parent and its postorder number. A subtree that
// has not changed is not walked: all its numbers change by the same distance.
func (x *simplex) number(top int) {
	low, at := x.low[top], x.low[top]
	x.before = append(x.before[:0], x.post[low:x.last[top]+1]...)
	enter := func(v, up int) {
		x.up[v], x.low[v], x.next[v], x.fresh[v] = up, at, 0, false
		x.path = append(x.path, v)
	}
	for enter(top, x.up[top]); len(x.path) > 0; {
		v := x.path[len(x.path)-1]
		if x.next[v] == len(x.tree[v]) {
			x.last[v], x.post[at] = at, v
			at++
			x.path = x.path[:len(x.path)-1]
			continue
		}
		i := x.tree[v][x.next[v]]
		x.next[v]++
		if i == x.up[v] {
			continue
		}
		w := x.other(i, v)
		if x.fresh[w] {
			enter(w, i)
			continue
		}
		if by := at - x.low[w]; by != 0 {
			for _, u := range x.before[x.low[w]-low : x.last[w]+1-low] {
				x.low[u] += by
				x.last[u] += by
				x.post[x.last[u]] = u
			}
		}
		at = x.last[w] + 1
	}
	x.budget.spend(at - low)
}

// cuts computes the cut value of every tree arc, leaves first.
func (x *simplex) cuts() {
	for _, v := range x.post {
		tree := x.up[v]
		if tree < 0 {
			continue
		}
		// The cut value of a tree arc is the number of arcs that cross from its tail's half to its
		// head's half, minus those in the other direction. The cut value of an arc follows from those
		// of the arcs below it.
		outward := x.arcs[tree].left == v
		sum := 1
		for _, i := range x.at[v] {
			if i == tree {
				continue
			}
			gain := 1
			if x.inTree[i] {
				gain -= x.cut[i]
			}
			if (x.arcs[i].left == v) != outward {
				gain = -gain
			}
			sum += gain
		}
		x.cut[tree] = sum
	}
}

// leaving returns a tree arc whose lengthening improves the drawing, the best of the next
// few, or -1 if there is none.
func (x *simplex) leaving() int {
	const few = 30
	best, found := -1, 0
	for range x.post {
		x.search++
		if x.search >= len(x.post) {
			x.search = 0
		}
		if i := x.up[x.post[x.search]]; i >= 0 && x.cut[i] < 0 {
			if best < 0 || x.cut[i] < x.cut[best] {
				best = i
			}
			if found++; found == few {
				break
			}
		}
	}
	return best
}

// below reports whether a node is in the subtree of another.
func (x *simplex) below(v, top int) bool { return x.low[top] <= x.last[v] && x.last[v] <= x.last[top] }

// exchange replaces a tree arc with the shortest one that connects the two halves in the other
// direction, and moves one half so that the new arc becomes one layer long. It reports
// whether the budget allowed it.
func (x *simplex) exchange(leave int) bool {
	// Of the arc's two ends, the one that is finished first in postorder is the lower one: top is
	// the root of the subtree that the arc cuts off.
	top, headBelow := x.arcs[leave].left, false
	if right := x.arcs[leave].right; x.last[top] > x.last[right] {
		top, headBelow = right, true
	}
	subtree := x.post[x.low[top] : x.last[top]+1]
	enter := -1
	for _, v := range subtree {
		for _, i := range x.at[v] {
			a := x.arcs[i]
			inner, outer := a.left, a.right
			if !headBelow {
				inner, outer = a.right, a.left
			}
			if inner == v && !x.below(outer, top) && (enter < 0 || x.slack(i) < x.slack(enter)) {
				enter = i
			}
		}
		if !x.budget.spend(len(x.at[v]) + 1) {
			return false
		}
	}
	shift := x.slack(enter)
	if !headBelow {
		shift = -shift
	}
	for _, v := range subtree {
		x.rank[v] += shift
	}
	x.replace(leave, enter)
	return true
}

// replace replaces one tree arc with another and updates the affected values: the cut values on
// the paths from the new arc's ends to the node at which they meet, and the numbers below that node.
func (x *simplex) replace(leave, enter int) {
	value, a := x.cut[leave], x.arcs[enter]
	x.mend(a.left, a.right, value)
	meet := x.mend(a.right, a.left, -value)
	x.cut[enter] = -value
	x.inTree[leave], x.inTree[enter] = false, true
	x.drop(leave)
	x.add(enter)
	x.number(meet)
}

// drop takes an arc off the lists of tree arcs of its ends.
func (x *simplex) drop(i int) {
	for _, v := range []int{x.arcs[i].left, x.arcs[i].right} {
		at, _ := slices.BinarySearch(x.tree[v], i)
		x.tree[v] = slices.Delete(x.tree[v], at, at+1)
	}
}

// add adds an arc to the lists of tree arcs of its ends. The lists stay sorted, which determines the
// postorder, and so the drawing.
func (x *simplex) add(i int) {
	for _, v := range []int{x.arcs[i].left, x.arcs[i].right} {
		at, _ := slices.BinarySearch(x.tree[v], i)
		x.tree[v] = slices.Insert(x.tree[v], at, i)
	}
}

// mend adds to the cut values from a node up to the subtree that contains another, and
// returns that subtree's top. It adds value for arcs that lead upwards, and subtracts it for others.
// It marks the subtrees on the way as changed.
func (x *simplex) mend(v, other, value int) int {
	for !x.below(other, v) {
		i := x.up[v]
		up := x.other(i, v)
		x.fresh[v] = true
		if x.arcs[i].left == v {
			x.cut[i] += value
		} else {
			x.cut[i] -= value
		}
		v = up
	}
	return v
}
