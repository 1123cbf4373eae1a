package hot

import (
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// A parameterMerge combines two non-null values of a parameter from different environment files.
type parameterMerge struct {
	typ      string // type of the parameter
	strategy string // merge or deep_merge
	name     string
}

// notMerged refuses values that cannot be combined. Heat's text has a blank before the full stop,
// where a name is missing.
func notMerged(message string) *constraint.Invalid {
	return constraint.Refuse(message, "Invalid parameter in environment .")
}

// merge combines the values of a parameter from two environment files. Numbers and booleans cannot
// be combined.
func (c parameterMerge) merge(old, more value.Value) (value.Value, *constraint.Invalid) {
	switch c.typ {
	case "string":
		return joinTexts(old, more)
	case "comma_delimited_list":
		before, bad := constraint.ToList(old)
		after, worse := constraint.ToList(more)
		if bad != nil || worse != nil {
			return old, notMerged("only lists and comma-separated strings can be merged")
		}
		return extended(before, after), nil
	case "json":
		return c.json(old, more)
	case "boolean":
		if _, isText := more.Text(); isText || more.List() != nil {
			return old, constraint.Refuse("booleans cannot be merged",
				"Invalid merge strategy '"+c.strategy+"' for parameter '"+c.name+"'.")
		}
	}
	return old, notMerged("a " + c.typ + " cannot be merged")
}

// joinTexts appends a string to another, without anything between them.
func joinTexts(old, more value.Value) (value.Value, *constraint.Invalid) {
	a, ok := old.Text()
	b, also := more.Text()
	if !ok || !also {
		return old, notMerged("only strings can be merged with strings")
	}
	return value.Str(a + b), nil
}

// extended returns a list with the elements of two lists.
func extended(old, more value.Value) value.Value {
	return value.ListOf(append(append([]value.Value(nil), old.List().Items...), more.List().Items...)...)
}

// json merges two maps; the later one may be JSON text. If one of the values is empty, the result
// is the other.
func (c parameterMerge) json(old, more value.Value) (value.Value, *constraint.Invalid) {
	more, bad := constraint.ToJSON(more)
	_, isText := more.Text()
	switch {
	case bad == nil && !python.IsTrue(old):
		return more, nil
	case bad == nil && !python.IsTrue(more) && !isText:
		return old, nil
	case bad != nil || old.Object() == nil || more.Object() == nil:
		return old, notMerged("only maps can be merged")
	}
	return mergeMaps(old, more, c.strategy == "deep_merge")
}

// mergeMaps merges a map over another. A deep merge also concatenates strings and lists and
// merges maps inside.
func mergeMaps(old, more value.Value, deep bool) (value.Value, *constraint.Invalid) {
	fields := append([]value.Field(nil), old.Object().Fields...)
	for _, f := range more.Object().Fields {
		if before, ok := old.Object().Get(f.Key); ok && deep {
			var bad *constraint.Invalid
			if f.Value, bad = mergeDeep(before, f.Value); bad != nil {
				return old, bad
			}
		}
		fields = append(fields, f)
	}
	return value.ObjectOf(value.Distinct(fields)...), nil
}

// mergeDeep merges maps key by key and concatenates strings and lists. An old value that is false
// in Python is replaced, unless the new one is a string.
func mergeDeep(old, more value.Value) (value.Value, *constraint.Invalid) {
	_, isText := more.Text()
	switch {
	case more.IsNull():
		return old, nil
	case isText:
		return joinTexts(old, more)
	case more.List() == nil && more.Object() == nil || !python.IsTrue(old):
		return more, nil
	case old.Object() != nil && more.Object() != nil:
		return mergeMaps(old, more, true)
	case old.List() != nil && more.List() != nil:
		return extended(old, more), nil
	}
	return old, notMerged("a " + old.Kind() + " and a " + more.Kind() + " cannot be merged")
}
