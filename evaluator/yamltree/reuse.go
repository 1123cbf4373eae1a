package yamltree

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Most keystrokes change one entry of a file with thousands. What the reader makes of an entry depends only on its
// text, on the line after it, and on where the reader starts, unless the entry has errors or the file has anchors. So
// the entries of sections (mappings in the root), and other entries of the root, are taken from the tree of the
// previous version. Each is a region of the file, which moves with all positions in it. Therefore the two trees cannot
// share them. Entries with errors are read again, and taken from the previous version if the result is the same.

// reusedDepth is the largest number of collections around an entry that can be reused.
const reusedDepth = 2

// entryLength is the length of an entry that is assumed when memory for all entries is allocated.
const entryLength = 128

// A pastEntry is an entry of a section, and all that determines how it was read.
type pastEntry struct {
	pair       Pair // without a key if it has been moved to another tree
	region     *source.Region
	start      int // of its key
	section    int // column of the keys of its section
	indent     int // of the section
	next       int // the first token after it
	nextColumn int
	nodes      int // how many nodes were read for it, without its key if it is the first of its section
	isFirst    bool
	isDamaged  bool // it has errors, or was read more than once
	paths      entryPaths
}

// entryPaths are the paths of the values in an entry.
type entryPaths struct {
	above          int // the length of the path of the entry; 0 if its paths have not been measured
	total, longest int
}

// A past is the tree of the previous version of a file.
type past struct {
	entries []pastEntry // in source order
	move    *source.Move
}

// ParseNext parses the next version of a file like Parse. It takes entries out of the document of the previous version,
// which must have been parsed with the same options. That document must not be used afterwards.
func ParseNext(move *source.Move, previous *Document, opts Options) *Document {
	isNext := previous.File == move.Old
	staysOrdinary := isNext && previous.isOrdinary && hasOrdinaryChange(move)
	r := newReader(move.Next, opts, staysOrdinary || isOrdinary(move.Next.Text))
	if isNext && len(previous.entries) > 0 {
		r.past = &past{previous.entries, move}
		r.entries = make([]pastEntry, 0, len(previous.entries)+1)
	}
	return r.parseAll()
}

// hasOrdinaryChange reports whether the next version of an ordinary text is ordinary.
func hasOrdinaryChange(move *source.Move) bool {
	start, _, end := move.Changed()
	next := move.Next.Text[start:end]
	// A line that begins with a byte order mark can become the first one, or cease to be.
	return isOrdinary(next) && !strings.HasPrefix(next, byteOrderMark) &&
		(start > 0 || !strings.HasPrefix(move.Old.Text, byteOrderMark))
}

// isDivisible reports whether nothing outside of an entry influences how it is read, apart from what damages it.
func (r *reader) isDivisible() bool {
	return len(r.doc.Anchors) == 0 && len(r.tabs) == 0 && r.bad < 0 && !r.needsFallback && !r.tooDeep &&
		!r.file.IsDivided()
}

// keepEntries keeps the entries for the next version if the file is divisible.
func (r *reader) keepEntries(d *Document, isDivisible bool) {
	if !isDivisible {
		for i := range r.entries {
			if e := &r.entries[i]; e.region != nil {
				e.place(r.file.Whole())
			}
		}
		return
	}
	if len(r.entries) == 0 {
		return
	}
	regions := make([]*source.Region, len(r.entries))
	for i := range r.entries {
		e := &r.entries[i]
		if e.region == nil {
			e.region = r.file.NewRegion(e.start, e.next)
			e.place(e.region)
		}
		regions[i] = e.region
	}
	r.file.Divide(regions)
	d.entries = r.entries
}

// firstPair reads the first entry of a block mapping, whose key has been read already, or reuses it.
func (r *reader) firstPair(key *Node, start, section, indent int) Pair {
	if r.depth > reusedDepth {
		return r.pair(key, start, section)
	}
	e := pastEntry{start: start, section: section, indent: indent, isFirst: true}
	if key != nil && r.reuse(&e) {
		return e.pair
	}
	before := r.progress()
	e.pair = r.pair(key, start, section)
	return r.keep(&e, before)
}

// sectionPair reads another entry of a block mapping, or reuses it.
func (r *reader) sectionPair(section, indent int) Pair {
	if r.depth > reusedDepth {
		return r.nextPair(section)
	}
	// The reader looks further ahead if an entry is not in the column of its section.
	e := pastEntry{start: r.i, section: section, indent: indent, isDamaged: r.column != section}
	if r.reuse(&e) {
		return e.pair
	}
	before := r.progress()
	e.pair = r.nextPair(section)
	return r.keep(&e, before)
}

// A progress is how much of a file has been read.
type progress struct{ entries, nodes, reported, unresolved, budget int }

func (r *reader) progress() progress {
	return progress{len(r.entries), r.nodes, r.reported, len(r.unresolved), r.budget}
}

// reuse takes an entry from the previous version, and continues after it.
func (r *reader) reuse(e *pastEntry) bool {
	old := r.pastEntry(e)
	if old == nil || old.isDamaged {
		return false
	}
	by := e.start - old.start
	e.pair, old.pair = old.pair, Pair{}
	e.region = old.region
	e.region.Move(r.file, e.start)
	e.next, e.nextColumn, e.nodes, e.paths = old.next+by, old.nextColumn, old.nodes, old.paths
	r.i, r.column = e.next, e.nextColumn
	r.nodes += e.nodes
	r.entries = append(r.entries, *e)
	return true
}

// keep keeps an entry for the next version, and returns it. Before is the progress when its value began.
func (r *reader) keep(e *pastEntry, before progress) Pair {
	now := r.progress()
	e.next, e.nextColumn, e.nodes = r.i, r.column, now.nodes-before.nodes
	if now.entries > before.entries || r.hasFailed() { // its value is a section with entries, or will be read again
		return e.pair
	}
	// Text in another column may have been read as a part of the value. While the value around the entry is read
	// again, the text ends early.
	isInPlace := r.column == e.section || r.column <= e.indent
	e.isDamaged = e.isDamaged || !isInPlace || now.reported != before.reported || now.unresolved != before.unresolved ||
		now.budget != before.budget || e.next >= len(r.t) && len(r.t) < len(r.file.Text)
	if old, _ := r.samePlace(e); old != nil && old.next-old.start == e.next-e.start && old.nextColumn == e.nextColumn &&
		r.past.move.Old.Text[old.start:old.next] == r.file.Text[e.start:e.next] && old.hasSameTree(e) {
		e.pair, old.pair = old.pair, Pair{}
		e.region = old.region
		e.region.Move(r.file, e.start)
	} else if r.past != nil && r.isDivisible() && isOrdinaryTree(e.pair.Key) && isOrdinaryTree(e.pair.Value) {
		e.own(r.file)
	}
	if r.entries == nil {
		r.entries = make([]pastEntry, 0, 1+len(r.t)/entryLength)
	}
	r.entries = append(r.entries, *e)
	return e.pair
}

// dropEntries drops the entries from an offset on: what has been read there is not in the tree.
func (r *reader) dropEntries(at int) {
	n := sort.Search(len(r.entries), func(i int) bool { return r.entries[i].start >= at })
	r.entries = r.entries[:n]
}

// isOrdinaryTree reports whether nothing else refers to the nodes of a tree: it has no anchors or aliases.
func isOrdinaryTree(n *Node) bool {
	if n == nil || n.Kind == Alias || n.Anchor() != "" {
		return false
	}
	for _, p := range n.Pairs {
		if !isOrdinaryTree(p.Key) || !isOrdinaryTree(p.Value) {
			return false
		}
	}
	return !slices.ContainsFunc(n.Items, func(item *Node) bool { return !isOrdinaryTree(item) })
}

// own gives the entry a region, and copies of its nodes and strings. The nodes of a version are allocated together, and
// refer to its text: each changed entry would keep all of them in memory.
func (e *pastEntry) own(f *source.File) {
	e.region = f.NewRegion(e.start, e.next)
	text := strings.Clone(f.Text[e.start:e.next])
	e.pair = Pair{e.copyTree(e.pair.Key, text), e.copyTree(e.pair.Value, text)}
}

// copyTree copies a tree to the region of the entry, which has a text.
func (e *pastEntry) copyTree(n *Node, text string) *Node {
	c := *n
	c.Span, c.details = n.Span.In(e.region), nil
	if n.isFlat {
		start := n.textStart() - e.start
		c.Value = text[start : start+len(n.Value)]
	} else {
		c.Value = strings.Clone(n.Value)
	}
	if d := n.details; d != nil && d.tag != "" {
		c.details = &details{body: d.body, tag: strings.Clone(d.tag), short: strings.Clone(d.short)}
	}
	if n.children != noChildren {
		c.children = &children{make([]Pair, len(n.Pairs)), make([]*Node, len(n.Items))}
	}
	for i, p := range n.Pairs {
		c.Pairs[i] = Pair{e.copyTree(p.Key, text), e.copyTree(p.Value, text)}
	}
	for i, item := range n.Items {
		c.Items[i] = e.copyTree(item, text)
	}
	return &c
}

// hasSameTree reports whether the trees of two entries are the same, with positions from the entries' starts. Their
// texts must be the same.
func (e *pastEntry) hasSameTree(other *pastEntry) bool {
	var same func(a, b *Node) bool
	same = func(a, b *Node) bool {
		if a.Kind != b.Kind || a.Style != b.Style || a.Value != b.Value || a.isFlat != b.isFlat ||
			a.inFlow != b.inFlow || a.indent != b.indent || a.Tag() != b.Tag() ||
			a.Span.Start()-e.start != b.Span.Start()-other.start || a.Span.Len() != b.Span.Len() ||
			a.Body().Len() != b.Body().Len() || len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
			return false
		}
		for i, p := range a.Pairs {
			if !same(p.Key, b.Pairs[i].Key) || !same(p.Value, b.Pairs[i].Value) {
				return false
			}
		}
		for i, item := range a.Items {
			if !same(item, b.Items[i]) {
				return false
			}
		}
		return true
	}
	return same(e.pair.Key, other.pair.Key) && same(e.pair.Value, other.pair.Value)
}

// pastEntry returns the entry of the previous version of which e is a copy, or nil.
func (r *reader) pastEntry(e *pastEntry) *pastEntry {
	old, isBefore := r.samePlace(e)
	if old == nil {
		return nil
	}
	// The reader has looked at the line of the next token, too. It sees only a part of the text while it reads a
	// value again after an error.
	m := r.past.move
	next, end := old.next+e.start-old.start, len(r.file.Text)
	if isBefore && !m.IsBefore(old.next) || next >= len(r.t) && len(r.t) < end ||
		(next == end) != (old.next == len(m.Old.Text)) {
		return nil
	}
	return old
}

// samePlace returns the entry of the previous version that started where e starts, in the same section, or nil, and
// whether the start is before what has changed.
func (r *reader) samePlace(e *pastEntry) (old *pastEntry, isBefore bool) {
	if r.past == nil || r.hasFailed() {
		return nil, false
	}
	entries := r.past.entries
	at, isBefore := r.past.move.OldOffset(e.start)
	if at < 0 {
		return nil, false
	}
	i := sort.Search(len(entries), func(i int) bool { return entries[i].start >= at })
	if i == len(entries) {
		return nil, false
	}
	old = &entries[i]
	if old.start != at || old.section != e.section || old.indent != e.indent || old.isFirst != e.isFirst ||
		old.pair.Key == nil || r.nodes+old.nodes > maxNodes {
		return nil, false
	}
	return old, isBefore
}

// place makes the positions in the entry count from the start of a region.
func (e *pastEntry) place(region *source.Region) {
	e.pair.Key.place(region)
	e.pair.Value.place(region)
}

func (n *Node) place(region *source.Region) {
	n.Span = n.Span.In(region)
	for _, p := range n.Pairs {
		p.Key.place(region)
		p.Value.place(region)
	}
	for _, item := range n.Items {
		item.place(region)
	}
}
