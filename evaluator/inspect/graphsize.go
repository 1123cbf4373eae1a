package inspect

import "pantograph/evaluator/ir"

// A ReferenceText is the text that the references of a program add to its graph at most. It is the same for all
// versions to which a program is adapted.
type ReferenceText struct {
	bytes int // without the paths of values in documents
	paths int // how many paths of values in documents there are
}

// MayBeLong reports whether the graph of a program may have more than MaxText bytes. It takes much less
// time than NewGraph, because it only multiplies the number of references with the longest names and paths.
func MayBeLong(s *Subject) bool {
	if s.ReferenceText == nil {
		s.ReferenceText = newReferenceText(s)
	}
	longestPath := 0
	for _, doc := range s.Bundle.Documents() {
		longestPath = max(longestPath, doc.LongestPath)
	}
	text := s.ReferenceText.bytes + s.ReferenceText.paths*longestPath
	for _, n := range s.Outcome.Nodes {
		text += len(n.ID)
	}
	for _, e := range s.Outcome.Edges {
		text += len(e.From) + len(e.To) + len(e.Via)
	}
	return text > MaxText
}

func newReferenceText(s *Subject) *ReferenceText {
	text, longestName := &ReferenceText{}, 0
	for _, c := range s.Bound.Program.Cells {
		longestName = max(longestName, len(c.Name))
		text.bytes += len(c.Name)
	}
	for _, c := range s.Bound.Program.Cells {
		count, names := len(s.Evaluator.Deps(c)), 0
		ir.Walk(c.Expr, func(n ir.Node) {
			if r, ok := n.(*ir.Ref); ok {
				count++
				names += 2 * len(r.Name) // of a missing node, and of the edge to it
			}
		})
		text.bytes += names + count*(len(c.Name)+longestName)
		if f := c.Span.File(); f != nil && s.Bundle.Documents()[f] == nil {
			text.bytes += count * longestStructure(c.Expr)
		} else {
			text.paths += count
		}
	}
	return text
}

// longestStructure returns the length of the longest path that structure may find in an expression. In a path,
// a byte of a key takes at most six, such as \u0001, and a key four more: [""].
func longestStructure(n ir.Node) int {
	longest := 0
	switch n := n.(type) {
	case *ir.Object:
		for i := range n.Fields {
			longest = max(longest, 6*len(n.Fields[i].Key)+4+longestStructure(n.Fields[i].Value))
		}
	case *ir.List:
		for _, item := range n.Items {
			longest = max(longest, len("[1000000]")+longestStructure(item))
		}
	case *ir.Call:
		for _, a := range n.Args {
			if a != nil {
				longest = max(longest, longestStructure(a))
			}
		}
	}
	return longest
}
