package yamltree

import (
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Most keystrokes change one entry of a file with thousands. What the reader makes of an entry depends only on its
// text, on the line after it, and on where the reader starts, unless the file has anchors or errors. So the entries of
// sections (mappings in the root) are taken from the tree of the previous version, and their positions are moved. The
// two trees cannot share them: positions count from the start of the file, because dialects store them everywhere.

// reusedDepth is the number of collections around an entry that can be reused.
const reusedDepth = 2

// A pastEntry is an entry of a section, and all that determines how it was read.
type pastEntry struct {
	pair       Pair // without a key if it has been moved to another tree
	start      int  // of its key
	section    int  // column of the keys of its section
	indent     int  // of the section
	next       int  // the first token after it
	nextColumn int
	nodes      int // how many nodes were read for it
}

// A past is the tree of the previous version of a file.
type past struct {
	entries []pastEntry // in source order
	move    *source.Move
}

// ParseNext parses the next version of a file like Parse. It takes entries out of the document of the previous version,
// which must have been parsed with the same options. That document must not be used afterwards.
func ParseNext(move *source.Move, previous *Document, opts Options) *Document {
	r := newReader(move.Next, opts)
	if previous.File == move.Old && len(previous.entries) > 0 {
		r.past = &past{previous.entries, move}
		r.entries = make([]pastEntry, 0, len(previous.entries)+1)
	}
	return r.parseAll()
}

// keepEntries keeps the entries for the next version, if nothing else in the text influenced how they were read.
func (r *reader) keepEntries(d *Document) {
	if len(r.entries) > 0 && !d.Partial && len(d.Anchors) == 0 && r.budget == rereadLimit(r.file.Text) {
		d.entries = r.entries
	}
}

// sectionPair reads an entry of a block mapping, or reuses it.
func (r *reader) sectionPair(section, indent int) Pair {
	if r.depth != reusedDepth {
		return r.nextPair(section)
	}
	e := pastEntry{start: r.i, section: section, indent: indent}
	if old := r.pastEntry(&e); old != nil {
		by := e.start - old.start
		e.pair, old.pair = old.pair, Pair{}
		r.moveTree(e.pair.Key, by)
		r.moveTree(e.pair.Value, by)
		e.next, e.nextColumn, e.nodes = old.next+by, old.nextColumn, old.nodes
		r.i, r.column = e.next, e.nextColumn
		r.nodes += e.nodes
	} else {
		nodes := r.nodes
		e.pair = r.nextPair(section)
		e.next, e.nextColumn, e.nodes = r.i, r.column, r.nodes-nodes
	}
	r.entries = append(r.entries, e)
	return e.pair
}

// pastEntry returns the entry of the previous version that is at the same place as e, or nil.
func (r *reader) pastEntry(e *pastEntry) *pastEntry {
	if r.past == nil || r.hasFailed() {
		return nil
	}
	m, entries := r.past.move, r.past.entries
	at, isBefore := m.OldOffset(e.start)
	if at < 0 {
		return nil
	}
	i := sort.Search(len(entries), func(i int) bool { return entries[i].start >= at })
	if i == len(entries) {
		return nil
	}
	old := &entries[i]
	if old.start != at || old.section != e.section || old.indent != e.indent || old.pair.Key == nil ||
		r.nodes+old.nodes > maxNodes {
		return nil
	}
	// The reader has looked at the line of the next token, too. It sees only a part of the text while it reads a
	// value again after an error.
	if isBefore && !m.IsBefore(old.next) || old.next+e.start-at >= len(r.t) {
		return nil
	}
	return old
}

// moveTree moves the positions of a tree to a place of the text that is being read.
func (r *reader) moveTree(n *Node, by int) {
	n.Span = r.file.Span(n.Span.Start()+by, n.Span.End()+by)
	n.Body = r.file.Span(n.Body.Start()+by, n.Body.End()+by)
	if n.isFlat {
		// A part of the old text would keep all of it in memory.
		start := n.textStart()
		n.Value = r.file.Text[start : start+len(n.Value)]
	}
	if d := n.details; d != nil {
		n.details = nil
		if d.tag != "" {
			n.details = &details{tag: strings.Clone(d.tag), short: strings.Clone(d.short)}
		}
	}
	for _, p := range n.Pairs {
		r.moveTree(p.Key, by)
		r.moveTree(p.Value, by)
	}
	for _, item := range n.Items {
		r.moveTree(item, by)
	}
}
