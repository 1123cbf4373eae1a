package yaql

// system are the functions on names, calls and control flow. Functions take conditions and
// alternatives as fn, so that they evaluate only those that they need.
var system = []entry{
	// The values are evaluated before the context exists, so they do not see each other: in
	// let(a => 1, b => $a), b is null (6.2).
	{"f let(args...:any, **:any)", "Assigns names to values: let(x => 1) -> $x + 1.", func(c *call) Value {
		inner := &context{up: c.context, position: c.rest}
		for _, o := range c.others {
			inner.names = append(inner.names, o.name)
			inner.values = append(inner.values, o.value)
		}
		return inner
	}},
	{"f with(args...:any)", "Assigns the names $1, $2 and so on to values: with(1, 2) -> $1 + $2.",
		func(c *call) Value {
			return &context{up: c.context, position: c.rest}
		}},
	{"m unpack(sequence:iterable, args...:text)",
		"Assigns names to the elements of a sequence: [1, 2].unpack(a, b) -> $a + $b.",
		unpack},
	// The context that contains the function is also its body's context, so it can call itself.
	{"f def(name:text, func:fn)", "Assigns a name to a function: def(twice, $ * 2) -> twice(4).", func(c *call) Value {
		c.defines = true
		inner := &context{up: c.context, function: lookupName(c.text(0))}
		inner.body = &lambda{node: c.lambda(1).node, context: inner, value: c.lambda(1).value}
		return inner
	}},
	{"m assert(obj:any, condition:fn, message:text='Assertion failed')",
		"Returns the value, or fails with the message if the condition is false.",
		func(c *call) Value {
			if !truth(c.lambda(1).call(c.evaluator, c.args[0])) {
				message := c.forMessage(c.text(2))
				failText("this assertion failed: "+message, message)
			}
			return c.args[0]
		}},
	{"f call(name:text, args:list, kwargs:map)",
		"Calls a function by name, with a list of arguments and a map of named arguments.",
		func(c *call) Value { return c.callNamed(nil) }},
	{"f call(name:text, args:list, kwargs:map, receiver:any)", "Calls a method by name.", func(c *call) Value {
		return c.callNamed([]argument{{value: c.args[3], given: true}})
	}},

	{"f bool(value:any)", "Reports whether a value counts as true.", func(c *call) Value { return truth(c.args[0]) }},
	// isInteger and isNumber are false for booleans, isList and isSet true for raw lists and views
	// (6.3).
	{"f isBoolean(value:any)",
		"Reports whether a value is true or false.",
		func(c *call) Value { return is(c.args[0], boolKind) }},
	{"f isString(arg:any)",
		"Reports whether a value is a string.",
		func(c *call) Value { return is(c.args[0], textKind) }},
	{"f isInteger(value:any)",
		"Reports whether a value is an integer.",
		func(c *call) Value { return is(c.args[0], intKind) }},
	{"f isNumber(value:any)",
		"Reports whether a value is a number.",
		func(c *call) Value { return is(c.args[0], numberKind) }},
	{"f isList(arg:any)",
		"Reports whether a value is a list; iterators are not lists.",
		func(c *call) Value { return is(c.args[0], anyList) }},
	{"f isDict(arg:any)", "Reports whether a value is a map.", func(c *call) Value { return is(c.args[0], mapKind) }},
	{"f isSet(arg:any)", "Reports whether a value is a set.", func(c *call) Value { return is(c.args[0], anySet) }},
	{"f isIterable(value:any)",
		"Reports whether a value has elements: a list, a set or a sequence.",
		func(c *call) Value { return is(c.args[0], iterableKind) }},
	{"f isRegex(value:any)",
		"Reports whether a value is a regular expression.",
		func(c *call) Value { return is(c.args[0], regexKind) }},
	{"f isDatetime(value:any)",
		"Reports whether a value is a date.",
		func(c *call) Value { return is(c.args[0], datetimeKind) }},
	{"f isTimespan(value:any)",
		"Reports whether a value is a timespan.",
		func(c *call) Value { return is(c.args[0], timespanKind) }},

	{"f switch(=>:fn)",
		"Returns the value after the first condition that is true: switch($ > 5 => big, true => small).",
		func(c *call) Value {
			for _, p := range c.pairs {
				if truth(p[0].(*lambda).call(c.evaluator)) {
					return p[1].(*lambda).call(c.evaluator)
				}
			}
			return nil
		}},
	{"f selectCase(args...:fn)",
		"Returns the index of the first condition that is true, or the number of conditions if none is.",
		func(c *call) Value {
			for i, l := range c.rest {
				if c.holds(l) {
					return int64(i)
				}
			}
			return int64(len(c.rest))
		}},
	{"f selectAllCases(args...:fn)", "Returns the indices of all conditions that are true.", func(c *call) Value {
		i := -1
		return &iterator{"generator", func() (Value, bool) {
			for i++; i < len(c.rest); i++ {
				if c.holds(c.rest[i]) {
					return int64(i), true
				}
			}
			return nil, false
		}}
	}},
	{"f examine(args...:fn)", "Reports for each condition whether it is true.", func(c *call) Value {
		return c.each(iterate(c.rest), "generator", func(l Value) Value { return c.holds(l) })
	}},
	{"m switchCase(case:int, args...:fn)",
		"Returns the value at an index, or the last value if the index is beyond the end.",
		func(c *call) Value {
			i, n := c.int(0), len(c.rest)
			if i < 0 || i >= n {
				i = n - 1
			}
			if n == 0 || c.rest[i] == nil {
				return nil
			}
			return c.rest[i].(*lambda).call(c.evaluator)
		}},
	{"f coalesce(args...:fn)", "Returns the first value that is not null.", func(c *call) Value {
		for _, l := range c.rest {
			if l == nil {
				continue
			}
			if v := l.(*lambda).call(c.evaluator); v != nil {
				return v
			}
		}
		return nil
	}},

	// These take any arguments, since the result is unknown whatever they are.
	{"f now(args...:any, **:any)",
		"The current time, which a template should not depend on. The value is unknown here.",
		byChance("now")},
	{"f random(args...:any, **:any)", "A random number, which is unknown here.", byChance("random")},
	{"f localtz(args...:any, **:any)",
		"The time zone of the machine that runs Heat, which is unknown here.",
		byChance("localtz")},
}

// byChance returns a function whose value cannot be known before a deployment.
func byChance(name string) func(c *call) Value {
	return func(c *call) Value { panic(&failure{cause: onChance, message: "the value of " + name + "()"}) }
}

// holds reports whether a condition, which may have been left out, is true.
func (c *call) holds(l Value) bool { return l != nil && truth(l.(*lambda).call(c.evaluator)) }

// unpack names the elements of a list for the expression after ->: by position, as $1, $2 and so
// on, or by the given names.
func unpack(c *call) Value {
	if len(c.rest) == 0 {
		it := c.open(0)
		if is(c.args[0], iteratorKind) {
			c.next(it) // the original consumes one element when it checks whether there are any
		}
		return &context{up: c.context, position: c.evaluator.rest(it)}
	}
	items := c.all(0)
	if len(items) != len(c.rest) {
		fail("unpack assigns a name to each element, so there must be as many names as elements: " +
			count(len(items), "element") + ", " + count(len(c.rest), "name"))
	}
	inner := &context{up: c.context, values: items}
	for _, name := range c.rest {
		s, _ := name.(string)
		inner.names = append(inner.names, s)
	}
	return inner
}

// callNamed implements call. All its arguments are values, even where a function takes an
// expression. receiver contains the fourth argument of call, and is empty if a function is called.
func (c *call) callNamed(receiver []argument) Value {
	name := lookupName(c.text(0))
	r := resolution{e: c.evaluator, context: c.context, args: receiver}
	for _, v := range c.list(1).items {
		r.args = append(r.args, argument{value: v, given: true})
	}
	kwargs := c.dict(2)
	isMethod := callForm(len(receiver) > 0)
	var subject Value
	if isMethod {
		subject = receiver[0].value
	}
	for i, k := range kwargs.keys {
		s, ok := k.(string)
		if !ok {
			fail("the names of arguments are strings; this is " + noun(k))
		}
		r.named = append(r.named, named{s, argument{value: kwargs.values[i], given: true}})
	}
	// As in invoke, a function that def defined takes precedence.
	if body := c.defined(c.context, name); body != nil && !bool(isMethod) {
		inner := &context{}
		for _, a := range r.args {
			inner.position = append(inner.position, a.value)
		}
		for _, n := range r.named {
			inner.names = append(inner.names, n.name)
			inner.values = append(inner.values, n.value)
		}
		return body.with(c.evaluator, inner)
	}
	forms := c.library.forms(name, isMethod)
	if len(forms) == 0 {
		c.unknownFunction(c.text(0), subject, isMethod)
	}
	if takesPairs(forms) && len(r.named) > 0 {
		failText(c.text(0)+" takes pairs and no named arguments, which call cannot pass to it",
			"Invalid argument "+r.named[0].name)
	}
	return r.run(c.text(0), subject, isMethod, forms)
}
