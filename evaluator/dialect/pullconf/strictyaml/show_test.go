package strictyaml

import (
	"strconv"
	"strings"

	"pantograph/evaluator/source"
)

// show formats the documents of a text, one per line, then the problems with the text that they
// point at.
func show(input string) string {
	s := Read(source.NewFile("x.yaml", input))
	var lines []string
	for _, d := range s.Documents {
		line := shorten(d.Root)
		if d.Broken {
			line += " broken"
		}
		lines = append(lines, line)
	}
	for _, p := range s.Problems {
		lines = append(lines, string(p.Code)+" "+strconv.Quote(p.Span.Text()))
	}
	return strings.Join(lines, "\n")
}

func shorten(n *Node) string {
	var parts []string
	switch n.Kind {
	case Text:
		return strconv.Quote(n.Value)
	case Broken:
		return "?"
	case Array:
		for _, c := range n.Items {
			parts = append(parts, shorten(c))
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	for _, p := range n.Pairs {
		parts = append(parts, shorten(p.Key)+":"+shorten(p.Value))
	}
	return "{" + strings.Join(parts, " ") + "}"
}
