package strictyaml

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

// entryTexts are lines of hashes and arrays, some of which have what influences other entries, or seems to.
var entryTexts = []string{
	"  a: 1\n", "  b:\n    c: d\n    e:\n      - f\n", "  'q': \"x\\ty\"\n", "  l:\n  - 1\n  - x: y\n    z: w\n",
	"  m: |\n    text\n    more\n\n", "  f: >-\n    folded\n    lines\n  # comment\n", "  p: several\n    lines\n",
	"  e:\n", "  # comment\n", "\n", "  u: é 😀\n", "  ? complex\n  : value\n", "  d: \"two\n    lines\"\n",
	"  a: repeated\n", "  w: 'it''s'\r\n", "  : empty\n", "  two words: two words\n",
	"  - type: a\n    parameters:\n      b: ${c} d\n      e:\n      - f\n", "  - - 1\n    - 2\n",
	"  -\n", "  - |\n   x\n",
	"  - x: y: z\n", "  - \tx: y\n", "- a: b\n  c: d\n", "- e\n", "-   'f': g\n    h: i\n", "  -\n    a: b\n",
}

// changes are texts that edits insert.
var changes = []string{"x", " ", "\n", "\n  ", ": ", "- ", "\"", "'", "|\n", "---\n", "...\n", "\t", "# ", "\r\n", "é",
	"\r", "%Y\n", "? ", "    ", "\uFEFF", "@", "\n  : ", "\n  k: "}

// changed returns a text after a random edit.
func changed(r *rand.Rand, text string) string {
	at := r.Intn(len(text) + 1)
	switch r.Intn(6) {
	case 0, 1:
		return text[:at] + changes[r.Intn(len(changes))] + text[at:]
	case 2:
		return text[:at] + text[min(at+1+r.Intn(3), len(text)):]
	case 3:
		line := strings.LastIndexByte(text[:at], '\n') + 1
		return text[:line] + entryTexts[r.Intn(len(entryTexts))] + text[line:]
	case 4:
		return text[:at] + text[min(at+r.Intn(40), len(text)):]
	}
	return text[:at] + "z" + text[at:]
}

// TestTheNextVersionIsReadAsIfItWereTheFirst edits texts again and again. ReadNext must return the same stream as
// Read.
func TestTheNextVersionIsReadAsIfItWereTheFirst(t *testing.T) {
	kept := 0
	for seed := range int64(1500) {
		r := rand.New(rand.NewSource(seed))
		var b strings.Builder
		for i := range 1 + r.Intn(4) {
			marker, comment := []string{"", "", "", "---\n"}[r.Intn(4)], []string{"", "", " # comment"}[r.Intn(3)]
			fmt.Fprintf(&b, "%ss%d:%s\n", marker, i, comment)
			array := r.Intn(2) == 0
			for range r.Intn(8) {
				text := entryTexts[r.Intn(len(entryTexts))]
				if r.Intn(6) == 0 || array == strings.HasPrefix(strings.TrimLeft(text, " "), "-") {
					b.WriteString(text)
				}
			}
		}
		f := source.NewFile("f", b.String())
		s := Read(f)
		before := ""
		for step := range 12 {
			next := changed(r, f.Text)
			if before != "" && r.Intn(4) == 0 {
				next = before // undo
			}
			before = f.Text
			m := source.NewMove(f, source.NewFile("f", next))
			f = m.Next
			got, want := ReadNext(m, s), Read(f)
			require.Equal(t, want, got, "seed %d, step %d: %q after %q", seed, step, next, before)
			s = got
			kept += len(s.entries)
		}
	}
	assert.Greater(t, kept, 15_000)
}

// TestUnchangedEntriesAreReused changes the values in a stream. Entries of the next stream with these values are
// reused.
func TestUnchangedEntriesAreReused(t *testing.T) {
	const text = "a:\n  b: 1\n  c: 2\nd:\n  - 3\n  - 4\n  - 5\n  - 6\n"
	for _, tc := range []struct{ next, want string }{
		{"a:\n  b: 10\n  c: 2\nd:\n  - 3\n  - 4\n  - 5\n  - 6\n",
			`{"a":{"b":"10" "c":"2"} "d":["old" "old" "old" "6"]}`},
		{"a:\n  b: 1\n  c: 2\nd:\n  - 3\n  - 40\n  - 5\n  - 6\n", `{"a":{"b":"old" "c":"2"} "d":["3" "40" "old" "6"]}`},
		{"a:\n  b: 1\n  c: 2\nd:\n  - 3\n  - 5\n  - 6\n", `{"a":{"b":"old" "c":"2"} "d":["3" "old" "6"]}`},
		{"x: y\n" + text, `{"x":"y" "a":{"b":"old" "c":"2"} "d":["old" "old" "old" "6"]}`},
		{"a:\n  b: 1\n   more\n  c: 2\nd:\n  - 3\n  - 4\n  - 5\n  - 6\n",
			`{"a":{"b":"1 more" "c":"2"} "d":["old" "old" "old" "6"]}`},
	} {
		old := source.NewFile("f", text)
		s := Read(old)
		for _, e := range s.entries {
			e.value.Value, e.value.parts = "old", &parts{runs: []run{{}}}
		}
		next := source.NewFile("f", tc.next)
		assert.Equal(t, tc.want, shorten(ReadNext(source.NewMove(old, next), s).Documents[0].Root), tc.next)
	}
}
