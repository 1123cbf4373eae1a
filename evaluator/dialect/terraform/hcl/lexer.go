package hcl

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"pantograph/evaluator/source"
)

// A lexer turns an expression into tokens. Templates nest: inside a quoted string or a
// heredoc the text is literal up to `${` or `%{`, inside of which it is code again.
type lexer struct {
	file   *source.File
	t      string
	pos    int
	tokens []token
	modes  []mode
}

// A mode is a template, or the code inside one.
type mode struct {
	kind   tokenKind // tokOQuote, tokOHeredoc, or tokInterp for code
	braces int       // open braces of code that are not the template's
	marker string    // ends a heredoc
	margin bool      // at the start of a line of the heredoc, which may be the marker
}

// lex returns the tokens of a file, the last of which is tokEOF. It reports nothing: text that is
// not part of the language becomes a token as well.
func lex(f *source.File) []token {
	l := &lexer{file: f, t: f.Text}
	if strings.HasPrefix(l.t, "\uFEFF") {
		l.pos = len("\uFEFF")
	}
	return l.run()
}

func (l *lexer) run() []token {
	for l.pos < len(l.t) {
		switch m := l.mode(); {
		case m == nil || m.kind == tokInterp:
			l.code(m)
		case m.kind == tokOQuote:
			l.quoted()
		default:
			l.heredoc(m)
		}
	}
	l.add(tokEOF, 0)
	return l.tokens
}

// mode returns the innermost template, or the code in it; nil outside of templates.
func (l *lexer) mode() *mode {
	if n := len(l.modes); n > 0 {
		return &l.modes[n-1]
	}
	return nil
}

func (l *lexer) push(m mode) { l.modes = append(l.modes, m) }
func (l *lexer) pop()        { l.modes = l.modes[:len(l.modes)-1] }

// add makes a token of the next n bytes.
func (l *lexer) add(kind tokenKind, n int) {
	l.tokens = append(l.tokens, token{kind, l.pos, l.pos + n})
	l.pos += n
}

func (l *lexer) has(prefix string) bool { return strings.HasPrefix(l.t[l.pos:], prefix) }

// code reads one token outside the text of templates.
func (l *lexer) code(m *mode) {
	c := l.t[l.pos]
	switch {
	case c == ' ' || c == '\t':
		l.pos++
	case c == '\n':
		l.add(tokNewline, 1)
	case l.has("\r\n"):
		l.add(tokNewline, 2)
	case '0' <= c && c <= '9':
		l.add(tokNumber, numberLen(l.t[l.pos:]))
	case c == '"':
		l.add(tokOQuote, 1)
		l.push(mode{kind: tokOQuote})
	case c == '{':
		if m != nil {
			// Outside of templates, no brace has a second meaning, so they are not counted.
			m.braces++
		}
		l.add(tokOBrace, 1)
	case c == '}':
		l.closeBrace(m, 1)
	case l.has("~}"):
		l.closeBrace(m, 2)
	// The functions in these two conditions add a token if they return true.
	case l.has("<<") && l.openHeredoc():
	case l.comment():
	default:
		l.symbol()
	}
}

// closeBrace reads `}`, or `~}`, which is always a token for the end of a template's sequence.
func (l *lexer) closeBrace(m *mode, n int) {
	kind := tokCBrace
	if n == 2 {
		kind = tokSeqEnd
	}
	switch {
	case m == nil:
		l.add(kind, n)
	case m.braces > 0:
		// This closes a brace that was opened inside the sequence, such as that of an object.
		m.braces--
		l.add(kind, n)
	default:
		// The brace ends the sequence, so the text of the template continues.
		l.add(tokSeqEnd, n)
		l.pop()
	}
}

// comment reads a comment and reports whether there is one.
func (l *lexer) comment() bool {
	rest := l.t[l.pos:]
	switch {
	case rest[0] == '#' || strings.HasPrefix(rest, "//"):
		// The line break belongs to the comment, which can therefore separate the attributes of an
		// object like a line break (asNewline).
		n := strings.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		l.add(tokComment, n)
		return true
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			l.add(tokComment, n+4)
			return true
		}
	}
	return false
}

// symbol reads a name, an operator or punctuation. Any other character becomes tokInvalid.
func (l *lexer) symbol() {
	rest := l.t[l.pos:]
	if n := identLen(rest); n > 0 {
		l.add(tokIdent, n)
		return
	}
	for _, s := range symbols {
		if strings.HasPrefix(rest, s.text) {
			l.add(s.kind, len(s.text))
			return
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	l.add(tokInvalid, n)
}

// numberLen returns the length of the number at the start of s. It may contain several dots; the
// parser refuses that.
func numberLen(s string) int {
	end := 1
	for i := 1; i < len(s); {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			i++
			end = i
		case c == '.':
			// A point counts only if a digit follows: `1.x` is a number and a step.
			i++
		case c|0x20 == 'e':
			i++
			if i < len(s) && (s[i] == '+' || s[i] == '-') {
				i++
			}
			if i >= len(s) || s[i] < '0' || s[i] > '9' {
				return end
			}
		default:
			return end
		}
	}
	return end
}

// identLen returns the length of the name at the start of s, or 0.
func identLen(s string) int {
	for i, r := range s {
		if r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) {
			continue
		}
		// Names are Unicode identifiers that may also contain hyphens, so `a-b` is a name (5).
		if i > 0 && (r == '-' || unicode.IsDigit(r) || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Pc)) {
			continue
		}
		return i
	}
	return len(s)
}

// IsIdentifier reports whether all of s is a name.
func IsIdentifier(s string) bool { return s != "" && identLen(s) == len(s) }

// openTemplate reads `${` or `%{` with an optional `~`.
func (l *lexer) openTemplate() {
	kind, n := tokInterp, 2
	if l.t[l.pos] == '%' {
		kind = tokControl
	}
	if l.pos+2 < len(l.t) && l.t[l.pos+2] == '~' {
		n = 3
	}
	l.add(kind, n)
	l.push(mode{kind: tokInterp})
}

// opens reports whether `${` or `%{` is at i, and whether it is escaped by a doubled sign and
// therefore text.
func (l *lexer) opens(i int) (template, escaped bool) {
	c := l.t[i]
	if c != '$' && c != '%' {
		return false, false
	}
	rest := l.t[i+1:]
	return strings.HasPrefix(rest, "{"), strings.HasPrefix(rest, string(c)+"{")
}

// quoted reads one token inside quotes.
func (l *lexer) quoted() {
	switch template, _ := l.opens(l.pos); {
	case l.t[l.pos] == '"':
		l.add(tokCQuote, 1)
		l.pop()
		return
	case template:
		l.openTemplate()
		return
	case l.t[l.pos] == '\n':
		l.add(tokLineFeed, 1)
		return
	case l.has("\r\n"):
		l.add(tokLineFeed, 2)
		return
	}
	if l.broken(l.pos) {
		l.add(tokInvalid, 1)
		return
	}
	i := l.pos
	// The text up to the next mark is one token, with its escape sequences, which the parser
	// decodes.
	for i < len(l.t) && !l.broken(i) && l.t[i] != '"' && l.t[i] != '\n' && !strings.HasPrefix(l.t[i:], "\r\n") {
		template, escaped := l.opens(i)
		if template {
			break
		}
		switch {
		case escaped:
			i += 3
		// The marks $${ and %%{ stay in the token; the parser decodes them.
		case l.t[i] == '\\':
			i += 2
		default:
			i++
		}
	}
	l.add(tokLiteral, min(i, len(l.t))-l.pos)
}

// broken reports whether the end of the text cuts off an escape sequence or a template's mark that
// begins at i. The end of the line also cuts off an escape sequence.
func (l *lexer) broken(i int) bool {
	switch l.t[i] {
	case '\\':
		// A backslash has a meaning only in quotes.
		return l.mode().kind == tokOQuote &&
			(i+1 == len(l.t) || l.t[i+1] == '\n' || strings.HasPrefix(l.t[i+1:], "\r\n"))
	case '$', '%':
		return i+1 == len(l.t)
	}
	return false
}

// openHeredoc reads `<<NAME` or `<<-NAME` and the end of its line.
func (l *lexer) openHeredoc() bool {
	rest := l.t[l.pos+2:]
	n := 2
	if strings.HasPrefix(rest, "-") {
		rest, n = rest[1:], 3
	}
	name := rest[:identLen(rest)]
	rest = rest[len(name):]
	// Otherwise `<<` is two operators, which the parser refuses.
	if name == "" || !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r\n") {
		return false
	}
	l.add(tokOHeredoc, n+len(name)+strings.IndexByte(rest, '\n')+1)
	l.push(mode{kind: tokOHeredoc, marker: name, margin: true})
	return true
}

// heredoc reads one line of a heredoc, or the part of it before a template.
func (l *lexer) heredoc(m *mode) {
	for i := l.pos; i < len(l.t); {
		template, escaped := l.opens(i)
		switch {
		case l.broken(i):
			if i > l.pos {
				l.add(tokLiteral, i-l.pos)
			}
			l.add(tokInvalid, 1)
			return
		// The text before the template is a token; the next call begins at the template.
		case template && i > l.pos:
			m.margin = false
			l.add(tokLiteral, i-l.pos)
			return
		case template:
			m.margin = false
			l.openTemplate()
			return
		case escaped:
			i += 3
		case l.t[i] == '\n':
			l.endHeredocLine(m, i)
			return
		default:
			i++
		}
	}
	l.add(tokLiteral, len(l.t)-l.pos)
}

// endHeredocLine adds the rest of a line, or ends the heredoc if the whole line is the marker,
// which may be indented. It is called only for lines with a line break: a marker at the very end of
// the text does not end the heredoc (5).
func (l *lexer) endHeredocLine(m *mode, end int) {
	line := l.t[l.pos:end]
	if m.margin && strings.TrimSpace(line) == m.marker {
		l.add(tokCHeredoc, len(strings.TrimSuffix(line, "\r")))
		l.pop()
		return
	}
	m.margin = true
	l.add(tokLiteral, end+1-l.pos)
}
