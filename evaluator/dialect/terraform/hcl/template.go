package hcl

import (
	"strings"
	"unicode"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A part is a piece of a template before its directives are matched with their ends.
type part struct {
	kind partKind
	at   source.Span
	text string // of a literal
	expr Expr   // of `${}`, condition of if
	loop *For   // of for
}

// A partKind is the kind of a part. Those from partIf to partEndFor are directives.
type partKind uint8

const (
	partText partKind = iota
	partExpr
	partIf
	partElse
	partEndIf
	partFor
	partEndFor
	partEnd // of the template
)

// directiveNames are the directives that must follow another one.
var directiveNames = [...]string{partElse: "else", partEndIf: "endif", partEndFor: "endfor"}

// template reads a quoted string or a heredoc.
func (p *parser) template() Expr {
	open := p.read()
	end := tokCQuote
	if open.kind == tokOHeredoc {
		end = tokCHeredoc
	}
	s := &partReader{parser: p, end: end}
	s.read()
	// Reading takes two passes: first the parts in a row, in which spaces are trimmed, then the
	// tree that their directives form.
	if strings.HasPrefix(p.text(open), "<<-") {
		unindent(s.parts)
	}
	// The last token that was read is the closing mark or, after an error, where recovery ended.
	at := p.at(open).Until(max(p.tokens[max(p.pos-1, 0)].end, open.end))
	// The second part is the end.
	if len(s.parts) == 2 && s.parts[0].kind == partExpr {
		return &Wrap{Place{at}, s.parts[0].expr}
	}
	m := &matcher{parser: p, parts: joinAdjacent(s.parts)}
	return &Template{Place: Place{at}, Parts: m.root(), Quoted: true}
}

// ParseTemplate parses the whole text as a template, without quotes and escapes. If it
// consists only of `${x}`, it is x itself. In the original, a newline after that makes it a
// string; here the newline is ignored, because archives cannot contain a file without one.
func ParseTemplate(f *source.File) (Expr, []Diagnostic) {
	l := &lexer{file: f, t: f.Text}
	// Such a text is read like a heredoc: it contains templates, but no escape sequences.
	l.push(mode{kind: tokOHeredoc, marker: noMarker})
	p := &parser{file: f, tokens: l.run(), newlines: []bool{false}}
	p.checkTokens()
	s := &partReader{parser: p, end: tokEOF}
	s.read()
	whole := Place{f.Span(0, len(f.Text))}
	isLine := len(s.parts) == 3 && s.parts[1].kind == partText && strings.Trim(s.parts[1].text, "\r\n") == ""
	if (isLine || len(s.parts) == 2) && s.parts[0].kind == partExpr {
		return &Wrap{whole, s.parts[0].expr}, p.problems
	}
	m := &matcher{parser: p, parts: joinAdjacent(s.parts)}
	return &Template{Place: whole, Parts: m.root(), Quoted: true}, p.problems
}

// noMarker never equals a line of a text, so a heredoc with this marker never ends.
const noMarker = "\n"

// A partReader collects the parts of a template.
type partReader struct {
	*parser
	end      tokenKind
	parts    []part
	trimNext bool // the previous mark ended with ~}
	isText   bool // the previous part is text that ${~ may trim
}

// read collects all parts up to the closing mark. Line breaks are tokens in the text, but not
// inside ${ and %{.
func (s *partReader) read() {
	start := s.at(s.peek())
	s.parser.push(true)
	defer s.parser.pop()
	for {
		next := s.parser.read()
		trim, wasText := s.trimNext, s.isText
		s.trimNext, s.isText = false, false
		switch next.kind {
		case s.end:
			s.finish(start, s.at(next))
			return
		case tokLiteral:
			text := s.literal(next, s.end == tokCQuote)
			if trim {
				text = strings.TrimLeftFunc(text, unicode.IsSpace)
			}
			s.parts = append(s.parts, part{at: s.at(next), text: text})
			s.isText = true
		case tokInterp, tokControl:
			// `${~` trims the text before it, line breaks included; `~}` trims the text after it.
			if wasText && s.text(next)[len(s.text(next))-1] == '~' {
				last := &s.parts[len(s.parts)-1]
				last.text = strings.TrimRightFunc(last.text, unicode.IsSpace)
			}
			s.parser.push(false)
			if next.kind == tokInterp {
				s.interpolation(next, start)
			} else {
				s.directive(next)
			}
			s.parser.pop()
		default:
			s.stop(s.at(next), "this string is never closed",
				"Unterminated template string", "No closing marker was found for the string.")
			s.finish(start, s.at(s.recover(s.end)))
			return
		}
	}
}

// finish ends the parts with partEnd. A template has at least one other part.
func (s *partReader) finish(start, end source.Span) {
	if len(s.parts) == 0 {
		// The original places the empty text after the quote.
		s.parts = append(s.parts, part{at: start.Slice(end.End()-start.Start(), start.Len())})
	}
	s.parts = append(s.parts, part{kind: partEnd, at: end})
}

// closing reads the brace that ends `${` or `%{`.
func (s *partReader) closing(t token) {
	s.parser.read()
	s.trimNext = s.text(t)[0] == '~'
}

// escapeAdvice is the original's detail for unexpected text before the closing brace.
const escapeAdvice = "Expected a closing brace to end the interpolation expression, but found extra characters.\n\n" +
	"This can happen when you include interpolation syntax for another language, such as shell scripting, but " +
	"forget to escape the interpolation start token. If this is an embedded sequence for another language, escape " +
	"it by starting with \"$${\" instead of just \"${\"."

// interpolation reads an expression and the brace after it. Some errors are reported at start,
// the beginning of the whole template, as in the original.
func (s *partReader) interpolation(open token, start source.Span) {
	e := s.expression()
	end := s.peek()
	switch {
	case end.kind == tokSeqEnd:
		s.closing(end)
	case end.kind == tokEOF:
		s.stop(start, "this ${ is never closed with a brace", "Unclosed template interpolation sequence",
			"There is no closing brace for this interpolation sequence before the end of the file. This might be "+
				"caused by incorrect nesting inside the given expression.")
	case end.kind == tokColon:
		s.stop(s.at(end), "a colon is not allowed here; write $${ if this is text for another language",
			"Extra characters after interpolation expression",
			"Template interpolation doesn't expect a colon at this location. Did you intend this to be a literal "+
				"sequence to be processed as part of another language? If so, you can escape it by starting with "+
				"\"$${\" instead of just \"${\".")
	case s.end == tokCQuote && (end.kind == tokCQuote || end.kind == tokOQuote):
		s.stop(start, "this ${ is not closed with a brace before the quote", "Unclosed template interpolation sequence",
			"There is no closing brace for this interpolation sequence before the end of the quoted template. This "+
				"might be caused by incorrect nesting inside the given expression.")
	default:
		s.stop(s.at(end), "a closing brace is missing here; write $${ if this is text for another language",
			"Extra characters after interpolation expression", escapeAdvice)
	}
	if end.kind != tokSeqEnd {
		s.recover(tokSeqEnd)
	}
	s.parts = append(s.parts, part{kind: partExpr, at: s.at(open).To(s.at(end)), expr: e})
}

// directive reads the inside of `%{ }`. The matcher checks whether directives match.
func (s *partReader) directive(open token) {
	word := s.peek()
	if word.kind != tokIdent {
		s.stop(s.at(word), "a directive must begin with if, else, endif, for or endfor", "Invalid template directive",
			"A template directive keyword (\"if\", \"for\", etc) is expected at the beginning of a %{ sequence.")
		s.recover(tokSeqEnd)
		return
	}
	s.parser.read()
	out := part{}
	switch name := s.text(word); name {
	case "if":
		out = part{kind: partIf, expr: s.expression()}
	case "else":
		out.kind = partElse
	case "endif":
		out.kind = partEndIf
	case "endfor":
		out.kind = partEndFor
	case "for":
		loop := &For{Join: true}
		if !s.forNames(loop, "Invalid 'for' directive", "For directive requires ") {
			s.recover(tokSeqEnd)
			return
		}
		loop.Collection = s.expression()
		out = part{kind: partFor, loop: loop}
	default:
		suggestion := SuggestFirst(name, []string{"if", "for", "else", "endif", "endfor"})
		s.stop(s.at(word), `there is no directive "`+name+`"; directives are if, else, endif, for and endfor`,
			"Invalid template control keyword", `"`+name+`" is not a valid template control keyword.`+suggestion)
		s.recover(tokSeqEnd)
		return
	}
	end := s.peek()
	// The position ends with the brace, or with the token found in its place.
	out.at = s.at(open).To(s.at(end))
	s.parts = append(s.parts, out)
	if end.kind == tokSeqEnd {
		s.closing(end)
		return
	}
	s.stop(s.at(end), "a closing brace is missing here", "Extra characters in "+s.text(word)+" marker",
		"Expected a closing brace to end the sequence, but found extra characters.")
	s.recover(tokSeqEnd)
}

// joinAdjacent joins adjacent strings.
func joinAdjacent(parts []part) []part {
	out := parts[:0:0]
	for _, p := range parts {
		if n := len(out); n > 0 && p.kind == partText && out[n-1].kind == partText {
			out[n-1].text += p.text
			out[n-1].at = out[n-1].at.To(p.at)
			continue
		}
		out = append(out, p)
	}
	return out
}

// unindent removes the indentation that all lines of a `<<-` heredoc share. Blank lines are
// ignored.
func unindent(parts []part) {
	const none = 1 << 30
	// A text part is at most one line, as the lexer splits heredocs at line breaks.
	least, lineStart := none, true
	var lines []*part
	for i := range parts {
		p := &parts[i]
		if lineStart {
			lineStart = false
			// A line that begins with ${ or %{ is not indented at all.
			spaces := 0
			if p.kind == partEnd {
				break
			}
			if p.kind == partText {
				trimmed := strings.TrimLeftFunc(p.text, unicode.IsSpace)
				if trimmed == "" && strings.HasSuffix(p.text, "\n") {
					spaces = none
				} else {
					spaces = len([]rune(p.text[:len(p.text)-len(trimmed)]))
					lines = append(lines, p)
				}
			}
			least = min(least, spaces)
		}
		if p.kind == partText && strings.HasSuffix(p.text, "\n") {
			lineStart = true
		}
	}
	for _, p := range lines {
		p.text = string([]rune(p.text)[least:])
	}
}

// A matcher matches directives with their ends.
type matcher struct {
	*parser
	parts []part
	pos   int
}

// next returns the next part without moving past it. At the end, this is partEnd.
func (m *matcher) next() part { return m.parts[m.pos] }

// take returns the next part and moves past it, but never past the end.
func (m *matcher) take() part {
	p := m.parts[m.pos]
	if m.pos < len(m.parts)-1 {
		m.pos++
	}
	return p
}

// root returns the expressions of a whole template.
func (m *matcher) root() []Expr {
	var out []Expr
	for m.next().kind != partEnd {
		out = append(out, m.part())
	}
	return out
}

// part returns the expression of a part; a directive takes all parts up to its end.
func (m *matcher) part() Expr {
	switch p := m.take(); p.kind {
	case partText:
		return &Literal{Place{p.at}, value.String(p.text)}
	case partExpr:
		return p.expr
	case partIf:
		return m.conditional(p)
	case partFor:
		return m.loop(p)
	default:
		m.report(p.at, directiveNames[p.kind]+" has no matching opening directive",
			"Unexpected "+directiveNames[p.kind]+" directive",
			"The control directives within this template are unbalanced.")
		return &Literal{Place: Place{p.at}}
	}
}

// place formats a position as the original does.
func (m *matcher) place(at source.Span) string { return ConsolePlace(at) }

// conditional reads the parts of an if directive. After an error, a placeholder takes its place.
func (m *matcher) conditional(open part) Expr {
	then, otherwise := &Template{}, &Template{}
	current := then
	for {
		switch next := m.next(); next.kind {
		case partEnd:
			m.report(next.at, "the if directive is never closed with %{ endif }", "Unexpected end of template",
				"The if directive at "+m.place(open.at)+" is missing its corresponding endif directive.")
			return &Literal{Place: Place{next.at}}
		case partElse:
			m.take()
			if current == otherwise {
				m.report(next.at, "this if directive already has an else", "Unexpected else directive",
					"Already in the else clause for the if started at "+m.place(open.at)+".")
				return &Literal{Place: Place{next.at}}
			}
			current = otherwise
		case partEndIf:
			m.take()
			// An empty text is placed after the opening directive, or before the closing one.
			then.fill(open.at, false)
			otherwise.fill(next.at, true)
			return &Conditional{Place{open.at.To(next.at)}, open.expr, then, otherwise}
		case partEndFor:
			m.take()
			m.report(next.at, "endfor is inside an if directive", "Unexpected endfor directive",
				"Expecting an endif directive for the if started at "+m.place(open.at)+".")
			return &Literal{Place: Place{next.at}}
		default:
			current.Parts = append(current.Parts, m.part())
		}
	}
}

// fill sets the position of the text between directives; an empty body becomes "".
func (t *Template) fill(at source.Span, before bool) {
	if len(t.Parts) > 0 {
		t.At = t.Parts[0].Span().To(t.Parts[len(t.Parts)-1].Span())
		return
	}
	if before {
		at = at.Slice(0, 0)
	} else {
		at = at.Slice(at.Len(), at.Len())
	}
	t.At = at
	t.Parts = []Expr{&Literal{Place{at}, value.String("")}}
}

// loop reads the parts of a for directive. They become the value of its for expression.
func (m *matcher) loop(open part) Expr {
	content := &Template{}
	for {
		switch next := m.next(); next.kind {
		case partEnd:
			m.report(next.at, "the for directive is never closed with %{ endfor }", "Unexpected end of template",
				"The for directive at "+m.place(open.at)+" is missing its corresponding endfor directive.")
			return &Literal{Place: Place{next.at}}
		case partEndFor:
			m.take()
			content.fill(open.at, false)
			open.loop.ValueExpr = content
			open.loop.Open = open.at
			open.loop.At = open.at.To(next.at)
			return open.loop
		case partElse, partEndIf:
			m.take()
			detail := "Expecting an endfor directive corresponding to the for directive at " + m.place(open.at) + "."
			if next.kind == partElse {
				detail = "An else clause is not expected for a for directive."
			}
			m.report(next.at, directiveNames[next.kind]+" is inside a for directive",
				"Unexpected "+directiveNames[next.kind]+" directive", detail)
			return &Literal{Place: Place{next.at}}
		default:
			content.Parts = append(content.Parts, m.part())
		}
	}
}
