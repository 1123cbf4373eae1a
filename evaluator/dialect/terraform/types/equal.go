package types

import (
	"bytes"
	"math/big"
	"slices"
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
// depends on these. An unknown value will have its known type, and will not be null unless the type says so.
func KnownEqual(a, b value.Value) (equal, known bool) {
	if !a.HasUnknown() && !b.HasUnknown() {
		return Equal(a, b), true
	}
	if a.IsUnknown() {
		a, b = b, a
	}
	t, u := Of(a), Of(b)
	switch {
	case a.IsUnknown(), b.IsUnknown() && hasDynamic(u), a.IsNull() && u.MayBeNull:
		return false, false
	case a.IsNull(), b.IsNull():
		return false, true
	case b.IsUnknown():
		text, isText := a.Text()
		return false, !t.Equal(u) || isText && !strings.HasPrefix(text, u.Begin)
	case hasUnclearType(a) || hasUnclearType(b):
		return false, !conforms(t, u) && !conforms(u, t)
	case !t.Equal(u):
		return false, true
	case t.Kind == Set:
		return false, false
	}
	if x, y := a.List(), b.List(); x != nil {
		if len(x.Items) != len(y.Items) {
			return false, true
		}
		// The original stops at the first element that differs or that may do so.
		for i := range x.Items {
			if same, sure := KnownEqual(x.Items[i], y.Items[i]); !same || !sure {
				return false, sure
			}
		}
		return true, true
	}
	return knownEqualFields(a.Object(), b.Object())
}

// knownEqualFields is KnownEqual for objects and maps. The original compares the fields in random
// order; here, any field that differs counts.
func knownEqualFields(x, y *value.Object) (equal, known bool) {
	if len(x.Fields) != len(y.Fields) {
		return false, true
	}
	known = true
	for _, f := range x.Fields {
		other, ok := y.Get(f.Key)
		if !ok {
			return false, true
		}
		same, sure := KnownEqual(f.Value, other)
		if sure && !same {
			return false, true
		}
		known = known && sure
	}
	return known, known
}

// hasUnclearType reports whether a value is or contains an unknown one of any type.
func hasUnclearType(v value.Value) bool {
	if !v.HasUnknown() {
		return false
	}
	if l := v.List(); l != nil {
		return slices.ContainsFunc(l.Items, hasUnclearType)
	}
	if o := v.Object(); o != nil {
		return slices.ContainsFunc(o.Fields, func(f value.Field) bool { return hasUnclearType(f.Value) })
	}
	return hasDynamic(Of(v))
}

// conforms reports whether values of type t may have type u, in which a dynamic part is any type.
func conforms(t, u *Type) bool {
	switch {
	case u.Kind == Dynamic:
		return true
	case t.Kind != u.Kind || len(t.Types) != len(u.Types):
		return false
	case t.Elem != nil && u.Elem != nil:
		return conforms(t.Elem, u.Elem)
	}
	for i := range t.Types {
		if t.Kind == Object && t.Names[i] != u.Names[i] || !conforms(t.Types[i], u.Types[i]) {
			return false
		}
	}
	return true
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
// bytes, false before true, unknown ones and null last; everything else by the string that the original hashes.
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
		case a.IsUnknown() || b.IsUnknown():
			return !a.IsUnknown()
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

// HasUnclearLength reports whether a value is a set whose number of elements is unknown, because an unknown
// element may turn out to be equal to another one.
func HasUnclearLength(v value.Value) bool {
	return KindOf(v) == Set && v.HasUnknown() && len(v.List().Items) > 1
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
// the values appear. Null is ~, an unknown value is ?.
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
	if v.IsUnknown() {
		return append(b, '?')
	}
	return append(b, '~')
}
