package yamltree

import "strings"

// This file reads flow collections. JSON consists of them, so the reader recovers from errors in a
// flow collection if its entries are laid out as in indented JSON: the first one on a separate line,
// and the others in the same column.

// A flow is a flow collection that is being read.
type flow struct {
	n       *Node
	start   int
	indent  int
	closing byte
	column  int // of the entries if they are on separate lines, or -1
}

// flow reads a flow collection.
func (r *reader) flow(indent int) *Node {
	f := flow{start: r.i, indent: indent, closing: ']', column: -1}
	pairs, items := len(r.pairs), len(r.items)
	if !r.enter(f.start) {
		return nil
	}
	f.n = r.node(Sequence, Flow, indent, f.start, f.start)
	if r.t[f.start] == '{' {
		f.n.Kind, f.closing = Mapping, '}'
	}
	r.i++
	// If the first entry is on a separate line, the collection is laid out as indented JSON.
	if r.gap(f.start); r.lineAt > f.start && r.i < len(r.t) {
		f.column = r.i - r.lineAt
	}
	for more := true; more; {
		more = r.flowEntry(&f)
	}
	// If the collection cannot be read, drop its entries.
	if r.hasFailed() {
		r.depth, r.pairs, r.items = r.depth-1, r.pairs[:pairs], r.items[:items]
		return nil
	}
	r.leave(f.n, pairs, items)
	return f.n.finish(r.i)
}

// flowEntry reads an entry and the separator after it. It reports whether another entry may follow.
func (r *reader) flowEntry(f *flow) bool {
	if r.hasFailed() {
		return false
	}
	if r.i < len(r.t) && r.t[r.i] == f.closing {
		r.i++
		return false
	}
	// If reading the entry reports a problem, continueFlow does not report another one.
	problems := len(r.doc.Problems)
	if f.n.Kind == Mapping {
		pair := r.flowPair(f)
		if r.hasFailed() {
			return false
		}
		r.pairs = append(r.pairs, pair)
	} else {
		item := r.flowItem(f)
		if r.hasFailed() {
			return false
		}
		r.items = append(r.items, item)
	}
	end := r.i
	r.gap(f.start)
	switch {
	case r.hasFailed():
		return false
	case r.i < len(r.t) && r.t[r.i] == ',':
		r.i++
		r.gap(f.start)
		return true
	// The next call reads the bracket.
	case r.i < len(r.t) && r.t[r.i] == f.closing:
		return true
	case f.column < 0:
		r.failAfterEntry(f)
		return false
	}
	return r.continueFlow(f, end, len(r.doc.Problems) > problems)
}

// continueFlow recovers in a multi-line collection if an entry, which ends at end, is not followed by
// a comma. It reports whether another entry may follow. isReported means that a problem was reported
// for the entry.
func (r *reader) continueFlow(f *flow, end int, isReported bool) bool {
	// If the next entry of the enclosing block collection was read as a part of this collection, the
	// bracket is not closed. Fail beyond the limit, so that mend reads the value again.
	if limit := r.entryLimit(); r.i >= limit && limit < len(r.t) {
		r.fail(unclosedBracket, f.start, limit)
		return false
	}
	if r.i >= len(r.t) {
		// At the end of the text, the collection keeps its entries.
		if !isReported {
			r.reportError(syntaxError{unclosedBracket, f.start, 0})
		}
		r.i = end
		return false
	}
	if strings.IndexByte("]}", r.t[r.i]) >= 0 {
		// A bracket that does not match is superfluous if the collection continues after it. Otherwise
		// it is probably the wrong bracket.
		if next := skipSpace(r.t, r.i+1); next >= len(r.t) || strings.IndexByte(",]}", r.t[next]) < 0 {
			r.failAfterEntry(f)
			return false
		}
		r.reportError(syntaxError{extraBracket, r.i, 0})
		if r.i++; r.t[r.i] == ',' {
			r.i++
		}
		r.gap(f.start)
		return true
	}
	if !isReported {
		r.reportError(syntaxError{missingComma, r.i, end})
	}
	return true
}

// failAfterEntry fails at the token at r.i, which must not follow an entry.
func (r *reader) failAfterEntry(f *flow) {
	switch {
	case r.i >= len(r.t):
		r.fail(unclosedBracket, f.start, len(r.t))
	case r.t[r.i] == ']' || r.t[r.i] == '}':
		r.fail(bracketMismatch, f.start, r.i)
	case r.t[r.i] == ':':
		r.fail(secondFlowColon, r.i, 0)
	case r.t[r.i] == '{' && r.t[r.i-1] == '$':
		r.fail(interpolation, r.i-1, 0)
	case r.t[r.i] == '?':
		r.fail(questionMark, r.i, 0)
	default:
		r.fail(missingComma, r.i, 0)
	}
}

// flowPair reads an entry of a flow mapping.
func (r *reader) flowPair(f *flow) Pair {
	start := r.i
	// read goes back to the start of the entry, because mendFlow may call it again.
	read := func() *Node {
		r.i = start
		key := r.flowNode(f)
		if r.hasFailed() {
			return nil
		}
		if r.blanks(true); r.i >= len(r.t) || r.t[r.i] != ':' {
			r.i = key.Span.End()
			r.checkEnd(f)
		}
		return key
	}
	key := read()
	if r.hasFailed() {
		key = r.mendFlow(f, start, read)
	}
	switch {
	case r.hasFailed():
		return Pair{}
	// An alias without an anchor is a broken node, too, but it has a name, so it is used as a key.
	case key.Kind == Broken && key.Value == "":
		return Pair{key, r.brokenAfter(key)}
	case r.i >= len(r.t) || r.t[r.i] != ':':
		return Pair{key, r.missing(r.i)}
	}
	return r.flowColon(f, key)
}

// flowColon reads the rest of an entry from the colon after its key.
func (r *reader) flowColon(f *flow, key *Node) Pair {
	if !r.isKey(key) {
		r.failUnknown(r.i)
		return Pair{}
	}
	r.i++
	return Pair{key, r.flowValue(f, r.i, false)}
}

// flowItem reads an item of a flow sequence: a value, or an entry of a mapping.
func (r *reader) flowItem(f *flow) *Node {
	start := r.i
	n := r.flowValue(f, start, true)
	if r.hasFailed() || !r.isPair() {
		return n
	}
	// The item is the key of a pair without braces: `[a: 1]` is a list of one mapping.
	if !r.enter(start) {
		return nil
	}
	r.blanks(true)
	m := r.node(Mapping, Flow, f.indent, start, start)
	m.inFlow = true
	pair := r.flowColon(f, n)
	if r.depth--; r.hasFailed() {
		return nil
	}
	m.children = &children{Pairs: []Pair{pair}}
	return m.finish(pair.Value.Span.End())
}

// isPair reports whether a colon follows on the same line.
func (r *reader) isPair() bool {
	at := r.i
	for isBlank(r.t, at) {
		at++
	}
	return at < len(r.t) && r.t[at] == ':'
}

// flowValue reads the item of a flow sequence at an offset or, unless isItem is set, the value after a
// colon.
func (r *reader) flowValue(f *flow, at int, isItem bool) *Node {
	read := func() *Node {
		r.i = at
		if r.gap(f.start); !isItem && r.i < len(r.t) && (r.t[r.i] == ',' || r.t[r.i] == f.closing) {
			r.i = at
			return r.missing(at)
		}
		n := r.flowNode(f)
		if !r.hasFailed() && !(isItem && r.isPair()) {
			r.checkEnd(f)
		}
		return n
	}
	n := read()
	if r.hasFailed() {
		n = r.mendFlow(f, at, read)
	}
	return n
}

// checkEnd fails unless an entry of a flow collection may end at r.i.
func (r *reader) checkEnd(f *flow) {
	end := r.i
	r.gap(f.start)
	isBelow := r.lineAt >= end && r.i-r.lineAt <= f.column
	if r.i < len(r.t) && strings.IndexByte(",]}", r.t[r.i]) < 0 && (!isBelow || r.t[r.i] == ':') {
		r.failAfterEntry(f)
	}
	r.i = end
}

// mendFlow recovers from a failed value after an offset, in an entry of a flow collection. It returns
// nil if the collection is not laid out as indented JSON.
func (r *reader) mendFlow(f *flow, at int, read func() *Node) *Node {
	if f.column < 0 {
		return nil
	}
	end, limit := r.entryLimit(), r.flowLimit(f, at)
	if limit >= end && end < len(r.t) {
		r.failed.other = end // the collection extends beyond the enclosing entry
		return nil
	}
	n := r.mend(at, limit, read)
	// The comma after the broken text is the separator before the next entry.
	if n.Kind == Broken && n.Span.End() > n.Span.Start() {
		last := n.Span.End()
		if r.t[last-1] == ',' && last-1 > n.Span.Start() {
			last--
		}
		n.finish(last)
		r.i = last
	}
	return n
}

// flowLimit returns the start of the line before which an entry of a flow collection must end. The
// entry starts at an offset.
func (r *reader) flowLimit(f *flow, start int) int {
	t := r.t
	for line := lineAfter(t, start); line < len(t); line = lineAfter(t, line) {
		at := line
		for isBlank(t, at) {
			at++
		}
		isClosing := at < len(t) && (t[at] == ']' || t[at] == '}')
		if isBreakOrEnd(t, at) || t[at] == '#' || at-line > f.column || isClosing && at-line == f.column {
			continue // a closing bracket ends a collection inside the entry
		}
		return line
	}
	return len(t)
}

// flowNode reads a node inside a flow collection.
func (r *reader) flowNode(f *flow) *Node {
	if r.hasFailed() {
		return nil
	}
	if r.i >= len(r.t) {
		return r.fail(unclosedBracket, f.start, len(r.t))
	}
	switch c := r.t[r.i]; c {
	case '"', '\'':
		return r.quoted(f.indent, true)
	case '[', '{':
		n := r.flow(f.indent)
		if n != nil {
			n.inFlow = true
		}
		return n
	case '&', '!':
		props := r.properties(true)
		if r.hasFailed() {
			return nil
		}
		end := r.i
		r.gap(f.start)
		// After the properties, the node is omitted, or there are further properties.
		if r.i >= len(r.t) || strings.IndexByte(",]}:&!*", r.t[r.i]) >= 0 {
			r.i = min(end, props.Span.End())
			r.needsFallback = true
			return r.applyProperties(props, r.missing(props.Span.End()))
		}
		return r.applyProperties(props, r.flowNode(f))
	case '*':
		return r.alias(f.indent, true)
	case ']', '}':
		return r.fail(bracketMismatch, f.start, r.i)
	case ',':
		return r.fail(extraComma, r.i, 0)
	case '%', '@', '`', '|', '>':
		return r.fail(reserved, r.i, 0)
	case ':', '?', '#':
		return r.failUnknown(r.i)
	case '-':
		if r.isMark('-', r.i) {
			return r.fail(strayDash, r.i, 0)
		}
	}
	return r.flowPlain(f)
}

// flowPlain reads a plain scalar inside a flow collection, which may have several lines.
func (r *reader) flowPlain(f *flow) *Node {
	n := r.plain(f.indent, true)
	end := r.i
	r.blanks(true)
	// Only a scalar before a line break can continue, and most do not end there.
	if r.i >= len(r.t) || breakLen(r.t, r.i) == 0 {
		r.i = end
		return n
	}
	d := r.scratch()
	stop, _, bad := scanPlain(r.t, n.Span.Start(), f.indent+1, true, d)
	if bad >= 0 {
		r.tab(bad)
	}
	if r.i = end; stop > end {
		n.Value, n.isFlat, r.i = string(d.text), false, stop
		n.finish(stop)
	}
	return n
}

// gap skips blanks, line breaks and comments inside the flow collection that starts at an offset. It
// fails at a document marker.
func (r *reader) gap(start int) {
	for t := r.t; r.i < len(t); {
		switch t[r.i] {
		case ' ', '\t':
			r.i++
		case '\n', '\r':
			r.i++
			if r.lineAt = r.i; isDocumentMarker(t, r.i) {
				r.fail(unclosedBracket, start, r.i)
				return
			}
		case '#':
			r.i = lineEnd(t, r.i)
		default:
			return
		}
	}
}
