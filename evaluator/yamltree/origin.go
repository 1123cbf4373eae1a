package yamltree

import (
	"sort"

	"pantograph/evaluator/source"
)

// An origin maps the decoded value of a scalar back to the source.
type origin struct {
	runs  []run // their positions in the source count from the start of Body
	exact bool  // whether runs is known; if not, every character maps to Body
}

// At returns the byte offset in the file at which byte i of the decoded Value was written. For an
// escaped character, it returns the start of the escape sequence, and for the end of Value, the
// offset after the last character. If the position is not known, it returns the start of Body.
func (n *Node) At(i int) int {
	if n.isFlat {
		return n.textStart() + min(max(i, 0), len(n.Value))
	}
	o := n.origins()
	if !o.exact {
		return n.Body().Start()
	}
	if i >= len(n.Value) {
		return n.endOf(len(n.Value))
	}
	// Runs are in the order of the value, so the first run that ends after byte i contains it.
	k := sort.Search(len(o.runs), func(k int) bool { return int(o.runs[k].value+o.runs[k].valueLen) > i })
	if k == len(o.runs) {
		return n.Body().End()
	}
	r := o.runs[k]
	if r.valueLen != r.sourceLen {
		return n.Body().Start() + int(r.source)
	}
	return n.Body().Start() + int(r.source) + max(i-int(r.value), 0)
}

// Range returns the span in which the bytes from i to j of the decoded Value were written, or Body if
// that is not known. For an empty range, it returns an empty span.
func (n *Node) Range(i, j int) source.Span {
	if n.isFlat {
		return n.slice(n.At(i), n.At(j))
	}
	if n.Kind != Scalar || n.Body().File() == nil || !n.origins().exact {
		return n.Body()
	}
	i = min(max(i, 0), len(n.Value))
	start := n.At(i)
	if j <= i {
		return n.slice(start, start)
	}
	return n.slice(start, min(n.endOf(min(j, len(n.Value))), n.Body().End()))
}

// slice returns the part of Body between two offsets of the file.
func (n *Node) slice(start, end int) source.Span {
	from := n.Body().Start()
	return n.Body().Slice(start-from, max(end, start)-from)
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
		return min(n.Body().Start()+int(r.source+r.sourceLen), n.Body().End())
	}
	return n.Body().Start() + int(r.source) + j - int(r.value)
}

// textStart returns the offset at which the text of a plain or quoted scalar starts, after an opening
// quote.
func (n *Node) textStart() int {
	if n.Style == SingleQuoted || n.Style == DoubleQuoted {
		return n.Body().Start() + 1
	}
	return n.Body().Start()
}

// origins decodes the source of a scalar again to find out where each character was written. It keeps
// the result.
func (n *Node) origins() *origin {
	if n.details != nil && n.details.origin != nil {
		return n.details.origin
	}
	o := &origin{}
	n.ensureDetails().origin = o
	if n.Kind != Scalar || n.Body().File() == nil {
		return o
	}
	start, end := n.Body().Start(), n.Body().End()
	d := &decoding{text: make([]byte, 0, len(n.Value))}
	text := n.Body().File().Text
	switch n.Style {
	case Plain:
		if start < end && end < len(text) {
			// The next character determines whether a final colon is part of the value, as in {a:}. A line
			// break of several bytes must not be split, or its first byte would be read as a letter.
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
	// The source may decode to a different value, since the reader replaces characters that are not
	// allowed. Then the positions are not known.
	if string(d.text) == n.Value {
		o.runs, o.exact = d.runs, true
		for i := range o.runs {
			o.runs[i].source -= int32(n.Body().Start())
		}
	}
	return o
}
