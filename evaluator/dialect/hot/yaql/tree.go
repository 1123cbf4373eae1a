package yaql

// nodeKind says what a node of an expression is.
type nodeKind uint8

const (
	constantNode nodeKind = iota // value
	wordNode                     // name: a word without quotes, whose value is its text
	variableNode                 // name, without the dollar
	callNode                     // name(args)
	dotNode                      // args[0].args[1]
	guardNode                    // args[0]?.args[1]
	operatorNode                 // name is that of its function; args are the operands
	indexNode                    // args[0][args[1:]]
	listNode                     // [args]
	mapNode                      // {args}
)

// A node is a piece of a parsed expression.
type node struct {
	kind       nodeKind
	wrapped    bool // it stands in parentheses, so that it is neither a literal nor a name
	name       string
	value      Value
	args       []*node // nil where a position was left out
	named      []mapping
	nameStart  int32
	start, end int32
	depth      int32 // how many levels are below it
}

// A mapping is `key => value`, which stands only among arguments.
type mapping struct{ key, value *node }

// isLiteral reports whether the value of a node is known without evaluating anything.
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

// children calls f for each node right below n.
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
