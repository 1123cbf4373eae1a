// Package source represents the files that are evaluated, and converts positions in them.
//
// Inside the evaluator, a position is a Span: a file and two byte offsets. Lines and columns are
// used only outside: the result document and the terminal count columns in Unicode code points, the
// page in UTF-16 code units. A File converts between them with a table of line starts, which it
// builds on first use.
package source

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A File is a file of a bundle, or an excerpt of one that is read as a file. Its name and text never
// change, but its methods cache results, so only one goroutine at a time may use a File.
type File struct {
	Name string // the path inside the bundle, with forward slashes
	Text string
	// Written is set if the file is an excerpt of another one, such as an expression in a YAML
	// scalar. It returns the range of the other file in which the bytes from start to end are
	// written. If that is not known exactly, it returns the span of the entire excerpt, even for an
	// empty range.
	Written func(start, end int) Span

	lines  []int32 // byte offset of each line's first byte; built on first use
	isWide bool    // the text contains non-ASCII characters; set with lines
	counts []count // of the characters before each block of the text; built on first use
	last   int     // the line found last, since most lookups are in it or in the next one
	kept   map[string]any

	whole   *Region   // the file itself
	regions []*Region // parts of the file, in order; they do not overlap
}

// Keep returns the result of compute, which it calls only once for each key during the file's
// lifetime. Evaluations share a file as long as it does not change, so the result may depend only on
// the file and the key, and must not be modified.
func (f *File) Keep(key string, compute func() any) any {
	v := f.kept[key]
	if v == nil {
		v = compute()
		if f.kept == nil {
			f.kept = map[string]any{}
		}
		f.kept[key] = v
	}
	return v
}

// Kept returns what Keep has computed for a key, or nil.
func (f *File) Kept(key string) any { return f.kept[key] }

// Forget drops everything that Keep has computed.
func (f *File) Forget() { f.kept = nil }

// NewFile returns a file with the given name and text.
func NewFile(name, text string) *File {
	f := &File{Name: name, Text: text}
	f.whole = &Region{file: f, end: int32(len(text))}
	return f
}

// A Region is a part of a file in which positions count from its start, so that they stay the same when the text
// before it changes (Move). Every file is a region itself.
type Region struct {
	file       *File
	start, end int32 // in the file
}

// NewRegion returns a region of f.
func (f *File) NewRegion(start, end int) *Region { return &Region{f, int32(start), int32(end)} }

// Whole returns the region that is the entire file.
func (f *File) Whole() *Region { return f.whole }

// Divide sets the regions of a file, which must be in order and not overlap. From now on, Span returns spans in them.
func (f *File) Divide(regions []*Region) { f.regions = regions }

// IsDivided reports whether Divide was called with any regions.
func (f *File) IsDivided() bool { return len(f.regions) > 0 }

// Move moves a region to another file that has the same text at an offset. All spans in it move with it.
func (r *Region) Move(to *File, start int) {
	*r = Region{to, int32(start), int32(start) + r.end - r.start}
}

// A Span is a range of bytes in a file, end exclusive. The zero Span means "no position".
type Span struct {
	region     *Region
	start, end int32 // from the start of the region
}

// IsZero reports whether s is the zero Span.
func (s Span) IsZero() bool { return s.region == nil }

// File returns the file that contains s, or nil if s is zero.
func (s Span) File() *File {
	if s.region == nil {
		return nil
	}
	return s.region.file
}

// Start returns the byte offset of the first byte, or 0 if s is zero.
func (s Span) Start() int {
	if s.region == nil {
		return 0
	}
	return int(s.region.start + s.start)
}

// End returns the byte offset after the last byte, or 0 if s is zero.
func (s Span) End() int {
	if s.region == nil {
		return 0
	}
	return int(s.region.start + s.end)
}

// Len returns the number of bytes.
func (s Span) Len() int { return int(s.end - s.start) }

// Text returns the source text in s, or "" if s is zero.
func (s Span) Text() string {
	if s.region == nil {
		return ""
	}
	return s.region.file.Text[s.Start():s.End()]
}

// Written returns the range of the bundle's file in which s is written if s is in an excerpt, and s
// otherwise.
func (s Span) Written() Span {
	if s.region == nil || s.region.file.Written == nil {
		return s
	}
	return s.region.file.Written(s.Start(), s.End())
}

// OffsetIn converts an offset of f to an offset in an excerpt of f. It returns false if the offset
// is not in the excerpt, or if the excerpt's positions in f are not known exactly.
func (f *File) OffsetIn(excerpt *File, offset int) (int, bool) {
	n := len(excerpt.Text)
	whole := excerpt.Written(0, n)
	if whole.File() != f || !whole.Contains(offset) {
		return 0, false
	}
	// The bytes of an excerpt are written in order, so the search can be binary.
	at := sort.Search(n, func(i int) bool { return excerpt.Written(i+1, i+1).Start() > offset })
	here := excerpt.Written(at, at)
	return at, here.Len() == 0
}

// Contains reports whether offset is in s or at the end of s.
func (s Span) Contains(offset int) bool { return s.Start() <= offset && offset <= s.End() }

// Covers reports whether s contains all of t, in the same file.
func (s Span) Covers(t Span) bool {
	return s.File() == t.File() && s.Start() <= t.Start() && t.End() <= s.End()
}

// Equal reports whether two spans are the same part of a file. Spans that were made in different ways may count from
// different regions, so == is only for copies of a span.
func (s Span) Equal(t Span) bool { return s.Covers(t) && t.Covers(s) }

// To returns the span from the start of s to the end of t.
func (s Span) To(t Span) Span { return s.Until(t.End()) }

// Until returns the span from the start of s to a byte offset of the file.
func (s Span) Until(end int) Span {
	if s.region != nil {
		s.end = int32(end) - s.region.start
	}
	return s
}

// In returns s with positions in a region that contains it.
func (s Span) In(r *Region) Span {
	by := s.region.start - r.start
	return Span{r, s.start + by, s.end + by}
}

// Slice returns the part of s from byte i to byte j of its text.
func (s Span) Slice(i, j int) Span { return Span{s.region, s.start + int32(i), s.start + int32(j)} }

// Span returns the span of the bytes from start to end, which it clamps to the text.
func (f *File) Span(start, end int) Span {
	n := len(f.Text)
	start = min(max(start, 0), n)
	end = min(max(end, start), n)
	r := f.region(int32(start))
	return Span{r, int32(start) - r.start, int32(end) - r.start}
}

// region returns the region in which an offset is.
func (f *File) region(offset int32) *Region {
	i := sort.Search(len(f.regions), func(i int) bool { return f.regions[i].end > offset })
	if i < len(f.regions) && f.regions[i].start <= offset {
		return f.regions[i]
	}
	return f.whole
}

// A Position is a line and a column, both counted from 1.
type Position struct{ Line, Column int }

// lineTable returns the byte offsets at which lines start. A line ends with LF, CR or CR LF.
func (f *File) lineTable() []int32 {
	if f.lines != nil {
		return f.lines
	}
	lines := append(make([]int32, 0, 1+strings.Count(f.Text, "\n")), 0)
	f.lines, f.last = f.appendLines(lines, 0, len(f.Text)), 1
	return f.lines
}

// appendLines appends the offsets at which lines start after the line ends in a part of the text.
func (f *File) appendLines(lines []int32, start, end int) []int32 {
	for i := start; i < end; i++ {
		switch c := f.Text[i]; {
		case c == '\n':
			lines = append(lines, int32(i+1))
		case c == '\r':
			if i+1 >= len(f.Text) || f.Text[i+1] != '\n' {
				lines = append(lines, int32(i+1))
			}
		case c >= utf8.RuneSelf:
			f.isWide = true
		}
	}
	return lines
}

// Lines returns the number of lines in f; an empty file has one.
func (f *File) Lines() int { return len(f.lineTable()) }

// LineStart returns the byte offset of the first byte of a line, counted from 1. For a line past
// the end, it returns the length of the text.
func (f *File) LineStart(line int) int {
	t := f.lineTable()
	switch {
	case line < 1:
		return 0
	case line > len(t):
		return len(f.Text)
	}
	return int(t[line-1])
}

// LineText returns the text of a line, counted from 1, without its line end.
func (f *File) LineText(line int) string {
	s, e := f.LineStart(line), f.LineStart(line+1)
	for e > s && (f.Text[e-1] == '\n' || f.Text[e-1] == '\r') {
		e--
	}
	return f.Text[s:e]
}

// line returns the line that contains a byte offset, counted from 1.
func (f *File) line(offset int) int {
	t := f.lineTable()
	for l := f.last; l <= min(f.last+1, len(t)) && int(t[l-1]) <= offset; l++ {
		if l == len(t) || offset < int(t[l]) {
			f.last = l
			return l
		}
	}
	low, high := 0, len(t)
	for low < high {
		if middle := (low + high) / 2; int(t[middle]) > offset {
			high = middle
		} else {
			low = middle + 1
		}
	}
	f.last = max(low, 1)
	return low
}

// Position returns the line and the column, in code points, of a byte offset. A byte order mark at
// the start of the file does not count.
func (f *File) Position(offset int) Position {
	line := f.line(offset)
	start := f.LineStart(line)
	if !f.isWide {
		return Position{line, offset - start + 1}
	}
	if offset-start > blockSize {
		return Position{line, int(f.countAt(offset).runes-f.countAt(start).runes) + 1 - f.markAt(line)}
	}
	return Position{line, utf8.RuneCountInString(skipMark(f.Text[start:offset], line)) + 1}
}

// Position16 returns the line and the column, in UTF-16 code units, of a byte offset.
func (f *File) Position16(offset int) Position {
	line := f.line(offset)
	start := f.LineStart(line)
	if !f.isWide {
		return Position{line, offset - start + 1}
	}
	if offset-start > blockSize {
		return Position{line, int(f.countAt(offset).units-f.countAt(start).units) + 1 - f.markAt(line)}
	}
	var c count
	c.add(skipMark(f.Text[start:offset], line))
	return Position{line, int(c.units) + 1}
}

// A count is a number of characters: in code points, and in UTF-16 code units.
type count struct{ runes, units int32 }

func (c *count) add(text string) {
	for _, r := range text {
		c.runes++
		c.units++
		if r > 0xFFFF {
			c.units++
		}
	}
}

// blockSize is the distance in bytes between the positions at which characters are counted. Without counts, all
// positions in one long line would take time quadratic in its length.
const blockSize = 4096

// countAt returns the number of characters before a byte offset.
func (f *File) countAt(offset int) count {
	if f.counts == nil {
		var c count
		for at := 0; at <= len(f.Text); at += blockSize {
			f.counts = append(f.counts, c)
			c.add(f.Text[f.blockStart(at):f.blockStart(at+blockSize)])
		}
	}
	block := offset / blockSize
	if f.blockStart(block*blockSize) > offset {
		block--
	}
	c := f.counts[block]
	c.add(f.Text[f.blockStart(block*blockSize):offset])
	return c
}

// blockStart returns the offset of the first character that starts at or after a byte offset.
func (f *File) blockStart(at int) int {
	for i := at; i < min(at+utf8.UTFMax, len(f.Text)); i++ {
		if utf8.RuneStart(f.Text[i]) {
			return i
		}
	}
	return min(at, len(f.Text))
}

// markAt returns the number of characters at the start of a line that are not counted: 1 for a byte order
// mark.
func (f *File) markAt(line int) int {
	if line == 1 && strings.HasPrefix(f.Text, byteOrderMark) {
		return 1
	}
	return 0
}

// Offset returns the byte offset of a position counted in code points, clamped to its line.
func (f *File) Offset(p Position) int { return f.walk(p, 1) }

// Offset16 returns the byte offset of a position counted in UTF-16 code units, clamped to its line.
func (f *File) Offset16(p Position) int { return f.walk(p, 2) }

// walk returns the byte offset of a position. Columns count a character outside the Basic
// Multilingual Plane as wide units.
func (f *File) walk(p Position, wide int) int {
	if p.Line > f.Lines() {
		return len(f.Text)
	}
	start := f.LineStart(p.Line)
	text := f.LineText(p.Line)
	rest := skipMark(text, p.Line)
	base := start + len(text) - len(rest)
	col := 1
	for i, r := range rest {
		if col >= p.Column {
			return base + i
		}
		col++
		if r > 0xFFFF {
			col += wide - 1
		}
	}
	return base + len(rest)
}

const byteOrderMark = "\uFEFF"

// skipMark returns s without a byte order mark if s is the start of line 1.
func skipMark(s string, line int) string {
	if line == 1 && len(s) >= 3 && s[:3] == byteOrderMark {
		return s[3:]
	}
	return s
}
