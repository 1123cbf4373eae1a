package terraform

import (
	"math"
	"math/big"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// numberFunctions compute with numbers (4.4, 4.5).
var numberFunctions = []ir.Func{
	{
		Name: "log",
		Doc:  "Returns the logarithm of a number to a base.",
		Params: []ir.Param{
			{Name: "num", Type: "number", Doc: "a positive number"},
			{Name: "base", Type: "number", Doc: "the base"},
		},
		Result:  "number",
		Example: "log(8, 2) → 3",
		Data:    builtin{run: floating(func(n, base float64) float64 { return math.Log(n) / math.Log(base) })},
	}, {
		Name: "pow",
		Doc:  "Raises a number to a power.",
		Params: []ir.Param{
			{Name: "num", Type: "number", Doc: "any number"},
			{Name: "power", Type: "number", Doc: "the power"},
		},
		Result:  "number",
		Example: "pow(2, 3) → 8",
		Data:    builtin{run: floating(math.Pow)},
	}, {
		Name:    "signum",
		Doc:     "Returns -1, 0 or 1 for a number below, equal to or above 0.",
		Params:  []ir.Param{{Name: "num", Type: "number", Doc: "a whole number"}},
		Result:  "number",
		Example: "signum(-2) → -1",
		Data:    builtin{run: signum},
	}, {
		Name: "parseint",
		Doc:  "Parses a whole number in a base from 2 to 62.",
		Params: []ir.Param{
			{Name: "number", Type: "any", Doc: "the digits of the number; letters are digits above 9"},
			{Name: "base", Type: "number", Doc: "the base"},
		},
		Result:  "number",
		Example: `parseint("ff", 16) → 255`,
		Data:    builtin{run: parseint},
	}, {
		Name:    "max",
		Doc:     "Returns the greatest of several numbers.",
		Params:  []ir.Param{{Name: "numbers", Type: "number", Doc: "the numbers to compare", Variadic: true}},
		Result:  "number",
		Example: "max(1, 3, 2) → 3",
		Data:    builtin{run: extreme(1)},
	}, {
		Name:    "min",
		Doc:     "Returns the smallest of several numbers.",
		Params:  []ir.Param{{Name: "numbers", Type: "number", Doc: "the numbers to compare", Variadic: true}},
		Result:  "number",
		Example: "min(1, 3, 2) → 1",
		Data:    builtin{run: extreme(-1)},
	}, {
		Name:    "abs",
		Doc:     "Returns the absolute value of a number.",
		Params:  anyNumber,
		Result:  "number",
		Example: "abs(-1.5) → 1.5",
		Data:    builtin{run: func(c *invocation) value.Value { return c.float((*big.Float).Abs) }},
	}, {
		Name:    "ceil",
		Doc:     "Rounds a number up to the next whole number.",
		Params:  anyNumber,
		Result:  "number",
		Example: "ceil(1.2) → 2",
		Data:    builtin{run: func(c *invocation) value.Value { return c.round(1) }},
	}, {
		Name:    "floor",
		Doc:     "Rounds a number down to the next whole number.",
		Params:  anyNumber,
		Result:  "number",
		Example: "floor(1.8) → 1",
		Data:    builtin{run: func(c *invocation) value.Value { return c.round(-1) }},
	}, {
		Name: "range",
		Doc:  "Returns the numbers from a start up to an end, which is not included.",
		Params: []ir.Param{{Name: "params", Type: "number", Doc: "the end; or start and end; or start, end and step",
			Variadic: true}},
		Result:  "list of number",
		Example: "range(0, 10, 4) → tolist([0, 4, 8])",
		Data:    builtin{run: rangeOf},
	}, {
		Name:    "sum",
		Doc:     "Adds numbers.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple of numbers"}},
		Result:  "number",
		Example: "sum([1, 2.5]) → 3.5",
		Data:    builtin{run: sum},
	},
}

// longestRange is the original's limit on the elements of range.
const longestRange = 1024

// rangeOf counts down if the end is below the start and no step is given. A step of zero is refused
// only because it exceeds the limit on elements, as in the original.
func rangeOf(c *invocation) value.Value {
	one, zero := big.NewFloat(1).SetPrec(types.Precision), new(big.Float).SetPrec(types.Precision)
	bounds := make([]*big.Float, len(c.args))
	for i := range c.args {
		bounds[i] = types.Float(c.args[i])
	}
	// The forms are range(end), range(start, end) and range(start, end, step).
	var start, end, step *big.Float
	switch len(bounds) {
	case 1:
		start, end = zero, bounds[0]
	case 2, 3:
		start, end = bounds[0], bounds[1]
	default:
		return c.fail("must have one, two, or three arguments", "range takes one, two or three numbers")
	}
	if len(bounds) == 3 {
		step = bounds[2]
	} else if step = one; end.Cmp(start) < 0 {
		step = new(big.Float).Neg(one)
	}
	// A step that leads away from the end is reported at the second argument (4.4).
	down := step.Sign() < 0
	switch {
	case down && end.Cmp(start) > 0:
		return c.failArgument(1, "end must be less than start when step is negative",
			"with a negative step the end must be below the start")
	case !down && end.Cmp(start) < 0:
		return c.failArgument(1, "end must be greater than start when step is positive",
			"with a positive step the end must be above the start")
	}
	// The addition below would panic.
	if start.IsInf() && step.IsInf() && start.Sign() != step.Sign() && start.Cmp(end) != 0 {
		return c.fail("can't compute sum of opposing infinities", "infinity and negative infinity cannot be added")
	}
	var items []value.Value
	for n := start; down && n.Cmp(end) > 0 || !down && n.Cmp(end) < 0; n = new(big.Float).Add(n, step) {
		if len(items) >= longestRange {
			return c.fail("more than 1024 values were generated; either decrease the difference between start and "+
				"end or use a smaller step",
				"range returns at most 1024 numbers; a step of zero never reaches the end")
		}
		v, _ := types.FromFloat(n)
		items = append(items, v.Without(types.Narrow))
	}
	if !c.Spend(ir.ItemCost * len(items)) {
		return value.Failure("stopped")
	}
	return types.NewList(types.NumberType, items)
}

// sum converts strings to numbers. An empty map is refused as if it were an empty list.
func sum(c *invocation) value.Value {
	l := c.args[0].List()
	switch {
	case l == nil && types.Of(c.args[0]).IsPrimitive():
		return c.failArgument(0, "cannot sum noniterable", "this must be a list, set or tuple, not a "+
			types.NameOf(c.args[0]))
	// This includes empty maps and objects; the other maps and objects are refused below.
	case c.args[0].Object() != nil && len(c.args[0].Object().Fields) == 0 || l != nil && len(l.Items) == 0:
		return c.failArgument(0, "cannot sum an empty list", "an empty list has no sum")
	case l == nil:
		return c.failArgument(0, diag.Sprintf("argument must be list, set, or tuple. Received %s",
			diag.Constant(types.NameOf(c.args[0]))), "this must be a list, set or tuple, not a "+
			diag.Constant(types.NameOf(c.args[0])))
	}
	total := new(big.Float).SetPrec(types.Precision)
	for _, v := range l.Items {
		n, why := types.Convert(v, types.NumberType)
		if why != "" || n.IsNull() {
			return c.failArgument(0, "argument must be list, set, or tuple of number values",
				"every element must be a number")
		}
		total.Add(total, types.Float(n))
	}
	v, _ := types.FromFloat(total)
	return v
}

// notWhole is the original's message for numbers that must be 64-bit integers.
const notWhole = "value must be a whole number, between -9223372036854775808 and 9223372036854775807"

// integer returns an argument that must be a whole number. If it is not, integer returns false and
// reports nothing. Callers report that themselves, often with more text before notWhole.
func (c *invocation) integer(i int) (int, bool) {
	n, accuracy := types.Float(c.args[i]).Int64()
	return int(n), accuracy == big.Exact && int64(int(n)) == n
}

// refuse is failArgument with the original's message for both texts.
func (c *invocation) refuse(i int, reference string) value.Value {
	return c.failArgument(i, reference, reference)
}

// refuseCall is fail with the original's message for both texts.
func (c *invocation) refuseCall(reference string) value.Value {
	return c.fail(reference, reference)
}

// floating returns a function that applies an operation on float64, as the original does. FromFloat
// recognises the precision of 53 bits and marks the result, because the original does not print all
// of its digits (4.5). NaN makes the original crash.
func floating(apply func(a, b float64) float64) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		a, _ := types.Float(c.args[0]).Float64()
		b, _ := types.Float(c.args[1]).Float64()
		result := apply(a, b)
		if math.IsNaN(result) {
			return c.fail("panic in function implementation: NaN", "the result is not a number")
		}
		v, _ := types.FromFloat(new(big.Float).SetFloat64(result))
		return v
	}
}

// signum accepts whole numbers only, as the original does, although the sign of a fraction is
// known.
func signum(c *invocation) value.Value {
	n, ok := c.integer(0)
	switch {
	case !ok:
		return c.refuseCall(notWhole)
	case n < 0:
		return types.FromInt(-1)
	case n > 0:
		return types.FromInt(1)
	}
	return types.FromInt(0)
}

// parseint takes only strings. Unlike most functions with a string parameter, it does not convert a
// number to its digits.
func parseint(c *invocation) value.Value {
	digits, ok := c.args[0].Text()
	if !ok {
		return c.failArgument(0, "first argument must be a string, not "+types.NameOf(c.args[0]),
			"only a string can be parsed, not a "+types.NameOf(c.args[0]))
	}
	base, ok := c.integer(1)
	switch {
	case !ok:
		return c.refuse(1, notWhole)
	case base < 2 || base > big.MaxBase:
		return c.refuse(1, "base must be a whole number between 2 and 62 inclusive")
	// Converting to another base takes time in proportion to the square of the length.
	case !c.Spend(len(digits) / 16 * len(digits) / 16):
		return value.Failure("stopped")
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return c.refuse(0, diag.Wordsf("cannot parse %q as a base %d integer", digits, base))
	}
	if len(digits) > types.MaxDigits/6 {
		return c.failAs("budget-digits", "", tooManyDigits)
	}
	v, _ := types.FromFloat(new(big.Float).SetInt(n))
	return v
}

// float applies a unary operation on big.Float to the first argument. The result has the argument's
// precision.
func (c *invocation) float(apply func(z, x *big.Float) *big.Float) value.Value {
	x := types.Float(c.args[0])
	v, _ := types.FromFloat(apply(new(big.Float).SetPrec(x.Prec()), x))
	return v
}

// round rounds up or down to a whole number.
func (c *invocation) round(direction int) value.Value {
	x := types.Float(c.args[0])
	if x.IsInf() || x.IsInt() && x.Sign() != 0 { // zero loses its sign
		return c.args[0]
	}
	whole, _ := x.Int(nil)
	if x.Sign() == direction {
		whole.Add(whole, big.NewInt(int64(direction)))
	}
	return value.Of(value.Number(whole.String()))
}

// extreme returns the function for the greatest number if sign is 1, for the least if it is -1. If
// several are equal, it returns the first.
func extreme(sign int) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		if len(c.args) == 0 {
			return c.fail("must pass at least one number", c.fn.Name+" needs at least one number")
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
