package yamltree

import (
	"sort"

	"pantograph/evaluator/source"
)

// An origin maps the decoded value of a scalar back to the source.
type origin struct {
	runs  []run // nil: every character maps to the whole Body
	exact bool
}

// At returns the byte offset in the file at which byte i of the decoded Value was written. Inside
// an escaped character, it is the start of the escape sequence; at the end of Value, the position
// after the last character. If the position is not known, it is the start of Body.
func (n *Node) At(i int) int {
	if n.isFlat {
		return n.textStart() + min(max(i, 0), len(n.Value))
	}
	o := n.origins()
	if !o.exact {
		return int(n.Body.Start)
	}
	if i >= len(n.Value) {
		return n.endOf(len(n.Value))
	}
	// The first run that ends after byte i contains it, since runs are in the order of the value.
	k := sort.Search(len(o.runs), func(k int) bool { return int(o.runs[k].value+o.runs[k].valueLen) > i })
	if k == len(o.runs) {
		return int(n.Body.End)
	}
	r := o.runs[k]
	if r.valueLen != r.sourceLen {
		return int(r.source)
	}
	return int(r.source) + max(i-int(r.value), 0)
}

// Range returns the span in which the bytes i to j of the decoded Value were written, or the whole
// Body if that is not known. An empty range yields an empty span.
func (n *Node) Range(i, j int) source.Span {
	if n.isFlat {
		start := n.At(i)
		return n.Body.File.Span(start, max(n.At(j), start))
	}
	if n.Kind != Scalar || n.Body.File == nil || !n.origins().exact {
		return n.Body
	}
	i = min(max(i, 0), len(n.Value))
	start := n.At(i)
	if j <= i {
		return n.Body.File.Span(start, start)
	}
	return n.Body.File.Span(start, min(n.endOf(min(j, len(n.Value))), int(n.Body.End)))
}

// endOf returns the offset after the source of byte j-1 of the decoded value.
func (n *Node) endOf(j int) int {
	o := n.origins()
	k := sort.Search(len(o.runs), func(k int) bool { return int(o.runs[k].value+o.runs[k].valueLen) >= j })
	if k == len(o.runs) || j == 0 {
		return n.textStart()
	}
	r := o.runs[k]
	if r.valueLen != r.sourceLen {
		return min(int(r.source+r.sourceLen), int(n.Body.End))
	}
	return int(r.source) + j - int(r.value)
}

// textStart returns where the first character of the value is, or would be.
func (n *Node) textStart() int {
	if n.Style == SingleQuoted || n.Style == DoubleQuoted {
		return int(n.Body.Start) + 1
	}
	return int(n.Body.Start)
}

// origins decodes the source of a scalar again, this time recording where each character comes
// from.
func (n *Node) origins() *origin {
	if n.rare != nil && n.rare.origin != nil {
		return n.rare.origin
	}
	o := &origin{}
	n.ensureDetails().origin = o
	if n.Kind != Scalar || n.Body.File == nil {
		return o
	}
	start, end := int(n.Body.Start), int(n.Body.End)
	d := &decoding{text: make([]byte, 0, len(n.Value))}
	text := n.Body.File.Text
	switch n.Style {
	case Plain:
		if start < end && end < len(text) {
			// The next character decides whether a final colon belongs to the value, as in {a:}. A line
			// break of several bytes must stay whole, or its first byte would be read as a letter.
			end += max(breakLen(text, end), 1)
		}
		scanPlain(text[:end], start, int(n.indent)+1, n.inFlow, d)
	case SingleQuoted:
		scanSingle(text[:end], start, d)
	case DoubleQuoted:
		scanDouble(text[:end], start, d)
	case Literal, Folded:
		// The line break after the last line is decoded but not part of the span.
		scanBlock(text[:end+breakLen(text, end)], start, int(n.indent), d)
	}
	// The text may decode to something else, for example in a reader's text with replaced
	// characters. Then the places are not known.
	if string(d.text) == n.Value {
		o.runs, o.exact = d.runs, true
	}
	return o
}
