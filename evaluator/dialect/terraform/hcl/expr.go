// Package hcl parses Terraform's expression language into a tree, and reports the original's
// errors, in its words and ours.
//
// The function lex splits the text into tokens, including those of nested templates. The parser builds
// the tree from the operators down to terms and the steps after them. Templates have a small separate
// parser for their directives. Nothing here evaluates anything.
//
// The original's parser, hcl/v2, depends on an evaluator and Terraform's values and costs 541 KB
// of the compressed wasm; this package costs 51. The module scripts/peers compares the two on
// generated expressions.
package hcl

import (
	"strings"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Expr is a node of the tree.
type Expr interface {
	// Span is the position of the whole expression.
	Span() source.Span
	// Head is the position of the characteristic first part: the bracket of a list, the inside of
	// quotes, the name of a call.
	Head() source.Span
}

// Place is the position of an expression; every node has one.
type Place struct{ At source.Span }

// Span returns the position of the whole expression.
func (p Place) Span() source.Span { return p.At }

// Head returns the position of the whole expression as well.
func (p Place) Head() source.Span { return p.At }

type (
	// Literal is a number, a boolean, null, or a string without interpolations.
	Literal struct {
		Place
		Value value.Data
	}
	// Template is a string with expressions in it. Quoted distinguishes `"…"` and heredocs from
	// the inside of a directive.
	Template struct {
		Place
		Parts  []Expr
		Quoted bool
	}
	// Wrap is a template that consists of a single `${x}`. Its value is that of x.
	Wrap struct {
		Place
		Inner Expr
	}
	// Paren is an expression in parentheses.
	Paren struct {
		Place
		Inner Expr
	}
	// Tuple is `[a, b]`.
	Tuple struct {
		Place
		Open  source.Span
		Items []Expr
	}
	// Object is `{a = 1}`.
	Object struct {
		Place
		Open  source.Span
		Items []Item
	}
	// Call is `f(a, b...)`.
	Call struct {
		Place
		Name   string
		NameAt source.Span
		Args   []Expr
		// Expand means that the elements of the last argument are arguments: f(list...).
		Expand bool
		Close  source.Span
	}
	// For is `[for k, v in x : v if c]` or `{for k, v in x : k => v...}`, and the for
	// directive of templates.
	For struct {
		Place
		Open       source.Span
		Key, Value string // names; Key may be ""
		Collection Expr
		KeyExpr    Expr // nil for a tuple
		ValueExpr  Expr
		If         Expr // may be nil
		// Group means that values with the same key are collected: {for x in list : x.a => x...}.
		Group bool
		Join  bool // a directive: the results are joined
	}
	// Name is a reference: a name and the steps after it.
	Name struct {
		Place
		Root   string
		RootAt source.Span
		Steps  []Step
	}
	// Follow is any other expression with steps after it.
	Follow struct {
		Place
		From  Expr
		Steps []Step
	}
	// Index is `x[key]` with a computed key.
	Index struct {
		Place
		From, Key Expr
		Bracket   source.Span
	}
	// Splat is `x[*].a` or `x.*.a`; Each is the expression that is applied to each element of Item.
	Splat struct {
		Place
		From   Expr
		Each   Expr
		Item   *Element
		Marker source.Span
	}
	// Element represents the element inside the Each of a Splat.
	Element struct{ Place }
	// Unary is `-x` or `!x`.
	Unary struct {
		Place
		Op      string
		OpAt    source.Span
		Operand Expr
	}
	// Binary is `a + b` and the like.
	Binary struct {
		Place
		Op          string
		OpAt        source.Span
		Left, Right Expr
	}
	// Conditional is `c ? a : b`, and the if directive of templates.
	Conditional struct {
		Place
		If, Then, Else Expr
	}
)

// An Item is an entry of an Object. A key that is a bare name is a string.
type Item struct {
	Key      Expr
	Bare     string // the key, when it is a bare name
	Computed bool   // the key is in parentheses
	Value    Expr
}

// A Step is `.name` or `[literal]`.
type Step struct {
	Name    string
	IsIndex bool
	// Index is a failed value if an error in the step has been reported.
	Index value.Value
	At    source.Span
}

// Head returns the first part's position, which is inside the quotes.
func (e *Template) Head() source.Span {
	if len(e.Parts) == 0 {
		return e.At
	}
	head := e.Parts[0].Head()
	if end := e.Parts[len(e.Parts)-1].Span().End(); end > head.End() {
		head = head.Until(end)
	}
	return head
}

// Head returns the head of the expression in the parentheses.
func (e *Paren) Head() source.Span { return e.Inner.Head() }

// Head returns the opening bracket.
func (e *Tuple) Head() source.Span { return e.At }

// Head returns the name.
func (e *Call) Head() source.Span { return e.At }

// Head returns the range from the head of the left operand to the end of the expression.
func (e *Binary) Head() source.Span { return e.Left.Head().To(e.At) }

// Head returns the range from the head of the condition to the end of the expression.
func (e *Conditional) Head() source.Span { return e.If.Head().To(e.At) }

// Head returns the brackets.
func (e *Index) Head() source.Span { return e.Bracket }

// Head returns the star and the steps after it.
func (e *Splat) Head() source.Span { return e.Marker.To(e.At) }

// Start returns the start of an expression in the original's sense, which it reports as the
// position of an invalid argument: the bracket of a collection, the name and parenthesis of a call,
// the operator of a negation, the left operand.
func Start(e Expr) source.Span {
	switch e := e.(type) {
	case *Paren:
		return Start(e.Inner)
	case *Tuple:
		return e.Open
	case *Object:
		return e.Open
	case *For:
		return e.Open
	case *Call:
		// Blanks are allowed between the name and the parenthesis.
		at := e.NameAt
		return at.Until(at.End() + strings.IndexByte(at.File().Text[at.End():], '(') + 1)
	case *Binary:
		return Start(e.Left)
	case *Conditional:
		return Start(e.If)
	case *Unary:
		return e.OpAt
	case *Splat:
		return e.Marker
	case *Follow:
		return Start(e.From)
	case *Template:
		// A text without interpolations has a single part, whose position is the inside of the
		// quotes.
		if len(e.Parts) > 1 {
			return Start(e.Parts[0])
		}
	}
	return e.Head()
}
