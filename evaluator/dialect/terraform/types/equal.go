package types

import (
	"bytes"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/value"
)

// Equal compares as `==` does: nothing is converted, nulls equal each other, and values of
// different types are different.
func Equal(a, b value.Value) bool {
	if a.IsNull() || b.IsNull() {
		return a.IsNull() && b.IsNull()
	}
	return KindOf(a) == KindOf(b) && (a.Depth() == 0 || Of(a).Equal(Of(b))) && same(a, b)
}

// KnownEqual is Equal for values that may contain unknown ones; known is false if the result
// depends on these. An unknown value will not be null, and will have its known type.
func KnownEqual(a, b value.Value) (equal, known bool) {
	if !a.HasUnknown() && !b.HasUnknown() {
		return Equal(a, b), true
	}
	if a.IsUnknown() {
		a, b = b, a
	}
	t, u := Of(a), Of(b)
	switch {
	case hasDynamic(t) && !a.IsNull() || hasDynamic(u):
		return false, false
	case a.IsNull(), !t.Equal(u):
		return false, true
	case b.IsUnknown():
		text, isText := a.Text()
		return false, isText && !strings.HasPrefix(text, u.Begin)
	}
	known = true
	each := func(x, y value.Value) bool {
		same, sure := KnownEqual(x, y)
		known = known && sure
		return same || !sure
	}
	if x, y := a.List(), b.List(); x != nil {
		if len(x.Items) != len(y.Items) {
			return false, true
		}
		for i := range x.Items {
			if !each(x.Items[i], y.Items[i]) {
				return false, true
			}
		}
		return known, known
	}
	x, y := a.Object(), b.Object()
	if len(x.Fields) != len(y.Fields) {
		return false, true
	}
	for _, f := range x.Fields {
		if other, ok := y.Get(f.Key); !ok || !each(f.Value, other) {
			return false, true
		}
	}
	return known, known
}

// hasDynamic reports whether a type or a part of it is dynamic.
func hasDynamic(t *Type) bool {
	if t.Kind == Dynamic || t.Elem != nil && hasDynamic(t.Elem) {
		return true
	}
	return !all(t.Types, func(u *Type) bool { return !hasDynamic(u) })
}

// same compares values of one type. Numbers are equal if their values are, whatever their digits.
func same(a, b value.Value) bool {
	return value.Equal(a, b, func(a, b value.Value) bool { return Float(a).Cmp(Float(b)) == 0 })
}

// sortSet orders the elements of a set and drops duplicates: numbers by size, strings by their
// bytes, false before true, null last; everything else by the string that the original hashes.
// Equal elements are neighbours after sorting.
func sortSet(elem *Type, items []value.Value) []value.Value {
	keys, numbers := make([][]byte, len(items)), make([]*big.Float, len(items))
	for i := range items {
		switch {
		case elem.Kind == Number:
			numbers[i] = Float(items[i])
		case !elem.IsPrimitive():
			keys[i] = appendHash(nil, items[i])
		}
	}
	order := make([]int, len(items))
	for i := range order {
		order[i] = i
	}
	less := func(i, j int) bool {
		a, b := items[i], items[j]
		switch {
		case a.IsNull() || b.IsNull():
			return !a.IsNull()
		case !elem.IsPrimitive():
			return bytes.Compare(keys[i], keys[j]) < 0
		case elem.Kind == Number:
			return numbers[i].Cmp(numbers[j]) < 0
		}
		return lessPrimitive(a, b)
	}
	sort.SliceStable(order, func(i, j int) bool { return less(order[i], order[j]) })
	var out []value.Value
	for _, i := range order {
		if n := len(out); n == 0 || !same(out[n-1], items[i]) {
			out = append(out, items[i])
		}
	}
	return out
}

// lessPrimitive orders strings and booleans.
func lessPrimitive(a, b value.Value) bool {
	if x, ok := a.Text(); ok {
		y, _ := b.Text()
		return x < y
	}
	return a.Data == value.Bool(false) && b.Data == value.Bool(true)
}

// appendHash appends the string by which the original orders the elements of sets. Tuples and
// objects are in angle brackets, lists and sets in square ones, maps in braces; for an object, only
// the values appear. Null is ~.
func appendHash(b []byte, v value.Value) []byte {
	switch d := v.Data.(type) {
	case value.Bool:
		if d {
			return append(b, 'T')
		}
		return append(b, 'F')
	case value.Number:
		return Float(v).Append(b, 'g', 10)
	case value.String:
		return strconv.AppendQuote(b, string(d))
	case *value.List:
		open, end := byte('<'), byte('>')
		if d.Type != "" {
			open, end = '[', ']'
		}
		b = append(b, open)
		for i := range d.Items {
			b = append(appendHash(b, d.Items[i]), ';')
		}
		return append(b, end)
	case *value.Object:
		if d.Type == "" {
			b = append(b, '<')
			for _, field := range value.Sorted(d.Fields) {
				b = append(appendHash(b, field.Value), ';')
			}
			return append(b, '>')
		}
		b = append(b, '{')
		for i := range d.Fields {
			b = append(strconv.AppendQuote(b, d.Fields[i].Key), ':')
			b = append(appendHash(b, d.Fields[i].Value), ';')
		}
		return append(b, '}')
	}
	return append(b, '~')
}
