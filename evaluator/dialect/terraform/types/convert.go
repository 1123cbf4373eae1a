package types

import (
	"fmt"
	"math/big"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// Convertible reports whether values of one type may convert to another. Strings may still turn out
// not to be numbers. Dynamic on either side always may.
func Convertible(from, to *Type) bool {
	switch {
	case to.Kind == Dynamic, from.Kind == Dynamic, from.Equal(to):
		return true
	case from.IsPrimitive() && to.IsPrimitive():
		// Numbers and booleans convert to strings and back, but not to each other.
		return from.Kind == String || to.Kind == String
	}
	switch to.Kind {
	case List, Set:
		if from.Kind == List || from.Kind == Set {
			return Convertible(from.Elem, to.Elem)
		}
		return from.Kind == Tuple && insideConvertible(from, to.Elem)
	case Map:
		if from.Kind == Map {
			return Convertible(from.Elem, to.Elem)
		}
		return from.Kind == Object && insideConvertible(from, to.Elem)
	case Tuple:
		return from.Kind == Tuple && len(from.Types) == len(to.Types) && pairwise(from.Types, to.Types)
	case Object:
		if from.Kind == Map {
			return insideConvertible(to, from.Elem)
		}
		return from.Kind == Object && attributesConvertible(from, to)
	}
	return false
}

// insideConvertible reports whether the parts of a tuple or object may become the elements of a
// collection. If the element type is open, they must have a common one.
func insideConvertible(from *Type, elem *Type) bool {
	if elem.Kind == Dynamic {
		return UnifyElements(from.Types) != nil
	}
	return all(from.Types, func(t *Type) bool { return Convertible(t, elem) })
}

// pairwise reports whether each type may convert to the one at the same index.
func pairwise(from, to []*Type) bool {
	for i := range from {
		if !Convertible(from[i], to[i]) {
			return false
		}
	}
	return true
}

// attributesConvertible reports whether an object has all attributes that another type demands. It
// may have more: conversion drops them.
func attributesConvertible(from, to *Type) bool {
	for i, name := range to.Names {
		if have := from.Attribute(name); have == nil || !Convertible(have, to.Types[i]) {
			return false
		}
	}
	return true
}

// Convert returns v as a value of a type. problem is the original's message if that is impossible,
// otherwise "". The result keeps the origin and the marks of v.
func Convert(v value.Value, to *Type) (out value.Value, problem string) {
	if to.Kind == Dynamic || to.IsPrimitive() && KindOf(v) == to.Kind {
		return v, ""
	}
	from := Of(v)
	if from.Equal(to) {
		return v, ""
	}
	if !Convertible(from, to) {
		return v, Mismatch(from, to)
	}
	out, problem = convert(v, to)
	out.Origin = v.Origin
	return out.With(v.Marks & (Kept | value.Failed)), problem
}

// convert is Convert for types that are known to be convertible. Null and unknown values only
// change their type.
func convert(v value.Value, to *Type) (value.Value, string) {
	switch {
	case v.IsNull():
		return Null(to), ""
	case v.IsUnknown() && to.Kind != Dynamic:
		return Like(v, to), ""
	}
	switch to.Kind {
	case Dynamic:
		return v, ""
	case String, Number, Bool:
		return convertPrimitive(v, to)
	case List, Set:
		return convertList(v, to)
	case Map:
		return convertMap(v, to)
	case Tuple:
		return convertTuple(v, to)
	}
	return convertObject(v, to)
}

// convertPrimitive converts between strings, numbers and booleans. A number becomes the text that
// the original shows (4.5).
func convertPrimitive(v value.Value, to *Type) (value.Value, string) {
	switch d := v.Data.(type) {
	case value.Bool:
		if to.Kind == String {
			if d {
				return value.Str("true"), ""
			}
			return value.Str("false"), ""
		}
	case value.Number:
		if to.Kind == String {
			d, _ = Shown(v).Data.(value.Number)
			return value.Str(string(d)), ""
		}
	case value.String:
		switch to.Kind {
		case Number:
			return parseText(string(d))
		case Bool:
			return parseBool(string(d))
		}
	}
	return v, ""
}

// parseText converts a string to a number, with the original's message if it is not one (4.2).
func parseText(s string) (value.Value, string) {
	if v, verdict := ParseFloat(s); verdict == Good {
		return v, ""
	}
	return value.Value{}, "a number is required"
}

// ParseFloat parses a string as a number. It may also be an infinity or have a binary exponent, as
// the original's library allows.
func ParseFloat(s string) (value.Value, Verdict) {
	n, verdict := ParseNumber(s)
	if verdict != NoDigit {
		return value.Of(n), verdict
	}
	f, _, err := big.ParseFloat(s, 10, Precision, big.ToNearestEven)
	if err != nil {
		return value.Value{}, NoDigit
	}
	v, ok := FromFloat(f)
	if !ok {
		return value.Value{}, TooLong
	}
	return v, Good
}

// parseBool converts a string to a boolean. For a spelling that is not in lower case, the message
// suggests the right one.
func parseBool(s string) (value.Value, string) {
	switch s {
	case "true", "1":
		return value.Flag(true), ""
	case "false", "0":
		return value.Flag(false), ""
	}
	switch lower := strings.ToLower(s); lower {
	case "true", "false":
		return value.Value{}, fmt.Sprintf("a bool is required; to convert from string, use lowercase %q", lower)
	}
	return value.Value{}, "a bool is required"
}

// convertAll converts values to one type; a dynamic one means the type that they unify to.
func convertAll(items []value.Value, elem *Type) ([]value.Value, *Type, string) {
	if elem.Kind == Dynamic {
		types := make([]*Type, len(items))
		for i := range items {
			types[i] = Of(items[i])
		}
		if elem = UnifyElements(types); elem == nil {
			return nil, nil, "element types must all match for conversion to list"
		}
	}
	out := make([]value.Value, len(items))
	for i := range items {
		var problem string
		if out[i], problem = Convert(items[i], elem); problem != "" {
			return nil, nil, problem
		}
	}
	return out, elem, ""
}

// convertList converts a list, set or tuple to a list or a set.
func convertList(v value.Value, to *Type) (value.Value, string) {
	if to.Kind == List && HasUnclearLength(v) {
		return Like(v, to), ""
	}
	items, elem, problem := convertAll(v.List().Items, to.Elem)
	if problem != "" {
		return v, problem
	}
	if to.Kind == Set {
		return NewSet(elem, items), ""
	}
	return NewList(elem, items), ""
}

// convertMap converts an object or a map to a map.
func convertMap(v value.Value, to *Type) (value.Value, string) {
	fields := append([]value.Field(nil), v.Object().Fields...)
	items := make([]value.Value, len(fields))
	for i := range fields {
		items[i] = fields[i].Value
	}
	items, elem, problem := convertAll(items, to.Elem)
	if problem != "" {
		return v, problem
	}
	for i := range fields {
		fields[i].Value = items[i]
	}
	return NewMap(elem, fields), ""
}

// convertTuple converts the items of a tuple one by one; the lengths are equal.
func convertTuple(v value.Value, to *Type) (value.Value, string) {
	items := append([]value.Value(nil), v.List().Items...)
	for i := range items {
		var problem string
		if items[i], problem = Convert(items[i], to.Types[i]); problem != "" {
			return v, problem
		}
	}
	return NewTuple(items), ""
}

// convertObject converts an object or a map to an object. Whether a map has the attributes is known
// only from the value.
func convertObject(v value.Value, to *Type) (value.Value, string) {
	fields := make([]value.Field, len(to.Names))
	for i, name := range to.Names {
		item, ok := v.Object().Get(name)
		if !ok {
			return v, fmt.Sprintf("map has no element for required attribute %q", name)
		}
		item, problem := Convert(item, to.Types[i])
		if problem != "" {
			return v, problem
		}
		fields[i] = value.Field{Key: name, Value: item}
	}
	return NewObject(fields), ""
}

// Mismatch returns the original's message about values of one type that do not convert to another
// (4.2). It names the first part that does not fit.
func Mismatch(from, to *Type) string {
	switch {
	case from.Kind == Object && to.Kind == Object:
		return mismatchObjects(from, to)
	case from.Kind == Tuple && to.Kind == List && to.Elem.Kind == Dynamic:
		return "all list elements must have the same type"
	case from.Kind == Tuple && to.Kind == Set && to.Elem.Kind == Dynamic:
		return "all set elements must have the same type"
	case from.Kind == Object && to.Kind == Map && to.Elem.Kind == Dynamic:
		return "all map elements must have the same type"
	case from.Kind == Tuple && (to.Kind == List || to.Kind == Set):
		for i, t := range from.Types {
			if !Convertible(t, to.Elem) {
				return fmt.Sprintf("element %d: %s", i, Mismatch(t, to.Elem))
			}
		}
	case from.Kind == Object && to.Kind == Map:
		for i, t := range from.Types {
			if !Convertible(t, to.Elem) {
				return fmt.Sprintf("element %q: %s", from.Names[i], Mismatch(t, to.Elem))
			}
		}
	case from.IsCollection() && from.Kind == to.Kind:
		return "incorrect " + words[from.Kind] + " element type: " + Mismatch(from.Elem, to.Elem)
	}
	switch inside := from.IsCollection() || from.Kind == Tuple || from.Kind == Object; {
	case to.IsCollection() && inside:
		return to.Demand() + " required"
	case to.IsCollection():
		return to.Name() + " required, but have " + from.Name()
	}
	return to.Demand() + " required, but have " + from.Name()
}

// mismatchObjects names the first attribute of the wrong type or, if there is none, all that are
// missing.
func mismatchObjects(from, to *Type) string {
	var missing []string
	for i, name := range to.Names {
		have := from.Attribute(name)
		switch {
		case have == nil:
			missing = append(missing, diag.Sprintf("%q", name))
		case !Convertible(have, to.Types[i]):
			return diag.Sprintf("attribute %q: %s", name, diag.Constant(Mismatch(have, to.Types[i])))
		}
	}
	switch len(missing) {
	case 0:
		return "object required, but have object"
	case 1:
		return "attribute " + missing[0] + " is required"
	case 2:
		return "attributes " + missing[0] + " and " + missing[1] + " are required"
	}
	last := len(missing) - 1
	return "attributes " + strings.Join(missing[:last], ", ") + ", and " + missing[last] + " are required"
}
