package yamltree

import (
	"strings"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/source"
)

// An Edit writes something else where a node is.
type Edit struct {
	At   *Node
	Key  string // the entry of the mapping At that is meant, which may not be there; "" for At itself
	Text string // what is written instead: YAML, one node
	// KeepComments leaves the comments at the last scalar of what was there.
	KeepComments bool
}

// Rewrite writes a document as yaml.v3 does when it has read it: with other blanks and quotes,
// but with its comments, the order of its keys and the spelling of its scalars. It gives
// nothing for what yaml.v3 does not read.
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

// A mark tells nodes apart: a mapping begins where its first key does.
type mark struct {
	kind         yaml.Kind
	line, column int
}

func kindOf(n *Node) yaml.Kind {
	return map[Kind]yaml.Kind{Scalar: yaml.ScalarNode, Sequence: yaml.SequenceNode, Mapping: yaml.MappingNode}[n.Kind]
}

type rewriter struct {
	file  *source.File
	edits map[mark]Edit
}

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

// replaceEntry replaces the value of an entry, or adds it behind the others.
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

func lastScalar(n *yaml.Node) *yaml.Node {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}
