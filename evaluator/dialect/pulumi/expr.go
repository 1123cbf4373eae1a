package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// expr converts a document node to an expression (4.1).
func (b *binder) expr(n *yamltree.Node, s scope) ir.Node {
	meta := ir.Meta{Span: n.Span}
	switch n.Kind {
	case yamltree.Scalar:
		return b.scalar(n, s)
	case yamltree.Sequence:
		l := b.slabs.Lists.New()
		l.Meta, l.Items = meta, b.slabs.Children.Slice(len(n.Items))
		for _, c := range n.Items {
			l.Items = append(l.Items, b.expr(c, s))
		}
		return l
	case yamltree.Mapping:
		return b.object(n, s)
	}
	return &ir.Bad{Meta: meta} // aliases and broken nodes have been reported already
}

// literal returns the expression of a node with a constant value.
func (b *binder) literal(n *yamltree.Node, v value.Data) ir.Node {
	l := b.slabs.Literals.New()
	l.Span, l.Value = n.Span, v
	return l
}

// emptyObject returns an object for a mapping, with room for its entries.
func (b *binder) emptyObject(n *yamltree.Node) *ir.Object {
	o := b.slabs.Objects.New()
	o.Span, o.Fields = n.Span, b.slabs.Fields.Slice(len(n.Pairs))
	return o
}

// scalar resolves a plain scalar as yaml.v3 does. Only strings can contain references.
func (b *binder) scalar(n *yamltree.Node, s scope) ir.Node {
	r := n.Resolve(yamltree.YAMLv3)
	switch r.Kind {
	case yamltree.Null:
		return b.literal(n, value.Null{})
	case yamltree.Bool:
		return b.literal(n, value.Bool(r.Text == "true"))
	case yamltree.Int, yamltree.Float:
		return b.literal(n, number(r.Text))
	}
	return b.text(n, s)
}

// number converts a number to float64, as the original does (1), so integers above 2^53 lose precision.
func number(text string) value.Number {
	if isShortInteger(text) {
		return value.Number(text)
	}
	return value.FloatNumber(value.Number(text).Float())
}

// isShortInteger reports whether a number is a whole number that float64 represents exactly, written as it would
// be printed. Most numbers are, and they need no conversion.
func isShortInteger(text string) bool {
	const exact = 15 // float64 represents every whole number of this many digits exactly
	if len(text) == 0 || len(text) > exact || text[0] == '0' && len(text) > 1 {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// text converts a string to an expression: a literal, a single access, which keeps its type,
// or an interpolation.
func (b *binder) text(n *yamltree.Node, s scope) ir.Node {
	meta := ir.Meta{Span: n.Span}
	if !strings.Contains(n.Value, "$") {
		return b.literal(n, value.String(n.Value))
	}
	parts, errs := b.scanner.scan(n.Value)
	for _, e := range errs {
		b.report(diag.Errorf(n.Range(e.start, e.end), e.code, "%s", e.message).WithReference("%s", e.reference))
	}
	if len(errs) > 0 {
		return &ir.Bad{Meta: meta}
	}
	switch {
	case len(parts) == 0:
		return b.literal(n, value.String(""))
	case len(parts) == 1 && parts[0].end == 0:
		return b.literal(n, value.String(parts[0].text))
	// A single access keeps the type of its value; with text around it, it becomes a string (4.1).
	case len(parts) == 1:
		return b.ref(n, parts[0], s)
	}
	in := b.slabs.Interps.New()
	in.Meta, in.Parts = meta, b.slabs.Children.Slice(len(parts))
	for _, p := range parts {
		if p.end == 0 {
			in.Parts = append(in.Parts, b.literal(n, value.String(p.text)))
		} else {
			in.Parts = append(in.Parts, b.ref(n, p, s))
		}
	}
	return in
}

// object converts a mapping to an expression: a call if its only key names a function, an object
// otherwise. Keys are interpolated, too (4.1).
func (b *binder) object(n *yamltree.Node, s scope) ir.Node {
	if len(n.Pairs) == 1 && n.Pairs[0].Key.Kind == yamltree.Scalar {
		if call := b.call(n, n.Pairs[0], s); call != nil {
			return call
		}
	}
	o := b.emptyObject(n)
	for _, p := range n.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		if len(n.Pairs) > 1 {
			b.reportUncalled(n, p.Key)
		}
		f := ir.Field{Key: p.Key.Value, KeyAt: p.Key.Span, Value: b.expr(p.Value, s)}
		if strings.Contains(p.Key.Value, "$") {
			switch k := b.text(p.Key, s).(type) {
			case *ir.Lit:
				f.Key = string(k.Value.(value.String))
			default:
				f.KeyExpr = k
			}
		}
		o.Fields = append(o.Fields, f)
	}
	return o
}

// reportUncalled reports that a key naming a function is not called because its mapping has other
// keys. For assets and archives this is an error in the original, except for fn::assetArchive.
func (b *binder) reportUncalled(n, key *yamltree.Node) {
	lower := strings.ToLower(key.Value)
	if !strings.HasPrefix(lower, "fn::") {
		return
	}
	bi := builtins[lower]
	switch {
	case bi != nil && traitsOf(bi).isAsset && bi.Name != "fn::assetArchive":
		b.report(diag.Errorf(n.Span, "asset-alone", "%s must be the only key of its mapping", bi.Name).
			WithReference("%s must have it's own object", bi.Name).WithNote(key.Span, "this key"))
	case bi != nil || isInvokeKey(key.Value):
		b.report(diag.Warnf(key.Span, "hint-function-not-alone",
			"%s is not called here, because the mapping has other keys; a function must be the only key", key.Value))
	}
}

// call converts a mapping with one key to a call, or returns nil if the key does not name a
// function. An unknown fn:: key is a plain key, with a warning (4.1).
func (b *binder) call(n *yamltree.Node, p yamltree.Pair, s scope) ir.Node {
	lower := strings.ToLower(p.Key.Value)
	// The original finds the short form of an invoke at the end of any key, but reads the name of the function from
	// the fifth byte on, where no valid name starts in such a key.
	if i := strings.LastIndex(lower, "fn::"); i > 0 && isInvokeKey(p.Key.Value[i:]) {
		return b.failCall(site{node: n, key: p.Key}, diag.Errorf(p.Key.Span, "type-token",
			"%q contains fn::, but a function call has to begin with it", p.Key.Value).
			WithReference("invalid type token %q", p.Key.Value[len("fn::"):]))
	}
	if !strings.HasPrefix(lower, "fn::") {
		return nil
	}
	if bi := builtins[lower]; bi != nil {
		if bi.Name != p.Key.Value {
			b.casing(p.Key, bi.Name)
		}
		bind := traitsOf(bi).bind
		if bind == nil {
			bind = bindOne
		}
		return bind(b, site{node: n, key: p.Key, arg: p.Value, scope: s, fn: bi})
	}
	if isInvokeKey(p.Key.Value) {
		return b.shortInvoke(site{node: n, key: p.Key, arg: p.Value, scope: s})
	}
	problem := diag.Warnf(p.Key.Span, "reserved-prefix",
		"there is no function %s, so this is a plain mapping; keys that begin with fn:: are reserved%s",
		p.Key.Value, diag.DidYouMean(p.Key.Value, builtinNames())).WithReference("'fn::' is a reserved prefix")
	if near := diag.Nearest(p.Key.Value, builtinNames()); near != "" {
		problem = problem.WithFix("Change to "+near, p.Key.Body(), near)
	}
	b.report(problem)
	return nil
}

// isCall reports whether a node is a function call. Where a literal mapping is required, a call is
// rejected: its keys would be known too late.
func isCall(n *yamltree.Node) bool {
	if n.Kind != yamltree.Mapping || len(n.Pairs) != 1 || n.Pairs[0].Key.Kind != yamltree.Scalar {
		return false
	}
	key := lower(n.Pairs[0].Key.Value)
	return builtins[key] != nil || strings.HasPrefix(key, "fn::") && isInvokeKey(key)
}

// isInvokeKey reports whether a key is the short form of an invoke: fn::PKG:FUNCTION or
// fn::PKG:MODULE:FUNCTION.
func isInvokeKey(key string) bool {
	const prefix = "fn::"
	if len(key) < len(prefix) || !strings.EqualFold(key[:len(prefix)], prefix) {
		return false
	}
	parts := strings.Split(key[len(prefix):], ":")
	return (len(parts) == 2 || len(parts) == 3) && !slices.Contains(parts, "")
}

// A site is a function call in the document: the mapping, its only key and the argument. fn is nil for
// the short form of an invoke until shortInvoke sets it.
type site struct {
	node, key, arg *yamltree.Node
	scope          scope
	fn             *ir.Func
}

// call returns a call of the site's function.
func (s site) call(args ...ir.Node) *ir.Call {
	return &ir.Call{Meta: ir.Meta{Span: s.node.Span}, Fn: s.fn, Args: args, NameAt: s.key.Span}
}

// failCall reports an error in the argument and returns the node that replaces the call.
// Evaluating the node reports nothing, so everything that needs it fails silently.
func (b *binder) failCall(s site, p diag.Problem) ir.Node {
	b.report(p)
	return &ir.Bad{Meta: ir.Meta{Span: s.node.Span}}
}
