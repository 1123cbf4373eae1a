package yamltree

import "sort"

// NodeAt returns the nodes from the root of a document to the innermost node whose span contains a
// byte offset or ends there, or nil if there is no such node. If one node ends and another one starts
// at the offset, the path leads to the latter. NodeAt does not follow aliases.
func (d *Document) NodeAt(offset int) []*Node { return d.AppendNodeAt(nil, offset) }

// AppendNodeAt appends the result of NodeAt to path.
func (d *Document) AppendNodeAt(path []*Node, offset int) []*Node {
	n := d.Root
	if len(d.More) > 0 {
		n = childAt(d.roots(), offset)
	} else if n != nil && !n.Span.Contains(offset) {
		n = nil
	}
	for n != nil {
		path = append(path, n)
		n = n.child(offset)
	}
	return path
}

// roots returns the roots of all documents, in source order.
func (d *Document) roots() []*Node {
	if d.Root == nil {
		return nil
	}
	return append([]*Node{d.Root}, d.More...)
}

// child returns the child of n whose span contains an offset, or nil.
func (n *Node) child(at int) *Node {
	if n.Kind == Sequence {
		return childAt(n.Items, at)
	}
	// The offset is in the last entry whose key starts at or before it, or at the end of the entry
	// before that one.
	i := sort.Search(len(n.Pairs), func(i int) bool { return n.Pairs[i].Key.Span.Start() > at })
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

// childAt returns the node whose span contains an offset, or nil. The nodes must be in source order.
func childAt(nodes []*Node, at int) *Node {
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start() > at })
	for k := i - 1; k >= 0 && k >= i-2; k-- {
		if nodes[k].Span.Contains(at) {
			return nodes[k]
		}
	}
	return nil
}
