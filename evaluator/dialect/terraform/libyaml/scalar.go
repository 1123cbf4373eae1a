package libyaml

import (
	"strings"
	"unicode/utf8"
)

// A fold collects the space between two words of a scalar: blanks, or line breaks that fold to a
// space or to fewer breaks.
type fold struct {
	blanks   string // before the first break
	leading  string // the first break
	trailing []byte // the breaks after it
	broken   bool   // there was a break
}

// gap reads blanks and line breaks. indent is the least column of a continuation line that may
// begin with a tab; it is -1 where tabs are allowed.
func (s *scanner) gap(f *fold, indent int) {
	from := s.pos
	for {
		c := s.t[s.pos]
		if isBlank(c) {
			if c == '\t' && f.broken && s.col < indent {
				s.fail("found a tab character that violates indentation")
				return
			}
			s.steps(1)
			continue
		}
		n := breakLen(s.t, s.pos)
		if n == 0 {
			break
		}
		if f.broken {
			f.trailing = append(f.trailing, breakText(s.t, s.pos, n)...)
		} else {
			f.leading, f.broken = breakText(s.t, s.pos, n), true
		}
		s.stepLine(n)
	}
	if !f.broken {
		f.blanks = s.t[from:s.pos]
	}
}

// flush appends the decoded form of a fold and empties the fold.
func (f *fold) flush(b []byte) []byte {
	switch {
	case !f.broken:
		b = append(b, f.blanks...)
	case f.leading != "\n":
		b = append(b, f.leading...)
		b = append(b, f.trailing...)
	case len(f.trailing) == 0:
		b = append(b, ' ')
	default:
		b = append(b, f.trailing...)
	}
	*f = fold{trailing: f.trailing[:0]}
	return b
}

// endsPlain reports whether the character at i cannot be part of a plain scalar.
func (s *scanner) endsPlain(i int) bool {
	switch s.t[i] {
	case ':':
		return isBlankOrEnd(s.t, i+1)
	case ',', '?', '[', ']', '{', '}':
		return s.flow > 0
	}
	return false
}

// scanPlain reads a plain scalar. One on a single line shares the memory of the text.
func (s *scanner) scanPlain() {
	start := s.mark()
	end := start
	var text []byte
	var f fold
	first, last := s.pos, s.pos // the piece of the text while nothing was folded
	pending := false
	for {
		if s.col == 0 && isDocumentMarker(s.t, s.pos) || s.t[s.pos] == '#' {
			break
		}
		word := s.pos
		i := s.pos
		for !isBlankOrEnd(s.t, i) && !s.endsPlain(i) {
			i++
		}
		if i > word {
			// As long as nothing was folded, the value is a piece of the text. From here on, it is
			// copied.
			if pending && (f.broken || text != nil) {
				if text == nil {
					text = append(text, s.t[first:last]...)
				}
				text = f.flush(text)
			}
			if text != nil {
				text = append(text, s.t[word:i]...)
			}
			s.stepTo(i)
			f, pending, last, end = fold{trailing: f.trailing[:0]}, false, i, s.mark()
		}
		if !isBlank(s.t[s.pos]) && breakLen(s.t, s.pos) == 0 {
			break
		}
		// The space is part of the scalar only if another word follows.
		s.gap(&f, s.indent+1)
		if s.err != nil {
			return
		}
		pending = true
		if s.flow == 0 && s.col < s.indent+1 {
			break
		}
	}
	t := token{kind: tokScalar, style: Plain, start: start, end: end, value: s.t[first:last]}
	if text != nil {
		t.value = string(text)
	}
	s.add(t)
	if f.broken {
		// The scalar ended before a line break, so the next token may be a key.
		s.keyAllowed = true
	}
}

// scanQuoted reads a quoted scalar.
func (s *scanner) scanQuoted(quote byte) {
	start := s.mark()
	s.steps(1)
	style := SingleQuoted
	if quote == '"' {
		style = DoubleQuoted
	}
	// Without escape sequences and line breaks, the value is a piece of the text.
	if i := s.plainQuoted(quote); i >= 0 {
		value := s.t[s.pos:i]
		s.stepTo(i)
		s.steps(1)
		s.add(token{kind: tokScalar, style: style, start: start, end: s.mark(), value: value})
		return
	}
	var text []byte
	for {
		switch {
		case s.col == 0 && isDocumentMarker(s.t, s.pos):
			s.fail("found unexpected document indicator")
			return
		case s.t[s.pos] == 0:
			s.fail("found unexpected end of stream")
			return
		}
		var f fold
		text, f.broken = s.quotedWord(text, quote)
		if s.err != nil {
			return
		}
		if !f.broken && s.t[s.pos] == quote {
			break
		}
		s.gap(&f, -1)
		text = f.flushEscaped(text)
	}
	s.steps(1)
	s.add(token{kind: tokScalar, style: style, start: start, end: s.mark(), value: string(text)})
}

// flushEscaped is like flush, but the first break may be escaped and therefore ignored.
func (f *fold) flushEscaped(b []byte) []byte {
	if f.broken && f.leading == "" {
		return append(b, f.trailing...)
	}
	return f.flush(b)
}

// plainQuoted returns the offset of the closing quote if only ordinary characters precede it on
// the line, else -1.
func (s *scanner) plainQuoted(quote byte) int {
	for i := s.pos; ; i++ {
		switch c := s.t[i]; {
		case c == quote:
			if quote == '\'' && s.t[i+1] == '\'' {
				return -1
			}
			return i
		case c < ' ' && c != '\t', c == '\\' && quote == '"':
			return -1
		case c >= utf8.RuneSelf && breakLen(s.t, i) > 0:
			return -1
		}
	}
}

// quotedWord reads a run without blanks. broken means that it ended with an escaped break.
func (s *scanner) quotedWord(text []byte, quote byte) (_ []byte, broken bool) {
	for !isBlankOrEnd(s.t, s.pos) {
		c := s.t[s.pos]
		switch {
		case c == '\'' && quote == c && s.t[s.pos+1] == c:
			text = append(text, c)
			s.steps(2)
		case c == quote:
			return text, false
		case c == '\\' && quote == '"':
			if n := breakLen(s.t, s.pos+1); n > 0 {
				s.steps(1)
				s.stepLine(n)
				return text, true
			}
			text = s.escape(text)
			if s.err != nil {
				return text, false
			}
		default:
			from := s.pos
			s.step()
			text = append(text, s.t[from:s.pos]...)
		}
	}
	return text, false
}

// escapes are the one-letter escape sequences and their meanings.
const escapes = "0\x00a\x07b\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"''\\\\"

// escape appends the character of an escape sequence to text. `\/` belongs to YAML 1.2 and is not
// valid here (2.6).
func (s *scanner) escape(text []byte) []byte {
	c := s.t[s.pos+1]
	digits := 0
	switch c {
	case 'N':
		text = append(text, "\u0085"...)
	case '_':
		text = append(text, "\u00a0"...)
	case 'L':
		text = append(text, "\u2028"...)
	case 'P':
		text = append(text, "\u2029"...)
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		k := 0
		for k < len(escapes) && escapes[k] != c {
			k += 2
		}
		if k >= len(escapes) || c == 0 {
			s.fail("found unknown escape character")
			return text
		}
		text = append(text, escapes[k+1])
	}
	s.steps(2)
	if digits == 0 {
		return text
	}
	r := 0
	for k := range digits {
		d := hexValue(s.t[s.pos+k])
		if d < 0 {
			s.fail("did not find expected hexdecimal number")
			return text
		}
		r = r<<4 | d
	}
	if r > utf8.MaxRune || !utf8.ValidRune(rune(r)) {
		s.fail("found invalid Unicode character escape code")
		return text
	}
	s.steps(digits)
	return utf8.AppendRune(text, rune(r))
}

// A block is a literal or folded scalar being read.
type block struct {
	indent   int // of its lines, 0 while unknown
	leading  string
	trailing []byte
	end      Mark
}

// scanBlock reads a literal or folded scalar.
func (s *scanner) scanBlock(literal bool) {
	start := s.mark()
	s.steps(1)
	chomp, increment := s.blockHeader()
	if s.err != nil || !s.restOfLine() {
		return
	}
	b := block{}
	if increment > 0 {
		b.indent = max(s.indent, 0) + increment
	}
	s.blockBreaks(&b)
	var text []byte
	wasBlank := false
	for s.err == nil && s.col == b.indent && s.t[s.pos] != 0 {
		blank := isBlank(s.t[s.pos])
		// A folded scalar joins two lines with a space, or drops the break before empty lines.
		// Lines that begin with a blank are kept as they are.
		if !literal && !wasBlank && !blank && strings.HasPrefix(b.leading, "\n") {
			if len(b.trailing) == 0 {
				text = append(text, ' ')
			}
		} else {
			text = append(text, b.leading...)
		}
		text = append(text, b.trailing...)
		b.leading, b.trailing, wasBlank = "", b.trailing[:0], blank
		from := s.pos
		s.toBreak()
		text = append(text, s.t[from:s.pos]...)
		b.end = s.mark()
		if n := breakLen(s.t, s.pos); n > 0 {
			b.leading = breakText(s.t, s.pos, n)
			s.stepLine(n)
		}
		s.blockBreaks(&b)
	}
	if s.err != nil {
		return
	}
	// Without an indicator, one line break at the end remains; with `+`, all of them do.
	if chomp != '-' {
		text = append(text, b.leading...)
	}
	if chomp == '+' {
		text = append(text, b.trailing...)
	}
	t := token{kind: tokScalar, style: Literal, start: start, end: b.end, value: string(text)}
	if !literal {
		t.style = Folded
	}
	// An empty scalar ends after its indicator.
	if t.end.Offset == 0 {
		t.end = start
		t.end.Offset++
	}
	s.add(t)
}

// blockHeader reads the chomping and indentation indicators, in either order.
func (s *scanner) blockHeader() (chomp byte, increment int) {
	for range 2 {
		switch c := s.t[s.pos]; {
		case (c == '+' || c == '-') && chomp == 0:
			chomp = c
			s.steps(1)
		case isDigit(c) && increment == 0:
			if c == '0' {
				s.fail("found an indentation indicator equal to 0")
				return
			}
			// The number is relative to the indentation of the collection around the scalar.
			increment = int(c - '0')
			s.steps(1)
		}
	}
	return chomp, increment
}

// blockBreaks reads empty lines and the indentation of the next one, and determines the
// indentation of the scalar if its header does not.
func (s *scanner) blockBreaks(b *block) {
	deepest := 0
	for {
		for (b.indent == 0 || s.col < b.indent) && s.t[s.pos] == ' ' {
			s.steps(1)
		}
		deepest = max(deepest, s.col)
		if (b.indent == 0 || s.col < b.indent) && s.t[s.pos] == '\t' {
			s.fail("found a tab character where an indentation space is expected")
			return
		}
		n := breakLen(s.t, s.pos)
		if n == 0 {
			break
		}
		b.trailing = append(b.trailing, breakText(s.t, s.pos, n)...)
		s.stepLine(n)
	}
	if b.indent == 0 {
		// As in the original, an empty line that is longer than the first line of text determines the
		// indentation, too.
		b.indent = max(deepest, s.indent+1, 1)
	}
}
