package hcl

import (
	"fmt"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// maxDepth limits the nesting of expressions: the parser is recursive.
const maxDepth = 100

// A parser reads tokens. After an error it is in recovery: it skips to the bracket that closes
// the current construct and does not report anything found on the way.
type parser struct {
	file     *source.File
	tokens   []token
	pos      int
	newlines []bool // whether line breaks are tokens, innermost last
	recovery bool
	depth    int
	problems []Diagnostic
}

// Parse reads an expression. The tree is complete even when there are errors.
func Parse(f *source.File) (Expr, []Diagnostic) {
	p := &parser{file: f, tokens: lex(f), newlines: []bool{false}}
	p.checkTokens()
	e := p.expression()
	if next := p.peek(); next.kind != tokEOF && !p.recovery {
		p.report(p.at(next), "there is more after the expression; each line must be one expression",
			"Extra characters after expression",
			"An expression was successfully parsed, but extra characters were found after it.")
	}
	// maxDepth does not limit operators and steps in a row, which need no recursion here.
	if len(p.problems) == 0 && depth(e) > maxTree {
		p.report(e.Span(), fmt.Sprintf("this expression is nested more than %d levels deep; split it", maxTree), "", "")
	}
	return e, p.problems
}

// report adds an error. The summary and the detail are the original's; they are empty for the
// limits, which it does not have.
func (p *parser) report(at source.Span, message, summary, detail string) {
	p.problems = append(p.problems, Diagnostic{at, message, summary, detail})
}

// stop reports an error and begins recovery, unless the parser is recovering from another error.
func (p *parser) stop(at source.Span, message, summary, detail string) {
	if !p.recovery {
		p.report(at, message, summary, detail)
	}
	p.recovery = true
}

func (p *parser) at(t token) source.Span { return p.file.Span(t.start, t.end) }

func (p *parser) text(t token) string { return p.file.Text[t.start:t.end] }

// peek returns the next significant token.
func (p *parser) peek() token {
	i := p.next()
	return p.asNewline(p.tokens[i])
}

// next returns the index of the next significant token.
func (p *parser) next() int {
	i := p.pos
	for i < len(p.tokens)-1 {
		switch t := p.tokens[i]; t.kind {
		case tokComment:
			// A comment up to the end of its line counts as a line break where line breaks count.
			if p.newlines[len(p.newlines)-1] && p.file.Text[t.end-1] == '\n' {
				return i
			}
		case tokNewline:
			if p.newlines[len(p.newlines)-1] {
				return i
			}
		default:
			return i
		}
		i++
	}
	return i
}

// asNewline turns a comment that ends with a line break into a newline.
func (p *parser) asNewline(t token) token {
	if t.kind == tokComment {
		return token{tokNewline, t.start, t.end}
	}
	return t
}

// read takes the next token.
func (p *parser) read() token {
	i := p.next()
	// tokEOF is never consumed, so a parser in recovery ends there.
	p.pos = min(i+1, len(p.tokens)-1)
	return p.asNewline(p.tokens[i])
}

// push enters a construct; newlines says whether line breaks are tokens in it. pop leaves it.
func (p *parser) push(newlines bool) { p.newlines = append(p.newlines, newlines) }
func (p *parser) pop()               { p.newlines = p.newlines[:len(p.newlines)-1] }

// isWord reports whether a token is a given name.
func (p *parser) isWord(t token, word string) bool {
	return t.kind == tokIdent && p.text(t) == word
}

// recover skips past the bracket that closes the current level.
func (p *parser) recover(end tokenKind) token {
	start := opposite(end)
	p.recovery = true
	for nest := 0; ; {
		t := p.read()
		kind := t.kind
		// Both ${ and %{ end with the same brace, so they count alike.
		if end == tokSeqEnd && kind == tokControl {
			kind = tokInterp
		}
		switch kind {
		case tokEOF:
			return t
		case end:
			if nest == 0 {
				return t
			}
			nest--
		case start:
			nest++
		}
	}
}

// levels are the binary operators, weakest first.
var levels = [...]map[tokenKind]string{
	{tokOr: "||"},
	{tokAnd: "&&"},
	{tokEqualOp: "==", tokNotEqual: "!="},
	{tokGreater: ">", tokGreaterEqual: ">=", tokLess: "<", tokLessEqual: "<="},
	{tokPlus: "+", tokMinus: "-"},
	{tokStar: "*", tokSlash: "/", tokPercent: "%"},
}

// expression reads a conditional, or an expression that binds tighter.
func (p *parser) expression() Expr {
	if p.depth++; p.depth > maxDepth {
		p.stop(p.at(p.peek()), fmt.Sprintf("expressions can be nested at most %d levels deep", maxDepth), "", "")
		p.depth--
		return p.missing(p.peek())
	}
	defer func() { p.depth-- }()
	before := len(p.problems)
	condition := p.binary(0)
	if p.failedSince(before) || p.peek().kind != tokQuestion {
		return condition
	}
	p.read()
	then := p.expression()
	if p.failedSince(before) {
		// Like the original, this returns only the condition after an error.
		return condition
	}
	if colon := p.peek(); colon.kind != tokColon {
		p.report(p.at(colon), "a conditional needs a colon and a second result: condition ? one : other",
			"Missing false expression in conditional",
			"The conditional operator (...?...:...) requires a false expression, delimited by a colon.")
		return condition
	}
	p.read()
	otherwise := p.expression()
	return &Conditional{Place{condition.Span().To(otherwise.Span())}, condition, then, otherwise}
}

// failedSince reports whether recovery is on because of an error after the given number of
// problems.
func (p *parser) failedSince(problems int) bool { return p.recovery && len(p.problems) > problems }

// binary reads the operators of a level and of all that bind tighter. Those of the same level
// associate to the left: a - b - c is (a - b) - c.
func (p *parser) binary(level int) Expr {
	if level == len(levels) {
		return p.withSteps()
	}
	before := len(p.problems)
	left := p.binary(level + 1)
	for !p.failedSince(before) {
		op, ok := levels[level][p.peek().kind]
		if !ok {
			break
		}
		at := p.at(p.read())
		// The right operand binds tighter, so that the next operator of this level takes left and
		// right.
		right := p.binary(level + 1)
		left = &Binary{Place{left.Span().To(right.Span())}, op, at, left, right}
	}
	return left
}

// withSteps reads a term with all steps after it.
func (p *parser) withSteps() Expr {
	term := p.term()
	return p.steps(term)
}

// missing represents a missing expression.
func (p *parser) missing(t token) Expr { return &Literal{Place{p.at(t)}, value.Null{}} }

// term reads the operand of operators and steps.
func (p *parser) term() Expr {
	start := p.peek()
	switch start.kind {
	case tokOParen:
		return p.paren()
	case tokNumber:
		t := p.read()
		return &Literal{Place{p.at(t)}, p.number(t)}
	case tokIdent:
		return p.name()
	case tokOQuote, tokOHeredoc:
		return p.template()
	case tokMinus, tokBang:
		t := p.read()
		if p.depth++; p.depth > maxDepth {
			p.stop(p.at(t), fmt.Sprintf("expressions can be nested at most %d levels deep", maxDepth), "", "")
			p.depth--
			// Signs nest without calling expression, so they count here.
			return p.missing(t)
		}
		// A sign binds more weakly than steps but tighter than operators: -a.b + c is (-(a.b)) + c.
		operand := p.withSteps()
		p.depth--
		return &Unary{Place{p.at(t).To(operand.Span())}, p.text(t), p.at(t), operand}
	case tokOBrack:
		return p.tuple()
	case tokOBrace:
		return p.object()
	case tokEOF:
		p.stop(p.at(start), "an expression is missing here",
			"Missing expression", "Expected the start of an expression, but found the end of the file.")
	default:
		p.stop(p.at(start), "an expression must begin here; "+quoteToken(p.text(start))+" cannot begin one",
			"Invalid expression", "Expected the start of an expression, but found an invalid expression token.")
	}
	return p.missing(start)
}

// quoteToken formats a token for a message. A line break and the end of the text are described,
// since they are invisible.
func quoteToken(s string) string {
	if s == "\n" || s == "" {
		return "the end of the line"
	}
	return s
}

// number returns the value of a number. After an error, it is 0, as the tree must be complete.
func (p *parser) number(t token) value.Data {
	n, verdict := types.ParseNumber(p.text(t))
	switch verdict {
	case types.NoDigit, types.BadExponent:
		p.report(p.at(t), p.text(t)+" is not a number: a number has at most one point and one exponent",
			"Invalid number literal", "Failed to recognize the value of this number literal.")
	case types.TooLong:
		p.report(p.at(t), fmt.Sprintf("this number would have more than %d digits", types.MaxDigits), "", "")
	default:
		return n
	}
	return value.Number("0")
}

// paren reads an expression in parentheses, inside which line breaks have no meaning.
func (p *parser) paren() Expr {
	open := p.read()
	p.push(false)
	defer p.pop()
	before := len(p.problems)
	inner := p.expression()
	if len(p.problems) > before {
		// After any error inside, the rest of the parentheses is skipped.
		p.recover(tokCParen)
		return inner
	}
	if t := p.peek(); t.kind != tokCParen {
		p.stop(p.at(t), "a closing parenthesis is missing here",
			"Unbalanced parentheses", "Expected a closing parenthesis to terminate the expression.")
	}
	end := p.read()
	return &Paren{Place{p.at(open).To(p.at(end))}, inner}
}

// name reads a word: a constant, a call, or a reference.
func (p *parser) name() Expr {
	t := p.read()
	at := p.at(t)
	// Even true and null are names of functions before a parenthesis.
	if k := p.peek().kind; k == tokOParen || k == tokDoubleColon {
		return p.call(t)
	}
	switch word := p.text(t); word {
	case "true", "false":
		return &Literal{Place{at}, value.Bool(word == "true")}
	case "null":
		return &Literal{Place{at}, value.Null{}}
	default:
		return &Name{Place: Place{at}, Root: word, RootAt: at}
	}
}
