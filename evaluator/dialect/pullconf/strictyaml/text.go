package strictyaml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A builder collects the decoded string of a node and the source of its parts.
type builder struct {
	source string // the text of the file
	// first is the string, as long as it is a part of the source: most strings are, and are not copied.
	first string
	out   []byte // the string, otherwise
	size  int    // in bytes
	runs  []run
}

func (b *builder) add(text string) {
	switch {
	case b.size == 0:
		b.first = text
	case b.out == nil:
		b.out = append(append(b.out, b.first...), text...)
	default:
		b.out = append(b.out, text...)
	}
	b.size += len(text)
}

// String returns the decoded string.
func (b *builder) String() string {
	if b.out == nil {
		return b.first
	}
	return string(b.out)
}

// isFlat reports whether the string is the same as its source, byte by byte.
func (b *builder) isFlat() bool { return len(b.runs) <= fewRuns && b.runs[0].literal }

// fewRuns is the number of runs of most strings: one part and the end.
const fewRuns = 2

// copied appends text copied from src.
func (b *builder) copied(text string, src int) {
	if text == "" {
		return
	}
	if n := len(b.runs); n > 0 && b.runs[n-1].literal && int(b.runs[n-1].src)+b.size-int(b.runs[n-1].text) == src {
		if b.out == nil {
			b.size += len(text)
			b.first = b.source[src+len(text)-b.size : src+len(text)]
			return
		}
	} else {
		b.runs = append(b.runs, run{int32(b.size), int32(src), true})
	}
	b.add(text)
}

// made appends text that is the decoded form of the source at src, which ends where the next run
// begins.
func (b *builder) made(text string, src int) {
	if text != "" {
		b.runs = append(b.runs, run{int32(b.size), int32(src), false})
		b.add(text)
	}
}

// finish adds the token of a scalar whose source is from start to end. The last run has no text. It
// only marks where the source of the string ends: at inner, before a closing quote.
func (s *scanner) finish(b *builder, start, end, inner int) {
	b.runs = append(b.runs, run{int32(b.size), int32(inner), true})
	n := s.newNode(Text, s.file.Span(start, end))
	n.Value = b.String()
	if !b.isFlat() || int(b.runs[0].src) != n.Inner().Start() {
		n.parts = &parts{runs: append(s.runs.Slice(len(b.runs)), b.runs...)}
		for i := range n.runs {
			n.runs[i].src -= int32(start)
		}
	}
	s.last, s.buffer = n, b.runs[:0]
	s.tokens = append(s.tokens, token{kind: text, start: start, end: end, node: n})
}

// plain scans a plain scalar, which may continue on lines that are indented more.
func (s *scanner) plain() {
	// A line that is not indented more than the array or hash around it does not continue the value.
	indent := s.indent + 1
	start, end := s.pos, s.pos
	b := builder{source: s.text, runs: s.buffer}
	g := gap{}
	for !s.marker() && s.at(0) != '#' {
		from := s.pos
		// A colon ends it only before a blank, so http://x is one value.
		for !s.blankAt(0) && !(s.text[s.pos] == ':' && s.blankAt(1)) {
			s.pos++
		}
		if s.pos > from {
			g.write(&b, s.text)
			b.copied(s.text[from:s.pos], from)
			end = s.pos
		}
		if s.ended() || !s.blankAt(0) {
			break
		}
		s.plainGap(&g, indent, start)
		if s.column() < indent {
			break
		}
	}
	// The next token is on a new line, where a key can begin.
	if g.broken {
		s.allowed = true
	}
	s.finish(&b, start, end, end)
}

// plainGap scans the blanks and line ends after a part of a plain scalar.
func (s *scanner) plainGap(g *gap, indent, start int) {
	for !s.ended() && s.blankAt(0) {
		c := s.text[s.pos]
		switch {
		case isBreak(c):
			g.newline(s)
		case g.broken && c == '\t' && s.column() < indent:
			// The original rejects a tab here with a separate message, which this problem quotes
			// (2).
			if s.tabWhere == "" {
				s.tabWhere = s.reference("while scanning a plain scalar, found a tab", start)
			}
			s.tab()
		default:
			g.blank(s)
		}
	}
}

// quoted scans a quoted scalar.
func (s *scanner) quoted(quote byte) {
	start := s.pos
	s.pos++
	b := builder{source: s.text, runs: s.buffer}
	g := gap{}
	for {
		switch {
		case s.ended() || s.marker():
			s.unclosed(start)
			return
		case s.text[s.pos] == quote && (quote == '"' || s.at(1) != quote):
			g.write(&b, s.text)
			s.pos++
			s.finish(&b, start, s.pos, s.pos-1)
			return
		case s.blankAt(0):
			s.quotedGap(&g)
		case s.text[s.pos] == quote: // two quotes mean one
			g.write(&b, s.text)
			b.made(string(quote), s.pos)
			s.pos += 2
		case s.text[s.pos] == '\\' && quote == '"' && isBreak(s.at(1)):
			g.write(&b, s.text)
			// After a backslash, the line end is dropped instead of becoming a blank.
			g = gap{start: s.pos, broken: true}
			s.pos++
			s.newline()
		case s.text[s.pos] == '\\' && quote == '"':
			g.write(&b, s.text)
			if !s.escape(&b, start) {
				return
			}
		default:
			g.write(&b, s.text)
			from := s.pos
			for !s.blankAt(0) && s.text[s.pos] != quote && (s.text[s.pos] != '\\' || quote != '"') {
				s.pos++
			}
			b.copied(s.text[from:s.pos], from)
		}
	}
}

// quotedGap scans the blanks and line ends after a part of a quoted scalar.
func (s *scanner) quotedGap(g *gap) {
	for !s.ended() && s.blankAt(0) {
		if isBreak(s.text[s.pos]) {
			g.newline(s)
		} else {
			g.blank(s)
		}
	}
}

// unclosed reports a quote that is never closed. The text after its first line is read as if the
// quote had been closed there. Otherwise a forgotten quote would hide the rest of the file.
func (s *scanner) unclosed(start int) {
	reference := "while scanning a quoted scalar, found unexpected end of stream"
	if !s.ended() {
		reference = "while scanning a quoted scalar, found unexpected document indicator"
	}
	s.line = s.file.Position(start).Line - 1
	s.lineStart, s.shift = s.file.LineStart(s.line+1), 0
	s.pos = start
	s.skipLine()
	s.fail(codeUnclosed, start, s.pos, "the closing quote of this string is missing", reference, start)
}

// escapes are the single-character escapes. They are YAML's, not Go's, and include an escaped
// blank, tab and slash.
var escapes = map[byte]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", '\t': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r",
	'e': "\x1b", ' ': " ", '"': `"`, '\'': "'", '/': "/", '\\': `\`,
	'N': "\u0085", '_': "\u00a0", 'L': "\u2028", 'P': "\u2029",
}

// hexDigits is the number of digits after \x, \u and \U.
var hexDigits = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// escape scans an escape of a double-quoted scalar. It returns false after reporting an error.
func (s *scanner) escape(b *builder, start int) bool {
	c := s.at(1)
	if text, ok := escapes[c]; ok && s.pos+1 < len(s.text) {
		b.made(text, s.pos)
		s.pos += 2
		return true
	}
	n := hexDigits[c]
	if n == 0 {
		_, width := utf8.DecodeRuneInString(s.text[min(s.pos+1, len(s.text)):])
		s.wrongEscape(start, 1+width, " is not an escape; write \\\\ for a backslash, or use single quotes",
			"found unknown escape character")
		return false
	}
	digits := s.text[s.pos+2 : min(s.pos+2+n, len(s.text))]
	r, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err != nil || len(digits) < n:
		s.wrongEscape(start, 2, " is followed by "+strconv.Itoa(n)+" hexadecimal digits",
			"did not find expected hexadecimal number")
		return false
	case !utf8.ValidRune(rune(r)):
		s.wrongEscape(start, 2+n, " is not a character", "found invalid Unicode character escape code")
		return false
	}
	b.made(string(rune(r)), s.pos)
	s.pos += 2 + n
	return true
}

// wrongEscape reports an escape of length n. Scanning continues after the quoted scalar.
func (s *scanner) wrongEscape(start, n int, message, reference string) {
	end := min(s.pos+n, len(s.text))
	s.fail(codeEscape, s.pos, end, s.text[s.pos:end]+message, "while parsing a quoted scalar, "+reference, start)
	// The whole scalar is unreadable, not only its escape.
	s.tokens[len(s.tokens)-1].start = start
}

// A gap is the space between two parts of a scalar: blanks, or line ends that fold.
type gap struct {
	start  int  // where it begins
	blanks int  // bytes of blanks from start, if no line has ended
	broken bool // a line ended
	folds  bool // the first line end was not escaped: it becomes a space
	more   int  // line ends after the first
}

// blank adds a blank to the gap. After a line end, blanks are indentation and do not count.
func (g *gap) blank(s *scanner) {
	if !g.broken {
		if g.blanks == 0 {
			g.start = s.pos
		}
		g.blanks++
	}
	s.pos++
}

// newline adds a line end to the gap, and drops the blanks before it.
func (g *gap) newline(s *scanner) {
	if g.broken {
		g.more++
	} else {
		*g = gap{start: s.pos, broken: true, folds: true}
	}
	s.newline()
}

// write appends the decoded gap and empties it. Blanks within a line are copied; a single line end
// becomes a blank, and n line ends become n - 1.
func (g *gap) write(b *builder, text string) {
	switch {
	case !g.broken:
		b.copied(text[g.start:g.start+g.blanks], g.start)
	case g.folds && g.more == 0:
		b.made(" ", g.start)
	default:
		b.made(strings.Repeat("\n", g.more), g.start)
	}
	*g = gap{}
}
