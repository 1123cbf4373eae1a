package strictyaml

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Most keystrokes change one entry of a file with thousands, so the others are taken from the stream of the previous
// version, as in package yamltree. What is read of an entry depends only on its text, on the line after it and on the
// indentation around it, unless something is reported in it or beside it. Each entry is a region of the file, which
// moves with all positions in it. Therefore the two streams cannot share them.

// reusedDepth is the largest number of collections around the collection of entries that can be reused, such as the
// resources of a client. Other entries of the root, such as the name of a client, are reused, too.
const reusedDepth = 1

// A pastEntry is an entry of a hash or an array, and where the reader was when it had read it.
type pastEntry struct {
	pair   Pair           // of an array, only with a value; without one if it has been moved to another stream
	region *source.Region // from start to end
	depth  int            // the number of collections around its collection
	start  int            // of its dash or key
	end    int            // after the character that follows its value
	// The reader can continue at the dash or key after the entry. If there is none, these are zero.
	next   int
	column int // of next
	lines  int // from start to next
	nodes  int // the number of nodes in it
	// isDamaged is set if something is reported in it or beside it. It is always read again, and taken from the
	// previous version if the result is the same.
	isDamaged bool
}

// ReadNext reads the next version of a file like Read. It takes entries out of the stream of the previous version,
// which must not be used afterwards.
func ReadNext(move *source.Move, previous *Stream) *Stream {
	return read(move.Next, move, previous.entries)
}

// keep lets the next version reuse the entries, unless something in the file influences how all of it is read.
func (p *parser) keep(s *Stream) {
	if len(p.tabs) > 0 || p.deep || p.file.IsDivided() {
		for i := range p.entries {
			if e := &p.entries[i]; e.region != nil {
				e.place(p.file.Whole())
			}
		}
		return
	}
	for _, problem := range s.Problems {
		p.damage(problem.Span)
	}
	regions := make([]*source.Region, len(p.entries))
	for i := range p.entries {
		e := &p.entries[i]
		if e.region == nil {
			e.region = p.file.NewRegion(e.start, e.end)
			e.place(e.region)
		}
		regions[i] = e.region
	}
	p.file.Divide(regions)
	s.entries = p.entries
}

// damage marks the entries in which a problem is, the one before it, and the one after it.
func (p *parser) damage(at source.Span) {
	start, end := at.Start(), at.End()
	i := sort.Search(len(p.entries), func(i int) bool { return p.entries[i].end >= start })
	for i = max(i-1, 0); i < len(p.entries); i++ {
		p.entries[i].isDamaged = true
		if p.entries[i].start > end {
			return
		}
	}
}

// entry reads an entry whose dash or key begins at start. k is the key, or nil for an item of an array. read reads the
// value; the dash, or the colon after the key, has been consumed.
func (p *parser) entry(k *Node, start, depth int, read func(*parser, int) *Node) Pair {
	if depth > reusedDepth {
		return Pair{k, read(p, depth)}
	}
	e := pastEntry{depth: depth, start: start}
	if p.reuse(&e) {
		return e.pair
	}
	line, before := p.line, len(p.entries)
	e.pair = Pair{k, read(p, depth)}
	next := p.peek()
	if len(p.entries) > before { // its value has entries
		p.around++
		if k != nil {
			p.around += k.count()
		}
		return e.pair
	}
	e.nodes = e.pair.count()
	e.end = max(p.end, min(p.end+1, next.start))
	if next.kind == entry || next.kind == key && next.end == next.start {
		e.next, e.column, e.lines = next.start, next.start-p.lineStart, p.line-line
	}
	if old, _ := p.samePlace(&e); old != nil && old.end-old.start == e.end-e.start &&
		p.move.Old.Text[old.start:old.end] == p.text[e.start:e.end] && old.hasSameTree(&e) {
		e.take(old, p.file)
	} else if p.move != nil {
		e.own(p.file)
	}
	p.entries = append(p.entries, e)
	return e.pair
}

// mostNodes returns a number that is at least that of the nodes in the file. The keys that the streams leave out
// because they are repeated count.
func (p *parser) mostNodes(documents int) int {
	nodes := documents + p.around // the roots, and the collections of entries with their keys
	for i := range p.entries {
		nodes += p.entries[i].nodes
	}
	return nodes
}

// own gives the entry a region, and copies of its nodes and strings. The nodes of a version are allocated together, and
// refer to its text: each changed entry would keep all of them in memory.
func (e *pastEntry) own(f *source.File) {
	e.region = f.NewRegion(e.start, e.end)
	text := strings.Clone(f.Text[e.start:e.end])
	e.pair = Pair{e.copyTree(e.pair.Key, text), e.copyTree(e.pair.Value, text)}
}

// copyTree copies a tree to the region of the entry, which has a text.
func (e *pastEntry) copyTree(n *Node, text string) *Node {
	if n == nil {
		return nil
	}
	c := *n
	c.Span = n.Span.In(e.region)
	if n.runs != nil {
		c.Value = strings.Clone(n.Value)
	} else if n.Value != "" {
		start := n.Inner().Start() - e.start
		c.Value = text[start : start+len(n.Value)]
	}
	if n.parts == &noParts {
		return &c
	}
	c.parts = &parts{runs: slices.Clone(n.runs)}
	for _, p := range n.Pairs {
		c.Pairs = append(c.Pairs, Pair{e.copyTree(p.Key, text), e.copyTree(p.Value, text)})
	}
	for _, item := range n.Items {
		c.Items = append(c.Items, e.copyTree(item, text))
	}
	return &c
}

// reuse takes an entry from the previous version, and continues after it.
func (p *parser) reuse(e *pastEntry) bool {
	old, isBefore := p.samePlace(e)
	if old == nil || old.isDamaged || old.next == 0 || isBefore && !p.move.IsBefore(old.next) {
		return false
	}
	by := e.start - old.start
	e.take(old, p.file)
	e.end, e.next, e.column, e.lines, e.nodes = old.end+by, old.next+by, old.column, old.lines, old.nodes
	p.pos, p.line, p.lineStart, p.shift = e.next, p.line+e.lines, e.next-e.column, 0
	p.end, p.allowed = e.pair.Value.Span.End(), true
	p.entries = append(p.entries, *e)
	return true
}

// samePlace returns the entry of the previous version that started where e starts, or nil, and whether the start is
// before what has changed.
func (p *parser) samePlace(e *pastEntry) (old *pastEntry, isBefore bool) {
	if len(p.past) == 0 {
		return nil, false
	}
	at, isBefore := p.move.OldOffset(e.start)
	i := sort.Search(len(p.past), func(i int) bool { return p.past[i].start >= at })
	if at < 0 || i == len(p.past) {
		return nil, false
	}
	old = &p.past[i]
	if old.start != at || old.depth != e.depth || old.pair.Value == nil {
		return nil, false
	}
	return old, isBefore
}

// take moves the nodes of an entry of the previous version to the same entry of the next one, which is in file f.
func (e *pastEntry) take(old *pastEntry, f *source.File) {
	e.pair, e.region, old.pair = old.pair, old.region, Pair{}
	e.region.Move(f, e.start)
}

// hasSameTree reports whether the nodes of two entries are the same, with positions from the entries' starts.
func (e *pastEntry) hasSameTree(other *pastEntry) bool {
	var same func(a, b *Node) bool
	same = func(a, b *Node) bool {
		if a == nil || b == nil {
			return a == b
		}
		if a.Kind != b.Kind || a.Value != b.Value || a.Span.Start()-e.start != b.Span.Start()-other.start ||
			a.Span.Len() != b.Span.Len() || !slices.EqualFunc(a.runs, b.runs, run.isSame) ||
			len(a.Pairs) != len(b.Pairs) || len(a.Items) != len(b.Items) {
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

// place makes the positions in the entry count from the start of a region.
func (e *pastEntry) place(region *source.Region) {
	if e.pair.Key != nil {
		e.pair.Key.place(region)
	}
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
