package std

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// objectFuncs work with maps, most of them in the order of the sorted keys: Go's maps, which the
// original uses, have no order.
var objectFuncs = []ir.Func{
	{
		Name:    "std:keys",
		Doc:     "Returns the keys of an object, sorted.",
		Params:  []ir.Param{{Name: "input", Type: anyMap, Doc: "the object"}},
		Result:  textList,
		Example: "{input: {b: 1, a: 2}} → [a, b]",
		Data:    onCall(keys),
	}, {
		Name:    "std:length",
		Doc:     "Returns the number of entries of a list or an object, or the number of bytes of a string.",
		Params:  []ir.Param{{Name: "input", Type: anything, Doc: "a string, a list or an object"}},
		Result:  integer,
		Example: "{input: [a, b]} → 2",
		Data:    onCall(length),
	}, {
		Name: "std:lookup",
		Doc:  "Returns the value of a key of an object, or the default if there is no such key.",
		Params: []ir.Param{
			{Name: "key", Type: text, Doc: "the key"},
			{Name: "map", Type: anyMap, Doc: "the object"},
			{Name: "default", Type: anything, Doc: "the result if the key is missing", Optional: true},
		},
		Result:  anything,
		Example: "{map: {a: 1}, key: b, default: 0} → 0",
		Data:    onCall(lookup),
	}, {
		Name:    "std:map",
		Doc:     "Makes an object from alternating keys and values.",
		Params:  []ir.Param{{Name: "args", Type: anyList, Doc: "key, value, key, value, ..."}},
		Result:  anyMap,
		Example: "{args: [a, 1, b, 2]} → {a: 1, b: 2}",
		Data:    onCall(makeMap),
	}, {
		Name:    "std:merge",
		Doc:     "Merges objects: of equal keys, the last one wins.",
		Params:  []ir.Param{{Name: "input", Type: mapList, Doc: "the objects"}},
		Result:  anyMap,
		Example: "{input: [{a: 1}, {a: 2, b: 3}]} → {a: 2, b: 3}",
		Data:    onCall(merge),
	}, {
		Name: "std:transpose",
		Doc: "Inverts an object of lists of strings: the strings become keys, with lists of the keys that " +
			"contained them.",
		Params:  []ir.Param{{Name: "input", Type: textListMap, Doc: "the object"}},
		Result:  textListMap,
		Example: "{input: {a: [x, y], b: [x]}} → {x: [a, b], y: [a]}",
		Data:    onCall(transpose),
	}, {
		Name:    "std:values",
		Doc:     "Returns the values of an object, in the order of the sorted keys.",
		Params:  []ir.Param{{Name: "input", Type: anyMap, Doc: "the object"}},
		Result:  anyList,
		Example: "{input: {b: 1, a: 2}} → [2, 1]",
		Data:    onCall(values),
	}, {
		Name: "std:zipmap",
		Doc:  "Makes an object from a list of keys and a list of values.",
		Params: []ir.Param{
			{Name: "keys", Type: textList, Doc: "the keys"},
			{Name: "values", Type: anyList, Doc: "the values, one for each key"},
		},
		Result:  anyMap,
		Example: "{keys: [a, b], values: [1, 2]} → {a: 1, b: 2}",
		Data:    onCall(zipmap),
	},
}

var (
	noLength = fault{code: codeType, arg: "input",
		message:   "input of std:length must be a string, a list or an object, not %s",
		reference: "input must be a string, list, or map"}
	noKey = fault{code: codeNotFound, arg: "key",
		message: "the object has no key %s, and there is no default", reference: "key not found in input map"}
	oddArgs = fault{code: codeLengths, arg: "args",
		message:   "args must contain alternating keys and values, but has %d elements: the last key has no value",
		reference: "expected an even number of arguments"}
	badKey = fault{code: codeType, arg: "args",
		message:   "args[%[1]d] of std:map is a key and must be a string, not %[2]s",
		reference: "expected a string key at index %[1]d"}
	unzippable = fault{code: codeLengths, arg: "values",
		message:   "keys and values must have the same length, but have %d and %d",
		reference: "keys and values must be the same length"}
)

// keys returns the keys in the order of their bytes.
func keys(c *call) any {
	out := []string{}
	for _, f := range c.fields("input") {
		out = append(out, f.Key)
	}
	return out
}

// values returns the values in the order of the keys that std:keys returns, so that the two lists
// correspond.
func values(c *call) any {
	return stdlib.Values(fields(c.arg("input")))
}

// length counts the bytes of a string, not its characters as Terraform's function does.
func length(c *call) any {
	input := c.arg("input")
	switch d := input.Data.(type) {
	case value.String:
		return len(d)
	case *value.List:
		return len(d.Items)
	case *value.Object:
		return len(d.Fields)
	}
	return c.fail(&noLength, diag.Constant(article(input.Kind())))
}

// lookup returns the default if the key is missing. A null default counts as omitted, like every null argument
// (11).
func lookup(c *call) any {
	key, fallback := c.text("key"), c.arg("default")
	if v, ok := c.arg("map").Object().Get(key); ok {
		return v
	}
	if fallback.Data != nil {
		return fallback
	}
	return c.fail(&noKey, show(c.arg("key")))
}

// makeMap builds a map from alternating keys and values. If a key repeats, its last value wins.
func makeMap(c *call) any {
	args := c.items("args")
	if len(args)%2 != 0 {
		return c.fail(&oddArgs, len(args))
	}
	var fields []value.Field
	for i := 0; i < len(args); i += 2 {
		key, ok := args[i].Text()
		if !ok {
			return c.failAt(&badKey, i, i, diag.Constant(article(args[i].Kind())))
		}
		// call.value keeps the last of equal keys.
		fields = append(fields, value.Field{Key: key, Value: args[i+1]})
	}
	return fields
}

// merge lets later maps win: equal keys are resolved when the result becomes an object. Maps inside
// the maps are replaced, not merged.
func merge(c *call) any {
	var all []value.Field
	for _, v := range c.items("input") {
		all = append(all, fields(v)...)
	}
	return all
}

// transpose inverts a map of lists. The keys in each list of the result are sorted.
func transpose(c *call) any {
	return stdlib.Transpose(fields(c.arg("input")),
		func(texts []value.Value) value.Value { return value.ListOf(texts...) })
}

// zipmap rejects lists of different lengths.
func zipmap(c *call) any {
	keys, values := c.texts("keys"), c.items("values")
	if len(keys) != len(values) {
		return c.fail(&unzippable, len(keys), len(values))
	}
	return stdlib.Zip(keys, values)
}
