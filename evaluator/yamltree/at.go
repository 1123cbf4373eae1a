package yamltree

import (
	"sort"
	"strconv"
	"strings"
)

// NodeAt returns the path from the root of the document to the innermost node whose
// span contains a byte offset, its end included; nil when the offset is in none. Where
// two nodes touch, the one that begins at the offset is meant. Broken nodes count,
// targets of aliases are not followed.
func (d *Document) NodeAt(offset int) []*Node { return d.AppendNodeAt(nil, offset) }

// AppendNodeAt appends to path what NodeAt returns.
func (d *Document) AppendNodeAt(path []*Node, offset int) []*Node {
	at := int32(offset)
	n := d.Root
	if len(d.More) > 0 {
		n = childAt(d.roots(), at)
	} else if n != nil && !n.Span.Contains(at) {
		n = nil
	}
	for n != nil {
		path = append(path, n)
		n = n.child(at)
	}
	return path
}

func (d *Document) roots() []*Node {
	if d.Root == nil {
		return nil
	}
	return append([]*Node{d.Root}, d.More...)
}

// child returns the child of n whose span contains the offset, or nil.
func (n *Node) child(at int32) *Node {
	if n.Kind == Sequence {
		return childAt(n.Items, at)
	}
	i := sort.Search(len(n.Pairs), func(i int) bool { return n.Pairs[i].Key.Span.Start > at })
	if i == 0 {
		return nil
	}
	p := n.Pairs[i-1]
	if p.Value.Span.Contains(at) {
		return p.Value
	}
	if p.Key.Span.Contains(at) {
		return p.Key
	}
	if i > 1 && n.Pairs[i-2].Value.Span.Contains(at) {
		return n.Pairs[i-2].Value
	}
	return nil
}

func childAt(nodes []*Node, at int32) *Node {
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start > at })
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		if nodes[k].Span.Contains(at) {
			return nodes[k]
		}
	}
	return nil
}

// Path writes the way through a document that NodeAt returns: `resources.web.tags[2]`.
// Keys that are no plain words are quoted: `values["fn::join"]`. The path of a key is
// that of its value.
func Path(nodes []*Node) string {
	var b strings.Builder
	for i := 1; i < len(nodes); i++ {
		step(&b, nodes[i-1], nodes[i])
	}
	return b.String()
}

// step writes how to get from a node to its child.
func step(b *strings.Builder, parent, child *Node) {
	if parent.Kind == Sequence {
		start := child.Span.Start
		i := sort.Search(len(parent.Items), func(i int) bool { return parent.Items[i].Span.Start >= start })
		for ; i < len(parent.Items) && parent.Items[i] != child; i++ {
		}
		b.WriteString("[" + strconv.Itoa(i) + "]")
		return
	}
	i := sort.Search(len(parent.Pairs), func(i int) bool { return parent.Pairs[i].Value.Span.Start >= child.Span.Start })
	for ; i < len(parent.Pairs) && parent.Pairs[i].Key != child && parent.Pairs[i].Value != child; i++ {
	}
	if i == len(parent.Pairs) {
		return
	}
	key := parent.Pairs[i].Key
	switch {
	case key.Kind != Scalar:
		b.WriteString("[?]")
	case !isWord(key.Value):
		b.WriteString("[" + strconv.Quote(key.Value) + "]")
	default:
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(key.Value)
	}
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return s != ""
}
