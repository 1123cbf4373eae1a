package libyaml

import (
	"strings"
	"unicode/utf8"
)

// A scanner turns the text into tokens. It runs ahead of the parser only as far as necessary, so
// that errors come in the original's order. The first error ends scanning.
type scanner struct {
	t    string // the text, followed by the sentinel
	end  int    // where the sentinel begins
	pos  int
	line int
	col  int

	flow int // nesting of brackets and braces
	// keyAllowed means that a key without `?` may begin at the next token.
	keyAllowed bool
	// indent is the column of the current block collection, or -1 outside of all; indents are the
	// columns of the collections around it.
	indent  int
	indents []int
	keys    []simpleKey // one for each flow level
	live    []int       // the levels whose key is possible, outermost first

	tokens []token // queue; the tokens before head are consumed
	head   int
	// parsed counts the tokens that the parser has taken, so it is the number of the next one.
	parsed int
	broken token

	past          *past // the previous version, or nil
	hasDirectives bool

	badAt, badPiece int // a forbidden character, and where it is noticed
	err             *Error
}

// newScanner returns a scanner at the beginning of a text. For the scanner, the text ends before a
// forbidden character, so scanning stops where the original would have to read on.
func newScanner(text string) *scanner {
	s := &scanner{
		indent: -1, keyAllowed: true, keys: make([]simpleKey, 1, 16),
		broken: token{kind: tokBroken}, badAt: -1, badPiece: -1,
	}
	s.badAt, s.badPiece = firstForbidden(text)
	if s.badAt >= 0 {
		s.line, s.col = markOf(text, s.badAt)
		// The method forbidden takes the position of the character from the end of the broken token.
		s.broken.end = Mark{int32(s.line), int32(s.col), int32(s.badAt)}
		s.line, s.col = 0, 0
		text = text[:s.badPiece]
	}
	s.end = len(text)
	s.t = text + sentinel
	if strings.HasPrefix(text, byteOrderMark) {
		s.pos = len(byteOrderMark)
	}
	return s
}

// markOf counts the lines and columns before an offset.
func markOf(text string, offset int) (line, col int) {
	t := text[:offset] + sentinel
	i := 0
	if strings.HasPrefix(t, byteOrderMark) {
		i = len(byteOrderMark)
	}
	for i < offset {
		if n := breakLen(t, i); n > 0 {
			i, line, col = i+n, line+1, 0
			continue
		}
		_, n := utf8.DecodeRuneInString(t[i:])
		i, col = i+n, col+1
	}
	return line, col
}

// mark returns the current position.
func (s *scanner) mark() Mark { return Mark{int32(s.line), int32(s.col), int32(s.pos)} }

// fail ends scanning with an error at the current position.
func (s *scanner) fail(problem string) {
	if s.err == nil {
		s.err = &Error{ScannerLayer, problem, s.mark()}
		if s.badPiece >= 0 && s.pos+1 >= s.end {
			s.forbidden()
		}
	}
}

// forbidden ends scanning at a forbidden character: the original had to read the piece of the text
// that contains it.
func (s *scanner) forbidden() {
	s.err = &Error{ReaderLayer, "control characters are not allowed", s.broken.end}
}

// step moves over a character that is not a line break.
func (s *scanner) step() {
	s.pos++
	if s.t[s.pos-1] >= utf8.RuneSelf {
		for !utf8.RuneStart(s.t[s.pos]) {
			s.pos++
		}
	}
	s.col++
}

// steps moves over n bytes of ASCII.
func (s *scanner) steps(n int) { s.pos, s.col = s.pos+n, s.col+n }

// stepTo moves to an offset on the same line.
func (s *scanner) stepTo(pos int) {
	s.col += utf8.RuneCountInString(s.t[s.pos:pos])
	s.pos = pos
}

// stepLine moves over a line break.
func (s *scanner) stepLine(n int) { s.pos, s.col, s.line = s.pos+n, 0, s.line+1 }

// blanks moves over spaces and tabs.
func (s *scanner) blanks() {
	for isBlank(s.t[s.pos]) {
		s.steps(1)
	}
}

// toBreak moves to the end of the line.
func (s *scanner) toBreak() {
	i := s.pos
	for !isBreakOrEnd(s.t, i) {
		i++
	}
	s.stepTo(i)
}

// toNext moves to where the next token begins.
func (s *scanner) toNext() {
	for {
		// Tabs do not indent (2.6): where a key may begin, a tab is left for fetch to refuse.
		for s.t[s.pos] == ' ' || s.t[s.pos] == '\t' && (s.flow > 0 || !s.keyAllowed) {
			s.steps(1)
		}
		if s.t[s.pos] == '#' {
			s.toBreak()
		}
		n := breakLen(s.t, s.pos)
		if n == 0 {
			return
		}
		s.stepLine(n)
		if s.flow == 0 {
			// In a block, every line may begin with a key.
			s.keyAllowed = true
		}
	}
}

// rollIndent opens a block collection if the column is greater than that of the current one.
func (s *scanner) rollIndent(mark Mark, number int, kind tokenKind) {
	if s.flow > 0 || s.indent >= int(mark.Column) {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = int(mark.Column)
	t := token{kind: kind, start: mark, end: mark}
	if number < 0 {
		// With a number, the collection begins before a key that is in the queue already.
		s.add(t)
	} else {
		s.insert(number, t)
	}
}

// unrollIndent closes the block collections whose columns are greater than a column.
func (s *scanner) unrollIndent(column int) {
	if s.flow > 0 {
		return
	}
	// Indentation has no meaning inside brackets.
	for s.indent > column {
		s.add(token{kind: tokBlockEnd, start: s.mark(), end: s.mark()})
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}
