package render

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// DOT returns the graph in Graphviz's language. The direction, RL or BT, is where arrows point.
func DOT(g Graph, direction string) string {
	var b strings.Builder
	b.WriteString("digraph " + quoteDOT(g.Title) + " {\n\trankdir=" + direction +
		";\n\tnode [shape=box, fontname=\"Helvetica\", fontsize=11];\n")
	for _, n := range g.Nodes {
		// Label and detail are not shortened: Graphviz measures the text itself.
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

// dotEnds are the attributes of the ends of the graph: a root has a double border, an unused node a
// folded corner.
var dotEnds = map[string]string{Root: ", peripheries=2", Unused: ", shape=note"}

// dotStyle returns the attributes of a node in a state: the colour and the style of its border.
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

// dotEscapes escapes what a quoted string in DOT cannot contain. It is built only once, because a
// graph has thousands of such strings.
var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`, "\t", " ")

// quoteDOT returns text as a quoted string in DOT. A line break becomes \n, which centres the
// lines. Other control characters are replaced with their numbers.
func quoteDOT(text string) string {
	return `"` + dotEscapes.Replace(diag.Printable(text)) + `"`
}

// Mermaid returns the graph as a Mermaid flowchart. The direction, RL or BT, is where arrows point.
// Nodes are numbered, because not every name can be an identifier in Mermaid.
func Mermaid(g Graph, direction string) string {
	var b strings.Builder
	b.WriteString("flowchart " + direction + "\n")
	for i, n := range g.Nodes {
		label := escapeMermaid(n.name())
		if n.Detail != "" {
			label += "<br/>" + escapeMermaid(n.Detail)
		}
		// A root has double sides, an unused node a notch.
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
	// Only these states have a distinct border, and therefore a class.
	for _, state := range []string{"unknown", "mocked", "failed", "missing"} {
		if slices.ContainsFunc(g.Nodes, func(n GraphNode) bool { return n.State == state }) {
			b.WriteString("  classDef " + state + " " + mermaidStyle(state) + "\n")
		}
	}
	return b.String()
}

// mermaidStyle returns the style of a node in a state, or "" if the state has no distinct border.
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

// escapeMermaid escapes text for a quoted string. Characters that have a meaning in Mermaid,
// Markdown or HTML become entities, which begin with # in Mermaid instead of &. So do colons: on a
// line with the word style, Mermaid takes the text after a colon for the colours of a style, and
// drops the semicolon of the last entity.
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

// GraphJSON returns the graph as JSON, in the form of result documents: nodes have id and kind, edges
// have from, to and via.
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

// appendComma appends the comma before item i of a JSON list, unless i is 0.
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
