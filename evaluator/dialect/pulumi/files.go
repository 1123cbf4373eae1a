package pulumi

import (
	"path"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// absolute returns a path in its absolute, clean form. Relative paths start at cwd, the program's
// folder.
func (b *binder) absolute(p string) string {
	if !path.IsAbs(p) {
		p = b.inputs.cwd + "/" + p
	}
	return path.Clean(p)
}

// inside reports whether a path is in the folder of the program, however it is written: sub/../a is inside, and
// so is ../project/a if the folder is /project (0.a).
func (b *binder) inside(p string) bool {
	_, ok := relative(b.inputs.cwd, b.absolute(p))
	return ok
}

// relative returns an absolute path relative to a folder, and whether it is inside.
func relative(folder, abs string) (string, bool) {
	if folder = path.Clean(folder); abs == folder {
		return ".", true
	}
	return strings.CutPrefix(abs, strings.TrimSuffix(folder, "/")+"/")
}

// read returns the contents of the bundle file that a path of the program refers to, or false if
// the bundle has no such file. Names in the bundle are relative to its root, base, which is above
// cwd if the project file names another folder with `main`.
func (b *binder) read(p string) (string, bool) {
	rel, ok := relative(b.inputs.base, b.absolute(p))
	if !ok {
		return "", false
	}
	if f := b.bundle.File(rel); f != nil {
		return f.Text, true
	}
	return "", false
}

// readFile implements fn::readFile with the path rule of the manual, which the original has dropped
// (0.a). The contents of a file outside the project that may be read are unknown, because the
// bundle cannot contain it.
var readFile = &ir.Func{
	Name: "fn::readFile", Data: &traits{bind: bindFile},
	Doc: "Returns the content of a file in the project's folder. A constant absolute path may also name a file " +
		"outside.",
	Params:  []ir.Param{{Name: "path", Type: "string"}},
	Result:  "string",
	Example: "{fn::readFile: ./hello.txt} → hello",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		s := c.Data.(fileSite)
		at := c.Args[0].Info().Span
		p, ok := args[0].Text()
		if !ok {
			return typed(f, c, c.Args[0], args[0], "fn::readFile takes a path",
				"Argument to fn::readFile must be a string, got "+goType(args[0]))
		}
		if !s.b.inside(p) {
			if s.constant && path.IsAbs(p) {
				f.Report(diag.Infof(at, "hint-file-outside",
					"%s is outside the project, so its content is unknown here", p))
				return value.NotKnown("file " + p)
			}
			return f.Fail(diag.Errorf(at, "path-outside",
				"%s is outside the project's folder %s, where only a constant absolute path can be read", p,
				s.b.inputs.cwd).
				WithReference("Argument to Fn::ReadFile must be a constant or contained in the project dir"))
		}
		text, ok := s.b.read(p)
		if !ok {
			return f.Fail(s.b.noFile(c.Args[0], p, "Error reading file at path "+diag.Any(p)+": open "+
				diag.Any(p)+": no such file or directory"))
		}
		return value.Str(text)
	},
}

// noFile returns the problem for a path to a file that the bundle does not contain. at is the
// argument, and reference the original's text, which differs between functions.
func (b *binder) noFile(at ir.Node, p, reference string) diag.Problem {
	var names []string
	for _, f := range b.bundle.Files {
		names = append(names, f.Name)
	}
	rel, _ := relative(b.inputs.base, b.absolute(p))
	return diag.Errorf(at.Info().Span, "no-file", "there is no file %s; add it to the files here%s", p,
		diag.Guess(diag.DidYouMean(rel, names))).WithReference("%s", reference)
}

// fileFunc returns a function that reads a file and returns a string made from its bytes. It does not restrict
// paths: a file outside the bundle simply does not exist (0.a).
func fileFunc(name, doc, example string, make func(text string) string) *ir.Func {
	return &ir.Func{
		Name: name, Data: &traits{bind: bindFile},
		Doc:     doc,
		Example: example,
		Params:  []ir.Param{{Name: "path", Type: "string"}},
		Result:  "string",
		Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
			s := c.Data.(fileSite)
			p, ok := args[0].Text()
			if !ok {
				return typed(f, c, c.Args[0], args[0], name+" takes a path",
					name+" requires a string path, got "+originalKindFrom(c.Args[0], args[0]))
			}
			text, ok := s.b.read(p)
			if !ok {
				return f.Fail(s.b.noFile(c.Args[0], p, name+" error reading file "+p+": open "+p+
					": no such file or directory"))
			}
			// An encoding or a digest takes time in proportion to the file.
			if !f.Spend(len(text) / 64) {
				return value.Failure("too large")
			}
			return value.Str(make(text))
		},
	}
}

// fileBase64 implements fn::filebase64.
var fileBase64 = fileFunc("fn::filebase64", "Returns the bytes of a file in base64.",
	"{fn::filebase64: hello.txt} → aGVsbG8=", stdlib.Base64)

// fileBase64SHA256 implements fn::filebase64sha256: base64 of the raw digest, unlike
// std:filebase64sha256 (4.6, 11).
var fileBase64SHA256 = fileFunc("fn::filebase64sha256", "Returns the SHA-256 digest of a file in base64.",
	"{fn::filebase64sha256: hello.txt} → LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=", stdlib.Base64SHA256)

var (
	// The functions for single assets and archives (4.6).
	fileAsset     = assetFn("fn::fileAsset", "asset", "path", "An asset whose content is a file.")
	stringAsset   = assetFn("fn::stringAsset", "asset", "text", "An asset with the given text as its content.")
	remoteAsset   = assetFn("fn::remoteAsset", "asset", "uri", "An asset whose content is downloaded from a URL.")
	fileArchive   = assetFn("fn::fileArchive", "archive", "path", "An archive made of a folder or an archive file.")
	remoteArchive = assetFn("fn::remoteArchive", "archive", "uri", "An archive that is downloaded from a URL.")
)

// assetFn returns a function that creates an asset or an archive. It reads nothing: only a
// deployment finds out whether the file exists (4.6). tag is "asset" or "archive", and member the
// key of the argument in the result document: {$asset: {path: ./a}}.
func assetFn(name, tag, member, doc string) *ir.Func {
	typ := assetType
	if tag == "archive" {
		typ = archiveType
	}
	return &ir.Func{
		Name: name, Data: &traits{typ: typ, isAsset: true},
		Doc:    doc,
		Params: []ir.Param{{Name: member, Type: "string"}},
		Result: tag,
		Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
			if _, ok := args[0].Text(); !ok {
				return typed(f, c, c.Args[0], args[0], c.Fn.Name+" takes a string",
					"Argument to fn::* must be a string, got "+goType(args[0]))
			}
			body := value.ObjectOf(value.Field{Key: member, Value: args[0]})
			return value.Of(&value.Tagged{Tag: "$" + tag, Body: body, Handle: tag})
		},
	}
}

// assetArchive implements fn::assetArchive. bindAssetArchive has checked its argument.
var assetArchive = &ir.Func{
	Name: "fn::assetArchive", Data: &traits{bind: bindAssetArchive, typ: archiveType, isAsset: true},
	Doc:    "An archive made of assets and archives, by their names in it.",
	Params: []ir.Param{{Name: "assets", Type: "Map<asset or archive>"}},
	Result: "archive",
	Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
		body := value.ObjectOf(value.Field{Key: "assets", Value: args[0]})
		return value.Of(&value.Tagged{Tag: "$archive", Body: body, Handle: "archive"})
	},
}

// bindAssetArchive checks that the argument is a mapping of literal asset calls (4.6). A reference to an asset is
// rejected, because the original rejects it while parsing.
func bindAssetArchive(b *binder, s site) ir.Node {
	if s.arg.Kind == yamltree.Broken || s.arg.Kind == yamltree.Alias {
		return b.expr(s.arg, s.scope)
	}
	if s.arg.Kind != yamltree.Mapping || isCall(s.arg) {
		b.expr(s.arg, s.scope) // report problems inside the argument
		return b.failCall(s, diag.Errorf(s.arg.Span, "argument-shape",
			"fn::assetArchive takes a mapping from names to assets").
			WithReference("the argument to fn::assetArchive must be an object"))
	}
	o := &ir.Object{Meta: ir.Meta{Span: s.arg.Span}}
	ok := true
	for _, p := range s.arg.Pairs {
		if p.Key.Kind != yamltree.Scalar || hasAccess(p.Key.Value) {
			b.report(diag.Errorf(p.Key.Span, "key-type", "the names in an archive must be plain strings").
				WithReference("keys in fn::assetArchive arguments must be string literals"))
			ok = false
			continue
		}
		n := b.expr(p.Value, s.scope)
		if _, bad := n.(*ir.Bad); !bad && !isAssetCall(n) {
			b.report(diag.Errorf(p.Value.Span, "asset-value",
				"this must be a call of an asset or archive function, as in {fn::fileAsset: ./%s}", p.Key.Value).
				WithReference("value must be an asset or an archive, not a *ast.%s", astType(n)))
			ok = false
		}
		o.Fields = append(o.Fields, ir.Field{Key: unescape(p.Key.Value), KeyAt: p.Key.Span, Value: n})
	}
	if !ok {
		return &ir.Bad{Meta: ir.Meta{Span: s.node.Span}}
	}
	return s.call(o)
}

// isAssetCall reports whether an expression is a call that creates an asset or an archive.
func isAssetCall(n ir.Node) bool {
	c, ok := n.(*ir.Call)
	return ok && traitsOf(c.Fn).isAsset
}

// astType returns the name of the original's Go type for an expression, which its message prints:
// InterpolateExpr, or FileBase64Sha256Expr for fn::filebase64sha256.
func astType(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Lit:
		switch n.Value.(type) {
		case value.Null:
			return "NullExpr"
		case value.Bool:
			return "BooleanExpr"
		case value.Number:
			return "NumberExpr"
		}
		return "StringExpr"
	case *ir.List:
		return "ListExpr"
	case *ir.Object:
		return "ObjectExpr"
	case *ir.Interp:
		return "InterpolateExpr"
	case *ir.Ref:
		return "SymbolExpr"
	case *ir.Call:
		name := strings.TrimPrefix(n.Fn.Name, "fn::")
		name = strings.ToUpper(name[:1]) + name[1:] + "Expr"
		return strings.NewReplacer("base64", "Base64", "sha256", "Sha256").Replace(name)
	}
	return "Expr"
}
