package terraform

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// markFunctions inspect and change a value's marks, and its type (4.12). invoke has moved the marks
// of the argument itself to c.marks, and adds these to the result: a function that changes c.marks
// decides the marks of its result. They all take unknown arguments, which have marks too.
var markFunctions = []ir.Func{
	{
		Name:    "sensitive",
		Doc:     "Marks a value as sensitive, so that it is not shown.",
		Params:  anyValue,
		Result:  "any",
		Example: `sensitive("hello") → (sensitive value)`,
		Shallow: true,
		Data: builtin{run: func(c *invocation) value.Value { return c.args[0].With(value.Secret) },
			takesUnknown: true},
	}, {
		Name:    "nonsensitive",
		Doc:     "Removes the mark of a sensitive value.",
		Params:  anyValue,
		Result:  "any",
		Example: `nonsensitive(sensitive("hello")) → "hello"`,
		Shallow: true,
		Data: builtin{run: func(c *invocation) value.Value {
			c.marks &^= value.Secret
			return c.args[0]
		}, takesUnknown: true},
	}, {
		Name:    "issensitive",
		Doc:     "Reports whether a value is sensitive.",
		Params:  anyValue,
		Result:  "bool",
		Example: `issensitive(sensitive("hello")) → true`,
		Shallow: true,
		Data: builtin{run: func(c *invocation) value.Value {
			secret := c.marks&value.Secret != 0
			if c.marks = 0; c.args[0].IsUnknown() && !secret {
				return c.unknownBecause(value.Why(c.args[0]))
			}
			return value.Flag(secret)
		}, takesUnknown: true},
	}, {
		Name:    "ephemeralasnull",
		Doc:     "Replaces everything ephemeral with null.",
		Params:  anyValue,
		Result:  "any",
		Example: `ephemeralasnull("hello") → "hello"`,
		Shallow: true,
		Data: builtin{run: func(c *invocation) value.Value {
			v := withoutEphemeral(c.args[0].With(c.marks))
			c.marks &^= types.Ephemeral
			return v
		}, takesUnknown: true},
	},
}

// withoutEphemeral replaces everything ephemeral in a value with a null of its type (4.12). Parts
// without such marks are shared with the original value.
func withoutEphemeral(v value.Value) value.Value {
	if v.Marks&types.Ephemeral != 0 {
		return types.Null(types.Of(v)).With(v.Marks & value.Secret)
	}
	// Here, v is a list or an object with an ephemeral part.
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
