package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// An invoke is a call of a provider's function, in the long form or the short one. Its result comes from
// inputs.yaml or is unknown; functions of std are computed.
type invoke struct {
	b             *binder
	site          site
	token         string
	given         string // the token as written
	tokenAt       *yamltree.Node
	args          ir.Node // nil if the call has no arguments
	options       []option
	ret           string
	retAt         *yamltree.Node
	implicit      *resource
	isCheckedOnly bool // the call is in a component that is only checked
	rejected      bool // the checker has reported that `return` names an unknown property
	schema        *schemaFunction
}

// invokeFn implements fn::invoke. It is lazy because it also evaluates options, whose values the
// function does not see, and because it records the call.
var invokeFn = &ir.Func{
	Name: "fn::invoke", Data: &traits{bind: bindInvoke},
	Doc: "Calls a function of a provider. Its result can be supplied under mocks.invokes in inputs.yaml; functions " +
		"of std are evaluated here.",
	Params: []ir.Param{
		{Name: "function", Type: "string", Doc: "the function's token, as in aws:ec2:getAmi"},
		{Name: "arguments", Type: "object", Optional: true},
		{Name: "options", Type: "object", Optional: true},
		{Name: "return", Type: "string", Doc: "the only property of the result to return", Optional: true},
	},
	Result:  "any",
	Example: `{fn::invoke: {function: "std:upper", arguments: {input: hello}, return: result}} → HELLO`,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		call := c.Data.(*invoke)
		return call.evaluate(f)
	},
}

// invokeKeys are the keys of the long form; others are ignored (4.6).
var invokeKeys = []string{"function", "arguments", "options", "return"}

// invokeShape is the original's message for an argument that is not a mapping with these keys.
const invokeShape = "the argument to fn::invoke must be an object containing 'function', 'arguments', 'options', " +
	"and 'return'"

// bindInvoke binds the long form of an invoke (4.6, 4.7). It reports the errors in all keys, including those
// inside expressions, before it gives up.
func bindInvoke(b *binder, s site) ir.Node {
	if s.arg.Kind == yamltree.Broken || s.arg.Kind == yamltree.Alias {
		return b.expr(s.arg, s.scope)
	}
	if s.arg.Kind != yamltree.Mapping || isCall(s.arg) {
		b.expr(s.arg, s.scope) // report problems inside the argument
		return b.failCall(s, diag.Errorf(s.arg.Span, "argument-shape",
			"fn::invoke takes a mapping with function and, if needed, arguments, options and return").
			WithReference(invokeShape))
	}
	fields := b.fields(s.arg, invokeKeys, func(p yamltree.Pair) {
		b.report(diag.Warnf(p.Key.Span, "hint-unknown-key", "fn::invoke has no key %q and ignores it%s", p.Key.Value,
			suggestion(p.Key.Value, diag.ByDistance(p.Key.Value, invokeKeys))).
			WithNearest(p.Key.Span, p.Key.Value, invokeKeys))
	})
	call := &invoke{b: b, site: s}
	ok := b.invokeFunction(call, fields)
	if e := fields.get("arguments"); e.present() {
		if e.value.Kind != yamltree.Mapping || isCall(e.value) {
			b.expr(e.value, s.scope) // report problems inside the value
			b.report(diag.Errorf(e.value.Span, "argument-shape", "the arguments of an invoke must be a mapping").
				WithReference("function arguments ('arguments') must be an object"))
			ok = false
		} else {
			call.args = b.expr(e.value, s.scope)
		}
	}
	// An empty `return` counts as missing.
	if e := fields.get("return"); e.present() && !(e.value.Kind == yamltree.Scalar && e.value.Value == "") {
		call.ret, call.retAt = b.returnName(e), e.value
		ok = ok && call.ret != ""
	}
	b.invokeOptions(call, fields.get("options"))
	if !ok {
		return &ir.Bad{Meta: ir.Meta{Span: s.node.Span}}
	}
	return b.invokeNode(call)
}

// invokeFunction reads the token of the function, which the original needs before evaluation: its
// package has to be known to load the schema. It returns false if it has reported an error.
func (b *binder) invokeFunction(call *invoke, fields record) bool {
	e, ok := fields.find("function")
	if !ok {
		b.report(diag.Errorf(call.site.arg.Span, "missing-function",
			"fn::invoke needs the name of a function, for example `function: aws:ec2:getAmi`").
			WithReference("missing function name ('function')"))
		return false
	}
	if e.value.Kind != yamltree.Scalar || e.value.Resolve(yamltree.YAMLv3).Kind != yamltree.String ||
		hasAccess(e.value.Value) {
		b.report(diag.Errorf(e.value.Span, "literal-string", "the function of an invoke must be a plain string").
			WithReference("function name must be a string literal"))
		return false
	}
	call.given, call.tokenAt = unescape(e.value.Value), e.value
	return true
}

// returnName reads the name of the property that the invoke returns instead of its whole result. It
// returns "" if it has reported an error.
func (b *binder) returnName(e entry) string {
	if e.value.Kind != yamltree.Scalar || e.value.Resolve(yamltree.YAMLv3).Kind != yamltree.String ||
		hasAccess(e.value.Value) {
		b.report(diag.Errorf(e.value.Span, "literal-string", "return must be a plain string, the name of a property").
			WithReference("return directive must be a string literal"))
		return ""
	}
	return unescape(e.value.Value)
}

// shortInvoke binds fn::PKG:FUNCTION, whose argument is the mapping of the function's arguments. Anything but a
// mapping is dropped (4.6). This form has neither options nor `return`.
func (b *binder) shortInvoke(s site) ir.Node {
	s.fn = builtins["fn::invoke"]
	call := &invoke{b: b, site: s, given: s.key.Value[len("fn::"):], tokenAt: s.key}
	if isCall(s.arg) {
		b.expr(s.arg, s.scope) // report problems inside the argument
		return b.failCall(s, diag.Errorf(s.arg.Span, "argument-shape",
			"the arguments of an invoke must be a literal mapping").
			WithReference("function arguments ('arguments') must be an object"))
	}
	if s.arg.Kind == yamltree.Mapping {
		call.args = b.expr(s.arg, s.scope)
	} else if !isNull(s.arg) {
		b.report(diag.Warnf(s.arg.Span, "hint-arguments-dropped",
			"the arguments of an invoke must be a mapping; this is ignored"))
	}
	return b.invokeNode(call)
}

// invokeNode returns the call. If the function does not exist, the arguments are evaluated all the
// same, so that their errors are reported.
func (b *binder) invokeNode(call *invoke) ir.Node {
	call.isCheckedOnly = b.isCheckedOnly
	problem := b.resolveFunction(call)
	b.invokes = append(b.invokes, call)
	c := call.site.call()
	c.Data = call
	if call.args != nil {
		c.Args = append(c.Args, call.args)
	}
	// The options are arguments of the call, so that the graph shows what they refer to as dependencies.
	for _, o := range call.options {
		c.Args = append(c.Args, o.nodes()...)
	}
	if problem != nil {
		b.report(*problem)
		return &ir.Call{Meta: c.Meta, Fn: brokenResource, Args: c.Args, NameAt: c.NameAt}
	}
	return c
}

// resolveFunction completes the function's token and finds its schema. It returns a problem if the
// function cannot exist; without a schema of its package, any function may.
func (b *binder) resolveFunction(call *invoke) *diag.Problem {
	full, ok := complete(call.given)
	call.token = full
	if !ok {
		p := diag.Errorf(call.tokenAt.Span, "type-token",
			"%q is not a function; a function has two or three parts, as in aws:ec2:getAmi", call.given).
			WithReference("invalid type token %q", call.given)
		return &p
	}
	if packageOf(full) == "std" {
		return b.stdFunction(call)
	}
	pkg := b.checker.schemas[packageOf(full)]
	if pkg == nil {
		return nil
	}
	if call.schema = pkg.function(call.given); call.schema != nil {
		call.token = call.schema.token
		return nil
	}
	// A partial schema lists only the members that the program used when the schema was imported
	// (9).
	if pkg.isPart {
		return nil
	}
	p := diag.Errorf(call.site.node.Span, "unknown-function", "the package %s has no function %s%s", pkg.name,
		call.given, diag.DidYouMean(full, pkg.functionTokens())).
		WithReference("unable to find function %q in resource provider %q", call.given, pkg.name)
	return &p
}

// invokeOptionNames are the options of an invoke (4.7).
var invokeOptionNames = []string{"dependsOn", "parent", "provider", "version", "pluginDownloadURL"}

// invokeOptions reads the options that an invoke shares with resources. They count as dependencies,
// as a resource's do.
func (b *binder) invokeOptions(call *invoke, e entry) {
	fields := b.record(e.value, "invokeOptions", invokeOptionNames)
	// The loop is over the options rather than the keys, to keep the order of evaluation.
	for i := range optionSpecs {
		spec := &optionSpecs[i]
		e, ok := fields.find(spec.name)
		if !ok || !e.present() {
			continue
		}
		o := option{b: b, spec: spec, entry: e}
		if spec.literal != "" {
			o.literal = b.literalOption(spec, e)
		} else {
			o.node = b.expr(e.value, call.site.scope)
			markExplicit(o.node)
		}
		call.options = append(call.options, o)
	}
	// The version has no effect on the result, but text that is not a version is rejected.
	if o := call.option("version"); o != nil {
		text, _ := o.literal.Text()
		if why := versionError(text); text != "" && why != "" {
			b.report(diag.Errorf(o.entry.value.Span, "version",
				"%q, the version of the provider of %s, is not a version number like 1.2.3", text, call.given).
				WithReference("unable to parse function provider version: %s", why))
		}
	}
}

// option returns the option with this name, or nil if it is missing.
func (call *invoke) option(name string) *option {
	for i := range call.options {
		if call.options[i].spec.name == name {
			return &call.options[i]
		}
	}
	return nil
}

// directInvoke returns the invoke that an expression consists of, or nil. An invoke inside another expression
// is ignored.
func directInvoke(n ir.Node) *invoke {
	if c, ok := n.(*ir.Call); ok {
		call, _ := c.Data.(*invoke)
		return call
	}
	return nil
}

// evaluate calls the function. Unknown arguments make the result unknown, and secret ones make it
// secret.
func (call *invoke) evaluate(f ir.Frame) value.Value {
	args := value.ObjectOf()
	if call.args != nil {
		args = f.Force(call.args)
	}
	for i := range call.options {
		if o := &call.options[i]; o.spec.evaluate != nil {
			// The result does not matter here; evaluating reports the errors.
			o.spec.evaluate(f, nil, o)
		}
	}
	// The default provider is a dependency, as if it were named.
	if call.implicit != nil {
		f.Value(call.implicit.cell, nil)
	}
	secret := args.Summary() & value.Secret
	switch {
	case args.HasFailed():
		return value.Failure("error").With(secret)
	case args.HasUnknown():
		return value.NotKnown(value.Why(args)).With(secret)
	}
	if packageOf(call.token) == "std" {
		result := call.callStd(f, args)
		return call.pick(f, result.With(secret))
	}
	// The result document lists only calls of providers; functions of std need no provider.
	if !call.isCheckedOnly {
		call.b.run.calls = append(call.b.run.calls, value.ObjectOf(
			value.Field{Key: "token", Value: value.Str(call.token)},
			value.Field{Key: "args", Value: dropNulls(args)}))
	}
	v := call.result(f)
	if v.HasSecret() {
		v = v.With(value.Secret) // a secret anywhere makes the whole result secret (4.7)
	}
	// A mock of a scalar function is a mapping with one property, whatever its name.
	if o := v.Object(); o != nil && len(o.Fields) == 1 && call.schema != nil && call.schema.scalar {
		v = o.Fields[0].Value.With(v.Marks)
	}
	return call.pick(f, v.With(secret))
}

// result returns the value supplied in inputs.yaml, or unknown. One mock serves all calls of a
// function, whichever spelling of the token it has. A mock without a result is an empty mapping.
func (call *invoke) result(f ir.Frame) value.Value {
	for _, m := range call.b.inputs.invokes.Fields {
		if plain(m.Key) != plain(call.token) || m.Value.Object() == nil {
			continue
		}
		if e, ok := m.Value.Object().Get("error"); ok {
			text, _ := e.Text()
			return f.Fail(diag.Errorf(call.site.node.Span, "invoke-failed", "%s fails, as set in inputs.yaml: %s",
				call.given, diag.Supplied(text)).
				WithReference("%s", diag.Supplied(text)).WithNote(e.Origin, "the error is supplied here"))
		}
		if v, ok := m.Value.Object().Get("result"); ok {
			return mock(v)
		}
		return value.ObjectOf().With(value.Mocked)
	}
	return value.NotKnown(call.given)
}

// pick returns the property of v that `return` names. Its case matters, unlike in the type checker (4.7). Without
// `return`, the result is v itself.
func (call *invoke) pick(f ir.Frame, v value.Value) value.Value {
	if call.rejected {
		return value.Failure("error")
	}
	if call.ret == "" || v.IsFailed() {
		return v
	}
	marks := v.Marks & (value.Secret | value.Mocked)
	// An update cannot continue without the property: the original has the result by then.
	if v.IsUnknown() && call.b.inputs.update {
		return f.Fail(diag.Errorf(call.retAt.Span, "missing-return",
			"an update needs the result of %s; supply it under mocks.invokes in inputs.yaml", call.given).
			WithReference("Unable to evaluate result[%s], result is:", call.ret))
	}
	if v.IsUnknown() {
		return value.NotKnown(value.ExtendReason(value.Why(v), value.Path("").Key(call.ret))).With(marks)
	}
	if o := v.Object(); o != nil {
		if field, ok := o.Get(call.ret); ok {
			return field.With(marks)
		}
		// The original would print any secrets in it, too.
		result := "[secret]"
		if !v.HasSecret() {
			result = goText(v)
		}
		return f.Fail(diag.Errorf(call.retAt.Span, "missing-return", "the result of %s has no property %s%s",
			call.given, call.ret, suggestionOf(call.ret, v)).
			WithReference("Unable to evaluate result[%s], result is: %s", call.ret, result))
	}
	return f.Fail(diag.Errorf(call.retAt.Span, "missing-return",
		"%s returns %s, not a mapping, so nothing can be returned by name", call.given, aKind(v)).
		WithReference("fn::invoke has a non-object return value"))
}

// suggestionOf suggests a key of a mapping. If some of its keys were computed from secrets, the suggestion may
// contain one of them, so it is only shown where secrets are.
func suggestionOf(name string, of value.Value) string {
	names := of.Object().Keys()
	if len(names) == 0 {
		return "; it is empty"
	}
	text := suggestion(name, diag.ByDistance(name, names))
	if len(bind.VisibleFields(of)) < len(names) {
		text = diag.SecretName(text)
	}
	return text
}

// stackReference implements fn::stackReference. An output that the stack does not have is null.
var stackReference = &ir.Func{
	Name: "fn::stackReference", Data: &traits{bind: bindStackReference, isOutput: true},
	Doc: "Reads one output of another stack. It is deprecated: use a resource of type pulumi:pulumi:StackReference.",
	Params: []ir.Param{{Name: "stack", Type: "string", Doc: "a plain string: organization/project/stack"},
		{Name: "output", Type: "string"}},
	Result: "any",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		call := c.Data.(stackCall)
		name := f.Force(c.Args[0])
		outputs, failed := call.b.stack(f, call.stack, c.Span)
		// A stack is listed once, however many outputs the program reads from it (4.6).
		if !slices.Contains(call.b.run.stacks, call.stack) {
			call.b.run.stacks = append(call.b.run.stacks, call.stack)
		}
		switch {
		case name.IsFailed(), failed.Data != nil:
			return value.Failure("error")
		case name.IsUnknown():
			return value.NotKnown(value.Why(name))
		}
		key, ok := name.Text()
		if ok {
			call.b.run.outputs = append(call.b.run.outputs, stackOutput{call.stack, value.Path("").Key(key), c.Span})
		}
		if !ok {
			return typed(f, c, c.Args[0], name, "the name of an output must be a string",
				"expected property name argument to fn::stackReference to be a string, got "+originalKind(name))
		}
		if outputs.IsUnknown() {
			return value.NotKnown(value.ExtendReason(value.Why(outputs), value.Path("").Key(key)))
		}
		v, ok := outputs.Object().Get(key)
		if !ok {
			return value.Nothing()
		}
		return v
	},
}

// A stackOutput is an output of another stack that the program reads with fn::stackReference. It is
// recorded for the list of what inputs.yaml can supply.
type stackOutput struct {
	stack string
	path  value.Path
	at    source.Span
}

// A stackCall is the Data of a call of fn::stackReference.
type stackCall struct {
	b     *binder
	stack string
}

// bindStackReference binds fn::stackReference. It warns twice, as the original does (4.6). The
// stack must be a literal.
func bindStackReference(b *binder, s site) ir.Node {
	b.report(diag.Warnf(s.key.Span, "deprecated",
		"fn::stackReference is deprecated; use a resource of type pulumi:pulumi:StackReference").
		WithReference("'fn::stackReference' is deprecated; please use 'pulumi:pulumi:StackReference' instead"))
	if s.arg.Kind != yamltree.Sequence || len(s.arg.Items) != 2 {
		b.expr(s.arg, s.scope) // report problems inside the argument
		return b.failCall(s, diag.Errorf(s.arg.Span, "argument-shape",
			"fn::stackReference takes a list of two elements: the stack and the name of an output").
			WithReference("the argument to fn::stackReference must be a two-valued list"))
	}
	stack := s.arg.Items[0]
	if stack.Kind != yamltree.Scalar || stack.Resolve(yamltree.YAMLv3).Kind != yamltree.String ||
		hasAccess(stack.Value) {
		return b.failCall(s, diag.Errorf(stack.Span, "literal-string",
			"the stack of fn::stackReference must be a plain string").
			WithReference("the first argument to fn::stackReference must be a string literal"))
	}
	b.report(diag.Warnf(s.node.Span, "deprecated", "a StackReference resource has all outputs of %s", stack.Value).
		WithReference("'fn::stackReference' is deprecated"))
	c := s.call(b.expr(s.arg.Items[1], s.scope))
	c.Data = stackCall{b, strings.Clone(unescape(stack.Value))}
	return c
}
