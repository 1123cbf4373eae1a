package inspect

import (
	"strings"

	"pantograph/evaluator/value"
)

// longest is the number of characters of a value shown in one line.
const longest = 60

// Brief writes a value in one short line, secrets masked.
func Brief(v value.Value) string {
	switch {
	case v.IsSecret():
		return "[secret]"
	case v.IsFailed():
		return "⟨error⟩"
	case v.IsUnknown():
		return "⟨unknown: " + value.Why(v) + "⟩"
	}
	switch d := v.Data.(type) {
	case value.String:
		return cut(string(d))
	case *value.Tagged:
		if text, ok := d.Body.Text(); ok && !d.Body.IsSecret() {
			return text
		}
	}
	return cut(value.JSON(v, *style()))
}

// style is how values in others are written: a function, as it is needed for its own parts.
func style() *value.JSONStyle {
	return &value.JSONStyle{
		Comma: ", ", Colon: ": ",
		Secret: func() string { return "[secret]" },
		Special: func(b []byte, v value.Value) []byte {
			switch d := v.Data.(type) {
			case value.Unknown:
				return append(b, "⟨unknown⟩"...)
			case *value.Tagged:
				return value.AppendJSON(b, d.Body, style())
			}
			return append(b, "null"...)
		},
	}
}

func cut(s string) string {
	s = strings.ReplaceAll(s, "\n", "↵")
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}

// State returns the word for the state of a value: known, unknown, partial, mocked,
// secret or failed.
func State(v value.Value) string { return state(v) }
