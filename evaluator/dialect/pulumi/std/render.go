package std

import (
	"strconv"

	"pantograph/evaluator/value"
)

// GoFormat returns v as Go's %v prints it, which is also how the dialect inserts a value into a
// string: 1e+06, <nil>, [1 two], map[a:1].
func GoFormat(v value.Value) string {
	if s, ok := v.Text(); ok {
		return s
	}
	return string(appendGo(nil, v))
}

// GoNumber returns a number as Go's %v prints it: the shortest string that parses as the same number, with an
// exponent below 1e-4 and from 1e6 on.
func GoNumber(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

// appendGo appends v as GoFormat returns it. Lists and maps of any size are written into one
// buffer.
func appendGo(b []byte, v value.Value) []byte {
	switch d := v.Data.(type) {
	case value.Bool:
		return strconv.AppendBool(b, bool(d))
	case value.Number:
		return append(b, GoNumber(d.Float())...)
	case value.String:
		return append(b, d...)
	case *value.List:
		b = append(b, '[')
		for i := range d.Items {
			if i > 0 {
				b = append(b, ' ')
			}
			b = appendGo(b, d.Items[i])
		}
		return append(b, ']')
	case *value.Object:
		b = append(b, "map["...)
		// Go prints maps in the order of their keys.
		for i, f := range value.Sorted(d.Fields) {
			if i > 0 {
				b = append(b, ' ')
			}
			b = append(append(b, f.Key...), ':')
			b = appendGo(b, f.Value)
		}
		return append(b, ']')
	case *value.Tagged:
		return appendGo(b, body(d))
	}
	return append(b, "<nil>"...)
}

// body returns a resource or an asset as it appears in the result document.
func body(d *value.Tagged) value.Value {
	return value.ObjectOf(value.Field{Key: d.Tag, Value: d.Body})
}

// GoJSON returns v as Go's encoding/json writes it: with sorted keys, with <, > and & escaped, and
// with exponents from 1e21 on and below 1e-6. If v contains a number that JSON cannot express,
// GoJSON returns Go's error message and false.
func GoJSON(v value.Value) (string, bool) {
	unsupported := value.Number("")
	style := value.GoJSON
	style.Number = func(n value.Number) string {
		if !n.IsFinite() {
			unsupported = n
		}
		return string(value.FloatNumber(n.Float()))
	}
	style.Special = func(b []byte, v value.Value) []byte {
		if d, ok := v.Data.(*value.Tagged); ok {
			return value.AppendJSON(b, body(d), &style)
		}
		return append(b, "null"...)
	}
	out := value.JSON(v, style)
	if unsupported != "" {
		return "json: unsupported value: " + string(unsupported), false
	}
	return out, true
}

// identity returns a string that is the same for equal values only. In JSON, a number differs from the same
// number as a string, and sorting makes the order of keys irrelevant.
func identity(v value.Value) string {
	s, _ := GoJSON(v)
	return s
}
