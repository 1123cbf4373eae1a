package pulumi

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// outputs tracks which expressions are outputs in the original: properties of resources,
// results of invokes, secrets, and everything computed from these. An output is never a
// resource or a boolean, even if its value is known, so some options reject it.
type outputs struct {
	// answers caches the answer for each expression, since many references refer to the same expression.
	answers map[ir.Node]bool
	busy    map[ir.Node]bool // expressions being visited, since an expression may depend on itself
}

// isOutput reports whether an expression is an output or contains one. References must have been
// resolved.
func (b *binder) isOutput(n ir.Node) bool {
	if b.outs.answers == nil {
		b.outs = outputs{map[ir.Node]bool{}, map[ir.Node]bool{}}
	}
	return b.outs.isOutput(n)
}

// isOutput reports whether an expression is an output: something that the original has to wait for, even if its value
// is known here.
func (o *outputs) isOutput(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Ref:
		return o.refersToOutput(n)
	case *ir.Call:
		switch data := n.Data.(type) {
		case *invoke:
			return true
		// A supplied secret is an output in the original, unlike other config.
		case value.Value:
			return data.HasSecret()
		}
		if traitsOf(n.Fn).isOutput {
			return true
		}
	}
	found := false
	if n != nil {
		ir.Children(n, func(c ir.Node) { found = found || o.isOutput(c) })
	}
	return found
}

// refersToOutput reports whether a reference leads to an output. A resource itself is not an output, but its
// properties are.
func (o *outputs) refersToOutput(r *ir.Ref) bool {
	c := r.Cell
	if c == nil {
		return false
	}
	if _, ok := c.Data.(*resource); ok {
		return len(r.Path) > 0
	}
	// A path into a literal reaches only a part of it. Otherwise, the answer is that of the whole
	// expression.
	n, ok := literalStep(c.Expr, r.Path)
	if !ok {
		n = c.Expr
	}
	is, known := o.answers[n]
	// In a cycle, the answer does not matter: evaluation reports the cycle.
	if !known && !o.busy[n] {
		o.busy[n] = true
		is = o.isOutput(n)
		o.busy[n], o.answers[n] = false, is
	}
	return is
}

// literalStep walks a path through literal lists and mappings. It returns false if the path is
// empty or leads through anything else.
func literalStep(n ir.Node, path []ir.Step) (ir.Node, bool) {
	if len(path) == 0 {
		return nil, false
	}
	for _, s := range path {
		var next ir.Node
		switch lit := n.(type) {
		case *ir.List:
			if !s.IsKey && s.Index >= 0 && s.Index < len(lit.Items) {
				next = lit.Items[s.Index]
			}
		case *ir.Object:
			for _, f := range lit.Fields {
				if s.IsKey && f.KeyExpr == nil && f.Key == s.Key {
					next = f.Value
				}
			}
		}
		if next == nil {
			return nil, false
		}
		n = next
	}
	return n, true
}
