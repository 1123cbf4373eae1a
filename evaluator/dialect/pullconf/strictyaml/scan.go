package strictyaml

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A kind is the kind of a token.
type kind uint8

const (
	streamEnd kind = iota
	documentStart
	documentEnd
	directive
	arrayStart
	hashStart
	blockEnd
	entry // -
	key   // ? or a key before its colon
	val   // :
	text
	broken
)

// A token is a token of a file. Those that are derived from indentation, such as blockEnd, have no
// extent.
type token struct {
	kind       kind
	start, end int
	node       *Node // of a text
}

// A simpleKey is the last scalar that may turn out to be a key, if a colon follows.
type simpleKey struct {
	// required means that it is at the indentation of the innermost hash or array, where a scalar
	// can only be a key. If no colon follows, that is an error.
	possible, required bool
	number             int // of the token
	pos, line, column  int
}

// A scanner turns a text into tokens, as libyaml does: indentation becomes tokens that open and
// close arrays and hashes, and a key is recognised by the colon after it.
type scanner struct {
	file      *source.File
	text      string
	pos       int
	line      int // counted from 0
	lineStart int // offset of column 0 of the line
	shift     int // extra columns of the tabs on this line

	// tokens has the tokens that have been scanned but not consumed, from head on. It is a queue,
	// because the tokens before a key are known only at its colon.
	tokens  []token
	head    int // index of the next token
	taken   int // number of tokens consumed before it
	indent  int // column of the innermost open array or hash
	indents []int
	allowed bool  // a key can begin here
	last    *Node // the last text
	simple  simpleKey
	done    bool
	lost    bool // something was skipped without a token

	nodes  ir.Slab[Node]
	runs   ir.Slab[run]
	buffer []run // of the scalar that is being scanned

	tabs []int // offsets of tabs used as indentation
	// tabWhere is the original's message for the first tab that it would reject, or "".
	tabWhere string
	problems []diag.Problem
}

// column returns the column of the current position, where tabs used as indentation count as four.
func (s *scanner) column() int { return s.pos - s.lineStart + s.shift }

// at returns the byte i bytes ahead, or 0 after the end.
func (s *scanner) at(i int) byte {
	if s.pos+i < len(s.text) {
		return s.text[s.pos+i]
	}
	return 0
}

func (s *scanner) ended() bool { return s.pos >= len(s.text) }

func isBreak(c byte) bool { return c == '\n' || c == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// blankAt reports whether a blank, a line end or the end of the text is i bytes ahead.
func (s *scanner) blankAt(i int) bool {
	return s.pos+i >= len(s.text) || isBlank(s.text[s.pos+i]) || isBreak(s.text[s.pos+i])
}

// newline skips a line end, which is decoded to LF. CR LF is one line end, and so is CR.
func (s *scanner) newline() {
	if s.text[s.pos] == '\r' && s.at(1) == '\n' {
		s.pos++
	}
	s.pos++
	s.line++
	s.lineStart, s.shift = s.pos, 0
}

// marker reports whether a --- or ... is here, at the start of a line.
func (s *scanner) marker() bool {
	return s.column() == 0 && s.pos+3 <= len(s.text) && s.blankAt(3) &&
		(s.text[s.pos:s.pos+3] == "---" || s.text[s.pos:s.pos+3] == "...")
}

// tab records a tab used as indentation. The line is then read as if the tab were four spaces. The
// same tab may be passed twice, as unfinished goes back to the start of its line, but is recorded
// once.
func (s *scanner) tab() {
	if n := len(s.tabs); n == 0 || s.tabs[n-1] < s.pos {
		s.tabs = append(s.tabs, s.pos)
	}
	s.pos++
	s.shift += 3
}

// peek returns the next token.
func (s *scanner) peek() token {
	for s.wantsMore() {
		s.fetch()
	}
	return s.tokens[s.head]
}

// take consumes the next token.
func (s *scanner) take() token {
	t := s.peek()
	if t.kind == streamEnd {
		return t
	}
	s.head++
	s.taken++
	if s.head == len(s.tokens) {
		s.tokens, s.head = s.tokens[:0], 0
	}
	return t
}

// wantsMore reports whether the next token is not certain yet: there is none, or it may turn out to
// be a key, before which other tokens belong.
func (s *scanner) wantsMore() bool {
	if s.done {
		return false
	}
	s.stale()
	return s.head == len(s.tokens) || s.simple.possible && s.simple.number == s.taken
}

func (s *scanner) push(k kind, start, end int) {
	s.tokens = append(s.tokens, token{kind: k, start: start, end: end})
}

// insert puts a token before the one with the given number.
func (s *scanner) insert(number int, t token) {
	i := s.head + number - s.taken
	s.tokens = append(s.tokens, token{})
	copy(s.tokens[i+1:], s.tokens[i:])
	s.tokens[i] = t
}

// skipSpace skips blanks, comments and line ends before the next token.
func (s *scanner) skipSpace() {
	for !s.ended() {
		switch c := s.text[s.pos]; {
		// Where a key could begin, a tab indents. After a colon or a value it is only a blank (2).
		case c == ' ' || c == '\t' && !s.allowed:
			s.pos++
		case c == '\t':
			s.tab()
		case isBreak(c):
			s.newline()
			s.allowed = true
		case c == '#':
			s.skipLine()
		default:
			return
		}
	}
}

// skipLine moves to the end of the line, before its line end.
func (s *scanner) skipLine() {
	for !s.ended() && !isBreak(s.text[s.pos]) {
		s.pos++
	}
}

// fetch scans the next part of the text and adds its tokens, after those that end arrays and hashes
// to which it does not belong.
func (s *scanner) fetch() {
	s.skipSpace()
	s.stale()
	s.unroll(s.column())
	if s.ended() {
		s.dropSimpleKey()
		s.unroll(-1)
		s.push(streamEnd, s.pos, s.pos)
		s.done = true
		return
	}
	c := s.text[s.pos]
	switch {
	case c == '%' && s.column() == 0:
		s.unroll(-1)
		s.dropSimpleKey()
		start := s.pos
		s.skipLine()
		s.push(directive, start, s.pos)
	case s.marker():
		s.fetchMarker()
	case c == '-' && s.blankAt(1):
		s.fetchEntry()
	case c == '?' && s.blankAt(1):
		s.fetchKey()
	case c == ':' && s.blankAt(1):
		s.fetchValue()
	case c == '|' || c == '>':
		s.dropSimpleKey()
		s.allowed = true
		s.block(c == '|')
	case c == '"' || c == '\'':
		s.saveSimpleKey()
		s.allowed = false
		s.quoted(c)
	case c == '%' || c == '@' || c == '`':
		s.fail(codeReserved, s.pos, s.pos+1, "a value cannot begin with "+string(c)+"; put the value in quotes",
			"unexpected character: `"+string(c)+"'", s.pos)
	// All other characters begin plain text, even those of YAML's flow style, anchors, aliases and
	// tags (2).
	default:
		s.saveSimpleKey()
		s.allowed = false
		s.plain()
	}
}

// fetchMarker scans --- or ..., which end all open arrays and hashes.
func (s *scanner) fetchMarker() {
	s.unroll(-1)
	s.dropSimpleKey()
	s.allowed = false
	k := documentStart
	if s.text[s.pos] == '.' {
		k = documentEnd
	}
	s.push(k, s.pos, s.pos+3)
	s.pos += 3
}

// fetchEntry scans the dash of an entry.
func (s *scanner) fetchEntry() {
	// The dash follows a key or a value on the same line, as in `key: - x`.
	if !s.allowed {
		s.fail(codeDash, s.pos, s.pos+1,
			"an array cannot begin after a key or a value; begin it on the next line, indented",
			"block sequence entries are not allowed in this context", s.pos)
		return
	}
	s.roll(s.column(), s.taken+len(s.tokens)-s.head, arrayStart, s.pos)
	s.dropSimpleKey()
	s.allowed = true
	s.push(entry, s.pos, s.pos+1)
	s.pos++
}

// fetchKey scans the question mark before a key, which may then be any value.
func (s *scanner) fetchKey() {
	if !s.allowed {
		s.fail(codeSyntax, s.pos, s.pos+1, "a key cannot begin here; begin it on the next line",
			"mapping keys are not allowed in this context", s.pos)
		return
	}
	s.roll(s.column(), s.taken+len(s.tokens)-s.head, hashStart, s.pos)
	s.dropSimpleKey()
	s.allowed = true
	s.push(key, s.pos, s.pos+1)
	s.pos++
}

// fetchValue scans the colon of an entry.
func (s *scanner) fetchValue() {
	switch {
	case s.simple.possible:
		// The scalar before the colon was a key. Its tokens are inserted before it: roll puts the
		// start of a hash before the key token if a hash begins here.
		s.insert(s.simple.number, token{kind: key, start: s.simple.pos, end: s.simple.pos})
		s.roll(s.simple.column, s.simple.number, hashStart, s.simple.pos)
		s.simple.possible = false
		s.allowed = false
	case !s.allowed:
		s.secondColon()
		return
	default: // the value of a ? key, or an empty key
		s.roll(s.column(), s.taken+len(s.tokens)-s.head, hashStart, s.pos)
		s.allowed = true
	}
	s.push(val, s.pos, s.pos+1)
	s.pos++
}

// secondColon reports a colon inside a value. The value is broken: if it began on a line above,
// the key of this line has become part of it.
func (s *scanner) secondColon() {
	code, start, end, message := codeSecondColon, s.pos, s.pos+
		1, `this is the second ": " in its entry; put the value in quotes`
	if n := s.last; n != nil && strings.TrimRight(s.text[n.Span.End():s.pos], " \t") == "" {
		n.Kind = Broken
		switch {
		case s.pos-n.Span.Start() > longestKey:
			message = keyTooLong
		case n.Span.Start() < s.lineStart:
			code, start, end = codeIndentation, s.lineStart+
				len(s.text[s.lineStart:s.pos])-len(strings.TrimLeft(s.text[s.lineStart:s.pos], " \t")), s.pos
			message = "this line is indented more than the key above and therefore continues its value; indent it " +
				"like that key"
		}
	}
	s.fail(code, start, end, message, "mapping values are not allowed in this context", s.pos)
}

// roll opens an array or a hash if it is indented more than the one around it. number is the
// number of the token before which it opens. An array at the indentation of its key opens nothing.
func (s *scanner) roll(column, number int, k kind, pos int) {
	if s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	s.insert(number, token{kind: k, start: pos, end: pos})
}

// unroll closes arrays and hashes that are indented more than a column. For -1 it closes all of them.
func (s *scanner) unroll(column int) {
	for s.indent > column {
		s.push(blockEnd, s.pos, s.pos)
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// saveSimpleKey notes that the scalar that begins here may be a key.
func (s *scanner) saveSimpleKey() {
	if !s.allowed {
		return
	}
	s.dropSimpleKey()
	s.simple = simpleKey{
		possible: true, required: s.indent == s.column(),
		number: s.taken + len(s.tokens) - s.head,
		pos:    s.pos, line: s.line, column: s.column(),
	}
}

// longestKey is the number of characters that a key can have.
const longestKey = 1024

// stale drops a possible key whose colon can no longer follow. A key must be on one line and not
// too long (2).
func (s *scanner) stale() {
	k := &s.simple
	if !k.possible || k.line == s.line &&
		(s.pos-k.pos <= longestKey || utf8.RuneCountInString(s.text[k.pos:s.pos]) <= longestKey) {
		return
	}
	if k.line == s.line && k.required {
		s.dropKey(keyTooLong)
		s.skipLine()
		return
	}
	if k.line != s.line && !k.required && s.at(0) == ':' && s.blankAt(1) && s.unfinished() {
		return
	}
	s.dropSimpleKey()
}

// unfinished handles a scalar of several lines before a colon. Its first lines are a key without a
// colon, as during typing: they are left out, and its last line is read again as a key.
func (s *scanner) unfinished() bool {
	n := len(s.tokens) - 1
	start := s.simple.pos
	if n < s.head || n != s.head+s.simple.number-s.taken || s.tokens[n].kind != text || s.text[start] == '"' ||
		s.text[start] == '\'' ||
		s.tokens[n].end < s.lineStart {
		return false
	}
	end := start
	for !isBreak(s.text[end]) {
		end++
	}
	s.tokens = s.tokens[:n]
	s.simple.possible = false
	s.lost = true
	s.report(codeMissingColon, start, end, `there is no ":" after this, so the next line continues it`,
		"mapping values are not allowed in this context", s.pos)
	s.pos, s.shift, s.allowed = s.lineStart, 0, true
	return true
}

const keyTooLong = "a key has at most 1024 characters"

// dropSimpleKey drops the possible key. Where only a key is allowed, its missing colon is
// reported.
func (s *scanner) dropSimpleKey() {
	s.dropKey(`a key must be followed by ":" and a space; perhaps the indentation is wrong`)
}

// dropKey drops the possible key. If it was required, its token becomes broken and the message is
// reported.
func (s *scanner) dropKey(message string) {
	k := s.simple
	s.simple.possible = false
	if !k.possible || !k.required {
		return
	}
	i := s.head + k.number - s.taken
	end := k.pos + 1
	if i < len(s.tokens) {
		end = s.tokens[i].end
		s.tokens[i].kind = broken
		s.tokens[i].node = nil
	}
	s.report(codeMissingColon, k.pos, end, message, "simple key expect ':'", k.pos)
}

// fail reports unreadable text, puts a broken token in its place and continues with the next line
// that belongs to an open array or hash.
func (s *scanner) fail(code diag.Code, start, end int, message, reference string, mark int) {
	s.report(code, start, end, message, reference, mark)
	s.simple.possible = false
	s.push(broken, start, end)
	s.skipLine()
	for !s.ended() {
		s.newline()
		i := s.pos
		for i < len(s.text) && isBlank(s.text[i]) {
			i++
		}
		if i >= len(s.text) || isBreak(s.text[i]) || s.text[i] == '#' {
			s.skipLine()
			continue
		}
		// A line that is indented more belongs to the unreadable part.
		if i-s.pos <= s.indent || s.marker() {
			break
		}
		s.skipLine()
	}
	s.allowed = true
}

// report adds a syntax problem. mark is the original's position.
func (s *scanner) report(code diag.Code, start, end int, message, reference string, mark int) {
	s.problems = append(s.problems, diag.Problem{
		Severity: diag.Error, Code: code, Span: s.file.Span(start, end), Message: message,
		Reference: s.reference(reference, mark),
	})
}

// reference formats a message of the original with its position.
func (s *scanner) reference(text string, mark int) string {
	p := s.file.Position(mark)
	return "`" + s.file.Name + "`: " + text + " at line " + strconv.Itoa(p.Line) + " column " + strconv.Itoa(p.Column)
}

// reportTabs reports all tabs used as indentation as one problem, with one fix.
func (s *scanner) reportTabs() {
	if len(s.tabs) == 0 {
		return
	}
	fix := diag.Fix{Title: "Replace each tab in the indentation with four spaces"}
	lines, last := 0, -1
	// The tabs are in the order of the file, so a line is counted at its first tab.
	for _, pos := range s.tabs {
		span := s.file.Span(pos, pos+1)
		fix.Edits = append(fix.Edits, diag.Edit{Span: span, Text: "    "})
		if line := s.file.Position(pos).Line; line != last {
			lines, last = lines+1, line
		}
	}
	message := "a tab cannot indent; use spaces"
	if lines > 1 {
		message = "tabs cannot indent, and " + strconv.Itoa(lines) + " lines of this file begin with one; use spaces"
	}
	s.problems = append(s.problems, diag.Problem{
		Severity: diag.Error, Code: codeTab, Span: fix.Edits[0].Span, Message: message,
		Reference: s.tabWhere, Fixes: []diag.Fix{fix},
	})
}
