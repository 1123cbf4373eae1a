package render

import (
	"cmp"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/layout"
)

// The dimensions of a drawing, in pixels.
const (
	tickWidth      = 4
	textLeft       = 12
	arrowLength    = 8
	halfArrowWidth = 3
	jointRadius    = 2
	foldSize       = 7
	sansSerif      = "'Schibsted Grotesk',Helvetica,Arial,sans-serif"
	titleSize      = 15
	labelSize      = 13
	detailSize     = 11
)

// A Sheet describes the presentation of a drawing.
type Sheet struct {
	Theme  Theme
	Title  string // written above the drawing, unless it is empty
	Legend bool   // whether to write a legend below the drawing
}

// SVG returns a drawing of the graph as a self-contained SVG file. It has no style sheets, scripts,
// fonts or ids, so a page can contain several drawings. For assistive technology, the nodes are a
// list; each item describes a node and what it needs, and the lines are decoration. Arrows point to
// what is needed, dots show where lines meet, and explicit dependencies are dashed.
func SVG(g Graph, d layout.Drawing, sheet Sheet) string {
	w := &svg{graph: g, drawing: d, theme: sheet.Theme}
	top, height := 0, d.Height
	if sheet.Title != "" {
		top = titleHeight
		height += top
	}
	var entries []legendEntry
	if sheet.Legend {
		entries = w.legendEntries()
		height += legendHeight(entries, d.Width)
	}
	w.open("svg", "xmlns", "http://www.w3.org/2000/svg", "width", num(d.Width), "height", num(height),
		"viewBox", "0 0 "+num(d.Width)+" "+num(height), "role", "group", "font-family", sansSerif)
	title := cmp.Or(sheet.Title, g.Title, "Dependency graph")
	w.text("title", oneLine(title))
	w.text("desc", g.summary())
	w.empty("rect", "width", "100%", "height", "100%", "fill", w.theme.Ground)
	if sheet.Title != "" {
		w.text("text", layout.Label.Middle(oneLine(title), (d.Width-2*textLeft)*labelSize/titleSize), "x",
			"16", "y", "28",
			"font-size", num(titleSize), "font-weight", "600", "fill", w.theme.Ink)
	}
	// All coordinates are integers. The drawing is moved by half a pixel, so that a line that is
	// one pixel wide covers whole pixels.
	w.open("g", "transform", "translate(.5 "+num(top)+".5)")
	w.edges()
	w.nodes()
	w.close("g")
	w.legend(entries, top+d.Height)
	w.close("svg")
	return w.out.String()
}

// summary describes the graph in a sentence.
func (g Graph) summary() string {
	s := count(len(g.Nodes), "node") + ", " + count(len(g.Edges), "edge")
	if len(g.Cycles) > 0 {
		s += ", " + count(len(g.Cycles), "cycle")
	}
	return s + ". Arrows point to what is needed."
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return num(n) + " " + what
}

func num(n int) string { return strconv.Itoa(n) }

// An svg writes the elements of a drawing.
type svg struct {
	graph   Graph
	drawing layout.Drawing
	theme   Theme
	out     strings.Builder
}

// tag writes a start tag, and end after its attributes. These are alternating names and values; tag
// escapes the values.
func (w *svg) tag(name, end string, attributes []string) {
	w.out.WriteString("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		w.out.WriteString(" " + attributes[i] + `="` + escapeXML(attributes[i+1]) + `"`)
	}
	w.out.WriteString(end)
}

func (w *svg) open(name string, attributes ...string)  { w.tag(name, ">\n", attributes) }
func (w *svg) empty(name string, attributes ...string) { w.tag(name, "/>\n", attributes) }
func (w *svg) close(name string)                       { w.out.WriteString("</" + name + ">\n") }

func (w *svg) text(name, text string, attributes ...string) {
	w.tag(name, ">"+escapeXML(text)+"</"+name+">\n", attributes)
}

// edges draws the lines, those that close a cycle last, so that they are above the others.
func (w *svg) edges() {
	w.open("g", "fill", "none", "stroke", w.theme.Muted, "aria-hidden", "true")
	at := w.graph.indices()
	for _, back := range []bool{false, true} {
		for i, r := range w.drawing.Edges {
			if r.Back == back && len(r.Points) >= 4 {
				e := w.graph.Edges[i]
				w.edge(r.Points, w.theme.line(e, w.graph.Nodes[at[e.To]].State, back))
			}
		}
	}
	for _, j := range joints(w.drawing) {
		colour := w.theme.Muted
		if j.back {
			colour = w.theme.Failed
		}
		w.empty("circle", "cx", num(j.x), "cy", num(j.y), "r", num(jointRadius), "fill", colour, "stroke", "none")
	}
	w.close("g")
}

// edge draws a line and its arrowhead. The arrowhead is filled and never dashed.
func (w *svg) edge(points []int, l line) {
	w.stroke(pathOf(points), l)
	w.empty("path", "d", arrow(points), "fill", cmp.Or(l.colour, w.theme.Muted), "stroke", "none")
}

func (w *svg) stroke(path string, l line) {
	attributes := []string{"d", path}
	if l.colour != "" {
		attributes = append(attributes, "stroke", l.colour)
	}
	if l.width != "" {
		attributes = append(attributes, "stroke-width", l.width)
	}
	if l.dashes != "" {
		attributes = append(attributes, "stroke-dasharray", l.dashes)
	}
	w.empty("path", attributes...)
}

// pathOf formats a line as absolute horizontal and vertical moves.
func pathOf(points []int) string {
	var b strings.Builder
	b.WriteString("M" + num(points[0]) + " " + num(points[1]))
	for i := 2; i+1 < len(points); i += 2 {
		if points[i+1] == points[i-1] {
			b.WriteString("H" + num(points[i]))
		} else {
			b.WriteString("V" + num(points[i+1]))
		}
	}
	return b.String()
}

// arrow returns the path of the arrowhead at the end of a line, as the value of an attribute d.
func arrow(points []int) string {
	n := len(points)
	x, y := points[n-2], points[n-1]
	// One of dx and dy is 0, as lines are horizontal or vertical.
	dx, dy := cmp.Compare(points[n-4], x), cmp.Compare(points[n-3], y)
	a := [2]int{x + dx*arrowLength + dy*halfArrowWidth, y + dy*arrowLength + dx*halfArrowWidth}
	b := [2]int{x + dx*arrowLength - dy*halfArrowWidth, y + dy*arrowLength - dx*halfArrowWidth}
	return "M" + num(x) + " " + num(y) + "L" + num(a[0]) + " " + num(a[1]) + "L" + num(b[0]) + " " + num(b[1]) + "Z"
}

// nodes draws the boxes.
func (w *svg) nodes() {
	needs := map[string][]string{}
	at := w.graph.indices()
	for _, e := range w.graph.Edges {
		if to, ok := at[e.To]; ok {
			needs[e.From] = append(needs[e.From], w.graph.Nodes[to].name())
		}
	}
	w.open("g", "role", "list")
	for i, n := range w.graph.Nodes {
		w.node(n, w.drawing.Nodes[i], needs[n.ID])
	}
	w.close("g")
}

// node draws a box with its text. needs are the names of the nodes that the node needs, for
// assistive technology.
func (w *svg) node(n GraphNode, p layout.Place, needs []string) {
	width, height := n.Box()
	look := w.theme.look(n.State)
	words := describe(n, needs)
	w.open("g", "role", "listitem", "aria-label", words, "transform", "translate("+num(p.X)+" "+num(p.Y)+")")
	w.text("title", words)
	w.frame(look, width, height)
	w.tick(n.State, look.colour, height)
	w.end(n.End, width, height)
	// A label without a detail is vertically centred.
	base := height/2 + 5
	name, detail := n.Lines()
	if detail != "" {
		base = height/2 - 3
		w.label(detail, height-8, detailSize, w.theme.Muted)
	}
	ink := w.theme.Ink
	if look.isHollow {
		ink = look.colour
	}
	w.label(name, base, labelSize, ink)
	if look.glyph != "" {
		at := width - 7 // as in the page (renderNode)
		if n.End == Unused {
			at = width - foldSize - 5
		}
		w.text("text", look.glyph, "x", num(at), "y", num(base), "text-anchor", "end", "font-size", num(labelSize),
			"font-weight", "600", "fill", look.colour)
	}
	w.close("g")
}

// frame draws the rectangle of a box.
func (w *svg) frame(look look, width, height int) {
	fill := w.theme.Panel
	if look.isHollow {
		fill = "none"
	}
	frame := []string{"width", num(width), "height", num(height), "fill", fill, "stroke",
		cmp.Or(look.border, w.theme.Muted)}
	if look.dashes != "" {
		frame = append(frame, "stroke-dasharray", look.dashes)
	}
	w.empty("rect", frame...)
}

// end marks the box of an end of the graph: a root by a thick bottom line, an unused node by a
// folded corner.
func (w *svg) end(end string, width, height int) {
	switch end {
	case Root:
		w.empty("rect", "y", num(height-1), "width", num(width), "height", "2", "fill", w.theme.Muted)
	case Unused:
		w.empty("path", "d", "M"+num(width-foldSize)+" 0V"+num(foldSize)+"H"+num(width), "fill", "none", "stroke",
			w.theme.Muted)
	}
}

// tick draws the mark of a state at the left edge of a box. It has two colours for a partly known
// value, and a second bar for a secret.
func (w *svg) tick(state, colour string, height int) {
	switch state {
	case "partial":
		w.bar(0, height/2, w.theme.Known)
		w.bar(height/2, height, colour)
	case "secret":
		w.bar(0, height, colour)
		w.empty("rect", "x", num(tickWidth+2), "width", "1", "height", num(height), "fill", colour)
	default:
		w.bar(0, height, colour)
	}
}

// bar draws a part of a tick. It covers the left border of the box.
func (w *svg) bar(top, bottom int, colour string) {
	w.empty("rect", "x", "-.5", "y", num(top), "width", num(tickWidth), "height", num(bottom-top), "fill", colour)
}

// label writes a line of text in a box. base is the y coordinate of its baseline.
func (w *svg) label(text string, base, size int, colour string) {
	w.text("text", text, "x", num(textLeft), "y", num(base),
		"font-size", num(size), "fill", colour)
}

// describe returns the description of a node for assistive technology.
func describe(n GraphNode, needs []string) string {
	s := n.name()
	if n.Kind != "" {
		s = n.Kind + " " + s
	}
	for _, more := range []string{n.Detail, n.State, ends[n.End]} {
		if more != "" {
			s += ", " + more
		}
	}
	if len(needs) > 0 {
		s += "; needs " + strings.Join(needs, ", ")
	}
	return oneLine(s)
}

// oneLine returns text with spaces in place of control characters, including line breaks.
func oneLine(text string) string {
	if !strings.ContainsFunc(text, diag.IsControl) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if diag.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// escapeXML escapes text for the content of elements and for attributes. It replaces characters
// that XML cannot represent with U+FFFD.
func escapeXML(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\t' || r == '\n' || r == '\r':
			b.WriteString("&#" + num(int(r)) + ";")
		case r < ' ' || r == 0xfffe || r == 0xffff:
			b.WriteRune('\uFFFD')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
