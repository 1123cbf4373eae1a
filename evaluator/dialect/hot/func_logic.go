package hot

import (
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// firstArg visits the argument that condition functions always evaluate.
func firstArg(c *ir.Call, visit func(ir.Node)) { visit(c.Args[0]) }

// condition returns a function for use in conditions. eval decides itself which arguments it
// evaluates; only the first is always needed.
func condition(name, doc, example string, eval func(f ir.Frame, c *ir.Call, s *site) value.Value,
	params ...ir.Param) *ir.Func {
	return &ir.Func{Name: name, Doc: doc, Example: example, Result: "boolean", Params: params, AlwaysForces: firstArg,
		Lazy: func(f ir.Frame, c *ir.Call) value.Value {
			return eval(f, c, siteOf(c)).At(c.Span)
		}}
}

// equals needs both values to be completely known: an unknown part leaves the comparison open, even
// if other parts differ.
var equals = condition("equals",
	"Reports whether two values are equal. Numbers are compared by value, lists and maps by content.",
	"{if: [{equals: [1, 2]}, same, other]} → other",
	func(f ir.Frame, c *ir.Call, s *site) value.Value {
		v := present(f.Force(c.Args[0]))
		marks := v.Summary() & value.Secret
		switch {
		case v.HasFailed():
			return failed(v)
		case v.HasUnknown():
			return value.NotKnown(value.Why(v)).With(marks)
		}
		// bindEquals has checked the number, but an if without a value for false may have left an
		// item out.
		args := v.List()
		if args == nil || len(args.Items) != 2 {
			r := &run{f, s, c, v}
			return r.refuse(v, "equals takes exactly two values", equalsForm)
		}
		return value.Flag(python.Equal(args.Items[0], args.Items[1])).With(marks)
	}, ir.Param{Name: "value", Type: "any"}, ir.Param{Name: "other", Type: "any"})

// equalsForm is Heat's message for a wrong number of arguments.
const equalsForm = `Arguments to "equals" must be of the form: [value_1, value_2]`

// bindEquals requires a literal list: a function cannot return it (7).
func bindEquals(c *callSite) ir.Node {
	if c.arg.Kind != python.List || len(c.arg.Items) != 2 {
		return c.refuse(c.arg, "equals takes exactly two values", equalsForm)
	}
	return c.plain()
}

// not keeps an unknown or failed operand as it is.
var not = condition("not",
	"Negates a condition.",
	"{if: [{not: {equals: [1, 2]}}, other, same]} → other", func(f ir.Frame, c *ir.Call, s *site) value.Value {
		v := truth(f, s, c.Args[0])
		if b, ok := v.Data.(value.Bool); ok {
			v.Data = !b
		}
		return v
	}, ir.Param{Name: "condition", Type: "condition"})

// bindNot refuses null here, because bindCondition would take it for a condition that is always
// true.
func bindNot(c *callSite) ir.Node {
	if c.arg.IsNull() {
		return c.refuse(c.arg, "not takes a condition", `Argument to "not" must be a condition`)
	}
	return c.make(c.stack.bindCondition(c.arg, c.place, c.at))
}

// junction implements and and or. decides is the value of an argument that settles the
// result.
func junction(name, doc, example string, decides value.Bool) *ir.Func {
	return condition(name, doc, example, func(f ir.Frame, c *ir.Call, s *site) value.Value {
		for _, n := range c.Args { // Heat resolves all functions before it looks at any operand
			if call, ok := n.(*ir.Call); ok && roleOf(call) != misusesCondition {
				if v := f.Force(n); v.IsFailed() {
					return v
				}
			}
		}
		// The first operand that decides does so even after an unknown one: whatever the unknown
		// is, the result is the same. A secret among the operands that were needed makes the result
		// secret.
		unknown, marks := value.Value{}, value.Marks(0)
		for _, n := range c.Args {
			v := truth(f, s, n)
			marks |= v.Marks & value.Secret
			switch {
			case v.IsFailed():
				return v
			case v.Data == decides:
				return v.With(marks)
			case v.IsUnknown():
				unknown = v
			}
		}
		if unknown.Data != nil {
			return unknown.With(marks)
		}
		return value.Flag(bool(!decides)).With(marks)
	}, ir.Param{Name: "conditions", Type: "list of conditions"})
}

var (
	and = junction("and",
		"Reports whether all of several conditions are true.",
		"{if: [{and: [{equals: [1, 1]}, {equals: [2, 3]}]}, both, not both]} → not both", false)
	or = junction("or",
		"Reports whether any of several conditions is true.",
		"{if: [{or: [{equals: [1, 1]}, {equals: [2, 3]}]}, one, none]} → one", true)
)

// bindJunction binds and, or: each item is a condition, which may be given by its name.
func bindJunction(c *callSite) ir.Node {
	name := c.fn.Name
	if c.arg.Kind != python.List {
		return c.refuse(c.arg, name+" takes a list of conditions",
			`Arguments to "`+name+`" must be a list of conditions`)
	}
	if len(c.arg.Items) < 2 {
		return c.refuse(c.arg, name+" takes at least two conditions", `The minimum number of condition arguments to "`+
			name+`" is 2.`)
	}
	args := make([]ir.Node, len(c.arg.Items))
	for i, n := range c.arg.Items {
		args[i] = c.stack.bindCondition(n, c.place, c.at.item(i))
	}
	return c.make(args...)
}

// ifFunc evaluates only the branch that is taken: errors and references in the other do not count
// (9.17). If the condition is secret, so is the result, since it reveals which branch was taken.
var ifFunc = &ir.Func{
	Data: branching,
	Name: "if", Result: "any",
	Doc: "Returns the first value if a condition is true, else the second. Since 2021-04-16, the second may be " +
		"missing: then the entry is omitted.",
	Example: "{if: [{equals: [a, a]}, same, other]} → same",
	Params: []ir.Param{{Name: "condition", Type: "condition"}, {Name: "value if true", Type: "any"},
		{Name: "value if false", Type: "any", Optional: true}},
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v := truth(f, siteOf(c), c.Args[0])
		b, ok := v.Data.(value.Bool)
		switch {
		case v.IsFailed():
			// The failure does not include the badCondition: conditionProblems reports the error
			// for this place.
			return value.Failure("error")
		case !ok:
			for _, branch := range c.Args[1:] {
				f.Force(branch) // the condition is unknown, so the result depends on both branches
			}
			return v
		case !bool(b) && len(c.Args) == 2:
			return leaveOut()
		}
		branch := c.Args[1]
		if !bool(b) {
			branch = c.Args[2]
		}
		if v.IsSecret() {
			return secret(f.Force(branch))
		}
		return f.Force(branch)
	},
}

// bindIf binds a condition and its branches. Since 2021-04-16 the second branch may be missing.
func bindIf(c *callSite) ir.Node {
	const text = `Arguments to "if" must be of the form: [condition_name, value_if_true, value_if_false]`
	n := len(c.arg.Items)
	if c.arg.Kind != python.List || n != 3 && (n != 2 || c.stack.version < v20210416) {
		var since []version
		if c.arg.Kind == python.List && n == 2 {
			since = []version{v20210416}
		}
		return c.refuse(c.arg, "if takes a condition, a value for true and a value for false", text, since...)
	}
	inner := (*templatePath)(nil).function("if") // inside the condition, Heat's paths start at the if
	args := []ir.Node{c.stack.use(c.arg.Items[0], c.place, c.at, inner)}
	for _, branch := range c.arg.Items[1:] {
		args = append(args, c.stack.bind(branch, c.place, c.at)) // Heat omits the index of the branch in the path
	}
	return c.make(args...)
}
