package yamltree

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"pantograph/evaluator/source"
)

// check returns what is wrong with the spans of a document, or "": every span lies in
// the text, children lie inside their parents in order and do not overlap, and the
// piece of every character of a scalar lies in its body.
func check(d *Document) string {
	last := int32(0)
	for _, n := range d.roots() {
		if n.Span.Start < last {
			return fmt.Sprintf("document at %d begins before %d", n.Span.Start, last)
		}
		if s := checkNode(n, d.File); s != "" {
			return s
		}
		last = n.Span.End
	}
	for _, p := range d.Problems {
		if p.Span.Start < 0 || p.Span.Start > p.Span.End || int(p.Span.End) > len(d.File.Text) {
			return fmt.Sprintf("problem %s at %d-%d", p.Code, p.Span.Start, p.Span.End)
		}
	}
	return ""
}

func checkNode(n *Node, f *source.File) string {
	if n.Span.File != f || n.Span.Start < 0 || n.Span.Start > n.Span.End || int(n.Span.End) > len(f.Text) {
		return fmt.Sprintf("span %d-%d of %d bytes", n.Span.Start, n.Span.End, len(f.Text))
	}
	if !n.Span.Covers(n.Body) || n.Body.Start > n.Body.End {
		return fmt.Sprintf("body %d-%d outside of %d-%d", n.Body.Start, n.Body.End, n.Span.Start, n.Span.End)
	}
	children := append([]*Node(nil), n.Items...)
	for _, p := range n.Pairs {
		children = append(children, p.Key, p.Value)
	}
	at := n.Body.Start
	for _, c := range children {
		if c.Span.Start < at || c.Span.End > n.Body.End {
			return fmt.Sprintf("child %d-%d after %d in %d-%d", c.Span.Start, c.Span.End, at, n.Body.Start, n.Body.End)
		}
		at = c.Span.End
		if s := checkNode(c, f); s != "" {
			return s
		}
	}
	if s := n.Range(0, len(n.Value)); n.isFlat && s.Text() != n.Value {
		return fmt.Sprintf("%q is not %q", s.Text(), n.Value)
	}
	for i := range n.Value {
		if s := n.Range(i, i+1); !n.Body.Covers(s) {
			return fmt.Sprintf("byte %d at %d-%d outside of %d-%d", i, s.Start, s.End, n.Body.Start, n.Body.End)
		}
	}
	return ""
}

// scalarsOf lists the scalars of a healthy text in the order of yaml.v3.
func scalarsOf(n *Node, out []string) []string {
	switch n.Kind {
	case Scalar:
		out = append(out, n.Value)
	case Alias:
		out = append(out, "*"+n.Value)
	}
	for _, c := range n.Items {
		out = scalarsOf(c, out)
	}
	for _, p := range n.Pairs {
		out = scalarsOf(p.Value, scalarsOf(p.Key, out))
	}
	return out
}

// inexact returns a scalar whose characters have no known place, or nil.
func inexact(n *Node) *Node {
	if n.Kind == Scalar && !n.origins().exact {
		return n
	}
	for _, c := range n.Items {
		if b := inexact(c); b != nil {
			return b
		}
	}
	for _, p := range n.Pairs {
		if b := inexact(p.Key); b != nil {
			return b
		}
		if b := inexact(p.Value); b != nil {
			return b
		}
	}
	return nil
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := time.AfterFunc(5*time.Second, func() { panic(fmt.Sprintf("slow: %d %q", len(text), text[:min(len(text), 3000)])) })
		defer w.Stop()
		for _, all := range []bool{false, true} {
			d := Parse(source.NewFile("f", text), Options{AllDocuments: all})
			if s := check(d); s != "" {
				t.Fatalf("%s\n%q\n%s", s, text, show(d))
			}
			if d.Partial {
				if len(d.Problems) == 0 {
					t.Fatalf("partial without a problem: %q", text)
				}
				continue
			}
			if d.Root != nil && !strings.Contains(text, "\ufeff") {
				if n := inexact(d.Root); n != nil {
					t.Fatalf("%q: %q in %q has no places\n%s", text, n.Value, n.Body.Text(), show(d))
				}
			}
		}
	})
}

// FuzzDepth asks whether the lexer ever takes a text for flatter than yaml.v3 finds it.
// A collection that is a key without ? is the exception: that it is inside a mapping
// shows only behind it. Such keys have at most 1,024 characters, which bounds the error.
func FuzzDepth(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "\ufeff") {
			t.Skip()
		}
		nodes, err := decode(text, true)
		if err != nil {
			return
		}
		deepest := 0
		for _, n := range nodes {
			deepest = max(deepest, collections(n.Content[0]))
		}
		measured := 0
		for l := newLexer(text, 0, 0); ; {
			tok, ok := l.next()
			if !ok {
				break
			}
			measured = max(measured, tok.depth)
		}
		if measured < deepest && !strings.Contains(text, "]") && !strings.Contains(text, "}") || 2*measured+1 < deepest {
			t.Fatalf("%q is %d deep, measured %d", text, deepest, measured)
		}
		if deepest > 4 && shallow(text, 0, deepest-1) {
			t.Fatalf("%q is %d deep and taken for shallow", text, deepest)
		}
	})
}

func collections(n *yaml.Node) int {
	deepest := 0
	for _, c := range n.Content {
		deepest = max(deepest, collections(c))
	}
	if n.Kind == yaml.SequenceNode || n.Kind == yaml.MappingNode {
		deepest++
	}
	return deepest
}

// slowly reads a text with yaml.v3, whatever the quick reader makes of it.
func slowly(f *source.File) *Document {
	return Parse(f, Options{MaxDepth: quickDepth})
}

// FuzzQuick asks whether the quick reader reads what yaml.v3 reads, where it reads at all.
func FuzzQuick(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.NewFile("f", text)
		root, ok := readQuick(file)
		if !ok {
			return
		}
		if got, want := show(&Document{File: file, Root: root}), show(slowly(file)); got != want {
			t.Fatalf("%q\n%s\nyaml.v3:\n%s", text, got, want)
		}
		sameIndents(t, text, root, slowly(file).Root)
	})
}

// sameIndents compares what show does not show.
func sameIndents(t *testing.T, text string, a, b *Node) {
	if a.indent != b.indent || a.inFlow != b.inFlow {
		t.Fatalf("%q: %q is indented by %d (in flow %t), not %d (%t)", text, a.Value, a.indent, a.inFlow, b.indent, b.inFlow)
	}
	for i := range a.Items {
		sameIndents(t, text, a.Items[i], b.Items[i])
	}
	for i := range a.Pairs {
		sameIndents(t, text, a.Pairs[i].Key, b.Pairs[i].Key)
		sameIndents(t, text, a.Pairs[i].Value, b.Pairs[i].Value)
	}
}
