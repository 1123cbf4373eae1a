package libyaml

// Each function in this file reads the inside of one kind of collection. After an error inside, it
// returns at once, and its caller adds a Broken node.

// blockSequence reads the items of a sequence that is indented more than its parent. The scanner
// marks its end.
func (p *parser) blockSequence(n *Node) {
	n.End = p.peek().start.Offset
	p.skip()
	for p.err == nil {
		t := p.peek()
		if t.kind != tokBlockEntry {
			if t.kind == tokBlockEnd {
				p.skip()
			} else if t.kind != tokBroken {
				p.reject("did not find expected '-' indicator", t.start)
			}
			return
		}
		mark := t.end
		p.skip()
		switch p.peek().kind {
		case tokBlockEntry, tokBlockEnd:
			p.child(n, p.empty(mark))
		case tokBroken:
			return
		default:
			p.child(n, p.node(true, false))
		}
	}
}

// indentless reads the items of a sequence at the indentation of its key. No token marks its end:
// it ends before the first token that does not begin an item.
func (p *parser) indentless(n *Node) {
	for p.err == nil {
		t := p.peek()
		if t.kind != tokBlockEntry {
			return
		}
		mark := t.end
		p.skip()
		switch p.peek().kind {
		case tokBlockEntry, tokKey, tokValue, tokBlockEnd, tokPast:
			p.child(n, p.empty(mark))
		case tokBroken:
			return
		default:
			p.child(n, p.node(true, false))
		}
	}
}

// blockMapping reads keys and values, one node each. An omitted value is an empty node.
func (p *parser) blockMapping(n *Node) {
	n.End = p.peek().start.Offset
	p.skip()
	for p.err == nil {
		t := p.peek()
		switch t.kind {
		case tokKey:
			p.startEntry(n, t.start)
			p.child(n, p.blockPart(t.end))
		case tokPast:
			p.startEntry(n, t.start)
			p.repeatEntries(n, t)
			p.skip()
			continue
		case tokBlockEnd:
			p.skip()
			return
		case tokBroken:
			return
		default:
			// The token is indented like a key of this mapping but is not one.
			p.reject("did not find expected key", t.start)
			return
		}
		if p.err != nil {
			return
		}
		if t = p.peek(); t.kind == tokValue {
			p.child(n, p.blockPart(t.end))
		} else if t.kind != tokBroken {
			p.child(n, p.empty(t.start))
		}
	}
}

// blockPart reads a key or a value after its indicator, which is the next token.
func (p *parser) blockPart(mark Mark) *Node {
	p.skip()
	switch p.peek().kind {
	case tokKey, tokValue, tokBlockEnd, tokPast:
		return p.empty(mark)
	case tokBroken:
		return p.brokenNode()
	}
	return p.node(true, true)
}

// flowSequence reads the items of `[…]`. An item such as `a: 1` is a mapping with one entry.
func (p *parser) flowSequence(n *Node) {
	p.skip()
	for first := true; p.err == nil; first = false {
		t := p.peek()
		if !p.flowComma(&t, first, tokFlowSequenceEnd, "did not find expected ',' or ']'") {
			return
		}
		switch t.kind {
		case tokFlowSequenceEnd:
			n.End = t.end.Offset
			p.skip()
			return
		case tokKey:
			p.child(n, p.flowPair())
		default:
			p.child(n, p.node(false, false))
		}
	}
}

// flowComma reads the comma before every entry except the first.
func (p *parser) flowComma(t **token, first bool, end tokenKind, problem string) bool {
	if (*t).kind == tokBroken {
		return false
	}
	if first || (*t).kind == end {
		return true
	}
	if (*t).kind != tokFlowEntry {
		return p.reject(problem, (*t).start)
	}
	p.skip()
	*t = p.peek()
	return (*t).kind != tokBroken
}

// flowPair reads a single `key: value` inside a flow sequence.
func (p *parser) flowPair() *Node {
	t := p.peek()
	n := p.newNode()
	*n = Node{Kind: Mapping, Flow: true, Start: t.start, Body: t.start.Offset, End: t.end.Offset}
	p.collection(n, Mapping, func(n *Node) {
		p.skip()
		t := p.peek()
		switch t.kind {
		case tokValue, tokFlowEntry, tokFlowSequenceEnd:
			// The original skips this token, whatever it is.
			mark := t.end
			p.skip()
			p.child(n, p.empty(mark))
		case tokBroken:
			return
		default:
			p.child(n, p.node(false, false))
		}
		if p.err == nil {
			p.child(n, p.flowValue(tokFlowSequenceEnd))
		}
	})
	return n
}

// flowValue reads the value of a flow mapping's entry, which may be missing.
func (p *parser) flowValue(end tokenKind) *Node {
	t := p.peek()
	if t.kind == tokValue {
		p.skip()
		t = p.peek()
		if t.kind != tokFlowEntry && t.kind != end && t.kind != tokBroken {
			return p.node(false, false)
		}
	}
	return p.empty(t.start)
}

// flowMapping reads the entries of `{…}`. An entry without a colon is a key with an empty value, so
// `{a, b: 2}` is valid (2.6).
func (p *parser) flowMapping(n *Node) {
	p.skip()
	for first := true; p.err == nil; first = false {
		t := p.peek()
		if !p.flowComma(&t, first, tokFlowMappingEnd, "did not find expected ',' or '}'") {
			return
		}
		switch t.kind {
		case tokFlowMappingEnd:
			n.End = t.end.Offset
			p.skip()
			return
		case tokKey:
			p.flowEntry(n)
		default:
			p.child(n, p.node(false, false))
			if t := p.peek(); p.err == nil {
				p.child(n, p.empty(t.start))
			}
		}
	}
}

// flowEntry reads a key after its indicator, and its value.
func (p *parser) flowEntry(n *Node) {
	p.skip()
	t := p.peek()
	switch t.kind {
	case tokValue, tokFlowEntry, tokFlowMappingEnd:
		// The key is omitted: `{? : 1}`.
		p.child(n, p.empty(t.start))
	case tokBroken:
		return
	default:
		p.child(n, p.node(false, false))
	}
	if p.err == nil {
		p.child(n, p.flowValue(tokFlowMappingEnd))
	}
}
