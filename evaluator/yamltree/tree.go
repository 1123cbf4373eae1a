// Package yamltree parses YAML into trees whose nodes know their exact positions.
//
// A text is read in one pass, whether it is valid or broken (reader.go, block.go, flow.go): during
// typing it is broken half of the time. Whatever cannot be read becomes a Broken node with a
// problem, and the rest of the text is still read (mend.go, mistakes.go). gopkg.in/yaml.v3 is the
// authority: a test checks the reader against its trees, positions and errors, and yaml.v3 itself
// reads the texts that the reader is unsure of (convert.go).
//
// A node records its byte range, its style and tag as written and, for every byte of a scalar's
// decoded value, where it was written. How a plain scalar is interpreted (is `yes` a boolean?)
// differs between dialects, so a node keeps the string, and the tables in schema.go interpret it.
//
// A tree belongs to a whole text: its positions count from the beginning of the file. A bundle
// keeps it as long as the file does not change. Reading takes a tenth of the time of an evaluation,
// so reusing the unchanged entries of an edited text, with relative positions, would gain little,
// and would complicate every dialect's use of positions.
//
// Start reading at Parse.
package yamltree

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// Kind is the kind of a node.
type Kind uint8

// The kinds of node.
const (
	Scalar Kind = iota
	Sequence
	Mapping
	Alias
	Broken // text that could not be parsed; Document.Problems says why
)

// Style is how a node is written.
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

// A Node is a node of a document. Trees never change after Parse.
type Node struct {
	Kind   Kind
	Style  Style
	inFlow bool   // inside brackets
	isFlat bool   // Value appears in the source byte by byte
	indent int32  // column of the innermost enclosing block collection, -1 at the top
	Value  string // decoded value of a scalar, name of an alias; "" for an omitted scalar

	// Span is the whole node, including its tag and anchor, and closing quotes and brackets. A
	// block collection ends where its last child ends; a block scalar ends with its last line,
	// without the line break. An omitted scalar (`key:`) has an empty span directly after the
	// indicator.
	Span source.Span
	// Body is Span without tag and anchor.
	Body source.Span

	Pairs []Pair  // Mapping: in source order, repeated keys included
	Items []*Node // Sequence

	rare *rare // nil for most nodes
}

// A rare holds the data that only few nodes have.
type rare struct {
	tag    string // as written
	short  string // the resolved tag in short form, "!!str"; "" if there is none or it is "!"
	anchor string
	target *Node
	origin *origin // where the characters of Value were written; computed on demand
}

// ensureDetails returns the rare part of a node, creating it if necessary.
func (n *Node) ensureDetails() *rare {
	if n.rare == nil {
		n.rare = &rare{}
	}
	return n.rare
}

// Tag returns the tag as written: "!!str", "!x", "!<...>" or "!"; "" if there is none.
func (n *Node) Tag() string {
	if n.rare == nil {
		return ""
	}
	return n.rare.tag
}

// ShortTag returns the tag in its short form, with handles and verbatim tags resolved: "!!str" for
// `!!str` and `!<tag:yaml.org,2002:str>`. It is "" for no tag and for a lone `!`.
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

// Target returns the node that an alias refers to, which may contain the alias.
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

// A Document is the result of Parse.
type Document struct {
	File *source.File
	Root *Node // nil if the text has no document
	// More holds the roots of further documents of the same text.
	More []*Node
	// Anchors holds the nodes that have an anchor, in source order.
	Anchors []*Node
	// Problems are the syntax errors, in order of position.
	Problems []diag.Problem
	// Partial reports that the text could not be parsed completely, so Root was assembled from the
	// parts that could be.
	Partial bool

	all bool // all documents have been read
}

// Get returns the value of a key, or nil. If the key is repeated, the first one wins.
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

// IsMissing reports whether n is a scalar that is omitted in the source.
func (n *Node) IsMissing() bool {
	return n.Kind == Scalar && n.Style == Plain && n.Value == "" && n.Span.Start == n.Span.End
}
