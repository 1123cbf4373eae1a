package yamltree

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// JSON is YAML in brackets. A broken collection in brackets is cut into its entries if
// it is written as people and programs write JSON that is meant to be read: the first
// entry on a line of its own, and every further one in the same column.

func closing(open byte) byte {
	if open == '{' {
		return '}'
	}
	return ']'
}

// flow reads a collection in brackets that begins at at, inside a fragment that could
// not be read. If it cannot be cut it stays broken, for the reason of the fragment.
func (r *reader) flow(f fragment, at, cuts int) *Node {
	entries := r.flowEntries(at, f.end)
	if len(entries) == 0 || cuts > maxCuts {
		return r.brokenPart(at, f.end, f)
	}
	n := &Node{Kind: Mapping, Style: Flow, indent: -1, inFlow: f.open != 0}
	if r.text[at] == '[' {
		n.Kind = Sequence
	}
	n.Span = r.file.Span(at, f.end)
	n.Body = n.Span
	before := len(r.doc.Problems)
	a := &assembly{r: r, into: n, column: entries[0].column, cuts: cuts + 1, open: r.text[at]}
	a.run(entries)
	if len(r.doc.Problems) == before {
		// Every entry is healthy, so it is the brackets that are not.
		r.brokenPart(at, f.end, f)
	}
	return n
}

// flowEntries cuts the collection whose bracket is at at into entries by lines, or
// returns nothing when its first entry is not on a line of its own.
func (r *reader) flowEntries(at, end int) []entry {
	t := r.text[:end]
	start := skipSpace(t, at+1)
	if start >= end || start <= lineEnd(t, at) || t[start] == closing(t[at]) {
		return nil
	}
	column := r.lines.columnOf(start)
	out := []entry{{start: start, column: column}}
	for line := r.lines.lineOf(start) + 1; line <= len(r.lines.starts) && r.lines.start(line) < end; line++ {
		lineStart := r.lines.start(line)
		first := lineStart
		for isBlank(t, first) {
			first++
		}
		if isBreakOrEnd(t, first) || t[first] == '#' || first-lineStart > column {
			continue
		}
		closes := strings.IndexByte("]}", t[first]) >= 0
		if closes && first-lineStart == column {
			continue // the end of a collection inside of the entry
		}
		out[len(out)-1].end = lineStart
		if closes {
			break // the end of this collection, or of one around it
		}
		out = append(out, entry{start: first, column: first - lineStart})
	}
	last := &out[len(out)-1]
	if last.end == 0 {
		last.end = end
	}
	for i := range out {
		e := &out[i]
		e.end = trimEnd(t, e.start, e.end)
		if e.end > e.start && t[e.end-1] == ',' {
			e.end--
		}
	}
	return out
}

// inFlow reads one entry between brackets that could not be read as a whole.
func (a *assembly) inFlow(f fragment) {
	r := a.r
	if a.into.Kind == Sequence {
		a.into.Items = append(a.into.Items, r.flowValue(f, f.start, a.cuts))
		return
	}
	text := r.text[:f.end]
	colon := flowColonAt(text, f.start)
	if colon > 0 {
		key, err := r.piece(fragment{start: f.start, end: colon, column: f.column})
		if err == nil && key != nil {
			value := skipSpace(text, colon+1)
			a.into.Pairs = append(a.into.Pairs, Pair{key, r.flowValue(f, value, a.cuts)})
			return
		}
	}
	n := r.brokenPart(f.start, f.end, f)
	a.into.Pairs = append(a.into.Pairs, Pair{n, r.behind(n)})
}

// flowValue reads a value inside an entry between brackets.
func (r *reader) flowValue(f fragment, at, cuts int) *Node {
	if at < f.end && (r.text[at] == '{' || r.text[at] == '[') {
		return r.flow(f, at, cuts)
	}
	return r.brokenPart(min(at, f.end), f.end, f)
}

// flowColonAt returns the position of the colon behind a key between brackets, or -1.
func flowColonAt(t string, i int) int {
	if i < len(t) && t[i] == '"' {
		end, ok := scanDouble(t[:lineEnd(t, i)], i, nil)
		for isBlank(t, end) {
			end++
		}
		if ok && end < len(t) && t[end] == ':' {
			return end
		}
		return -1
	}
	return keyColon(t, i)
}

// inside converts the entries of a collection whose brackets are not in the text.
func (c *converter) inside(y *yaml.Node) *Node {
	n := &Node{Kind: Mapping, Style: Flow, indent: -1}
	p := place{-1, true}
	if y.Kind == yaml.SequenceNode {
		n.Kind = Sequence
		for _, item := range y.Content {
			n.Items = append(n.Items, c.node(item, p))
		}
		return n
	}
	for i := 0; i+1 < len(y.Content); i += 2 {
		key := c.key(y.Content[i], p)
		n.Pairs = append(n.Pairs, Pair{key, c.value(y.Content[i+1], p)})
	}
	return n
}
