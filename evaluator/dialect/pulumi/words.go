package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// lower is strings.ToLower, for keys that match in any case.
func lower(s string) string { return strings.ToLower(s) }

func itoa(n int) string { return strconv.Itoa(n) }

// originalKind returns the original's words for the kind of a value in messages: "a string", "nil". They say nothing
// else about the value, so they may be shown even if it is secret.
func originalKind(v value.Value) string { return diag.Constant(originalWords(v)) }

// originalKindFrom is like originalKind, for the value of an expression. The original distinguishes integers of
// config from other numbers.
func originalKindFrom(n ir.Node, v value.Value) string {
	if _, ok := v.Data.(value.Number); ok && isInteger(n) {
		return "an integer"
	}
	return originalKind(v)
}

// originalWords returns the words that originalKind marks as constant. An unknown value is an output in the original.
func originalWords(v value.Value) string {
	switch d := v.Data.(type) {
	case nil, value.Null:
		return "nil"
	case value.Bool:
		return "a boolean"
	case value.Number:
		return "a number"
	case value.String:
		return "a string"
	case *value.List:
		return "a list"
	case *value.Object:
		return "an object"
	case *value.Tagged:
		return goHandle(v, d)
	}
	return "an output"
}

// goHandle returns the Go type that the original prints for a resource or an asset.
func goHandle(v value.Value, d *value.Tagged) string {
	r := asResource(v)
	switch {
	case r == nil:
		return "*pulumi." + strings.TrimPrefix(d.Tag, "$")
	case r.providerOf() != "":
		return "*pulumiyaml.lateboundProviderResourceState"
	}
	return "*pulumiyaml.lateboundCustomResourceState"
}

// aKind returns our words for the kind of a value in messages, with an article: "null" and "a mapping" where the
// original has nil and an object. Like those of originalKind, they may be shown for a secret.
func aKind(v value.Value) string { return diag.Constant(kindWords(v)) }

// kindWords returns the words that aKind marks as constant.
func kindWords(v value.Value) string {
	if d, ok := v.Data.(*value.Tagged); ok {
		if d.Tag == "$resource" {
			return "a resource"
		}
		return "an " + strings.TrimPrefix(d.Tag, "$")
	}
	switch words := originalWords(v); words {
	case "nil":
		return "null"
	case "an object":
		return "a mapping"
	default:
		return words
	}
}

// goType returns the Go type that the original prints for a value in some messages.
func goType(v value.Value) string {
	switch v.Data.(type) {
	case nil, value.Null:
		return "<nil>"
	case value.Bool:
		return "bool"
	case value.Number:
		return "float64"
	case value.String:
		return "string"
	case *value.List:
		return "[]interface {}"
	case *value.Object:
		return "map[string]interface {}"
	}
	if d, ok := v.Data.(*value.Tagged); ok {
		return goHandle(v, d)
	}
	return "pulumi.Output"
}
