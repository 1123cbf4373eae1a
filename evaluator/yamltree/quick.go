package yamltree

import (
	"strings"

	"pantograph/evaluator/source"
)

// A quick reader reads the YAML that templates are made of in one pass: collections in
// block and flow style and scalars of every style. It gives up at whatever is anything
// else: anchors, aliases, tags, `?`, several documents, tabs, strange characters, and
// every mistake. Then yaml.v3 reads the whole text, so that the quick reader need not
// know what is wrong, only that it understands all there is. What it accepts it reads
// as yaml.v3 does; FuzzQuick compares the two.
type quick struct {
	file   *source.File
	t      string
	i      int // what is read next
	column int // of i, when it is the first text of a line or stands behind a dash; -1 at the end
	depth  int
	given  bool // it has given up
	slab   []Node
	pairs  []Pair  // of the mappings that are open
	items  []*Node // of the sequences that are open
}

// quickDepth is how deep the quick reader goes.
const quickDepth = 200

// longestKey is how long a key may be: yaml.v3 takes up to 1,024 characters.
const longestKey = 1000

// readQuick reads the only document of a text. ok is false for a text that is left to
// yaml.v3.
func readQuick(f *source.File) (root *Node, ok bool) {
	if !ordinary(f.Text) {
		return nil, false
	}
	q := &quick{file: f, t: f.Text}
	q.line(0)
	if q.column == 0 && isDocumentMarker(q.t, q.i) && q.t[q.i] == '-' && strings.Trim(q.t[:q.i], "\n") == "" {
		q.given, q.i = false, q.i+len("---")
		q.next()
	}
	if q.given || q.column != 0 {
		return nil, false
	}
	root = q.block(-1)
	return root, !q.given && q.column < 0
}

// giveUp leaves the text to yaml.v3.
func (q *quick) giveUp() *Node {
	q.given, q.i, q.column = true, len(q.t), -1
	return nil
}

// node returns a node of which start and end are known.
func (q *quick) node(kind Kind, style Style, indent, start, end int) *Node {
	if len(q.slab) == 0 {
		q.slab = make([]Node, min(max(len(q.t)/16, 8), 256))
	}
	n := &q.slab[0]
	q.slab = q.slab[1:]
	n.Kind, n.Style, n.indent = kind, style, int32(indent)
	n.Span = source.Span{File: q.file, Start: int32(start), End: int32(end)}
	n.Body = n.Span
	return n
}

// finish sets the end of a collection.
func (n *Node) finish(end int32) *Node {
	n.Span.End, n.Body.End = end, end
	return n
}

// next goes from the end of a value to the next text, which has to stand on a line
// further down.
func (q *quick) next() {
	start := q.i
	for q.i < len(q.t) && q.t[q.i] == ' ' {
		q.i++
	}
	switch {
	case q.i >= len(q.t):
		q.column = -1
	case q.t[q.i] == '\n':
		q.line(q.i + 1)
	case q.t[q.i] == '#' && q.i > start:
		q.line(lineEnd(q.t, q.i) + 1)
	default:
		q.giveUp()
	}
}

// line goes to the first text from the start of a line on that is no comment.
func (q *quick) line(start int) {
	for i := start; i < len(q.t); {
		switch q.t[i] {
		case ' ':
			i++
		case '\n':
			i++
			start = i
		case '#':
			i = min(lineEnd(q.t, i)+1, len(q.t))
			start = i
		default:
			q.i, q.column = i, i-start
			q.given = q.given || q.column == 0 && isDocumentMarker(q.t, i)
			return
		}
	}
	q.i, q.column = len(q.t), -1
}

// isMark reports whether an indicator stands alone at i.
func (q *quick) isMark(c byte, i int) bool {
	return q.t[i] == c && (i+1 >= len(q.t) || q.t[i+1] == ' ' || q.t[i+1] == '\n')
}

// block reads the node at q.i inside a collection of the given indentation, and goes to
// the text behind it.
func (q *quick) block(indent int) *Node {
	if q.depth++; q.depth > quickDepth {
		return q.giveUp()
	}
	defer func() { q.depth-- }()
	if q.isMark('-', q.i) {
		return q.sequence(indent)
	}
	column := q.column
	first := q.value(indent)
	if q.given || q.i >= len(q.t) || first.Kind != Scalar {
		q.next()
		return first
	}
	at := q.i
	for at < len(q.t) && q.t[at] == ' ' {
		at++
	}
	if at < len(q.t) && q.isMark(':', at) {
		first.indent = int32(column)
		return q.mapping(first, column, indent)
	}
	return q.folded(first)
}

// sequence reads the items whose dashes stand in the column of q.i.
func (q *quick) sequence(indent int) *Node {
	column, mark := q.column, len(q.items)
	n := q.node(Sequence, Block, indent, q.i, q.i)
	for q.column == column && q.isMark('-', q.i) {
		q.items = append(q.items, q.behind(q.i+1, column, false))
	}
	if q.given {
		return nil
	}
	n.Items = append(n.Items, q.items[mark:]...)
	q.items = q.items[:mark]
	return n.finish(n.Items[len(n.Items)-1].Span.End)
}

// mapping reads the entries whose keys begin in a column, of which the first key has been
// read.
func (q *quick) mapping(key *Node, column, indent int) *Node {
	mark := len(q.pairs)
	n := q.node(Mapping, Block, indent, int(key.Span.Start), 0)
	for {
		for q.i < len(q.t) && q.t[q.i] == ' ' {
			q.i++
		}
		if q.given || q.i >= len(q.t) || !q.isMark(':', q.i) || !q.isKey(key) {
			return q.giveUp()
		}
		q.pairs = append(q.pairs, Pair{key, q.behind(q.i+1, column, true)})
		if q.column != column {
			break
		}
		if q.isMark('-', q.i) {
			return q.giveUp()
		}
		if key = q.value(column); q.given || key.Kind != Scalar {
			return q.giveUp()
		}
	}
	if q.given {
		return nil
	}
	n.Pairs = append(n.Pairs, q.pairs[mark:]...)
	q.pairs = q.pairs[:mark]
	return n.finish(n.Pairs[len(n.Pairs)-1].Value.Span.End)
}

// isKey reports whether a scalar can be the key to the colon at q.i: it stands with it on
// one line.
func (q *quick) isKey(key *Node) bool {
	text := q.t[key.Span.Start:q.i]
	return key.Style <= DoubleQuoted && len(text) < longestKey && strings.IndexByte(text, '\n') < 0
}

// behind reads what stands behind the dash or colon of an entry of a collection in a
// column, and goes to the text behind that.
func (q *quick) behind(at, column int, isPair bool) *Node {
	q.i = at
	for q.i < len(q.t) && q.t[q.i] == ' ' {
		q.i++
	}
	if q.i < len(q.t) && q.t[q.i] != '\n' && q.t[q.i] != '#' {
		if !isPair {
			q.column = column + q.i - at + 1
			return q.block(column)
		}
		if q.isMark('-', q.i) {
			return q.giveUp()
		}
		n := q.value(column)
		if q.given {
			return nil
		}
		return q.folded(n)
	}
	q.i = at
	q.next()
	if q.column > column || isPair && q.column == column && q.isMark('-', q.i) {
		return q.block(column)
	}
	return q.node(Scalar, Plain, 0, at, at)
}

// folded goes to the text behind a value. A plain scalar with further lines is read again
// with them.
func (q *quick) folded(n *Node) *Node {
	end := q.i
	q.next()
	if q.given || q.column <= int(n.indent) {
		return n
	}
	if n.Kind != Scalar || n.Style != Plain {
		return q.giveUp()
	}
	d := &decoding{}
	stop, _, bad := scanPlain(q.t, int(n.Span.Start), int(n.indent)+1, false, d)
	if bad >= 0 || stop <= end {
		return q.giveUp()
	}
	n.Value, n.isFlat, q.i = string(d.text), false, stop
	n.finish(int32(stop))
	if q.next(); q.column > int(n.indent) {
		return q.giveUp()
	}
	return n
}

// value reads a scalar or a flow collection at q.i, of a plain scalar only the first
// line.
func (q *quick) value(indent int) *Node {
	switch q.t[q.i] {
	case '"', '\'':
		return q.quoted(indent, false)
	case '[', '{':
		return q.flow(indent)
	case '|', '>':
		return q.literal(indent)
	}
	return q.plain(indent, false)
}

// plain reads a plain scalar of one line.
func (q *quick) plain(indent int, inFlow bool) *Node {
	t, start := q.t, q.i
	switch t[start] {
	case ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%', '@', '`', '?', ':':
		return q.giveUp()
	case '-':
		if q.isMark('-', start) {
			return q.giveUp()
		}
	}
	i, end := start, start
scan:
	for ; i < len(t); i++ {
		switch t[i] {
		case ' ':
			continue
		case '\n':
			break scan
		case '#':
			if t[i-1] == ' ' {
				break scan
			}
		case ':', ',', '?', '[', ']', '{', '}':
			if endsPlain(t, i, inFlow) {
				break scan
			}
		}
		end = i + 1
	}
	n := q.node(Scalar, Plain, indent, start, end)
	n.Value, n.inFlow, n.isFlat = t[start:end], inFlow, true
	q.i = end
	return n
}

// quoted reads a quoted scalar.
func (q *quick) quoted(indent int, inFlow bool) *Node {
	start, quote := q.i, q.t[q.i]
	n := q.node(Scalar, DoubleQuoted, indent, start, start)
	n.inFlow = inFlow
	end := start + 1
	for end < len(q.t) && q.t[end] != quote && q.t[end] != '\\' && q.t[end] != '\n' {
		end++
	}
	closed := end < len(q.t) && q.t[end] == quote && !(quote == '\'' && end+1 < len(q.t) && q.t[end+1] == quote)
	scan := scanDouble
	if quote == '\'' {
		n.Style, scan = SingleQuoted, scanSingle
	}
	if closed {
		n.Value, n.isFlat = q.t[start+1:end], true
		end++
	} else {
		d := &decoding{}
		var ok bool
		if end, ok = scan(q.t, start, d); !ok || quote == '"' && badEscape(q.t[:end], start) >= 0 {
			return q.giveUp()
		}
		n.Value = string(d.text)
	}
	q.i = end
	return n.finish(int32(end))
}

// literal reads a literal or folded scalar, and stops at the end of its last line.
func (q *quick) literal(indent int) *Node {
	d := &decoding{}
	s := scanBlock(q.t, q.i, indent, d)
	head, _, noted := strings.Cut(q.t[q.i:lineEnd(q.t, q.i)], "#")
	if !s.ok || noted && !strings.HasSuffix(head, " ") {
		return q.giveUp()
	}
	style := Literal
	if q.t[q.i] == '>' {
		style = Folded
	}
	n := q.node(Scalar, style, indent, q.i, s.end)
	n.Value = string(d.text)
	for q.i = s.next; q.i < len(q.t) && q.i > 0 && q.t[q.i-1] == ' '; {
		q.i--
	}
	if q.i < len(q.t) {
		q.i-- // the line break before the next text
	}
	return n
}

// flow reads a flow collection.
func (q *quick) flow(indent int) *Node {
	if q.depth++; q.depth > quickDepth {
		return q.giveUp()
	}
	defer func() { q.depth-- }()
	n := q.node(Sequence, Flow, indent, q.i, q.i)
	closing := byte(']')
	if q.t[q.i] == '{' {
		n.Kind, closing = Mapping, '}'
	}
	pairs, items := len(q.pairs), len(q.items)
	for q.i++; ; {
		q.gap()
		if q.i < len(q.t) && q.t[q.i] == closing {
			break
		}
		if n.Kind == Mapping {
			q.pairs = append(q.pairs, q.flowPair(indent))
		} else {
			q.items = append(q.items, q.inner(indent))
		}
		q.gap()
		if q.i < len(q.t) && q.t[q.i] == ',' {
			q.i++
		} else if q.i >= len(q.t) || q.t[q.i] != closing {
			return q.giveUp()
		}
	}
	n.Pairs, q.pairs = append(n.Pairs, q.pairs[pairs:]...), q.pairs[:pairs]
	n.Items, q.items = append(n.Items, q.items[items:]...), q.items[:items]
	q.i++
	return n.finish(int32(q.i))
}

// flowPair reads an entry of a flow mapping, with its colon and its value.
func (q *quick) flowPair(indent int) Pair {
	key := q.inner(indent)
	for q.i < len(q.t) && q.t[q.i] == ' ' {
		q.i++
	}
	if q.i >= len(q.t) || q.t[q.i] != ':' || key.Kind != Scalar || !q.isKey(key) {
		q.giveUp()
		return Pair{}
	}
	q.i++
	q.gap()
	return Pair{key, q.inner(indent)}
}

// inner reads a node inside a flow collection.
func (q *quick) inner(indent int) *Node {
	if q.i >= len(q.t) {
		return q.giveUp()
	}
	switch q.t[q.i] {
	case '"', '\'':
		return q.quoted(indent, true)
	case '[', '{':
		n := q.flow(indent)
		if n != nil {
			n.inFlow = true
		}
		return n
	}
	return q.plain(indent, true)
}

// gap skips blanks and line breaks inside a flow collection.
func (q *quick) gap() {
	for q.i < len(q.t) && (q.t[q.i] == ' ' || q.t[q.i] == '\n') {
		q.i++
	}
	if afterBreak(q.t, q.i) && isDocumentMarker(q.t, q.i) {
		q.giveUp()
	}
}
