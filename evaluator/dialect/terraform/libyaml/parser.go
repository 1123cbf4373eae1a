package libyaml

// A parser builds a tree from the tokens: the original's state machine as recursive functions. A
// Broken node marks the place where it stopped.
type parser struct {
	*scanner
	directives []tagDirective
	// depth counts the collections around the current node; see MaxDepth.
	depth   int
	slab    []Node
	chunk   int // the size of the last slab
	entries []Entry
	open    Mark // where the current entry of the root begins
	openAt  int  // the number of the root's children before it, or -1 if it is not known
}

// A tagDirective is `%TAG`: in the document, tags may begin with the handle instead of the prefix.
type tagDirective struct{ handle, prefix string }

// defaultTags are the handles that every document has, unless it declares them itself.
var defaultTags = [...]tagDirective{{"!", "!"}, {"!!", "tag:yaml.org,2002:"}}

// Read reads a text that should contain one document.
func Read(text string) *Document { return read(text, nil) }

func read(text string, previous *past) *Document {
	if text == "" {
		text = "\n" // as in the original, for the position of its error
	}
	p := &parser{scanner: newScanner(text), openAt: -1}
	if p.badAt < 0 {
		p.past = previous
	}
	d := &Document{}
	first := p.peek()
	if first.kind == tokStreamEnd {
		// Blanks and comments are not a document; `---` alone is one (2.6).
		d.Empty = &first.start
		return d
	}
	if d.Root = p.document(); p.err == nil {
		p.endOfDocument(d)
	}
	d.Err = p.err
	d.Entries, d.isAlone = p.entries, p.badAt >= 0 || p.hasDirectives
	return d
}

// endOfDocument checks the text after the document.
func (p *parser) endOfDocument(d *Document) {
	if p.peek().kind == tokDocumentEnd {
		p.skip()
	}
	// Directives belong to one document.
	p.directives = p.directives[:0]
	for p.peek().kind == tokDocumentEnd {
		p.skip()
	}
	t := p.peek()
	if t.kind == tokStreamEnd || t.kind == tokBroken {
		return
	}
	at := t.start
	// A second document needs `---`; text without it is an error (2.6).
	if p.explicitStart(); p.err == nil {
		d.Extra = &at
	}
}

// document reads the start of a document and its root node.
func (p *parser) document() *Node {
	switch t := p.peek(); t.kind {
	case tokBroken:
		return p.brokenNode()
	case tokVersionDirective, tokTagDirective, tokDocumentStart:
		if !p.explicitStart() {
			return p.brokenNode()
		}
	default:
		// A document without `---` has only the default directives.
		p.addDirective(tagDirective{}, Mark{})
		return p.node(true, false)
	}
	switch t := p.peek(); t.kind {
	case tokVersionDirective, tokTagDirective, tokDocumentStart, tokDocumentEnd, tokStreamEnd:
		// There is nothing after `---`: the document is null.
		return p.empty(t.start)
	}
	return p.node(true, false)
}

// explicitStart reads directives and `---`.
func (p *parser) explicitStart() bool {
	version := false
	for {
		t := p.peek()
		switch t.kind {
		case tokVersionDirective:
			if version {
				return p.reject("found duplicate %YAML directive", t.start)
			}
			if t.value != "1.1" {
				return p.reject("found incompatible YAML document", t.start)
			}
			version = true
		case tokTagDirective:
			if !p.addDirective(tagDirective{t.value, t.suffix}, t.start) {
				return false
			}
		case tokDocumentStart:
			p.addDirective(tagDirective{}, t.start)
			p.skip()
			return true
		case tokBroken:
			return false
		default:
			return p.reject("did not find expected <document start>", t.start)
		}
		p.skip()
	}
}

// addDirective adds a tag directive or, if d is the zero value, the default ones that were not
// declared.
func (p *parser) addDirective(d tagDirective, at Mark) bool {
	if d.handle == "" {
		for _, d := range defaultTags {
			if _, declared := p.prefix(d.handle); !declared {
				p.directives = append(p.directives, d)
			}
		}
		return true
	}
	if _, declared := p.prefix(d.handle); declared {
		return p.reject("found duplicate %TAG directive", at)
	}
	p.directives = append(p.directives, d)
	return true
}

// prefix returns the prefix that a tag handle denotes in this document.
func (p *parser) prefix(handle string) (string, bool) {
	for _, d := range p.directives {
		if d.handle == handle {
			return d.prefix, true
		}
	}
	return "", false
}

// reject ends reading with a syntax error.
func (p *parser) reject(problem string, at Mark) bool {
	if p.err == nil {
		p.err = &Error{ParserLayer, problem, at}
	}
	return false
}

// newNode allocates nodes in chunks: separate allocations would take longer than reading them.
func (p *parser) newNode() *Node {
	if len(p.slab) == 0 {
		p.chunk = min(2*p.chunk+8, 128) // a large chunk would stay in memory as long as one of its nodes
		p.slab = make([]Node, p.chunk)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	return n
}

// brokenNode returns the node where reading ended, at the position of the error.
func (p *parser) brokenNode() *Node {
	n := p.newNode()
	*n = Node{Kind: Broken, Start: p.err.At, Body: p.err.At.Offset, End: p.err.At.Offset}
	return n
}

// empty returns an omitted scalar.
func (p *parser) empty(at Mark) *Node {
	if p.err != nil {
		return p.brokenNode()
	}
	n := p.newNode()
	*n = Node{Start: at, Body: at.Offset, End: at.Offset}
	return n
}

// node reads a node. block means that block collections are allowed here, indentless that a
// sequence may be at the indentation of its key.
func (p *parser) node(block, indentless bool) *Node {
	t := p.peek()
	if t.kind == tokAlias {
		n := p.newNode()
		*n = Node{Kind: Alias, Anchor: t.value, Start: t.start, Body: t.start.Offset, End: t.end.Offset}
		p.skip()
		return n
	}
	n := p.newNode()
	n.Start = t.start
	end, ok := p.properties(n)
	if !ok {
		return p.brokenNode()
	}
	t = p.peek()
	n.Body = t.start.Offset
	n.End = t.end.Offset
	switch {
	case t.kind == tokBroken:
		return p.brokenNode()
	case indentless && t.kind == tokBlockEntry:
		p.collection(n, Sequence, p.indentless)
	case t.kind == tokScalar:
		n.Value, n.Style = t.value, t.style
		p.skip()
	case t.kind == tokFlowSequenceStart:
		n.Flow = true
		p.collection(n, Sequence, p.flowSequence)
	case t.kind == tokFlowMappingStart:
		n.Flow = true
		p.collection(n, Mapping, p.flowMapping)
	case block && t.kind == tokBlockSequenceStart:
		p.collection(n, Sequence, p.blockSequence)
	case block && t.kind == tokBlockMappingStart:
		p.collection(n, Mapping, p.blockMapping)
	case n.Anchor != "" || n.Tag != "":
		// A tag or an anchor alone makes an empty scalar.
		n.Body, n.End = end.Offset, end.Offset
	default:
		p.reject("did not find expected node content", t.start)
		return p.brokenNode()
	}
	return n
}

// properties reads the anchor and the tag of a node, in either order. It also reads the token after
// them, because an error in that token is reported before an error in the tag.
func (p *parser) properties(n *Node) (end Mark, ok bool) {
	var tag token
	for range 3 {
		t := p.peek()
		switch {
		case t.kind == tokAnchor && n.Anchor == "":
			n.Anchor = t.value
		case t.kind == tokTag && tag.kind != tokTag:
			tag = *t
		default:
			if t.kind == tokBroken {
				return end, false
			}
			continue
		}
		end = t.end
		p.skip()
	}
	switch {
	case tag.kind != tokTag:
	case tag.value == "":
		n.Tag = tag.suffix
	default:
		prefix, declared := p.prefix(tag.value)
		n.Tag = prefix + tag.suffix
		if !declared || n.Tag == "" {
			return end, p.reject("found undefined tag handle", tag.start)
		}
	}
	return end, true
}

// collection reads the inside of a collection, one level deeper.
func (p *parser) collection(n *Node, kind Kind, read func(*Node)) {
	n.Kind = kind
	if p.depth++; p.depth > MaxDepth {
		if p.err == nil {
			p.err = &Error{LimitLayer, "nested too deep", n.Start}
		}
	} else {
		read(n)
	}
	p.depth--
	if p.err != nil {
		p.child(n, p.brokenNode())
	}
}

// child adds a node to a collection, which ends where its last child does or, if it is in brackets,
// at the closing bracket.
func (p *parser) child(n, c *Node) {
	n.Children = append(n.Children, c)
	n.End = max(n.End, c.End)
}
