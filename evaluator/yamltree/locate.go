package yamltree

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
)

// yaml.v3 tells the line of a mistake at best, and often that of its surroundings. The
// place is found by reading the text once more with the lexer, which notes everything
// that looks wrong, and by choosing what fits yaml.v3's words.

// evidence is what looks wrong in a text: positions, -1 where nothing does.
type evidence struct {
	tab, colon, dash, keyInList, unclosedQuote, openBracket, extraClose, mismatch                                       int
	dedent, noColon, noColonAbove, adjacent, reserved, escape, anchor, tag, directive, header, character, interpolation int

	dedentTo int // the nearest column something else begins in
	closer   int // the bracket that does not fit the one at mismatch
	seen     map[string]bool
	tokens   []token
}

// gather reads a fragment for evidence.
func (r *reader) gather(f fragment) *evidence {
	e := &evidence{tab: -1, colon: -1, dash: -1, keyInList: -1, unclosedQuote: -1, openBracket: -1, extraClose: -1,
		mismatch: -1, dedent: -1, noColon: -1, noColonAbove: -1, adjacent: -1, reserved: -1, escape: -1, anchor: -1, tag: -1, directive: -1, header: -1, character: -1, interpolation: -1}
	l := f.lexer(r.text)
	outer := len(l.flow)
	for {
		open := len(l.flow)
		var top bracket
		if open > 0 {
			top = l.flow[open-1]
		}
		tok, ok := l.next()
		if !ok {
			break
		}
		if tok.kind == tokenClose {
			e.closing(tok, l.t, open-outer, top)
		}
		e.single(tok, l.t)
		e.neighbours(tok, l)
		e.tokens = append(e.tokens, tok)
	}
	if len(l.flow) > outer {
		e.openBracket = l.flow[outer].at
	}
	if bad := badBytes(l.t[f.start:]); len(bad) > 0 {
		e.character = f.start + bad[0]
	}
	return e
}

func first(p *int, at int) {
	if *p < 0 {
		*p = at
	}
}

// closing notes a closing bracket that closes nothing, or the wrong one.
func (e *evidence) closing(tok token, t string, open int, top bracket) {
	if open <= 0 {
		first(&e.extraClose, tok.start)
	} else if top.isList != (t[tok.start] == ']') && e.mismatch < 0 {
		e.mismatch, e.closer = top.at, tok.start
	}
}

// single notes what is wrong with a token by itself.
func (e *evidence) single(tok token, t string) {
	if tok.dedent >= 0 && e.dedent < 0 && tok.kind != tokenTab {
		e.dedent, e.dedentTo = tok.start, tok.dedent
	}
	switch tok.kind {
	case tokenTab:
		first(&e.tab, tok.start)
	case tokenReserved:
		first(&e.reserved, tok.start)
	case tokenDirective:
		e.directives(tok, t)
	case tokenDash:
		if tok.refused {
			first(&e.dash, tok.start)
		}
	case tokenColon:
		if tok.refused && tok.isKey {
			first(&e.keyInList, tok.keyStart)
		} else if tok.refused {
			first(&e.colon, tok.start)
			e.above(tok, t)
		}
	case tokenSingle, tokenDouble:
		if tok.unclosed {
			first(&e.unclosedQuote, tok.start)
		}
		if at := badEscape(t[:tok.end], tok.start); tok.kind == tokenDouble && at >= 0 {
			first(&e.escape, at)
		}
	case tokenAnchor, tokenAlias:
		if tok.end == tok.start+1 || !isBlankOrEnd(t, tok.end) && strings.IndexByte("?:,]}%@`", t[tok.end]) < 0 {
			first(&e.anchor, tok.start)
		}
	case tokenTag:
		if word := t[tok.start:tok.end]; strings.Count(word, "!") > 1 && word[1] != '!' && word[1] != '<' || strings.ContainsAny(word, "{}|^\\\"`") {
			first(&e.tag, tok.start)
		}
	case tokenBlockScalar:
		end := lineEnd(t, tok.start)
		if head, _, _ := strings.Cut(t[tok.start:end], " #"); strings.Trim(head, "|>+-123456789 \t") != "" {
			first(&e.header, tok.start)
		}
	}
}

// above notes the line before a colon that is refused because a plain scalar goes on from there:
// as a rule it is that line's own colon that is missing.
func (e *evidence) above(colon token, t string) {
	n := len(e.tokens)
	if n == 0 || e.noColonAbove >= 0 {
		return
	}
	text := e.tokens[n-1]
	isItem := n > 1 && e.tokens[n-2].kind == tokenDash
	if text.kind != tokenPlain || text.flow > 0 || lineEnd(t, text.start) >= colon.start || !isItem && !onOwnLine(t, text.start) {
		return
	}
	at := text.start
	for next := at; next < colon.start; next++ {
		if afterBreak(t, next) && lineEnd(t, next) < colon.start && strings.TrimSpace(t[next:lineEnd(t, next)]) != "" {
			at = next
		}
	}
	for isBlank(t, at) {
		at++
	}
	e.noColonAbove = at
}

// directives notes a directive that is unknown, or written twice.
func (e *evidence) directives(tok token, t string) {
	words := strings.Fields(t[tok.start:tok.end])
	name, subject := words[0], ""
	if len(words) > 1 {
		subject = words[1]
	}
	if e.seen == nil {
		e.seen = map[string]bool{}
	}
	id := name
	if name == "%TAG" {
		id += " " + subject
	}
	known := name == "%TAG" || name == "%YAML" && (subject == "1.1" || subject == "1.2")
	if !known || e.seen[id] {
		first(&e.directive, tok.start)
	}
	e.seen[id] = true
}

// neighbours notes a token that does not go with the one before it.
func (e *evidence) neighbours(tok token, l *lexer) {
	if len(e.tokens) == 0 {
		return
	}
	last := e.tokens[len(e.tokens)-1]
	if !isValueEnd(last) || !isValueStart(tok) {
		return
	}
	if tok.kind == tokenOpen && tok.flow > 1 && last.kind == tokenPlain && l.t[tok.start-1] == '$' && l.t[tok.start] == '{' {
		first(&e.interpolation, tok.start-1)
	}
	sameLine := lineEnd(l.t, last.end) >= tok.start
	if tok.flow > 0 && tok.kind != tokenOpen || tok.flow > 1 || sameLine {
		first(&e.adjacent, tok.start)
	} else if last.column > tok.column || last.column == tok.column {
		first(&e.noColon, last.start)
	} else {
		first(&e.noColon, tok.start)
	}
	if !sameLine && last.column != tok.column {
		// A word on a line of its own, at the column of keys: its colon is missing.
		if e.noColon == last.start && l.t[:last.start] != "" && !onOwnLine(l.t, last.start) {
			e.noColon = tok.start
		}
	}
}

func onOwnLine(t string, i int) bool {
	for i > 0 && isBlank(t, i-1) {
		i--
	}
	return afterBreak(t, i)
}

func isValueEnd(t token) bool {
	return t.kind <= tokenBlockScalar || t.kind == tokenAlias || t.kind == tokenClose
}

func isValueStart(t token) bool {
	return t.kind <= tokenAlias || t.kind == tokenOpen
}

// badEscape returns the position of an escape sequence that does not exist, or -1.
func badEscape(t string, i int) int {
	for i++; i < len(t); {
		if t[i] != '\\' {
			i++
			continue
		}
		if n := breakLen(t, i+1); n > 0 {
			i += 1 + n
			continue
		}
		s, n := unescape(t, i)
		if s == "" {
			return i
		}
		i += n
	}
	return -1
}

// badBytes returns the positions of the bytes that no YAML text may hold: control
// characters and what is not UTF-8.
func badBytes(t string) []int {
	var out []int
	for i := 0; i < len(t); {
		c := t[i]
		if c >= 0x20 && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(t[i:])
		bad := r < 0xA0 && r != 0x85 || r == utf8.RuneError && n == 1 || r == 0xFFFE || r == 0xFFFF
		for k := range n {
			if bad {
				out = append(out, i+k)
			}
		}
		i += n
	}
	return out
}

// errorLine returns the line of a text of yaml.v3, 0 when it names none.
func errorLine(text string) int {
	rest, ok := strings.CutPrefix(text, "yaml: line ")
	if !ok {
		return 0
	}
	digits, _, _ := strings.Cut(rest, ":")
	n, _ := strconv.Atoi(digits)
	return n
}

func spaces(n int) string {
	if n == 1 {
		return "1 space"
	}
	return strconv.Itoa(n) + " spaces"
}

// guess returns the first token on the line yaml.v3 names, for want of anything better.
func (r *reader) guess(f fragment, e *evidence, line int) (start, end int) {
	from := f.start
	if line > 0 {
		from = max(from, r.lines.start(r.lines.lineOf(f.start)+line-1))
	}
	for _, tok := range e.tokens {
		if tok.start >= from {
			return tok.start, tok.end
		}
	}
	if n := len(e.tokens); n > 0 {
		return e.tokens[n-1].start, e.tokens[n-1].end
	}
	return f.start, min(f.start+1, f.end)
}

func (r *reader) diagnose(f fragment) diag.Problem {
	if deep, ok := f.err.(*depthError); ok {
		return depthProblem(r.file, deep.at, r.opts.MaxDepth)
	}
	if f.err == errBudget {
		return diag.Errorf(r.file.Span(f.start, f.end), "budget-mistakes", "there are too many mistakes in this text to look at each; mend those above first")
	}
	text := f.err.Error()
	e := r.gather(f)
	for _, k := range mistakes {
		if !strings.Contains(text, k.text) {
			continue
		}
		for _, s := range k.suspects {
			if at := *s.at(e); at >= 0 {
				return s.tell(r, e, at)
			}
		}
		break
	}
	start, end := r.guess(f, e, errorLine(text))
	_, words, _ := strings.Cut(strings.TrimPrefix(text, "yaml: "), ": ")
	if words == "" {
		words = strings.TrimPrefix(text, "yaml: ")
	}
	return diag.Errorf(r.file.Span(start, end), "yaml-syntax", "this cannot be read as YAML near here: %s", words)
}
