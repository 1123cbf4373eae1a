package hot

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// readSchemas reads whether types that need a cloud are checked, and which files of the bundle
// declare types: true, false, or a list of names.
func (b *binder) readSchemas(n *node) {
	switch {
	case n == nil || n.isNull() || n.isBroken():
	case n.kind == listNode:
	default:
		if is, ok := n.data.(value.Bool); ok && n.kind == scalarNode {
			b.schemas = bool(is)
			return
		}
		b.problems = append(b.problems, diag.Errorf(n.span, "inputs-shape", "schemas is true, false, or a list of files that declare types"))
	}
}
