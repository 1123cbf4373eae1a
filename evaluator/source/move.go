package source

import "strings"

// A Move relates positions in a file to those in its next version: both begin and end with the same
// lines.
type Move struct {
	Old, Next *File
	head      int // the length of the common lines at the start
	oldTail   int // where the common lines at the end start
	nextTail  int
	hasTail   bool // if not, no position is in the common lines at the end, not even that of the end
	tailLine  int  // the line of oldTail
	lines     int  // by how many lines the end has moved
}

// NewMove compares two versions of a file.
func NewMove(old, next *File) *Move {
	head, tail := CommonLines(old.Text, next.Text)
	m := &Move{Old: old, Next: next, head: head, oldTail: len(old.Text) - tail, nextTail: len(next.Text) - tail,
		hasTail: tail > 0}
	if next.lines == nil {
		m.moveLines()
	}
	m.tailLine, m.lines = old.line(m.oldTail), next.Lines()-old.Lines()
	return m
}

// moveLines makes the next version's table of lines from the old one's.
func (m *Move) moveLines() {
	old, next := m.Old.lineTable(), m.Next
	first, last := m.Old.line(m.head), m.Old.line(m.oldTail)
	lines := append(make([]int32, 0, len(old)+16), old[:first]...)
	next.isWide = m.Old.isWide // perhaps unnecessarily, which only makes columns slower
	lines = next.appendLines(lines, m.head, m.nextTail)
	for _, start := range old[last:] {
		lines = append(lines, start+int32(m.nextTail-m.oldTail))
	}
	next.lines, next.last = lines, 1
}

// Release makes spans of the old version, except those in regions that have moved, refer to an empty file. Otherwise,
// any of them that is left somewhere would keep the text of that version in memory. The spans must not be used any
// more.
func (m *Move) Release() {
	m.Old.Forget()
	empty := &File{Name: m.Old.Name}
	empty.whole = m.Old.whole
	for _, r := range m.Old.regions {
		if r.file == m.Old {
			r.file = empty
		}
	}
	m.Old.whole.file = empty
}

// Changed returns where the common lines at the start end, and where those at the end start in both versions.
func (m *Move) Changed() (start, oldEnd, nextEnd int) { return m.head, m.oldTail, m.nextTail }

// Relates reports whether a span of the next version is in the common lines, and is the place of a span of the old one.
func (m *Move) Relates(old, next Span) bool {
	if old.File() != m.Old || next.File() != m.Next {
		return false
	}
	// In texts with errors, spans of aliases can end before they start.
	if max(next.Start(), next.End()) < m.head {
		return old.Start() == next.Start() && old.End() == next.End()
	}
	by := m.nextTail - m.oldTail
	return m.hasTail && min(next.Start(), next.End()) >= m.nextTail && old.Start()+by == next.Start() &&
		old.End()+by == next.End()
}

// OldOffset returns where an offset of the next version was in the old one, if it is in the common lines, and -1
// otherwise. isBefore reports whether it is in those at the start.
func (m *Move) OldOffset(next int) (old int, isBefore bool) {
	switch {
	case next < m.head:
		return next, true
	case m.hasTail && next >= m.nextTail:
		return next - m.nextTail + m.oldTail, false
	}
	return -1, false
}

// IsBefore reports whether the line of an offset of the old version is among the common lines at the start.
func (m *Move) IsBefore(old int) bool { return old < m.head }

// MovesLines reports whether the common lines at the end have other numbers in the next version.
func (m *Move) MovesLines() bool { return m.lines != 0 }

// Line returns the number in the next version of one of the common lines.
func (m *Move) Line(line int) int {
	if line >= m.tailLine {
		return line + m.lines
	}
	return line
}

// CommonLines returns the lengths in bytes of the longest common beginning and the longest common
// end of two texts that consist of complete lines.
func CommonLines(a, b string) (head, tail int) {
	const block = 256 // comparing strings is much faster than comparing their bytes one by one
	n := min(len(a), len(b))
	for head+block <= n && a[head:head+block] == b[head:head+block] {
		head += block
	}
	for head < n && a[head] == b[head] {
		head++
	}
	head = strings.LastIndexByte(a[:head], '\n') + 1
	for tail+block <= n-head && a[len(a)-tail-block:len(a)-tail] == b[len(b)-tail-block:len(b)-tail] {
		tail += block
	}
	for tail < n-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	// The common end must start at the beginning of a line in both texts.
	rest := a[len(a)-tail:]
	if startsLine(a, len(a)-tail) && startsLine(b, len(b)-tail) {
		return head, tail
	}
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		return head, tail - end - 1
	}
	return head, 0
}

func startsLine(text string, at int) bool { return at == 0 || text[at-1] == '\n' }

// Moved returns where a span of the old version is in the next one. It returns false if the span is not in the common
// lines. Spans in regions that have moved, and in other files, stay as they are.
func (m *Move) Moved(s Span) (Span, bool) {
	switch by := m.nextTail - m.oldTail; {
	case s.File() != m.Old:
		return s, true
	case s.End() < m.head:
		return m.Next.Span(s.Start(), s.End()), true
	case m.hasTail && s.Start() >= m.oldTail:
		return m.Next.Span(s.Start()+by, s.End()+by), true
	}
	return s, false
}
