package yamltree

import (
	"strings"

	"pantograph/evaluator/diag"
)

// A value that cannot be read must not affect other entries. The indentation determines where its
// entry must end, so that an unclosed quote or bracket does not extend to later entries. If the reader
// went beyond this limit, it reads the value again from a text that ends there, and finds the actual
// error.

// An entry is a key with its value, or a dash with its item.
type entry struct {
	start  int // of its key or dash
	at     int // after its colon or dash
	column int // of its key or dash
	isList bool
	limit  int // the start of the line before which it must end, 0 until known
}

// guard calls read, which reads the value of an entry of a block collection, and recovers if it fails.
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

// mend recovers from a failed value after an offset. If the reader went beyond the limit, mend calls
// read again with a text that ends there. If it did not, or if that fails, too, mend reports the error
// and returns a broken node.
func (r *reader) mend(at, limit int, read func() *Node) *Node {
	if max(r.failed.at, r.failed.other) >= limit && limit < len(r.t) && r.spend(limit-at) {
		r.forget(at)
		full := r.t
		r.t, r.failed = full[:limit], syntaxError{}
		n := read()
		r.t = full
		if !r.hasFailed() {
			return n
		}
	}
	m := r.failed
	r.failed = syntaxError{}
	n := r.broken(at, limit)
	r.reportError(m)
	return n
}

// spend reports whether length more bytes may be read again. If not, the value fails with
// tooManyErrors.
func (r *reader) spend(length int) bool {
	if r.budget -= length; r.budget < 0 {
		r.failed.kind = tooManyErrors
		return false
	}
	return true
}

// define adds a node with an anchor, which replaces an earlier one with the same name.
func (r *reader) define(n *Node) {
	if r.anchors == nil {
		r.anchors = map[string]*Node{}
	}
	r.replaced = append(r.replaced, r.anchors[n.Anchor()])
	r.anchors[n.Anchor()] = n
	r.doc.Anchors = append(r.doc.Anchors, n)
}

// forget discards the entries, anchors, aliases and problems that were found at or after an offset.
func (r *reader) forget(at int) {
	r.dropEntries(at)
	d := r.doc
	for k := len(d.Anchors) - 1; k >= 0 && d.Anchors[k].Span.Start() >= at; k-- {
		name := d.Anchors[k].Anchor()
		d.Anchors = d.Anchors[:k]
		delete(r.anchors, name)
		// If an anchor is defined several times, its last remaining definition is valid again.
		if n := r.replaced[k]; n != nil {
			r.anchors[name] = n
		}
		r.replaced = r.replaced[:k]
	}
	for n := len(r.unresolved); n > 0 && r.unresolved[n-1].Span.Start() >= at; n-- {
		r.unresolved = r.unresolved[:n-1]
	}
	for n := len(d.Problems); n > 0 && d.Problems[n-1].Span.Start() >= at; n-- {
		d.Problems = d.Problems[:n-1]
	}
}

// broken returns a broken node for the value between an offset and the limit. It keeps the value's
// anchor.
func (r *reader) broken(at, limit int) *Node {
	start := skipSpace(r.t[:limit], at)
	end := trimEnd(r.t, min(start, limit), limit)
	n := newBroken(r.file.Span(start, end))
	body := start
	// Aliases elsewhere can refer to the value. Without its anchor, each of them would be reported as an
	// error, too.
	for k := len(r.doc.Anchors) - 1; k >= 0 && r.doc.Anchors[k].Span.Start() >= start; k-- {
		if a := r.doc.Anchors[k]; a.Span.Start() == start {
			n.details = &details{anchor: a.Anchor(), tag: a.Tag()}
			break
		}
	}
	r.forget(at)
	for n.Anchor() != "" && body < end && (r.t[body] == '&' || r.t[body] == '!') {
		for body < end && !isBlankOrEnd(r.t, body) {
			body++
		}
		body = skipSpace(r.t[:end], body)
	}
	if n.Anchor() != "" {
		n.details.body = min(body, end) - start
		r.define(n)
	}
	return n
}

// brokenAfter returns an empty broken node at the end of another node.
func (r *reader) brokenAfter(n *Node) *Node {
	span := r.file.Span(n.Span.End(), n.Span.End())
	return newBroken(span)
}

// keepBroken returns a broken node for text that cannot be an entry, reports the error unless its kind
// is none, and advances to the token after the text.
func (r *reader) keepBroken(e entry, m syntaxError) *Node {
	r.failed = syntaxError{}
	limit := r.limit(e)
	n := r.broken(e.start, limit)
	if m.kind != none {
		r.reportError(m)
	}
	r.line(limit, farColumn)
	return n
}

// follows reports whether there is another entry of a block collection at r.i. column is the
// column of the collection, outer that of the enclosing collection, and previous that of the last entry.
// Text that is neither an entry nor part of an enclosing collection is reported, and becomes a broken
// entry.
func (r *reader) follows(n *Node, column, outer, previous int) bool {
	isList := n.Kind == Sequence
	for last := none; ; {
		isDash := r.column >= 0 && r.isMark('-', r.i)
		// yaml.v3 uses a block scalar as the value of an empty entry above it, and may end the document
		// at a directive.
		r.needsFallback = r.needsFallback || r.column >= 0 &&
			(r.t[r.i] == '|' || r.t[r.i] == '>' || r.column == 0 && r.t[r.i] == '%')
		switch {
		case r.column == column && isDash == isList:
			return true
		case r.column <= outer:
			return false
		}
		// At the top level, yaml.v3 ends the document at a line that is indented less, and ignores the
		// rest.
		r.needsFallback = r.needsFallback || outer < 0 && r.column < column && !r.opts.AllDocuments
		if isDash == isList && (isDash || beginsEntry(r.t, r.i)) {
			if r.column != previous {
				r.reportError(syntaxError{misindented, r.i, column})
			}
			return true
		}
		m := syntaxError{r.misplaced(n, isDash, column), r.i, trimEnd(r.t, r.i, lineEnd(r.t, r.i))}
		if m.kind == last && last == keyAmongItems {
			m.kind = none // report consecutive ones once
		} else {
			last = m.kind
		}
		b := r.keepBroken(entry{start: r.i, at: r.i, column: r.column, isList: isList}, m)
		if isList {
			r.items = append(r.items, b)
		} else {
			r.pairs = append(r.pairs, Pair{b, r.brokenAfter(b)})
		}
	}
}

// misplaced returns the kind of error for the text at r.i, which is not an entry of the collection n.
func (r *reader) misplaced(n *Node, isDash bool, column int) errorKind {
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

// lastIsBlockScalar reports whether the value of the previous entry is a block scalar, which the text
// at r.i may be meant to continue.
func (r *reader) lastIsBlockScalar() bool {
	v := r.pairs[len(r.pairs)-1].Value
	return v.Kind == Scalar && (v.Style == Literal || v.Style == Folded)
}

// withoutColon reports the missing colon of an entry, and reads its value: the entries below the key,
// if they are indented more.
func (r *reader) withoutColon(key *Node, e entry) *Node {
	e.at = key.Span.End()
	e.start, r.i = e.at, e.at
	n := newBroken(r.file.Span(e.at, e.at))
	if !r.next(farColumn) {
		r.reportError(r.failed)
		r.failed = syntaxError{}
		r.line(r.limit(e), farColumn)
		return n
	}
	r.reportError(syntaxError{missingColon, key.Span.Start(), e.at})
	if r.column <= e.column {
		return n
	}
	// If entries follow, they are probably the value. Other text is ignored.
	if at, column := r.i, r.column; beginsEntry(r.t, at) {
		return r.guard(e, func() *Node { r.i, r.column = at, column; return r.block(e.column) })
	}
	r.line(r.limit(e), farColumn)
	return n
}

// entryLimit returns the limit of the innermost entry.
func (r *reader) entryLimit() int {
	if r.entry.limit == 0 {
		r.entry.limit = r.limit(r.entry)
	}
	return r.entry.limit
}

// limit returns the start of the line before which an entry must end: the first line that is not
// indented more than the entry and looks like the start of another entry. Other lines, such as one
// with a closing bracket, belong to the entry.
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
			// Below `a: 1`, a key cannot be indented more, so a key there starts an entry with the wrong
			// indentation.
			begins = begins && single && !isDash && isComplete(t[:line], e)
		case isDash && !e.isList && column == e.column:
			begins = false // a sequence can be in the column of its key
		case !begins && strings.IndexByte("]},", t[at]) < 0 && !isOpen:
			// A word without a colon, which is typical while a user is typing, must not break the entry
			// above it.
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

// isComplete reports whether the value of an entry is complete at the end of t, the end of its first
// line.
func isComplete(t string, e entry) bool {
	at := e.at
	for isBlank(t, at) {
		at++
	}
	return !e.isList && !isBreakOrEnd(t, at) && strings.IndexByte("#|>&!", t[at]) < 0 && !leavesOpen(t, at)
}

// leavesOpen reports whether the quote or bracket at the start of a value is not closed before the end
// of t.
func leavesOpen(t string, at int) bool {
	for depth := 0; at < len(t); at++ {
		switch c := t[at]; {
		case c == '#' && isBlankOrEnd(t, at-1):
			at = lineEnd(t, at) - 1
		// Inside brackets, a quote starts a scalar only where a value can start, so the quote in `don't`
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

// keyColon returns the position of the colon after the key at i, or -1 if there is no key with a
// colon.
func keyColon(t string, i int) int {
	end := lineEnd(t, i)
	if i >= end || strings.IndexByte("]},#{[|>%@`", t[i]) >= 0 {
		return -1
	}
	// A colon inside quotes is part of the key. After the closing quote, only blanks may precede the
	// colon.
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

// reportError reports an error, unless it is on a line that is indented by tabs. It checks this before
// it formats the message, because if all lines are indented by tabs, most have errors.
func (r *reader) reportError(m syntaxError) {
	if m.kind == badEscapes || m.kind == interpolation || !r.isIndentedByTabs(m.at) {
		r.report(r.describe(m))
	}
}

// report adds a problem, unless it is on a line that is indented by tabs.
func (r *reader) report(p diag.Problem) {
	if !r.isIndentedByTabs(p.Span.Start()) {
		r.doc.Problems = append(r.doc.Problems, p)
		r.reported++
	}
}

// isIndentedByTabs reports whether an offset is on a line that is indented by tabs. These probably
// caused any other error on that line.
func (r *reader) isIndentedByTabs(at int) bool {
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
