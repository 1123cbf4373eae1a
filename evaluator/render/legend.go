package render

import (
	"slices"

	"pantograph/evaluator/layout"
)

// Dimensions of the title above and the legend below a drawing, in pixels.
const (
	titleHeight = 32
	signHeight  = 20 // of a row of the legend
	signLength  = 28 // of what is drawn before a legend text
	signGap     = 20
	legendEdge  = 16
)

// A line is how an edge is drawn. Empty fields mean the default.
type line struct{ colour, width, dashes string }

// line returns the style of an edge: by its kind, and by the state of the node it leads to.
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

// A sign is an entry of the legend: a line, or the box of a state or of an end of the graph.
type sign struct {
	line  line
	state string
	text  string
	end   string
}

// signs returns the legend entries for the lines and states that occur in the drawing.
func (w *svg) signs() (signs []sign) {
	at := w.graph.indices()
	seen := map[string]bool{}
	// Each text appears once, for the first line or node that needs it.
	add := func(s sign) {
		if !seen[s.text] {
			seen[s.text] = true
			signs = append(signs, s)
		}
	}
	if len(w.graph.Edges) > 0 {
		add(sign{text: "needs"})
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
			add(sign{line: l, text: "closes a cycle"})
		case e.Explicit:
			add(sign{line: l, text: "needs, as written"})
		case e.Through:
			add(sign{line: l, text: "needs, through others"})
		case l != line{}:
			add(sign{line: l, text: "needs, " + state})
		}
	}
	// The states come in this order, whatever the order of the nodes is.
	for _, state := range []string{"known", "partial", "unknown", "mocked", "secret", "failed", "missing"} {
		for _, n := range w.graph.Nodes {
			if n.State == state {
				add(sign{state: state, text: states[state]})
			}
		}
	}
	for _, end := range []string{Root, Unused} {
		if slices.ContainsFunc(w.graph.Nodes, func(n GraphNode) bool { return n.End == end }) {
			add(sign{text: ends[end], end: end})
		}
	}
	return signs
}

// states are the legend texts of node states.
var states = map[string]string{
	"known": "known", "partial": "partly known", "unknown": "unknown", "mocked": "mocked",
	"secret": "secret", "failed": "failed", "missing": "not there",
}

// length returns the width of a sign with its text, in pixels, up to the next one.
func (s sign) length() int { return signLength + 8 + layout.Detail.Width(s.text) + signGap }

// legendHeight returns the height of the legend below a drawing.
func legendHeight(signs []sign, width int) int {
	return eachSign(signs, width, func(sign, int, int) {})
}

// eachSign calls f with the signs and their positions, and returns the height of all rows.
func eachSign(signs []sign, width int, f func(s sign, x, y int)) int {
	if len(signs) == 0 {
		return 0
	}
	x, y := legendEdge, 0
	for _, s := range signs {
		if x > legendEdge && x+s.length()-signGap > width-legendEdge {
			x, y = legendEdge, y+signHeight
		}
		f(s, x, y)
		x += s.length()
	}
	return y + signHeight + legendEdge/2
}

// legend explains the signs below the drawing.
func (w *svg) legend(signs []sign, top int) {
	eachSign(signs, w.drawing.Width, func(s sign, x, y int) {
		y += top + signHeight/2
		if s.state+s.end == "" {
			w.open("g", "fill", "none", "stroke", w.theme.Muted)
			w.edge([]int{x + signLength, y, x, y}, s.line)
			w.close("g")
		} else {
			look := w.theme.look(s.state)
			w.open("g", "transform", "translate("+num(x+8)+".5 "+num(y-6)+".5)")
			w.frame(look, signLength-8, 12)
			if s.end == "" {
				w.tick(s.state, look.colour, 12)
			}
			w.end(s.end, signLength-8, 12)
			w.close("g")
		}
		w.text("text", s.text, "x", num(x+signLength+8), "y", num(y+4), "font-size", num(detailSize), "fill",
			w.theme.Muted)
	})
}
