package constraint

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// An Invalid describes an error in a value, in our words and in Heat's. Text is "" where Heat
// fails with a Python error or accepts the value.
type Invalid struct{ Message, Text string }

// Refuse returns an Invalid with our message and Heat's.
func Refuse(message, text string) *Invalid { return &Invalid{message, text} }

// Convert converts a value to a parameter type, given by Heat's name for it. An unknown type leaves
// the value as it is. The table in section 4.2 says what each type accepts.
func Convert(typ string, v value.Value) (value.Value, *Invalid) {
	switch typ {
	case "string":
		return value.Str(python.Str(v)), nil
	case "number":
		return ToNumber(v)
	case "boolean":
		return toBoolean(v)
	case "comma_delimited_list":
		return ToList(v)
	case "json":
		return ToJSON(v)
	}
	return v, nil
}

// ToNumber converts a value to a number. Strings are parsed as in Python. Booleans stay booleans,
// which are numbers in Python.
func ToNumber(v value.Value) (value.Value, *Invalid) {
	switch d := v.Data.(type) {
	case value.Number, value.Bool:
		return v, nil
	case value.String:
		if n, ok := python.ParseInt(string(d)); ok {
			return value.Of(n), nil
		}
		if n, ok := python.ParseFloat(string(d)); ok {
			return value.Of(n), nil
		}
		return v, &Invalid{diag.Any(python.Repr(v)) + " is not a number",
			"could not convert string to float: " + diag.Any(python.Repr(v))}
	}
	return v, &Invalid{"a number is needed, not " + python.Noun(v),
		"int() argument must be a string, a bytes-like object or a real number, not '" + python.TypeName(v) + "'"}
}

// booleanWords are the words as Heat's message lists them.
const booleanWords = "'0', '1', 'f', 'false', 'n', 'no', 'off', 'on', 't', 'true', 'y', 'yes'"

// toBoolean reads the value's text as Python's str writes it. So 1 is a boolean and 1.0 is not
// (4.2).
func toBoolean(v value.Value) (value.Value, *Invalid) {
	switch strings.ToLower(strings.TrimSpace(python.Str(v))) {
	case "1", "t", "true", "on", "y", "yes":
		return value.Flag(true), nil
	case "0", "f", "false", "off", "n", "no":
		return value.Flag(false), nil
	}
	return v, &Invalid{diag.Any(python.Repr(v)) + " is neither true nor false; a boolean is one of " + booleanWords,
		"Unrecognized value '" + diag.Any(python.Str(v)) + "', acceptable values are: " + booleanWords}
}

// ToList converts a value to a comma_delimited_list, whose elements are strings. An empty string is
// an empty list. Blanks around commas stay.
func ToList(v value.Value) (value.Value, *Invalid) {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			if c.IsUnknown() {
				items[i] = c
				continue
			}
			items[i] = value.Str(python.Str(c)).At(c.Origin).With(c.Marks)
		}
		return value.ListOf(items...), nil
	case value.String:
		if d == "" {
			return value.ListOf(), nil
		}
		var items []value.Value
		for _, s := range strings.Split(string(d), ",") {
			items = append(items, value.Str(s).At(v.Origin))
		}
		return value.ListOf(items...), nil
	}
	return v, &Invalid{"a list or a string with commas is needed, not " + python.Noun(v),
		"Value must be a comma-delimited list string: '" + python.TypeName(v) + "' object has no attribute 'split'"}
}

// ToJSON converts a value to json: a string is parsed, anything else is taken as it is.
func ToJSON(v value.Value) (value.Value, *Invalid) {
	s, ok := v.Text()
	if !ok {
		return textKeys(v), nil
	}
	if s == "" {
		return v, nil
	}
	parsed, err := value.ParsePythonJSON(s)
	if err != nil {
		return v, &Invalid{"this string is not valid JSON at character " +
			strconv.Itoa(len([]rune(s[:min(err.Offset, len(s))]))+1) + " on",
			"Value must be valid JSON: " + diag.Words(err.Text)}
	}
	return python.JSONNumbers(parsed), nil
}

// textKeys makes all keys strings, forgetting the type they were written with.
func textKeys(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = textKeys(c)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, f := range d.Fields {
			fields[i] = value.Field{Key: f.Key, Value: textKeys(f.Value)}
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// NotOfType returns Heat's message for a value that cannot be compared with the allowed ones.
func NotOfType(v value.Value, typ string) string {
	return `Value "` + diag.Any(python.Str(v)) + `" is invalid for data type "` + typ + `".`
}
