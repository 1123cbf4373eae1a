package inspect

import (
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/value"
)

// maxSummary is the maximum length of a summary, in characters.
const maxSummary = 60

// Summary formats a value as one short line, with secrets masked.
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
			return cut(text)
		}
	}
	// Truncate the value first, because it may be large.
	left := maxSummary
	return cut(value.JSON(head(v, &left), *style()))
}

// maxBytes is the number of bytes of a string that are kept: more than a summary can show.
const maxBytes = (maxSummary + 1) * utf8.UTFMax

// head returns the part of a value that a summary can show. left is the number of values that may
// follow, because each takes at least one character. Without head, summaries would be slow: a value
// may be large, and there is one for each reference.
func head(v value.Value, left *int) value.Value {
	*left--
	switch d := v.Data.(type) {
	case value.String:
		v.Data = d[:min(len(d), maxBytes)]
	case *value.List:
		var items []value.Value
		for i := 0; i < len(d.Items) && *left >= 0; i++ {
			items = append(items, head(d.Items[i], left))
		}
		v.Data = value.NewList(items)
	case *value.Object:
		var fields []value.Field
		for i := 0; i < len(d.Fields) && *left >= 0; i++ {
			f := d.Fields[i]
			f.Key, f.Value = f.Key[:min(len(f.Key), maxBytes)], head(f.Value, left)
			fields = append(fields, f)
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// style returns the style in which nested values are written. It is a function, not a variable,
// because it refers to itself.
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

// cut shortens a text to one line of at most maxSummary characters. It truncates the bytes first,
// because converting a large text to characters is slow.
func cut(s string) string {
	s = s[:min(len(s), maxBytes)]
	s = strings.ReplaceAll(s, "\n", "↵")
	if r := []rune(s); len(r) > maxSummary {
		return string(r[:maxSummary-1]) + "…"
	}
	return s
}

// State returns the state of a value: known, unknown, partial (partly unknown), mocked, secret or
// failed.
func State(v value.Value) string { return state(v) }
