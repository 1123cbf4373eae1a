package terraform

import (
	"strconv"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/nfc"
)

// A binder converts the tree of an expression to the core's nodes. Operators, steps and for
// expressions become calls, like functions; their Data is the tree's node.
type binder struct {
	*session
	locals []string    // names declared by enclosing for expressions, or in a template's vars
	inside *templating // nil outside the templates of templatefile and templatestring
	splats int         // how many splats have been bound; each has a local name with its number
}

// at returns the position of an expression, as the metadata of its node.
func at(e hcl.Expr) ir.Meta { return ir.Meta{Span: e.Span()} }

// node binds an expression. Nothing is evaluated or reported here, apart from references, which the
// original checks before it evaluates anything (5.2).
func (b *binder) node(e hcl.Expr) ir.Node {
	switch e := e.(type) {
	case *hcl.Literal:
		return &ir.Lit{Meta: at(e), Value: normal(value.Of(e.Value)).Data}
	case *hcl.Template:
		return b.template(e)
	case *hcl.Wrap:
		return b.node(e.Inner)
	case *hcl.Paren:
		return b.node(e.Inner)
	case *hcl.Tuple:
		return &ir.List{Meta: at(e), Items: b.nodes(e.Items)}
	case *hcl.Object:
		return b.object(e)
	case *hcl.Call:
		return b.call(e)
	case *hcl.For:
		return b.loop(e)
	case *hcl.Name:
		return b.name(e)
	case *hcl.Follow:
		return b.steps(b.node(e.From), e.From.Span(), e.Steps)
	case *hcl.Index:
		return &ir.Call{Meta: at(e), Fn: indexFunc, Args: []ir.Node{b.node(e.From), b.node(e.Key)},
			NameAt: e.Bracket, Data: e}
	case *hcl.Splat:
		return b.splat(e)
	case *hcl.Element:
		// A splat binds its element first, so no other splat has been counted since.
		return &ir.Call{Meta: at(e), Fn: localFunc, Data: "*" + strconv.Itoa(b.splats)}
	case *hcl.Unary:
		return &ir.Call{Meta: at(e), Fn: unaryFuncs[e.Op], Args: b.nodes([]hcl.Expr{e.Operand}),
			NameAt: e.OpAt, Data: e}
	case *hcl.Binary:
		return &ir.Call{Meta: at(e), Fn: binaryFuncs[e.Op], Args: b.nodes([]hcl.Expr{e.Left, e.Right}),
			NameAt: e.OpAt, Data: e}
	case *hcl.Conditional:
		return &ir.Call{Meta: at(e), Fn: conditionalFunc, Args: b.nodes([]hcl.Expr{e.If, e.Then, e.Else}), Data: e}
	}
	panic("terraform: unknown expression")
}

// nodes binds several expressions.
func (b *binder) nodes(list []hcl.Expr) []ir.Node {
	out := make([]ir.Node, len(list))
	for i, e := range list {
		out[i] = b.node(e)
	}
	return out
}

// parenFunc keeps the position of parentheses or quotes around a part of a template.
var parenFunc = &ir.Func{Name: "()", Doc: "The value inside.", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	return f.Force(c.Args[0])
}}

// template returns a string: a constant if nothing in it is computed. Otherwise semantics.Text
// converts the parts.
func (b *binder) template(e *hcl.Template) ir.Node {
	if text, ok := hcl.LiteralText(e); ok {
		return &ir.Lit{Meta: at(e), Value: value.String(nfc.String(text))}
	}
	parts := b.nodes(e.Parts)
	for i, part := range e.Parts {
		switch part.(type) {
		case *hcl.Paren, *hcl.Wrap:
			parts[i] = &ir.Call{Meta: at(part), Fn: parenFunc, Args: []ir.Node{parts[i]}}
		}
	}
	return &ir.Interp{Meta: at(e), Parts: parts}
}

// object returns an object. An object with computed keys is a call, so that a failed key does not
// hide errors in its value.
func (b *binder) object(e *hcl.Object) ir.Node {
	out := &ir.Object{Meta: at(e)}
	for _, item := range e.Items {
		key, ok := item.Bare, item.Bare != ""
		if !ok {
			key, ok = hcl.LiteralText(item.Key)
		}
		if !ok {
			return b.computed(e)
		}
		out.Fields = append(out.Fields, ir.Field{Key: nfc.String(key), KeyAt: item.Key.Span(),
			Value: b.node(item.Value)})
	}
	return out
}

// computed returns the call that builds an object from alternating keys and values. A bare name is
// the key itself. A name with steps, such as a.b, is refused: it could be a key or a reference.
func (b *binder) computed(e *hcl.Object) ir.Node {
	call := &ir.Call{Meta: at(e), Fn: objectFunc, NameAt: e.Open, Data: e}
	for _, item := range e.Items {
		key := ir.Node(&ir.Lit{Meta: at(item.Key), Value: value.String(nfc.String(item.Bare))})
		if item.Bare == "" {
			key = b.node(item.Key)
			if name, ok := item.Key.(*hcl.Name); ok && len(name.Steps) > 0 {
				key = b.bad(name.Span(), "expression-key",
					"this key could be a name or a reference; put a name in quotes, a reference in parentheses",
					"Ambiguous attribute key",
					"If this expression is intended to be a reference, wrap it in parentheses. If it's instead "+
						"intended as a literal name containing periods, wrap it in quotes to create a string literal.")
			}
		}
		call.Args = append(call.Args, key, b.node(item.Value))
	}
	return call
}

// bad returns a node that reports an error when it is evaluated.
func (b *binder) bad(at source.Span, code diag.Code, message, summary, detail string) ir.Node {
	p := problem(at, code, message, summary, detail)
	return &ir.Bad{Meta: ir.Meta{Span: at}, Problem: &p}
}

// problem returns a problem with our message and the original's.
func problem(at source.Span, code diag.Code, message, summary, detail string) diag.Problem {
	p := diag.Errorf(at, code, "%s", diag.Constant(message))
	if summary != "" {
		p = p.WithReference("%s", diag.Constant(summary+": "+detail))
	}
	return p
}

// steps adds a call for each step after a node. The span of each grows with the steps before it,
// while NameAt is the step alone, where its errors are reported.
func (b *binder) steps(from ir.Node, span source.Span, steps []hcl.Step) ir.Node {
	for _, s := range steps {
		span = span.To(s.At)
		from = &ir.Call{Meta: ir.Meta{Span: span}, Fn: stepFunc, Args: []ir.Node{from}, NameAt: s.At, Data: s}
	}
	return from
}

// name returns the value of a local name; any other name is a reference.
func (b *binder) name(e *hcl.Name) ir.Node {
	for _, local := range b.locals {
		if local == e.Root {
			root := &ir.Call{Meta: ir.Meta{Span: e.RootAt}, Fn: localFunc, NameAt: e.RootAt, Data: e.Root}
			return b.steps(root, e.RootAt, e.Steps)
		}
	}
	return b.reference(e)
}

// splat binds `x[*].a` to a call with two arguments: x, and the expression that is applied to each
// element. The element is a local name such as "*1", which no name in an expression equals.
func (b *binder) splat(e *hcl.Splat) ir.Node {
	from := b.node(e.From)
	// The number is taken after from is bound, since that may contain splats as well.
	b.splats++
	name := "*" + strconv.Itoa(b.splats)
	each := b.node(e.Each)
	return &ir.Call{Meta: at(e), Fn: splatFunc, Args: []ir.Node{from, each}, NameAt: e.Marker, Data: name}
}

// A loopCall is the Data of a for expression's call.
type loopCall struct {
	*hcl.For
	key, value, condition ir.Node
}

// loop binds a for expression. Its arguments are in the order of forFunc's parameters; those that
// the expression lacks are nil. The collection does not see the names that the expression declares.
func (b *binder) loop(e *hcl.For) ir.Node {
	l := &loopCall{For: e}
	call := &ir.Call{Meta: at(e), Fn: forFunc, Args: make([]ir.Node, len(forFunc.Params)), NameAt: e.Open, Data: l}
	call.Args[0] = b.node(e.Collection)
	outer := b.locals
	// The capacity is limited so that append copies: outer must not change.
	b.locals = append(b.locals[:len(b.locals):len(b.locals)], e.Value)
	if e.Key != "" {
		b.locals = append(b.locals, e.Key)
	}
	if e.KeyExpr != nil {
		l.key = b.node(e.KeyExpr)
		call.Args[2] = l.key
	}
	l.value = b.node(e.ValueExpr)
	call.Args[1] = l.value
	if e.If != nil {
		l.condition = b.node(e.If)
		call.Args[3] = l.condition
	}
	b.locals = outer
	return call
}
