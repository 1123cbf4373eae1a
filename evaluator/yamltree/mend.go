package yamltree

import (
	"strings"

	"pantograph/evaluator/diag"
)

// A value that cannot be read must not affect its neighbours. Indentation alone determines where
// its entry has to end: an unclosed quote or bracket reaches no further. If the reader went beyond
// that limit, it reads the value again from a text that ends there, which reveals the actual
// mistake.

// An entry is a key with its value, or a dash with its item.
type entry struct {
	start  int // of its key or dash
	at     int // after its colon or dash
	column int // of its key or dash
	isList bool
	limit  int // the start of the line where it has to end, 0 until known
}

// guard reads the value of an entry of a block collection.
func (r *reader) guard(e entry, read func() *Node) *Node {
	outer := r.entry
	r.entry = e
	n := read()
	if r.hasFailed() {
		n = r.mend(e.at, r.entryLimit(), read)
		r.line(r.entryLimit(), farColumn)
	}
	r.entry = outer
	return n
}

// mend recovers from a failed value after at. If reading went beyond the limit, the value is read
// again up to there. If that fails, too, it becomes a broken node.
func (r *reader) mend(at, limit int, read func() *Node) *Node {
	if max(r.failed.at, r.failed.other) >= limit && limit < len(r.t) && r.spend(limit-at) {
		// What was recorded beyond the limit belongs to other entries, which are read later.
		r.forget(at)
		whole := r.t
		r.t, r.failed = whole[:limit], mistake{}
		n := read()
		r.t = whole
		if !r.hasFailed() {
			return n
		}
	}
	m := r.failed
	r.failed = mistake{}
	n := r.broken(at, limit)
	r.mistaken(m)
	return n
}

// spend reports whether length more bytes may be read again.
func (r *reader) spend(length int) bool {
	if r.budget -= length; r.budget < 0 {
		r.failed.kind = tooMany
		return false
	}
	return true
}

// forget discards what was recorded about the text from at on.
func (r *reader) forget(at int) {
	d := r.doc
	for k := len(d.Anchors) - 1; k >= 0 && int(d.Anchors[k].Span.Start) >= at; k-- {
		name := d.Anchors[k].Anchor()
		d.Anchors = d.Anchors[:k]
		delete(r.anchors, name)
		// An anchor may be defined several times. The last definition that remains is valid again.
		for _, n := range d.Anchors {
			if n.Anchor() == name {
				r.anchors[name] = n
			}
		}
	}
	for n := len(r.unresolved); n > 0 && int(r.unresolved[n-1].Span.Start) >= at; n-- {
		r.unresolved = r.unresolved[:n-1]
	}
	for n := len(d.Problems); n > 0 && int(d.Problems[n-1].Span.Start) >= at; n-- {
		d.Problems = d.Problems[:n-1]
	}
}

// broken makes a node of the unreadable value after at. It keeps its anchor.
func (r *reader) broken(at, limit int) *Node {
	start := skipSpace(r.t[:limit], at)
	end := trimEnd(r.t, min(start, limit), limit)
	n := &Node{Kind: Broken, indent: -1}
	body := start
	// Aliases elsewhere may refer to the value. Without its anchor, each would be a mistake that
	// follows from this one.
	for _, a := range r.doc.Anchors {
		if int(a.Span.Start) == start {
			n.rare = &rare{anchor: a.Anchor(), tag: a.Tag()}
		}
	}
	r.forget(at)
	for n.Anchor() != "" && body < end && (r.t[body] == '&' || r.t[body] == '!') {
		for body < end && !isBlankOrEnd(r.t, body) {
			body++
		}
		body = skipSpace(r.t[:end], body)
	}
	n.Span, n.Body = r.file.Span(start, end), r.file.Span(body, end)
	if n.Anchor() != "" {
		r.anchors[n.Anchor()] = n
		r.doc.Anchors = append(r.doc.Anchors, n)
	}
	return n
}

// behindBroken returns an empty broken node at the end of another.
func (r *reader) behindBroken(n *Node) *Node {
	span := r.file.Span(int(n.Span.End), int(n.Span.End))
	return &Node{Kind: Broken, Span: span, Body: span, indent: -1}
}

// keepBroken keeps text that cannot be an entry as a broken node, and advances past it.
func (r *reader) keepBroken(e entry, m mistake) *Node {
	r.failed = mistake{}
	limit := r.limit(e)
	n := r.broken(e.start, limit)
	if m.kind != none {
		r.mistaken(m)
	}
	r.line(limit, farColumn)
	return n
}

// follows reports whether the text at r.i is another entry of a block collection in a column; outer
// is the column of the collection around it, and previous that of the last entry. Text that is
// neither an entry nor part of an enclosing collection is reported, and kept as a broken entry.
func (r *reader) follows(n *Node, column, outer, previous int) bool {
	isList := n.Kind == Sequence
	for last := none; ; {
		isDash := r.column >= 0 && r.isMark('-', r.i)
		// yaml.v3 takes a block scalar as the value of an empty entry above, and may end the
		// document at a directive.
		r.unsure = r.unsure || r.column >= 0 && (r.t[r.i] == '|' || r.t[r.i] == '>' || r.column == 0 && r.t[r.i] == '%')
		switch {
		case r.column == column && isDash == isList:
			return true
		case r.column <= outer:
			return false
		}
		// At the top, yaml.v3 ends the document at a line that is indented less, and does not read
		// the rest.
		r.unsure = r.unsure || outer < 0 && r.column < column && !r.opts.AllDocuments
		if isDash == isList && (isDash || beginsEntry(r.t, r.i)) {
			if r.column != previous {
				r.mistaken(mistake{misindented, r.i, column})
			}
			return true
		}
		m := mistake{r.misplaced(n, isDash, column), r.i, trimEnd(r.t, r.i, lineEnd(r.t, r.i))}
		if m.kind == last && last == keyAmongItems {
			m.kind = none // report a cause only once
		} else {
			last = m.kind
		}
		b := r.keepBroken(entry{start: r.i, at: r.i, column: r.column, isList: isList}, m)
		if isList {
			r.items = append(r.items, b)
		} else {
			r.pairs = append(r.pairs, Pair{b, r.behindBroken(b)})
		}
	}
}

// misplaced returns the mistake in a text at r.i that is not an entry of a collection.
func (r *reader) misplaced(n *Node, isDash bool, column int) mistakeKind {
	switch {
	case isDash:
		return itemAmongKeys
	case n.Kind == Sequence && beginsEntry(r.t, r.i):
		return keyAmongItems
	case n.Kind == Sequence && r.column == column && strings.IndexByte("]}", r.t[r.i]) < 0:
		return missingDash
	case n.Kind == Mapping && r.lastIsBlockScalar():
		return missingColon
	case strings.IndexByte("]}", r.t[r.i]) >= 0:
		return extraBracket
	}
	return extraText
}

// lastIsBlockScalar reports whether the entry before is a block scalar, whose continuation the text
// at r.i may be meant to be.
func (r *reader) lastIsBlockScalar() bool {
	v := r.pairs[len(r.pairs)-1].Value
	return v.Kind == Scalar && (v.Style == Literal || v.Style == Folded)
}

// withoutColon reads the value of an entry whose key lacks a colon: any entries below that are
// indented further.
func (r *reader) withoutColon(key *Node, e entry) *Node {
	e.at = int(key.Span.End)
	e.start, r.i = e.at, e.at
	n := &Node{Kind: Broken, indent: -1, Span: r.file.Span(e.at, e.at)}
	n.Body = n.Span
	if !r.next(farColumn) {
		r.mistaken(r.failed)
		r.failed = mistake{}
		r.line(r.limit(e), farColumn)
		return n
	}
	r.mistaken(mistake{missingColon, int(key.Span.Start), e.at})
	if r.column <= e.column {
		return n
	}
	// Entries below are meant as the value. Other text is not read.
	if at, column := r.i, r.column; beginsEntry(r.t, at) {
		return r.guard(e, func() *Node { r.i, r.column = at, column; return r.block(e.column) })
	}
	r.line(r.limit(e), farColumn)
	return n
}

// entryLimit returns where the innermost entry has to end.
func (r *reader) entryLimit() int {
	if r.entry.limit == 0 {
		r.entry.limit = r.limit(r.entry)
	}
	return r.entry.limit
}

// limit returns the start of the line where an entry has to end at the latest: the first one that
// is indented no further than the entry and looks like the beginning of another. Other lines, such
// as a closing bracket, belong to the entry.
func (r *reader) limit(e entry) int {
	t := r.t
	single, isOpen := true, false
	for line := lineAfter(t, e.start); line < len(t); line = lineAfter(t, line) {
		at := line
		for isBlank(t, at) {
			at++
		}
		if isBreakOrEnd(t, at) || t[at] == '#' {
			continue
		}
		column, begins := at-line, beginsEntry(t, at)
		isDash := begins && r.isMark('-', at)
		switch {
		case column == 0 && isDocumentMarker(t, at):
			return line
		case column > e.column:
			// Below `a: 1`, no key can be indented further: it is a misplaced neighbour.
			begins = begins && single && !isDash && isComplete(t[:line], e)
		case isDash && !e.isList && column == e.column:
			begins = false // a sequence may be in the column of its key
		case !begins && strings.IndexByte("]},", t[at]) < 0 && !isOpen:
			// A word without a colon, typical while typing, must not spoil the entry above.
			isOpen = leavesOpen(t[:line], skipSpace(t, e.at))
			begins = !isOpen
		}
		if begins {
			return line
		}
		single = false
	}
	return len(t)
}

// isComplete reports whether a one-line entry has its whole value on that line.
func isComplete(t string, e entry) bool {
	at := e.at
	for isBlank(t, at) {
		at++
	}
	return !e.isList && !isBreakOrEnd(t, at) && strings.IndexByte("#|>&!", t[at]) < 0 && !leavesOpen(t, at)
}

// leavesOpen reports whether a quote or bracket at the beginning of a value is still open at the
// end of t.
func leavesOpen(t string, at int) bool {
	for depth := 0; at < len(t); at++ {
		switch c := t[at]; {
		case c == '#' && isBlankOrEnd(t, at-1):
			at = lineEnd(t, at) - 1
		// Inside brackets, a quote opens a string only where a value can begin: that in `don't`
		// does not.
		case (c == '"' || c == '\'') &&
			(depth == 0 || isBlankOrEnd(t, at-1) || strings.IndexByte("[{,:", t[at-1]) >= 0):
			scan := scanSingle
			if c == '"' {
				scan = scanDouble
			}
			end, closed := scan(t, at, nil)
			if !closed {
				return true
			}
			at = end - 1
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		if depth <= 0 {
			return false
		}
	}
	return true
}

// beginsEntry reports whether the text at i looks like a key with a colon, `? ` or a dash.
func beginsEntry(t string, i int) bool {
	if i >= len(t) {
		return false
	}
	if (t[i] == '-' || t[i] == '?') && isBlankOrEnd(t, i+1) {
		return true
	}
	return keyColon(t, i) >= 0
}

// keyColon returns the position of the colon after the key that begins at i, or -1.
func keyColon(t string, i int) int {
	end := lineEnd(t, i)
	if i >= end || strings.IndexByte("]},#{[|>%@`", t[i]) >= 0 {
		return -1
	}
	// A colon inside the quotes does not count, and only blanks may be between them and the colon.
	if t[i] == '"' || t[i] == '\'' {
		scan := scanSingle
		if t[i] == '"' {
			scan = scanDouble
		}
		closed, ok := scan(t[:end], i, nil)
		if !ok {
			return -1
		}
		for isBlank(t, closed) {
			closed++
		}
		if closed < end && t[closed] == ':' && isBlankOrEnd(t, closed+1) {
			return closed
		}
		return -1
	}
	for ; i < end; i++ {
		if t[i] == ':' && isBlankOrEnd(t, i+1) {
			return i
		}
		if t[i] == '#' && isBlank(t, i-1) {
			return -1
		}
	}
	return -1
}

// mistaken reports a mistake, unless it is on a line that is indented by tabs. It checks that
// before it formats the message, since if a whole text is indented by tabs, every line is a
// mistake.
func (r *reader) mistaken(m mistake) {
	if m.kind == badEscapes || m.kind == interpolation || !r.isBehindTabs(m.at) {
		r.report(r.describe(m))
	}
}

// report adds a problem.
func (r *reader) report(p diag.Problem) {
	if !r.isBehindTabs(int(p.Span.Start)) {
		r.doc.Problems = append(r.doc.Problems, p)
	}
}

// isBehindTabs reports whether a position is on a line that is indented by tabs, which cause any
// other mistake on that line.
func (r *reader) isBehindTabs(at int) bool {
	n := len(r.tabs)
	if n == 0 {
		return false
	}
	line := lineStart(r.file.Text, at)
	for k := n - 1; k >= 0 && r.tabs[k].start >= line; k-- {
		if r.tabs[k].start < at {
			return true
		}
	}
	return false
}
