package hcl

import (
	"fmt"
	"strings"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// steps reads the steps after a term: `.name`, `[key]`, `.0`, `.*` and `[*]`.
func (p *parser) steps(e Expr) Expr {
	// The original begins the span of every index and splat at the term, however many steps precede
	// it.
	from := e.Span()
	for {
		switch p.peek().kind {
		case tokDot:
			e = p.dot(e, from)
		case tokOBrack:
			e = p.bracket(e, from)
		default:
			return e
		}
	}
}

// step adds a step to an expression.
func (p *parser) step(e Expr, s Step) Expr {
	switch e := e.(type) {
	case *Name:
		e.Steps = append(e.Steps, s)
		e.At = e.At.To(s.At)
		return e
	case *Follow:
		e.Steps = append(e.Steps, s)
		e.At = e.At.To(s.At)
		return e
	}
	return &Follow{Place{e.Span().To(s.At)}, e, []Step{s}}
}

// dot reads a dot and the step after it.
func (p *parser) dot(e Expr, from source.Span) Expr {
	dot := p.at(p.read())
	switch next := p.peek(); next.kind {
	case tokIdent:
		p.read()
		return p.step(e, Step{Name: p.text(next), At: dot.To(p.at(next))})
	case tokNumber:
		p.read()
		// `a.0` is an old form of a[0], which the original inherited from HIL.
		return p.step(e, p.legacyIndex(next, dot, p.at(next), "Use the proper index syntax instead, like"))
	case tokStar:
		return p.attributeSplat(e, from, dot)
	default:
		p.nameless(p.at(next))
		return e
	}
}

// legacyIndex reads the number of `.0`. Two of them in a row are an error, reported at a given
// position.
func (p *parser) legacyIndex(t token, dot, at source.Span, advice string) Step {
	s := Step{IsIndex: true, At: dot.To(p.at(t)), Index: value.Failure("index")}
	// The lexer reads the `0.1` of `a.0.1` as one number. The original refuses it as well.
	if first, second, twice := strings.Cut(p.text(t), "."); twice {
		p.report(at, fmt.Sprintf("two indexes in a row must be written [%s][%s]", first, second),
			"Invalid legacy index syntax",
			fmt.Sprintf("When using the legacy index syntax, chaining two indexes together is not permitted. %s "+
				"[%s][%s].", advice, first, second))
		return s
	}
	// The digits may be any number here; whether it is an index is checked at evaluation.
	s.Index = value.Of(p.number(t))
	return s
}

// attributeSplat reads `.*` and the names after it.
func (p *parser) attributeSplat(e Expr, from, dot source.Span) Expr {
	marker := p.at(p.read())
	// Only names and numbers belong to the splat (5): in `x.*.a[0]`, the index selects from the
	// result.
	item := &Element{Place{dot.To(marker)}}
	splat := &Splat{Place: Place{from.To(marker)}, From: e, Each: item, Item: item, Marker: dot.To(marker)}
	for p.peek().kind == tokDot {
		dot := p.at(p.read())
		next := p.peek()
		switch next.kind {
		case tokNumber:
			p.read()
			splat.Each = p.step(splat.Each,
				p.legacyIndex(next, dot, marker,
					"Use the proper index syntax with a full splat expression [*] instead, like"))
		case tokIdent:
			p.read()
			splat.Each = p.step(splat.Each, Step{Name: p.text(next), At: dot.To(p.at(next))})
		case tokStar:
			p.stop(p.at(next), "a second .* cannot follow; write [*] instead",
				"Nested splat expression not allowed",
				"A splat expression (*) cannot be used inside another attribute-only splat expression.")
			return splat
		default:
			p.nameless(marker)
			return splat
		}
		splat.At = splat.At.To(splat.Each.Span())
	}
	return splat
}

// bracket reads `[key]`, or `[*]` with all steps after it.
func (p *parser) bracket(e Expr, from source.Span) Expr {
	open := p.at(p.read())
	if p.peek().kind == tokStar {
		return p.fullSplat(e, from, open)
	}
	p.push(false)
	before := len(p.problems)
	key := p.expression()
	var end token
	if p.failedSince(before) {
		end = p.recover(tokCBrack)
	} else {
		end = p.closeBracket("a closing bracket is missing after the index",
			"Missing close bracket on index", "The index operator must end with a closing bracket (\"]\").")
	}
	p.pop()
	at := open.To(p.at(end))
	// A constant key is a step, so that it is part of a reference; a computed one needs a node.
	if lit, ok := key.(*Literal); ok {
		return p.step(e, Step{IsIndex: true, Index: value.Of(lit.Value), At: at})
	}
	if text, ok := LiteralText(key); ok {
		return p.step(e, Step{IsIndex: true, Index: value.Str(text), At: at})
	}
	return &Index{Place{from.To(at)}, e, key, at}
}

// LiteralText returns the text of a quoted string without templates.
func LiteralText(e Expr) (string, bool) {
	t, ok := e.(*Template)
	if !ok || len(t.Parts) != 1 {
		return "", false
	}
	lit, ok := t.Parts[0].(*Literal)
	if !ok {
		return "", false
	}
	text, ok := lit.Value.(value.String)
	return string(text), ok
}

// closeBracket reads the closing bracket. If another token follows, the error is reported at
// the next closing bracket, or at the end.
func (p *parser) closeBracket(message, summary, detail string) token {
	end := p.read()
	if end.kind != tokCBrack {
		// The original reports through a pointer to the token, to which it then assigns the bracket
		// that it finds, so the error is reported at the bracket. The search for it must not
		// silence the report.
		silent := p.recovery
		end = p.recover(tokCBrack)
		p.recovery = silent
		p.stop(p.at(end), message, summary, detail)
	}
	return end
}

// nameless reports a dot without a name after it, even after other errors.
func (p *parser) nameless(at source.Span) {
	p.report(at, "a name is missing after the dot", "Invalid attribute name",
		"An attribute name is required after a dot.")
	p.recovery = true
}

// fullSplat reads `*]` and all steps after it, which are applied to each element.
func (p *parser) fullSplat(e Expr, from, open source.Span) Expr {
	p.read()
	end := p.closeBracket("a closing bracket must follow the star",
		"Missing close bracket on splat index",
		"The star for a full splat operator must be immediately followed by a closing bracket (\"]\").")
	item := &Element{Place{open.To(p.at(end))}}
	each := p.steps(item)
	return &Splat{Place{from.To(each.Span())}, e, each, item, open.To(p.at(end))}
}
