package inspect

import (
	"strings"
	"unicode/utf8"

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
			return cut(text)
		}
	}
	// The value is shortened before it is written, and its text afterwards.
	left := longest
	return cut(value.JSON(head(v, &left), *style()))
}

// mostBytes is more than a summary shows of a string.
const mostBytes = (longest + 1) * utf8.UTFMax

// head returns the beginning of a value, as far as a summary can show it: each of the values that are
// left takes at least one character. A value may be large, and a summary is made for each reference.
func head(v value.Value, left *int) value.Value {
	*left--
	switch d := v.Data.(type) {
	case value.String:
		v.Data = d[:min(len(d), mostBytes)]
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
			f.Key, f.Value = f.Key[:min(len(f.Key), mostBytes)], head(f.Value, left)
			fields = append(fields, f)
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// style returns how nested values are rendered. It is a function because it depends on itself.
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

// cut shortens a text to one line of at most longest characters. It cuts bytes first, because
// counting the characters of a large text takes time.
func cut(s string) string {
	s = s[:min(len(s), mostBytes)]
	s = strings.ReplaceAll(s, "\n", "↵")
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}

// State returns the state of a value: known, unknown, partial, mocked, secret or failed.
func State(v value.Value) string { return state(v) }
