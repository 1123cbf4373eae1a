package yaql

import "strings"

// An argument is what stands at a position of a call: an expression, a value that is known
// already, or nothing.
type argument struct {
	node  *node
	value Value
	given bool // the value is known
}

func arguments(nodes []*node) []argument {
	out := make([]argument, len(nodes))
	for i, n := range nodes {
		out[i].node = n
	}
	return out
}

// left reports whether a position was left out.
func (a *argument) left() bool { return a.node == nil && !a.given }

// A named is an argument by name.
type named struct {
	name string
	argument
}

// A pair is `key => value` in a call that takes pairs.
type pair struct{ key, value argument }

// A call is what a function of the library sees: its arguments in the order of its
// parameters, each of a kind that the parameter takes.
type call struct {
	*evaluator
	context *context
	args    []Value // *lambda where the kind is fn; nil where such a one was left out
	rest    []Value
	others  []other
	pairs   [][2]Value
}

// other is an argument by a name that no parameter has.
type other struct {
	name  string
	value Value
}

// lambda returns the expression at a position, nil when it was left out.
func (c *call) lambda(i int) *lambda {
	l, _ := c.args[i].(*lambda)
	return l
}

// text returns the text at a position, "" for null.
func (c *call) text(i int) string {
	s, _ := c.args[i].(string)
	return s
}

// int returns the integer at a position, clamped.
func (c *call) int(i int) int { return clamped(c.args[i]) }

// open reads the collection at a position.
func (c *call) open(i int) *iterator { return c.evaluator.open(c.args[i]) }

// all reads the collection at a position to its end.
func (c *call) all(i int) []Value { return c.evaluator.all(c.args[i]) }

// callForm says whether a call is one of a method.
type callForm bool

const method callForm = true

// noFunction refuses a call that no form of a function fits.
func noFunction(name string) {
	panic(&failure{cause: inCall, message: "no form of " + plainName(name) + " takes these arguments",
		text: `No function "` + name + `" matches supplied arguments`})
}

// plainName returns the name of a function as a reader knows it.
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

// noMatch refuses a call, with what the function takes.
func (e *evaluator) noMatch(name string, receiver Value, isMethod callForm, forms []*overload) {
	f := &failure{cause: inCall, message: "no form of " + plainName(name) + " takes these arguments"}
	if !strings.HasPrefix(name, "#") && len(forms) > 0 {
		var texts []string
		for _, o := range forms {
			texts = append(texts, o.shown())
		}
		f.message += "; there is " + strings.Join(texts, " and ")
	}
	f.text = `No function "` + name + `" matches supplied arguments`
	if isMethod {
		f.text = `No method "` + name + `" for receiver ` + e.explained(receiver) + ` matches supplied arguments`
	}
	panic(f)
}

// unknownFunction refuses a name that nothing has.
func (e *evaluator) unknownFunction(name string, receiver Value, isMethod callForm) {
	f := &failure{cause: inCall, message: "there is no function " + quoted(name), text: `Unknown function "` + name + `"`}
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

// explained writes a value for a message.
func (e *evaluator) explained(v Value) string {
	was := e.explaining
	e.explaining = true
	text := e.python(v)
	e.explaining = was
	return text
}

// lookupName is a name without the underscores at its end, which do not count.
func lookupName(name string) string {
	if s := strings.TrimRight(name, "_"); s != "" {
		return s
	}
	return name
}

// function calls a function of the library with values.
func (e *evaluator) function(name string, values ...Value) Value {
	args := make([]argument, len(values))
	for i, v := range values {
		args[i] = argument{value: v, given: true}
	}
	return e.invoke(name, nil, args, nil, nil)
}

// invoke calls a function, or a method whose receiver is the first argument.
func (e *evaluator) invoke(name string, receiver Value, args []argument, mappings []mapping, c *context, form ...callForm) Value {
	isMethod := callForm(len(form) > 0)
	key := lookupName(name)
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
	if takesPairs(forms) {
		for _, m := range mappings {
			r.pairs = append(r.pairs, pair{argument{node: m.key}, argument{node: m.value}})
		}
	} else {
		r.named = byName(mappings)
	}
	return r.run(name, receiver, isMethod, forms)
}

func takesPairs(forms []*overload) bool {
	for _, o := range forms {
		if o.pairs != nil {
			return true
		}
	}
	return false
}

// byName turns mappings into arguments by name: of equal names the last one counts.
func byName(mappings []mapping) []named {
	var out []named
next:
	for _, m := range mappings {
		if m.key.kind != wordNode || m.key.wrapped {
			failText("an argument has a word for its name", "Cannot convert mapping to keyword argument")
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

// callDefined calls a function that def gave: any number of arguments fits.
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

// argument evaluates an argument.
func (e *evaluator) argument(a *argument, c *context) Value {
	if !a.given && a.node != nil {
		a.value, a.given = e.eval(a.node, c), true
	}
	return a.value
}

// A resolution finds the form of a function that fits a call.
type resolution struct {
	e       *evaluator
	context *context
	args    []argument
	named   []named
	pairs   []pair
}

// run drops the forms that cannot fit, evaluates the arguments, and calls the first form
// whose kinds fit: more special forms come first in the library.
func (r *resolution) run(name string, receiver Value, isMethod callForm, forms []*overload) Value {
	var fitting []*overload
	for _, o := range forms {
		if r.mayFit(o) {
			fitting = append(fitting, o)
		}
	}
	if len(fitting) == 0 {
		r.e.noMatch(name, receiver, isMethod, forms)
	}
	if name == "concat" && !bool(isMethod) && len(r.args) == 0 && len(r.named) == 0 {
		failText("concat joins texts or sequences; without arguments it could be either", `Ambiguous function "concat"`)
	}
	r.evaluate(fitting)
	for _, o := range fitting {
		if r.fits(o) {
			v := o.entry.eval(r.call(o))
			r.e.fits(v)
			return v
		}
	}
	r.e.noMatch(name, receiver, isMethod, forms)
	return nil
}

// at returns the parameter that an argument at a position goes to, nil when there is none.
func (o *overload) at(i int) *param {
	if i < len(o.params) {
		return &o.params[i]
	}
	return o.rest
}

// index returns the position of the parameter with a name; -1 when there is none.
func (o *overload) index(name string) int {
	for i := range o.params {
		if o.params[i].name == name {
			return i
		}
	}
	return -1
}

// accepts reports whether a parameter may take an argument, as far as that is known before
// it is evaluated.
func (p *param) accepts(a *argument) bool {
	switch {
	case p.kinds == lambdaKind:
		return true
	case a.given:
		return is(a.value, p.kinds)
	case a.node != nil && a.node.isLiteral():
		return is(a.node.literal(), p.kinds)
	}
	return true
}

// mayFit reports whether the number, the names and the literals among the arguments fit a form.
func (r *resolution) mayFit(o *overload) bool {
	if len(r.pairs) > 0 && o.pairs == nil {
		return false
	}
	taken := 0
	for i := range r.args {
		p := o.at(i)
		switch {
		case p == nil:
			return false
		case r.args[i].left():
			if p != o.rest && !p.optional && !r.isNamed(p.name) {
				return false
			}
		case !p.accepts(&r.args[i]):
			return false
		}
	}
	for i := range r.named {
		n := &r.named[i]
		at := o.index(n.name)
		switch {
		case at < 0:
			if o.others == nil || !o.others.accepts(&n.argument) {
				return false
			}
			continue
		case at < len(r.args) && !r.args[at].left():
			return false
		case !o.params[at].accepts(&n.argument):
			return false
		}
		if at >= len(r.args) {
			taken++
		}
	}
	for i := len(r.args); i < len(o.params); i++ {
		if !o.params[i].optional && !r.isNamed(o.params[i].name) {
			return false
		}
	}
	return true
}

func (r *resolution) isNamed(name string) bool {
	for i := range r.named {
		if r.named[i].name == name {
			return true
		}
	}
	return false
}

// evaluate evaluates the arguments, from left to right, but those that all forms take unevaluated.
func (r *resolution) evaluate(forms []*overload) {
	for i := range r.args {
		for _, o := range forms {
			if o.at(i).kinds != lambdaKind {
				r.e.argument(&r.args[i], r.context)
				break
			}
		}
	}
	for i := range r.named {
		n := &r.named[i]
		for _, o := range forms {
			p := o.others
			if at := o.index(n.name); at >= 0 {
				p = &o.params[at]
			}
			if p.kinds != lambdaKind {
				r.e.argument(&n.argument, r.context)
				break
			}
		}
	}
	for i := range r.pairs {
		for _, o := range forms {
			if o.pairs != nil && o.pairs.kinds != lambdaKind {
				r.e.argument(&r.pairs[i].key, r.context)
				r.e.argument(&r.pairs[i].value, r.context)
				break
			}
		}
	}
}

// fits reports whether the kinds of all values fit a form.
func (r *resolution) fits(o *overload) bool {
	for i := range r.args {
		if !r.args[i].left() && !o.at(i).accepts(&r.args[i]) {
			return false
		}
	}
	for i := range r.named {
		if at := o.index(r.named[i].name); at >= 0 && !o.params[at].accepts(&r.named[i].argument) {
			return false
		}
	}
	return true
}

// take makes of an argument what a function sees.
func (r *resolution) take(p *param, a *argument) Value {
	switch {
	case p.kinds == lambdaKind && a.given:
		return &lambda{value: a.value}
	case p.kinds == lambdaKind:
		return &lambda{node: a.node, context: r.context}
	}
	v := r.e.argument(a, r.context)
	r.e.fits(v)
	if p.kinds == iterableKind && sizeOf(v) > maxElements {
		tooLong()
	}
	return v
}

// call puts the arguments in the order of the parameters of a form.
func (r *resolution) call(o *overload) *call {
	c := &call{evaluator: r.e, context: r.context, args: make([]Value, len(o.params))}
	for i := range o.params {
		c.args[i] = o.params[i].value
	}
	for i := range r.args {
		a, p := &r.args[i], o.at(i)
		switch {
		case i >= len(o.params) && a.left():
			c.rest = append(c.rest, nil)
		case a.left():
		case i >= len(o.params):
			c.rest = append(c.rest, r.take(p, a))
		default:
			c.args[i] = r.take(p, a)
		}
	}
	for i := range r.named {
		n := &r.named[i]
		if at := o.index(n.name); at >= 0 {
			c.args[at] = r.take(&o.params[at], &n.argument)
		} else {
			c.others = append(c.others, other{n.name, r.take(o.others, &n.argument)})
		}
	}
	for i := range r.pairs {
		c.pairs = append(c.pairs, [2]Value{r.take(o.pairs, &r.pairs[i].key), r.take(o.pairs, &r.pairs[i].value)})
	}
	return c
}
