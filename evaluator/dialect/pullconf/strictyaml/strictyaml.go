// Package strictyaml reads StrictYAML: the block style of YAML in which every scalar is a string
// and nothing else is special.
//
// Characters that have a meaning in YAML at the start of a value (those of brackets, anchors,
// aliases and tags) are plain text here, so a YAML parser cannot read it. No Go library can, either.
// The package is a scanner that turns indentation into tokens (scan.go, text.go, block.go) and a
// small parser (parse.go); it costs 23 KB of the compressed wasm. Every node has its span, and
// every byte of a decoded string its source position.
//
// An error only affects the entry that contains it: reading continues with the next line that
// belongs to an outer hash or array. Tabs used as indentation count as four spaces, are reported
// once and can all be replaced at once.
//
// Read is the entry point. ReadNext reads the next version of a file (reuse.go).
package strictyaml

import (
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// The codes of the problems that Read reports.
const (
	codeSyntax       diag.Code = "yaml-syntax"
	codeIndentation  diag.Code = "yaml-indentation"
	codeTab          diag.Code = "yaml-tab"
	codeReserved     diag.Code = "yaml-reserved-character"
	codeUnclosed     diag.Code = "yaml-unclosed-quote"
	codeEscape       diag.Code = "yaml-escape"
	codeSecondColon  diag.Code = "yaml-second-colon"
	codeMissingColon diag.Code = "yaml-missing-colon"
	codeDash         diag.Code = "yaml-dash"
	codeBlockHeader  diag.Code = "yaml-block-header"
	codeDuplicateKey diag.Code = "duplicate-key"
	codeDepth        diag.Code = "budget-depth"
	codeDocument     diag.Code = "budget-document"
)

// MaxDepth limits the nesting of arrays and hashes.
const MaxDepth = 200

// MaxNodes limits the number of nodes of a file. One that names a missing group takes 1.5 KB until the result
// document is printed. For the other dialects, package yamltree has a similar limit.
const MaxNodes = 400_000

// Kind is the kind of a node.
type Kind uint8

// The kinds of nodes.
const (
	Text Kind = iota
	Array
	Hash
	Broken // could not be read; the problem is reported
)

// A Node is a part of a document.
type Node struct {
	Kind  Kind
	Value string // of a Text, decoded
	// Span is the whole node, with quotes and the header of a block. An omitted value has an empty
	// span after its key.
	Span source.Span
	*parts
}

// parts is what few nodes have. Most are strings that are written on one line without escapes, which share noParts,
// so that they are small.
type parts struct {
	Pairs []Pair  // of a Hash, in order; only the first of equal keys
	Items []*Node // of an Array
	// runs are in the order of the string; nil if it is the same as its source, byte by byte.
	runs []run
}

// noParts never changes.
var noParts parts

// A Pair is an entry of a hash.
type Pair struct{ Key, Value *Node }

// Get returns the value of a key. It returns nil if the key is missing or n is not a hash.
func (n *Node) Get(key string) *Node {
	for _, p := range n.Pairs {
		if p.Key.Kind == Text && p.Key.Value == key {
			return p.Value
		}
	}
	return nil
}

// count returns the number of nodes in a tree. Trees are at most MaxDepth levels deep.
func (n *Node) count() int {
	count := 1
	for _, p := range n.Pairs {
		count += p.count()
	}
	for _, item := range n.Items {
		count += item.count()
	}
	return count
}

// count returns the number of nodes of an entry, which has no key in an array.
func (p Pair) count() int {
	if p.Key == nil {
		return p.Value.count()
	}
	return p.Key.count() + p.Value.count()
}

func countNodes(documents []Document) int {
	nodes := 0
	for _, d := range documents {
		nodes += d.Root.count()
	}
	return nodes
}

// tooLarge returns the stream of a file with more than MaxNodes nodes, which is not read.
func tooLarge(f *source.File, nodes int) *Stream {
	span := f.Span(0, 0)
	return &Stream{
		Documents: []Document{{Root: &Node{Kind: Broken, Span: span, parts: &noParts}, Span: span, Broken: true}},
		Problems: []diag.Problem{diag.Errorf(span, codeDocument,
			"this file is too large: it has %d keys, values, arrays and hashes; at most %d are read", nodes, MaxNodes)},
	}
}

// A run describes where a part of a decoded string comes from. A literal run is copied from the
// source; any other, such as an escape, extends to the start of the next run.
type run struct {
	// text is the offset of the part in the decoded string, src its offset in the node.
	text, src int32
	literal   bool
}

func (r run) isSame(o run) bool { return r.text == o.text && r.src == o.src && r.literal == o.literal }

// At returns the source span of the bytes from start to end of the decoded string. For an omitted value, it is the
// whole node.
func (n *Node) At(start, end int) source.Span {
	if len(n.runs) == 0 {
		return n.Inner().Slice(start, end)
	}
	first := n.runs[n.run(start)]
	from := int(first.src)
	if first.literal {
		from += start - int(first.text)
	}
	if end <= start {
		return n.Span.Slice(from, from)
	}
	i := n.run(end - 1)
	last := n.runs[i]
	// The bytes of an escape have no separate positions in the source, so the span covers all of
	// it.
	to := int(last.src) + end - int(last.text)
	if !last.literal && i+1 < len(n.runs) {
		to = int(n.runs[i+1].src)
	}
	return n.Span.Slice(from, max(from, to))
}

// run returns the index of the last run that begins at or before an offset of the string.
func (n *Node) run(offset int) int {
	return max(sort.Search(len(n.runs), func(i int) bool { return int(n.runs[i].text) > offset })-1, 0)
}

// Inner returns the span of a string without its quotes. For other nodes it is the whole span.
func (n *Node) Inner() source.Span {
	s := n.Span
	if text := s.Text(); len(text) >= 2 && (text[0] == '"' || text[0] == '\'') {
		return s.Slice(1, len(text)-1)
	}
	return s
}

// A Document is one document of a file.
type Document struct {
	Root   *Node
	Span   source.Span // span of the root
	Broken bool        // something in it could not be read
}

// A Stream is the content of a file.
type Stream struct {
	Documents []Document
	Problems  []diag.Problem
	// Mark reports whether the file begins with a byte order mark.
	Mark bool

	entries []pastEntry // for ReadNext
}

// Read reads the documents of a file. If the file has problems, the result contains all that could
// be read.
func Read(f *source.File) *Stream { return read(f, nil, nil) }

// read reads a file. It reuses entries of the past, from whose file the move leads to f.
func read(f *source.File, move *source.Move, past []pastEntry) *Stream {
	s := &scanner{file: f, text: f.Text, indent: -1, allowed: true}
	// The original makes the mark a part of the first key (2). We leave it out, so that only the
	// mark itself is reported.
	mark := len(f.Text) >= 3 && f.Text[:3] == "\uFEFF"
	if mark {
		s.pos, s.lineStart = 3, 3
	}
	p := &parser{scanner: s, move: move, past: past, entries: make([]pastEntry, 0, len(past)+1)}
	documents := p.stream()
	if p.mostNodes(len(documents)) > MaxNodes { // counting them exactly takes longer than reading one entry
		if nodes := countNodes(documents); nodes > MaxNodes {
			return tooLarge(f, nodes)
		}
	}
	s.reportTabs()
	stream := &Stream{Documents: documents, Problems: s.problems, Mark: mark}
	p.keep(stream)
	return stream
}
