package esc

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// A supplier is the data of a call whose result inputs.yaml can supply.
type supplier interface {
	attach(r *reader, c *ir.Call)
}

// An opening is a call of a provider or a rotator.
type opening struct {
	in       *inputs
	provider string
	isNamed  bool // false if the call does not name a provider
	rotates  bool
	path     value.Path // of the value
	inValues value.Path // the same, in the document
	docPath  value.Path // of the state, in the document
	isRoot   bool       // it is in the root environment
	argument *yamltree.Node

	// outcome is the outcome of the rotation, or nil without a rotation. Every evaluation sets it to the
	// same value.
	outcome *rotation
}

// A rotation is the outcome of asking a rotator for a new secret.
type rotation struct {
	// status is succeeded, failed or not-evaluated (8).
	status string
	// state is the new state. It has no data unless the rotation succeeded.
	state value.Value
}

// attach gives the opening access to inputs.yaml and adds the call to its environment, for the form
// and the hints.
func (o *opening) attach(r *reader, c *ir.Call) {
	o.in, o.isRoot = &r.b.in, r.e.isRoot
	r.e.calls = append(r.e.calls, c)
}

// mock returns the mock of the provider in inputs.yaml, or nil.
func (o *opening) mock() *mock {
	if o.rotates {
		return o.in.rotators[o.provider]
	}
	return o.in.providers[o.provider]
}

// isRotating reports whether the rotator is asked for a new secret.
func (o *opening) isRotating() bool {
	return o.rotates && o.isRoot && o.in.mode == rotateMode && o.isNamed &&
		(len(o.in.rotatePaths) == 0 || o.in.rotatePaths[o.path])
}

var fnOpen = &ir.Func{
	Name: "fn::open",
	Doc: "Opens a provider and returns its outputs. The provider is named by `provider`, or by the function " +
		"itself: fn::open::aws-login. Here, inputs.yaml supplies the results of providers; without it, the result " +
		"is unknown.",
	Params: []ir.Param{{Name: "provider", Type: "string literal"},
		{Name: "inputs", Type: "object", Doc: "The inputs of the provider."}},
	Result: "what the provider returns",
	Lazy:   openOrRotate,
}

var fnRotate = &ir.Func{
	Name: "fn::rotate",
	Doc: "Opens a rotator with its stored state. In rotate mode the rotator creates a new state first. The " +
		"rotator is named by `provider`, or by the function itself: fn::rotate::aws-iam. Here, inputs.yaml supplies " +
		"the results of rotators.",
	Params: []ir.Param{{Name: "provider", Type: "string literal"},
		{Name: "inputs", Type: "object", Doc: "The inputs of the rotator."},
		{Name: "state", Type: "object literal", Doc: "What the last rotation stored.", Optional: true}},
	Result: "what the rotator returns",
	Lazy:   openOrRotate,
}

// readOpen reads the argument of fn::open.
func readOpen(r *reader, c *callSite) ([]ir.Node, any) {
	o := &opening{provider: c.provider, isNamed: c.isShort}
	if c.isShort {
		return []ir.Node{r.expression(c.arg, c.at), nil}, o
	}
	args := []ir.Node{missing(c.arg.Span), nil}
	fields, ok := r.argument(c, "provider", "inputs")
	if !ok {
		r.fail(c.arg.Span, "open-shape",
			"the argument to fn::open must be an object containing 'provider' and 'inputs'",
			"fn::open takes a mapping with the keys provider and inputs")
		return args, o
	}
	r.readProvider(c, o, fields, args)
	return args, o
}

// readProvider reads the provider and inputs of the long forms.
func (r *reader) readProvider(c *callSite, o *opening, fields map[string]*yamltree.Node, args []ir.Node) {
	switch n := fields["provider"]; {
	case n == nil:
		r.fail(c.arg.Span, "provider-missing", "missing provider name ('provider')",
			"the key provider is missing: it names the provider to open")
	default:
		if o.provider, o.isNamed = r.literal(n); !o.isNamed {
			r.discardUnscanned(n)
			r.fail(n.Span, "provider-literal", "provider name must be a string literal",
				"the provider's name must be a string literal without references")
		}
	}
	r.readInputs(c, o, fields, args)
}

// readInputs reads the inputs of a call. If no provider is named, they are read for their errors
// only and never evaluated.
func (r *reader) readInputs(c *callSite, o *opening, fields map[string]*yamltree.Node, args []ir.Node) {
	switch n := fields["inputs"]; {
	case n == nil:
		r.fail(c.arg.Span, "open-inputs-missing", "missing provider inputs ('inputs')",
			"the key inputs is missing: it contains the inputs of the provider")
	case !o.isNamed:
		r.bindUnused(n)
	default:
		args[0] = r.expression(n, r.child(c.at, "inputs"))
	}
}

// readRotate reads the argument of fn::rotate.
func readRotate(r *reader, c *callSite) ([]ir.Node, any) {
	o := &opening{provider: c.provider, isNamed: c.isShort, rotates: true, path: c.outer.owner.path(),
		inValues: c.outer.documentPath(), docPath: c.at.documentPath() + ".state", argument: c.arg}
	args := []ir.Node{missing(c.arg.Span), nil}
	known, reference := []string{"provider", "inputs",
		"state"}, "the argument to fn::rotate must be an object containing 'provider', 'inputs' and 'state'"
	if c.isShort {
		known, reference = known[1:], "the argument to fn::rotate must be an object containing 'inputs' and 'state'"
	}
	fields, ok := r.argument(c, known...)
	if !ok {
		r.fail(c.arg.Span, "rotate-shape", reference, "fn::rotate takes a mapping with the keys %s", rotateKeys(known))
		o.isNamed = false
		return args, o
	}
	if c.isShort {
		r.readInputs(c, o, fields, args)
	} else {
		r.readProvider(c, o, fields, args)
	}
	r.readState(c, o, fields["state"], args)
	return args, o
}

// readState reads the optional state that the last rotation stored, which is an object. Anything
// else is reported, but still evaluated.
func (r *reader) readState(c *callSite, o *opening, n *yamltree.Node, args []ir.Node) {
	if n == nil {
		return
	}
	// A rotation replaces the state in the document (8), so it must be a literal.
	if n.Kind != yamltree.Mapping || r.functionOf(n) != nil {
		r.fail(n.Span, "rotate-state", "rotation state must be an object literal",
			"the state must be a literal mapping")
	}
	if !o.isNamed {
		r.bindUnused(n)
		return
	}
	args[1] = r.expression(n, r.child(c.at, "state"))
}

// rotateKeys lists the keys of fn::rotate in words. The last one is optional.
func rotateKeys(names []string) string {
	if len(names) == 2 {
		return names[0] + " and, optionally, " + names[1]
	}
	return names[0] + ", " + names[1] + " and, optionally, " + names[2]
}

// openOrRotate evaluates a call of a provider or a rotator.
func openOrRotate(f ir.Frame, c *ir.Call) value.Value {
	o := c.Data.(*opening)
	if !o.isNamed {
		return value.Failure("no provider")
	}
	m := o.mock()
	known := m != nil
	if !known {
		m = &mock{}
	}
	usable := o.checkSchemas(f, c, m)
	// Inputs and state are always evaluated and checked, so that all problems are reported even
	// where the provider cannot be opened.
	in, inputsFit := o.inputs(f, c, m)
	state, stateFits := value.ObjectOf(), true
	if c.Args[1] != nil {
		if state, stateFits = typed(f, c.Args[1], stateType(m.state.schema)); state.IsNull() {
			state = value.ObjectOf().At(state.Origin).With(state.Marks)
		}
	}
	if o.isRotating() {
		// This is the status if one of the cases below returns before the rotation (6.1).
		o.outcome = &rotation{status: "not-evaluated"}
	}
	switch {
	case !usable || !inputsFit || !stateFits:
		return unknownOpening(m, value.Failure("error"))
	case in.HasUnknown() || state.HasUnknown():
		return unknownOpening(m, in, state)
	case o.in.mode == checkMode:
		return unknownOpening(m, value.NotKnown("providers are not opened in check mode"))
	case !known:
		return unknownOpening(m, value.NotKnown(o.provider))
	}
	if o.isRotating() {
		var ok bool
		if state, ok = o.rotate(f, c, m, in, state); !ok {
			return unknownOpening(m, value.Failure("error"))
		}
	}
	return o.open(f, c, m, in, state)
}

// open returns the output of the mock.
func (o *opening) open(f ir.Frame, c *ir.Call, m *mock, in, state value.Value) value.Value {
	marks := value.Mocked
	if m.secret {
		marks |= value.Secret
	}
	given := in
	// An echoing mock returns the inputs or, for a rotator, the state (0).
	if o.rotates {
		given = state
	}
	switch {
	case m.fails:
		f.Report(diag.Errorf(c.Span, "provider-failed", "%s", diag.Supplied(m.failure)))
		return unknownOpening(m, value.Failure("error"))
	case m.outputs.Data != nil:
		return normalize(supplied(m.outputs, c.Span), c.Span, marks)
	case m.echo:
		return normalize(given, c.Span, marks)
	}
	return unknownOpening(m, value.NotKnown(o.provider))
}

// stateType returns the type of a stored state: the rotator's schema, or null for no state.
func stateType(s *schema) *schema {
	if s == nil {
		s = objectType
	}
	either := newSchema("")
	either.oneOf = []*schema{s, newSchema("null")}
	return either
}

// rotate creates the new state of a rotator.
func (o *opening) rotate(f ir.Frame, c *ir.Call, m *mock, in, state value.Value) (value.Value, bool) {
	if m.fails {
		o.outcome = &rotation{status: "failed"}
		f.Report(diag.Errorf(c.Span, "provider-failed", "the rotation failed: %s", diag.Supplied(m.failure)).
			WithReference("rotate: %s", diag.Supplied(m.failure)))
		return state, false
	}
	old := state.Object()
	fields := append([]value.Field(nil), old.Fields...)
	for _, k := range m.rotated {
		from := in.Object()
		if k.fromState {
			from = old
		}
		v, ok := from.Get(k.source)
		if !ok {
			v = value.Nothing()
		}
		fields = append(fields, value.Field{Key: k.key, Value: v})
	}
	state = value.ObjectOf(value.Sorted(value.Distinct(fields))...).With(state.Marks).At(c.Span)
	o.outcome = &rotation{status: "succeeded", state: state}
	return state, true
}

// inputs evaluates and checks the inputs. Null counts as an empty object; other values that are not
// objects crash the original, and are reported here.
func (o *opening) inputs(f ir.Frame, c *ir.Call, m *mock) (value.Value, bool) {
	in, skipped := o.forceInputs(f, c.Args[0])
	if in.IsNull() {
		in = value.ObjectOf().At(in.Origin).With(in.Marks)
	}
	if !fits(f, in, m.in.schema) {
		return in, false
	}
	// The original passes anything that fits the schema to the provider, and crashes here (0).
	if in.Object() == nil && !in.IsUnknown() {
		f.Report(diag.Errorf(in.Origin, "open-inputs", "the inputs must be an object"))
		return in, false
	}
	// The skipped inputs were present for the check, since they may be required. The provider does
	// not get them: their unknown values would make the result unknown.
	if len(skipped) > 0 {
		var fields []value.Field
		for _, field := range in.Object().Fields {
			if !contains(skipped, field.Key) {
				fields = append(fields, field)
			}
		}
		in.Data = value.NewObject(fields)
	}
	return in, true
}

// rotateOnly returns the inputs, if they are a literal, and the names of those that are needed only for
// rotation. These are skipped when the environment is only opened, and always in imported environments.
func (o *opening) rotateOnly(n ir.Node) (*ir.Object, []string) {
	literal, ok := n.(*ir.Object)
	m := o.mock()
	if !ok || m == nil || !o.rotates || o.in.mode != evalMode && o.isRoot {
		return nil, nil
	}
	if s := m.in.schema.resolve(); s != nil && len(s.rotateOnly) > 0 {
		return literal, s.rotateOnly
	}
	return nil, nil
}

// unread appends the spans of the inputs that are skipped.
func (o *opening) unread(n ir.Node, all []source.Span) []source.Span {
	if literal, names := o.rotateOnly(n); literal != nil {
		for _, field := range literal.Fields {
			if contains(names, field.Key) {
				all = append(all, field.Value.Info().Span)
			}
		}
	}
	return all
}

// forceInputs evaluates the inputs that are not skipped, and returns the names of the others.
func (o *opening) forceInputs(f ir.Frame, n ir.Node) (in value.Value, skipped []string) {
	literal, names := o.rotateOnly(n)
	if literal == nil {
		return f.Force(n), nil
	}
	fields := make([]value.Field, len(literal.Fields))
	for i, field := range literal.Fields {
		v := value.NotKnown("only needed to rotate").At(field.Value.Info().Span)
		if contains(names, field.Key) {
			skipped = append(skipped, field.Key)
		} else {
			v = f.Force(field.Value)
		}
		fields[i] = value.Field{Key: field.Key, Value: v, KeyAt: field.KeyAt}
	}
	return value.ObjectOf(fields...).At(literal.Span), skipped
}

// checkSchemas reports the schemas of a mock that cannot be used. It returns false if there are
// any.
func (o *opening) checkSchemas(f ir.Frame, c *ir.Call, m *mock) bool {
	ok := true
	for _, s := range []struct{ prefix, reason string }{
		{"internal error: invalid input schema (", m.in.reason},
		{"internal error: invalid state schema (", m.state.reason},
		{"internal error: invalid schema (", m.out.reason},
	} {
		if s.reason != "" {
			f.Report(diag.Errorf(c.Span, "schema-unusable", "the schema of %s in inputs.yaml cannot be used: %s",
				o.provider, s.reason).
				WithReference("%s%s)", s.prefix, s.reason))
			ok = false
		}
	}
	return ok
}

// unknownOpening returns the result of a provider that cannot be opened: an unknown with the type
// that its schema declares.
func unknownOpening(m *mock, inputs ...value.Value) value.Value {
	// As in the original, secret inputs do not make this unknown secret.
	return unknownOf(m.out.schema, inputs...).Without(value.Secret)
}
