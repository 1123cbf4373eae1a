package libyaml

import (
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Most keystrokes change one entry of a root mapping with hundreds. The tokens of an entry that begins at the margin
// depend only on its text and on the line after it: all block collections but the root end there, and a key may begin.
// So the scanner moves over entries that have not changed, and the tree gets the nodes that they had before.

// An Entry is a key of the root mapping and its value.
type Entry struct {
	Key, Value *Node
	// By is by how much the entry has moved since its nodes were read. It must be added to their positions.
	By          Mark
	IsShared    bool // its nodes are those of the previous version, and no longer refer to the text
	Derived     any  // what the caller derives from the entry, to be used in later versions
	start, next Mark // its beginning, and that of the next entry
}

// Range returns the offsets at which the entry and the next one begin.
func (e *Entry) Range() (start, next int) { return int(e.start.Offset), int(e.next.Offset) }

// A past is the previous version of a text.
type past struct {
	entries []Entry
	move    *source.Move
}

// ReadNext reads the next version of a file like Read. It shares nodes with the previous version.
func ReadNext(move *source.Move, previous *Document) *Document {
	if previous.isAlone {
		return Read(move.Next.Text)
	}
	return read(move.Next.Text, &past{previous.Entries, move})
}

// repeat adds a token for the entries of the previous version that begin here, if they have not changed.
func (s *scanner) repeat() bool {
	if s.col > 0 || s.indent != 0 || s.flow > 0 || !s.keyAllowed {
		return false
	}
	m, entries := s.past.move, s.past.entries
	at, isBefore := m.OldOffset(s.pos)
	from := sort.Search(len(entries), func(i int) bool { return int(entries[i].start.Offset) >= at })
	to, offset := from, at
	for to < len(entries) && int(entries[to].start.Offset) == offset {
		next := int(entries[to].next.Offset)
		if isBefore && !m.IsBefore(next) { // the scanner has looked at the line of the next entry, too
			break
		}
		offset = next
		to++
	}
	if from == to {
		return false
	}
	start := s.mark()
	s.pos += offset - at
	s.line += int(entries[to-1].next.Line - entries[from].start.Line)
	s.add(token{kind: tokPast, start: start, end: start, from: from, to: to})
	return true
}

// startEntry records that a key of a block mapping begins. An entry of the root ends there.
func (p *parser) startEntry(n *Node, at Mark) {
	if p.depth > 1 || at.Column > 0 {
		return
	}
	k := len(n.Children)
	if k == 0 && p.past != nil {
		n.Children = make([]*Node, 0, 2*len(p.past.entries)+8)
		p.entries = make([]Entry, 0, len(p.past.entries)+4)
	}
	if p.openAt == k-2 && k > 2 { // before the first key, the root has not begun
		p.entries = append(p.entries, Entry{Key: n.Children[k-2], Value: n.Children[k-1], start: p.open, next: at})
	}
	p.open, p.openAt = at, k
}

// repeatEntries adds the entries of a token to the root.
func (p *parser) repeatEntries(n *Node, t *token) {
	again := p.past.entries[t.from:t.to]
	lines, bytes := t.start.Line-again[0].start.Line, t.start.Offset-again[0].start.Offset
	for i := range again {
		again[i].own(p.past.move.Old.Text)
		e := again[i]
		for _, m := range []*Mark{&e.By, &e.start, &e.next} {
			m.Line, m.Offset = m.Line+lines, m.Offset+bytes
		}
		p.entries = append(p.entries, e)
		n.Children = append(n.Children, e.Key, e.Value)
		n.End = max(n.End, e.Key.End+e.By.Offset, e.Value.End+e.By.Offset)
	}
	p.openAt = -1 // the next entry begins with the next token
}

// own replaces the nodes of an entry with copies whose strings are parts of a copy of its text. The nodes of a version
// are allocated together, and refer to its text: otherwise each entry would keep all of them in memory.
func (e *Entry) own(text string) {
	if !e.IsShared {
		e.IsShared = true
		text = strings.Clone(text[e.start.Offset:e.next.Offset])
		e.Key = e.Key.owned(text, e.start.Offset-e.By.Offset)
		e.Value = e.Value.owned(text, e.start.Offset-e.By.Offset)
	}
}

// owned returns a copy of a tree. text begins at an offset of the text from which the tree was read.
func (n *Node) owned(text string, start int32) *Node {
	c := *n
	c.Anchor, c.Tag = strings.Clone(n.Anchor), strings.Clone(n.Tag)
	if n.Kind == Scalar {
		body := text[min(int(n.Body-start), len(text)):]
		quoted := body[min(len(body), 1):]
		switch k := len(n.Value); {
		case strings.HasPrefix(body, n.Value):
			c.Value = body[:k]
		case strings.HasPrefix(quoted, n.Value):
			c.Value = quoted[:k]
		default:
			c.Value = strings.Clone(n.Value)
		}
	}
	c.Children = make([]*Node, len(n.Children))
	for i, child := range n.Children {
		c.Children[i] = child.owned(text, start)
	}
	return &c
}
