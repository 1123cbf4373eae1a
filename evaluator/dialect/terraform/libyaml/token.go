package libyaml

// A tokenKind is the kind of a token. The start and the end of a block collection are tokens, too:
// the scanner derives them from the indentation, so that the parser does not need to look at
// columns.
type tokenKind uint8

const (
	tokStreamEnd tokenKind = iota
	tokVersionDirective
	tokTagDirective
	tokDocumentStart
	tokDocumentEnd
	tokBlockSequenceStart
	tokBlockMappingStart
	tokBlockEnd
	tokFlowSequenceStart
	tokFlowSequenceEnd
	tokFlowMappingStart
	tokFlowMappingEnd
	tokBlockEntry
	tokFlowEntry
	tokKey
	tokValue
	tokAlias
	tokAnchor
	tokTag
	tokScalar
	tokPast   // entries of the previous version; the parser treats them like a key
	tokBroken // the scanner stopped; its err says why
)

// A token is a piece of the text or, for tokens that are derived from the indentation, a position.
type token struct {
	kind       tokenKind
	style      Style
	start, end Mark
	value      string // text of a scalar, name of an anchor or alias, handle of a tag
	suffix     string // of a tag; prefix of a tag directive
	from, to   int    // the indices of the entries of a tokPast
}

// A simpleKey is a position where a key without `?` may have begun.
type simpleKey struct {
	possible bool
	required bool // only a key is allowed there
	number   int  // of the token it would precede
	mark     Mark
}

// peek returns the first token of the queue. While that token may still turn out to begin a simple
// key, peek fetches more tokens.
func (s *scanner) peek() *token {
	for s.err == nil {
		if s.head < len(s.tokens) {
			s.staleKeys()
			if s.err != nil || !s.mayBeKey() {
				break
			}
		}
		s.fetch()
		// The original looks ahead, and has to read the next piece of its input for that.
		if s.err == nil && s.badPiece >= 0 && s.pos+1 >= s.end {
			s.forbidden()
		}
	}
	if s.err != nil {
		s.broken.start = s.err.At
		return &s.broken
	}
	return &s.tokens[s.head]
}

// mayBeKey reports whether the first token of the queue may still begin a key. Of the possible
// keys, the outermost came first.
func (s *scanner) mayBeKey() bool {
	return len(s.live) > 0 && s.keys[s.live[0]].number == s.parsed
}

// skip drops the first token of the queue.
func (s *scanner) skip() {
	s.head++
	s.parsed++
	if s.head == len(s.tokens) {
		s.tokens, s.head = s.tokens[:0], 0
	}
}

// add puts a token at the end of the queue.
func (s *scanner) add(t token) { s.tokens = append(s.tokens, t) }

// insert puts a token before the one with the given number.
func (s *scanner) insert(number int, t token) {
	// Tokens are numbered from the beginning of the text, of which the parser has taken s.parsed.
	at := s.head + number - s.parsed
	s.tokens = append(s.tokens, token{})
	copy(s.tokens[at+1:], s.tokens[at:])
	s.tokens[at] = t
}

// staleKeys gives up keys that have become impossible: a simple key ends on its line and within
// 1024 characters. Outer keys began earlier and end earlier.
func (s *scanner) staleKeys() {
	for len(s.live) > 0 {
		k := &s.keys[s.live[0]]
		if int(k.mark.Line) == s.line && int(k.mark.Column)+longestKey >= s.col {
			return
		}
		if k.required {
			s.fail("could not find expected ':'")
			return
		}
		// A key was required there, but its colon did not come in time.
		k.possible = false
		s.live = s.live[1:]
	}
}

// longestKey limits the characters of a key without `?`.
const longestKey = 1024

// saveKey remembers that a simple key may begin here.
func (s *scanner) saveKey() {
	if !s.keyAllowed {
		return
	}
	s.removeKey()
	// A token at the indentation of the current block collection must begin a key. Elsewhere, it
	// need not.
	level := len(s.keys) - 1
	s.keys[level] = simpleKey{
		possible: true,
		required: s.flow == 0 && s.indent == s.col,
		number:   s.parsed + len(s.tokens) - s.head,
		mark:     s.mark(),
	}
	s.live = append(s.live, level)
}

// removeKey gives up the key of the current flow level.
func (s *scanner) removeKey() {
	k := &s.keys[len(s.keys)-1]
	if !k.possible {
		return
	}
	if k.required {
		s.fail("could not find expected ':'")
		return
	}
	s.dropKey(k)
}

// dropKey forgets the key of the current flow level, the innermost possible one.
func (s *scanner) dropKey(k *simpleKey) {
	k.possible = false
	s.live = s.live[:len(s.live)-1]
}
