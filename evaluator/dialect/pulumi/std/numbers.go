package std

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"pantograph/evaluator/value"
)

// mapNumber returns the implementation of a function that turns the number input into another.
func mapNumber(convert func(float64) float64) func(*call) value.Value {
	return func(c *call) value.Value { return value.Float64(convert(c.number("input"))) }
}

var numberFuncs = []Func{
	{
		Name:   "abs",
		Doc:    "Gives a number without its sign.",
		Params: []Param{need("input", number, "the number")},
		Result: number,
		eval:   mapNumber(math.Abs),
	}, {
		Name:   "ceil",
		Doc:    "Rounds a number up to a whole one.",
		Params: []Param{need("input", number, "the number")},
		Result: number,
		eval:   mapNumber(math.Ceil),
	}, {
		Name:   "floor",
		Doc:    "Rounds a number down to a whole one.",
		Params: []Param{need("input", number, "the number")},
		Result: number,
		eval:   mapNumber(math.Floor),
	}, {
		Name:   "log",
		Doc:    "Gives the logarithm of a number to a base.",
		Params: []Param{need("base", number, "the base"), need("input", number, "the number")},
		Result: number,
		eval: func(c *call) value.Value {
			return value.Float64(math.Log(c.number("input")) / math.Log(c.number("base")))
		},
	}, {
		Name:   "max",
		Doc:    "Gives the greatest of several numbers.",
		Params: []Param{need("input", listOf(number), "the numbers")},
		Result: number,
		eval:   func(c *call) value.Value { return c.extreme(math.Max) },
	}, {
		Name:   "min",
		Doc:    "Gives the least of several numbers.",
		Params: []Param{need("input", listOf(number), "the numbers")},
		Result: number,
		eval:   func(c *call) value.Value { return c.extreme(math.Min) },
	}, {
		Name: "parseint",
		Doc:  "Reads a whole number in a base from 2 to 36.",
		Params: []Param{need("input", text, "the digits, with a sign if needed"),
			may("base", integer, "the base, 10 by default")},
		Result: integer,
		eval:   parseint,
	}, {
		Name:   "pow",
		Doc:    "Raises a number to a power.",
		Params: []Param{need("base", number, "the number"), need("exponent", number, "the power")},
		Result: number,
		eval: func(c *call) value.Value {
			return value.Float64(math.Pow(c.number("base"), c.number("exponent")))
		},
	}, {
		Name: "range",
		Doc:  "Counts from start up to limit, which is not included. A step in the wrong direction gives an empty list.",
		Params: []Param{need("limit", number, "where to stop"), may("start", number, "the first number, 0 by default"),
			may("step", number, "what to add each time, by default 1, or -1 when the limit is below the start")},
		Result: listOf(number),
		eval:   numberRange,
	}, {
		Name:   "signum",
		Doc:    "Gives -1, 0 or 1 for a number below, equal to or above 0.",
		Params: []Param{need("input", number, "the number")},
		Result: number,
		eval:   mapNumber(signum),
	}, {
		Name:   "sum",
		Doc:    "Adds numbers up. The sum of none is 0.",
		Params: []Param{need("input", listOf(number), "the numbers")},
		Result: number,
		eval:   sum,
	},
}

func (c *call) extreme(choose func(a, b float64) float64) value.Value {
	list := c.items("input")
	if len(list) == 0 {
		return c.fail(Problem{
			Code:      codeEmpty,
			Message:   "there is no number to choose: input is an empty list",
			Reference: "input list must not be empty",
			ArgPath:   at("input"),
		})
	}
	best := float(list[0])
	for _, v := range list[1:] {
		best = choose(best, float(v))
	}
	return value.Float64(best)
}

func parseint(c *call) value.Value {
	input, base := c.text("input"), c.integerOr("base", 10)
	n, err := strconv.ParseInt(input, base, 64)
	if err == nil {
		return value.Float64(float64(n))
	}
	p := Problem{
		Code:      codeParse,
		Message:   fmt.Sprintf("%s is not a whole number in base %d", strconv.Quote(input), base),
		Reference: err.Error(),
		ArgPath:   at("input"),
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		p.Message = input + " is too large: whole numbers here have 64 bits"
	case base == 62:
		p.Code, p.ArgPath = codeRange, at("base")
		p.Message = "base 62 is in the manual of std:parseint, but fails: the base must be from 2 to 36"
	case base < 0 || base == 1 || base > 36:
		p.Code, p.ArgPath = codeRange, at("base")
		p.Message = fmt.Sprintf("the base must be from 2 to 36, but it is %d", base)
	}
	return c.fail(p)
}

func numberRange(c *call) value.Value {
	limit, start := c.number("limit"), c.numberOr("start", 0)
	step := 1.0
	if limit < start {
		step = -1
	}
	step = c.numberOr("step", step)
	if step == 0 && start != limit || math.IsNaN(start+step+limit) {
		return c.fail(Problem{
			Code:    codeRange,
			Message: fmt.Sprintf("counting from %s in steps of %s never arrives at %s", GoNumber(start), GoNumber(step), GoNumber(limit)),
			ArgPath: at("step"),
		})
	}
	numbers := []value.Value{}
	if count := (limit - start) / step; count > 0 && !c.spend(int(min(count, 1<<40))) {
		return c.broke()
	}
	for n := start; step > 0 && n < limit || step < 0 && n > limit; n += step {
		if n+step == n {
			return c.fail(Problem{
				Code:    codeRange,
				Message: fmt.Sprintf("the step %s is too small to count on from %s", GoNumber(step), GoNumber(n)),
				ArgPath: at("step"),
			})
		}
		numbers = append(numbers, value.Float64(n))
	}
	return value.ListOf(numbers...)
}

func signum(f float64) float64 {
	switch {
	case f > 0:
		return 1
	case f < 0:
		return -1
	}
	return 0
}

func sum(c *call) value.Value {
	total := 0.0
	for _, v := range c.items("input") {
		total += float(v)
	}
	return value.Float64(total)
}
