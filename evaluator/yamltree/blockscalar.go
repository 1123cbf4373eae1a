package yamltree

// A blockScan is the result of scanning a literal or folded scalar.
type blockScan struct {
	end  int // the end of its last line, without the line break
	next int // where scanning continues
	tab  int // a tab where indentation is required, or -1
	ok   bool
}

// blockScanner reads one block scalar, following yaml.v3's scanner.
type blockScanner struct {
	t        string
	i        int
	column   int
	parent   int // indentation of the enclosing collection, -1 at the top
	indent   int // of the scalar's lines, 0 until known
	keep     bool
	strip    bool
	literal  bool
	d        *decoding
	leading  [2]int   // the line break after the last line: position and length
	trailing [][2]int // the breaks of the blank lines that follow
	out      blockScan
}

// scanBlock reads a literal or folded scalar that begins at i inside a block collection
// indented by parent columns.
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
	// A scalar without lines ends here, before the comment.
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
	// The indicator counts from the collection around the scalar, from column 0 at the top.
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
	// Like yaml.v3, take the deepest of the leading lines, even a blank one, but at least one
	// column more than the collection around the scalar.
	if s.indent == 0 {
		s.indent = max(deepest, s.parent+1, 1)
	}
}

// lines reads the scalar's lines.
func (s *blockScanner) lines() {
	wasBlank := false
	for s.column == s.indent && s.i < len(s.t) {
		blank := isBlank(s.t, s.i)
		// Between two lines of a folded scalar, the line break becomes a space or, if blank lines
		// follow it, nothing. It is kept next to a line that begins with a blank, and if it is LS
		// or PS, which take three bytes.
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

// finish applies the chomping indicator. Even if the final line break is kept, it is not part of
// the span, as for any other scalar.
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

// emitRun records a run that is never joined with its neighbours.
func (d *decoding) emitRun(s string, i, n int) {
	if d == nil {
		return
	}
	d.runs = append(d.runs, run{int32(len(d.text)), int32(len(s)), int32(i), int32(n)})
	d.text = append(d.text, s...)
}
