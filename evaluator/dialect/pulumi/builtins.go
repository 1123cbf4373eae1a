package pulumi

import (
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A builtin is a function of the language: how its argument is read, and what it does.
type builtin struct {
	name   string
	asset  bool
	fn     *ir.Func
	result string // the static type of the result, "" when it is not known (9)
	bind   func(b *binder, s site) ir.Node
}

// builtins are the 24 functions of 4.6, by their lower-case names.
var builtins = map[string]*builtin{}

func register(list ...*builtin) {
	for _, bi := range list {
		bi.fn.Name = bi.name
		builtins[lower(bi.name)] = bi
	}
}

func init() {
	register(
		&builtin{name: "fn::join", fn: join, result: "string", bind: bindPair("the argument to fn::join must be a two-valued list")},
		&builtin{name: "fn::split", fn: split, result: "List<string>", bind: bindPair("The argument to fn::split must be a two-values list")},
		&builtin{name: "fn::select", fn: selectFn, bind: bindPair("the argument to fn::select must be a two-valued list")},
		&builtin{name: "fn::toJSON", fn: toJSON, result: "string", bind: bindOne},
		&builtin{name: "fn::toBase64", fn: toBase64, bind: bindOne},
		&builtin{name: "fn::fromBase64", fn: fromBase64, bind: bindOne},
		&builtin{name: "fn::secret", fn: secret, bind: bindOne},
		&builtin{name: "fn::unsecret", fn: unsecret, bind: bindOne},
		&builtin{name: "fn::readFile", fn: readFile, bind: bindFile},
		&builtin{name: "fn::filebase64", fn: fileBase64, bind: bindFile},
		&builtin{name: "fn::filebase64sha256", fn: fileBase64SHA256, bind: bindFile},
		&builtin{name: "fn::sha1", fn: sha1Fn, bind: bindOne},
		&builtin{name: "fn::length", fn: length, bind: bindOne},
		&builtin{name: "fn::singleOrNone", fn: singleOrNone, bind: bindOne},
		&builtin{name: "fn::pulumiResourceName", fn: resourceName, bind: bindOne},
		&builtin{name: "fn::pulumiResourceType", fn: resourceType, bind: bindOne},
		&builtin{name: "fn::fileAsset", asset: true, fn: assetFn("asset", "path", fileAssetDoc), result: "asset", bind: bindOne},
		&builtin{name: "fn::stringAsset", asset: true, fn: assetFn("asset", "text", stringAssetDoc), result: "asset", bind: bindOne},
		&builtin{name: "fn::remoteAsset", asset: true, fn: assetFn("asset", "uri", remoteAssetDoc), result: "asset", bind: bindOne},
		&builtin{name: "fn::fileArchive", asset: true, fn: assetFn("archive", "path", fileArchiveDoc), result: "archive", bind: bindOne},
		&builtin{name: "fn::remoteArchive", asset: true, fn: assetFn("archive", "uri", remoteArchiveDoc), result: "archive", bind: bindOne},
		&builtin{name: "fn::assetArchive", asset: true, fn: assetArchive, result: "archive", bind: bindAssetArchive},
		&builtin{name: "fn::stackReference", fn: stackReference, bind: bindStackReference},
		&builtin{name: "fn::invoke", fn: invokeFn, bind: bindInvoke},
	)
	Dialect.Funcs = documented() // only now are all of them there
}

func builtinNames() []string {
	names := make([]string, 0, len(builtins))
	for _, bi := range builtins {
		names = append(names, bi.name)
	}
	sort.Strings(names)
	return names
}

// documented returns the functions for hover, completion and the reference page.
func documented() []*ir.Func {
	var fns []*ir.Func
	for _, name := range builtinNames() {
		fns = append(fns, builtins[lower(name)].fn)
	}
	return append(fns, stdFuncs()...)
}

// bindOne binds a function of one argument of any shape.
func bindOne(b *binder, s site) ir.Node {
	c := s.call(s.builtin.fn, b.expr(s.arg, s.scope))
	c.Data = b
	return c
}

// bindFile binds a function that reads a file; a constant path is told apart from a
// computed one (0.a).
func bindFile(b *binder, s site) ir.Node {
	arg := b.expr(s.arg, s.scope)
	_, constant := arg.(*ir.Lit)
	c := s.call(s.builtin.fn, arg)
	c.Data = fileSite{b, constant}
	return c
}

// A fileSite is what a function that reads files needs to know of its call.
type fileSite struct {
	b        *binder
	constant bool
}

// bindPair binds a function whose argument is a list of two.
func bindPair(reference string) func(b *binder, s site) ir.Node {
	return func(b *binder, s site) ir.Node {
		if s.arg.Kind == yamltree.Broken || s.arg.Kind == yamltree.Alias {
			return b.expr(s.arg, s.scope)
		}
		if s.arg.Kind != yamltree.Sequence || len(s.arg.Items) != 2 {
			b.expr(s.arg, s.scope) // for the mistakes inside
			return b.failCall(s, diag.Errorf(s.arg.Span, "argument-shape", "%s takes a list of two: %s", s.builtin.name, pairUse[s.builtin.name]).WithReference("%s", reference))
		}
		c := s.call(s.builtin.fn, b.expr(s.arg.Items[0], s.scope), b.expr(s.arg.Items[1], s.scope))
		c.Data = b
		return c
	}
}

// pairUse shows how functions with two arguments are called.
var pairUse = map[string]string{
	"fn::join":   "a delimiter and a list of texts, as in [\",\", [a, b]]",
	"fn::split":  "a delimiter and a text, as in [\",\", \"a,b\"]",
	"fn::select": "an index and a list, as in [0, [a, b]]",
}

// typed reports that an argument has the wrong type, unless that was seen before
// evaluation.
func typed(f ir.Frame, c *ir.Call, n ir.Node, v value.Value, message, reference string) value.Value {
	if b, ok := c.Data.(*binder); ok && b.checker.refusedNode(n) {
		return value.Failure("error")
	}
	return f.Fail(diag.Errorf(n.Info().Span, "argument-type", "%s, not %s", diag.Constant(message), diag.Constant(is(v))).WithReference("%s", diag.Constant(reference)))
}
