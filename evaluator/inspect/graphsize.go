package inspect

import "pantograph/evaluator/ir"

// MayBeLong reports whether the graph of a program may have more than MaxText bytes. It takes much less
// time than NewGraph, because it only multiplies the number of references with the longest names and paths.
func MayBeLong(s *Subject) bool {
	longestPath, longestName, text := 0, 0, 0
	for _, doc := range s.Bundle.Documents() {
		longestPath = max(longestPath, doc.LongestPath)
	}
	for _, c := range s.Bound.Program.Cells {
		longestName = max(longestName, len(c.Name))
		text += len(c.Name)
	}
	for _, n := range s.Outcome.Nodes {
		text += len(n.ID)
	}
	for _, e := range s.Outcome.Edges {
		text += len(e.From) + len(e.To) + len(e.Via)
	}
	for _, c := range s.Bound.Program.Cells {
		count, names := len(s.Evaluator.Deps(c)), 0
		ir.Walk(c.Expr, func(n ir.Node) {
			if r, ok := n.(*ir.Ref); ok {
				count++
				names += 2 * len(r.Name) // of a missing node, and of the edge to it
			}
		})
		path := longestPath
		if f := c.Span.File; f != nil && s.Bundle.Documents()[f] == nil {
			path = 2 * int(c.Span.End-c.Span.Start) // at most: [""] around each key, which needs a colon and a space
		}
		text += names + count*(len(c.Name)+longestName+path)
	}
	return text > MaxText
}
