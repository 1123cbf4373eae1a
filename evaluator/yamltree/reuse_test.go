package yamltree

import (
	"cmp"
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

// sections returns a random text with sections, some of whose entries have what influences other entries, or
// seems to.
func sections(r *rand.Rand) string {
	var b strings.Builder
	for i := range 1 + r.Intn(4) {
		fmt.Fprintf(&b, "s%d:%s\n", i, []string{"", "", " # comment", " !t"}[r.Intn(4)])
		for range r.Intn(8) {
			b.WriteString(entryTexts[r.Intn(len(entryTexts))])
		}
	}
	return b.String()
}

// entryTexts are entries of sections.
var entryTexts = []string{
	"  a: 1\n", "  b:\n    c: [1, {d: e}]\n", "  'q': \"x\\ty\"\n", "  l:\n  - 1\n  - x: y\n    z: w\n",
	"  m: |\n    text\n    more\n\n",
	"  f: >-\n    folded\n    lines\n  # comment\n", "  p: several\n    lines\n", "  t: !x value\n", "  e:\n",
	"  # comment\n", "\n", "  u: é 😀\n", "  ? complex\n  : value\n", "  d: \"two\n    lines\"\n",
	"  g: {\n    h: 1,\n    i: [2,\n    3]}\n",
	"  a: repeated\n", "  w: 'it''s'\r\n", "  deep:\n    k:\n      v:\n        - - 1\n",
}

// breaks are texts that edits insert. Some change how the rest of the file is read.
var breaks = []string{"x", " ", "\n", "\n  ", ": ", "- ", "\"", "'", "[", "}", "{", "|\n", "&a ", "*a", "---\n",
	"...\n",
	"\t", "# ", "!t ", "\r\n", "é", "\r", "%YAML 1.1\n", "\x01", ",", "? "}

// changed returns a text after a random edit.
func changed(r *rand.Rand, text string) string {
	at := r.Intn(len(text) + 1)
	switch r.Intn(6) {
	case 0, 1:
		return text[:at] + breaks[r.Intn(len(breaks))] + text[at:]
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

// TestTheNextVersionIsParsedAsIfItWereTheFirst edits texts again and again. ParseNext must build the same tree as
// Parse.
func TestTheNextVersionIsParsedAsIfItWereTheFirst(t *testing.T) {
	count := int64(1500)
	if runtime.GOOS == "js" {
		count = 150 // it is ten times as slow
	}
	for seed := range count {
		r := rand.New(rand.NewSource(seed))
		text := sections(r)
		if seed%4 == 0 {
			text = seeds[r.Intn(len(seeds))]
		}
		opts := Options{AllDocuments: r.Intn(2) == 0, Questions: r.Intn(2) == 0, NoReferences: true}
		f := source.NewFile("f", text)
		d := Parse(f, opts)
		before := ""
		for step := range 12 {
			next := changed(r, f.Text)
			if r.Intn(8) == 0 {
				next = mutate(r, f.Text, seeds)
			}
			if before != "" && r.Intn(4) == 0 {
				next = before // undo
			}
			before = f.Text
			m := source.NewMove(f, source.NewFile("f", next))
			f = m.Next
			origins(d.Root)
			d = ParseNext(m, d, opts)
			want := Parse(source.NewFile("f", next), opts)
			require.Equal(t, inOneRegion(want), inOneRegion(d), "seed %d, step %d: %q after %q", seed, step, next,
				before)
			require.Equal(t, want.File.IsDivided(), f.IsDivided())
		}
	}
}

// TestUnchangedEntriesAreReused changes the values in a tree. Entries of the next tree with these values are
// reused. The entry before a changed line is not, because the line may continue it.
func TestUnchangedEntriesAreReused(t *testing.T) {
	const text = "a:\n  b: 1\n  c: 2\n  d: 3\n  e: 4\n  f: 5\ng: 6\n"
	for _, tc := range []struct{ next, want string }{
		{"a:\n  b: 1\n  c: 2\n  d: 30\n  e: 4\n  f: 5\ng: 6\n", "{a:{b:old c:2 d:30 e:old f:old} g:old}"},
		{"a:\n  b: 1\n  c: 2\n  e: 4\n  f: 5\ng: 6\n", "{a:{b:old c:2 e:old f:old} g:old}"},
		{"x: y\na:\n  b: 1\n  c: 2\n  d: 3\n  e: 4\n  f: 5\ng: 6\n", "{x:y a:{b:old c:old d:old e:old f:old} g:old}"},
		{"a:\n  b: 1\n  c: 2\n  d: [\n  e: 4\n  f: 5\ng: 6\n", "{a:{b:old c:2 d:? e:old f:old} g:old}"},
		{"a:\n  b: 1\n  c: 2\n  d: 3\n  e: 4\n  f: 5\n  more\ng: 6\n",
			"{a:{b:old c:old d:old e:old f:5 more:?} g:old}"},
	} {
		old := source.NewFile("f", text)
		d := Parse(old, Options{})
		for _, e := range d.entries {
			e.pair.Value.Value, e.pair.Value.isFlat = "old", false
		}
		next := source.NewFile("f", tc.next)
		require.Equal(t, tc.want, outline(ParseNext(source.NewMove(old, next), d, Options{}).Root), tc.next)
	}
}

// inOneRegion returns a copy of a document in which the positions of all nodes and problems count from the start of
// the file. Its entries have only what determines whether they are reused.
func inOneRegion(d *Document) *Document {
	c, whole := *d, source.NewFile("f", d.File.Text).Whole()
	c.File = nil
	var node func(n *Node) *Node
	node = func(n *Node) *Node {
		if n == nil {
			return nil
		}
		c := *n
		c.Span, c.children = n.Span.In(whole), &children{}
		for _, p := range n.Pairs {
			c.Pairs = append(c.Pairs, Pair{node(p.Key), node(p.Value)})
		}
		for _, item := range n.Items {
			c.Items = append(c.Items, node(item))
		}
		if n.details != nil {
			c.details = &details{body: n.details.body, tag: n.Tag(), short: n.ShortTag(), anchor: n.Anchor()}
			if n.Target() != nil {
				c.details.target = &Node{Span: n.Target().Span.In(whole)}
			}
		}
		c.details = cmp.Or(c.details, &details{})
		if n.Kind == Scalar {
			c.details.origin = n.origins()
		}
		return &c
	}
	c.Root, c.More, c.Anchors = node(d.Root), nil, nil
	for _, n := range d.More {
		c.More = append(c.More, node(n))
	}
	for _, n := range d.Anchors {
		c.Anchors = append(c.Anchors, node(n))
	}
	c.Problems = slices.Clone(d.Problems)
	for i := range c.Problems {
		p := &c.Problems[i]
		p.Span = p.Span.In(whole)
		p.Notes = slices.Clone(p.Notes)
		for k := range p.Notes {
			p.Notes[k].Span = p.Notes[k].Span.In(whole)
		}
		p.Fixes = slices.Clone(p.Fixes)
		for k := range p.Fixes {
			p.Fixes[k].Edits = slices.Clone(p.Fixes[k].Edits)
			for e := range p.Fixes[k].Edits {
				p.Fixes[k].Edits[e].Span = p.Fixes[k].Edits[e].Span.In(whole)
			}
		}
	}
	c.entries = slices.Clone(d.entries)
	for i := range c.entries {
		// Only some paths have been measured; their sum is compared.
		c.entries[i].pair, c.entries[i].region, c.entries[i].paths = Pair{}, nil, entryPaths{}
	}
	return &c
}

// origins computes the origins of all scalars, which are kept.
func origins(n *Node) {
	if n == nil {
		return
	}
	n.At(1)
	for _, p := range n.Pairs {
		origins(p.Key)
		origins(p.Value)
	}
	for _, item := range n.Items {
		origins(item)
	}
}
