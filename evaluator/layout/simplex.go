package layout

// A simplex shortens the edges of a layering by the network simplex method (Gansner,
// Koutsofios, North, Vo: A Technique for Drawing Directed Graphs, 1993). A spanning tree
// of edges that are one layer long carries the layering; the cut value of a tree edge
// says whether the drawing gains from making that edge longer, and then another edge
// takes its place. The layering is valid after every step.
type simplex struct {
	rank   []int
	arcs   []arc
	at     [][]int // of each node its arcs
	inTree []bool  // of each arc
	up     []int   // of each node the tree arc to its parent, or -1
	low    []int   // the subtree of v is what has last[v]s from low[v] to last[v]
	last   []int
	post   []int // nodes, children before their parents
	cut    []int // of each tree arc
	budget *budget
}

func newSimplex(rank []int, arcs []arc, b *budget) *simplex {
	n := len(rank)
	x := &simplex{
		rank: rank, arcs: arcs, budget: b,
		at: make([][]int, n), inTree: make([]bool, len(arcs)), cut: make([]int, len(arcs)),
		up: make([]int, n), low: make([]int, n), last: make([]int, n),
	}
	for i, a := range arcs {
		x.at[a.left] = append(x.at[a.left], i)
		x.at[a.right] = append(x.at[a.right], i)
	}
	return x
}

// solve improves the layering until it is best or the budget is spent.
func (x *simplex) solve() {
	if !x.growTree() {
		return
	}
	step := len(x.rank) + 2*len(x.arcs)
	for x.budget.spend(step) {
		x.number()
		x.cuts()
		leave := x.leaving()
		if leave < 0 {
			return
		}
		x.exchange(leave)
	}
}

func (x *simplex) slack(i int) int {
	a := x.arcs[i]
	return x.rank[a.right] - x.rank[a.left] - 1
}

// other gives the end of arc i that is not v.
func (x *simplex) other(i, v int) int {
	return x.arcs[i].left + x.arcs[i].right - v
}

// growTree finds a spanning tree of arcs one layer long, moving what it has towards the
// rest where it must. It reports false when the budget ends first.
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

// absorb adds to the tree what short arcs connect to it.
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

// number walks the tree and gives each node its parent and its place in postorder.
func (x *simplex) number() {
	x.post = x.post[:0]
	next := make([]int, len(x.rank))
	path := []int{0}
	x.up[0], x.low[0] = -1, 0
	for len(path) > 0 {
		v := path[len(path)-1]
		if next[v] == len(x.at[v]) {
			x.last[v] = len(x.post)
			x.post = append(x.post, v)
			path = path[:len(path)-1]
			continue
		}
		i := x.at[v][next[v]]
		next[v]++
		if !x.inTree[i] || i == x.up[v] {
			continue
		}
		w := x.other(i, v)
		x.up[w], x.low[w] = i, len(x.post)
		path = append(path, w)
	}
}

// cuts computes the cut value of every tree arc, leaves first.
func (x *simplex) cuts() {
	for _, v := range x.post {
		tree := x.up[v]
		if tree < 0 {
			continue
		}
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

// leaving gives the tree arc whose lengthening gains most, or -1.
func (x *simplex) leaving() int {
	best := -1
	for _, v := range x.post {
		if i := x.up[v]; i >= 0 && x.cut[i] < 0 && (best < 0 || x.cut[i] < x.cut[best]) {
			best = i
		}
	}
	return best
}

// exchange replaces a tree arc by the shortest one that connects the two halves in the
// other direction, and moves one half so that it becomes one layer long.
func (x *simplex) exchange(leave int) {
	top, headBelow := x.arcs[leave].left, false
	if right := x.arcs[leave].right; x.last[top] > x.last[right] {
		top, headBelow = right, true
	}
	below := func(v int) bool { return x.low[top] <= x.last[v] && x.last[v] <= x.last[top] }
	enter := -1
	for i, a := range x.arcs {
		if below(a.left) == headBelow && below(a.right) != headBelow && (enter < 0 || x.slack(i) < x.slack(enter)) {
			enter = i
		}
	}
	shift := x.slack(enter)
	if !headBelow {
		shift = -shift
	}
	for _, v := range x.post[x.low[top] : x.last[top]+1] {
		x.rank[v] += shift
	}
	x.inTree[leave], x.inTree[enter] = false, true
}
