// Package yamltree parses YAML into trees whose nodes know their exact positions.
//
// The reader parses a text in one pass, whether it is valid or not (reader.go, block.go, flow.go),
// because half of the texts are invalid while a user is typing. A value with a syntax error becomes a
// Broken node with a problem, and the rest of the text is still parsed (mend.go, errors.go).
// gopkg.in/yaml.v3 is the authority: a test compares the reader's trees, positions and errors with
// those of yaml.v3, which itself parses the texts with constructs that the reader does not support
// (convert.go).
//
// A node records its byte range, its style and tag as written and, for every byte of a scalar's
// decoded value, where it was written. Dialects differ in how they interpret plain scalars (is `yes`
// a boolean?), so a node has the string, and the schemas in schema.go interpret it.
//
// The positions in a tree count from the start of the file, and a bundle keeps the tree as long as
// the file does not change. From the tree of the previous version, ParseNext takes the entries that have not
// changed, and moves their positions (reuse.go): trees with relative positions could share them, but would
// complicate every use of positions in the dialects.
//
// Start reading at Parse.
package yamltree

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Scalar Kind = iota
	Sequence
	Mapping
	Alias
	Broken // text that cannot be parsed; Document.Problems has the reason
)

// Style is the style in which a node is written.
type Style uint8

// The styles: Plain to Folded for scalars, Block and Flow for collections.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
	Block
	Flow
)

// A Node is a node of a document. Trees do not change after Parse, until ParseNext takes them apart.
type Node struct {
	Kind   Kind
	Style  Style
	inFlow bool   // inside a flow collection
	isFlat bool   // Value is the same as its source, byte by byte
	indent int32  // column of the innermost enclosing block collection, -1 at the top level
	Value  string // decoded value of a scalar, name of an alias; "" for an omitted scalar

	// Span covers the node, including its tag and anchor, quotes and brackets. A block collection
	// ends where its last child ends, and a block scalar with its last line, without the line break.
	// An omitted scalar (`key:`) has an empty span directly after the indicator.
	Span source.Span

	*children          // never nil
	details   *details // nil for most nodes
}

// children holds what is in a collection. Most nodes are scalars, which have none, and nodes are numerous.
type children struct {
	Pairs []Pair  // Mapping: in source order, repeated keys included
	Items []*Node // Sequence
}

// noChildren is shared by all nodes without children.
var noChildren = &children{}

// NewScalar returns a scalar that is not in the text, at the position of what it replaces.
func NewScalar(value string, style Style, at source.Span) *Node {
	return &Node{Kind: Scalar, Style: style, Value: value, Span: at, children: noChildren}
}

// NewMapping returns a mapping that is not in the text, at the position of what it replaces.
func NewMapping(pairs []Pair, at source.Span) *Node {
	return &Node{Kind: Mapping, Style: Block, Span: at, children: &children{Pairs: pairs}}
}

// With returns a copy of a node with other children.
func (n *Node) With(pairs []Pair, items []*Node) *Node {
	c := *n
	c.children = &children{pairs, items}
	return &c
}

// details holds the data that few nodes have.
type details struct {
	body   int    // length of tag and anchor and the space after them, which are in Span and not in Body
	tag    string // as written
	short  string // the resolved tag in short form, "!!str"; "" if there is none or it is "!"
	anchor string
	target *Node
	origin *origin // where the characters of Value were written; computed on first use
}

// ensureDetails returns the details of a node, creating them if necessary.
func (n *Node) ensureDetails() *details {
	if n.details == nil {
		n.details = &details{}
	}
	return n.details
}

// Body returns Span without tag and anchor.
func (n *Node) Body() source.Span {
	if n.details == nil {
		return n.Span
	}
	return n.Span.Slice(n.details.body, n.Span.Len())
}

// Tag returns the tag as written: "!!str", "!x", "!<...>" or "!"; "" if there is none.
func (n *Node) Tag() string {
	if n.details == nil {
		return ""
	}
	return n.details.tag
}

// ShortTag returns the tag in its short form, with handles and verbatim tags resolved: "!!str" for
// `!!str` and `!<tag:yaml.org,2002:str>`. It returns "" for a node without a tag and for the tag `!`.
func (n *Node) ShortTag() string {
	if n.details == nil {
		return ""
	}
	return n.details.short
}

// Anchor returns the name of the anchor, without the &, or "" if there is none.
func (n *Node) Anchor() string {
	if n.details == nil {
		return ""
	}
	return n.details.anchor
}

// Target returns the node to which an alias refers, which may contain the alias. It returns nil for
// other nodes.
func (n *Node) Target() *Node {
	if n.details == nil {
		return nil
	}
	return n.details.target
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
	Root *Node // nil if the text contains no document
	// More holds the roots of the documents after the first one: see Options.AllDocuments.
	More []*Node
	// Anchors holds the nodes that have an anchor, in source order.
	Anchors []*Node
	// Problems are the syntax errors, in order of position.
	Problems []diag.Problem
	// Partial means that the text could not be parsed completely: Root contains the parts that could.
	Partial bool
	// Paths is the total length of the paths of all values, and LongestPath the length of the longest.
	Paths, LongestPath int

	all        bool        // Options.AllDocuments
	isOrdinary bool        // see isOrdinary
	reference  *string     // see Reference; nil until it is called
	entries    []pastEntry // of sections, for ParseNext; nil unless they can be reused
}

// Get returns the value of a key, or nil if n is not a mapping with that key. If the key is repeated,
// Get returns its first value.
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

// IsLike reports whether two nodes are the same, apart from their positions and children.
func (n *Node) IsLike(other *Node) bool {
	return n.Kind == other.Kind && n.Style == other.Style && n.Value == other.Value && n.Tag() == other.Tag()
}

// IsMissing reports whether n is an omitted scalar, such as the value in `key:`.
func (n *Node) IsMissing() bool {
	return n.Kind == Scalar && n.Style == Plain && n.Value == "" && n.Span.Len() == 0
}
