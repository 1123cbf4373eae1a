package yaql

// nodeKind is the kind of a node.
type nodeKind uint8

const (
	constantNode nodeKind = iota // a constant: value
	wordNode                     // an unquoted word: name, which is also its value
	variableNode                 // a variable: name, without the dollar
	callNode                     // name(args)
	dotNode                      // args[0].args[1]
	guardNode                    // args[0]?.args[1]
	operatorNode                 // name is that of its function, args are the operands
	indexNode                    // args[0][args[1:]]
	listNode                     // [args]
	mapNode                      // {args}
)

// A node is a node of a parsed expression.
type node struct {
	kind       nodeKind
	wrapped    bool // parenthesized, so neither a literal nor a name
	name       string
	value      Value
	args       []*node // nil for positions left out
	named      []mapping
	nameStart  int32
	start, end int32
	depth      int32 // levels below the node
}

// A mapping is `key => value`, which occurs only among arguments.
type mapping struct{ key, value *node }

// isLiteral reports whether the value of a node is known without evaluation.
func (n *node) isLiteral() bool {
	return (n.kind == constantNode || n.kind == wordNode) && !n.wrapped
}

// literal returns the value of a literal.
func (n *node) literal() Value {
	if n.kind == wordNode {
		return n.name
	}
	return n.value
}

// children calls f for each direct child of n.
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
