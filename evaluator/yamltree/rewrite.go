package yamltree

import (
	"strings"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/source"
)

// An Edit replaces a node, or sets an entry of it.
type Edit struct {
	At   *Node
	Key  string // the entry of the mapping At to set, which need not exist; "" for At itself
	Text string // the replacement: a single YAML node
	// KeepComments keeps the comments on the last scalar of the old value.
	KeepComments bool
}

// Rewrite formats a document as yaml.v3 does: white space and quotes may change, but comments, the
// order of keys and the spelling of scalars are kept. It returns "" if yaml.v3 cannot read the
// document.
func Rewrite(f *source.File, indent int, edits []Edit) string {
	documents, err := decode(f.Text, false)
	if err != nil || len(documents) == 0 {
		return ""
	}
	r := &rewriter{file: f, edits: map[mark]Edit{}}
	for _, e := range edits {
		at := f.Position(int(e.At.Span.Start))
		r.edits[mark{kindOf(e.At), at.Line, at.Column}] = e
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

// A mark identifies a node. It includes the kind, since a mapping begins where its first key does.
type mark struct {
	kind         yaml.Kind
	line, column int
}

// kindOf returns yaml.v3's kind of a node; 0 for aliases and broken nodes, which are therefore
// never replaced.
func kindOf(n *Node) yaml.Kind {
	return map[Kind]yaml.Kind{Scalar: yaml.ScalarNode, Sequence: yaml.SequenceNode, Mapping: yaml.MappingNode}[n.Kind]
}

// A rewriter applies edits to yaml.v3's nodes. They are found by their position, because yaml.v3's
// tree is not the one that the edits refer to.
type rewriter struct {
	file  *source.File
	edits map[mark]Edit
}

// node applies the edits of a node and of those inside it. Nothing inside a replaced node is
// edited.
func (r *rewriter) node(n *yaml.Node) {
	e, ok := r.edits[mark{n.Kind, n.Line, n.Column}]
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

// replace replaces a node by the text of the edit, or does nothing if that is not YAML. A
// collection that replaces one of the same kind is written with or without brackets as before.
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

// replaceEntry replaces the value of an entry, or appends the entry.
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

// lastScalar returns the last scalar in a node; if an empty collection is last, that.
func lastScalar(n *yaml.Node) *yaml.Node {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}
