package yaql

// A resolution finds the form of a function that matches a call. It keeps the values of the
// arguments between the steps of run.
type resolution struct {
	e       *evaluator
	context *context
	args    []argument
	named   []named
	pairs   []pair
}

// run drops the forms that cannot match, evaluates the arguments, and calls the first form
// whose kinds match: the library lists more specific forms first.
func (r *resolution) run(name string, receiver Value, isMethod callForm, forms []*overload) Value {
	var fitting []*overload
	for _, o := range forms {
		if r.mayFit(o) {
			fitting = append(fitting, o)
		}
	}
	// No argument has been evaluated yet, so abs('a', 1 / 0) does not match, and does not divide by
	// zero either (4).
	if len(fitting) == 0 {
		r.noMatch(name, receiver, isMethod, forms)
	}
	// The only ambiguous call (4): it fits both the concat of strings and that of sequences.
	if name == "concat" && !bool(isMethod) && len(r.args) == 0 && len(r.named) == 0 {
		failText("concat joins strings or sequences; without arguments it could be either",
			`Ambiguous function "concat"`)
	}
	r.evaluate(fitting)
	for _, o := range fitting {
		if r.fits(o) {
			v := o.entry.eval(r.call(o))
			// The memory limit applies to each result (5), as it does to each argument in take.
			r.e.fits(v)
			return v
		}
	}
	r.noMatch(name, receiver, isMethod, forms)
	return nil
}

// at returns the parameter for a positional argument, or nil if there is none. The receiver of a
// method is its first parameter.
func (o *overload) at(i int) *param {
	if i < len(o.params) {
		return &o.params[i]
	}
	return o.rest
}

// index returns the index of the parameter with the given name, or -1 if there is no such parameter.
func (o *overload) index(name string) int {
	for i := range o.params {
		if o.params[i].name == name {
			return i
		}
	}
	return -1
}

// accepts reports whether a parameter may take an argument, as far as that is known before
// evaluating it. Before evaluation, only a literal has a kind. All other expressions are accepted
// at first and checked again in fits.
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

// mayFit reports whether the number of arguments, their names and the literals among them
// match a form.
func (r *resolution) mayFit(o *overload) bool {
	if len(r.pairs) > 0 && o.pairs == nil {
		return false
	}
	for i := range r.args {
		p := o.at(i)
		switch {
		case p == nil:
			return false
		// A position left out takes its default, or is passed by name.
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
			// The name is unknown to this form, which may take any names.
			if o.others == nil || !o.others.accepts(&n.argument) {
				return false
			}
			continue
		// An argument cannot be given both by position and by name.
		case at < len(r.args) && !r.args[at].left():
			return false
		case !o.params[at].accepts(&n.argument):
			return false
		}
	}
	// The parameters after the last positional argument need a default or a name.
	for i := len(r.args); i < len(o.params); i++ {
		if !o.params[i].optional && !r.isNamed(o.params[i].name) {
			return false
		}
	}
	return true
}

// isNamed reports whether the call passes an argument by this name.
func (r *resolution) isNamed(name string) bool {
	for i := range r.named {
		if r.named[i].name == name {
			return true
		}
	}
	return false
}

// evaluate evaluates the arguments from left to right, except those that all forms take
// unevaluated. If the forms disagree, the argument is evaluated: a form that would take it
// unevaluated gets the value instead.
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

// fits reports whether the kinds of all values match a form. The arguments have been evaluated, so
// accepts checks the kinds of their values. mayFit has already checked their number and names.
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

// take converts an argument to the value that the function receives.
func (r *resolution) take(p *param, a *argument) Value {
	switch {
	// call() passes values where a function takes an expression (6.2).
	case p.kinds == lambdaKind && a.given:
		return &lambda{value: a.value}
	case p.kinds == lambdaKind:
		return &lambda{node: a.node, context: r.context}
	}
	v := r.e.argument(a, r.context)
	r.e.fits(v)
	// A collection that is too long fails at once, even if the function would not read it to its
	// end. An iterator has no known length and fails at its 201st element (5).
	if p.kinds == iterableKind && sizeOf(v) > maxElements {
		tooLong()
	}
	return v
}

// call puts the arguments in the order of the parameters of a form.
func (r *resolution) call(o *overload) *call {
	c := &call{evaluator: r.e, context: r.context, args: make([]Value, len(o.params))}
	for i := range o.params {
		// An optional parameter keeps its default, which is nil if it takes an expression.
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
