package libyaml

import "strings"

// fetch scans the next token into the queue. A call may add more than one.
func (s *scanner) fetch() {
	s.toNext()
	s.staleKeys()
	if s.err != nil {
		return
	}
	// A token that is indented less ends the block collections that are indented more.
	s.unrollIndent(s.col)
	if s.past != nil && s.repeat() {
		return
	}
	c := s.t[s.pos]
	if c == 0 {
		s.fetchEnd()
		return
	}
	// Directives and document markers count only at the beginning of a line.
	if s.col == 0 && s.fetchAtMargin(c) {
		return
	}
	// `-`, `?` and `:` are indicators before a blank or a line break; inside brackets, `?` and `:`
	// always are.
	following := isBlankOrEnd(s.t, s.pos+1)
	switch {
	case c == '[':
		s.fetchFlowStart(tokFlowSequenceStart)
	case c == '{':
		s.fetchFlowStart(tokFlowMappingStart)
	case c == ']':
		s.fetchFlowEnd(tokFlowSequenceEnd)
	case c == '}':
		s.fetchFlowEnd(tokFlowMappingEnd)
	case c == ',':
		s.removeKey()
		s.keyAllowed = true
		s.indicator(tokFlowEntry, 1)
	case c == '-' && following:
		s.fetchBlockEntry()
	case c == '?' && (s.flow > 0 || following):
		s.fetchKey()
	case c == ':' && (s.flow > 0 || following):
		s.fetchValue()
	case c == '*':
		// An alias, a tag or a scalar may be a key, but a key cannot begin directly after it.
		s.saveKey()
		s.keyAllowed = false
		s.scanName(tokAlias)
	case c == '&':
		s.saveKey()
		s.keyAllowed = false
		s.scanName(tokAnchor)
	case c == '!':
		s.saveKey()
		s.keyAllowed = false
		s.scanTag()
	case (c == '|' || c == '>') && s.flow == 0:
		// A block scalar cannot be a key. The line after it may begin with one.
		s.removeKey()
		s.keyAllowed = true
		s.scanBlock(c == '|')
	case c == '\'' || c == '"':
		s.saveKey()
		s.keyAllowed = false
		s.scanQuoted(c)
	case s.startsPlain(c, following):
		s.saveKey()
		s.keyAllowed = false
		s.scanPlain()
	default:
		s.fail("found character that cannot start any token")
	}
}

// fetchAtMargin handles directives and document markers, which count only at the start of a line.
func (s *scanner) fetchAtMargin(c byte) bool {
	switch {
	case c == '%':
		s.unrollIndent(-1)
		s.removeKey()
		s.keyAllowed = false
		s.scanDirective()
		return true
	case isDocumentMarker(s.t, s.pos):
		kind := tokDocumentStart
		if c == '.' {
			kind = tokDocumentEnd
		}
		s.unrollIndent(-1)
		s.removeKey()
		s.keyAllowed = false
		s.indicator(kind, 3)
		return true
	}
	return false
}

// startsPlain reports whether a plain scalar begins with c.
func (s *scanner) startsPlain(c byte, following bool) bool {
	switch c {
	case '-':
		return !isBlank(s.t[s.pos+1])
	case '?', ':':
		return s.flow == 0 && !following
	case '\t', ' ':
		return false
	}
	return strings.IndexByte(",[]{}#&*!|>'\"%@`", c) < 0
}

// indicator adds a token of n characters.
func (s *scanner) indicator(kind tokenKind, n int) {
	start := s.mark()
	s.steps(n)
	s.add(token{kind: kind, start: start, end: s.mark()})
}

// fetchEnd adds the end of the stream. A last line without its break counts as a line.
func (s *scanner) fetchEnd() {
	if s.col != 0 {
		s.col = 0
		s.line++
	}
	s.unrollIndent(-1)
	s.removeKey()
	s.keyAllowed = false
	s.add(token{kind: tokStreamEnd, start: s.mark(), end: s.mark()})
}

// fetchFlowStart adds an opening bracket. The whole collection may be a key, and so may its first
// item, so each flow level has a separate key.
func (s *scanner) fetchFlowStart(kind tokenKind) {
	s.saveKey()
	s.keys = append(s.keys, simpleKey{})
	s.flow++
	if s.flow > MaxDepth && s.err == nil {
		s.err = &Error{LimitLayer, "nested too deep", s.mark()}
		return
	}
	s.keyAllowed = true
	s.indicator(kind, 1)
}

// fetchFlowEnd adds a closing bracket. The parser checks whether it matches the opening one.
func (s *scanner) fetchFlowEnd(kind tokenKind) {
	s.removeKey()
	if s.flow > 0 {
		s.flow--
		s.keys = s.keys[:len(s.keys)-1]
	}
	s.keyAllowed = false
	s.indicator(kind, 1)
}

// fetchBlockEntry adds `-`. Inside brackets it is an error, which the parser reports.
func (s *scanner) fetchBlockEntry() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail("block sequence entries are not allowed in this context")
			return
		}
		s.rollIndent(s.mark(), -1, tokBlockSequenceStart)
	}
	s.removeKey()
	s.keyAllowed = true
	s.indicator(tokBlockEntry, 1)
}

// fetchKey adds `?`. In a block, a simple key may follow: the key may be a mapping itself.
func (s *scanner) fetchKey() {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail("mapping keys are not allowed in this context")
			return
		}
		s.rollIndent(s.mark(), -1, tokBlockMappingStart)
	}
	s.removeKey()
	s.keyAllowed = s.flow == 0
	s.indicator(tokKey, 1)
}

// fetchValue adds `:`. If a simple key is possible, its token is inserted before the
// key, and the start of the mapping before that.
func (s *scanner) fetchValue() {
	k := &s.keys[len(s.keys)-1]
	if k.possible {
		s.insert(k.number, token{kind: tokKey, start: k.mark, end: k.mark})
		s.rollIndent(k.mark, k.number, tokBlockMappingStart)
		s.dropKey(k)
		// A simple key cannot follow another one: `a: b: c` is an error.
		s.keyAllowed = false
	} else {
		if s.flow == 0 {
			if !s.keyAllowed {
				s.fail("mapping values are not allowed in this context")
				return
			}
			s.rollIndent(s.mark(), -1, tokBlockMappingStart)
		}
		s.keyAllowed = s.flow == 0
	}
	s.indicator(tokValue, 1)
}
