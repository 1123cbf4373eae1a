package render

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// DOT returns the graph for Graphviz. The direction is where arrows point, RL or BT, as DOT and
// Mermaid name it.
func DOT(g Graph, direction string) string {
	var b strings.Builder
	b.WriteString("digraph " + quoteDOT(g.Title) + " {\n\trankdir=" + direction +
		";\n\tnode [shape=box, fontname=\"Helvetica\", fontsize=11];\n")
	for _, n := range g.Nodes {
		// The whole label and detail are written: Graphviz measures the text itself.
		label := n.name()
		if n.Detail != "" {
			label += "\n" + n.Detail
		}
		b.WriteString("\t" + quoteDOT(n.ID) + " [label=" + quoteDOT(label) + dotStyle(n.State) +
			dotEnds[n.End] + "];\n")
	}
	for _, e := range g.Edges {
		b.WriteString("\t" + quoteDOT(e.From) + " -> " + quoteDOT(e.To))
		var attributes []string
		if e.Via != "" {
			attributes = append(attributes, "tooltip="+quoteDOT(e.Via))
		}
		if e.Explicit {
			attributes = append(attributes, "style=dashed")
		}
		if len(attributes) > 0 {
			b.WriteString(" [" + strings.Join(attributes, ", ") + "]")
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// dotEnds marks the ends of the graph: a double border for a root, a folded corner for an unused
// node.
var dotEnds = map[string]string{Root: ", peripheries=2", Unused: ", shape=note"}

// dotStyle shows a state by colour and line style.
func dotStyle(state string) string {
	look := Light.look(state)
	if look.border == "" {
		return ""
	}
	style := "solid"
	switch {
	case state == "mocked":
		style = "dotted"
	case look.dashes != "":
		style = "dashed"
	}
	return `, color="` + look.border + `", style=` + style
}

// dotEscapes escapes what a quoted DOT string cannot contain. It is built once: a graph has thousands
// of such strings.
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`, "\t", " ")

// quoteDOT returns a quoted DOT string. Backslashes are escaped, and a line break becomes \n, which
// centres the line. Other control characters are shown by their numbers.
func quoteDOT(text string) string {
	return `"` + dotEscapes.Replace(diag.Printable(text)) + `"`
}

// Mermaid returns the graph as a Mermaid flowchart. Nodes are numbered, because Mermaid's
// identifiers cannot express every name.
func Mermaid(g Graph, direction string) string {
	var b strings.Builder
	b.WriteString("flowchart " + direction + "\n")
	for i, n := range g.Nodes {
		label := escapeMermaid(n.name())
		if n.Detail != "" {
			label += "<br/>" + escapeMermaid(n.Detail)
		}
		// A root is a box with double sides, an unused node one with a notch.
		shape := [2]string{"[", "]"}
		switch n.End {
		case Root:
			shape = [2]string{"[[", "]]"}
		case Unused:
			shape[0] = ">"
		}
		b.WriteString("  n" + num(i) + shape[0] + `"` + label + `"` + shape[1])
		if mermaidStyle(n.State) != "" {
			b.WriteString(":::" + n.State)
		}
		b.WriteString("\n")
	}
	at := g.indices()
	for _, e := range g.Edges {
		from, okFrom := at[e.From]
		to, okTo := at[e.To]
		if !okFrom || !okTo {
			continue
		}
		arrow := " --> "
		if e.Explicit {
			arrow = " -.-> "
		}
		if e.Via != "" {
			arrow = strings.TrimRight(arrow, " ") + `|"` + escapeMermaid(e.Via) + `"| `
		}
		b.WriteString("  n" + num(from) + arrow + "n" + num(to) + "\n")
	}
	// These are the states with a distinct border; the others have no class.
	for _, state := range []string{"unknown", "mocked", "failed", "missing"} {
		if slices.ContainsFunc(g.Nodes, func(n GraphNode) bool { return n.State == state }) {
			b.WriteString("  classDef " + state + " " + mermaidStyle(state) + "\n")
		}
	}
	return b.String()
}

// mermaidStyle returns the style of a state with a distinct border, or "".
func mermaidStyle(state string) string {
	look := Light.look(state)
	if look.border == "" {
		return ""
	}
	style := "stroke:" + look.border
	if look.dashes != "" {
		style += ",stroke-dasharray:" + look.dashes
	}
	return style
}

// escapeMermaid escapes text between quotes: characters with a meaning in Mermaid, Markdown or HTML
// become entities, which Mermaid writes with # instead of &. A colon is one, too: on a line with the word
// style, Mermaid takes what follows a colon for the colours of a style, and drops the semicolon of the
// last entity.
func escapeMermaid(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("\"#&<>`*_\\|;:[](){}~", r) {
			b.WriteString("#" + num(int(r)) + ";")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// GraphJSON returns the graph as in result documents: nodes with id and kind, edges with from, to
// and via.
func GraphJSON(g Graph) string {
	b := []byte(`{"nodes":[`)
	for i, n := range g.Nodes {
		b = appendComma(b, i)
		b = appendField(append(b, '{'), "id", n.ID)
		b = append(appendField(append(b, ','), "kind", n.Kind), '}')
	}
	b = append(b, `],"edges":[`...)
	for i, e := range g.Edges {
		b = appendComma(b, i)
		b = appendField(append(b, '{'), "from", e.From)
		b = appendField(append(b, ','), "to", e.To)
		b = append(appendField(append(b, ','), "via", e.Via), '}')
	}
	return diag.EscapeJSON(string(append(b, "]}\n"...)))
}

// appendComma appends the comma before item i of a JSON list, unless it is the first.
func appendComma(b []byte, i int) []byte {
	if i > 0 {
		return append(b, ',')
	}
	return b
}

// appendField appends a field of a JSON object. The name needs no escapes.
func appendField(b []byte, name, text string) []byte {
	return value.AppendQuoted(append(append(append(b, '"'), name...), `":`...), text, true, false)
}
