package inspect

import (
	"strings"

	"pantograph/evaluator/value"
)

// longest is the maximum length of a value in one line, in characters.
const longest = 60

// Summary renders a value in one short line, with secrets masked.
func Summary(v value.Value) string {
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

// style returns how nested values are rendered. It is a function because it needs itself.
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

// State returns the state of a value: known, unknown, partial, mocked, secret or failed.
func State(v value.Value) string { return state(v) }
