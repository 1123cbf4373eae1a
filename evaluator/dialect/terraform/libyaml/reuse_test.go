package libyaml_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect/terraform/libyaml"
	"pantograph/evaluator/source"
)

// describe writes everything that Read has found, with all positions.
func describe(d *libyaml.Document) string {
	var b strings.Builder
	at := func(m *libyaml.Mark) string {
		if m == nil {
			return "none"
		}
		return fmt.Sprint(*m)
	}
	fmt.Fprintf(&b, "empty %s, extra %s\n", at(d.Empty), at(d.Extra))
	if d.Err != nil {
		fmt.Fprintf(&b, "%v\n", *d.Err)
	}
	moved := map[*libyaml.Node]libyaml.Mark{}
	for _, e := range d.Entries {
		moved[e.Key], moved[e.Value] = e.By, e.By
	}
	var write func(n *libyaml.Node, by libyaml.Mark)
	write = func(n *libyaml.Node, by libyaml.Mark) {
		if m, ok := moved[n]; ok {
			by = m
		}
		fmt.Fprintf(&b, "%d %d %t %q %q %q %d:%d at %d %d to %d\n", n.Kind, n.Style, n.Flow, n.Tag, n.Anchor, n.Value,
			n.Start.Line+by.Line, n.Start.Column, n.Start.Offset+by.Offset, n.Body+by.Offset, n.End+by.Offset)
		for _, c := range n.Children {
			write(c, by)
		}
		b.WriteString("end\n")
	}
	if d.Root != nil {
		write(d.Root, libyaml.Mark{})
	}
	return b.String()
}

// TestTheNextVersionIsReadLikeANewText makes random edits in texts with many entries.
func TestTheNextVersionIsReadLikeANewText(t *testing.T) {
	entries := []string{"a: 1\n", "b: &x [1, {c: d}]\n", "d: *x\n", "e:\n  f: 'g''h'\n  i: \"j\\n\"\n",
		"k:\n- l\n- m: n\n", "o: |\n  text\n\n", "p: >-\n  a\n  b\n # c\n", "? q\n: r\n", "? s\n", "t:\n",
		"'u': !!str v\n", "w: a\n  b\n\n  c\n", "{x: y}: z\n", "# comment\n", "é: 😀\n", "&y b: c\r\n",
		"!t \"d\": e\r", "f: g\u2028", "<<: *x\n", "\n", "h: !e!f i\n"}
	pieces := []string{" ", "\n", ": ", "- ", "? ", "[", "]", "{", "}", ",", " #", "&y ", "*x", "!t ", "|", ">", "'",
		"\"", "%", "@", "\\", "a", "1\n", "---\n", "...\n", "\r\n", "é", "\u2028", "\x01", "%TAG !e! x\n---\n",
		"\t", "  "}
	count := 100
	if testing.Short() {
		count = 30
	}
	r := rand.New(rand.NewSource(1))
	reused := 0
	for range count {
		text := ""
		for range 5 + r.Intn(20) {
			text += entries[r.Intn(len(entries))]
		}
		file := source.NewFile("f", text)
		previous := libyaml.Read(text)
		for range 60 {
			before := text
			at := r.Intn(len(text) + 1)
			switch r.Intn(5) {
			case 0:
				text = text[:at] + pieces[r.Intn(len(pieces))] + text[at:]
			case 1:
				text = text[:at] + text[min(at+r.Intn(20), len(text)):]
			case 2:
				line := strings.LastIndexByte(text[:at], '\n') + 1
				text = text[:line] + entries[r.Intn(len(entries))] + text[line:]
			default: // what most edits do
				text = text[:at] + "x" + text[at:]
			}
			if r.Intn(3) > 0 && libyaml.Read(text).Err != nil { // most edits leave a text without errors
				text = before
			}
			next := source.NewFile("f", text)
			got := libyaml.ReadNext(source.NewMove(file, next), previous)
			require.Equal(t, describe(libyaml.Read(text)), describe(got), "%q after %q", text, file.Text)
			for _, e := range got.Entries {
				if e.IsShared {
					reused++
				}
			}
			file, previous = next, got
		}
	}
	assert.Greater(t, reused, 50*count, "entries are hardly ever reused")
}
