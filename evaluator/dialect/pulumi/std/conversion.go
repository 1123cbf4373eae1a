package std

import (
	"strconv"
	"strings"

	"pantograph/evaluator/value"
)

var conversionFuncs = []Func{
	{
		Name:   "tobool",
		Doc:    `Turns a text like "true", "false", "1" or "0" into a boolean. Booleans and null stay what they are.`,
		Params: []Param{need("input", anything, "the value")},
		Result: boolean,
		eval:   tobool,
	}, {
		Name:   "tonumber",
		Doc:    "Turns decimal text into a number. Numbers and null stay what they are.",
		Params: []Param{need("input", anything, "the value")},
		Result: number,
		eval:   tonumber,
	}, {
		Name:   "tostring",
		Doc:    "Turns a value into text as an interpolation does: 1000000 becomes 1e+06. Null stays null.",
		Params: []Param{need("input", anything, "the value")},
		Result: text,
		eval: func(c *call) value.Value {
			if input := c.arg("input"); !input.IsNull() {
				return value.Str(GoFormat(input))
			}
			return value.Nothing()
		},
	},
}

func tobool(c *call) value.Value {
	input := c.arg("input")
	switch d := input.Data.(type) {
	case value.Null, value.Bool:
		return input
	case value.String:
		if b, err := strconv.ParseBool(string(d)); err == nil {
			return value.Flag(b)
		}
	}
	return c.notA("boolean", "; write true or false")
}

func tonumber(c *call) value.Value {
	input := c.arg("input")
	switch d := input.Data.(type) {
	case value.Null, value.Number:
		return input
	case value.String:
		if f, err := strconv.ParseFloat(string(d), 64); err == nil && isDecimal(string(d)) {
			return value.Float64(f)
		}
	}
	return c.notA("number", "; write digits, with a point and an exponent if needed")
}

// isDecimal reports whether s holds only what decimal numbers consist of: no hexadecimal
// digits, no words for the infinite.
func isDecimal(s string) bool { return strings.Trim(s, "0123456789+-.eE") == "" }

func (c *call) notA(kind, advice string) value.Value {
	input := c.arg("input")
	return c.fail(Problem{
		Code:      codeParse,
		Message:   show(input) + " does not stand for a " + kind + advice,
		Reference: GoFormat(input) + " is not a " + kind + " value",
		ArgPath:   at("input"),
	})
}
