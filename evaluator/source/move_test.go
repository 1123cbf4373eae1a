package source

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAMoveRelatesPositions edits texts again and again. The lines that a version takes from the one before must be
// those of its text, and the lines and offsets that are related must have the same text around them.
func TestAMoveRelatesPositions(t *testing.T) {
	pieces := []string{"a", "b: c", "\n", "\r\n", "\r", "é", "😀", "\uFEFF", "x\n", "\n\n", "y\r\nz\n"}
	for seed := range int64(1000) {
		r := rand.New(rand.NewSource(seed))
		var text strings.Builder
		for range r.Intn(20) {
			text.WriteString(pieces[r.Intn(len(pieces))])
		}
		old := NewFile("f", text.String())
		for range 6 {
			at := r.Intn(len(old.Text) + 1)
			end := min(at+r.Intn(4)*r.Intn(3), len(old.Text))
			next := NewFile("f", old.Text[:at]+pieces[r.Intn(len(pieces))]+old.Text[end:])
			m := NewMove(old, next)
			require.Equal(t, NewFile("f", next.Text).lineTable(), next.lineTable(), "%q to %q", old.Text, next.Text)
			for offset := range len(next.Text) + 1 {
				before, isBefore := m.OldOffset(offset)
				if before < 0 {
					continue
				}
				require.Equal(t, isBefore, m.IsBefore(before))
				require.Equal(t, old.LineText(old.line(before)), next.LineText(next.line(offset)), "%q to %q at %d",
					old.Text, next.Text, offset)
				require.Equal(t, next.line(offset), m.Line(old.line(before)), "%q to %q at %d", old.Text, next.Text,
					offset)
				require.Equal(t, next.Position16(offset), NewFile("f", next.Text).Position16(offset))
				from, to := old.Span(before, before), next.Span(offset, offset)
				require.True(t, m.Relates(from, to))
				require.False(t, m.Relates(from.Slice(1, 1), to))
			}
			old = next
		}
	}
}

func TestSpansAreEqualIfTheyCountFromDifferentRegions(t *testing.T) {
	f := NewFile("a", "a: 1\nb: 2\n")
	whole := f.Span(5, 6)
	f.Divide([]*Region{f.NewRegion(5, 10)})
	assert.NotEqual(t, whole, f.Span(5, 6))
	assert.True(t, whole.Equal(f.Span(5, 6)))
	assert.False(t, whole.Equal(f.Span(5, 7)))
	assert.False(t, whole.Equal(NewFile("a", f.Text).Span(5, 6)))
}

func TestASpanAcrossTheChangeHasMoved(t *testing.T) {
	m := NewMove(NewFile("f", "a\nb\nc\n"), NewFile("f", "a\nb\nb\nc\n"))
	assert.True(t, m.Relates(m.Old.Span(4, 5), m.Next.Span(6, 7)))
	old, next := m.Old.Span(4, 5).Slice(0, -2), m.Next.Span(6, 7).Slice(0, -2)
	assert.False(t, m.Relates(old, next), "it starts in the last line and ends before it")
}
