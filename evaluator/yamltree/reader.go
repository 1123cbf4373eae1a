package yamltree

import (
	"math"
	"strings"

	"pantograph/evaluator/source"
)

// A reader reads a text in one pass, valid or broken, by recursive descent. A mistake ends the
// current value (fail); the innermost collection that can recover continues with its next entry
// (mend.go). When the reader meets a construct that it does not know, it becomes unsure, and
// yaml.v3 has the last word on the text.
type reader struct {
	file   *source.File
	opts   Options
	doc    *Document
	t      string // the file's text, or a prefix of it
	i      int    // the current position
	column int    // of i, if it is the first text of a line or follows a dash; -1 at the end of the document
	lineAt int    // the start of the last line that gap reached
	depth  int

	failed  mistake   // why the current value cannot be read
	entry   entry     // the innermost entry of a block collection
	budget  int       // how many bytes may still be read again
	tabs    []stretch // tabs in the indentation
	bad     int       // offset of the first character that is not allowed in YAML, or -1
	unsure  bool      // yaml.v3 has the last word (arbitrate)
	tooDeep bool      // maxDepth was exceeded, so yaml.v3 must not read the text

	anchors    map[string]*Node
	unresolved []*Node // aliases without an earlier anchor
	nodes      int     // how many have been read
	excess     int     // the offset of the first node above maxNodes
	slab       []Node  // allocated but not used yet, as are the next two
	pairSlab   []Pair
	itemSlab   []*Node
	pairs      []Pair  // of the mappings that are being read
	items      []*Node // of the sequences that are being read
	decoding   decoding
}

// maxDepth limits how deeply a text may be nested. Readers, binders and everything that walks
// values recurse for every level, which takes memory.
const maxDepth = 1000

// maxNodes limits the nodes of a text: keys, scalars and collections. A dialect takes about a
// kilobyte of memory for each of them, before it can count what it makes of them, and twice as much
// for each reference in a scalar, which counts as referenceNodes.
const (
	maxNodes       = 450_000
	referenceNodes = 2
)

// longestKey limits the length of a key: yaml.v3 accepts up to 1,024 characters.
const longestKey = 1000

// farColumn is a column that no text reaches.
const farColumn = math.MaxInt

// rereading returns how many bytes of a text with mistakes may be read again.
func rereading(text string) int { return 8*len(text) + 1<<16 }

// newReader returns a reader for a text. With characters that YAML treats specially, the reader is
// unsure from the beginning. Bytes that YAML does not allow are a mistake, but must not hide the
// others, so the reader gets a text without them.
func newReader(f *source.File, opts Options) *reader {
	r := &reader{file: f, opts: opts, doc: &Document{File: f, all: opts.AllDocuments}, t: f.Text, bad: -1}
	r.budget = rereading(f.Text)
	if ordinary(r.t) {
		return r
	}
	r.unsure = true
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
			// yaml.v3 also reads the first word after the marker.
			r.unsure = r.unsure || strings.Trim(r.t[min(r.i+len("---"), len(r.t)):], " \r\n") != ""
			return
		}
		// A line with `...` ends a document. Nothing but a comment may follow on it.
		if r.column < 0 && r.t[r.i] == '.' {
			r.unsure = r.unsure || r.doc.Root == nil
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

// document reads the document that begins at r.i.
func (r *reader) document() *Node {
	hasDirectives := r.directives()
	var n *Node
	if r.column < 0 {
		at := min(r.i+len("---"), len(r.t))
		r.i = at
		// yaml.v3 treats `--- text` specially: no key may begin there.
		r.blanks(true)
		r.unsure = r.unsure || !r.atLineEnd()
		n = r.root(entry{start: at, at: at, column: -1}, func() *Node { return r.nodeAfter(at, -1, false) })
		r.unsure = r.unsure || at > len("---") && n.IsMissing()
	} else {
		r.unsure = r.unsure || hasDirectives || r.doc.Root != nil
		start, column := r.i, r.column
		e := entry{start: start, at: start, column: column, isList: r.isMark('-', start)}
		if c := r.t[start]; c == '{' || c == '[' {
			e.column = -1 // lines in brackets need no indentation
		}
		n = r.root(e, func() *Node {
			r.i, r.column = start, column
			return r.block(-1)
		})
	}
	// What seems to be a mistake may be indented less than the root, and thus be the rest that yaml.v3
	// does not read. The root may be indented even if its tag or anchor is not.
	isIndented := lineStart(r.t, int(n.Body.Start)) < int(n.Body.Start)
	r.unsure = r.unsure || isIndented && len(r.doc.Problems) > 0 && !r.opts.AllDocuments
	// yaml.v3 reads what follows a document, such as a line that is indented less than its
	// beginning, only when asked to.
	for r.column >= 0 {
		r.unsure = r.unsure || !r.opts.AllDocuments || r.t[r.i] == '%'
		rest := r.keepBroken(entry{start: r.i, column: r.column}, mistake{kind: extraText, at: r.i})
		n = &Node{Kind: Broken, indent: -1, Span: n.Span.To(rest.Span)}
		n.Body = n.Span
	}
	return n
}

// root reads the root of a document. If it fails, yaml.v3 may have found a document that ends
// before the mistake.
func (r *reader) root(e entry, read func() *Node) *Node {
	return r.guard(e, func() *Node {
		n := read()
		r.checkRoot()
		return n
	})
}

// checkRoot makes the reader unsure if the root failed because of a mistake before which yaml.v3
// may end the document. An open quote or bracket is a mistake in any case.
func (r *reader) checkRoot() {
	switch r.failed.kind {
	case none, unclosedQuote, unclosedBracket, bracketMismatch, deep:
	default:
		r.unsure = r.unsure || !r.opts.AllDocuments
	}
}

// directives skips the lines before a document that begin with a percent sign.
func (r *reader) directives() bool {
	var seen map[string]bool
	for r.column == 0 && r.i < len(r.t) && r.t[r.i] == '%' {
		if seen == nil {
			seen = map[string]bool{}
		}
		end := lineEnd(r.t, r.i)
		words := append(strings.Fields(r.t[r.i:end]), "")
		id := words[0]
		// A document may have several %TAG directives, one for each handle.
		if id == "%TAG" {
			id += " " + words[1]
		}
		if seen[id] || words[0] != "%TAG" && (words[0] != "%YAML" || words[1] != "1.1" && words[1] != "1.2") {
			r.mistaken(mistake{kind: badDirective, at: r.i})
		}
		seen[id], r.unsure = true, true
		r.line(end, farColumn)
	}
	return seen != nil
}

// fail records why the current value cannot be read. Only the first reason is kept.
func (r *reader) fail(kind mistakeKind, at, other int) *Node {
	if r.failed.kind == 0 {
		r.failed = mistake{kind, at, other}
	}
	r.column = -1
	return nil
}

// hasFailed reports whether the current value cannot be read. Until mend recovers, everything that
// reads a part of it must return without reading on.
func (r *reader) hasFailed() bool { return r.failed.kind != 0 }

// doubt fails at a construct that the reader does not know.
func (r *reader) doubt(at int) *Node {
	r.unsure = true
	return r.fail(unknown, at, 0)
}

// node returns a node with a known start and end. There are many, so they are allocated in slabs.
func (r *reader) node(kind Kind, style Style, indent, start, end int) *Node {
	if len(r.slab) == 0 {
		r.slab = make([]Node, min(max(len(r.t)/16, 8), 256))
	}
	if r.nodes++; r.nodes == maxNodes+1 {
		r.excess = start
	}
	n := &r.slab[0]
	r.slab = r.slab[1:]
	n.Kind, n.Style, n.indent = kind, style, int32(indent)
	n.Span = source.Span{File: r.file, Start: int32(start), End: int32(end)}
	n.Body = n.Span
	return n
}

// scratch returns an empty decoding, valid until the next call.
func (r *reader) scratch() *decoding {
	r.decoding.text, r.decoding.runs = r.decoding.text[:0], r.decoding.runs[:0]
	return &r.decoding
}

// missing returns an omitted scalar at a position.
func (r *reader) missing(at int) *Node { return r.node(Scalar, Plain, 0, at, at) }

// finish sets the end of a node.
func (n *Node) finish(end int32) *Node {
	n.Span.End, n.Body.End = end, end
	return n
}

// enter counts a level of nesting that begins at start. It fails if there are too many.
func (r *reader) enter(start int) bool {
	if r.depth >= maxDepth {
		r.tooDeep = true
		r.fail(deep, start, 0)
		return false
	}
	r.depth++
	return true
}

// leave ends a collection, which takes the entries that were read since it was entered.
func (r *reader) leave(n *Node, pairs, items int) {
	// While a collection is read, its entries are at the end of r.pairs or r.items, after those of
	// the collections around it. Their number is known only now, so they get a slice that fits.
	r.depth--
	if k := len(r.pairs) - pairs; k > 0 {
		if len(r.pairSlab) < k {
			r.pairSlab = make([]Pair, max(k, min(len(r.t)/32, 256)))
		}
		n.Pairs, r.pairSlab = r.pairSlab[:k:k], r.pairSlab[k:]
		copy(n.Pairs, r.pairs[pairs:])
		r.pairs = r.pairs[:pairs]
	}
	if k := len(r.items) - items; k > 0 {
		if len(r.itemSlab) < k {
			r.itemSlab = make([]*Node, max(k, min(len(r.t)/64, 256)))
		}
		n.Items, r.itemSlab = r.itemSlab[:k:k], r.itemSlab[k:]
		copy(n.Items, r.items[items:])
		r.items = r.items[:items]
	}
}

// next advances from the end of a value to the next text, which must be on a later line. Tabs
// there, left of the column free, are a mistake.
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

// line advances from the start or end of a line to the first text that is not a comment.
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
			// A marker ends all collections, as text that is indented less than they are.
			if i == start && isDocumentMarker(t, i) {
				r.column = -1
			}
			return
		}
	}
	r.i, r.column = len(t), -1
}

// tab records tabs where indentation is required, and treats them as spaces. It returns where they
// end.
func (r *reader) tab(at int) int {
	end := at + 1
	for end < len(r.t) && r.t[end] == '\t' {
		end++
	}
	if n := len(r.tabs); n == 0 || r.tabs[n-1].end < end {
		r.tabs = append(r.tabs, stretch{at, end})
	}
	if isBreakOrEnd(r.t, end) || r.t[end] == ' ' || r.t[end] == '#' {
		// yaml.v3 ignores tabs between comments.
		r.unsure = r.unsure || strings.IndexByte(r.t[end:skipSpace(r.t, end)], '#') >= 0
	}
	return end
}

// A stretch is a range of the text.
type stretch struct{ start, end int }

// blanks skips blanks on a line. Tabs are a mistake unless isFree is set.
func (r *reader) blanks(isFree bool) {
	for r.i < len(r.t) && (r.t[r.i] == ' ' || r.t[r.i] == '\t') {
		if r.t[r.i] == '\t' && !isFree {
			r.i = r.tab(r.i)
		} else {
			r.i++
		}
	}
}

// atLineEnd reports whether at most a comment follows.
func (r *reader) atLineEnd() bool {
	return r.i >= len(r.t) || r.t[r.i] == '\n' || r.t[r.i] == '\r' || r.t[r.i] == '#'
}

// isMark reports whether an indicator followed by white space is at i.
func (r *reader) isMark(c byte, i int) bool {
	return i < len(r.t) && r.t[i] == c && isBlankOrEnd(r.t, i+1)
}
