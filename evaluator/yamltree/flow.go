package yamltree

import "strings"

// Collections in brackets. JSON is YAML in brackets, so a broken collection keeps its entries if
// they are laid out as in readable JSON: the first on a separate line, and all others in the same
// column.

// A flow is a collection in brackets that is being read.
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
	// The first entry is on a separate line, so the collection is laid out as readable JSON.
	if r.gap(f.start); r.lineAt > f.start && r.i < len(r.t) {
		f.column = r.i - r.lineAt
	}
	for more := true; more; {
		more = r.flowEntry(&f)
	}
	// The collection cannot be read, so the entries collected for it are dropped.
	if r.hasFailed() {
		r.depth, r.pairs, r.items = r.depth-1, r.pairs[:pairs], r.items[:items]
		return nil
	}
	r.leave(f.n, pairs, items)
	return f.n.finish(int32(r.i))
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
	// If reading the entry reports a problem, goOn does not report what follows from it.
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
		r.unfinished(f)
		return false
	}
	return r.goOn(f, end, len(r.doc.Problems) > problems)
}

// goOn decides how to continue a multi-line collection in which an entry that ends at end is not
// followed by a comma. It does not report a cause that has been reported already.
func (r *reader) goOn(f *flow, end int, isReported bool) bool {
	// The text of the next entry of the block collection around it was read as a part of this one,
	// so the bracket is not closed. Failing beyond the limit makes mend read the value again.
	if limit := r.entryLimit(); r.i >= limit && limit < len(r.t) {
		r.fail(unclosedBracket, f.start, limit)
		return false
	}
	if r.i >= len(r.t) {
		// At the end of the text, everything that was read is kept.
		if !isReported {
			r.mistaken(mistake{unclosedBracket, f.start, 0})
		}
		r.i = end
		return false
	}
	if strings.IndexByte("]}", r.t[r.i]) >= 0 {
		// A bracket that does not match is superfluous if the collection goes on after it.
		// Otherwise it seems to be the wrong one.
		if next := skipSpace(r.t, r.i+1); next >= len(r.t) || strings.IndexByte(",]}", r.t[next]) < 0 {
			r.unfinished(f)
			return false
		}
		r.mistaken(mistake{extraBracket, r.i, 0})
		if r.i++; r.t[r.i] == ',' {
			r.i++
		}
		r.gap(f.start)
		return true
	}
	if !isReported {
		r.mistaken(mistake{missingComma, r.i, end})
	}
	return true
}

// unfinished fails with the mistake that follows an entry.
func (r *reader) unfinished(f *flow) {
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
	// mendFlow may call read again, so it begins by returning to the start.
	read := func() *Node {
		r.i = start
		key := r.inner(f)
		if r.hasFailed() {
			return nil
		}
		if r.blanks(true); r.i >= len(r.t) || r.t[r.i] != ':' {
			r.i = int(key.Span.End)
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
	// An alias without an anchor is broken, too, but has a name, and is a key like any other.
	case key.Kind == Broken && key.Value == "":
		return Pair{key, r.behindBroken(key)}
	case r.i >= len(r.t) || r.t[r.i] != ':':
		return Pair{key, r.missing(r.i)}
	}
	return r.flowColon(f, key)
}

// flowColon reads the rest of an entry from the colon after its key.
func (r *reader) flowColon(f *flow, key *Node) Pair {
	if !r.isKey(key) {
		r.doubt(r.i)
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
	// The item was the key of a pair without braces: `[a: 1]` is a list of one mapping.
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
	m.Pairs = []Pair{pair}
	return m.finish(pair.Value.Span.End)
}

// isPair reports whether a colon follows on the same line.
func (r *reader) isPair() bool {
	at := r.i
	for isBlank(r.t, at) {
		at++
	}
	return at < len(r.t) && r.t[at] == ':'
}

// flowValue reads an item of a flow sequence that begins at at, or the value after a colon.
func (r *reader) flowValue(f *flow, at int, isItem bool) *Node {
	read := func() *Node {
		r.i = at
		if r.gap(f.start); !isItem && r.i < len(r.t) && (r.t[r.i] == ',' || r.t[r.i] == f.closing) {
			r.i = at
			return r.missing(at)
		}
		n := r.inner(f)
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

// checkEnd fails unless an entry of a multi-line collection may end at r.i.
func (r *reader) checkEnd(f *flow) {
	end := r.i
	r.gap(f.start)
	isBelow := r.lineAt >= end && r.i-r.lineAt <= f.column
	if r.i < len(r.t) && strings.IndexByte(",]}", r.t[r.i]) < 0 && (!isBelow || r.t[r.i] == ':') {
		r.unfinished(f)
	}
	r.i = end
}

// mendFlow recovers from a failed value after at, in an entry of a flow collection.
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
	// The comma after the broken text separates it from the next entry, so it is not part of it.
	if n.Kind == Broken && n.Span.End > n.Span.Start {
		last := int(n.Span.End)
		if r.t[last-1] == ',' && last-1 > int(n.Span.Start) {
			last--
		}
		n.finish(int32(last))
		r.i = last
	}
	return n
}

// flowLimit returns the start of the line by which an entry of a flow collection that begins at
// start has to end.
func (r *reader) flowLimit(f *flow, start int) int {
	t := r.t
	for line := lineAfter(t, start); line < len(t); line = lineAfter(t, line) {
		at := line
		for isBlank(t, at) {
			at++
		}
		isClosing := at < len(t) && (t[at] == ']' || t[at] == '}')
		if isBreakOrEnd(t, at) || t[at] == '#' || at-line > f.column || isClosing && at-line == f.column {
			continue // or the end of a collection inside the entry
		}
		return line
	}
	return len(t)
}

// inner reads a node inside a flow collection.
func (r *reader) inner(f *flow) *Node {
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
		// The node after the properties is omitted, or has further properties.
		if r.i >= len(r.t) || strings.IndexByte(",]}:&!*", r.t[r.i]) >= 0 {
			r.i = min(end, int(props.Span.End))
			r.unsure = true
			return r.dress(props, r.missing(int(props.Span.End)))
		}
		return r.dress(props, r.inner(f))
	case '*':
		return r.alias(f.indent, true)
	case ']', '}':
		return r.fail(bracketMismatch, f.start, r.i)
	case ',':
		return r.fail(extraComma, r.i, 0)
	case '%', '@', '`', '|', '>':
		return r.fail(reserved, r.i, 0)
	case ':', '?', '#':
		return r.doubt(r.i)
	case '-':
		if r.isMark('-', r.i) {
			return r.fail(strayDash, r.i, 0)
		}
	}
	return r.words(f)
}

// words reads a plain scalar inside a flow collection; it may span several lines.
func (r *reader) words(f *flow) *Node {
	n := r.plain(f.indent, true)
	end := r.i
	r.blanks(true)
	// Only a line break can continue a word; most end on their line.
	if r.i >= len(r.t) || breakLen(r.t, r.i) == 0 {
		r.i = end
		return n
	}
	d := r.scratch()
	stop, _, bad := scanPlain(r.t, int(n.Span.Start), f.indent+1, true, d)
	if bad >= 0 {
		r.tab(bad)
	}
	if r.i = end; stop > end {
		n.Value, n.isFlat, r.i = string(d.text), false, stop
		n.finish(int32(stop))
	}
	return n
}

// gap skips blanks, line breaks and comments inside the flow collection that begins at start. It
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
