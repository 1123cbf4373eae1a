package yamltree

import (
	"strings"

	"pantograph/evaluator/source"
)

// Set gives a text in which a value stands at a path of keys. Everything else stays as it
// was written, comments included; mappings that are not there are begun. An empty value
// takes the entry away, and the mappings that hold nothing else. It reports false when the
// text cannot be read or has something else than mappings on the way.
//
// The value is written as it is: it is YAML on one line.
func Set(text string, path []string, written string) (string, bool) {
	doc := Parse(source.NewFile("", text), Options{AllDocuments: true, NoReferences: true})
	s := &setter{text: text, path: path, written: written}
	if len(doc.Problems) > 0 || len(doc.More) > 0 {
		return text, false
	}
	if doc.Root == nil || isNothing(doc.Root) {
		if written == "" {
			return text, true
		}
		return s.text + s.lineBreak() + s.block(0, 0) + "\n", true
	}
	return s.in(doc.Root, 0)
}

type setter struct {
	text    string
	path    []string
	written string
}

// isNothing reports whether a scalar is not written, or is null.
func isNothing(n *Node) bool {
	return n.Kind == Scalar && n.Style == Plain && (n.Value == "" || n.Value == "~" || n.Value == "null")
}

// in sets the value below a node, whose key is the one before path[depth].
func (s *setter) in(n *Node, depth int) (string, bool) {
	if n.Kind != Mapping {
		return s.text, false
	}
	for i := len(n.Pairs) - 1; i >= 0; i-- {
		if n.Pairs[i].Key.Value == s.path[depth] {
			return s.entry(n, i, depth)
		}
	}
	if s.written == "" {
		return s.text, true
	}
	return s.add(n, depth), true
}

// entry sets the value of an entry, or what is below it.
func (s *setter) entry(n *Node, i, depth int) (string, bool) {
	v := n.Pairs[i].Value
	isLast := depth == len(s.path)-1
	switch {
	case s.written == "" && (isLast || v.Kind == Mapping && len(v.Pairs) == 1 && v.Pairs[0].Key.Value == s.path[depth+1]):
		return s.without(n, i), true
	case isLast:
		return s.replace(v, s.written), true
	case isNothing(v) && s.written != "":
		return s.replace(v, s.flow(depth+1)), true
	}
	return s.in(v, depth+1)
}

// replace writes something in the place of a node.
func (s *setter) replace(n *Node, with string) string {
	start, end := int(n.Span.Start), int(n.Span.End)
	if start == end {
		with = " " + with
	}
	return s.text[:start] + with + s.text[end:]
}

// add adds an entry to a mapping.
func (s *setter) add(n *Node, depth int) string {
	if s.isFlow(n) {
		at := int(n.Span.End) - 1
		if len(n.Pairs) == 0 {
			return s.text[:at] + s.pair(depth) + s.text[at:]
		}
		at = int(n.Pairs[len(n.Pairs)-1].Value.Span.End)
		return s.text[:at] + ", " + s.pair(depth) + s.text[at:]
	}
	at := int(n.Pairs[0].Key.Span.Start)
	column := at - lineStart(s.text, at)
	end := lineEnd(s.text, int(n.Span.End))
	return s.text[:end] + "\n" + strings.Repeat(" ", column) + s.block(depth, column) + s.text[end:]
}

// without takes an entry out: its lines, or its piece of a line.
func (s *setter) without(n *Node, i int) string {
	start, end := int(n.Pairs[i].Key.Span.Start), int(n.Pairs[i].Value.Span.End)
	switch {
	case !s.isFlow(n):
		start = lineStart(s.text, start)
		end = min(lineEnd(s.text, end)+1, len(s.text))
	case i > 0:
		start = int(n.Pairs[i-1].Value.Span.End)
	case len(n.Pairs) > 1:
		end = int(n.Pairs[1].Key.Span.Start)
	}
	return s.text[:start] + s.text[end:]
}

func (s *setter) isFlow(n *Node) bool { return s.text[n.Body.Start] == '{' }

// block writes the rest of the path as an entry of a block mapping.
func (s *setter) block(depth, column int) string {
	if depth == len(s.path)-1 {
		return s.pair(depth)
	}
	column += 2
	return Key(s.path[depth]) + ":\n" + strings.Repeat(" ", column) + s.block(depth+1, column)
}

// flow writes the rest of the path in brackets; with nothing left, the value.
func (s *setter) flow(depth int) string {
	if depth == len(s.path) {
		return s.written
	}
	return "{" + s.pair(depth) + "}"
}

func (s *setter) pair(depth int) string { return Key(s.path[depth]) + ": " + s.flow(depth+1) }

// Key writes a key so that it is read as text by everyone, and in brackets too.
func Key(text string) string {
	for i := range len(text) {
		c := text[i] | 0x20
		if !('a' <= c && c <= 'z' || text[i] == '_' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
		}
	}
	switch strings.ToLower(text) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return `"` + text + `"`
	}
	return text
}

// lineBreak is what must stand between the text and a new line.
func (s *setter) lineBreak() string {
	if s.text == "" || strings.HasSuffix(s.text, "\n") {
		return ""
	}
	return "\n"
}
