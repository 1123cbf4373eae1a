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
