package std

import (
	"errors"
	"math"
	"strconv"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// inputNumber are the parameters of functions of one number.
var inputNumber = []ir.Param{{Name: "input", Type: number, Doc: "the number"}}

// numberFuncs compute with float64, so their results are rounded as in Go.
var numberFuncs = []ir.Func{
	{
		Name:    "std:abs",
		Doc:     "Returns the absolute value of a number.",
		Params:  inputNumber,
		Result:  number,
		Example: "{input: -1.5} → 1.5",
		Data:    onNumber(math.Abs),
	}, {
		Name:    "std:ceil",
		Doc:     "Rounds a number up to the next integer.",
		Params:  inputNumber,
		Result:  number,
		Example: "{input: 1.2} → 2",
		Data:    onNumber(math.Ceil),
	}, {
		Name:    "std:floor",
		Doc:     "Rounds a number down to the next integer.",
		Params:  inputNumber,
		Result:  number,
		Example: "{input: 1.8} → 1",
		Data:    onNumber(math.Floor),
	}, {
		Name: "std:log",
		Doc:  "Returns the logarithm of a number to a base.",
		Params: []ir.Param{
			{Name: "base", Type: number, Doc: "the base"},
			{Name: "input", Type: number, Doc: "the number"},
		},
		Result:  number,
		Example: "{input: 8, base: 2} → 3",
		Data: onCall(func(c *call) any {
			return math.Log(c.number("input")) / math.Log(c.number("base"))
		}),
	}, {
		Name:    "std:max",
		Doc:     "Returns the greatest of several numbers.",
		Params:  []ir.Param{{Name: "input", Type: numberList, Doc: "the numbers"}},
		Result:  number,
		Example: "{input: [1, 3, 2]} → 3",
		Data:    onCall(func(c *call) any { return c.extreme(math.Max) }),
	}, {
		Name:    "std:min",
		Doc:     "Returns the smallest of several numbers.",
		Params:  []ir.Param{{Name: "input", Type: numberList, Doc: "the numbers"}},
		Result:  number,
		Example: "{input: [1, 3, 2]} → 1",
		Data:    onCall(func(c *call) any { return c.extreme(math.Min) }),
	}, {
		Name: "std:parseint",
		Doc:  "Parses an integer in a base from 2 to 36.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the digits, with a sign if needed"},
			{Name: "base", Type: integer, Doc: "the base, 10 by default", Optional: true},
		},
		Result:  integer,
		Example: "{input: ff, base: 16} → 255",
		Data:    onCall(parseint),
	}, {
		Name: "std:pow",
		Doc:  "Raises a number to a power.",
		Params: []ir.Param{
			{Name: "base", Type: number, Doc: "the number"},
			{Name: "exponent", Type: number, Doc: "the power"},
		},
		Result:  number,
		Example: "{base: 2, exponent: 3} → 8",
		Data: onCall(func(c *call) any {
			return math.Pow(c.number("base"), c.number("exponent"))
		}),
	}, {
		Name: "std:range",
		Doc: "Counts from start up to limit, which is not included. A step in the wrong direction results in an " +
			"empty list.",
		Params: []ir.Param{
			{Name: "limit", Type: number, Doc: "where to stop"},
			{Name: "start", Type: number, Doc: "the first number, 0 by default", Optional: true},
			{Name: "step", Type: number,
				Doc:      "the number to add each time; 0 or nothing means 1, or -1 if the limit is below the start",
				Optional: true},
		},
		Result:  numberList,
		Example: "{start: 0, limit: 10, step: 4} → [0, 4, 8]",
		Data:    onCall(numberRange),
	}, {
		Name:    "std:signum",
		Doc:     "Returns -1, 0 or 1 for a number below, equal to or above 0.",
		Params:  inputNumber,
		Result:  number,
		Example: "{input: -2} → -1",
		Data:    onNumber(signum),
	}, {
		Name:    "std:sum",
		Doc:     "Adds numbers. The sum of an empty list is 0.",
		Params:  []ir.Param{{Name: "input", Type: numberList, Doc: "the numbers"}},
		Result:  number,
		Example: "{input: [1, 2.5]} → 3.5",
		Data:    onCall(sum),
	},
}

var (
	// The references of parseint are the messages of Go's strconv.
	noNumber = fault{code: codeEmpty, arg: "input",
		message: "there is no number to choose: input is an empty list", reference: "input list must not be empty"}
	notInBase = fault{code: codeParse, arg: "input", message: "%[1]q is not an integer in base %[2]d",
		reference: "%[3]s"}
	tooManyBits = fault{code: codeParse, arg: "input", message: "%[1]s is too large: integers have 64 bits here",
		reference: "%[3]s"}
	largeBase = fault{code: codeRange, arg: "base",
		message:   "the manual of std:parseint allows bases above 36, but they fail: the base must be from 2 to 36",
		reference: "%[3]s"}
	badBase = fault{code: codeRange, arg: "base", message: "the base must be from 2 to 36, but it is %d",
		reference: "base must be between 2 and 62 inclusive"}
	noStep    = fault{code: codeRange, arg: "step", message: "counting from %v in steps of %v never reaches %v"}
	smallStep = fault{code: codeRange, arg: "step", message: "the step %v is too small to count on from %v"}
)

// extreme returns the number that choose prefers to all others: the largest or the smallest.
func (c *call) extreme(choose func(a, b float64) float64) any {
	list := c.items("input")
	if len(list) == 0 {
		return c.fail(&noNumber)
	}
	best := float(list[0])
	for _, v := range list[1:] {
		best = choose(best, float(v))
	}
	return best
}

// parseint parses numbers that fit into 64 bits. Go's parser supports bases up to 36, so larger ones, which the
// function accepts, fail with its message. The result is a float64, so numbers beyond 2^53 lose precision.
func parseint(c *call) any {
	input, base := c.text("input"), c.integerOr("base", 10)
	if base < 2 || base > 62 {
		return c.fail(&badBase, base)
	}
	n, err := strconv.ParseInt(input, base, 64)
	if err == nil {
		return float64(n)
	}
	f := &notInBase
	switch {
	case errors.Is(err, strconv.ErrRange):
		f = &tooManyBits
	case base > 36:
		f = &largeBase
	}
	return c.fail(f, input, base, diag.Words(err.Error()))
}

// numberRange fails if adding the step no longer changes a number, since it would never reach the limit. A step
// of zero counts as omitted; the direction then follows from the limit: limit 3 and start 5 result in [5, 4]
// (11).
func numberRange(c *call) any {
	limit, start := c.number("limit"), c.numberOr("start", 0)
	step := 1.0
	if limit < start {
		step = -1
	}
	if given := c.numberOr("step", 0); given != 0 {
		step = given
	}
	// Infinite bounds in opposite directions have no sum.
	if math.IsNaN(start + step + limit) {
		return c.fail(&noStep, start, step, limit)
	}
	numbers := []value.Value{}
	// A short call can ask for billions of numbers, so their cost is charged before they are made.
	if count := (limit - start) / step; count > 0 && !c.spend(ir.ItemCost*int(min(count, 1<<38))) {
		return stopped
	}
	for n := start; step > 0 && n < limit || step < 0 && n > limit; n += step {
		if n+step == n {
			return c.fail(&smallStep, step, n)
		}
		numbers = append(numbers, value.Float64(n))
	}
	return numbers
}

// signum also returns 0 for NaN, which is neither above nor below zero.
func signum(f float64) float64 {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return 0
}

// sum returns 0 for an empty list, which is an error for std:max and std:min.
func sum(c *call) any {
	total := 0.0
	for _, v := range c.items("input") {
		total += float(v)
	}
	return total
}
