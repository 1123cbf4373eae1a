package yamltree

import (
	"strings"

	"pantograph/evaluator/diag"
)

// split cuts the text of a collection into its entries: every line that is indented at
// most as its first one and looks like the beginning of an entry begins one. Lines that
// do not, such as a closing bracket, belong to the entry before. A quote or a bracket
// that was left open thus reaches no further than its own entry.
func (r *reader) split(f fragment) []entry {
	t := r.text[:f.end]
	if !beginsEntry(t, f.start) {
		return nil
	}
	s := &splitter{t: t, column: f.column, isList: t[f.start] == '-'}
	s.begin(f.start, f.start, f.column)
	for line := r.lines.lineOf(f.start) + 1; line <= len(r.lines.starts); line++ {
		start := r.lines.start(line)
		if start >= f.end {
			break
		}
		s.line(start)
	}
	s.finish(f.end)
	return s.out
}

// A splitter cuts a text into entries.
type splitter struct {
	t      string
	column int // of the first entry
	isList bool
	out    []entry
	isOpen bool // the last entry has a bracket or a quote open: known from its first odd line on
	single bool // the last entry is one line so far
}

// begin ends the last entry before the line that starts at line, and begins one at at.
func (s *splitter) begin(line, at, column int) {
	s.finish(line)
	isDash := s.t[at] == '-' && isBlankOrEnd(s.t, at+1)
	s.out = append(s.out, entry{start: at, column: column, isList: isDash})
	s.isOpen, s.single = false, true
}

func (s *splitter) finish(end int) {
	if n := len(s.out); n > 0 {
		s.out[n-1].end = trimEnd(s.t, s.out[n-1].start, end)
	}
}

// line decides whether the line that starts at start begins an entry.
func (s *splitter) line(start int) {
	t, at := s.t, start
	for at < len(t) && t[at] == ' ' {
		at++
	}
	if isBreakOrEnd(t, at) || t[at] == '#' {
		return
	}
	column, begins := at-start, beginsEntry(t, at)
	isDash := begins && t[at] == '-' && isBlankOrEnd(t, at+1)
	last := s.out[len(s.out)-1]
	switch {
	case column > s.column:
		// Below `a: 1` no key can be indented further: it is a misplaced neighbour.
		begins = begins && s.single && !isDash && isComplete(t[:start], last)
	case isDash && !s.isList && column == s.column:
		begins = false // a sequence may stand at the column of its key
	case !begins && strings.IndexByte("]},", t[at]) < 0 && !s.isOpen:
		// A word without a colon, as while one is typing, must not spoil the entry above.
		s.isOpen = leavesOpen(t[:start], last)
		begins = !s.isOpen
	}
	if begins {
		s.begin(start, at, column)
	} else {
		s.single = false
	}
}

// isComplete reports whether an entry of one line has its whole value on that line.
func isComplete(t string, e entry) bool {
	colon := keyColon(t, e.start)
	if e.isList || colon < 0 {
		return false
	}
	at := colon + 1
	for isBlank(t, at) {
		at++
	}
	if isBreakOrEnd(t, at) || strings.IndexByte("#|>&!", t[at]) >= 0 {
		return false
	}
	return !leavesOpen(t, e)
}

// leavesOpen reports whether a quote or a bracket of an entry is open at the end of t.
func leavesOpen(t string, e entry) bool {
	for l := newLexer(t, e.start, e.column); ; {
		tok, ok := l.next()
		if !ok {
			return len(l.flow) > 0
		}
		if tok.unclosed {
			return true
		}
	}
}

// beginsEntry reports whether the text at i looks like a key with its colon, `? ` or
// a dash.
func beginsEntry(t string, i int) bool {
	if i >= len(t) {
		return false
	}
	if (t[i] == '-' || t[i] == '?') && isBlankOrEnd(t, i+1) {
		return true
	}
	return keyColon(t, i) >= 0
}

// keyColon returns the position of the colon behind the key that begins at i, or -1.
func keyColon(t string, i int) int {
	end := lineEnd(t, i)
	if i >= end || strings.IndexByte("]},#{[|>%@`", t[i]) >= 0 {
		return -1
	}
	if t[i] == '"' || t[i] == '\'' {
		scan := scanSingle
		if t[i] == '"' {
			scan = scanDouble
		}
		closed, ok := scan(t[:end], i, nil)
		if !ok {
			return -1
		}
		for isBlank(t, closed) {
			closed++
		}
		if closed < end && t[closed] == ':' && isBlankOrEnd(t, closed+1) {
			return closed
		}
		return -1
	}
	for ; i < end; i++ {
		if t[i] == ':' && isBlankOrEnd(t, i+1) {
			return i
		}
		if t[i] == '#' && isBlank(t, i-1) {
			return -1
		}
	}
	return -1
}

// repair replaces what yaml.v3 refuses character by character, tabs in the indentation
// and characters that no text may hold, by something of the same length, so that the
// rest can be read in its place. It reports whether it changed anything.
func (r *reader) repair() bool {
	bad := badBytes(r.text)
	if len(bad) == 0 && strings.IndexByte(r.text, '\t') < 0 {
		return false
	}
	b := []byte(r.text)
	changed := len(bad) > 0
	r.tabLines = map[int]bool{}
	for _, at := range bad {
		b[at] = '?'
	}
	for l := newLexer(string(b), r.textStart(), 0); ; {
		tok, ok := l.next()
		if !ok {
			break
		}
		if tok.kind != tokenTab {
			continue
		}
		for i := tok.start; i < len(b) && b[i] == '\t'; i++ {
			b[i], changed = ' ', true
		}
		r.tabLines[r.lines.lineOf(tok.start)] = true
	}
	if changed {
		r.text = string(b)
		r.conv.text = r.text
	}
	return changed
}

// misindented describes an entry that stands further left than those it belongs to.
func (r *reader) misindented(e entry, column int) diag.Problem {
	line := r.lines.start(r.lines.lineOf(e.start))
	p := diag.Errorf(r.file.Span(e.start, r.wordEnd(e.start)), "yaml-indentation",
		"this line is indented by %s, but the entries it belongs to by %d; entries of one list or mapping begin in the same column",
		spaces(e.column), column)
	return p.WithFix("Indent by "+spaces(column), r.file.Span(line, e.start), strings.Repeat(" ", column))
}

// mixed describes a key between items or an item between keys.
func (r *reader) mixed(f fragment, into Kind) diag.Problem {
	span := r.file.Span(f.start, r.wordEnd(f.start))
	if into == Sequence {
		return diag.Errorf(span, "yaml-mixed", "a key stands here among the items of a list; indent it to make it part of the item above, or begin it with `- `")
	}
	return diag.Errorf(span, "yaml-mixed", "a list item stands here among keys; put it below the key it belongs to")
}

// wordEnd returns where the key or word at i ends.
func (r *reader) wordEnd(i int) int {
	if colon := keyColon(r.text, i); colon >= 0 {
		return max(colon, i+1)
	}
	for end := i; ; end++ {
		if isBlankOrEnd(r.text, end) {
			return end
		}
	}
}

// unknownAnchors reports the aliases for which no anchor was found, unless the anchor
// stands in a part that could not be read.
func (r *reader) unknownAnchors() {
	if len(r.conv.unresolved) == 0 {
		return
	}
	written := anchorsIn(r.text)
	names := make([]string, 0, len(r.conv.defined))
	for _, d := range r.conv.defined {
		names = append(names, d.Anchor)
	}
	for i, n := range r.conv.unresolved {
		if at, ok := written[n.Value]; ok && at < int(n.Span.Start) {
			continue
		}
		suggestion := ""
		if (i+1)*len(names) < maxComparisons {
			suggestion = diag.DidYouMean(n.Value, names)
		}
		r.report(diag.Errorf(n.Span, "yaml-unknown-anchor",
			"no anchor `&%s` stands before this%s; define it above, or quote the text if no alias is meant",
			n.Value, suggestion))
	}
}

// maxComparisons bounds the search for anchors of similar names.
const maxComparisons = 10_000

// anchorsIn returns the first position of everything that looks like an anchor.
func anchorsIn(t string) map[string]int {
	out := map[string]int{}
	for i := 0; i < len(t); i++ {
		if t[i] != '&' {
			continue
		}
		end := i + 1
		for end < len(t) && isNameByte(t[end]) {
			end++
		}
		if _, ok := out[t[i+1:end]]; !ok && isBlankOrEnd(t, end) {
			out[t[i+1:end]] = i
		}
	}
	return out
}
