package terraform

import (
	"math/big"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
)

// plainFunctions work on texts and numbers, convert, or look at mistakes.
var plainFunctions = []*function{
	{name: "upper", doc: "Gives a text in capital letters.", result: "string",
		params: "str:string any text", run: mapText(strings.ToUpper)},
	{name: "lower", doc: "Gives a text in small letters.", result: "string",
		params: "str:string any text", run: mapText(strings.ToLower)},
	{name: "trimspace", doc: "Removes blanks and line breaks at both ends of a text.", result: "string",
		params: "str:string any text", run: mapText(strings.TrimSpace)},
	{name: "trimprefix", doc: "Removes a beginning from a text that has it.", result: "string",
		params: "str:string any text | prefix:string the beginning to remove",
		run:    func(c *invocation) value.Value { return value.Str(strings.TrimPrefix(c.str(0), c.str(1))) }},
	{name: "trimsuffix", doc: "Removes an end from a text that has it.", result: "string",
		params: "str:string any text | suffix:string the end to remove",
		run:    func(c *invocation) value.Value { return value.Str(strings.TrimSuffix(c.str(0), c.str(1))) }},
	{name: "startswith", doc: "Tells whether a text begins with another one.", result: "bool",
		params: "str:string any text | prefix:string the beginning to look for",
		run:    func(c *invocation) value.Value { return value.Flag(strings.HasPrefix(c.str(0), c.str(1))) }},
	{name: "endswith", doc: "Tells whether a text ends with another one.", result: "bool",
		params: "str:string any text | suffix:string the end to look for",
		run:    func(c *invocation) value.Value { return value.Flag(strings.HasSuffix(c.str(0), c.str(1))) }},
	{name: "strrev", doc: "Gives the characters of a text in the opposite order.", result: "string",
		params: "str:string any text", run: mapText(stdlib.Reverse)},
	{name: "format", doc: "Writes values into a text at the places of verbs such as %s and %d.", result: "string",
		params: "format:string a text with verbs | args...:any? the values to write", run: format},
	{name: "max", doc: "Gives the greatest of its numbers.", result: "number",
		params: "numbers...:number the numbers to compare", run: extreme(1)},
	{name: "min", doc: "Gives the least of its numbers.", result: "number",
		params: "numbers...:number the numbers to compare", run: extreme(-1)},
	{name: "abs", doc: "Gives a number without its sign.", result: "number",
		params: "num:number any number",
		run:    func(c *invocation) value.Value { return c.float((*big.Float).Abs) }},
	{name: "ceil", doc: "Gives the least whole number that is not less than a number.", result: "number",
		params: "num:number any number", run: func(c *invocation) value.Value { return c.round(1) }},
	{name: "floor", doc: "Gives the greatest whole number that is not greater than a number.", result: "number",
		params: "num:number any number", run: func(c *invocation) value.Value { return c.round(-1) }},
	{name: "tostring", doc: "Converts a value to a string.", result: "string", params: "v:any? the value to convert", run: converter(types.StringType), keepsMarks: true, keepsUnknown: true},
	{name: "tonumber", doc: "Converts a value to a number.", result: "number", params: "v:any? the value to convert", run: converter(types.NumberType), keepsMarks: true, keepsUnknown: true},
	{name: "tobool", doc: "Converts a value to a bool.", result: "bool", params: "v:any? the value to convert", run: converter(types.BoolType), keepsMarks: true, keepsUnknown: true},
	{name: "tolist", doc: "Converts a value to a list, whose elements have one type.", result: "list", params: "v:any? the value to convert", run: converter(types.ListOf(types.DynamicType)), keepsMarks: true, keepsUnknown: true},
	{name: "toset", doc: "Converts a value to a set, which has every element once.", result: "set", params: "v:any? the value to convert", run: converter(types.SetOf(types.DynamicType)), keepsMarks: true, keepsUnknown: true},
	{name: "tomap", doc: "Converts a value to a map, whose elements have one type.", result: "map", params: "v:any? the value to convert", run: converter(types.MapOf(types.DynamicType)), keepsMarks: true, keepsUnknown: true},
	{name: "try", doc: "Gives the first of its expressions that can be evaluated.", result: "any",
		params: "expressions...:any expressions, tried in order", lazy: true, run: try},
	{name: "can", doc: "Tells whether an expression can be evaluated.", result: "bool",
		params: "expression:any the expression to try", lazy: true, run: can},
}

func mapText(apply func(string) string) func(c *invocation) value.Value {
	return func(c *invocation) value.Value { return c.long(apply(c.str(0))) }
}

// float applies an operation of one on a binary number to the first argument.
func (c *invocation) float(apply func(z, x *big.Float) *big.Float) value.Value {
	x := types.Float(c.args[0])
	v, _ := types.FromFloat(apply(new(big.Float).SetPrec(x.Prec()), x))
	return v
}

// round gives the next whole number in a direction.
func (c *invocation) round(direction int) value.Value {
	x := types.Float(c.args[0])
	if x.IsInf() || x.IsInt() && x.Sign() != 0 { // a zero loses its sign
		return c.args[0]
	}
	whole, _ := x.Int(nil)
	if x.Sign() == direction {
		whole.Add(whole, big.NewInt(int64(direction)))
	}
	return value.Of(value.Number(whole.String()))
}

// extreme gives the greatest number for 1, the least for -1.
func extreme(sign int) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		if len(c.args) == 0 {
			return c.fail("must pass at least one number", c.fn.name+" needs at least one number")
		}
		best := c.args[0]
		for _, v := range c.args[1:] {
			if types.Float(v).Cmp(types.Float(best)) == sign {
				best = v
			}
		}
		return best
	}
}

func converter(want *types.Type) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		v := c.args[0]
		out, why := types.Convert(v, want)
		if why == "" {
			return out
		}
		s, isText := v.Text()
		wanted := want.Demand()
		reference := "cannot convert " + types.NameOf(v) + " to " + wanted
		switch {
		case c.marks != 0:
			reference = "cannot convert this sensitive " + types.NameOf(v) + " to " + wanted
		case isText && want.Kind == types.Bool:
			reference = "cannot convert " + strconv.Quote(s) + ` to bool; only the strings "true" or "false" are allowed`
		case isText && want.Kind == types.Number:
			reference = "cannot convert " + strconv.Quote(s) + " to number; given string must be a decimal representation of a number"
		}
		message := reference
		if len(s) > 60 {
			message = "this text cannot be converted to a " + wanted
		}
		return c.failArgument(0, reference, message)
	}
}

// attempt is what became of one expression of try.
type attempt struct {
	value    value.Value
	problems []diag.Problem
}

func (c *invocation) attempt(i int) attempt {
	v, problems := c.Try(c.call.Args[i])
	return attempt{v, problems}
}

func (a attempt) failed() bool { return len(a.problems) > 0 || a.value.IsFailed() }

// unevaluated returns how many arguments are tried, and the values that the last one is
// expanded to: those have been evaluated already.
func (c *invocation) unevaluated() (n int, expanded []value.Value, ok bool) {
	n = len(c.call.Args)
	if !c.expr.Expand {
		return n, nil, true
	}
	v := c.Force(c.call.Args[n-1])
	expanded, ok = c.expand(v)
	return n - 1, expanded, ok && !v.IsFailed()
}

// try gives the first expression that can be evaluated, or says why none can.
func try(c *invocation) value.Value {
	n, expanded, ok := c.unevaluated()
	switch {
	case !ok:
		return value.Failure("error")
	case n+len(expanded) == 0:
		return c.fail("at least one argument is required", "try needs at least one expression")
	}
	var why strings.Builder
	why.WriteString("no expression succeeded:\n")
	for i := range n {
		a := c.attempt(i)
		if !a.failed() {
			if a.value.HasUnknown() {
				return types.Like(a.value, types.DynamicType)
			}
			return a.value
		}
		for _, p := range a.problems {
			summary, detail, _ := strings.Cut(p.Text(), ": ")
			why.WriteString("- " + summary)
			if !p.Span.IsZero() {
				why.WriteString(" (at " + c.placeOf(p) + ")")
			}
			why.WriteString("\n  " + detail + "\n")
		}
	}
	if len(expanded) > 0 {
		return expanded[0]
	}
	why.WriteString("\nAt least one expression must produce a successful result")
	return c.fail(why.String(), "none of these expressions can be evaluated")
}

// placeOf writes the place of a problem as the original does, for which a call begins with
// its name and parenthesis.
func (c *invocation) placeOf(p diag.Problem) string {
	if start, ok := c.session.starts[p.Span]; ok && strings.HasPrefix(p.Text(), "Invalid function argument:") {
		p.Span = start
	}
	if strings.HasPrefix(p.Text(), callError+":") {
		p.Span.End += int32(strings.IndexByte(p.Span.File.Text[p.Span.End:], '(') + 1)
	}
	return hcl.ConsolePlace(p.Span)
}

func can(c *invocation) value.Value {
	n, expanded, ok := c.unevaluated()
	if !ok || !c.count(n+len(expanded)) {
		return value.Failure("error")
	}
	if n == 0 {
		return value.Flag(true)
	}
	a := c.attempt(0)
	if !a.failed() && a.value.HasUnknown() {
		return c.unknownBecause(value.Why(a.value))
	}
	return value.Flag(!a.failed())
}
