package hot

import (
	"slices"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A place is the part of a template that contains an expression. It determines which
// functions are available and how Heat words errors.
type place struct {
	stack     *stack
	resource  *resource     // nil in conditions and outputs
	section   string        // Properties or Metadata, where references are dependencies
	top       *templatePath // path of the section
	property  *templatePath // path of the property, for resources whose properties are checked
	attribute *templatePath // path of the get_attr whose attribute this expression computes
	naming    bool          // the expression computes the name of a resource on which this one depends
	condition bool          // only condition functions are available
}

// A site is the place of a function call.
type site struct {
	*place
	at *templatePath // path of the call, including the function's name
}

// siteOf returns the site of a call.
func siteOf(c *ir.Call) *site { return c.Data.(*site) }

// shape returns the problem of a call that Heat refuses while parsing the template.
func (s *site) shape(m heatError) diag.Problem { return m.with(s.at.below(nil) + ": ") }

// check returns the problem of a call that Heat refuses when it checks references.
func (s *site) check(m heatError) diag.Problem { return m.with(s.at.checked() + ": ") }

// refuse returns a node that reports a problem when it is evaluated, and only then: errors
// in the branch of an if that is not taken do not count.
func (s *site) refuse(p diag.Problem, late bool, args ...ir.Node) ir.Node {
	return &ir.Call{Meta: ir.Meta{Span: p.Span}, Fn: refusal, Args: args, Data: &refused{s.stack, p, late}}
}

// A refused is the Data of a call of refusal: the problem to report when the call is evaluated.
type refused struct {
	stack   *stack
	problem diag.Problem
	late    bool // Heat finds the problem after parsing, when it checks references
}

// A role is the meaning of a function to code that inspects calls. The role is the Data of an
// ir.Func, so that such code need not know the functions.
type role int

const (
	_                    role = iota
	branching                 // only one of the arguments after the first, the branch taken, is used
	returnsID                 // returns the ID of the resource that its first argument names
	returnsAttribute          // returns an attribute of the resource that its first argument names
	returnsIDOrParameter      // returns the ID or the value of what its first argument names
	makesResource             // evaluates to a resource
	makesOutput               // evaluates to an output
	refuses                   // replaces a call that could not be bound
	misusesCondition          // replaces something that is not a condition
	usesCondition             // a condition written where it is used
)

// roleOf returns the role of the function that c calls, or 0 for most functions.
func roleOf(c *ir.Call) role {
	r, _ := c.Fn.Data.(role)
	return r
}

// parsed reports the problems that Heat finds while it parses an expression, even if the expression
// is never evaluated. Heat parses only the branch that an if takes.
func (st *stack) parsed(f ir.Frame, n ir.Node) {
	c, ok := n.(*ir.Call)
	switch {
	case ok && roleOf(c) == branching:
		// Under an unknown condition neither branch is parsed: either of them may be the one that
		// Heat skips.
		switch v := f.Force(c.Args[0]); {
		case v.Data == value.Bool(true):
			st.parsed(f, c.Args[1])
		case v.Data == value.Bool(false) && len(c.Args) > 2:
			st.parsed(f, c.Args[2])
		}
		return
	// Forcing the call reports its problem.
	case ok && roleOf(c) == refuses && !c.Data.(*refused).late:
		f.Force(c)
		return
	}
	ir.Children(n, func(n ir.Node) { st.parsed(f, n) })
}

// refusal replaces a call that could not be bound. It is a function rather than ir.Bad
// because a nested template is bound once per stack, but reports only once.
var refusal = &ir.Func{Name: "error", Data: refuses, Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	for _, arg := range c.Args {
		f.Force(arg) // Heat parses the arguments first
	}
	r := c.Data.(*refused)
	return r.stack.fail(f, r.problem)
}}

// valueProblem returns the problem of a call that Heat refuses while it resolves the arguments. The prefix
// depends on where the call is: in a property of a type with a schema it is the property's path;
// elsewhere the text has no prefix (3.1).
func (s *site) valueProblem(m heatError) diag.Problem {
	switch {
	case m.text == "" || s.condition:
	case s.attribute != nil: // Heat checks whether the attribute exists
		return m.with(s.attribute.checked() + ": ")
	// Heat needs the name for the graph of dependencies, before it checks any resource.
	case s.naming && s.section != "":
		return m.with(s.stack.class("TypeError"))
	case s.property != nil && s.early(&m):
		return m.with("")
	// Heat resolves the values of inner resources only as far as the type's own checks read them
	// (16.4). It finds other errors when it creates the resource.
	case s.property != nil && s.resource.isInner():
		if s.resource.kind.readsProperty(s.property.key) {
			return m.with("ValueError: " + s.resource.path().String() + ": ")
		}
		return m.refusedLater()
	case s.property != nil:
		return m.with("Property error: " + s.property.String() + ": ")
	}
	return m.with("")
}

// early reports whether Heat reads the property before it checks all properties, and then puts the prefix
// of Heat's message before its text.
func (s *site) early(m *heatError) bool {
	prefix, ok := s.resource.earlyPrefix(s.property.key)
	if ok {
		m.text = prefix + m.text
	}
	return ok
}

// missing returns the problem of a resource that does not exist. function is the name of the
// function that refers to it.
func (s *site) missing(name string, span source.Span, function string) diag.Problem {
	near := s.stack.b.near(name, s.stack.names)
	m := heatError{code: "resource-unknown", span: span, message: "there is no resource " + quoted(name) + meant(near),
		text: `The specified reference "` + diag.Any(name) + `" (in unknown) is incorrect.`}
	if s.stack.resources[name] != nil {
		m.message = "the resource " + quoted(name) + " does not exist here: its condition is false"
	} else if span.Text() == name {
		m.fix = changeTo(near, span)
	}
	switch {
	// In properties and metadata Heat names the path up to the function: r.Properties.p.q[0] (8).
	case s.resource != nil && s.section != "":
		in := pathTo(s.resource.name+"."+s.section, s.at.up.below(s.top))
		m.text = `The specified reference "` + diag.Any(name) + `" (in ` + in + `) is incorrect.`
		return m.with(s.stack.class("InvalidTemplateReference"))
	// In an output, only the text for get_attr begins with a path.
	case function == "get_attr":
		return s.check(m)
	}
	return m.with(s.stack.class("InvalidTemplateReference"))
}

// A run is one call of a function with its argument resolved.
type run struct {
	ir.Frame
	*site
	call *ir.Call
	arg  value.Value
}

// fail reports that a function does not accept the value at. since is the first version in which it
// does, if there is one. The messages are constant except for parts wrapped in diag.Any. text is ""
// if Heat has no message for the error.
func (r *run) fail(at value.Value, message, text string, since ...version) value.Value {
	m := heatError{code: "function-value", span: r.near(at), message: diag.Constant(message), text: diag.Constant(text)}
	return r.resolving(r.site.valueProblem(m.later(r.stack, since...)))
}

// exceed reports that a function's result would exceed our limits. Heat has no such limit. The code
// is one of those that begin with budget-.
func (r *run) exceed(code diag.Code, message string) value.Value {
	return r.resolving(r.site.valueProblem(heatError{code: code, span: r.near(r.arg), message: diag.Constant(message)}))
}

// refuse reports that the arguments do not have the form that the function needs. The bind
// functions check literal arguments; refuse is for those that another function returns.
func (r *run) refuse(at value.Value, message, text string) value.Value {
	return r.report(r.shape(heatError{code: "function-arguments", span: r.near(at), message: diag.Constant(message),
		text: diag.Constant(text)}))
}

// report reports a problem. Inside a condition the problem becomes part of the value until
// something uses the condition, because Heat does not resolve the condition before
// then.
func (r *run) report(p diag.Problem) value.Value {
	if in := r.place.resource; in != nil && in.external && r.section == "Properties" {
		return value.Failure("error").At(p.Span) // Heat never looks at the properties of an existing resource
	}
	if !r.condition {
		return r.stack.fail(r.Frame, p)
	}
	if r.arg.HasSecret() { // the expression that uses the condition does not itself read the secret
		p.Read = []diag.Secret{r.arg}
	}
	b := &badCondition{stack: r.stack, span: p.Span, found: &p}
	return value.Value{Data: value.Unknown{Why: "error", Type: b}, Marks: value.Failed, Origin: p.Span}
}

// resolving reports a problem that Heat finds while it resolves a function. If an if uses the
// condition, Heat prefixes the path of the if.
func (r *run) resolving(p diag.Problem) value.Value {
	v := r.report(p)
	if b := badOf(v); b != nil {
		b.resolving = true
	}
	return v
}

// failed returns the failure of a value that is computed from a failed one. If a condition is the
// cause, the result includes its badCondition. The result is secret if v is.
func failed(v value.Value) value.Value {
	if b := badInside(v); b != nil {
		return value.Value{Data: value.Unknown{Why: "error", Type: b}, Marks: value.Failed | v.Summary()&value.Secret}
	}
	return value.Failure("error").With(v.Summary() & value.Secret)
}

// near returns where a value was written if that is inside the call, otherwise the span of
// the call's argument: a value from elsewhere is not wrong at its origin.
func (r *run) near(v value.Value) source.Span {
	if r.call.Span.Covers(v.Origin) && !v.Origin.IsZero() {
		return v.Origin
	}
	if len(r.call.Args) == 1 && r.call.Args[0] != nil {
		return r.call.Args[0].Info().Span
	}
	return r.call.Span
}

// whole returns a function that needs its argument to be completely known. Its result is
// secret if any part of the argument is. eval is not called for failed or unknown arguments.
func whole(name, doc, example, result string, eval func(r *run) value.Value, params ...ir.Param) *ir.Func {
	return &ir.Func{Name: name, Doc: doc, Example: example, Result: result, Params: params, AlwaysForces: ir.AllArgs,
		Lazy: func(f ir.Frame, c *ir.Call) value.Value {
			arg := present(f.Force(c.Args[0]))
			siteOf(c).ignored(f, c)
			marks, mocked := arg.Summary()&value.Secret, arg.Summary()&value.Mocked
			switch {
			case arg.HasFailed():
				return failed(arg).At(c.Span)
			case arg.HasUnknown():
				return value.NotKnown(value.Why(arg)).With(marks).At(c.Span)
			}
			v := eval(&run{f, siteOf(c), c, arg})
			if marks != 0 {
				v = secret(v)
			}
			if hidesSize(arg) {
				v = secretWhole(v)
			}
			return v.With(mocked).At(c.Span)
		}}
}

// outer returns a function that only needs the outer structure of its argument: unknown or
// secret parts remain so in the result. eval must look at each part with opaque before it uses its
// content.
func outer(name, doc, example, result string, eval func(r *run) value.Value, params ...ir.Param) *ir.Func {
	return &ir.Func{Name: name, Doc: doc, Example: example, Result: result, Params: params, AlwaysForces: ir.AllArgs,
		Lazy: func(f ir.Frame, c *ir.Call) value.Value {
			return outerResult(f, c, present(f.Force(c.Args[0])), eval)
		}}
}

// outerResult returns the result of a function made by outer for the value of its argument.
func outerResult(f ir.Frame, c *ir.Call, arg value.Value, eval func(r *run) value.Value) value.Value {
	siteOf(c).ignored(f, c)
	if arg.IsFailed() || arg.IsUnknown() {
		return arg.At(c.Span)
	}
	v := eval(&run{f, siteOf(c), c, arg}).At(c.Span)
	// A list or a map has the marks of the parts that it contains; a scalar may depend on
	// any part of the argument.
	if v.List() == nil && v.Object() == nil && !v.IsUnknown() {
		v = v.With(arg.Summary() & value.Mocked)
	}
	if hidesSize(arg) {
		v = secretWhole(v)
	}
	return v
}

// resolved makes a function fail if any part of its argument has failed: the function may drop a
// part, but Heat resolves all of them.
func resolved(eval func(r *run) value.Value) func(r *run) value.Value {
	return func(r *run) value.Value {
		if r.arg.HasFailed() {
			return failed(r.arg)
		}
		return eval(r)
	}
}

// opaque reports whether a value is unknown or failed, and returns the result of a function that
// needs to look into it. Functions call it before they look at the type of a value, since an
// unknown value has no type.
func opaque(v value.Value) (value.Value, bool) {
	switch {
	case v.IsFailed():
		return failed(v), true
	case v.IsUnknown():
		return value.NotKnown(value.Why(v)).With(v.Marks & value.Secret), true
	}
	return value.Value{}, false
}

// hidesNames reports whether a secret map has names that are not written in the template.
func hidesNames(v value.Value) bool {
	o := v.Object()
	return o != nil && slices.ContainsFunc(o.Fields, func(f value.Field) bool { return !bind.IsWritten(&f) })
}

// hidesSize reports whether a value is or contains a list or a map whose size was computed from a secret:
// it is secret as a whole (secretWhole). Of most lists and maps, only the elements are secret (0).
func hidesSize(v value.Value) bool {
	switch d := v.Data.(type) {
	case *value.List:
		return v.IsSecret() || v.HasSecret() && slices.ContainsFunc(d.Items, hidesSize)
	case *value.Object:
		if v.IsSecret() && !v.Without(value.Secret).HasSecret() {
			return true
		}
		return v.HasSecret() && slices.ContainsFunc(d.Fields, func(f value.Field) bool { return hidesSize(f.Value) })
	}
	return false
}

// secret marks a string, number or boolean as secret; in a list or a map it marks the
// elements. Lists and maps have no marks themselves, only their leaves do (0), except for maps with
// names that may come from the secret. Null contains nothing to hide.
func secret(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = secret(c)
		}
		v.Data = value.NewList(items)
		return v
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			f.Value = secret(f.Value)
			fields[i] = f
		}
		if hidesNames(v) {
			v = v.With(value.Secret)
		}
		v.Data = value.NewObject(fields)
		return v
	}
	if v.IsNull() {
		return v
	}
	return v.With(value.Secret)
}
