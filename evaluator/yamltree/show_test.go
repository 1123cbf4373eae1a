package yamltree

import (
	"fmt"
	"strings"

	"pantograph/evaluator/source"
)

// show formats the nodes of a document, with kind, style, tag, anchor, value, the source of the span
// and, if it differs, the source of the body; and the document's problems.
func show(d *Document) string {
	var b strings.Builder
	if d.Root == nil {
		b.WriteString("nothing\n")
	} else {
		showNode(&b, d.Root, 0)
	}
	for _, n := range d.More {
		b.WriteString("---\n")
		showNode(&b, n, 0)
	}
	for _, p := range d.Problems {
		at := d.File.Position(p.Span.Start())
		fmt.Fprintf(&b, "%s %d:%d %s: %q\n", p.Severity, at.Line, at.Column, p.Code, p.Span.Text())
	}
	return b.String()
}

var styleNames = [...]string{"plain", "single", "double", "literal", "folded", "block", "flow"}

func showNode(b *strings.Builder, n *Node, depth int) {
	fmt.Fprint(b, strings.Repeat("  ", depth))
	switch n.Kind {
	case Scalar:
		if n.IsMissing() {
			fmt.Fprintf(b, "missing @%d", n.Span.Start())
		} else {
			fmt.Fprintf(b, "%s %q", styleNames[n.Style], n.Value)
		}
	case Sequence:
		fmt.Fprintf(b, "%s seq", styleNames[n.Style])
	case Mapping:
		fmt.Fprintf(b, "%s map", styleNames[n.Style])
	case Alias:
		fmt.Fprintf(b, "alias %s", n.Value)
	case Broken:
		fmt.Fprint(b, "broken")
	}
	if n.Tag() != "" {
		fmt.Fprintf(b, " tag=%s", n.Tag())
	}
	if n.Anchor() != "" {
		fmt.Fprintf(b, " anchor=%s", n.Anchor())
	}
	fmt.Fprintf(b, " <%s>", visible(n.Span))
	if n.Body() != n.Span {
		fmt.Fprintf(b, " body <%s>", visible(n.Body()))
	}
	b.WriteByte('\n')
	for _, i := range n.Items {
		showNode(b, i, depth+1)
	}
	for _, p := range n.Pairs {
		showNode(b, p.Key, depth+1)
		showNode(b, p.Value, depth+2)
	}
}

// visible returns the source in a span, with escapes for line breaks and the like.
func visible(s source.Span) string {
	q := fmt.Sprintf("%q", s.Text())
	return q[1 : len(q)-1]
}
