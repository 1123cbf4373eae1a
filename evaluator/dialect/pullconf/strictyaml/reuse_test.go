package strictyaml

import (
	"fmt"
	"math/rand"
	"runtime"
	"slices"
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
	count := 3000
	if runtime.GOOS == "js" {
		count = 300 // it is ten times as slow
	}
	for seed := range int64(count) {
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
			s = ReadNext(m, s)
			fresh := source.NewFile("f", next)
			require.Equal(t, inOneRegion(Read(fresh), fresh), inOneRegion(s, f), "seed %d, step %d: %q after %q", seed,
				step, next, before)
			require.Equal(t, fresh.IsDivided(), f.IsDivided())
			for i := range s.entries {
				require.Equal(t, s.entries[i].pair.count(), s.entries[i].nodes)
			}
			p := &parser{scanner: &scanner{file: fresh, text: next, indent: -1, allowed: true}}
			documents := p.stream()
			require.GreaterOrEqual(t, p.mostNodes(len(documents)), countNodes(documents), next)
			kept += len(s.entries)
		}
	}
	assert.Greater(t, kept, 3*count)
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
			e.pair.Value.Value, e.pair.Value.parts = "old", &parts{runs: []run{{}}}
		}
		next := source.NewFile("f", tc.next)
		assert.Equal(t, tc.want, shorten(ReadNext(source.NewMove(old, next), s).Documents[0].Root), tc.next)
	}
}

// TestAnEntryBeforeAChangedLineKeepsItsNodes changes lines after entries, which may have continued them.
func TestAnEntryBeforeAChangedLineKeepsItsNodes(t *testing.T) {
	const text = "n: a\nk: b\nr:\n  - c: d\n  - |\n    e\n  - f\n"
	for _, tc := range []struct{ next, want string }{
		{"n: a\nk: x\nr:\n  - c: d\n  - |\n    e\n  - f\n", "n r0 r1 r2"},
		{"n: a\nk: b\nr:\n  - c: d\n  - |\n    x\n  - f\n", "n k r0 r2"},
		{"n: a\nk: b\nr:\n  - c: d\n  # comment\n  - |\n    e\n  - f\n", "n k r0 r1 r2"},
		{"n: a\nk: b\nr:\n  - c: d\n  - |\n    e\n  - f\n  - g\n", "n k r0 r1 r2"},
		{"n: a\nk: b\nr:\n  - c: d\n  - |\n    e\n  - f\n    g\n", "n k r0 r1"},
		{"n: a\nk: b\nr:\n  - c: d\n  - |\n    e\n\n  - f\n", "n k r0 r1 r2"},
		{"n: a\nk: b\nr:\n  - c: d\n  - |\n    e\n  - f\n...\n", "n k r0 r1 r2"},
	} {
		old, next := source.NewFile("f", text), source.NewFile("f", tc.next)
		s := Read(old)
		was := s.Documents[0].Root
		is := ReadNext(source.NewMove(old, next), s).Documents[0].Root
		var kept []string
		for i, p := range was.Pairs[:2] {
			if is.Pairs[i] == p {
				kept = append(kept, p.Key.Value)
			}
		}
		for i, item := range was.Pairs[2].Value.Items {
			if is.Pairs[2].Value.Items[i] == item {
				kept = append(kept, fmt.Sprintf("r%d", i))
			}
		}
		assert.Equal(t, tc.want, strings.Join(kept, " "), tc.next)
	}
}

// inOneRegion returns a copy of the stream of a file in which all positions count from the start of the file. Its
// entries have only what determines whether they are reused.
func inOneRegion(s *Stream, f *source.File) *Stream {
	c, whole := *s, source.NewFile("f", f.Text).Whole()
	var node func(n *Node) *Node
	node = func(n *Node) *Node {
		c := &Node{Kind: n.Kind, Value: n.Value, Span: n.Span.In(whole), parts: &parts{runs: n.runs}}
		for _, p := range n.Pairs {
			c.Pairs = append(c.Pairs, Pair{node(p.Key), node(p.Value)})
		}
		for _, item := range n.Items {
			c.Items = append(c.Items, node(item))
		}
		return c
	}
	c.Documents = slices.Clone(s.Documents)
	for i := range c.Documents {
		d := &c.Documents[i]
		d.Root, d.Span = node(d.Root), d.Span.In(whole)
	}
	c.Problems = slices.Clone(s.Problems)
	for i := range c.Problems {
		p := &c.Problems[i]
		p.Span, p.Notes, p.Fixes = p.Span.In(whole), slices.Clone(p.Notes), slices.Clone(p.Fixes)
		for k := range p.Notes {
			p.Notes[k].Span = p.Notes[k].Span.In(whole)
		}
		for k := range p.Fixes {
			p.Fixes[k].Edits = slices.Clone(p.Fixes[k].Edits)
			for e := range p.Fixes[k].Edits {
				p.Fixes[k].Edits[e].Span = p.Fixes[k].Edits[e].Span.In(whole)
			}
		}
	}
	c.entries = slices.Clone(s.entries)
	for i := range c.entries {
		c.entries[i].pair, c.entries[i].region = Pair{}, nil
	}
	return &c
}
