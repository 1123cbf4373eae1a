package hcl

import "pantograph/evaluator/source"

// tuple reads `[…]`.
func (p *parser) tuple() Expr {
	open := p.read()
	p.push(false)
	defer p.pop()
	// A tuple cannot begin with a variable named for.
	if p.isWord(p.peek(), "for") {
		return p.forExpr(open)
	}
	e := &Tuple{Open: p.at(open)}
	var end token
	for {
		if p.peek().kind == tokCBrack {
			// The tuple is empty or ends with a comma.
			end = p.read()
			break
		}
		before := len(p.problems)
		e.Items = append(e.Items, p.expression())
		if p.failedSince(before) {
			end = p.recover(tokCBrack)
			break
		}
		next := p.peek()
		if next.kind == tokCBrack {
			end = p.read()
			break
		}
		if next.kind == tokEOF {
			p.stop(p.at(open), "this bracket is never closed",
				"Unterminated tuple constructor expression",
				"There is no corresponding closing bracket before the end of the file. This may be caused by "+
					"incorrect bracket nesting elsewhere in this file.")
		} else if next.kind != tokComma {
			p.stop(p.at(next), "a comma is missing between two items",
				"Missing item separator", "Expected a comma to mark the beginning of the next item.")
		}
		if next.kind != tokComma {
			end = p.recover(tokCBrack)
			break
		}
		p.read()
	}
	e.At = p.at(open).To(p.at(end))
	return e
}

// object reads `{…}`, in which line breaks separate entries.
func (p *parser) object() Expr {
	open := p.read()
	p.push(false)
	// The word may be on the next line: inside a for expression, line breaks have no meaning.
	isFor := p.isWord(p.peek(), "for")
	p.pop()
	if isFor {
		return p.forExpr(open)
	}
	p.push(true)
	defer p.pop()
	e := &Object{Open: p.at(open)}
	var end token
	for {
		next := p.peek()
		if next.kind == tokNewline {
			// Line breaks before an attribute have no meaning.
			p.read()
			continue
		}
		if next.kind == tokCBrace {
			end = p.read()
			break
		}
		if !p.objectItem(e, open) {
			end = p.recover(tokCBrace)
			break
		}
		next = p.peek()
		if next.kind == tokCBrace {
			end = p.read()
			break
		}
		if next.kind != tokComma && next.kind != tokNewline {
			p.objectEnd(open, next, "a comma or a line break is missing between two attributes",
				"Missing attribute separator",
				"Expected a newline or comma to mark the beginning of the next attribute.")
			end = p.recover(tokCBrace)
			break
		}
		p.read()
	}
	e.At = p.at(open).To(p.at(end))
	return e
}

// objectItem reads one `key = value`.
func (p *parser) objectItem(e *Object, open token) bool {
	// A bare name is a string unless it is in parentheses: (a) = 1 uses the value of a as the key.
	item := Item{Computed: p.peek().kind == tokOParen}
	before := len(p.problems)
	item.Key = p.expression()
	if p.failedSince(before) {
		return false
	}
	if !item.Computed {
		item.Bare = bareName(item.Key)
	}
	next := p.peek()
	switch next.kind {
	case tokEqual, tokColon:
	case tokNewline, tokComma:
		// The value is missing, as in {a, b}.
		p.stop(p.at(next), "this attribute needs a value: name = value",
			"Missing attribute value", "Expected an attribute value, introduced by an equals sign (\"=\").")
		return false
	case tokIdent:
		p.objectEnd(open, next, "an equals sign is missing between the name and the value",
			"Missing key/value separator",
			"Expected an equals sign (\"=\") to mark the beginning of the attribute value. If you intended to given "+
				"an attribute name containing periods or spaces, write the name in quotes to create a string literal.")
		return false
	default:
		p.objectEnd(open, next, "an equals sign is missing between the name and the value",
			"Missing key/value separator",
			"Expected an equals sign (\"=\") to mark the beginning of the attribute value.")
		return false
	}
	p.read()
	item.Value = p.expression()
	if p.failedSince(before) {
		return false
	}
	e.Items = append(e.Items, item)
	return true
}

// bareName returns the text of a key that is a bare name.
func bareName(e Expr) string {
	switch e := e.(type) {
	case *Name:
		if len(e.Steps) == 0 {
			return e.Root
		}
	case *Literal:
		// As keys, the words true, false and null are names.
		if text := e.At.Text(); IsIdentifier(text) {
			return text
		}
	}
	return ""
}

// objectEnd reports that a token is missing here, or that the object is never closed.
func (p *parser) objectEnd(open, next token, message, summary, detail string) {
	if next.kind == tokEOF {
		p.stop(p.at(open), "this brace is never closed",
			"Unterminated object constructor expression",
			"There is no corresponding closing brace before the end of the file. This may be caused by incorrect "+
				"brace nesting elsewhere in this file.")
		return
	}
	p.stop(p.at(next), message, summary, detail)
}

// call reads the rest of `f(…)`; the name may have namespaces.
func (p *parser) call(name token) Expr {
	e := &Call{Name: p.text(name), NameAt: p.at(name)}
	open := p.read()
	// The name includes its namespaces, as in core::upper.
	for open.kind == tokDoubleColon {
		next := p.read()
		if next.kind != tokIdent {
			p.stop(p.at(next), "a function's name is missing after ::",
				"Missing function name",
				"Function scope resolution symbol :: must be followed by a function name in this scope.")
			e.At = e.NameAt
			return e
		}
		e.Name += "::" + p.text(next)
		e.NameAt = e.NameAt.To(p.at(next))
		open = p.read()
	}
	if open.kind != tokOParen {
		p.stop(p.at(open), "an opening parenthesis is missing after the function's name",
			"Missing open parenthesis",
			"Function selector must be followed by an open parenthesis to begin the function call.")
		e.At = e.NameAt
		return e
	}
	p.push(false)
	e.Close = p.at(p.arguments(e, open))
	p.pop()
	e.At = e.NameAt.To(e.Close)
	return e
}

// arguments reads up to and including the closing parenthesis, which it returns.
func (p *parser) arguments(e *Call, open token) token {
	for {
		if p.peek().kind == tokCParen {
			return p.read()
		}
		before := len(p.problems)
		e.Args = append(e.Args, p.expression())
		if p.failedSince(before) {
			return p.recover(tokCParen)
		}
		switch next := p.read(); next.kind {
		case tokCParen:
			return next
		case tokComma:
		case tokEllipsis:
			// Here the ellipsis follows the last argument, which it expands.
			e.Expand = true
			if p.peek().kind == tokCParen {
				return p.read()
			}
			p.stop(p.at(next), "only the last argument can be expanded with ...",
				"Missing closing parenthesis",
				"An expanded function argument (with ...) must be immediately followed by closing parentheses.")
			return p.recover(tokCParen)
		case tokEOF:
			p.stop(e.NameAt.To(p.at(open)), "this call is never closed",
				"Unterminated function call",
				"There is no closing parenthesis for this function call before the end of the file. This may be "+
					"caused by incorrect parenthesis nesting elsewhere in this file.")
			return next
		default:
			p.stop(p.at(next), "a comma is missing between two arguments",
				"Missing argument separator", "A comma is required to separate each function argument from the next.")
			return p.recover(tokCParen)
		}
	}
}

const invalidFor = "Invalid 'for' expression"

// forExpr reads the rest of a for expression after its bracket.
func (p *parser) forExpr(open token) Expr {
	p.push(false)
	defer p.pop()
	end := tokCBrack
	if open.kind == tokOBrace {
		end = tokCBrace
	}
	p.read()
	e := &For{Open: p.at(open)}
	before := len(p.problems)
	// After an error, everything up to the closing bracket is skipped, and a literal without a
	// value takes the place of the expression.
	if !p.forNames(e, invalidFor, "For expression requires ") || !p.forBody(e, before) {
		t := p.recover(end)
		return &Literal{Place: Place{p.at(open).To(p.at(t))}}
	}
	var ellipsis source.Span
	if p.peek().kind == tokEllipsis {
		ellipsis = p.at(p.read())
		e.Group = true
	}
	if p.isWord(p.peek(), "if") {
		p.read()
		e.If = p.expression()
		if p.failedSince(before) {
			t := p.recover(end)
			return &Literal{Place: Place{p.at(open).To(p.at(t))}}
		}
	}
	last := p.peek()
	if last.kind == end {
		p.read()
	} else {
		p.stop(p.at(last), "the for expression must end here",
			invalidFor, "Extra characters after the end of the 'for' expression.")
		last = p.recover(end)
	}
	e.At = p.at(open).To(p.at(last))
	p.checkFor(e, open.kind == tokOBrace, ellipsis)
	return e
}

// checkFor refuses keys and groups in tuples, and objects without keys.
func (p *parser) checkFor(e *For, object bool, ellipsis source.Span) {
	switch {
	case object && e.KeyExpr == nil:
		p.report(e.ValueExpr.Span(), "an object needs keys: {for x in … : key => value}",
			invalidFor, "Key expression is required when building an object.")
	case !object && e.KeyExpr != nil:
		p.report(e.KeyExpr.Span(), "a tuple has no keys; use braces to make an object",
			invalidFor, "Key expression is not valid when building a tuple.")
	}
	if !object && e.Group {
		p.report(ellipsis, "only objects can group values with ...",
			invalidFor, "Grouping ellipsis (...) cannot be used when building a tuple.")
	}
}

// forNames reads `k, v in`, which expressions and directives share.
func (p *parser) forNames(e *For, summary, requires string) bool {
	first := p.peek()
	if first.kind != tokIdent {
		p.stop(p.at(first), `a name for the elements is missing after "for"`, summary,
			requires+"variable name after 'for'.")
		return false
	}
	e.Value = p.text(p.read())
	if p.peek().kind == tokComma {
		p.read()
		e.Key = e.Value
		// With two names, the first one is for the keys.
		second := p.peek()
		if second.kind != tokIdent {
			p.stop(p.at(second), "a name for the values is missing after the comma", summary,
				requires+"value variable name after comma.")
			return false
		}
		e.Value = p.text(p.read())
	}
	if in := p.peek(); !p.isWord(in, "in") {
		// The original has two texts for this error.
		detail := "the 'in' keyword after its name declarations."
		if summary != invalidFor {
			detail = "'in' keyword after names."
		}
		p.stop(p.at(in), `the word "in" is missing after the names`, summary, requires+detail)
		return false
	}
	p.read()
	return true
}

// forBody reads the collection, the key and the value.
func (p *parser) forBody(e *For, before int) bool {
	e.Collection = p.expression()
	if p.failedSince(before) {
		return false
	}
	if colon := p.peek(); colon.kind != tokColon {
		p.stop(p.at(colon), "a colon is missing after the collection",
			invalidFor, "For expression requires a colon after the collection expression.")
		return false
	}
	p.read()
	e.ValueExpr = p.expression()
	if p.peek().kind == tokFatArrow {
		p.read()
		e.KeyExpr = e.ValueExpr
		// The expression before the arrow turns out to be the key.
		e.ValueExpr = p.expression()
	}
	return !p.failedSince(before)
}
