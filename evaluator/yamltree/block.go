package yamltree

import "strings"

// block reads the node at r.i, the first token of its line or after a dash, inside a collection with
// the given indentation. It advances to the next token after the node.
func (r *reader) block(indent int) *Node {
	if r.isMark('-', r.i) {
		return r.sequence(indent)
	}
	column, start := r.column, r.i
	if r.isMark('?', start) {
		return r.mapping(nil, start, column, indent)
	}
	// The token after the first value determines whether that value is the node or the first key of a
	// mapping.
	first, props := r.head(indent)
	switch {
	case r.hasFailed():
		if indent < 0 {
			r.checkRoot()
		}
		// A line with an error becomes a broken entry if the lines below it are entries.
		next := r.limit(entry{start: start, at: start, column: column})
		if beginsEntry(r.t, start) ||
			next+column < len(r.t) && beginsEntry(r.t, next+column) && strings.IndexByte(" -", r.t[next+column]) < 0 &&
				strings.Trim(r.t[next:next+column], " ") == "" {
			return r.mapping(nil, start, column, indent)
		}
		return nil
	// A tag or an anchor before a line break belongs to the node below it.
	case first == nil:
		return r.applyProperties(props, r.below(props, indent, false))
	case r.isMark(':', r.i):
		// A tag or an anchor on the same line belongs to the key, not to the mapping.
		if first = r.applyProperties(props, first); r.isKey(first) {
			first.indent = int32(column)
			return r.mapping(first, start, column, indent)
		}
		return r.failUnknown(r.i)
	}
	n := r.finishValue(first)
	if !r.hasFailed() && r.column > indent && n.Kind == Scalar && n.Style <= DoubleQuoted && props == nil &&
		beginsEntry(r.t, r.i) && !r.isMark('-', r.i) {
		// The lines below are entries, so this line is treated as a key without a colon.
		end := n.Span.End()
		r.needsFallback = r.needsFallback ||
			indent < 0 && (n.Style != Plain || strings.IndexByte(r.t[end:r.i], '#') >= 0)
		r.i = end
		return r.mapping(n, start, column, indent)
	}
	return r.applyProperties(props, n)
}

// head reads the node at r.i, but only the first line of a plain scalar, and skips the blanks after
// it. first is nil if the line has only a tag or an anchor. props has these, or is nil.
func (r *reader) head(indent int) (first, props *Node) {
	if c := r.t[r.i]; c == '&' || c == '!' {
		if props = r.properties(false); r.hasFailed() || r.atLineEnd() {
			return nil, props
		}
		if r.isMark('-', r.i) {
			return r.fail(strayDash, r.i, 0), nil
		}
	}
	if first = r.inline(indent); !r.hasFailed() {
		r.blanks(true)
	}
	return first, props
}

// sequence reads the block sequence whose dashes are in the column of r.i.
func (r *reader) sequence(indent int) *Node {
	column, start := r.column, r.i
	pairs, items := len(r.pairs), len(r.items)
	if !r.enter(start) {
		return nil
	}
	n := r.node(Sequence, Block, indent, start, start)
	for at, more := column, true; more; more = r.follows(n, column, indent, at) {
		at = r.column
		item := r.value(entry{start: r.i, at: r.i + 1, column: at, isList: true})
		r.items = append(r.items, item)
	}
	r.leave(n, pairs, items)
	return n.finish(n.Items[len(n.Items)-1].Span.End())
}

// mapping reads the block mapping whose keys start in a column. Its first key has been read already,
// or is nil if it failed or follows a question mark.
func (r *reader) mapping(key *Node, start, column, indent int) *Node {
	pairs, items := len(r.pairs), len(r.items)
	if !r.enter(start) {
		return nil
	}
	n := r.node(Mapping, Block, indent, start, start)
	r.pairs = append(r.pairs, r.firstPair(key, start, column, indent))
	for at := column; r.follows(n, column, indent, at); {
		at = r.column
		pair := r.sectionPair(column, indent)
		r.pairs = append(r.pairs, pair)
	}
	r.leave(n, pairs, items)
	return n.finish(n.Pairs[len(n.Pairs)-1].Value.Span.End())
}

// nextPair reads an entry after the first one of the block mapping whose keys start in a column.
func (r *reader) nextPair(column int) Pair {
	start, at := r.i, r.column
	var key *Node
	// After a question mark, pair reads the key.
	if !r.isMark('?', start) {
		first, props := r.head(column)
		if key = r.applyProperties(props, first); key == nil && !r.hasFailed() {
			r.failUnknown(start)
		}
	}
	return r.pair(key, start, at)
}

// pair reads the rest of an entry whose key starts at an offset, in a column.
func (r *reader) pair(key *Node, start, column int) Pair {
	e := entry{start: start, at: r.i + 1, column: column}
	switch {
	case r.hasFailed():
		return r.brokenPair(start, column)
	case key == nil:
		return r.complexPair(start, column)
	case !r.isMark(':', r.i):
		return Pair{key, r.withoutColon(key, e)}
	case !r.isKey(key):
		r.failUnknown(r.i)
		return r.brokenPair(start, column)
	}
	return Pair{key, r.value(e)}
}

// brokenPair recovers from an entry whose key failed.
func (r *reader) brokenPair(start, column int) Pair {
	limit := r.limit(entry{start: start, at: start, column: column})
	// The entry is dropped. The key is read again only to find the actual error.
	n := r.mend(start, limit, func() *Node {
		r.i, r.column = start, column
		key, _ := r.head(column)
		if !r.hasFailed() {
			r.fail(missingColon, start, r.i)
		}
		return key
	})
	r.line(limit, farColumn)
	return Pair{n, r.brokenAfter(n)}
}

// complexPair reads an entry with a question mark before the key.
func (r *reader) complexPair(start, column int) Pair {
	key := r.value(entry{start: start, at: start + 1, column: column, isList: true})
	value := r.missing(key.Span.End())
	if at := r.i; r.column == column && r.isMark(':', at) {
		value = r.value(entry{start: at, at: at + 1, column: column, isList: true})
	}
	r.needsFallback = r.needsFallback || r.column == column && r.isMark('-', r.i) // a list in the column of the mark
	return Pair{key, value}
}

// isKey reports whether a node can be the key before the colon at r.i: it must be on one line with the
// colon, and must not be too long.
func (r *reader) isKey(key *Node) bool {
	text := r.t[key.Span.Start():r.i]
	if key.isFlat && key.Style == Plain && key.details == nil { // a tag or an anchor may be on another line
		return len(text) < maxKeyLength
	}
	return key.Style != Literal && key.Style != Folded && len(text) < maxKeyLength && !strings.ContainsAny(text, "\n\r")
}

// value reads the value after the dash or colon of an entry, and advances to the next token.
func (r *reader) value(e entry) *Node {
	return r.guard(e, func() *Node { return r.nodeAfter(e.at, e.column, e.isList) })
}

// nodeAfter reads the node after a dash (isItem), a colon or a document marker, which ends at an
// offset. column is the entry's column, or -1 for a document.
func (r *reader) nodeAfter(at, column int, isItem bool) *Node {
	r.i = at
	// After a dash, blanks are the indentation of a collection that may start there.
	r.blanks(!isItem)
	if !r.atLineEnd() {
		if isItem {
			r.column = column + r.i - at + 1
			return r.block(column)
		}
		if r.isMark('-', r.i) {
			return r.fail(strayDash, r.i, 0)
		}
		first, props := r.head(column)
		switch {
		case r.hasFailed():
			return nil
		case first == nil:
			return r.applyProperties(props, r.below(props, column, true))
		}
		return r.applyProperties(props, r.finishValue(first))
	}
	// The node starts on a later line, and is indented more than the entry. Only a list can be in the
	// column of its key.
	r.next(farColumn)
	if r.column > column || !isItem && r.column == column && column >= 0 && r.isMark('-', r.i) {
		return r.block(column)
	}
	return r.missing(at)
}

// below reads the node of a tag or an anchor that is at the end of its line. isPair is set if the
// node is the value of a key.
func (r *reader) below(props *Node, indent int, isPair bool) *Node {
	r.next(farColumn)
	if isDash := r.column >= 0 && r.column == indent && r.isMark('-', r.i); r.column > indent || isDash {
		c := r.t[r.i]
		r.needsFallback = r.needsFallback || c == '&' || c == '!' || isDash && !isPair
		return r.block(indent)
	}
	return r.missing(props.Span.End())
}

// finishValue advances from the end of n to the next token. If n is a plain scalar that continues on
// further lines, it is read again with them, up to a line that starts an entry.
func (r *reader) finishValue(n *Node) *Node {
	indent, end, free := int(n.indent), r.i, farColumn
	if isPlain := n.Kind == Scalar && n.Style == Plain; isPlain {
		free = indent + 1
	} else {
		indent = farColumn
	}
	if !r.next(free) {
		if r.isMark(':', r.i) {
			r.failed.kind = secondColon
		}
		return nil
	}
	// Text that is not indented more than the collection is not a continuation.
	if r.column <= indent {
		return n
	}
	line := r.i
	d := r.scratch()
	stop, next, bad := scanPlain(r.t, n.Span.Start(), indent+1, false, d)
	if bad >= 0 || stop <= end {
		return n // a tab or a comment ends the scalar
	}
	// The last line has a colon, so it is an entry, and the scalar ends before it.
	if after := next; r.isMark(':', after) {
		start := lineStart(r.t, after)
		if start <= line {
			return n
		}
		d = r.scratch()
		stop, _, _ = scanPlain(r.t[:start], n.Span.Start(), indent+1, false, d)
	}
	n.Value, n.isFlat, r.i = string(d.text), false, stop
	n.finish(stop)
	r.next(indent + 1)
	return n
}

// inline reads a scalar, an alias or a flow collection at r.i, but only the first line of a plain
// scalar.
func (r *reader) inline(indent int) *Node {
	switch r.t[r.i] {
	case '"', '\'':
		return r.quoted(indent, false)
	case '[', '{':
		return r.flow(indent)
	case '|', '>':
		return r.blockScalar(indent)
	case '*':
		return r.alias(indent, false)
	case ']', '}':
		return r.fail(extraBracket, r.i, 0)
	case '%', '@', '`', ',':
		r.needsFallback = r.needsFallback || r.t[r.i] == '%' && r.i == lineStart(r.t, r.i) // a directive
		return r.fail(reserved, r.i, 0)
	// A question mark or a colon starts a plain scalar unless whitespace follows it.
	case '?':
		if r.isMark('?', r.i) {
			return r.failUnknown(r.i)
		}
	case ':':
		if r.isMark(':', r.i) {
			return r.failUnknown(r.i)
		}
	case '#', '&', '!':
		return r.failUnknown(r.i)
	}
	return r.plain(indent, false)
}

// plain reads the first line of a plain scalar.
func (r *reader) plain(indent int, inFlow bool) *Node {
	t, start := r.t, r.i
	i, end := start, start
scan:
	for ; i < len(t); i++ {
		switch t[i] {
		case ' ', '\t':
			continue
		case '\n', '\r':
			break scan
		case '#':
			if i > 0 && isBlank(t, i-1) {
				break scan
			}
		case ':':
			if isBlankOrEnd(t, i+1) {
				break scan
			}
		case '?':
			if inFlow && !(r.opts.Questions && end == i) {
				break scan
			}
		case ',', '[', ']', '{', '}':
			if inFlow {
				break scan
			}
		}
		end = i + 1
	}
	// If the file has bytes that YAML does not allow, newReader has replaced them in the reader's text.
	n := r.node(Scalar, Plain, indent, start, end)
	n.Value, n.inFlow = t[start:end], inFlow
	n.isFlat = r.bad < 0 || r.file.Text[start:end] == n.Value
	r.i = end
	return n
}

// quoted reads a quoted scalar.
func (r *reader) quoted(indent int, inFlow bool) *Node {
	start, quote := r.i, r.t[r.i]
	n := r.node(Scalar, DoubleQuoted, indent, start, start)
	n.inFlow = inFlow
	end := start + 1
	// The value of a scalar with one line and no escapes is a part of the text, which need not be
	// copied. Most scalars are like that.
	for end < len(r.t) && r.t[end] != quote && r.t[end] != '\\' && r.t[end] != '\n' && r.t[end] != '\r' {
		end++
	}
	closed := end < len(r.t) && r.t[end] == quote && !(quote == '\'' && end+1 < len(r.t) && r.t[end+1] == quote)
	if quote == '\'' {
		n.Style = SingleQuoted
	}
	if closed {
		n.Value = r.t[start+1 : end]
		n.isFlat = r.bad < 0 || r.file.Text[start+1:end] == n.Value
		end++
	} else {
		scan := scanDouble
		if quote == '\'' {
			scan = scanSingle
		}
		d := r.scratch()
		var ok bool
		if end, ok = scan(r.t, start, d); !ok {
			return r.fail(unclosedQuote, start, 0)
		}
		if quote == '"' {
			if at := badEscape(r.t[:end], start, r.opts.Slashes); at >= 0 {
				return r.fail(badEscapes, at, 0)
			}
		}
		n.Value = string(d.text)
	}
	r.i = end
	return n.finish(end)
}

// blockScalar reads a literal or folded scalar, and advances to the end of its last line.
func (r *reader) blockScalar(indent int) *Node {
	start := r.i
	d := r.scratch()
	s := scanBlock(r.t, start, indent, d)
	// Tabs in the indentation are reported later, and the scalar is kept.
	if s.tab >= 0 {
		r.tab(s.tab)
	} else if !s.ok {
		return r.fail(badHeader, start, 0)
	}
	style := Literal
	if r.t[start] == '>' {
		style = Folded
	}
	n := r.node(Scalar, style, indent, start, s.end)
	n.Value = string(d.text)
	r.i = s.next
	if s.next < len(r.t) {
		r.i = max(lineStart(r.t, s.next)-1, s.end) // the line break before the next text
	}
	return n
}
