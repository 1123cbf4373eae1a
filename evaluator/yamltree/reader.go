package yamltree

import (
	"math"
	"strings"

	"pantograph/evaluator/source"
)

// A reader is a recursive-descent parser that parses a text in one pass, even if it has syntax errors.
// At an error, the current value fails (fail), and the innermost collection that can recover
// continues with its next entry (mend.go). If the reader does not support a construct, or if it
// cannot tell whether yaml.v3 accepts the text, it sets needsFallback.
type reader struct {
	file   *source.File
	opts   Options
	doc    *Document
	t      string // the file's text, or a prefix of it
	i      int    // the current position
	column int    // of i, if it is the first token of a line or follows a dash; -1 at the end of the document
	lineAt int    // the start of the last line that gap reached
	depth  int    // number of collections being read

	failed        syntaxError // why the current value cannot be read
	entry         entry       // the innermost entry of a block collection
	reported      int         // number of problems, including those that have been discarded
	budget        int         // number of bytes that may still be read again
	tabs          []byteRange // tabs in the indentation
	bad           int         // offset of the first character that YAML does not allow, or -1
	needsFallback bool        // yaml.v3 must parse the text: see fallback
	tooDeep       bool        // maxDepth was exceeded, so yaml.v3 must not parse the text

	anchors      map[string]*Node
	replaced     []*Node // for each of doc.Anchors, the earlier node with the same anchor, or nil
	unresolved   []*Node // aliases without an earlier anchor
	nodes        int     // number of nodes read so far
	excess       int     // the offset of the first node beyond maxNodes
	slab         []Node  // allocated nodes that are not used yet
	childrenSlab []children
	pairSlab     []Pair
	itemSlab     []*Node
	pairs        []Pair  // of the mappings that are being read
	items        []*Node // of the sequences that are being read
	decoding     decoding
	past         *past       // the tree of the previous version, or nil
	entries      []pastEntry // the entries of sections so far
}

// maxDepth is the maximum number of nested collections. The reader, the binders and all functions
// that walk values recurse for every level, which takes memory.
const maxDepth = 1000

// maxNodes is the maximum number of nodes of a text: keys, scalars and collections. Before a dialect
// can check its own limits, it takes about a kilobyte of memory for each node, and twice as much for
// each reference in a scalar, which therefore counts as referenceNodes.
const (
	maxNodes       = 450_000
	referenceNodes = 2
)

// MaxPaths is the maximum total length of the paths of all values of a text. A path repeats the keys around
// a value; dialects name parts of a program by their paths, so a long key around many values takes memory
// for each of them. The same limit applies to the total of all texts of a bundle.
const MaxPaths = 32 << 20

// stepLength returns the length of a key in a path: .name or ["key"], where some characters are escaped.
func stepLength(key string) int {
	length, isName := len(key), true
	for _, c := range []byte(key) {
		switch {
		case c < ' ':
			length += len(`u0000`)
			isName = false
		case c == '"' || c == '\\':
			length++
			isName = false
		default:
			isName = isName && (c == '_' || c == '-' || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9')
		}
	}
	if isName {
		return length + len(".")
	}
	return length + len(`[""]`)
}

// measurePaths sets Paths and LongestPath. It stops as soon as Paths exceeds MaxPaths.
func (d *Document) measurePaths() {
	m := pathMeter{entries: d.entries}
	for _, root := range append([]*Node{d.Root}, d.More...) {
		m.add(root, 0)
	}
	d.Paths, d.LongestPath = m.total, m.longest
}

// A pathMeter measures paths. It stops as soon as the total exceeds MaxPaths.
type pathMeter struct {
	total, longest int
	entries        []pastEntry // those of which no paths have been measured yet, in source order
}

// add measures the paths of the values in a tree; length is that of the path of n.
func (m *pathMeter) add(n *Node, length int) {
	if n == nil || m.total > MaxPaths {
		return
	}
	m.total += length
	m.longest = max(m.longest, length)
	for i := range n.Pairs {
		value, next := n.Pairs[i].Value, length+stepLength(n.Pairs[i].Key.Value)
		if len(m.entries) == 0 || m.entries[0].pair.Value != value {
			m.add(value, next)
			continue
		}
		e := &m.entries[0]
		m.entries = m.entries[1:]
		if e.paths.above != next {
			inside := pathMeter{}
			inside.add(value, next)
			e.paths = entryPaths{next, inside.total, inside.longest}
		}
		m.total += e.paths.total
		m.longest = max(m.longest, e.paths.longest)
	}
	digits, next := 1, 10 // of an index, and the first index with more
	for i, item := range n.Items {
		if i == next {
			digits, next = digits+1, 10*next
		}
		m.add(item, length+len("[]")+digits)
	}
}

// maxKeyLength limits the length of a key. yaml.v3 accepts up to 1,024 characters.
const maxKeyLength = 1000

// farColumn is greater than any column.
const farColumn = math.MaxInt

// rereadLimit returns how many bytes of a text may be read again after syntax errors.
func rereadLimit(text string) int { return 8*len(text) + 1<<16 }

// newReader returns a reader for a file, whose text is known to be ordinary or not. If it is not, the reader needs the
// fallback. Bytes that YAML does not allow are an error, but must not hide other errors, so the reader gets a text
// without them.
func newReader(f *source.File, opts Options, isOrdinary bool) *reader {
	doc := &Document{File: f, all: opts.AllDocuments, isOrdinary: isOrdinary}
	r := &reader{file: f, opts: opts, doc: doc, t: f.Text, bad: -1}
	r.budget = rereadLimit(f.Text)
	if isOrdinary {
		return r
	}
	r.needsFallback = true
	if bad := badBytes(r.t); len(bad) > 0 {
		// Replace them with question marks, so that offsets stay the same.
		b := []byte(r.t)
		for _, at := range bad {
			b[at] = '?'
		}
		r.t, r.bad = string(b), bad[0]
	}
	return r
}

// documents reads all documents of the text, or only the first.
func (r *reader) documents() {
	start := 0
	if strings.HasPrefix(r.t, byteOrderMark) {
		start = len(byteOrderMark)
	}
	r.line(start, farColumn)
	for r.i < len(r.t) {
		if r.doc.Root != nil && !r.opts.AllDocuments {
			// yaml.v3 also parses the first token after the marker.
			r.needsFallback = r.needsFallback || strings.Trim(r.t[min(r.i+len("---"), len(r.t)):], " \r\n") != ""
			return
		}
		// A line with `...` ends a document. Only a comment may follow on the line.
		if r.column < 0 && r.t[r.i] == '.' {
			r.needsFallback = r.needsFallback || r.doc.Root == nil
			if r.i += len("..."); r.next(farColumn) {
				continue
			}
			r.keepBroken(entry{start: r.failed.at, column: 0}, r.failed)
			continue
		}
		if n := r.document(); r.doc.Root == nil {
			r.doc.Root = n
		} else {
			r.doc.More = append(r.doc.More, n)
		}
	}
}

// document reads the document that starts at r.i.
func (r *reader) document() *Node {
	hasDirectives := r.directives()
	var n *Node
	if r.column < 0 {
		at := min(r.i+len("---"), len(r.t))
		r.i = at
		// yaml.v3 treats text after `---` specially: it must not be a key.
		r.blanks(true)
		r.needsFallback = r.needsFallback || !r.atLineEnd()
		n = r.root(entry{start: at, at: at, column: -1}, func() *Node { return r.nodeAfter(at, -1, false) })
		r.needsFallback = r.needsFallback || at > len("---") && n.IsMissing()
	} else {
		r.needsFallback = r.needsFallback || hasDirectives || r.doc.Root != nil
		start, column := r.i, r.column
		e := entry{start: start, at: start, column: column, isList: r.isMark('-', start)}
		if c := r.t[start]; c == '{' || c == '[' {
			e.column = -1 // lines of a flow collection need no indentation
		}
		n = r.root(e, func() *Node {
			r.i, r.column = start, column
			return r.block(-1)
		})
	}
	// An error may be in text that is indented less than the root, which yaml.v3 ignores. The root can
	// be indented even if its tag or anchor is not.
	isIndented := lineStart(r.t, n.Body().Start()) < n.Body().Start()
	r.needsFallback = r.needsFallback || isIndented && len(r.doc.Problems) > 0 && !r.opts.AllDocuments
	// Unless it parses all documents, yaml.v3 ignores text after the document, such as a line that is
	// indented less than the first one.
	for r.column >= 0 {
		r.needsFallback = r.needsFallback || !r.opts.AllDocuments || r.t[r.i] == '%'
		rest := r.keepBroken(entry{start: r.i, column: r.column}, syntaxError{kind: extraText, at: r.i})
		r.dropEntries(n.Span.Start())
		n = newBroken(n.Span.To(rest.Span))
	}
	return n
}

// root reads the root of a document.
func (r *reader) root(e entry, read func() *Node) *Node {
	return r.guard(e, func() *Node {
		n := read()
		r.checkRoot()
		return n
	})
}

// checkRoot sets needsFallback if the root failed at an error before which yaml.v3 may end the
// document. An unclosed quote or bracket is an error in any case.
func (r *reader) checkRoot() {
	switch r.failed.kind {
	case none, unclosedQuote, unclosedBracket, bracketMismatch, nestedTooDeeply:
	default:
		r.needsFallback = r.needsFallback || !r.opts.AllDocuments
	}
}

// directives skips the directives before a document: lines that start with a percent sign. It reports
// whether there are any.
func (r *reader) directives() bool {
	var seen map[string]bool
	for r.column == 0 && r.i < len(r.t) && r.t[r.i] == '%' {
		if seen == nil {
			seen = map[string]bool{}
		}
		end := lineEnd(r.t, r.i)
		words := append(strings.Fields(r.t[r.i:end]), "")
		id := words[0]
		// A document can have several %TAG directives, one for each handle.
		if id == "%TAG" {
			id += " " + words[1]
		}
		if seen[id] || words[0] != "%TAG" && (words[0] != "%YAML" || words[1] != "1.1" && words[1] != "1.2") {
			r.reportError(syntaxError{kind: badDirective, at: r.i})
		}
		seen[id], r.needsFallback = true, true
		r.line(end, farColumn)
	}
	return seen != nil
}

// fail records why the current value cannot be read, unless it has failed already. For other, see
// errorKind. It returns nil, so that callers can return its result.
func (r *reader) fail(kind errorKind, at, other int) *Node {
	if r.failed.kind == 0 {
		r.failed = syntaxError{kind, at, other}
	}
	r.column = -1
	return nil
}

// hasFailed reports whether the current value cannot be read. If it returns true, methods that read a
// part of the value must return, until mend recovers.
func (r *reader) hasFailed() bool { return r.failed.kind != 0 }

// failUnknown fails at a construct that the reader does not support.
func (r *reader) failUnknown(at int) *Node {
	r.needsFallback = true
	return r.fail(unknown, at, 0)
}

// node returns a new node from start to end. Nodes are numerous, so they are allocated in slabs.
func (r *reader) node(kind Kind, style Style, indent, start, end int) *Node {
	if r.nodes++; r.nodes == maxNodes+1 {
		r.excess = start
	}
	n := r.allocate()
	n.Kind, n.Style, n.indent = kind, style, int32(indent)
	n.Span = r.file.Span(start, end)
	return n
}

// allocate returns an empty node.
func (r *reader) allocate() *Node {
	if len(r.slab) == 0 {
		r.slab = make([]Node, min(max(len(r.t)/16, 8), 256))
	}
	n := &r.slab[0]
	r.slab = r.slab[1:]
	n.children = noChildren
	return n
}

// newBroken returns a broken node.
func newBroken(at source.Span) *Node {
	return &Node{Kind: Broken, indent: -1, Span: at, children: noChildren}
}

// scratch returns an empty decoding, which is valid until the next call.
func (r *reader) scratch() *decoding {
	r.decoding.text, r.decoding.runs = r.decoding.text[:0], r.decoding.runs[:0]
	return &r.decoding
}

// missing returns an omitted scalar at a position.
func (r *reader) missing(at int) *Node { return r.node(Scalar, Plain, 0, at, at) }

// finish sets the end of a node.
func (n *Node) finish(end int) *Node {
	n.Span = n.Span.Until(end)
	return n
}

// enter starts a collection at an offset. If collections are nested too deeply, it fails and returns
// false.
func (r *reader) enter(start int) bool {
	if r.depth >= maxDepth {
		r.tooDeep = true
		r.fail(nestedTooDeeply, start, 0)
		return false
	}
	r.depth++
	return true
}

// leave ends a collection. Its entries are those after the first pairs elements of r.pairs and the
// first items elements of r.items, which are the entries of the enclosing collections.
func (r *reader) leave(n *Node, pairs, items int) {
	// The number of entries is known now, so a slice of the right size can be allocated.
	r.depth--
	if len(r.pairs) > pairs || len(r.items) > items {
		n.children = r.allocateChildren()
	}
	if k := len(r.pairs) - pairs; k > 0 {
		n.Pairs = r.allocatePairs(k)
		copy(n.Pairs, r.pairs[pairs:])
		r.pairs = r.pairs[:pairs]
	}
	if k := len(r.items) - items; k > 0 {
		n.Items = r.allocateItems(k)
		copy(n.Items, r.items[items:])
		r.items = r.items[:items]
	}
}

func (r *reader) allocateChildren() *children {
	if len(r.childrenSlab) == 0 {
		r.childrenSlab = make([]children, min(max(len(r.t)/64, 8), 64))
	}
	c := &r.childrenSlab[0]
	r.childrenSlab = r.childrenSlab[1:]
	return c
}

func (r *reader) allocatePairs(k int) []Pair {
	if len(r.pairSlab) < k {
		r.pairSlab = make([]Pair, max(k, min(len(r.t)/32, 256)))
	}
	pairs := r.pairSlab[:k:k]
	r.pairSlab = r.pairSlab[k:]
	return pairs
}

func (r *reader) allocateItems(k int) []*Node {
	if len(r.itemSlab) < k {
		r.itemSlab = make([]*Node, max(k, min(len(r.t)/64, 256)))
	}
	items := r.itemSlab[:k:k]
	r.itemSlab = r.itemSlab[k:]
	return items
}

// next advances from the end of a value to the next token, which must be on a later line. Otherwise it
// fails and returns false. Tabs on that line before the column given by free are recorded as an error.
func (r *reader) next(free int) bool {
	r.blanks(true)
	switch {
	case r.i >= len(r.t):
		r.column = -1
	case r.t[r.i] == '#':
		r.line(lineEnd(r.t, r.i), farColumn)
	case breakLen(r.t, r.i) > 0:
		r.line(r.i, free)
	case r.t[r.i] == ']' || r.t[r.i] == '}':
		r.fail(extraBracket, r.i, 0)
	default:
		r.fail(extraText, r.i, 0)
	}
	return !r.hasFailed()
}

// line advances from the start or end of a line to the next token. For free, see next.
func (r *reader) line(start, free int) {
	t := r.t
	for i := start; i < len(t); {
		switch t[i] {
		case ' ':
			i++
		case '\n', '\r':
			i++
			start = i
		case '\t':
			if i-start < free {
				i = r.tab(i)
			} else {
				i++
			}
		case '#':
			i, free = lineEnd(t, i), farColumn
		default:
			r.i, r.column = i, i-start
			// A document marker ends all collections.
			if i == start && isDocumentMarker(t, i) {
				r.column = -1
			}
			return
		}
	}
	r.i, r.column = len(t), -1
}

// tab records the tabs at an offset where indentation is required, and returns their end. They are
// treated as spaces.
func (r *reader) tab(at int) int {
	end := at + 1
	for end < len(r.t) && r.t[end] == '\t' {
		end++
	}
	if n := len(r.tabs); n == 0 || r.tabs[n-1].end < end {
		r.tabs = append(r.tabs, byteRange{at, end})
	}
	if isBreakOrEnd(r.t, end) || r.t[end] == ' ' || r.t[end] == '#' {
		// yaml.v3 allows tabs before a comment in some positions.
		r.needsFallback = r.needsFallback || strings.IndexByte(r.t[end:skipSpace(r.t, end)], '#') >= 0
	}
	return end
}

// A byteRange is a range of the text.
type byteRange struct{ start, end int }

// blanks skips spaces and tabs on a line. Tabs are an error unless allowTabs is set.
func (r *reader) blanks(allowTabs bool) {
	for r.i < len(r.t) && (r.t[r.i] == ' ' || r.t[r.i] == '\t') {
		if r.t[r.i] == '\t' && !allowTabs {
			r.i = r.tab(r.i)
		} else {
			r.i++
		}
	}
}

// atLineEnd reports whether the end of the line or a comment is at r.i.
func (r *reader) atLineEnd() bool {
	return r.i >= len(r.t) || r.t[r.i] == '\n' || r.t[r.i] == '\r' || r.t[r.i] == '#'
}

// isMark reports whether the indicator c, followed by whitespace, is at i.
func (r *reader) isMark(c byte, i int) bool {
	return i < len(r.t) && r.t[i] == c && isBlankOrEnd(r.t, i+1)
}
