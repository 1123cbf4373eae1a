// Package yamltree turns YAML text into trees whose nodes know exactly where they stand.
//
// Texts are read in one pass, whether they are healthy or broken (reader.go, block.go,
// flow.go): while somebody types they are broken half of the time. What cannot be read
// becomes a Broken node with a problem, and the rest of the text is read all the same
// (mend.go, mistakes.go). gopkg.in/yaml.v3 decides what a text says: a test holds the reader
// to its trees, positions and refusals, and it reads the texts that the reader is unsure of
// (convert.go).
//
// A node knows the byte range that it covers, the style and tag as written, and for every
// byte of a scalar's decoded text the place it was written at. How a plain scalar is read
// (is `yes` a boolean?) differs from dialect to dialect: a node keeps its text, and the
// tables in schema.go read it.
//
// A tree belongs to a text as a whole: its positions count from the beginning of the file. A
// bundle keeps it while the file stays as it is. Reading a text is a tenth of evaluating it, so
// that sharing the entries of a changed one, with positions relative to them, would gain little
// by itself, and cost every dialect the places that it points at.
//
// Start reading at Parse.
package yamltree

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// Kind says what a node is.
type Kind uint8

// The kinds of node.
const (
	Scalar Kind = iota
	Sequence
	Mapping
	Alias
	Broken // text that could not be parsed; Document.Problems says why
)

// Style says how a node is written.
type Style uint8

// The styles. Scalars are Plain to Folded, collections Block or Flow.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	Block
	Flow
)

// A Node is a piece of a document. Trees are never changed after Parse.
type Node struct {
	Kind   Kind
	Style  Style
	inFlow bool   // inside brackets
	isFlat bool   // Value stands in the source byte by byte
	indent int32  // column of the innermost block collection around, -1 at the top
	Value  string // decoded text of a scalar, name of an alias; "" for a scalar that is not there

	// Span is the whole node, tag and anchor included, from its first to after its last
	// byte: closing quotes and brackets are inside. A block collection ends where its
	// last child ends, a block scalar with the end of its last line's text (the line
	// break is not part of it). A scalar that is not there (`key:`) has an empty span
	// directly behind the indicator.
	Span source.Span
	// Body is Span without tag and anchor.
	Body source.Span

	Pairs []Pair  // Mapping: in source order, repeated keys included
	Items []*Node // Sequence

	rare *rare // nil for most nodes
}

// A rare holds what few nodes have.
type rare struct {
	tag    string // as written
	short  string // the resolved tag in short form, "!!str", "" when none is written or it is "!"
	anchor string
	target *Node
	origin *origin // where the characters of Value were written; made when first asked for
}

// extra returns the rare part of a node, to write into.
func (n *Node) extra() *rare {
	if n.rare == nil {
		n.rare = &rare{}
	}
	return n.rare
}

// Tag returns the tag as written: "!!str", "!x", "!<...>" or "!"; "" when none is written.
func (n *Node) Tag() string {
	if n.rare == nil {
		return ""
	}
	return n.rare.tag
}

// ShortTag returns the tag in its short form, with handles and verbatim tags resolved:
// "!!str" for `!!str` and `!<tag:yaml.org,2002:str>`. It is "" when no tag is written,
// and for a lone `!`.
func (n *Node) ShortTag() string {
	if n.rare == nil {
		return ""
	}
	return n.rare.short
}

// Anchor returns the name of the anchor, without &.
func (n *Node) Anchor() string {
	if n.rare == nil {
		return ""
	}
	return n.rare.anchor
}

// Target returns the node that an alias stands for; it may be one that the alias is inside of.
func (n *Node) Target() *Node {
	if n.rare == nil {
		return nil
	}
	return n.rare.target
}

// A Pair is an entry of a mapping.
type Pair struct {
	Key, Value *Node
}

// Span returns the range from the start of the key to the end of the value.
func (p Pair) Span() source.Span { return p.Key.Span.To(p.Value.Span) }

// A Document is the outcome of Parse.
type Document struct {
	File *source.File
	Root *Node // nil when the text holds no document
	// More holds the roots of further documents of the same text.
	More []*Node
	// Anchors holds the nodes that have an anchor, in the order they are written.
	Anchors []*Node
	// Problems are those of the YAML text itself, in order of position.
	Problems []diag.Problem
	// Partial says that the text as a whole could not be parsed and that Root was put
	// together from the pieces that could.
	Partial bool

	all bool // all documents have been read
}

// Get returns the value of a plain key, or nil. Of repeated keys it is the first.
func (n *Node) Get(key string) *Node {
	if n == nil || n.Kind != Mapping {
		return nil
	}
	for _, p := range n.Pairs {
		if p.Key.Kind == Scalar && p.Key.Value == key {
			return p.Value
		}
	}
	return nil
}

// IsMissing reports whether n is a scalar of which nothing at all is written.
func (n *Node) IsMissing() bool {
	return n.Kind == Scalar && n.Style == Plain && n.Value == "" && n.Span.Start == n.Span.End
}
