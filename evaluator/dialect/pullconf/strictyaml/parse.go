package strictyaml

import (
	"strconv"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A parser builds trees from tokens. Anything that does not fit is reported once and left out.
type parser struct {
	*scanner
	end    int  // end of the last consumed token
	broken bool // something in the current document could not be read
	deep   bool // an array or hash that is nested too deeply has been reported

	// The entries that have been read of all open hashes and arrays, those of the innermost one last. Nodes get
	// slices of the exact length when they are complete.
	pairs []Pair
	items []*Node
	slabs struct {
		parts ir.Slab[parts]
		pairs ir.Slab[Pair]
		items ir.Slab[*Node]
	}

	move    *source.Move
	past    []pastEntry // of the previous version, in source order
	entries []pastEntry // for the next version
	around  int         // the number of nodes outside these entries, without roots
}

// next consumes a token. Tokens without extent, such as the end of an array, do not move end, which
// thus remains after the last text that was read.
func (p *parser) next() token {
	t := p.take()
	if t.end > t.start || t.kind == text {
		p.end = t.end
	}
	return t
}

// stream reads all documents. Only the first may begin without ---.
func (p *parser) stream() []Document {
	var documents []Document
	for {
		explicit := p.prologue(len(documents) == 0)
		if p.peek().kind == streamEnd && !explicit {
			return documents
		}
		p.broken = false
		before := len(p.problems)
		d := Document{}
		switch p.peek().kind {
		// A --- without content is a document that is the empty string (2).
		case documentStart, documentEnd, directive, streamEnd:
			d.Root = p.empty()
		default:
			d.Root = p.node(false, 0)
		}
		p.epilogue()
		d.Span = d.Root.Span
		// Some of the scanner's errors, such as a tab, leave nothing out. Others do, with a
		// broken token or by setting lost.
		d.Broken = p.broken || p.lost || len(p.problems) > before && d.Root.Kind == Broken
		documents, p.lost = append(documents, d), false
	}
}

// prologue skips the text before a document and reports whether that includes ---.
func (p *parser) prologue(first bool) bool {
	var last token // a directive that no document follows yet
	for {
		switch t := p.peek(); t.kind {
		case documentEnd:
			p.next()
		case directive:
			last = p.next()
		case documentStart:
			p.next()
			return true
		case streamEnd:
			if last.end > 0 {
				p.unexpected(last,
					`a document is missing after this directive; it begins with "---" on a separate line`,
					"did not find expected <document start>")
			}
			return false
		default:
			if !first || last.end > 0 {
				p.unexpected(t, `another document begins with "---" on a separate line`,
					"did not find expected <document start>")
			}
			return true
		}
	}
}

// epilogue skips the rest of a document that does not belong to its root.
func (p *parser) epilogue() {
	reported := false
	for {
		t := p.peek()
		switch t.kind {
		case documentStart, streamEnd, directive:
			return
		case documentEnd:
			p.next()
			return
		case broken, blockEnd:
			p.broken = p.broken || t.kind == broken
			p.next()
		default:
			if !reported {
				p.unexpected(t,
					"this is neither part of the preceding value nor a new document; check its indentation",
					"did not find expected <document start>")
				reported = true
			}
			p.discard()
		}
	}
}

// empty returns an omitted value. It is the empty string, at the end of the last text that was
// read: the value of `key:` is after its colon.
func (p *parser) empty() *Node {
	return p.newNode(Text, p.file.Span(p.end, p.end))
}

// newNode returns a node without parts.
func (s *scanner) newNode(kind Kind, span source.Span) *Node {
	n := s.nodes.New()
	n.Kind, n.Span, n.parts = kind, span, &noParts
	return n
}

// node reads a value. indentless means that an array may begin here at the indentation of the
// enclosing hash.
func (p *parser) node(indentless bool, depth int) *Node {
	t := p.peek()
	if depth >= MaxDepth && (t.kind == arrayStart || t.kind == hashStart) {
		return p.tooDeep(t)
	}
	switch t.kind {
	case text:
		return p.next().node
	case arrayStart:
		p.next()
		return p.array(t, depth)
	case hashStart:
		p.next()
		return p.hash(t, depth)
	case broken:
		p.next()
		p.broken = true
		return p.newNode(Broken, p.file.Span(t.start, t.end))
	case entry:
		if indentless {
			return p.indentlessArray(t, depth)
		}
	}
	p.unexpected(t, "a value is missing here", "while parsing a node, did not find expected node content")
	return p.empty()
}

// finish returns an array or a hash, from its first token to its last child. It contains the pairs and the items from
// first on.
func (p *parser) finish(kind Kind, start token, first int) *Node {
	n := p.newNode(kind, p.file.Span(start.start, max(p.end, start.start)))
	n.parts = p.slabs.parts.New()
	if kind == Hash {
		n.Pairs = append(p.slabs.pairs.Slice(len(p.pairs)-first), p.pairs[first:]...)
		p.pairs = p.pairs[:first]
	} else {
		n.Items = append(p.slabs.items.Slice(len(p.items)-first), p.items[first:]...)
		p.items = p.items[:first]
	}
	return n
}

// hash reads the entries of a hash. start is the token that opened it, which has been consumed.
func (p *parser) hash(start token, depth int) *Node {
	seen := keys{first: len(p.pairs)}
	reported := false
	for {
		t := p.peek()
		switch t.kind {
		case key:
			p.next()
			p.add(&seen, p.pair(p.keyNode(depth), t.start, depth))
		// For a colon without a key before it, the key is empty (2).
		case val:
			k := p.empty()
			k.Span = p.file.Span(t.start, t.start)
			p.add(&seen, p.pair(k, t.start, depth))
		case broken:
			p.next()
			p.broken = true
		case blockEnd:
			p.next()
			return p.finish(Hash, start, seen.first)
		case streamEnd, documentStart, documentEnd, directive:
			return p.finish(Hash, start, seen.first)
		default:
			// One report is enough: the text after it is mostly wrong for the same reason.
			if !reported {
				p.unexpected(t, "this is not a key of this hash; check its indentation",
					"while parsing a block mapping, did not find expected key")
				reported = true
			}
			p.discard()
		}
	}
}

// keyNode reads the key after a key token, or the value after a colon. Both may be any value, or be omitted, though
// a key is a scalar unless it is after a ?.
func (p *parser) keyNode(depth int) *Node {
	switch p.peek().kind {
	case key, val, blockEnd:
		return p.empty()
	}
	return p.node(true, depth+1)
}

// pair reads the value of an entry that begins at start, after its key. It may be omitted with or without its colon.
func (p *parser) pair(k *Node, start, depth int) Pair {
	if p.peek().kind != val {
		p.around += k.count() + 1
		return Pair{k, p.empty()}
	}
	p.next()
	return p.entry(k, start, depth, (*parser).keyNode)
}

// array reads the entries of an array. start is the token that opened it, which has been consumed.
func (p *parser) array(start token, depth int) *Node {
	first := len(p.items)
	reported := false
	for {
		t := p.peek()
		switch t.kind {
		case entry:
			p.next()
			item := p.entry(nil, t.start, depth, (*parser).item)
			p.items = append(p.items, item.Value)
		case broken:
			p.next()
			p.broken = true
		case blockEnd:
			p.next()
			return p.finish(Array, start, first)
		case streamEnd, documentStart, documentEnd, directive:
			return p.finish(Array, start, first)
		default:
			if !reported {
				p.unexpected(t,
					`this is not an entry of this array, which would begin with "- "; check its indentation`,
					"while parsing a block collection, did not find expected '-' indicator")
				reported = true
			}
			p.discard()
		}
	}
}

// item reads the value after a dash.
func (p *parser) item(depth int) *Node {
	switch p.peek().kind {
	case entry, key, val, blockEnd:
		return p.empty()
	}
	return p.node(false, depth+1)
}

// indentlessArray reads an array at the indentation of its key. The scanner opens and closes only
// arrays that are indented more than the one around them, so this one has no tokens for its start and
// end. It ends where the next token is not a dash.
func (p *parser) indentlessArray(start token, depth int) *Node {
	first := len(p.items)
	for {
		t := p.peek()
		switch t.kind {
		case entry:
			p.next()
			item := p.entry(nil, t.start, depth, (*parser).item)
			p.items = append(p.items, item.Value)
		case broken:
			p.next()
			p.broken = true
		default:
			return p.finish(Array, start, first)
		}
	}
}

// discard skips one token or, at the start of an array or hash, all of it. It always consumes a
// token, which ensures that its callers' loops end.
func (p *parser) discard() {
	open := 0
	for {
		switch p.next().kind {
		case arrayStart, hashStart:
			open++
		case blockEnd:
			open--
		case streamEnd:
			return
		}
		if open <= 0 {
			return
		}
	}
}

// unexpected reports a token that does not fit. A token without extent is shown as the rest of its
// line.
func (p *parser) unexpected(t token, message, reference string) {
	p.broken = true
	end := t.end
	if end == t.start {
		for end < len(p.text) && !isBreak(p.text[end]) {
			end++
		}
	}
	p.report(codeIndentation, t.start, end, message, reference, t.start)
}

// tooDeep skips an array or a hash that is nested more than MaxDepth levels deep. It reports the
// first one in a file.
func (p *parser) tooDeep(t token) *Node {
	p.broken = true
	if !p.deep {
		p.deep = true
		p.problems = append(p.problems, diag.Problem{
			Severity: diag.Error, Code: codeDepth, Span: p.file.Span(t.start, t.start+1),
			Message: "arrays and hashes are nested more than " + strconv.Itoa(MaxDepth) +
				" levels deep here; deeper levels are not read",
		})
	}
	p.discard()
	return p.newNode(Broken, p.file.Span(t.start, p.end))
}

// keys remembers the keys of a hash, whose entries are those of parser.pairs from first on.
type keys struct {
	first int
	// index is nil as long as the hash has few keys, which are then searched one by one.
	index map[string]*Node
}

// manyKeys is the number of keys at which an index is created.
const manyKeys = 12

// find returns the key with the given name among the pairs of a hash, or nil.
func (k *keys) find(pairs []Pair, name string) *Node {
	if len(pairs) < manyKeys {
		for _, p := range pairs {
			if p.Key.Kind == Text && p.Key.Value == name {
				return p.Key
			}
		}
		return nil
	}
	if k.index == nil {
		k.index = map[string]*Node{}
		for _, p := range pairs {
			if p.Key.Kind == Text {
				k.index[p.Key.Value] = p.Key
			}
		}
	}
	return k.index[name]
}

// add adds an entry to a hash, unless the key exists.
func (p *parser) add(seen *keys, pair Pair) {
	key := pair.Key
	if key.Kind == Broken {
		return
	}
	// The dialect reports keys that are not strings, with the path of the hash.
	if key.Kind == Text {
		if first := seen.find(p.pairs[seen.first:], key.Value); first != nil {
			p.repeatedKey(first, key, pair.Value)
			return
		}
		if seen.index != nil {
			seen.index[key.Value] = key
		}
	}
	p.pairs = append(p.pairs, pair)
}

// repeatedKey reports a key that its hash already has.
func (p *parser) repeatedKey(first, key, value *Node) {
	problem := diag.Problem{
		Severity: diag.Error, Code: codeDuplicateKey, Span: key.Span,
		Message:   "this hash already has the key " + strconv.Quote(key.Value),
		Reference: p.reference("Error handling node: Key already exists in the hash map", value.Span.Start()),
	}
	p.problems = append(p.problems, problem.WithNote(first.Span, "first here"))
}
