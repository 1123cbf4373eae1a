// Package libyaml reads YAML 1.1 exactly as the C library of that name and its Go ports do: the
// same grammar, the same errors in the same order, and the same marks, including their oddities.
//
// Terraform's decoder quotes the marks of its scanner in its messages and stops at the first
// error of any kind, so a tree alone does not determine its message. The text is scanned into
// tokens (scanner.go and its neighbours), the tokens are parsed into a tree (parser.go), and the
// position where reading ends becomes a Broken node in the tree, so a walk of the tree in order finds
// the errors in the original's order.
//
// yaml.v3 is a port of that library as well, but hides the events and keeps no marks of errors:
// section 6 of SPEC.md lists what would be lost. Terraform's own decoder, go-cty-yaml, depends on
// Terraform's values and costs 225 KB of the compressed wasm; this package costs 29.
//
// Read is the entry point.
package libyaml

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes. Broken is where parsing stopped; Document.Err says why.
const (
	Scalar Kind = iota
	Sequence
	Mapping
	Alias
	Broken
)

// Style is the notation of a scalar.
type Style uint8

// The styles of scalars.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal
	Folded
)

// IsBlock reports whether a scalar is written with `|` or `>`.
func (s Style) IsBlock() bool { return s == Literal || s == Folded }

// A Mark is a position in the text. Lines and columns start at 0; columns are code points.
type Mark struct{ Line, Column, Offset int32 }

// A Node is a piece of the document. Versions of a text share the nodes of entries that have not changed, so their
// positions are those in the version in which they were read: see Entry.By.
type Node struct {
	Kind   Kind
	Style  Style
	Flow   bool   // a collection written in brackets or braces
	Tag    string // in its long form, "" when none is written
	Anchor string // for an Alias, the name that it refers to
	Value  string // decoded text of a scalar
	Start  Mark   // of the first property (anchor or tag) or of the node itself
	Body   int32  // offset of the node itself, after its properties
	End    int32  // offset after its last byte
	// Children are the items of a sequence; keys and values in turn of a mapping.
	Children []*Node
	// Derived is what the caller derives from the node alone, to be used in later versions.
	Derived any
}

// A Document is the outcome of Read.
type Document struct {
	Root  *Node  // nil if the text contains no document
	Err   *Error // the error that ended reading, if any
	Extra *Mark  // where a second document begins
	Empty *Mark  // the end of a text without a document
	// Entries are complete entries of the root, in order.
	Entries []Entry
	isAlone bool // the next version cannot share its entries
}

// A Layer is the part of the reader that found an error; it determines how the original formats
// its position.
type Layer uint8

// The layers.
const (
	ReaderLayer Layer = iota
	ScannerLayer
	ParserLayer
	// LimitLayer is ours: the text is nested too deeply.
	LimitLayer
)

// An Error is an error in the text.
type Error struct {
	Layer   Layer
	Problem string // in the original's words
	At      Mark
}

// MaxDepth limits the nesting of collections.
const MaxDepth = 1000
