package yaql

import "strings"

// An argument is one argument of a call: an expression, a value that is already known, or nothing if
// the argument was left out.
type argument struct {
	node  *node
	value Value
	given bool // value is set; otherwise node is evaluated
}

// arguments returns the arguments of a parsed call, in which a nil node is an omitted argument.
func arguments(nodes []*node) []argument {
	out := make([]argument, len(nodes))
	for i, n := range nodes {
		out[i].node = n
	}
	return out
}

// left reports whether the argument was left out.
func (a *argument) left() bool { return a.node == nil && !a.given }

// A named is an argument passed by name.
type named struct {
	name string
	argument
}

// A pair is `key => value` in a call that takes pairs.
type pair struct{ key, value argument }

// A call is passed to a library function. It contains the arguments in parameter order, each of a
// kind that the parameter takes.
type call struct {
	*evaluator
	// context is the caller's context, which let and others extend.
	context *context
	args    []Value // *lambda for the kind fn; nil if left out
	// rest holds the positional arguments after the last parameter, others the named ones that no
	// parameter takes, and pairs the entries `key => value` of a function that takes them. In rest,
	// nil is an argument left out, or null.
	rest   []Value
	others []other
	pairs  [][2]Value
}

// other is an argument whose name matches no parameter.
type other struct {
	name  string
	value Value
}

// lambda returns argument i, an expression, or nil if it was left out.
func (c *call) lambda(i int) *lambda {
	l, _ := c.args[i].(*lambda)
	return l
}

// text returns argument i, a string, or "" for null.
func (c *call) text(i int) string {
	s, _ := c.args[i].(string)
	return s
}

// int returns argument i, an integer, clamped to an int.
func (c *call) int(i int) int { return clamped(c.args[i]) }

// dict returns argument i, a map.
func (c *call) dict(i int) *dict { return c.args[i].(*dict) }

// list returns argument i, a list.
func (c *call) list(i int) *list { return c.args[i].(*list) }

// regex returns argument i, a regular expression.
func (c *call) regex(i int) *regex { return c.args[i].(*regex) }

// date returns argument i, a date.
func (c *call) date(i int) datetime { return c.args[i].(datetime) }

// apply evaluates argument i, an expression, with v as $.
func (c *call) apply(i int, v Value) Value { return c.lambda(i).call(c.evaluator, v) }

// test evaluates argument i, a condition, with v as $.
func (c *call) test(i int, v Value) bool { return truth(c.apply(i, v)) }

// open returns an iterator over argument i, a collection.
func (c *call) open(i int) *iterator { return c.evaluator.open(c.args[i]) }

// all returns all items of argument i, a collection.
func (c *call) all(i int) []Value { return c.evaluator.all(c.args[i]) }

// callForm is true for method calls.
type callForm bool

const method callForm = true

// noFunction rejects a call that matches no overload of a function. It is for operators that have no
// table entry for the case, such as the dot, and for functions that find an error only in the
// values, such as the comparisons.
func noFunction(name string) {
	panic(&failure{cause: inCall, message: "no overload of " + plainName(name) + " takes these arguments",
		text: `No function "` + name + `" matches supplied arguments`})
}

// plainName returns the name of a function as it appears in messages.
func plainName(name string) string {
	for _, prefix := range []string{"#unary_operator_", "#operator_"} {
		if op, ok := strings.CutPrefix(name, prefix); ok {
			return "the operator " + op
		}
	}
	switch name {
	case "#indexer":
		return "an index"
	case "#list":
		return "a list in brackets"
	case "#map":
		return "a map in braces"
	}
	return strings.TrimPrefix(name, "#property#")
}

// noMatch rejects a call, listing the forms of the function. Operators are not listed: their forms
// are not written as calls.
func (r *resolution) noMatch(name string, receiver Value, isMethod callForm, forms []*overload) {
	f := &failure{cause: inCall, message: plainName(name) + " does not take " + r.nouns()}
	if !strings.HasPrefix(name, "#") {
		f.message = "no overload of " + name + " takes these arguments; " + writtenForms(forms, receiver, isMethod)
	}
	f.text = `No function "` + name + `" matches supplied arguments`
	if isMethod {
		f.text = `No method "` + name + `" for receiver ` + r.e.explained(receiver) + ` matches supplied arguments`
	}
	panic(f)
}

// writtenForms lists the forms of a function: those that accept the receiver, or all if none
// does.
func writtenForms(forms []*overload, receiver Value, isMethod callForm) string {
	var all, fitting []string
	for _, o := range forms {
		text := o.shown()
		all = append(all, text)
		if bool(isMethod) && is(receiver, o.params[0].kinds) {
			fitting = append(fitting, text)
		}
	}
	switch {
	case len(fitting) > 0:
		all = fitting
	case bool(isMethod):
		return "it is not a method of " + noun(receiver) + "; use " + strings.Join(all, " or ")
	}
	return "use " + strings.Join(all, " or ")
}

// nouns describes the kinds of the arguments, if all of them are known. An argument is known if it
// has been evaluated or is a literal; otherwise the text is general.
func (r *resolution) nouns() string {
	var all []string
	for i := range r.args {
		switch a := &r.args[i]; {
		case a.given:
			all = append(all, noun(a.value))
		case a.node != nil && a.node.isLiteral():
			all = append(all, noun(a.node.literal()))
		default:
			return "these arguments"
		}
	}
	if len(all) == 0 || len(r.named) > 0 {
		return "these arguments"
	}
	return strings.Join(all, " and ")
}

// unknownFunction rejects an unknown name. A name that exists only as a method is unknown as a
// function, and vice versa (4); the message then shows the form that exists.
func (e *evaluator) unknownFunction(name string, receiver Value, isMethod callForm) {
	f := &failure{cause: inCall, message: "there is no function " + quoted(name)}
	f.text = `Unknown function "` + name + `"`
	if isMethod {
		f.message = "there is no method " + quoted(name)
		f.text = `Unknown method "` + name + `" for receiver ` + e.explained(receiver)
	}
	g := e.library.group(lookupName(name))
	switch {
	case g != nil && bool(isMethod):
		f.message += "; it is a function: " + g.functions[0].shown()
	case g != nil:
		f.message += "; it is a method: " + g.methods[0].shown()
	default:
		f.message += e.library.meant(name)
	}
	panic(f)
}

// explained renders a value for a message. It may contain ⟨unknown⟩ parts and addresses of objects,
// which would end the evaluation elsewhere.
func (e *evaluator) explained(v Value) string {
	was := e.explaining
	e.explaining = true
	text := e.python(v)
	e.explaining = was
	return e.forMessage(text)
}

// forMessage returns a string made from data for use in a message, unless the data is secret.
func (e *evaluator) forMessage(text string) string {
	if e.secret {
		return "[secret]"
	}
	return text
}

// lookupName removes trailing underscores from a name, which are ignored. abs_(1) calls abs, but a
// message about it says abs_ (4).
func lookupName(name string) string {
	if s := strings.TrimRight(name, "_"); s != "" {
		return s
	}
	return name
}

// function calls a library function with values. Operators on elements, such as the + of sum, are
// called like this, so that they choose a form by the kinds of the elements.
func (e *evaluator) function(name string, values ...Value) Value {
	args := make([]argument, len(values))
	for i, v := range values {
		args[i] = argument{value: v, given: true}
	}
	return e.invoke(name, nil, args, nil, nil)
}

// invoke calls a function, or a method whose receiver is the first argument. It checks in the
// original's order (4): an unknown name is reported before anything about the
// arguments, and before any of them is evaluated.
func (e *evaluator) invoke(name string, receiver Value, args []argument, mappings []mapping,
	c *context, form ...callForm) Value {
	isMethod := callForm(len(form) > 0)
	key := lookupName(name)
	// A function that def defined hides those of the library, but no method (6.2).
	if body := e.defined(c, key); body != nil && !bool(isMethod) {
		return e.callDefined(body, args, mappings, c)
	}
	group := e.library.group(key)
	var forms []*overload
	if group != nil {
		forms = group.functions
		if isMethod {
			forms = group.methods
		}
	}
	if len(forms) == 0 {
		e.unknownFunction(name, receiver, isMethod)
	}
	r := resolution{e: e, context: c, args: args}
	// For dict or switch, the left side of => is an expression like any other. Elsewhere it is the
	// name of an argument: `dict(items => x)` is a map with the key items (4).
	if takesPairs(forms) {
		for _, m := range mappings {
			r.pairs = append(r.pairs, pair{argument{node: m.key}, argument{node: m.value}})
		}
	} else {
		r.named = byName(mappings)
	}
	return r.run(name, receiver, isMethod, forms)
}

// takesPairs reports whether any form of a function takes `key => value` pairs. Then all its
// mappings are pairs, so it has no named arguments.
func takesPairs(forms []*overload) bool {
	for _, o := range forms {
		if o.pairs != nil {
			return true
		}
	}
	return false
}

// byName turns mappings into named arguments. If names are equal, the last argument wins.
func byName(mappings []mapping) []named {
	var out []named
next:
	for _, m := range mappings {
		if m.key.kind != wordNode || m.key.wrapped {
			failText("the name of an argument must be a word", "Cannot convert mapping to keyword argument")
		}
		for i := range out {
			if out[i].name == m.key.name {
				out[i].node = m.value
				continue next
			}
		}
		out = append(out, named{m.key.name, argument{node: m.value}})
	}
	return out
}

// callDefined calls a function defined by def, which accepts any number of arguments. Its arguments
// are values: positional ones become $1, $2 and so on, named ones variables (6.2).
func (e *evaluator) callDefined(body *lambda, args []argument, mappings []mapping, c *context) Value {
	inner := &context{}
	for i := range args {
		inner.position = append(inner.position, e.argument(&args[i], c))
	}
	for _, n := range byName(mappings) {
		inner.names = append(inner.names, n.name)
		inner.values = append(inner.values, e.argument(&n.argument, c))
	}
	return body.with(e, inner)
}

// argument evaluates an argument, once. The value is kept, because several forms may look at it.
func (e *evaluator) argument(a *argument, c *context) Value {
	if !a.given && a.node != nil {
		a.value, a.given = e.eval(a.node, c), true
	}
	return a.value
}
