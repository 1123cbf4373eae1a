package hot

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Functions on lists and maps. They look no deeper into their arguments than necessary, so
// that unknown parts remain visible in the result.

// mapMerge is map_merge (9.10). It is wrapped in resolved because a failed entry would otherwise
// vanish when a later map replaces it.
var mapMerge = outer("map_merge",
	"Merges maps: later ones win. Null is skipped.",
	"{map_merge: [{a: 1}, {a: 2, b: 3}]} → {a: 2, b: 3}", "map",
	resolved(func(r *run) value.Value {
		const form = `Incorrect arguments to "map_merge" should be: "map_merge" : [ { "key1": "val1" }, { "key2": ` +
			`"val2" } ]`
		maps := r.arg.List()
		if s, ok := r.arg.Text(); ok { // Python iterates over the characters of a string
			maps = characters(s)
		}
		if maps == nil {
			return r.fail(r.arg, "map_merge takes a list of maps, not "+python.Noun(r.arg), form)
		}
		var fields []value.Field
		marks := value.Marks(0) // the names of a secret map are secret in the result
		for _, m := range maps.Items {
			// Without the keys of one map, no entry of the result is certain.
			if v, stop := opaque(m); stop {
				return v
			}
			o := m.Object()
			if o == nil && !m.IsNull() {
				return r.fail(m, "map_merge merges maps; this is "+python.Noun(m),
					"Incorrect arguments: Items to merge must be maps. "+clipped(m)+" is type <class '"+
						python.TypeName(m)+"'> instead of a dict")
			}
			if o != nil {
				fields, marks = append(fields, o.Fields...), marks|m.Marks&value.Secret
			}
			if !r.Spend(len(fields)/8 + 1) {
				return value.Failure("stopped")
			}
		}
		// Distinct keeps the last value of a key, at the position of the first.
		return value.ObjectOf(value.Distinct(fields)...).With(marks)
	}), ir.Param{Name: "maps", Type: "list of maps"})

// characters returns a list of the first character of a string, or an empty list for "". One is
// enough: it is not a map, so map_merge refuses it.
func characters(s string) *value.List {
	for _, c := range s {
		return value.NewList([]value.Value{value.Str(string(c))})
	}
	return value.NewList(nil)
}

// mapReplace is map_replace (9.11). Like mapMerge, it is wrapped in resolved: a value that is
// replaced may have failed.
var mapReplace = outer("map_replace",
	"Replaces keys and values of a map. A key whose replacement is null stays.",
	"{map_replace: [{a: x}, {keys: {a: b}}]} → {b: x}", "map",
	resolved(func(r *run) value.Value {
		const (
			example = `"map_replace" : [ { "key1": "val1" }, {"keys": {"key1": "key2"}, "values": {"val1": "val2"}}]`
			// Heat has one message for arguments that are not maps, and another for a wrong number
			// of maps or other keys.
			maps = `Incorrect arguments: to "map_replace", arguments must be a list of maps. Example:  ` + example
			form = `Incorrect arguments to "map_replace" should be: ` + example
		)
		args := r.arg.List()
		if args == nil {
			return r.fail(r.arg, "map_replace takes a list: a map, then a map with keys and values", maps)
		}
		for _, a := range args.Items {
			if v, stop := opaque(a); stop {
				return v
			}
			// Null counts as an empty map in either place.
			if a.Object() == nil && !a.IsNull() {
				return r.fail(a, "map_replace takes maps; this is "+python.Noun(a), maps)
			}
		}
		if len(args.Items) != 2 {
			return r.fail(r.arg,
				"map_replace takes two maps: one to change, and one with replacements of keys and values", form)
		}
		how := orEmpty(args.Items[1])
		for _, f := range how.Fields {
			if v, stop := opaque(f.Value); stop {
				return v
			}
			if f.Key != "keys" && f.Key != "values" {
				return r.fail(f.Value,
					"the second map of map_replace contains the maps keys and values and nothing else", form)
			}
			if f.Value.Object() == nil && !f.Value.IsNull() {
				return r.fail(f.Value, diag.Any(f.Key)+" of map_replace must be a map, not "+python.Noun(f.Value), maps)
			}
		}
		return r.replaceEntries(orEmpty(args.Items[0]), how).With(args.Items[0].Marks & value.Secret)
	}), ir.Param{Name: "map", Type: "map"}, ir.Param{Name: "replacements", Type: "map",
		Doc: "keys and values, each a map of old to new"})

// orEmpty returns v as a map, or an empty one for null.
func orEmpty(v value.Value) *value.Object {
	if o := v.Object(); o != nil {
		return o
	}
	return value.NewObject(nil)
}

// entriesOf returns the fields of a part of an object that may be missing or null.
func entriesOf(o *value.Object, key string) []value.Field {
	if v, ok := o.Get(key); ok && v.Object() != nil {
		return v.Object().Fields
	}
	return nil
}

// replaceEntries returns the result of map_replace. A new key must not equal another key of the old
// or the new map: Heat refuses both cases, since a value would be lost. Keys are compared as Python
// compares them, by identity: 1, 1.0 and true are one key.
func (r *run) replaceEntries(in, how *value.Object) value.Value {
	keys, values := entriesOf(how, "keys"), entriesOf(how, "values")
	newKeys := make(map[python.Identity]value.Value, len(keys))
	for _, k := range keys {
		newKeys[sameKey(k)] = k.Value
	}
	old := make(map[python.Identity]bool, len(in.Fields))
	for _, f := range in.Fields {
		old[sameKey(f)] = true
	}
	out := make([]value.Field, 0, len(in.Fields))
	taken := make(map[python.Identity]bool, len(in.Fields))
	secret := value.Marks(0) // a key made from a secret makes the map secret
	for _, f := range in.Fields {
		same := sameKey(f)
		if to, ok := newKeys[same]; ok && !to.IsNull() {
			if v, stop := opaque(to); stop {
				return v
			}
			if to.List() != nil || to.Object() != nil {
				return r.fail(to, "a key cannot be "+python.Noun(to), "")
			}
			// A key may be replaced by itself, but keys cannot be swapped: the other old name is
			// still in the input map.
			name, becomes := python.KeyText(to.Data)
			if old[becomes] && becomes != same {
				return r.fail(to, "the map has a key "+quoted(name)+" already",
					"key replacement "+diag.Any(python.Str(to))+" collides with a key in the input map")
			}
			if taken[becomes] {
				return r.fail(to, "two keys would become "+quoted(name), "key replacement "+diag.Any(python.Str(to))+
					" collides with a key in the output map")
			}
			f.Key, f.KeyAt, same = name, to.Origin, becomes
			if to.IsSecret() {
				f.KeyAt, secret = source.Span{}, value.Secret
			}
		}
		taken[same] = true
		f.Value = replaceValue(f.Value, values)
		out = append(out, f)
		if !r.Spend(len(values)/8 + 1) {
			return value.Failure("stopped")
		}
	}
	return value.ObjectOf(value.Distinct(out)...).With(secret)
}

// sameKey returns the identity of a key.
func sameKey(f value.Field) python.Identity {
	_, same := python.KeyText(python.KeyData(f))
	return same
}

// replaceValue returns the replacement of a scalar. Lists and maps are never replaced (9.11), and
// an unknown value may or may not be equal to an old one, so it stays.
func replaceValue(v value.Value, values []value.Field) value.Value {
	if v.List() != nil || v.Object() != nil || v.IsUnknown() {
		return v
	}
	for _, f := range values {
		if python.Equal(value.Of(python.KeyData(f)), v) {
			return f.Value.With(v.Marks & value.Secret)
		}
	}
	return v
}

// filter is filter (9.12). Like Heat, it returns a null or empty list before it looks at the values
// to leave out, which may then be unknown or of a wrong type.
var filter = lazyFilter(outer("filter",
	"Returns a list without the elements that equal one of the given values.",
	"{filter: [[a], [a, b]]} → [b]", "list", filtered, ir.Param{Name: "values", Type: "list"},
	ir.Param{Name: "list", Type: "list"}))

// lazyFilter makes filter return an empty list, or anything else that Python counts as false, without
// evaluating the values to remove, as Heat does.
func lazyFilter(fn *ir.Func) *ir.Func {
	all := fn.Lazy
	fn.AlwaysForces = nil
	fn.Lazy = func(f ir.Frame, c *ir.Call) value.Value {
		l, ok := c.Args[0].(*ir.List)
		if !ok || len(l.Items) != 2 || hasLeftOut(l.Items) {
			return all(f, c)
		}
		seq := present(f.Force(l.Items[1]))
		if isKnown(seq) && !python.IsTrue(seq) {
			return seq.At(c.Span)
		}
		return outerResult(f, c, value.ListOf(present(f.Force(l.Items[0])), seq).At(l.Span), filtered)
	}
	return fn
}

// filtered is filter with its arguments evaluated.
func filtered(r *run) value.Value {
	args := r.arg.List()
	if args == nil {
		return r.refuse(r.arg, "filter takes a list: the values to remove, and a list",
			`Argument to "filter" must be a list`)
	}
	if len(args.Items) != 2 {
		return r.refuse(r.arg, "filter takes two arguments: the values to remove, and a list",
			`"filter" expected 2 arguments of the form [values, sequence] but got `+strconv.Itoa(len(args.Items))+
				` arguments instead`)
	}
	values, seq := args.Items[0], args.Items[1]
	if v, stop := opaque(seq); stop {
		return v
	}
	if !python.IsTrue(seq) {
		return seq
	}
	// Heat looks at the list before it evaluates the values.
	if seq.List() == nil {
		return r.fail(seq, "filter takes a list; this is "+python.Noun(seq), `"filter" only works with lists`)
	}
	if v, stop := opaque(values); stop {
		return v
	}
	switch {
	case !python.IsTrue(values):
		return seq
	case values.List() == nil:
		return r.fail(values, "filter takes a list of values to remove, not "+python.Noun(values),
			`"filter" filters a list of values`)
	// From here on every element is compared, so all of them must be known.
	case r.arg.HasFailed():
		return value.Failure("error")
	case r.arg.HasUnknown():
		return value.NotKnown(value.Why(r.arg))
	}
	var kept []value.Value
	for _, v := range seq.List().Items {
		// Each element is compared with all values.
		if !r.Spend(len(values.List().Items)/8 + 1) {
			return value.Failure("stopped")
		}
		if !python.Contains(values.List().Items, v) {
			kept = append(kept, v)
		}
	}
	return value.ListOf(kept...)
}

// bindFilter checks the shape before evaluation, as Heat does when it parses.
func bindFilter(c *callSite) ir.Node {
	if c.arg.Kind != python.List {
		return c.refuse(c.arg, "filter takes a list: the values to remove, and a list",
			`Argument to "filter" must be a list`)
	}
	if n := len(c.arg.Items); n != 2 {
		return c.refuse(c.arg, "filter takes two arguments: the values to remove, and a list",
			`"filter" expected 2 arguments of the form [values, sequence] but got `+strconv.Itoa(n)+
				` arguments instead`)
	}
	return c.plain()
}

// listConcat returns list_concat or, if unique is set, list_concat_unique. Null counts as an empty
// list.
func listConcat(name, doc, example string, unique bool) *ir.Func {
	return outer(name, doc, example, "list", func(r *run) value.Value {
		lists := r.arg.List()
		if lists == nil {
			return r.fail(r.arg, name+" takes a list of lists, not "+python.Noun(r.arg),
				`Incorrect arguments to "`+name+`" should be: "`+name+
					`" : [ [ <value 1>, <value 2> ], [ <value 3>, <value 4> ] ]`)
		}
		var items []value.Value
		for _, l := range lists.Items {
			if v, stop := opaque(l); stop {
				return v
			}
			// Heat's message contains the whole argument and the first wrong item, both as JSON.
			if l.List() == nil && !l.IsNull() {
				return r.fail(l, name+" takes lists; this is "+python.Noun(l),
					"Incorrect arguments: Items to concat must be lists. "+diag.Any(value.JSON(r.arg, python.OwnOrder))+
						" contains an item that is not a list: "+diag.Any(value.JSON(l, python.OwnOrder)))
			}
			if l.List() != nil {
				items = append(items, l.List().Items...)
			}
			if !r.Spend(len(items)/8 + 1) {
				return value.Failure("stopped")
			}
		}
		if !unique {
			return value.ListOf(items...)
		}
		return r.distinct(items)
	}, ir.Param{Name: "lists", Type: "list of lists"})
}

var (
	concat = listConcat("list_concat",
		"Concatenates lists. Null counts as an empty list.",
		"{list_concat: [[a], [b]]} → [a, b]", false)
	concatUnique = listConcat("list_concat_unique",
		"Concatenates lists and keeps the first of equal elements.",
		"{list_concat_unique: [[a, b], [b]]} → [a, b]", true)
)

// distinct keeps the first of equal elements. Unknown elements are kept, because they may differ
// from all others. Strings are the usual case, so they are looked up in a map; the rest is compared
// one by one.
func (r *run) distinct(items []value.Value) value.Value {
	var kept []value.Value
	texts := map[string]bool{}
	for _, v := range items {
		if v.IsFailed() || v.HasUnknown() {
			kept = append(kept, v)
			continue
		}
		if s, ok := v.Text(); ok {
			if !texts[s] {
				kept = append(kept, v)
			}
			texts[s] = true
			continue
		}
		if !r.Spend(len(kept)/8 + 1) {
			return value.Failure("stopped")
		}
		if !python.Contains(kept, v) {
			kept = append(kept, v)
		}
	}
	return value.ListOf(kept...)
}

// containsFn is contains (9.15). It is also a function of conditions since 2017-09-01.
var containsFn = whole("contains",
	"Reports whether a list has an element, or a string contains another.",
	"{contains: [a, [a, b]]} → true", "boolean",
	func(r *run) value.Value {
		args := r.arg.List()
		if args == nil || len(args.Items) != 2 {
			return r.refuse(r.arg, "contains takes two arguments: a value and a list or a string", containsForm)
		}
		seq := args.Items[1]
		if l := seq.List(); l != nil {
			return value.Flag(python.Contains(l.Items, args.Items[0]))
		}
		text, ok := seq.Text()
		if !ok {
			return r.fail(seq, "contains searches a list or a string, not "+python.Noun(seq),
				`Second argument to "contains" should be a sequence.`)
		}
		part, ok := args.Items[0].Text()
		if !ok {
			return r.fail(args.Items[0], "a string can only contain strings; this is "+python.Noun(args.Items[0]), "")
		}
		return value.Flag(strings.Contains(text, part))
	}, ir.Param{Name: "value", Type: "any"}, ir.Param{Name: "sequence", Type: "list or string"})

// containsForm is Heat's message for a wrong number of arguments.
const containsForm = `Arguments to "contains" must be of the form: [value1, [value1, value2]]`

// bindContains checks the number of arguments. Heat has two messages: one for an empty list, one
// for any other number.
func bindContains(c *callSite) ir.Node {
	if c.arg.Kind != python.List || len(c.arg.Items) == 0 {
		return c.refuse(c.arg, "contains takes two arguments: a value and a list or a string",
			`Incorrect arguments to "contains" should be: "contains" : [ "value1", [ "value1", "value2"]]`)
	}
	if len(c.arg.Items) != 2 {
		return c.refuse(c.arg, "contains takes two arguments: a value and a list or a string", containsForm)
	}
	return c.plain()
}
