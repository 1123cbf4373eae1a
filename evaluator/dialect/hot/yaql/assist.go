package yaql

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/value"
)

// A Proposal is a completion. Kind is "function", "property", "variable" or "value".
type Proposal struct {
	Label, Kind, Detail, Doc string
}

// A Place is a position in an expression that is being typed and may be incomplete.
type Place struct {
	library *Library
	text    string
	data    value.Value
	env     Environment
	tokens  []token // tokens up to the word at the place
	Start   int     // start of the word
	End     int
	InText  bool // inside quotes, where nothing is proposed
}

// At returns the place at a byte offset. data is the data of the call when the template was last
// evaluated; env limits the evaluation of the receivers.
func (l *Library) At(text string, offset int, data value.Value, env Environment) *Place {
	p := &Place{library: l, text: text, data: data, env: env, Start: offset, End: offset}
	for p.Start > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:p.Start])
		if !isWordChar(r) {
			break
		}
		p.Start -= size
	}
	p.End = (&lexer{text: text}).while(offset, isWordChar)
	// The tokens before a syntax error are enough: often, an unterminated string follows them.
	caught(func() {
		lex := &lexer{text: text[:p.Start], characters: l.characters}
		for {
			t := lex.next()
			if t.kind == endToken {
				return
			}
			p.tokens = append(p.tokens, t)
		}
	})
	// A quote after the last token that could be read opens an unterminated string, and the place
	// is in it.
	read := 0
	if n := len(p.tokens); n > 0 {
		read = p.tokens[n-1].end
	}
	p.InText = strings.ContainsAny(text[read:p.Start], "'\"`")
	return p
}

// afterDot reports whether the word at the place follows a dot.
func (p *Place) afterDot() bool {
	return len(p.tokens) > 0 && p.isDot(len(p.tokens)-1)
}

// Proposals returns the completions at the place.
func (p *Place) Proposals() []Proposal {
	switch n := len(p.tokens); {
	case p.InText:
		return nil
	case n > 0 && p.tokens[n-1].kind == variableToken && p.tokens[n-1].end == p.Start:
		return p.variables()
	case p.afterDot():
		receiver, known := p.before(n - 1)
		return append(keysOf(p.sample(receiver)), p.methods(receiver, known)...)
	}
	var out []Proposal
	// Without a dot, only functions can be called. Functions lists a form that is both a function and
	// a method only as a method, so the forms themselves are checked.
	for _, f := range p.library.Functions() {
		if !f.Method || slices.ContainsFunc(p.library.group(f.Name).functions,
			func(o *overload) bool { return o.method }) {
			out = append(out, Proposal{f.Name, "function", f.Signature, f.Doc})
		}
	}
	for _, word := range []string{"true", "false", "null"} {
		out = append(out, Proposal{Label: word, Kind: "value"})
	}
	return distinctLabels(out)
}

// variables are the argument names in the expression, such as those of let. All of the text before
// the place counts, whether or not a name is visible at the place.
func (p *Place) variables() (out []Proposal) {
	for i := 1; i < len(p.tokens); i++ {
		if t := p.tokens[i]; t.kind == symbolToken && t.text == "=>" && p.tokens[i-1].kind == wordToken {
			out = append(out, Proposal{Label: p.tokens[i-1].text, Kind: "variable"})
		}
	}
	return distinctLabels(out)
}

// distinctLabels keeps the first proposal of each label: a function has one for every overload.
func distinctLabels(all []Proposal) []Proposal {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(p Proposal) bool {
		again := seen[p.Label]
		seen[p.Label] = true
		return again
	})
}

// keysOf returns the keys of a map or, for a list, of the first map in it: the list may begin with
// null. Keys that cannot be written after a dot are left out.
func keysOf(v Value) (out []Proposal) {
	if l, ok := v.(*list); ok && len(l.items) > 0 {
		for _, item := range l.items {
			if d, ok := item.(*dict); ok {
				v = d
				break
			}
		}
	}
	d, ok := v.(*dict)
	if !ok {
		return nil
	}
	for i, k := range d.keys {
		name, ok := k.(string)
		if _, isUnknown := d.values[i].(unknown); ok && isName(name) {
			detail := "unknown"
			if !isUnknown {
				detail = noun(d.values[i])
			}
			out = append(out, Proposal{name, "property", detail, ""})
		}
	}
	return out
}

// isName reports whether a key can be written after a dot.
func isName(s string) bool {
	t := token{}
	failed := caught(func() { t = (&lexer{text: s}).next() })
	return failed == nil && t.kind == wordToken && t.end == len(s)
}

// methods returns the methods of a value, or all methods if the value is unknown. Methods for
// values of any kind, such as assert, are returned only if the value is unknown.
func (p *Place) methods(receiver Value, known bool) (out []Proposal) {
	for _, name := range p.library.names() {
		for _, o := range p.library.group(name).methods {
			if !known || receiver == nil || is(receiver, o.params[0].kinds) && o.params[0].kinds != anyKind {
				out = append(out,
					Proposal{name, "function", strings.Replace(o.shown(), o.entry.names()[0]+"(", name+"(", 1),
						o.entry.doc})
				break
			}
		}
	}
	return out
}

// sample returns a value whose elements can be inspected: a sequence becomes a list of its
// first element.
func (p *Place) sample(v Value) Value {
	switch v.(type) {
	case *iterator, *ordering, *memorized:
		e := p.evaluator()
		caught(func() {
			if first, ok := e.next(e.open(v)); ok {
				v = tuple(first)
			}
		})
	}
	return v
}

func (p *Place) evaluator() *evaluator {
	return &evaluator{library: p.library, budget: p.env.Spend, key: p.env.Key}
}

// before evaluates the operand before a dot, given by its token. It returns false if the operand
// has no known value. Errors in it are not reported, since an expression that is being typed often
// has some.
func (p *Place) before(dot int) (v Value, known bool) {
	start := p.operandBefore(dot)
	if start < 0 {
		return nil, false
	}
	// In the arguments of where, select and so on, $ is an element.
	dollar, ok := p.dollar(start)
	if !ok {
		return nil, false
	}
	x, _ := p.library.Parse(p.text[p.tokens[start].start:p.tokens[dot].start])
	if x == nil {
		return nil, false
	}
	failed := caught(func() { v = p.evaluator().eval(x.root, &context{position: []Value{dollar}}) })
	return v, failed == nil
}

// dollar returns the meaning of $ at a token: the data or, in the arguments of a method that visits
// elements, the first element. It goes back to the innermost open parenthesis of such a method.
func (p *Place) dollar(at int) (v Value, known bool) {
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch t := &p.tokens[i]; {
		case closes(t):
			depth++
		case opens(t) && depth > 0:
			depth--
		case opens(t):
			if t.kind == callToken && i > 0 && p.isDot(i-1) && p.takesFunction(t.text) {
				receiver, ok := p.before(i - 1)
				if !ok {
					return nil, false
				}
				return firstOf(p.sample(receiver))
			}
		}
	}
	e, root := p.evaluator(), &dict{}
	failed := caught(func() { e.put(root, "data", e.fromValue(p.data)) })
	return root, failed == nil
}

// firstOf returns the first element of a collection, or false if it is missing or unknown. An
// iterator is not read, because that would consume its elements.
func firstOf(v Value) (Value, bool) {
	switch v := v.(type) {
	case *list:
		if len(v.items) > 0 {
			_, isUnknown := v.items[0].(unknown)
			return v.items[0], !isUnknown
		}
	case *set:
		if len(v.items) > 0 {
			return v.items[0], true
		}
	case *view:
		if items := v.items(); len(items) > 0 {
			_, isUnknown := items[0].(unknown)
			return items[0], !isUnknown
		}
	}
	return nil, false
}

// takesFunction reports whether a method has a parameter that is an expression, and so evaluates it
// for its elements.
func (p *Place) takesFunction(name string) bool {
	return slices.ContainsFunc(p.library.forms(name, method), func(o *overload) bool {
		return slices.ContainsFunc(o.params, func(q param) bool { return q.kinds == lambdaKind })
	})
}

// isDot reports whether a token is one of the two operators before a member.
func (p *Place) isDot(i int) bool {
	return p.tokens[i].kind == symbolToken && (p.tokens[i].text == "." || p.tokens[i].text == "?.")
}

// opens reports whether a token begins a pair of brackets. The parenthesis of a call is part of its
// token.
func opens(t *token) bool {
	return t.kind == callToken || t.kind == symbolToken && strings.Contains("([{", t.text)
}

// closes reports whether a token ends a pair of brackets.
func closes(t *token) bool { return t.kind == symbolToken && strings.Contains(")]}", t.text) }

// operandBefore returns the first token of the operand before a dot, or -1 if there is no operand. For the
// second dot of `1 + $.a[0].b`, that is the $. It goes back over members, calls and indexes.
func (p *Place) operandBefore(dot int) int {
	i := dot - 1
	for i >= 0 {
		if closes(&p.tokens[i]) {
			if i = p.opener(i); i < 0 {
				return -1
			}
			if p.tokens[i].text == "[" && i > 0 && p.endsOperand(i-1) {
				i-- // an index follows an operand
				continue
			}
		} else if p.tokens[i].kind == symbolToken {
			// An operator or an opening bracket directly before the dot means that there is no
			// operand.
			return -1
		}
		// The token after a dot is a member, so the operand continues before that dot.
		if i == 0 || !p.isDot(i-1) {
			return i
		}
		i -= 2
	}
	return -1
}

// endsOperand reports whether an operand may end with a token. It distinguishes an index, which
// follows an operand, from a list.
func (p *Place) endsOperand(i int) bool {
	t := &p.tokens[i]
	return closes(t) || t.kind == variableToken || t.kind == constantToken || t.kind == wordToken
}

// opener returns the opening bracket that matches a closing one, or -1 if none matches.
func (p *Place) opener(i int) int {
	for depth := 0; i >= 0; i-- {
		switch t := &p.tokens[i]; {
		case closes(t):
			depth++
		case opens(t):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// Description describes the word at the place: a function, or a key and its value. It returns
// false if there is nothing to describe.
func (p *Place) Description() (title, detail, doc string, ok bool) {
	word := p.text[p.Start:p.End]
	switch {
	case p.InText || word == "":
		return "", "", "", false
	case strings.HasPrefix(p.text[p.End:], "("):
		return p.functionDescription(lookupName(word))
	case !p.afterDot():
		return "", "", "", false
	}
	receiver, known := p.before(len(p.tokens) - 1)
	if !known {
		return "", "", "", false
	}
	for _, k := range keysOf(p.sample(receiver)) {
		if k.Label == word {
			return "key " + word, k.Detail, "", true
		}
	}
	return "", "", "", false
}

// functionDescription describes all overloads of a function in the form that is usable here: as a
// method after a dot, otherwise as a function.
func (p *Place) functionDescription(name string) (title, detail, doc string, ok bool) {
	isMethod := callForm(p.afterDot())
	var shown, docs []string
	for _, o := range p.library.forms(name, isMethod) {
		shown = append(shown, strings.Replace(o.shown(), o.entry.names()[0]+"(", name+"(", 1))
		if !slices.Contains(docs, o.entry.doc) {
			docs = append(docs, o.entry.doc)
		}
	}
	if len(shown) == 0 || strings.HasPrefix(name, "#") {
		return "", "", "", false
	}
	return strings.Join(shown, "  "), "function of YAQL", strings.Join(docs, " "), true
}
