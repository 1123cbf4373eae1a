package pattern

// maxCode limits the instructions of a pattern. Repetitions are unrolled, so (a{100}){100} has at
// least ten thousand instructions.
const maxCode = 20_000

// An operation is the kind of an instruction.
type operation uint8

const (
	opChar operation = iota
	opSet
	opAny
	opSplit // try x, then y
	opJump
	opSave   // group position
	opAssert // ^ $ \b \B \A \Z
	opBackref
	opLook   // the code after it, up to x, must match here
	opAtomic // the code after it, up to x, is matched without backtracking
	opGroup  // continue at x if the group has matched, else at y
	opEnter  // remember the start of an iteration
	opLoop   // continue only if the iteration consumed something
	opDone
)

// An instruction is a step of a compiled pattern. x and y are targets: positions in the code.
type instruction struct {
	op    operation
	x, y  int
	node  *node
	index int
}

// A compiler appends the instructions of nodes to code.
type compiler struct {
	code   []instruction
	groups int
	loops  int
}

// emit appends an instruction and returns its position. Beyond the limit it appends nothing, so
// that a small pattern cannot take much memory before it is refused.
func (c *compiler) emit(i instruction) int {
	if len(c.code) <= maxCode {
		c.code = append(c.code, i)
	}
	return len(c.code) - 1
}

// node compiles a node. The code of a node ends where that of the next one begins.
func (c *compiler) node(n *node) {
	if len(c.code) > maxCode {
		return
	}
	switch n.kind {
	case empty:
	case char:
		c.emit(instruction{op: opChar, node: n})
	case set:
		c.emit(instruction{op: opSet, node: n})
	case anyChar:
		c.emit(instruction{op: opAny, node: n})
	case sequence:
		for _, child := range n.nodes {
			c.node(child)
		}
	case alternation:
		c.alternation(n.nodes)
	case loop:
		c.loop(n)
	case group:
		c.emit(instruction{op: opSave, index: 2 * n.index})
		c.node(n.nodes[0])
		c.emit(instruction{op: opSave, index: 2*n.index + 1})
	case backref:
		c.emit(instruction{op: opBackref, index: n.index, node: n})
	case look:
		c.inner(opLook, n)
	case atomic:
		c.inner(opAtomic, n)
	case conditional:
		// The test jumps to one of two branches; the first ends with a jump over the second.
		at := c.emit(instruction{op: opGroup, index: n.index})
		c.code[at].x = len(c.code)
		c.node(n.nodes[0])
		out := c.emit(instruction{op: opJump})
		c.code[at].y = len(c.code)
		c.node(n.nodes[1])
		c.code[out].x = len(c.code)
	case assertion:
		c.emit(instruction{op: opAssert, node: n})
	default:
		panic("pattern: unknown node")
	}
}

// inner compiles a part that is matched separately. Its code is a program inside the program, which
// ends with opDone; x is where the outer one continues.
func (c *compiler) inner(op operation, n *node) {
	at := c.emit(instruction{op: op, node: n})
	c.node(n.nodes[0])
	c.emit(instruction{op: opDone})
	c.code[at].x = len(c.code)
}

// alternation compiles branches: each but the last begins with a split and ends with a jump to the
// end of all.
func (c *compiler) alternation(branches []*node) {
	var outs []int
	for i, b := range branches {
		if i == len(branches)-1 {
			c.node(b)
			break
		}
		at := c.emit(instruction{op: opSplit})
		c.code[at].x = len(c.code)
		c.node(b)
		outs = append(outs, c.emit(instruction{op: opJump}))
		c.code[at].y = len(c.code)
	}
	for _, at := range outs {
		c.code[at].x = len(c.code)
	}
}

// split emits an instruction that tries the next instruction first. Its alternative, the exit of a
// loop, is set by leave.
func (c *compiler) split() int {
	at := c.emit(instruction{op: opSplit})
	c.code[at].x = len(c.code)
	return at
}

// leave sets the target of a split that leaves a loop. A lazy loop tries to leave first.
func (c *compiler) leave(at, to int, lazy bool) {
	in := c.code[at].x
	c.code[at].y = to
	if lazy {
		c.code[at].x, c.code[at].y = to, in
	}
}

// loop compiles a repetition: first the required copies of the body, then the optional ones.
func (c *compiler) loop(n *node) {
	body := n.nodes[0]
	for range n.least {
		c.node(body)
	}
	if n.most >= 0 {
		var splits []int
		for i := n.least; i < n.most && len(c.code) <= maxCode; i++ {
			splits = append(splits, c.split())
			c.node(body)
		}
		for _, at := range splits {
			c.leave(at, len(c.code), n.lazy)
		}
		return
	}
	// Without a limit, the body is emitted again and ends with a jump back. opEnter and opLoop
	// stop an iteration that matches nothing, which would repeat forever. A pattern has as many
	// slots as it has such loops.
	slot := c.loops
	c.loops++
	at := c.split()
	c.emit(instruction{op: opEnter, index: slot})
	c.node(body)
	c.emit(instruction{op: opLoop, index: slot, x: at})
	c.leave(at, len(c.code), n.lazy)
}
