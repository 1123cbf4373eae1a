package yamltree

import "strings"

// tokenKind says what a token is.
type tokenKind uint8

const (
	tokenPlain tokenKind = iota
	tokenSingle
	tokenDouble
	tokenBlockScalar
	tokenAnchor
	tokenTag
	tokenAlias
	tokenOpen      // [ or {
	tokenClose     // ] or }
	tokenComma     // , in flow
	tokenDash      // - of a block sequence
	tokenQuestion  // ?
	tokenColon     // :
	tokenDocument  // --- or ...
	tokenDirective // a line that begins with %
	tokenTab       // a tab where indentation by spaces is required
	tokenReserved  // a character that cannot begin anything: @ ` %
)

// A token is a lexical piece of the text.
type token struct {
	kind       tokenKind
	start, end int
	column     int  // code points before start on its line
	depth      int  // how deeply nested the text is from here on
	flow       int  // how many brackets are open
	unclosed   bool // a quoted scalar whose closing quote is missing
	isKey      bool // tokenColon: what stands before it on the line is its key
	keyStart   int  // tokenColon with isKey: where that key begins
	refused    bool // it may not stand here: `a: b: c`, `a: - b`, `- a` followed by `b: c`
	dedent     int  // it is indented like nothing around it: columns of the nearest level, or -1
}

// A level is an open block collection.
type level struct {
	column int
	isList bool
}

// A bracket is an open flow collection.
type bracket struct {
	at     int
	isList bool
	value  bool // a colon has been seen since the last comma
	pair   bool // inside `[a: 1]`, where a mapping without braces is open
}

// A lexer cuts a text into tokens as yaml.v3 does, without ever recursing. It serves
// where yaml.v3 cannot: to measure how deeply a text is nested before yaml.v3 sees it,
// and to find the place of a mistake, for which yaml.v3 has at best a line. Mistakes
// do not stop it.
type lexer struct {
	t      string
	i      int
	lines  *columnCounter
	blocks []level
	flow   []bracket
	pairs  int

	// Where the simple key begins that the next ':' may belong to, or -1.
	key, keyColumn, keyLine int
	keyAllowed              bool
	last                    tokenKind
}

// newLexer reads t[start:], whose first byte stands at the given column.
func newLexer(t string, start, column int) *lexer {
	l := &lexer{t: t, i: start, key: -1, keyAllowed: true, last: tokenDocument, lines: &columnCounter{t: t, at: start, column: column}}
	if start == 0 && strings.HasPrefix(t, byteOrderMark) {
		l.i, l.lines.at = 3, 3
	}
	return l
}

// A columnCounter counts lines and code points. It only walks forward.
type columnCounter struct {
	t                string
	at, column, line int
}

func (c *columnCounter) of(i int) int {
	for c.at < i {
		if n := breakLen(c.t, c.at); n > 0 {
			c.at += n
			c.column = 0
			c.line++
			continue
		}
		if c.t[c.at]&0xC0 != 0x80 {
			c.column++
		}
		c.at++
	}
	return c.column
}

// indent returns the column of the innermost block collection, -1 outside of all.
func (l *lexer) indent() int {
	if n := len(l.blocks); n > 0 {
		return l.blocks[n-1].column
	}
	return -1
}

func (l *lexer) depth() int { return len(l.blocks) + len(l.flow) + l.pairs }

// space skips what separates tokens. It stops at a tab that yaml.v3 would refuse.
func (l *lexer) space() {
	free := l.i == 0 || isBlank(l.t, l.i-1) || afterBreak(l.t, l.i)
	for l.i < len(l.t) {
		c := l.t[l.i]
		n := breakLen(l.t, l.i)
		switch {
		case c == ' ', c == '\t' && (len(l.flow) > 0 || !l.keyAllowed):
			l.i++
		case c == '#' && free:
			l.i = lineEnd(l.t, l.i)
		case n > 0:
			l.i += n
			if len(l.flow) == 0 {
				l.keyAllowed, l.key = true, -1
			}
		default:
			return
		}
		free = true
	}
}

// next returns the next token; ok is false at the end of the text.
func (l *lexer) next() (tok token, ok bool) {
	l.space()
	if l.i >= len(l.t) {
		return token{}, false
	}
	tok = token{start: l.i, column: l.lines.of(l.i), dedent: -1}
	if len(l.flow) == 0 {
		l.unroll(&tok)
	}
	l.read(&tok)
	if l.i <= tok.start {
		l.i = tok.start + 1
	}
	if tok.end == 0 {
		tok.end = l.i
	}
	tok.depth, tok.flow = l.depth(), len(l.flow)
	l.last = tok.kind
	return tok, true
}

// unroll closes the block collections that a token at this column is no part of.
func (l *lexer) unroll(tok *token) {
	isDash := l.t[l.i] == '-' && isBlankOrEnd(l.t, l.i+1)
	for n := len(l.blocks); n > 0; n = len(l.blocks) {
		top := l.blocks[n-1]
		// A sequence at the column of the mapping it is a value in ends with its dashes.
		hasTwin := n > 1 && top.isList && l.blocks[n-2].column == tok.column
		if top.column == tok.column && (isDash || !hasTwin) {
			tok.dedent = -1
			return
		}
		if top.column < tok.column {
			return
		}
		tok.dedent = top.column
		l.blocks = l.blocks[:n-1]
	}
}

// roll opens a block collection if the column is deeper than the one that is open.
func (l *lexer) roll(column int, isList bool) bool {
	top := l.indent()
	if top < column || isList && top == column && !l.blocks[len(l.blocks)-1].isList {
		l.blocks = append(l.blocks, level{column, isList})
		return true
	}
	return false
}

// read reads one token at l.i.
func (l *lexer) read(tok *token) {
	t, i, inFlow := l.t, l.i, len(l.flow) > 0
	c := t[i]
	switch {
	case tok.column == 0 && c == '%':
		tok.kind, l.i = tokenDirective, lineEnd(t, i)
	case tok.column == 0 && isDocumentMarker(t, i):
		tok.kind, l.i = tokenDocument, i+3
		l.blocks, l.flow, l.pairs, l.keyAllowed = l.blocks[:0], l.flow[:0], 0, false
	case c == '\t':
		tok.kind = tokenTab
		for isBlank(t, l.i) {
			l.i++
		}
	case c == '[' || c == '{':
		l.mark(tok)
		tok.kind, l.i, l.keyAllowed = tokenOpen, i+1, true
		l.flow = append(l.flow, bracket{at: i, isList: c == '['})
	case c == ']' || c == '}':
		tok.kind, l.i, l.keyAllowed = tokenClose, i+1, false
		l.closeBracket()
	case c == ',' && inFlow:
		tok.kind, l.i, l.keyAllowed = tokenComma, i+1, true
		l.endPair()
	case c == '-' && isBlankOrEnd(t, i+1):
		tok.refused = inFlow || !l.keyAllowed
		if !inFlow && l.roll(tok.column, true) && l.last <= tokenBlockScalar {
			tok.refused = true // `a: 1` has its value, a list cannot follow
		}
		tok.kind, l.i, l.keyAllowed, l.key = tokenDash, i+1, true, -1
	case c == '?' && (inFlow || isBlankOrEnd(t, i+1)):
		tok.kind, l.i = tokenQuestion, i+1
		l.openKey(tok.column, inFlow)
	case c == ':' && (inFlow || isBlankOrEnd(t, i+1)):
		l.colon(tok, inFlow)
	default:
		l.content(tok, c, inFlow)
	}
}

// mark remembers where a simple key may begin.
func (l *lexer) mark(tok *token) {
	if len(l.flow) == 0 && l.keyAllowed && l.key < 0 {
		l.key, l.keyColumn, l.keyLine = tok.start, tok.column, l.lines.line
	}
}

func (l *lexer) openKey(column int, inFlow bool) {
	l.keyAllowed, l.key = !inFlow, -1
	if inFlow {
		l.startPair()
	} else {
		l.roll(column, false)
	}
}

func (l *lexer) colon(tok *token, inFlow bool) {
	tok.kind, l.i = tokenColon, tok.start+1
	if inFlow {
		b := &l.flow[len(l.flow)-1]
		tok.refused, b.value = b.value, true
		l.startPair()
		l.keyAllowed = false
		return
	}
	if tok.isKey = l.key >= 0 && l.keyLine == l.lines.line; tok.isKey {
		tok.keyStart = l.key
		l.roll(l.keyColumn, false)
		l.keyAllowed = false
		if n := len(l.blocks); l.blocks[n-1].isList && l.blocks[n-1].column == l.keyColumn {
			tok.refused = true
		}
	} else if l.keyAllowed {
		l.roll(tok.column, false)
		l.keyAllowed = true
	} else {
		tok.refused = true
	}
	l.key = -1
}

func (l *lexer) startPair() {
	if b := &l.flow[len(l.flow)-1]; b.isList && !b.pair {
		b.pair = true
		l.pairs++
	}
}

func (l *lexer) endPair() {
	b := &l.flow[len(l.flow)-1]
	b.value = false
	if b.pair {
		b.pair = false
		l.pairs--
	}
}

func (l *lexer) closeBracket() {
	if len(l.flow) == 0 {
		return
	}
	l.endPair()
	l.flow = l.flow[:len(l.flow)-1]
}

// content reads properties, aliases and scalars.
func (l *lexer) content(tok *token, c byte, inFlow bool) {
	t, i := l.t, l.i
	l.mark(tok)
	l.keyAllowed = false
	switch {
	case c == '&' || c == '*':
		tok.kind = tokenAnchor
		if c == '*' {
			tok.kind = tokenAlias
		}
		for l.i++; l.i < len(t) && isNameByte(t[l.i]); l.i++ {
		}
	case c == '!':
		tok.kind = tokenTag
		for !isBlankOrEnd(t, l.i) && !(inFlow && strings.IndexByte(",[]{}", t[l.i]) >= 0) {
			l.i++
		}
	case (c == '|' || c == '>') && !inFlow:
		s := scanBlock(t, i, l.indent(), nil)
		tok.kind, tok.end, l.i = tokenBlockScalar, s.end, max(s.next, i+1)
		l.keyAllowed, l.key = true, -1
		if s.tab >= 0 {
			l.i = max(s.tab, i+1)
		}
	case c == '\'' || c == '"':
		l.quoted(tok, c)
	case strings.IndexByte("%@`,#|>", c) >= 0:
		tok.kind, l.i = tokenReserved, i+1
	default:
		l.plain(tok, inFlow)
	}
}

func (l *lexer) quoted(tok *token, c byte) {
	scan := scanSingle
	tok.kind = tokenSingle
	if c == '"' {
		scan, tok.kind = scanDouble, tokenDouble
	}
	end, ok := scan(l.t, l.i, nil)
	l.i, tok.unclosed = end, !ok
}

func (l *lexer) plain(tok *token, inFlow bool) {
	end, next, bad := scanPlain(l.t, l.i, l.indent()+1, inFlow, nil)
	tok.kind, tok.end, l.i = tokenPlain, end, next
	if next > end && !inFlow && lineEnd(l.t, end) < next {
		l.keyAllowed, l.key = true, -1
	}
	if bad >= 0 {
		l.keyAllowed, l.key = true, -1
	}
}
