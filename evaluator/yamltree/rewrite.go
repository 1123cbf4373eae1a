package yamltree

import (
	"strings"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/source"
)

// An Edit replaces a node or a value in a mapping.
type Edit struct {
	At   *Node
	Key  string // the key of the mapping At whose value is set; "" to replace At itself
	Text string // the new value, a YAML node
	// KeepComments moves the comments of the last scalar in the old value to the last scalar in the
	// new one.
	KeepComments bool
}

// Rewrite applies edits to a file and formats the document as yaml.v3 does: whitespace and quotes may
// change, but comments, the order of keys and the spelling of scalars are kept. It returns "" if
// yaml.v3 rejects the file.
func Rewrite(f *source.File, indent int, edits []Edit) string {
	documents, err := decode(f.Text, false)
	if err != nil || len(documents) == 0 {
		return ""
	}
	r := &rewriter{file: f, edits: map[nodeKey]Edit{}}
	for _, e := range edits {
		at := f.Position(e.At.Span.Start())
		r.edits[nodeKey{kindOf(e.At), at.Line, at.Column}] = e
	}
	r.node(documents[0])
	var out strings.Builder
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(indent)
	if encoder.Encode(documents[0]) != nil {
		return ""
	}
	return out.String()
}

// A nodeKey identifies a node. It includes the kind, because a mapping has the same position as its
// first key.
type nodeKey struct {
	kind         yaml.Kind
	line, column int
}

// kindOf returns yaml.v3's kind of a node. It returns 0 for aliases and broken nodes, which are
// therefore never replaced.
func kindOf(n *Node) yaml.Kind {
	return map[Kind]yaml.Kind{Scalar: yaml.ScalarNode, Sequence: yaml.SequenceNode, Mapping: yaml.MappingNode}[n.Kind]
}

// A rewriter applies edits to yaml.v3's nodes. It finds them by their positions, because the edits
// refer to nodes of our tree.
type rewriter struct {
	file  *source.File
	edits map[nodeKey]Edit
}

// node applies the edits of a node and its descendants. Edits inside a replaced node are ignored.
func (r *rewriter) node(n *yaml.Node) {
	e, ok := r.edits[nodeKey{n.Kind, n.Line, n.Column}]
	switch {
	case ok && e.Key == "":
		e.replace(n)
		return
	case ok:
		e.replaceEntry(n)
	}
	for _, child := range n.Content {
		r.node(child)
	}
}

// replace replaces a node with the text of the edit, or does nothing if the text is not YAML. A
// collection that replaces one of the same kind keeps its style.
func (e *Edit) replace(n *yaml.Node) {
	documents, err := decode(e.Text, false)
	if err != nil || len(documents) == 0 {
		return
	}
	instead := documents[0].Content[0]
	if instead.Kind == n.Kind && instead.Kind != yaml.ScalarNode {
		instead.Style = n.Style
	}
	if e.KeepComments {
		from, to := lastScalar(n), lastScalar(instead)
		to.HeadComment, to.LineComment, to.FootComment = from.HeadComment, from.LineComment, from.FootComment
	}
	*n = *instead
}

// replaceEntry replaces the value of the key in the edit, or appends an entry if there is no such key.
func (e *Edit) replaceEntry(n *yaml.Node) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == e.Key {
			e.replace(n.Content[i+1])
			return
		}
	}
	entry := &yaml.Node{Kind: yaml.MappingNode}
	e.replace(entry)
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: e.Key}, entry)
}

// lastScalar returns the last node without children in n: a scalar or an empty collection.
func lastScalar(n *yaml.Node) *yaml.Node {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}
