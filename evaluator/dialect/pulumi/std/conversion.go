package std

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// conversionFuncs convert a value of any type, unlike all other functions, whose arguments must
// have the right type already (11).
var conversionFuncs = []ir.Func{
	{
		Name:    "std:tobool",
		Doc:     `Converts a string such as "true", "false", "1" or "0" to a boolean. Booleans are returned unchanged.`,
		Params:  []ir.Param{{Name: "input", Type: anything, Doc: "the value"}},
		Result:  boolean,
		Example: `{input: "true"} → true`,
		Data:    onCall(tobool),
	}, {
		Name:    "std:tonumber",
		Doc:     "Converts a decimal string to a number. Numbers are returned unchanged.",
		Params:  []ir.Param{{Name: "input", Type: anything, Doc: "the value"}},
		Result:  number,
		Example: `{input: "1"} → 1`,
		Data:    onCall(tonumber),
	}, {
		Name:    "std:tostring",
		Doc:     "Converts a number or a boolean to a string as an interpolation does: 1000000 becomes 1e+06.",
		Params:  []ir.Param{{Name: "input", Type: anything, Doc: "the value"}},
		Result:  text,
		Example: `{input: 1} → "1"`,
		Data: onCall(func(c *call) any {
			input := c.arg("input")
			if input.Depth() > 0 {
				return c.fail(&notString, GoFormat(input), diag.Constant(article(input.Kind())))
			}
			return GoFormat(input)
		}),
	}, {
		Name: "std:tolist",
		Doc: "Converts the elements of a list to one type: two or more all become strings, unless all but the " +
			"last are lists.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  anyList,
		Example: `{input: [a, 1]} → [a, "1"]`,
		Data:    onCall(func(c *call) any { return alike(c.items("input")) }),
	}, {
		Name:    "std:toset",
		Doc:     "Removes repeated elements. If two or more remain, all become strings, as in std:tolist.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  anyList,
		Example: "{input: [a, a]} → [a]",
		Data:    onCall(func(c *call) any { return alike(distinctItems(c)) }),
	},
}

// tobool accepts the strings that Go's ParseBool does: 1, t, T, TRUE, true, True and their opposites. A number is
// rejected, even 0 and 1 (11).
func tobool(c *call) any {
	input := c.arg("input")
	switch d := input.Data.(type) {
	case value.Bool:
		return input
	case value.String:
		if b, err := strconv.ParseBool(string(d)); err == nil {
			return b
		}
	}
	return c.fail(&notBoolean, GoFormat(input), show(input))
}

// tonumber parses a decimal number as Go's ParseFloat does: 1e3 and 1_000 are numbers, but a number with blanks
// around it is not (11). A number too large for a float64 is rejected.
func tonumber(c *call) any {
	input := c.arg("input")
	switch d := input.Data.(type) {
	case value.Number:
		return input
	case value.String:
		if f, err := strconv.ParseFloat(string(d), 64); err == nil && isDecimal(string(d)) {
			return f
		}
	}
	return c.fail(&notNumber, GoFormat(input), show(input))
}

// isDecimal reports whether s contains only characters of decimal numbers: no hexadecimal digits,
// no words for infinity. ParseFloat alone would accept these.
func isDecimal(s string) bool { return strings.Trim(s, "0123456789+-.eE_") == "" }

var (
	// The first argument of these faults is the value as the original prints it, the second the value as we show
	// it.
	notString = fault{code: codeType, arg: "input",
		message: "std:tostring does not convert %[2]s; use std:jsonencode", reference: "%[1]s is not a string value"}
	notBoolean = fault{code: codeParse, arg: "input",
		message: "%[2]s is not a boolean; write true or false", reference: "%[1]s is not a boolean value"}
	notNumber = fault{code: codeParse, arg: "input",
		message:   "%[2]s is not a number; write digits, with a point and an exponent if needed",
		reference: "%[1]s is not a number value"}
)
