package render

import (
	"slices"

	"pantograph/evaluator/layout"
)

// The dimensions of the title above a drawing and of the legend below it, in pixels.
const (
	titleHeight  = 32
	entryHeight  = 20 // height of a row of the legend
	sampleWidth  = 28 // of the line or box before a legend text
	entryGap     = 20
	legendMargin = 16
)

// A line is the style of an edge. An empty field is the default.
type line struct{ colour, width, dashes string }

// line returns the style of an edge. It depends on the kind of edge, and on the state of the node
// to which the edge leads.
func (t Theme) line(e GraphEdge, state string, back bool) line {
	switch {
	case back:
		return line{colour: t.Failed, width: "1.5"}
	case e.Explicit:
		return line{dashes: "6 4"}
	case e.Through:
		return line{dashes: "12 3"}
	case state == "unknown":
		return line{colour: t.Unknown, dashes: "3 2"}
	case state == "secret":
		return line{colour: t.Secret, width: "2"}
	}
	return line{}
}

// A legendEntry explains the style of a line, or the box of a state or of an end of the graph.
type legendEntry struct {
	line  line
	state string
	text  string
	end   string
}

// legendEntries returns the entries for everything that occurs in the drawing.
func (w *svg) legendEntries() (entries []legendEntry) {
	at := w.graph.indices()
	seen := map[string]bool{}
	// Each text appears once, with the style of the first edge or node that it explains.
	add := func(s legendEntry) {
		if !seen[s.text] {
			seen[s.text] = true
			entries = append(entries, s)
		}
	}
	if len(w.graph.Edges) > 0 {
		add(legendEntry{text: "needs"})
	}
	for i, e := range w.graph.Edges {
		to, ok := at[e.To]
		if !ok {
			continue
		}
		back, state := w.drawing.Edges[i].Back, w.graph.Nodes[to].State
		l := w.theme.line(e, state, back)
		switch {
		case back:
			add(legendEntry{line: l, text: "closes a cycle"})
		case e.Explicit:
			add(legendEntry{line: l, text: "needs, declared explicitly"})
		case e.Through:
			add(legendEntry{line: l, text: "needs, through other nodes"})
		case l != line{}:
			add(legendEntry{line: l, text: "needs, " + state})
		}
	}
	// The states are always in this order, regardless of the order of the nodes.
	for _, state := range []string{"known", "partial", "unknown", "mocked", "secret", "failed", "missing"} {
		for _, n := range w.graph.Nodes {
			if n.State == state {
				add(legendEntry{state: state, text: states[state]})
			}
		}
	}
	for _, end := range []string{Root, Unused} {
		if slices.ContainsFunc(w.graph.Nodes, func(n GraphNode) bool { return n.End == end }) {
			add(legendEntry{text: ends[end], end: end})
		}
	}
	return entries
}

// states maps the states of nodes to their texts in the legend, which are those of the page.
var states = map[string]string{
	"known": "known", "partial": "partly unknown", "unknown": "unknown", "mocked": "mocked",
	"secret": "secret", "failed": "failed", "missing": "not defined",
}

// width returns the width of an entry in pixels, including the gap to the next one.
func (s legendEntry) width() int { return sampleWidth + 8 + layout.Detail.Width(s.text) + entryGap }

// legendHeight returns the height of the legend below a drawing.
func legendHeight(entries []legendEntry, width int) int {
	return eachEntry(entries, width, func(legendEntry, int, int) {})
}

// eachEntry calls f with each entry and its position, and returns the height of all rows.
func eachEntry(entries []legendEntry, width int, f func(s legendEntry, x, y int)) int {
	if len(entries) == 0 {
		return 0
	}
	x, y := legendMargin, 0
	for _, s := range entries {
		if x > legendMargin && x+s.width()-entryGap > width-legendMargin {
			x, y = legendMargin, y+entryHeight
		}
		f(s, x, y)
		x += s.width()
	}
	return y + entryHeight + legendMargin/2
}

// legend writes the legend below the drawing. top is its y coordinate.
func (w *svg) legend(entries []legendEntry, top int) {
	eachEntry(entries, w.drawing.Width, func(s legendEntry, x, y int) {
		y += top + entryHeight/2
		if s.state+s.end == "" {
			w.open("g", "fill", "none", "stroke", w.theme.Muted)
			w.edge([]int{x + sampleWidth, y, x, y}, s.line)
			w.close("g")
		} else {
			look := w.theme.look(s.state)
			w.open("g", "transform", "translate("+num(x+8)+".5 "+num(y-6)+".5)")
			w.frame(look, sampleWidth-8, 12)
			if s.end == "" {
				w.tick(s.state, look.colour, 12)
			}
			w.end(s.end, sampleWidth-8, 12)
			w.close("g")
		}
		w.text("text", s.text, "x", num(x+sampleWidth+8), "y", num(y+4), "font-size", num(detailSize), "fill",
			w.theme.Muted)
	})
}
