package strictyaml

import (
	"strconv"
	"strings"
)

// A blockText is a literal or folded scalar being scanned.
type blockText struct {
	literal bool
	// chomp says which line ends after the last line remain: none for -, all for +, and one for 0.
	chomp  byte // '-', '+' or 0
	indent int  // columns of its lines; 0 until the first one determines it
	breaks int  // empty lines before the next line
	at     int  // offset of these lines
}

// block scans a literal (|) or folded (>) scalar.
func (s *scanner) block(literal bool) {
	start := s.pos
	t := blockText{literal: literal}
	if !s.blockHeader(&t) {
		return
	}
	if !s.ended() {
		s.newline()
	}
	s.blockBreaks(&t)
	// first is the line end of the previous line, until it is known whether it folds.
	b := builder{source: s.text, runs: s.buffer}
	end, first, wasBlank := start+1, "", false
	firstAt := s.pos
	for s.column() == t.indent && !s.ended() {
		// In a folded scalar, a single line end becomes a blank. Before empty lines it disappears, so
		// only these become line ends. Lines that begin with a blank are not folded.
		blank := isBlank(s.text[s.pos])
		switch folds := !literal && first != "" && !wasBlank && !blank; {
		case folds && t.breaks == 0:
			b.made(" ", firstAt)
		case !folds:
			b.made(first, firstAt)
		}
		b.made(strings.Repeat("\n", t.breaks), t.at)
		wasBlank = blank
		from := s.pos
		s.skipLine()
		b.copied(s.text[from:s.pos], from)
		end, firstAt, first, t.breaks = s.pos, s.pos, "", 0
		if !s.ended() {
			first = "\n"
			s.newline()
		}
		s.blockBreaks(&t)
	}
	if t.chomp != '-' {
		b.made(first, firstAt)
		if t.chomp == '+' {
			b.made(strings.Repeat("\n", t.breaks), t.at)
		}
	}
	if end == start+1 { // only its header
		end = start + len(strings.TrimRight(s.text[start:min(firstAt, len(s.text))], " \t\r\n"))
	}
	s.finish(&b, start, end, end)
}

// blockHeader scans the indicators after | or >. It returns false after reporting an error.
func (s *scanner) blockHeader(t *blockText) bool {
	start := s.pos
	s.pos++
	// Both indicators are optional, and may come in either order.
	for i := 0; i < 2; i++ {
		switch c := s.at(0); {
		case (c == '+' || c == '-') && t.chomp == 0:
			t.chomp = c
			s.pos++
		case '1' <= c && c <= '9' && t.indent == 0:
			// The digit is relative to the indentation around the scalar.
			t.indent = max(s.indent, 0) + int(c-'0')
			s.pos++
		}
	}
	if s.at(0) == '0' {
		s.fail(codeBlockHeader, s.pos, s.pos+1, "the indentation of a block must be a digit from 1 to 9",
			"while scanning a block scalar, found an indentation indicator equal to 0", start)
		return false
	}
	for isBlank(s.at(0)) {
		s.pos++
	}
	if s.at(0) == '#' {
		s.skipLine()
	}
	if !s.ended() && !isBreak(s.text[s.pos]) {
		from := s.pos
		s.skipLine()
		s.fail(codeBlockHeader, from, s.pos, "the text of a block begins on the next line; to write "+
			strconv.Quote(s.text[start:start+1])+" itself, put the value in quotes",
			"while scanning a block scalar, did not find expected comment or line break", start)
		return false
	}
	return true
}

// blockBreaks scans empty lines and the indentation of the next line. The first non-empty line
// determines the indentation of the block.
func (s *scanner) blockBreaks(t *blockText) {
	t.at = s.pos
	deepest := 0
	for {
		for (t.indent == 0 || s.column() < t.indent) && !s.ended() && isBlank(s.text[s.pos]) {
			if s.text[s.pos] == '\t' {
				s.tab()
				// A tab counts as four columns, but only up to the indentation of the block:
				// otherwise the line would not belong to the block.
				if t.indent > 0 && s.column() > t.indent {
					s.shift -= s.column() - t.indent
				}
				continue
			}
			s.pos++
		}
		deepest = max(deepest, s.column())
		if s.ended() || !isBreak(s.text[s.pos]) {
			break
		}
		t.breaks++
		s.newline()
	}
	if t.indent == 0 {
		t.indent = max(deepest, s.indent+1, 1)
	}
}
