package yaql

import (
	"strconv"
	"unicode/utf8"
)

// maxNesting limits the depth of an expression. The original gives up much earlier, when
// Python's stack overflows.
const maxNesting = 400

// An operator is a binary operator. Higher levels bind more tightly.
type operator struct {
	level int
	name  string // name of its function
}

const (
	// The levels at which the operators of section 3 bind, in reverse order: the first row of its
	// table is 11. Only those that the parser names are here; binary has the others.
	arrowLevel = 1
	notLevel   = 4
	signLevel  = 9
	indexLevel = 10
	dotLevel   = 11
)

// binary returns the binary operator that a token denotes. It returns false for other tokens, which
// end the operand.
func binary(t *token) (operator, bool) {
	if t.kind != symbolToken {
		return operator{}, false
	}
	level := 0
	switch t.text {
	case ".", "?.":
		level = dotLevel
	case "[":
		level = indexLevel
	case "=~", "!~":
		level = 8
	case "*", "/", "mod":
		level = 7
	case "+", "-":
		level = 6
	case ">", "<", ">=", "<=", "!=", "=", "in":
		level = 5
	case "and":
		level = 3
	case "or":
		level = 2
	case "->":
		level = arrowLevel
	default:
		return operator{}, false
	}
	return operator{level, "#operator_" + t.text}, true
}

// A parser is an operator-precedence parser for expressions.
type parser struct {
	lexer
	token token // the next token
	// depth is the number of calls of value in progress.
	depth int
}

// advance moves to the next token and returns the current one. The parser looks only one token
// ahead.
func (p *parser) advance() token {
	t := p.token
	p.token = p.next()
	return t
}

// is reports whether the next token is a symbol. A quoted string that looks like one is not.
func (p *parser) is(symbol string) bool { return p.token.kind == symbolToken && p.token.text == symbol }

// unexpected rejects the next token.
func (p *parser) unexpected() {
	t := &p.token
	if t.kind == endToken {
		syntaxError(t.start, t.end, "the expression ends too early", "Parse error: unexpected end of statement")
	}
	end := t.end
	// The token of a call includes the parenthesis, but the message and the mark do not.
	if t.kind == callToken {
		end--
	}
	syntaxError(t.start, end, "this is not expected here",
		"Parse error: unexpected '"+t.shown()+"' at position "+strconv.Itoa(utf8.RuneCountInString(p.text[:t.start]))+
			" of expression '"+p.text+"'")
}

// expect reads a symbol and returns its end.
func (p *parser) expect(symbol string) int32 {
	if !p.is(symbol) {
		p.unexpected()
	}
	return int32(p.advance().end)
}

// deeper counts a level of the parser's own recursion, which parentheses increase although they
// have no node.
func (p *parser) deeper() {
	if p.depth++; p.depth > maxNesting {
		syntaxError(p.token.start, p.token.end, tooDeep, "")
	}
}

// above sets the depth of n, which bounds the recursion of evaluating it. A chain such as 1 + 1 + 1
// does not nest in the parser, which reads it in a loop, but its tree is as deep as the chain is
// long.
func (p *parser) above(n *node) *node {
	n.children(func(c *node) { n.depth = max(n.depth, c.depth+1) })
	if n.depth > maxNesting {
		syntaxError(int(n.nameStart), int(n.end), tooDeep, "")
	}
	return n
}

// value parses an expression whose operators bind at least as tightly as level. It reads operators
// of at least this level and leaves looser ones to its caller: the right side of the first + in 1 +
// 2 * 3 + 4 is 2 * 3.
func (p *parser) value(level int) *node {
	p.deeper()
	left := p.operand()
	for {
		op, ok := binary(&p.token)
		if !ok || op.level < level {
			p.depth--
			return left
		}
		left = p.above(p.binary(left, op))
	}
}

// binary parses the operator and the right operand, and returns the node of both.
func (p *parser) binary(left *node, op operator) *node {
	t := p.advance()
	if t.text == "[" {
		n := &node{kind: indexNode, name: "#indexer", nameStart: int32(t.start), start: left.start}
		p.args(n, "]")
		n.args = append([]*node{left}, n.args...)
		return n
	}
	// The right side takes only tighter operators, so that 2 - 3 - 4 is (2 - 3) - 4. The right side
	// of -> extends as far as possible, over another -> too (3).
	level := op.level + 1
	if op.level == arrowLevel {
		level = arrowLevel
	}
	right := p.value(level)
	n := &node{kind: operatorNode, name: op.name, nameStart: int32(t.start), start: left.start, end: right.end}
	n.args = []*node{left, right}
	// A dot does not call a function: the member after it is not evaluated as an argument, and ?.
	// may skip it.
	switch t.text {
	case ".":
		n.kind = dotNode
	case "?.":
		n.kind = guardNode
	}
	return n
}

// operand parses a value up to the first binary operator.
func (p *parser) operand() *node {
	t := p.token
	n := &node{start: int32(t.start), nameStart: int32(t.start), end: int32(t.end), name: t.text}
	switch t.kind {
	case endToken:
		p.unexpected()
	case variableToken:
		n.kind = variableNode
		p.advance()
	case constantToken:
		// constantNode is the zero value of kind.
		n.value = t.value
		p.advance()
	case wordToken:
		n.kind = wordNode
		p.advance()
	case callToken:
		n.kind = callNode
		p.advance()
		p.args(n, ")")
	case symbolToken:
		p.prefixed(n)
	}
	return p.above(n)
}

// prefixed parses an operand that begins with a symbol.
func (p *parser) prefixed(n *node) {
	switch n.name {
	case "+", "-", "not":
		// A prefix applies to an operand of operators that bind more tightly than the prefix:
		// -2.abs() is -(2.abs()), and not 1 = 2 is not (1 = 2). It may follow any operator, so 1 =
		// not 2 = 3 is 1 = (not (2 = 3)).
		level := signLevel
		if n.name == "not" {
			level = notLevel
		}
		p.advance()
		n.kind, n.name = operatorNode, "#unary_operator_"+n.name
		n.args = []*node{p.value(level)}
		n.end = n.args[0].end
	case "(":
		p.advance()
		// Parentheses have no node: the inner node takes their place and their range.
		start := n.start
		*n = *p.value(arrowLevel)
		n.start, n.wrapped = start, true
		n.end = p.expect(")")
	case "[":
		p.advance()
		n.kind, n.name = listNode, "#list"
		p.args(n, "]")
	case "{":
		p.advance()
		n.kind, n.name = mapNode, "#map"
		p.args(n, "}")
	default:
		p.unexpected()
	}
}

// args parses arguments up to a closing symbol: first positional ones, some of which may be left
// out, then named ones. It serves calls, indexes, lists and maps. `key => value` is a named
// argument in a call and an entry of a map.
func (p *parser) args(n *node, closing string) {
	if p.is(closing) {
		n.end = p.expect(closing)
		return
	}
	for named := false; ; {
		// f(, 1) leaves out the first position, f(1,,2) the second. The last one cannot be left
		// out, nor any between named arguments: the code below requires a value there.
		if p.is(",") && !named {
			p.advance()
			n.args = append(n.args, nil)
			continue
		}
		v := p.value(arrowLevel)
		if p.is("=>") {
			named = true
			p.advance()
			n.named = append(n.named, mapping{v, p.value(arrowLevel)})
		} else {
			// A positional argument cannot follow a named one. The error is at the token after the
			// value, where the parser expects =>.
			if named {
				p.unexpected()
			}
			n.args = append(n.args, v)
		}
		if p.is(closing) {
			n.end = p.expect(closing)
			return
		}
		if !p.is(",") {
			p.unexpected()
		}
		p.advance()
	}
}
