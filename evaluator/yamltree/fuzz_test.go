package yamltree

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pantograph/evaluator/source"
)

// check returns the first error in the spans of a document, or "". Every span must be within the text,
// children must be inside their parents, in order and without overlaps, and the source of every
// character of a scalar must be in its body.
func check(d *Document) string {
	last := 0
	for _, n := range d.roots() {
		if n.Span.Start() < last {
			return fmt.Sprintf("document at %d starts before %d, the end of the previous one", n.Span.Start(), last)
		}
		if s := checkNode(n, d.File); s != "" {
			return s
		}
		last = n.Span.End()
	}
	for _, p := range d.Problems {
		if p.Span.Start() < 0 || p.Span.Start() > p.Span.End() || p.Span.End() > len(d.File.Text) {
			return fmt.Sprintf("problem %s at %d-%d is outside the text", p.Code, p.Span.Start(), p.Span.End())
		}
	}
	return ""
}

func checkNode(n *Node, f *source.File) string {
	if n.Span.File() != f || n.Span.Start() < 0 || n.Span.Start() > n.Span.End() || n.Span.End() > len(f.Text) {
		return fmt.Sprintf("span %d-%d is outside the text of %d bytes", n.Span.Start(), n.Span.End(), len(f.Text))
	}
	if !n.Span.Covers(n.Body()) || n.Body().Start() > n.Body().End() {
		return fmt.Sprintf("body %d-%d is outside span %d-%d", n.Body().Start(), n.Body().End(), n.Span.Start(),
			n.Span.End())
	}
	children := append([]*Node(nil), n.Items...)
	for _, p := range n.Pairs {
		children = append(children, p.Key, p.Value)
	}
	at := n.Body().Start()
	for _, c := range children {
		if c.Span.Start() < at || c.Span.End() > n.Body().End() {
			return fmt.Sprintf("child %d-%d must be in %d-%d and not start before %d", c.Span.Start(), c.Span.End(),
				n.Body().Start(), n.Body().End(), at)
		}
		at = c.Span.End()
		if s := checkNode(c, f); s != "" {
			return s
		}
	}
	if s := n.Range(0, len(n.Value)); n.isFlat && s.Text() != n.Value {
		return fmt.Sprintf("flat scalar %q has the value %q", s.Text(), n.Value)
	}
	for i := range n.Value {
		if s := n.Range(i, i+1); !n.Body().Covers(s) {
			return fmt.Sprintf("byte %d at %d-%d is outside body %d-%d", i, s.Start(), s.End(), n.Body().Start(),
				n.Body().End())
		}
	}
	return ""
}

// scalarsOf appends the values of the scalars and aliases in a node, as yamlScalars does.
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

// inexact returns the first scalar whose characters have no known positions, or nil.
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
		w := time.AfterFunc(5*time.Second,
			func() { panic(fmt.Sprintf("parsing %d bytes is slow: %q", len(text), text[:min(len(text), 3000)])) })
		defer w.Stop()
		for _, all := range []bool{false, true} {
			d := Parse(source.NewFile("f", text), Options{AllDocuments: all})
			if s := check(d); s != "" {
				t.Fatalf("%s\n%q\n%s", s, text, show(d))
			}
			if d.Partial {
				if len(d.Problems) == 0 {
					t.Fatalf("the document is partial but has no problem: %q", text)
				}
				continue
			}
			if d.Root != nil && !strings.Contains(text, "\ufeff") {
				if n := inexact(d.Root); n != nil {
					t.Fatalf("%q: the characters of %q in %q have no positions\n%s", text, n.Value, n.Body().Text(),
						show(d))
				}
			}
		}
	})
}

// parseWithYAMLv3 parses a file with yaml.v3. It returns nil if yaml.v3 rejects the file.
func parseWithYAMLv3(f *source.File, all bool) *Document {
	nodes, err := decode(f.Text, all)
	if err != nil {
		return nil
	}
	c := &converter{file: f, text: f.Text, lines: newLineTable(f.Text), anchors: map[string]*Node{}}
	return c.document(nodes, all)
}

// compare returns the difference between the results of the reader and of yaml.v3 for a text, or "" if
// they agree or the reader needs the fallback.
func compare(text string, all bool) string {
	f := source.NewFile("f", text)
	r := newReader(f, Options{AllDocuments: all}, isOrdinary(f.Text))
	r.documents()
	r.reportRest()
	if r.needsFallback || r.tooDeep {
		return ""
	}
	theirs := parseWithYAMLv3(f, all)
	switch {
	case theirs == nil && len(r.doc.Problems) == 0:
		_, err := decode(text, all)
		return fmt.Sprintf("the reader accepts the text, but yaml.v3 returns the error %q", err)
	case theirs == nil:
		return ""
	case len(r.doc.Problems) > 0:
		return "the reader rejects the text, but yaml.v3 accepts it:\n" + show(r.doc) + show(theirs)
	}
	if got, want := show(r.doc), show(theirs); got != want {
		return "the reader returns\n" + got + "but yaml.v3\n" + want
	}
	if r.doc.Root == nil {
		return ""
	}
	return sameIndents(r.doc.Root, theirs.Root)
}

// FuzzReader checks that the reader and yaml.v3 accept the same texts and return the same trees.
func FuzzReader(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, all := range []bool{false, true} {
			if s := compare(text, all); s != "" {
				t.Fatalf("%q (all: %t)\n%s", text, all, s)
			}
		}
	})
}

// sameIndents compares the fields indent and inFlow, which show does not print. It returns the first
// difference, or "".
func sameIndents(a, b *Node) string {
	if !(a.Kind == Scalar && a.Style == Plain && a.Value == "") &&
		(a.indent != b.indent && !b.inFlow || a.inFlow != b.inFlow) {
		return fmt.Sprintf("%q is indented by %d (in flow %t), not %d (%t)", a.Value, a.indent, a.inFlow,
			b.indent, b.inFlow)
	}
	for i := range a.Items {
		if s := sameIndents(a.Items[i], b.Items[i]); s != "" {
			return s
		}
	}
	for i := range a.Pairs {
		if s := sameIndents(a.Pairs[i].Key, b.Pairs[i].Key); s != "" {
			return s
		}
		if s := sameIndents(a.Pairs[i].Value, b.Pairs[i].Value); s != "" {
			return s
		}
	}
	return ""
}
