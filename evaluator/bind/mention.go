package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// A Mention is a range of the source that names a cell but is not a reference of the program: a
// key of inputs.yaml, of a stack's file or of an environment, or a step of a path. Several mentions
// may have the same range; their cells have the same name.
type Mention struct {
	Cell *ir.Cell
	At   source.Span // the name, or text that ends with it
}

// At returns the node at a path of keys below n, or nil if n has no such path.
func At(n *yamltree.Node, path ...string) *yamltree.Node {
	for _, key := range path {
		n = n.Get(key)
	}
	return n
}

// Keys returns the scalar keys of a mapping. It returns nil for any other node.
func Keys(n *yamltree.Node) []*yamltree.Node {
	if n == nil || n.Kind != yamltree.Mapping {
		return nil
	}
	var keys []*yamltree.Node
	for _, p := range n.Pairs {
		if p.Key.Kind == yamltree.Scalar {
			keys = append(keys, p.Key)
		}
	}
	return keys
}

// Root returns the root of a file's document, or nil if the bundle has no such file.
func (b *Bundle) Root(name string) *yamltree.Node {
	if f := b.File(name); f != nil {
		return b.Parse(f).Root
	}
	return nil
}
