package yamltree

// A blockScan is the result of scanning a literal or folded scalar.
type blockScan struct {
	end  int // the end of its last line, without the line break
	next int // the position of the next token to scan
	tab  int // the position of a tab where indentation is required, or -1
	ok   bool
}

// blockScanner reads a block scalar in the same steps as yaml.v3's scanner.
type blockScanner struct {
	t        string
	i        int
	column   int
	parent   int // indentation of the enclosing collection, -1 at the top level
	indent   int // of the scalar's lines, 0 until known
	keep     bool
	strip    bool
	literal  bool
	d        *decoding
	leading  [2]int   // the line break after the last line: position and length
	trailing [][2]int // the breaks of the blank lines that follow
	out      blockScan
}

// scanBlock reads the literal or folded scalar at i, inside a block collection that is indented by
// parent columns.
func scanBlock(t string, i, parent int, d *decoding) blockScan {
	s := &blockScanner{t: t, i: i, parent: parent, d: d, literal: t[i] == '|', out: blockScan{tab: -1}}
	if !s.header() {
		s.out.next = s.i
		return s.out
	}
	s.blankLines()
	s.lines()
	s.finish()
	return s.out
}

// header reads `|` or `>` with its indicators and the rest of the line.
func (s *blockScanner) header() bool {
	s.i++
	increment := 0
	// An indentation indicator and a chomping indicator, in either order. Each may occur once.
	for range 2 {
		if s.i >= len(s.t) {
			break
		}
		switch c := s.t[s.i]; {
		case (c == '+' || c == '-') && !s.keep && !s.strip:
			s.keep, s.strip = c == '+', c == '-'
			s.i++
		case c >= '1' && c <= '9' && increment == 0:
			increment = int(c - '0')
			s.i++
		}
	}
	// If the scalar has no lines, it ends here, before the comment.
	s.out.end = s.i
	for isBlank(s.t, s.i) {
		s.i++
	}
	if s.i < len(s.t) && s.t[s.i] == '#' {
		s.i = lineEnd(s.t, s.i)
	}
	if !isBreakOrEnd(s.t, s.i) {
		return false
	}
	s.i += breakLen(s.t, s.i)
	// The indentation indicator is relative to the enclosing collection or, at the top level, to column 0.
	if increment > 0 {
		s.indent = max(s.parent, 0) + increment
	}
	return true
}

// blankLines consumes empty lines and the indentation of the next line. It also determines the
// indentation of the scalar if the header does not.
func (s *blockScanner) blankLines() {
	deepest := 0
	s.column = 0
	for {
		for (s.indent == 0 || s.column < s.indent) && s.i < len(s.t) && s.t[s.i] == ' ' {
			s.i++
			s.column++
		}
		deepest = max(deepest, s.column)
		if (s.indent == 0 || s.column < s.indent) && s.i < len(s.t) && s.t[s.i] == '\t' && s.out.tab < 0 {
			s.out.tab = s.i
		}
		n := breakLen(s.t, s.i)
		if n == 0 {
			break
		}
		s.trailing = append(s.trailing, [2]int{s.i, n})
		s.i += n
		s.column = 0
	}
	// Like yaml.v3, use the deepest indentation of the leading lines, including blank ones, but at
	// least one column more than the enclosing collection.
	if s.indent == 0 {
		s.indent = max(deepest, s.parent+1, 1)
	}
}

// lines reads the scalar's lines.
func (s *blockScanner) lines() {
	wasBlank := false
	for s.column == s.indent && s.i < len(s.t) {
		blank := isBlank(s.t, s.i)
		// The line break between two lines of a folded scalar becomes a space or, before blank lines,
		// is removed. It is kept if one of the lines starts with a blank, and if it is LS or PS, which
		// have three bytes.
		if !s.literal && !wasBlank && !blank && s.leading[1] > 0 && s.leading[1] < 3 {
			if len(s.trailing) == 0 {
				s.d.emitRun(" ", s.leading[0], s.i-s.leading[0])
			}
		} else {
			s.emitBreak(s.leading)
		}
		s.emitTrailing()
		wasBlank = blank
		start := s.i
		s.i = lineEnd(s.t, s.i)
		if s.d != nil {
			s.d.emit(s.t[start:s.i], start, s.i-start)
		}
		s.out.end = s.i
		n := breakLen(s.t, s.i)
		s.leading = [2]int{s.i, n}
		s.i += n
		s.blankLines()
	}
}

// finish applies the chomping indicator. The final line break is never part of the span, even if it
// is part of the value.
func (s *blockScanner) finish() {
	s.out.next, s.out.ok = s.i, s.out.tab < 0
	if !s.strip {
		s.emitBreak(s.leading)
	}
	if s.keep {
		if n := len(s.trailing); n > 0 {
			s.out.end = s.trailing[n-1][0]
		}
		s.emitTrailing()
	}
}

// emitBreak records a line break, given by position and length, unless its length is 0.
func (s *blockScanner) emitBreak(b [2]int) {
	if b[1] > 0 {
		s.d.emitRun(breakText(s.t, b[0], b[1]), b[0], b[1])
	}
}

// emitTrailing records the breaks of the blank lines after the last line.
func (s *blockScanner) emitTrailing() {
	for _, b := range s.trailing {
		s.emitBreak(b)
	}
	s.trailing = s.trailing[:0]
}

// emitRun records that the n bytes of source at i decode to s, like emit, but as a separate run.
func (d *decoding) emitRun(s string, i, n int) {
	if d == nil {
		return
	}
	d.runs = append(d.runs, run{int32(len(d.text)), int32(len(s)), int32(i), int32(n)})
	d.text = append(d.text, s...)
}
