package strictyaml

import (
	"sort"

	"pantograph/evaluator/source"
)

// Most keystrokes change one entry of a file with thousands, so entries of the previous version are copied, as in
// package yamltree. What is read of an entry depends only on its text, on the line after it and on the indentation
// around it, unless something in it is reported.

// reusedDepth is the number of collections around the collection of entries that can be reused, such as the resources
// of a client.
const reusedDepth = 1

// A pastEntry is the value of an entry of a hash or an array, and where the reader was when it had read it.
type pastEntry struct {
	value  *Node
	start  int // of its dash or key
	next   int // of the dash or key after it
	column int // of next
	lines  int // from start to next
}

// ReadNext reads the next version of a file like Read. It reuses entries of the stream of the previous version.
func ReadNext(move *source.Move, previous *Stream) *Stream {
	return read(move.Next, move, previous.entries)
}

// entryValue returns the value of an entry whose dash or key begins at start. read reads it; the dash, or the colon
// after the key, has been consumed.
func (p *parser) entryValue(start, depth int, read func(*parser, int) *Node) *Node {
	if depth != reusedDepth {
		return read(p, depth)
	}
	e := pastEntry{start: start, lines: -p.line}
	if old := p.pastEntry(start); old != nil {
		by := start - old.start
		e.value, e.next, e.column, e.lines = p.moved(old.value, by), old.next+by, old.column, old.lines
		p.pos, p.line, p.lineStart, p.shift = e.next, p.line+e.lines, e.next-e.column, 0
		p.end, p.allowed = e.value.Span.End(), true
	} else {
		problems, tabs := len(p.problems), len(p.tabs)
		e.value = read(p, depth)
		next := p.peek()
		if next.kind != entry && next.kind != key || next.kind == key && next.end > next.start ||
			len(p.problems) > problems || len(p.tabs) > tabs {
			return e.value
		}
		e.next, e.column, e.lines = next.start, next.start-p.lineStart, e.lines+p.line
	}
	p.entries = append(p.entries, e)
	return e.value
}

// pastEntry returns the entry of the previous version whose dash or key is now at start, or nil.
func (p *parser) pastEntry(start int) *pastEntry {
	if len(p.past) == 0 {
		return nil
	}
	at, isBefore := p.move.OldOffset(start)
	i := sort.Search(len(p.past), func(i int) bool { return p.past[i].start >= at })
	if at < 0 || i == len(p.past) || p.past[i].start != at || isBefore && !p.move.IsBefore(p.past[i].next) {
		return nil
	}
	return &p.past[i]
}

// moved returns a copy of a tree whose positions have moved.
func (p *parser) moved(n *Node, by int) *Node {
	c := p.newNode(n.Kind, p.file.Span(n.Span.Start()+by, n.Span.End()+by))
	c.Value = n.Value
	if n.Kind == Text && n.runs == nil {
		// A part of the old text would keep all of it in memory.
		quote := (c.Span.Len() - len(n.Value)) / 2
		start := c.Span.Start() + quote
		c.Value = p.text[start : start+len(n.Value)]
	}
	if n.parts == &noParts {
		return c
	}
	c.parts = p.slabs.parts.New()
	if n.runs != nil {
		c.runs = append(p.runs.Slice(len(n.runs)), n.runs...)
		for i := range c.runs {
			c.runs[i].src += int32(by)
		}
	}
	if n.Pairs != nil {
		c.Pairs = p.slabs.pairs.Slice(len(n.Pairs))
		for _, e := range n.Pairs {
			c.Pairs = append(c.Pairs, Pair{p.moved(e.Key, by), p.moved(e.Value, by)})
		}
	}
	if n.Items != nil {
		c.Items = p.slabs.items.Slice(len(n.Items))
		for _, item := range n.Items {
			c.Items = append(c.Items, p.moved(item, by))
		}
	}
	return c
}
