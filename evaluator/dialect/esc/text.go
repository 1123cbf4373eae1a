package esc

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

func quote(s string) string { return strconv.Quote(s) }

func itoa(i int) string { return strconv.Itoa(i) }

// text formats a known value as in an interpolation. It returns false if the string would be too
// long: strings in lists and objects are quoted again on each level.
func text(f ir.Frame, v value.Value, _ source.Span) (string, bool) {
	switch d := v.Data.(type) {
	case value.Bool:
		return strconv.FormatBool(bool(d)), true
	case value.Number:
		return string(d), true
	case value.String:
		return string(d), true
	case *value.List:
		parts := make([]string, len(d.Items))
		for i, item := range d.Items {
			// Each level doubles the backslashes of the levels inside it, so the length is charged
			// to the budget.
			part, ok := text(f, item, source.Span{})
			if !ok || !f.Spend(1+len(part)/4) {
				return "", false
			}
			parts[i] = quote(part)
		}
		return strings.Join(parts, ","), true
	case *value.Object:
		fields := value.Sorted(d.Fields)
		parts := make([]string, len(fields))
		for i := range fields {
			part, ok := text(f, fields[i].Value, source.Span{})
			if !ok || !f.Spend(1+len(part)/4) {
				return "", false
			}
			parts[i] = quote(fields[i].Key) + "=" + quote(part)
		}
		return strings.Join(parts, ","), true
	}
	return "", true
}

// hintHidden reports a hint if the string form of a value omits imported keys.
func hintHidden(f ir.Frame, at source.Span, v value.Value) {
	if hasLayers(v) && hidesKeys(v) {
		f.Report(diag.Infof(at, "hint-text-own-keys",
			"the string contains only the keys that this environment itself defines, not those of imported "+
				"environments; fn::toJSON includes all"))
	}
}
