package pulumi

import (
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pulumi/std"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// traits describe a function to the binder and the type checker. They are the Data of its ir.Func.
type traits struct {
	bind     func(b *binder, s site) ir.Node   // binds the argument; nil accepts a single argument of any shape
	takes    []*typ                            // types of the first arguments, checked before evaluation
	typ      *typ                              // static type of the result, or nil if unknown (9)
	typeOf   func(c *checker, n *ir.Call) *typ // like typ, for types that depend on the arguments
	isOutput bool                              // the result is an output regardless of the arguments
	isAsset  bool                              // the result is an asset or an archive
}

// traitsOf returns the traits of a function, or empty ones if it declares none.
func traitsOf(fn *ir.Func) *traits {
	if t, ok := fn.Data.(*traits); ok {
		return t
	}
	return &noTraits
}

var noTraits traits

// builtins are the functions of 4.6, by their lower-case names.
var builtins = map[string]*ir.Func{}

func init() {
	for _, fn := range []*ir.Func{
		join, split, selectFn, toJSON, toBase64, fromBase64, secret, unsecret, readFile, fileBase64, fileBase64SHA256,
		sha1Fn, length, singleOrNone, resourceName, resourceType, fileAsset, stringAsset, remoteAsset, fileArchive,
		remoteArchive, assetArchive, stackReference, invokeFn,
	} {
		builtins[lower(fn.Name)] = fn
	}
	Dialect.Funcs = documented() // builtins is complete now
}

// builtinNames returns the names of all functions, for suggestions.
func builtinNames() []string {
	names := make([]string, 0, len(builtins))
	for _, fn := range builtins {
		names = append(names, fn.Name)
	}
	sort.Strings(names)
	return names
}

// documented returns the functions for hover, completion and the reference page.
func documented() []*ir.Func {
	var fns []*ir.Func
	for _, name := range builtinNames() {
		fns = append(fns, builtins[lower(name)])
	}
	return append(fns, std.All()...)
}

// bindOne binds a function of one argument of any shape. The binder in Data lets the function find out at
// evaluation whether the type checker has rejected an argument: see typed.
func bindOne(b *binder, s site) ir.Node {
	c := s.call(b.expr(s.arg, s.scope))
	c.Data = b
	return c
}

// bindFile binds a function that reads a file. Different rules apply to constant and computed paths (0.a).
func bindFile(b *binder, s site) ir.Node {
	arg := b.expr(s.arg, s.scope)
	_, constant := arg.(*ir.Lit)
	c := s.call(arg)
	c.Data = fileSite{b, constant}
	return c
}

// A fileSite is the call of a function that reads files. Its path is constant if it is written
// without ${}: only such a path may lead out of the project (0.a).
type fileSite struct {
	b        *binder
	constant bool
}

// bindPair binds a function whose argument is a two-element list; use is an example call for
// the message.
func bindPair(use, reference string) func(b *binder, s site) ir.Node {
	return func(b *binder, s site) ir.Node {
		if s.arg.Kind == yamltree.Broken || s.arg.Kind == yamltree.Alias {
			return b.expr(s.arg, s.scope)
		}
		if s.arg.Kind != yamltree.Sequence || len(s.arg.Items) != 2 {
			b.expr(s.arg, s.scope) // report problems inside the argument
			return b.failCall(s, diag.Errorf(s.arg.Span, "argument-shape",
				"%s takes a list of two elements: %s", s.fn.Name, use).WithReference("%s", reference))
		}
		c := s.call(b.expr(s.arg.Items[0], s.scope), b.expr(s.arg.Items[1], s.scope))
		c.Data = b
		return c
	}
}

// typed reports an argument of the wrong type, unless the checker has reported it already. The
// message is completed with the kind of the value that was found; the reference is the original's
// text.
func typed(f ir.Frame, c *ir.Call, n ir.Node, v value.Value, message, reference string) value.Value {
	if b, ok := c.Data.(*binder); ok && b.checker.rejectedNode(n) {
		return value.Failure("error")
	}
	return f.Fail(diag.Errorf(n.Info().Span, "argument-type", "%s, not %s", diag.Constant(message),
		diag.Constant(aKind(v))).WithReference("%s", diag.Constant(reference)))
}
