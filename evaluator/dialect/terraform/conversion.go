package terraform

import (
	"strconv"

	"pantograph/evaluator/dialect/terraform/types"
	"pantograph/evaluator/value"
)

// conversionFunctions convert values to other types.
var conversionFunctions = []*function{
	{name: "tostring", doc: "Converts a value to a string.", result: "string", params: "v:any? the value to convert", run: converter(types.StringType), keepsMarks: true, keepsUnknown: true},
	{name: "tonumber", doc: "Converts a value to a number.", result: "number", params: "v:any? the value to convert", run: converter(types.NumberType), keepsMarks: true, keepsUnknown: true},
	{name: "tobool", doc: "Converts a value to a bool.", result: "bool", params: "v:any? the value to convert", run: converter(types.BoolType), keepsMarks: true, keepsUnknown: true},
	{name: "tolist", doc: "Converts a value to a list, whose elements have one type.", result: "list", params: "v:any? the value to convert", run: converter(types.ListOf(types.DynamicType)), keepsMarks: true, keepsUnknown: true},
	{name: "toset", doc: "Converts a value to a set, which has every element once.", result: "set", params: "v:any? the value to convert", run: converter(types.SetOf(types.DynamicType)), keepsMarks: true, keepsUnknown: true},
	{name: "tomap", doc: "Converts a value to a map, whose elements have one type.", result: "map", params: "v:any? the value to convert", run: converter(types.MapOf(types.DynamicType)), keepsMarks: true, keepsUnknown: true},
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
		case c.marks != 0 && isText && (want.Kind == types.Bool || want.Kind == types.Number):
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
