package hot

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A parameter is what a template declares one to be.
type parameter struct {
	stack       *stack
	name        string
	nameAt      source.Span
	span        source.Span
	typ         string // "" when it is none; the problem is reported
	typeAt      source.Span
	label       string
	description string
	fallback    *node // default
	hidden      bool
	immutable   bool
	tags        []string
	constraints []*constraint
	cell        *ir.Cell
}

var parameterTypes = []string{"string", "number", "comma_delimited_list", "json", "boolean"}

// parameterKeys returns the keys of a declaration.
func (st *stack) parameterKeys() []string {
	keys := []string{"type", "label", "description", "default", "hidden", "constraints", "immutable", "schema"}
	if st.version >= v20180302 {
		keys = append(keys, "tags")
	}
	return keys
}

// declare reads a declaration. What is wrong with its form belongs to the template as a
// whole, so the problems have no path.
func (st *stack) declare(pr *pair) *parameter {
	p := &parameter{stack: st, name: pr.key, nameAt: pr.keyAt, span: pr.keyAt.To(pr.value.span), label: pr.key}
	n := pr.value
	if n.kind != mapNode {
		if !n.isBroken() {
			st.schemaShape("parameter-shape", n.span, "a parameter is a mapping with a type", "Invalid parameter ("+p.name+"), expected a mapping")
		}
		return p
	}
	for i := range n.pairs {
		key := &n.pairs[i]
		if keys := st.parameterKeys(); !has(keys, key.key) {
			st.schemaKey("parameter-key", key, keys, "a parameter has no key "+written(key.key), "Invalid key '"+key.shown()+"' for parameter ("+p.name+")")
		}
	}
	p.readType(n)
	if text, ok := n.get("label").text(); ok {
		p.label = text
	}
	p.description, _ = n.get("description").text()
	if d := n.get("default"); d != nil && !d.isNull() {
		p.fallback = d
	}
	p.hidden, p.immutable = isTrue(n.get("hidden").value()), isTrue(n.get("immutable").value())
	if tags := n.get("tags"); tags != nil && st.version >= v20180302 && !tags.isNull() {
		if tags.kind != listNode {
			st.schemaShape("parameter-shape", tags.span, "tags must be a list", "Tags property should be a list for parameter: "+p.name)
		}
		for _, t := range tags.items {
			p.tags = append(p.tags, str(t.value()))
		}
	}
	p.readConstraints(n.get("constraints"))
	return p
}

func (p *parameter) readType(n *node) {
	t := n.pairOf("type")
	if t == nil {
		p.stack.schemaShape("parameter-type", p.nameAt, "a parameter needs a type: "+strings.Join(parameterTypes, ", "), "Missing parameter type for parameter: "+p.name)
		return
	}
	p.typeAt = t.value.span
	text, ok := t.value.text()
	if ok && has(parameterTypes, text) {
		p.typ = text
		return
	}
	if t.value.isBroken() {
		return
	}
	name := str(t.value.value())
	m := mistake{code: "parameter-type", span: t.value.span, message: quoted(name) + " is no type of a parameter; there are " + strings.Join(parameterTypes, ", "), text: "Invalid type (" + name + ")"}
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
		m.message = quoted(name) + ` is no type of a parameter; did you mean "` + near + `"?`
		m.fix = func(q diag.Problem) diag.Problem { return q.WithFix("Change to "+near, t.value.span, near) }
	}
	p.stack.schema(m)
}

// schema reports a mistake in a declaration. For a nested template Heat finds it when it
// makes a type of the template, in the stack around.
func (st *stack) schema(m mistake) {
	around := st
	if st.owner != nil {
		around = st.owner.stack
	}
	st.report(m.with(around.class("InvalidSchemaError")))
}

// schemaShape reports a declaration, or a part of it, that has the wrong form.
func (st *stack) schemaShape(code diag.Code, at source.Span, message, text string) {
	st.schema(mistake{code: code, span: at, message: message, text: text})
}

// schemaKey reports a key that does not belong, with what was probably meant.
func (st *stack) schemaKey(code diag.Code, key *pair, known []string, message, text string) {
	m := mistake{code: code, span: key.keyAt, message: message + diag.DidYouMean(key.key, known), text: text}
	m.fix = changeTo(diag.Nearest(key.key, known), key.keyAt)
	if key.key == "tags" {
		m.message, m.fix = "the key tags "+needs(v20180302), st.raise(v20180302)
	}
	st.schema(m)
}

// An invalid says what is wrong with a value: in our words and in Heat's.
type invalid struct{ message, text string }

// convert gives a value the type of the parameter.
func (p *parameter) convert(v value.Value) (value.Value, *invalid) {
	at, marks := v.Origin, v.Summary()&value.Secret
	out := v
	var bad *invalid
	switch p.typ {
	case "string":
		out = value.Str(str(v))
	case "number":
		out, bad = toNumber(v)
	case "boolean":
		out, bad = toBoolean(v)
	case "comma_delimited_list":
		out, bad = toList(v)
	case "json":
		out, bad = toJSON(v)
	}
	if bad == nil && marks != 0 {
		out = secret(out)
	}
	return out.At(at), bad
}

func toNumber(v value.Value) (value.Value, *invalid) {
	switch d := v.Data.(type) {
	case value.Number, value.Bool:
		return v, nil
	case value.String:
		if n, ok := parseInt(string(d)); ok {
			return value.Of(n), nil
		}
		if n, ok := parseFloat(string(d)); ok {
			return value.Of(n), nil
		}
		return v, &invalid{diag.Any(repr(v)) + " is no number", "could not convert string to float: " + diag.Any(repr(v))}
	}
	return v, &invalid{"a number is needed, not " + noun(v), "int() argument must be a string, a bytes-like object or a real number, not '" + typeName(v) + "'"}
}

const booleanWords = "'0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'"

func toBoolean(v value.Value) (value.Value, *invalid) {
	switch strings.ToLower(strings.TrimSpace(str(v))) {
	case "1", "t", "true", "on", "y", "yes":
		return value.Flag(true), nil
	case "0", "f", "false", "off", "n", "no":
		return value.Flag(false), nil
	}
	return v, &invalid{diag.Any(repr(v)) + " is neither true nor false; a boolean is one of " + booleanWords, "Unrecognized value '" + diag.Any(str(v)) + "', acceptable values are: " + booleanWords}
}

func toList(v value.Value) (value.Value, *invalid) {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			if c.IsUnknown() {
				items[i] = c
				continue
			}
			items[i] = value.Str(str(c)).At(c.Origin).With(c.Marks)
		}
		return value.ListOf(items...), nil
	case value.String:
		if d == "" {
			return value.ListOf(), nil
		}
		var items []value.Value
		for _, s := range strings.Split(string(d), ",") {
			items = append(items, value.Str(s).At(v.Origin))
		}
		return value.ListOf(items...), nil
	}
	return v, &invalid{"a list or a text with commas is needed, not " + noun(v), "Value must be a comma-delimited list string: '" + typeName(v) + "' object has no attribute 'split'"}
}

func toJSON(v value.Value) (value.Value, *invalid) {
	s, ok := v.Text()
	if !ok {
		return textKeys(v), nil
	}
	if s == "" {
		return v, nil
	}
	parsed, err := value.ParsePythonJSON(s)
	if err != nil {
		return v, &invalid{"this text is no JSON from its character " + itoa(len([]rune(s[:min(err.Offset, len(s))]))+1) + " on", "Value must be valid JSON: " + diag.Words(err.Text)}
	}
	return jsonNumbers(parsed), nil
}

// textKeys forgets what keys were before they became text.
func textKeys(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = textKeys(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = value.Field{Key: f.Key, Value: textKeys(f.Value)}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// resolve finds the value of a parameter: what was given, or the default. The problems
// are in Heat's order: the default first.
func (p *parameter) resolve(given value.Value) (value.Value, []diag.Problem) {
	if p.typ == "" {
		return value.Failure("no type"), nil
	}
	var problems []diag.Problem
	isGiven := given.Data != nil && !given.IsNull()
	use, of := given, "value"
	if p.fallback != nil {
		fallback := p.fallback.value()
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
		problem := mistake{code: "parameter-missing", span: p.nameAt, message: "the parameter " + written(p.name) + " needs a value: it has no default, and none is given",
			text: "The Parameter (" + p.name + ") was not provided."}.with("")
		return value.Failure("no value"), append(problems, problem)
	}
	if use.HasFailed() || use.IsUnknown() {
		return use, problems
	}
	v, bad := p.convert(use)
	code := diag.Code("parameter-value")
	if bad == nil && !use.HasUnknown() {
		if bad = p.violated(use, v, isGiven, true); bad != nil {
			code = "parameter-constraint"
		}
	}
	if bad != nil {
		m := mistake{code: code, span: use.Origin}
		if bad = p.masked(bad); bad.text != "" {
			m.text = "Parameter '" + p.name + "' is invalid: " + bad.text
		}
		m.message = "the " + of + " of " + written(p.name) + ": " + bad.message
		return value.Failure("no value"), append(problems, m.with(""))
	}
	if p.hidden {
		v = secret(v).With(value.Secret)
	}
	return v, problems
}

// sample is a value that the constraints take, as far as they say one.
func (p *parameter) sample() value.Value {
	for _, c := range p.constraints {
		switch {
		case len(c.allowed) > 0:
			return c.allowed[0]
		case c.kind == "range" && c.min.Data != nil:
			return c.min
		case c.kind == "range" && c.max.Data != nil:
			return c.max
		}
	}
	return value.Value{}
}

// checkDefault holds a default against the constraints, even if a value is given. One
// that cannot be converted matters only when it is used; Heat finds it while it looks at a
// constraint, or else when it takes the default for the value.
func (p *parameter) checkDefault(fallback value.Value, given bool) *diag.Problem {
	if fallback.HasFailed() {
		return nil
	}
	v, bad := p.convert(fallback)
	code := diag.Code("parameter-value")
	isList := p.typ == "comma_delimited_list"
	switch {
	case bad != nil && given:
		return nil
	case bad == nil || p.typ == "json":
		bad, code = p.violated(fallback, v, given, false), "parameter-constraint"
	case !isList:
		bad = p.foundBy(fallback, bad)
	}
	if bad == nil {
		return nil
	}
	bad = p.masked(bad)
	m := mistake{code: code, span: fallback.Origin, message: "the default of " + written(p.name) + ": " + bad.message}
	switch {
	case bad.text == "":
	case isList && code == "parameter-value":
		m.text = "Default" + strings.TrimPrefix(bad.text, "Value")
	default:
		m.text = "Invalid default " + p.shownDefault(fallback) + " (" + bad.text + ")"
	}
	problem := m.with("")
	if m.text != "" {
		problem = m.with(p.stack.class("InvalidSchemaError") + "Parameter '" + p.name + "' is invalid: ")
	}
	return &problem
}

// foundBy words what is wrong with a default that cannot be converted for the first
// constraint that looks at it; nil when none does.
func (p *parameter) foundBy(fallback value.Value, bad *invalid) *invalid {
	for _, c := range p.constraints {
		if c.kind == "allowed_values" {
			if worse := c.uncomparable(p.typ, fallback, fallback); worse != nil {
				return worse
			}
			return &invalid{bad.message, notOfType(fallback, p.typ)}
		}
		if c.kind != "custom_constraint" {
			return bad
		}
	}
	return nil
}

// notOfType is Heat's text for a value that cannot be compared with those allowed.
func notOfType(v value.Value, typ string) string {
	return `Value "` + diag.Any(str(v)) + `" is invalid for data type "` + typ + `".`
}

// masked is what is wrong with a hidden value, of which the words may show a part.
func (p *parameter) masked(bad *invalid) *invalid {
	if !p.hidden {
		return bad
	}
	out := &invalid{message: diag.Hidden(diag.Plain(bad.message)), text: bad.text}
	if bad.text != "" {
		out.text = diag.Hidden(diag.Plain(bad.text))
	}
	return out
}

// shownDefault is a default in Heat's words.
func (p *parameter) shownDefault(fallback value.Value) string {
	if p.hidden {
		return diag.Hidden(str(fallback))
	}
	return str(fallback)
}
