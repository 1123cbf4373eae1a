package yaql

// nodeKind is the kind of a node. It determines which of the fields are used.
type nodeKind uint8

const (
	constantNode nodeKind = iota // a constant: value
	wordNode                     // an unquoted word: name, which is also its value
	variableNode                 // a variable: name, without the dollar
	callNode                     // name(args)
	dotNode                      // args[0].args[1]
	guardNode                    // args[0]?.args[1]
	operatorNode                 // name is its function's name, args are the operands
	indexNode                    // args[0][args[1:]]
	listNode                     // [args]
	mapNode                      // {args}
)

// A node is a node of a parsed expression.
type node struct {
	kind    nodeKind
	wrapped bool // parenthesized, so neither a literal nor a name
	name    string
	value   Value
	args    []*node // nil for positions left out
	named   []mapping
	// nameStart is the start of the name or of the operator: for a binary operation and an index,
	// it is after the first operand.
	nameStart int32
	// start and end are the byte range in the expression, with parentheses if wrapped.
	start, end int32
	depth      int32 // levels below the node
}

// A mapping is `key => value`, which occurs only among arguments.
type mapping struct{ key, value *node }

// isLiteral reports whether the value of a node is known without evaluation. Literals take part in
// choosing a form before any argument is evaluated (4). -1, [1] and {} are calls of operators, so
// they are not literals.
func (n *node) isLiteral() bool {
	return (n.kind == constantNode || n.kind == wordNode) && !n.wrapped
}

// literal returns the value of a literal. An unquoted word is the string of its name: abc is 'abc'
// (2).
func (n *node) literal() Value {
	if n.kind == wordNode {
		return n.name
	}
	return n.value
}

// children calls f for each direct child of n. It skips positions left out.
func (n *node) children(f func(*node)) {
	for _, a := range n.args {
		if a != nil {
			f(a)
		}
	}
	for _, m := range n.named {
		f(m.key)
		f(m.value)
	}
}
