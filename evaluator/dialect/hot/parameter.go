package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A parameter is a parameter that a template declares.
type parameter struct {
	stack       *stack
	name        string
	nameAt      source.Span
	span        source.Span
	typ         string // "" if unknown, which has been reported
	typeAt      source.Span
	label       string
	description string
	fallback    *python.Node // default
	hidden      bool
	immutable   bool
	tags        []string
	constraints []*constraint.Constraint
	cell        *ir.Cell
	isRejected  bool // its value has a problem, which may be in another file
}

// parameterTypes are the types of parameters (4.2); constraint.Convert converts values to them.
var parameterTypes = []string{"string", "number", "comma_delimited_list", "json", "boolean"}

// parameterKeys returns the keys of a declaration. schema is accepted and ignored (4.1).
func (st *stack) parameterKeys() []string {
	keys := []string{"type", "label", "description", "default", "hidden", "constraints", "immutable", "schema"}
	if st.version >= v20180302 {
		keys = append(keys, "tags")
	}
	return keys
}

// declare reads a declaration. Errors in its form concern the template as a whole, so the
// problems have no path. The parameter is returned even if it has errors, with an empty type if
// that is one of them.
func (st *stack) declare(pr *python.Pair) *parameter {
	p := &parameter{stack: st, name: pr.Key, nameAt: pr.KeyAt, span: pr.KeyAt.To(pr.Value.Span), label: pr.Key}
	n := pr.Value
	if n.Kind != python.Map {
		if !n.IsBroken() {
			st.schemaShape("parameter-shape", n.Span, "a parameter is a mapping with a type",
				"Invalid parameter ("+p.name+"), expected a mapping")
		}
		return p
	}
	for i := range n.Pairs {
		key := &n.Pairs[i]
		if keys := st.parameterKeys(); !slices.Contains(keys, key.Key) {
			st.schemaKey("parameter-key", key, keys, "a parameter has no key "+written(key.Key),
				"Invalid key '"+key.Shown()+"' for parameter ("+p.name+")")
		}
	}
	p.readType(n)
	if text, ok := n.Get("label").Text(); ok {
		p.label = text
	}
	p.description, _ = n.Get("description").Text()
	if d := n.Get("default"); d != nil && !d.IsNull() {
		p.fallback = d
	}
	// Both accept any value, and take effect if Python considers it true: even the string "false"
	// hides the value (4.1).
	p.hidden, p.immutable = python.IsTrue(n.Get("hidden").Value()), python.IsTrue(n.Get("immutable").Value())
	if tags := n.Get("tags"); tags != nil && st.version >= v20180302 && !tags.IsNull() {
		if tags.Kind != python.List {
			st.schemaShape("parameter-shape", tags.Span, "tags must be a list",
				"Tags property should be a list for parameter: "+p.name)
		}
		for _, t := range tags.Items {
			p.tags = append(p.tags, python.Str(t.Value()))
		}
	}
	p.readConstraints(n.Get("constraints"))
	return p
}

// readType reads the type. If the type has a name from another language, such as list or map, it
// suggests Heat's name.
func (p *parameter) readType(n *python.Node) {
	t := n.PairOf("type")
	if t == nil {
		p.stack.schemaShape("parameter-type", p.nameAt, "a parameter needs a type: "+strings.Join(parameterTypes, ", "),
			"Missing parameter type for parameter: "+p.name)
		return
	}
	p.typeAt = t.Value.Span
	text, ok := t.Value.Text()
	if ok && slices.Contains(parameterTypes, text) {
		p.typ = text
		return
	}
	if t.Value.IsBroken() {
		return
	}
	name := python.Str(t.Value.Value())
	m := heatError{code: "parameter-type", span: t.Value.Span,
		message: quoted(name) + " is not a type of a parameter; there are " + strings.Join(parameterTypes, ", "),
		text:    "Invalid type (" + name + ")"}
	near := diag.Nearest(name, parameterTypes)
	switch name {
	case "integer", "int", "float":
		near = "number"
	case "list":
		near = "comma_delimited_list"
	case "map", "object", "dict":
		near = "json"
	}
	if near != "" {
		m.message = quoted(name) + ` is not a parameter type; did you mean "` + near + `"?`
		m.fix = func(q diag.Problem) diag.Problem { return q.WithFix("Change to "+near, t.Value.Span, near) }
	}
	p.stack.schema(m)
}

// schema reports an error in a declaration. In a nested template, Heat finds it while it makes the
// template a resource type of the parent stack.
func (st *stack) schema(m heatError) {
	around := st
	if st.owner != nil {
		around = st.owner.stack
	}
	st.report(m.with(around.class("InvalidSchemaError")))
}

// schemaShape reports a declaration, or a part of one, that has the wrong form.
func (st *stack) schemaShape(code diag.Code, at source.Span, message, text string) {
	st.schema(heatError{code: code, span: at, message: message, text: text})
}

// schemaKey reports an unknown key, with a suggestion. message and text describe an
// unknown key; tags gets another message, as the key exists in later versions.
func (st *stack) schemaKey(code diag.Code, key *python.Pair, known []string, message, text string) {
	m := heatError{code: code, span: key.KeyAt, message: message + diag.DidYouMean(key.Key, known), text: text}
	m.fix = changeTo(diag.Nearest(key.Key, known), key.KeyAt)
	if key.Key == "tags" {
		m.message, m.fix = "the key tags "+needs(v20180302), st.raise(v20180302)
	}
	st.schema(m)
}

// convert converts a value to the type of the parameter. A secret in v makes the result secret,
// since conversion creates new values.
func (p *parameter) convert(v value.Value) (value.Value, *constraint.Invalid) {
	out, bad := constraint.Convert(p.typ, v)
	if bad == nil && v.Summary()&value.Secret != 0 {
		out = secret(out)
	}
	return out.At(v.Origin), bad
}

// readConstraints reads the list of constraints. Constraints with errors are left out, so values
// are not checked against them.
func (p *parameter) readConstraints(n *python.Node) {
	switch {
	case n == nil || n.IsNull() || n.IsBroken():
		return
	case n.Kind != python.List:
		p.stack.schemaShape("constraint-definition", n.Span, "constraints must be a list",
			"Invalid parameter constraints for parameter "+p.name+", expected a list")
		return
	}
	for _, c := range n.Items {
		if c.Kind == python.Map {
			p.readConstraint(c)
		} else if !c.IsBroken() {
			p.stack.schemaShape("constraint-definition", c.Span, "a constraint is a mapping",
				"Invalid parameter constraints, expected a mapping")
		}
	}
}

// readConstraint reads one constraint. If several kinds are written in one entry, the first in
// Heat's order wins.
func (p *parameter) readConstraint(n *python.Node) {
	st := p.stack
	for i := range n.Pairs {
		if key := &n.Pairs[i]; !slices.Contains(constraint.Kinds, key.Key) && key.Key != "description" {
			st.schemaKey("constraint-definition", key, constraint.Kinds, "there is no constraint "+written(key.Key),
				"Invalid key '"+key.Shown()+"' for parameter constraints")
			return
		}
	}
	var found *python.Pair
	for _, kind := range constraint.Kinds {
		// Earlier versions accept the key but ignore it, so a constraint with modulo alone is empty
		// (4.1).
		if kind == "modulo" && st.version < v20170224 {
			continue
		}
		if pr := n.PairOf(kind); pr != nil {
			found = pr
			break
		}
	}
	if found == nil {
		m := heatError{code: "constraint-definition", span: n.Span, message: "this contains no constraint",
			text: "No constraint expressed"}
		if n.PairOf("modulo") != nil {
			m.message, m.fix = "modulo "+needs(v20170224), st.raise(v20170224)
		}
		st.schema(m)
		return
	}
	c := &constraint.Constraint{Kind: found.Key, Span: found.Value.Span}
	if d := n.Get("description"); d != nil && !d.IsNull() {
		if python.IsTrue(d.Value()) { // Heat ignores other descriptions
			c.Description = python.Str(d.Value())
		}
	}
	if bad := c.Define(found.Value); bad != nil {
		if !found.Value.IsBroken() {
			st.schema(heatError{code: "constraint-definition", span: bad.At, message: bad.Message, text: bad.Text})
		}
		return
	}
	if p.typ != "" && !slices.Contains(strings.Fields(constraint.KindTypes[c.Kind].Types), p.typ) {
		m := heatError{code: "constraint-type", span: found.KeyAt, message: "a parameter of type " + p.typ +
			" cannot have the constraint " + c.Kind}
		// For a nested template, Heat checks the property made from the parameter, whose type has a
		// name such as String.
		if st.owner == nil {
			m.text = "Parameter '" + p.name + "' is invalid: " + constraint.KindTypes[c.Kind].Name +
				" constraint invalid for " + p.typ
		} else {
			m.text = constraint.KindTypes[c.Kind].Name + " constraint invalid for " + string(propertyTypes[p.typ])
		}
		st.schema(m)
		return
	}
	p.constraints = append(p.constraints, c)
}

// resolve finds the value of a parameter: the given one, or the default. Problems are in
// Heat's order: the default first. given has no Data if nothing is given. A failure means that no
// value is available; its problem is among those returned.
func (p *parameter) resolve(given value.Value) (value.Value, []diag.Problem) {
	if p.typ == "" {
		return value.Failure("no type"), nil
	}
	var problems []diag.Problem
	isGiven := given.Data != nil && !given.IsNull()
	use, of := given, "value"
	if p.fallback != nil {
		fallback := p.fallback.Value()
		if !isGiven {
			use, of = fallback, "default"
		}
		if problem := p.checkDefault(fallback, isGiven); problem != nil {
			problems = append(problems, *problem)
			if !isGiven {
				return value.Failure("no value"), problems
			}
		}
	} else if !isGiven {
		problem := heatError{code: "parameter-missing", span: p.nameAt, message: "the parameter " + written(p.name) +
			" needs a value: it has no default, and none is set",
			text: "The Parameter (" + p.name + ") was not provided."}.with("")
		return value.Failure("no value"), append(problems, problem)
	}
	if use.HasFailed() || use.IsUnknown() {
		return use, problems
	}
	v, bad := p.convert(use)
	code := diag.Code("parameter-value")
	if bad == nil && !use.HasUnknown() {
		if bad = p.violated(use, v, true); bad != nil {
			code = "parameter-constraint"
		}
	}
	if bad != nil {
		m := heatError{code: code, span: use.Origin}
		if bad = p.masked(bad); bad.Text != "" {
			m.text = "Parameter '" + p.name + "' is invalid: " + bad.Text
		}
		m.message = "the " + of + " of " + written(p.name) + ": " + bad.Message
		return value.Failure("no value"), append(problems, m.with(""))
	}
	// A secret list or map is marked itself, too: the parameter as a whole is hidden.
	if p.hidden {
		v = secret(v).With(value.Secret)
	}
	return v, problems
}

// violated returns the error found by the first constraint that a value violates. given is the
// value before conversion, v after it. custom is false when a default is checked as such: then
// custom constraints do not apply, and Heat has not parsed the default yet.
func (p *parameter) violated(given, v value.Value, custom bool) *constraint.Invalid {
	for _, c := range p.constraints {
		if c.Kind == "custom_constraint" && !custom {
			continue
		}
		typ := p.typ
		if !custom && typ == "json" {
			typ = "string" // Heat has not yet parsed the string of a default
		} else if !custom && given.Data == value.String("") && typ == "comma_delimited_list" {
			v = value.ListOf(given) // here Heat does not yet read the empty string as an empty list
		}
		if bad := c.Check(p.stack.host(), typ, given, v); bad != nil {
			return bad
		}
	}
	return nil
}

// host returns the part of the evaluation that constraints need: the answers under constraints in
// inputs.yaml, and a function that reports problems.
func (st *stack) host() constraint.Host {
	if st.hints == nil {
		st.hints = st.report
	}
	return constraint.Host{Answers: st.b.constraints, Report: st.hints}
}

// sample returns a value that the constraints accept, if they suggest one. The page proposes it for
// a missing value.
func (p *parameter) sample() value.Value {
	for _, c := range p.constraints {
		switch {
		case len(c.Allowed) > 0:
			return c.Allowed[0]
		case c.Kind == "range" && c.Min.Data != nil:
			return c.Min
		case c.Kind == "range" && c.Max.Data != nil:
			return c.Max
		}
	}
	return value.Value{}
}

// checkDefault checks a default against the constraints, even if a value is given. Heat finds a
// default that cannot be converted while it checks a constraint, or else when it uses the default as
// the value. The default of a list is converted in any case.
func (p *parameter) checkDefault(fallback value.Value, given bool) *diag.Problem {
	if fallback.HasFailed() {
		return nil
	}
	v, bad := p.convert(fallback)
	code := diag.Code("parameter-value")
	isList := p.typ == "comma_delimited_list"
	switch {
	case bad == nil || p.typ == "json":
		bad, code = p.violated(fallback, v, false), "parameter-constraint"
	case !isList:
		bad = p.defaultError(fallback, bad)
	}
	if bad == nil {
		return nil
	}
	bad = p.masked(bad)
	m := heatError{code: code, span: fallback.Origin, message: "the default of " + written(p.name) + ": " + bad.Message}
	switch {
	case bad.Text == "":
	case isList && code == "parameter-value":
		m.text = "Default" + strings.TrimPrefix(bad.Text, "Value")
	default:
		m.text = "Invalid default " + p.shownDefault(fallback) + " (" + bad.Text + ")"
	}
	problem := m.with("")
	if m.text != "" {
		problem = m.with(p.stack.class("InvalidSchemaError") + "Parameter '" + p.name + "' is invalid: ")
	}
	return &problem
}

// defaultError returns the error for a default that cannot be converted, in the words of the first
// constraint that checks the default; nil if none does. Custom constraints do not check defaults.
func (p *parameter) defaultError(fallback value.Value, bad *constraint.Invalid) *constraint.Invalid {
	for _, c := range p.constraints {
		if c.Kind == "allowed_values" && fallback.List() != nil {
			// Heat compares the elements of a list, whatever the type.
			if worse := c.Check(p.stack.host(), p.typ, fallback, fallback); worse != nil {
				return worse
			}
			return bad
		}
		if c.Kind == "allowed_values" {
			if worse := c.Uncomparable(p.typ, fallback, fallback); worse != nil {
				return worse
			}
			return constraint.Refuse(bad.Message, constraint.NotOfType(fallback, p.typ))
		}
		if c.Kind != "custom_constraint" {
			return bad
		}
	}
	return nil
}

// masked hides the message about a hidden value, which may quote a part of it.
func (p *parameter) masked(bad *constraint.Invalid) *constraint.Invalid {
	if !p.hidden {
		return bad
	}
	out := &constraint.Invalid{Message: diag.Hidden(diag.Plain(bad.Message)), Text: bad.Text}
	if bad.Text != "" {
		out.Text = diag.Hidden(diag.Plain(bad.Text))
	}
	return out
}

// shownDefault renders a default for Heat's message.
func (p *parameter) shownDefault(fallback value.Value) string {
	if p.hidden {
		return diag.Hidden(python.Str(fallback))
	}
	return python.Str(fallback)
}
