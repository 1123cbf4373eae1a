package bind

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

func TestTopLevelKeysAreFoundInFilesWithErrors(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"a: 1\nb:\n  c: 2\n", []string{"a", "b"}},
		{"\uFEFFa: 1", []string{"a"}},
		{"a: [\n\"b c\" : 2\n", []string{"a", "b c"}},
		{`{"a": {"x": 1}, "b": [1, 2], c: 3}`, []string{"a", "b", "c"}},
		{"# a: 1\n- b: 2\nhttp://x\n", nil},
		{`{"a": "}`, []string{"a"}},
		{`"`, nil},
		{`{"`, nil},
	} {
		assert.Equal(t, tc.want, TopLevelKeys(source.NewFile("x.yaml", tc.text)), tc.text)
	}
}

// TestTheLinesInTheFirstColumnAreKept edits texts again and again. The lines that are taken over from the last version
// must be those of the text.
func TestTheLinesInTheFirstColumnAreKept(t *testing.T) {
	r, kept := rand.New(rand.NewSource(1)), 0
	pieces := []string{"a: 1\n", "  b: 2\n", "\tc\n", "\n", "\r", "\r\n", " ", "---\n", "\uFEFF", "type: client\n", "x"}
	f := source.NewFile("f", "a:\n  b: 1\n")
	for range 20_000 {
		at := r.Intn(len(f.Text) + 1)
		next := f.Text[:at] + pieces[r.Intn(len(pieces))] + f.Text[min(at+r.Intn(4), len(f.Text)):]
		if len(next) > 80 {
			next = "a:\n  b: 1\n"
		}
		old := &Bundle{Files: []*source.File{f}}
		TopLines(f)
		b := &Bundle{Files: []*source.File{source.NewFile("f", next)}}
		b.TakeFrom(old)
		if f = b.Files[0]; f.Kept(keptTopLines) != nil {
			kept++
		}
		want := topLinesOf(source.NewFile("f", next))
		require.Equal(t, append([]string{}, want.lines...), append([]string{}, TopLines(f)...), "%q", next)
		require.Equal(t, append([]int32{}, want.starts...), append([]int32{}, topLinesOf(f).starts...), "%q", next)
		for _, line := range want.lines {
			require.False(t, strings.ContainsAny(line[:1], " \t\r\n"), "%q", next)
		}
	}
	require.Greater(t, kept, 1000)
}
