package terraform

import (
	"strconv"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// conversionFunctions convert values to other types, and return a value's type. They are Shallow, so
// that elements keep their marks (4.1).
var conversionFunctions = []ir.Func{
	{
		Name:    "tostring",
		Doc:     "Converts a value to a string.",
		Params:  toConvert,
		Result:  "string",
		Example: `tostring(1) → "1"`,
		Shallow: true,
		Data:    builtin{run: converter(types.StringType)},
	}, {
		Name:    "tonumber",
		Doc:     "Converts a value to a number.",
		Params:  toConvert,
		Result:  "number",
		Example: `tonumber("1") → 1`,
		Shallow: true,
		Data:    builtin{run: converter(types.NumberType)},
	}, {
		Name:    "tobool",
		Doc:     "Converts a value to a bool.",
		Params:  toConvert,
		Result:  "bool",
		Example: `tobool("true") → true`,
		Shallow: true,
		Data:    builtin{run: converter(types.BoolType)},
	}, {
		Name:    "tolist",
		Doc:     "Converts a value to a list, whose elements all have the same type.",
		Params:  toConvert,
		Result:  "list",
		Example: `tolist(["a", 1]) → tolist(["a", "1"])`,
		Shallow: true,
		Data:    builtin{run: converter(types.ListOf(types.DynamicType))},
	}, {
		Name:    "toset",
		Doc:     "Converts a value to a set, which contains every element once.",
		Params:  toConvert,
		Result:  "set",
		Example: `toset(["a", "a"]) → toset(["a"])`,
		Shallow: true,
		Data:    builtin{run: converter(types.SetOf(types.DynamicType))},
	}, {
		Name:    "tomap",
		Doc:     "Converts a value to a map, whose elements all have the same type.",
		Params:  toConvert,
		Result:  "map",
		Example: `tomap({a = 1, b = "c"}) → tomap({a = "1", b = "c"})`,
		Shallow: true,
		Data:    builtin{run: converter(types.MapOf(types.DynamicType))},
	}, {
		Name:    "type",
		Doc:     "Returns the type of a value, which can only be printed.",
		Params:  anyValue,
		Result:  "type",
		Example: `type("hello") → string`,
		Shallow: true,
		Data: builtin{run: func(c *invocation) value.Value {
			isSecret := hidesNames(c.args[0], c.marks&value.Secret != 0) // the mark of the whole argument is in marks
			c.marks = 0
			// A type does not reveal a value, except for attribute names that were computed from
			// one.
			t := types.FromType(types.Of(c.args[0]))
			if isSecret {
				t = t.With(value.Secret)
			}
			return t
		}, takesUnknown: true},
	},
}

// converter returns the function that converts to a type. For strings that do not look like a
// number or a boolean, the original's message quotes the string, unless it is sensitive (4.3).
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
		case c.marks != 0 && isText && (want.Kind == types.Bool || want.Kind == types.Number):
			reference = "cannot convert this sensitive " + types.NameOf(v) + " to " + wanted
		case isText && want.Kind == types.Bool:
			reference = "cannot convert " + strconv.Quote(s) +
				` to bool; only the strings "true" or "false" are allowed`
		case isText && want.Kind == types.Number:
			reference = "cannot convert " + strconv.Quote(s) +
				" to number; given string must be a decimal representation of a number"
		}
		message := reference
		// Our message does not quote long strings.
		if len(s) > 60 {
			message = "this string cannot be converted to a " + wanted
		}
		return c.failArgument(0, reference, message)
	}
}
