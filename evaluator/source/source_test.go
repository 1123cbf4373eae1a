package source

import (
	"math/rand"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slowPosition computes a position, in code points and in UTF-16 code units, without a table of
// lines.
func slowPosition(text string, offset int) (points, units Position) {
	line, start := 1, 0
	for i := 0; i < offset; i++ {
		if text[i] == '\n' || text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			line, start = line+1, i+1
		}
	}
	before := text[start:offset]
	if line == 1 {
		before = strings.TrimPrefix(before, byteOrderMark)
	}
	runes := []rune(before)
	return Position{line, len(runes) + 1}, Position{line, len(utf16.Encode(runes)) + 1}
}

func TestPositionsAreFoundInAnyOrder(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, text := range []string{"", "a", "\n", "a\nb\n", "a\r\nb\rc\n\n", "\uFEFFa: 1\nb: 2", "é: 1\n😀😀: x\n\r\nz",
		strings.Repeat("key: value\n", 50)} {
		f := NewFile("a", text)
		var starts []int
		for i := range text {
			starts = append(starts, i)
		}
		starts = append(starts, len(text))
		if strings.HasPrefix(text, byteOrderMark) {
			starts = starts[1:] // no position inside the mark is valid
		}
		for range 500 {
			offset := starts[r.Intn(len(starts))]
			if r.Intn(2) == 0 { // often near the start, so that consecutive lookups are in the same line
				offset = starts[min(r.Intn(20), len(starts)-1)]
			}
			points, units := slowPosition(text, offset)
			assert.Equal(t, points, f.Position(offset), "%q %d", text, offset)
			assert.Equal(t, units, f.Position16(offset), "%q %d", text, offset)
		}
	}
}

// TestPositionsInALongLineAreCountedInBlocks compares positions in a long line with positions that are
// counted from the start of the line.
func TestPositionsInALongLineAreCountedInBlocks(t *testing.T) {
	for _, unit := range []string{"a", "ä", "😀", "aä€😀", "\x80", "a\xF0\x9F", "€\nb"} {
		for _, start := range []string{"", "\uFEFF", "x\n", "😀\r\n\uFEFF"} {
			text := start + strings.Repeat(unit, 3*blockSize/len(unit)) + "é"
			f := NewFile("a", text)
			for offset := 0; offset <= len(text); offset += 1 + offset%397 {
				line := f.line(offset)
				before := skipMark(text[f.LineStart(line):offset], line)
				require.Equal(t, Position{line, len([]rune(before)) + 1}, f.Position(offset), "%q %d", unit, offset)
				require.Equal(t, Position{line, len(utf16.Encode([]rune(before))) + 1}, f.Position16(offset),
					"%q %d", unit, offset)
			}
		}
	}
}

func TestSpansInARegionMoveWithIt(t *testing.T) {
	f := NewFile("f", "a: 1\nb: 2\nc: 3\n")
	r := f.NewRegion(5, 10)
	whole := f.Span(8, 9)
	s := whole.In(r)
	assert.Equal(t, []any{8, 9, "2", 1}, []any{s.Start(), s.End(), s.Text(), s.Len()})
	assert.NotEqual(t, whole, s)
	f.Divide([]*Region{r})
	assert.Equal(t, s, f.Span(8, 9), "spans of a divided file are in its regions")
	assert.Equal(t, f.Whole(), f.Span(2, 3).region)
	assert.Equal(t, f.Whole(), f.Span(10, 11).region)
	assert.True(t, f.Span(5, 10).Covers(s))
	assert.Equal(t, "b: 2", f.Span(5, 6).To(s).Text())

	next := NewFile("f", "a: 1\nx: 0\nb: 2\n")
	r.Move(next, 10)
	assert.Equal(t, []any{next, 13, 14, "2"}, []any{s.File(), s.Start(), s.End(), s.Text()})
	assert.Equal(t, "1", f.Span(3, 4).Text(), "other spans stay")

	assert.Equal(t, []any{true, 0, 0, ""}, []any{Span{}.IsZero(), Span{}.Start(), Span{}.End(), Span{}.Text()})
	assert.Nil(t, Span{}.File())
	assert.True(t, Span{}.Until(3).IsZero())
}

func TestAMoveFindsPositionsOfTheOldVersion(t *testing.T) {
	old := NewFile("f", "a: 1\nb: 2\nc: 3\n")
	m := NewMove(old, NewFile("f", "a: 1\nb: 20\nc: 3\n"))
	moved, ok := m.Moved(old.Span(0, 4))
	assert.True(t, ok)
	assert.Equal(t, m.Next.Span(0, 4), moved)
	moved, ok = m.Moved(old.Span(10, 14))
	assert.True(t, ok)
	assert.Equal(t, m.Next.Span(11, 15), moved)
	_, ok = m.Moved(old.Span(8, 9))
	assert.False(t, ok)
	moved, ok = m.Moved(m.Next.Span(3, 4))
	assert.True(t, ok)
	assert.Equal(t, m.Next.Span(3, 4), moved)
}

func TestAReleasedVersionKeepsOnlyRegionsThatHaveMoved(t *testing.T) {
	old := NewFile("f", "a: 1\nb: 2\nc: 3\n")
	moved, left := old.NewRegion(0, 5), old.NewRegion(5, 10)
	old.Divide([]*Region{moved, left})
	in, out, whole := old.Span(3, 4), old.Span(8, 9), old.Span(13, 14)
	next := NewFile("f", "a: 1\nb: 20\nc: 3\n")
	moved.Move(next, 0)
	NewMove(old, next).Release()
	assert.Same(t, next, in.File())
	for _, s := range []Span{out, whole} {
		assert.NotSame(t, old, s.File())
		assert.Equal(t, []any{"f", ""}, []any{s.File().Name, s.File().Text})
	}
}
