package terraform

import (
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// markFunctions inspect and change a value's marks, and its type.
var markFunctions = []*function{
	{name: "sensitive", doc: "Marks a value as one that is not shown.", result: "any", params: "value:any? any value", keepsMarks: true, takesUnknown: true,
		run: func(c *invocation) value.Value { return c.args[0].With(value.Secret) }},
	{name: "nonsensitive", doc: "Takes sensitivity off a value.", result: "any", params: "value:any? any value", keepsMarks: true, takesUnknown: true,
		run: func(c *invocation) value.Value {
			c.marks &^= value.Secret
			return c.args[0]
		}},
	{name: "issensitive", doc: "Tells whether a value is sensitive.", result: "bool", params: "value:any? any value", keepsMarks: true, takesUnknown: true,
		run: func(c *invocation) value.Value {
			secret := c.marks&value.Secret != 0
			if c.marks = 0; c.args[0].IsUnknown() && !secret {
				return c.unknownBecause(value.Why(c.args[0]))
			}
			return value.Flag(secret)
		}},
	{name: "ephemeralasnull", doc: "Puts nulls in the place of all that is ephemeral.", result: "any", params: "value:any? any value", keepsMarks: true, takesUnknown: true,
		run: func(c *invocation) value.Value {
			v := withoutEphemeral(c.args[0].With(c.marks))
			c.marks &^= types.Ephemeral
			return v
		}},
	{name: "type", doc: "Gives the type of a value, which can only be printed.", result: "type", params: "value:any? any value", keepsMarks: true, takesUnknown: true,
		run: func(c *invocation) value.Value {
			c.marks = 0
			t := types.FromType(types.Of(c.args[0]))
			if hidesNames(c.args[0], false) {
				t = t.With(value.Secret)
			}
			return t
		}},
}

func withoutEphemeral(v value.Value) value.Value {
	if v.Marks&types.Ephemeral != 0 {
		return types.Null(types.Of(v)).With(v.Marks & value.Secret)
	}
	if v.Summary()&types.Ephemeral == 0 {
		return v
	}
	if l := v.List(); l != nil {
		items := make([]value.Value, len(l.Items))
		for i := range items {
			items[i] = withoutEphemeral(l.Items[i])
		}
		out := value.NewList(items)
		out.Type = l.Type
		v.Data = out
		return v
	}
	fields := append([]value.Field(nil), v.Object().Fields...)
	for i := range fields {
		fields[i].Value = withoutEphemeral(fields[i].Value)
	}
	out := value.NewObject(fields)
	out.Type = v.Object().Type
	v.Data = out
	return v
}
