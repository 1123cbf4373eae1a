package evaluator

import (
	"slices"
	"strings"

	"pantograph/evaluator/protocol"
	"pantograph/evaluator/source"
)

// This file computes how a result differs from the previous one. Most keystrokes change one or two
// lines out of thousands, so the size of the message to the page should not depend on the rest. A
// reply is copied four times and parsed once, half of this on the page's main thread. There,
// sending only changes saves about 13 ms per keystroke in a result of 10,000 lines.

// diffResult replaces a result with its difference from the result that the page shows, if that is the previous one
// (base is its ID) and the difference is smaller by a quarter. Same are marks that are known to be equal. It returns a
// buffer for the marks of the next result.
func (e *Engine) diffResult(base int, s *Snapshot, r *protocol.Rendered, same []sameMarks) []int32 {
	if base == 0 {
		e.past = pastText{} // its marks are in the buffer
		return r.Marks[:0]  // the reply has been encoded by the time the next result needs the buffer
	}
	old, oldFiles := e.shown, e.shownFiles
	r.ID = old.ID + 1
	e.shown, e.shownFiles = *r, s.bundle.Files
	if base == old.ID && slices.Equal(old.Files, r.Files) {
		b := &e.change
		b.Lines, b.Texts, b.Shifts, b.Marks, b.Ends = b.Lines[:0], b.Texts[:0], nil, b.Marks[:0], b.Ends[:0]
		c := &changeBuilder{old: old.Marks, next: r.Marks, same: same, change: b}
		for i, f := range s.bundle.Files {
			c.shiftLines(i, oldFiles[i], f)
		}
		c.diffTexts(old.Text, r.Text)
		clear(b.Texts[len(b.Texts):cap(b.Texts)]) // they would keep older results
		if 4*(c.size+len(c.change.Marks)+len(c.change.Ends)) < 3*(len(r.Text)+len(r.Marks)) {
			r.Text, r.Marks, r.Change = "", nil, c.change
		}
	}
	return old.Marks[:0]
}

// shareText leaves out the text of a single console entry if it is the text of the result.
func shareText(p *protocol.Snapshot) {
	if len(p.Console) != 1 || p.Console[0].Text == "" {
		return
	}
	if text, hasBreak := strings.CutSuffix(p.Result.Text, "\n"); hasBreak && text == p.Console[0].Text {
		p.Console[0].Text, p.Console[0].IsResult = "", true
	}
}

// A changeBuilder computes a change from the differences between two results.
type changeBuilder struct {
	change     *protocol.Change
	old, next  []int32 // the marks of the two results
	same       []sameMarks
	at, nextAt int // how many marks of each have been compared
	last       int // index in change.Marks of the last splice
	moved      int // by how many lines the text after the last difference has moved
	size       int // bytes of replacement text
}

// shiftLines records by how many lines the end of a source file has moved.
func (c *changeBuilder) shiftLines(index int, old, next *source.File) {
	if old == next {
		return
	}
	head, tail := source.CommonLines(old.Text, next.Text)
	removed, added := countLines(old.Text[head:len(old.Text)-tail]), countLines(next.Text[head:len(next.Text)-tail])
	if removed != added {
		end := 1 + countLines(old.Text[:head]) + removed
		c.change.Shifts = append(c.change.Shifts, int32(index), int32(end), int32(added-removed))
	}
}

// diffTexts compares the texts of the two results, and their marks. It removes the common beginning
// and end. The rest is compared line by line if both have the same number of lines, and
// replaced completely otherwise.
func (c *changeBuilder) diffTexts(old, next string) {
	head, tail := source.CommonLines(old, next)
	line := 1 + countLines(old[:head])
	old, next = old[head:len(old)-tail], next[head:len(next)-tail]
	start, change := *c, *c.change
	if !c.diffLines(line, old, next) {
		*c, *c.change = start, change
		c.replaceLines(line, countLines(old), countLines(next), next)
	}
	// Of two results with more than MaxMarks marks, different numbers of marks can be left.
	end, nextEnd := len(c.old)/protocol.MarkStride, len(c.next)/protocol.MarkStride
	common := min(end-c.at, nextEnd-c.nextAt)
	c.compareMarks(c.at+common, c.nextAt+common)
	c.spliceMarks(end, nextEnd)
}

// diffLines compares two texts line by line; line is the number of their first lines. It returns false if they do not
// have the same number of lines. Counting them before would take as long as comparing them.
func (c *changeBuilder) diffLines(line int, old, next string) bool {
	for old != "" {
		text := next
		n := 0
		for size := 0; ; n++ {
			a, b := lineLength(old), lineLength(next)
			if (a == 0) != (b == 0) {
				return false
			}
			if old[:a] == next[:b] {
				if n > 0 {
					c.replaceLines(line, n, n, text[:size])
				}
				line += n + 1
				old, next = old[a:], next[b:]
				break
			}
			size += b
			old, next = old[a:], next[b:]
		}
	}
	return next == ""
}

// replaceLines records that text replaces a number of lines. The marks before them are compared. Those in them are
// compared if there are as many lines: their keys stay the same.
func (c *changeBuilder) replaceLines(line, removed, added int, text string) {
	c.compareMarks(marksBefore(c.old, c.at, line), marksBefore(c.next, c.nextAt, line+c.moved))
	c.change.Lines = append(c.change.Lines, int32(line), int32(removed))
	c.change.Texts = append(c.change.Texts, text)
	c.size += len(text)
	c.moved += added - removed
	end := marksBefore(c.old, c.at, line+removed)
	nextEnd := marksBefore(c.next, c.nextAt, line+removed+c.moved)
	if removed == added {
		c.compareMarks(end, nextEnd)
	} else {
		c.spliceMarks(end, nextEnd)
	}
}

// marksBefore returns the number of marks before a line, which is after the first ones. The line is usually near them,
// so it searches in growing distances first.
func marksBefore(marks []int32, first, line int) int {
	isBefore := func(i int) bool { return int(marks[i*protocol.MarkStride]) < line }
	low, high, all := first, first, len(marks)/protocol.MarkStride
	for step := 1; high < all && isBefore(high); step *= 2 {
		low, high = high+1, min(high+step, all)
	}
	for low < high {
		if middle := (low + high) / 2; isBefore(middle) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// compareMarks compares the old marks up to end with the new ones up to nextEnd, unless there are more or fewer.
func (c *changeBuilder) compareMarks(end, nextEnd int) {
	if end-c.at != nextEnd-c.nextAt {
		c.spliceMarks(end, nextEnd)
		return
	}
	for c.at < end {
		if n := min(c.sameMarks(), end-c.at); n > 0 {
			c.at, c.nextAt = c.at+n, c.nextAt+n
			continue
		}
		next := c.next[c.nextAt*protocol.MarkStride:]
		isSame, hasSameEnd := c.isSameMark(c.old[c.at*protocol.MarkStride:], next)
		if !isSame {
			c.spliceMarks(c.at+1, c.nextAt+1)
			continue
		}
		if !hasSameEnd {
			c.change.Ends = append(c.change.Ends, int32(c.nextAt), next[2])
		}
		c.at, c.nextAt = c.at+1, c.nextAt+1
	}
}

// sameMarks returns how many of the next marks are known to be equal. If lines are shifted, those marks would have to
// be shifted back: a carriage return alone ends a line of a source, but not here.
func (c *changeBuilder) sameMarks() int {
	if c.moved != 0 || len(c.change.Shifts) > 0 {
		return 0
	}
	for len(c.same) > 0 && c.same[0].old+c.same[0].count <= c.at {
		c.same = c.same[1:]
	}
	if len(c.same) == 0 || c.at < c.same[0].old || c.at-c.same[0].old != c.nextAt-c.same[0].next {
		return 0
	}
	return c.same[0].old + c.same[0].count - c.at
}

// isSameMark reports whether next equals old after the text around it and its source have moved, apart from its end,
// and whether its end is the same.
func (c *changeBuilder) isSameMark(old, next []int32) (isSame, hasSameEnd bool) {
	line, endLine := old[5], old[7]
	for s := c.change.Shifts; len(s) > 0; s = s[3:] {
		if s[0] == old[4] {
			if line >= s[1] {
				line += s[2]
			}
			if endLine >= s[1] {
				endLine += s[2]
			}
		}
	}
	isSame = int(old[0])+c.moved == int(next[0]) && old[1] == next[1] && old[3] == next[3] && old[4] == next[4] &&
		line == next[5] && old[6] == next[6] && endLine == next[7] && old[8] == next[8]
	return isSame, old[2] == next[2]
}

// spliceMarks records that the marks up to nextEnd replace the old ones up to end. Adjacent splices
// are merged.
func (c *changeBuilder) spliceMarks(end, nextEnd int) {
	removed, added := end-c.at, nextEnd-c.nextAt
	marks := c.change.Marks
	if n := c.last; len(marks) > 0 && int(marks[n]+marks[n+2]) == c.nextAt {
		marks[n+1], marks[n+2] = marks[n+1]+int32(removed), marks[n+2]+int32(added)
	} else if removed+added > 0 {
		c.last = len(marks)
		marks = append(marks, int32(c.nextAt), int32(removed), int32(added))
	}
	c.change.Marks = append(marks, c.next[c.nextAt*protocol.MarkStride:nextEnd*protocol.MarkStride]...)
	c.at, c.nextAt = end, nextEnd
}

// isSameMemory reports whether two slices begin with the same element.
func isSameMemory(a, b []int32) bool { return len(a) > 0 && len(b) > 0 && &a[0] == &b[0] }

// countLines returns the number of lines in a text, including a last one without a line break.
func countLines(text string) int {
	n := strings.Count(text, "\n")
	if text != "" && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// lineLength returns the length of the first line of a text, including its line break.
func lineLength(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}
