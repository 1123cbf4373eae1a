package pulumi

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/pulumi/std"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// stdName removes the package and module from a token of std.
func stdName(token string) string { return token[strings.LastIndexByte(token, ':')+1:] }

// stdFunction checks that std has the called function, and completes its token: std:Upper becomes
// std:index:upper.
func (b *binder) stdFunction(call *invoke) *diag.Problem {
	name := stdName(call.token)
	parts := strings.Split(call.token, ":")
	if known, ok := canonical(std.Names(), name); ok && strings.EqualFold(parts[1], "index") {
		call.token = "std:index:" + known
		return nil
	}
	p := diag.Errorf(call.site.node.Span, "unknown-function", "std has no function %s%s", call.given,
		diag.DidYouMean(name, std.Names())).
		WithReference("unable to find function %q in resource provider %q", call.given, "std")
	if near := diag.Nearest(name, std.Names()); near != "" {
		p.Message = "std has no function " + call.given + `; did you mean "std:` + near + `"?`
	}
	return &p
}

// callStd calls a function of std and returns {result: ...}. The arguments are known (see
// evaluate). Problems are reported at the whole call, with a note at the argument.
func (call *invoke) callStd(f ir.Frame, args value.Value) value.Value {
	fn := std.Lookup(stdName(call.token))
	env := std.Env{Cwd: call.b.inputs.cwd, ReadFile: call.b.read, Spend: f.Spend}
	result, problems := std.Call(fn, env, args.Object().Fields)
	failed := false
	for _, p := range problems {
		d := diag.Problem{Severity: p.Severity, Code: p.Code, Message: p.Message, Reference: p.Reference,
			Span: call.site.node.Span}
		if at := argumentAt(call.args, p.ArgPath); !at.IsZero() {
			d = d.WithNote(at, "this argument")
		}
		f.Report(d)
		failed = failed || p.Severity == diag.Error
	}
	if failed || result.IsFailed() {
		return value.Failure("error")
	}
	return value.ObjectOf(value.Field{Key: "result", Value: result})
}

// argumentAt returns the position of the argument at a path, or the zero Span if the path is empty or the call
// has no arguments. It follows the path as far as the arguments are literals.
func argumentAt(n ir.Node, path []ir.Step) source.Span {
	if len(path) == 0 {
		return source.Span{}
	}
	for _, s := range path {
		switch lit := n.(type) {
		case *ir.Object:
			for _, f := range lit.Fields {
				if s.IsKey && f.Key == s.Key {
					n = f.Value
				}
			}
		case *ir.List:
			if !s.IsKey && s.Index < len(lit.Items) {
				n = lit.Items[s.Index]
			}
		}
	}
	if n == nil {
		return source.Span{}
	}
	return n.Info().Span
}
