package terraform

import (
	"slices"
	"strconv"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// objectFunctions work on maps and objects, except for length, which also takes lists and strings (4.4). Those
// whose results contain elements of the arguments are Shallow, so that the elements keep their own
// marks.
var objectFunctions = []ir.Func{
	{
		Name:    "keys",
		Doc:     "Returns the keys of a map or object, sorted.",
		Params:  []ir.Param{{Name: "inputMap", Type: "any", Doc: "a map or object"}},
		Result:  "list of string",
		Example: `keys({b = 1, a = 2}) → ["a", "b"]`,
		Shallow: true,
		Data:    builtin{run: keys, wantsCollection: true},
	}, {
		Name:    "values",
		Doc:     "Returns the values of a map or object, in the order of the sorted keys.",
		Params:  []ir.Param{{Name: "mapping", Type: "any", Doc: "a map or object"}},
		Result:  "list",
		Example: "values({b = 1, a = 2}) → [2, 1]",
		Shallow: true,
		Data:    builtin{run: values, wantsCollection: true},
	}, {
		Name:    "length",
		Doc:     "Counts the user-perceived characters of a string, or the elements of a collection.",
		Params:  []ir.Param{{Name: "value", Type: "any", Doc: "a string or a collection"}},
		Result:  "number",
		Example: `length(["a", "b"]) → 2`,
		Shallow: true,
		Data:    builtin{run: length, wantsCollection: true},
	}, {
		Name: "lookup",
		Doc:  "Returns the element of a map with the given key, or a default.",
		Params: []ir.Param{
			{Name: "inputMap", Type: "any", Doc: "a map or object"},
			{Name: "key", Type: "string", Doc: "the key to look for"},
			{Name: "default", Type: "any", Doc: "the result if the key is missing", Variadic: true, Nullable: true},
		},
		Result:  "any",
		Example: `lookup({a = 1}, "b", 0) → 0`,
		Shallow: true,
		Data:    builtin{run: lookupFunction, wantsCollection: true},
	}, {
		Name: "merge",
		Doc:  "Merges maps and objects; of equal keys, the last one wins.",
		Params: []ir.Param{{Name: "maps", Type: "any", Doc: "maps and objects; null is skipped", Variadic: true,
			Nullable: true}},
		Result:  "map or object",
		Example: "merge({a = 1}, {a = 2, b = 3}) → {a = 2, b = 3}",
		Shallow: true,
		Data:    builtin{run: merge, wantsCollection: true},
	}, {
		Name: "zipmap",
		Doc:  "Makes an object or a map from a list of keys and a list of values.",
		Params: []ir.Param{
			{Name: "keys", Type: "list of string", Doc: "a list of strings"},
			{Name: "values", Type: "any", Doc: "a list or tuple"},
		},
		Result:  "object or map",
		Example: `zipmap(["a", "b"], [1, 2]) → {a = 1, b = 2}`,
		Data:    builtin{run: zipmap, keepsUnknown: true, wantsCollection: true},
	}, {
		Name:    "transpose",
		Doc:     "Inverts a map of lists: the elements become keys, with lists of the keys that contained them.",
		Params:  []ir.Param{{Name: "values", Type: "map of list of string", Doc: "a map of lists of strings"}},
		Result:  "any",
		Example: `transpose({a = ["x", "y"], b = ["x"]}) → tomap({x = tolist(["a", "b"]), y = tolist(["a"])})`,
		Data:    builtin{run: transpose},
	}, {
		Name:   "map",
		Doc:    "Was removed in Terraform 0.12; write {...}.",
		Params: []ir.Param{{Name: "vals", Type: "any", Doc: "any values", Variadic: true, Nullable: true}},
		Result: "any",
		Data:   builtin{run: removedFunction("map", "tomap({ ... })"), takesUnknown: true},
	},
}

// length counts the characters of a string as readers see them (grapheme clusters), not its bytes.
// The number of elements is known even if elements are unknown, and public even if they are secret
// (4.1).
func length(c *invocation) value.Value {
	switch d := c.args[0].Data.(type) {
	case value.String:
		return types.FromInt(stdlib.CountCharacters(string(d)))
	case *value.List:
		if types.HasUnclearLength(c.args[0]) {
			return c.unknownBecause(value.Why(c.args[0]))
		}
		return types.FromInt(len(d.Items))
	case *value.Object:
		return types.FromInt(len(d.Fields))
	}
	return c.fail("argument must be a string, a collection type, or a structural type",
		"a "+types.NameOf(c.args[0])+" has no length; only strings and collections have one")
}

// keys returns the keys in the order of their bytes: of a map as a list, of an object as a tuple.
// The original reports a wrong type at the argument, but values reports it at the call (4.4).
func keys(c *invocation) value.Value {
	o := c.args[0].Object()
	if o == nil {
		return c.failArgument(0, "must have map or object type", "only maps and objects have keys, not a "+
			types.NameOf(c.args[0]))
	}
	items := stdlib.Texts(sorted(o.Keys()))
	if o.Type != "" {
		return types.NewList(types.StringType, items)
	}
	return types.NewTuple(items)
}

// values returns the elements in the order of their keys, as a list only for a map, whose elements
// have one type.
func values(c *invocation) value.Value {
	o := c.args[0].Object()
	if o == nil {
		return c.fail("values() requires a map as the first argument", "only maps and objects have values, not a "+
			types.NameOf(c.args[0]))
	}
	items := stdlib.Values(o.Fields)
	if o.Type != "" {
		return types.NewList(types.Of(c.args[0]).Elem, items)
	}
	return types.NewTuple(items)
}

// lookupFunction leaves the default unconverted for an object. For a map, it converts the default
// to the type of the elements, even if the key exists.
func lookupFunction(c *invocation) value.Value {
	if len(c.args) > 3 {
		return c.fail(diag.Sprintf("lookup() takes two or three arguments, got %d", len(c.args)),
			"lookup takes two or three arguments")
	}
	o, key := c.args[0].Object(), c.str(1)
	if o == nil {
		return c.failArgument(0, "lookup() requires a map as the first argument",
			"only maps and objects can be looked up in, not a "+types.NameOf(c.args[0]))
	}
	instead := value.Value{}
	// The default is checked even if the key exists (4.4).
	if len(c.args) == 3 && o.Type != "" {
		var why string
		if instead, why = types.Convert(c.args[2], types.Of(c.args[0]).Elem); why != "" {
			return c.failArgument(2, "the default value must have the same type as the map elements",
				"the default must have the same type as the elements of the map")
		}
	}
	if v, ok := o.Get(key); ok {
		return v
	}
	// The default of an object has not been converted, and may be null.
	of := c.args[0].With(c.marks & value.Secret)
	switch {
	case instead.Data != nil:
		return instead
	case len(c.args) == 3:
		return c.args[2]
	case o.Type != "":
		return c.fail(diag.Sprintf("lookup failed to find key %q", key), diag.Sprintf("this map has no key %q%s", key,
			nearest(key, of, true)))
	}
	return c.failArgument(0, diag.Sprintf("the given object has no attribute %q", key),
		diag.Sprintf("this object has no attribute %q%s", key, nearest(key, of, true)))
}

// merge returns a map only if all arguments are maps of the same type; a null argument, which is
// otherwise ignored, makes the result an object.
func merge(c *invocation) value.Value {
	var fields []value.Field
	var common *types.Type
	same := true
	for _, v := range c.args {
		o, t := v.Object(), types.Of(v)
		// A null is checked by its type; an untyped one is accepted.
		if v.IsNull() && (t.Kind == types.Dynamic || t.Kind == types.Map || t.Kind == types.Object) {
			same = false
			continue
		}
		if o == nil {
			return c.fail("arguments must be maps or objects, got "+strconv.Quote(types.NameOf(v)),
				"only maps and objects can be merged, not a "+types.NameOf(v))
		}
		fields = append(fields, o.Fields...)
		// A single object among the arguments makes the result an object.
		if o.Type == "" {
			same = false
			continue
		}
		if common == nil {
			common = t
		} else if !common.Equal(t) {
			same = false
		}
	}
	// common is nil if no argument is a map.
	fields = value.Distinct(fields)
	if same && common != nil {
		return types.NewMap(common.Elem, fields)
	}
	return types.NewObject(fields)
}

// zipmap returns a map if the values are a list, and an object if they are a tuple. The last of
// equal keys wins.
func zipmap(c *invocation) value.Value {
	keys := c.args[0].List().Items
	if !isSequence(c.args[1]) {
		return c.fail("values argument must be a list or tuple value", "the values must be a list or tuple, not a "+
			types.NameOf(c.args[1]))
	}
	items := c.args[1].List().Items
	if len(keys) != len(items) {
		return c.fail(diag.Sprintf("number of keys (%d) does not match number of values (%d)", len(keys), len(items)),
			diag.Sprintf("there are %d keys and %d values", len(keys), len(items)))
	}
	names := make([]string, len(keys))
	for i, k := range keys {
		var ok bool
		names[i], ok = k.Text()
		switch {
		// Without one of its keys, not even the number of elements is known.
		case k.IsUnknown():
			return c.unknownBecause(value.Why(k))
		// The original crashes here if the values are a list (4.4).
		case !ok:
			return c.fail(diag.Sprintf("keys list has null value at index %d", i), "null cannot be a key")
		}
	}
	fields := stdlib.Zip(names, items)
	if types.KindOf(c.args[1]) == types.Tuple {
		return types.NewObject(fields)
	}
	return types.NewMap(types.Of(c.args[1]).Elem, fields)
}

// transpose checks the lists in the order of their keys, since the original stops at the first
// error.
func transpose(c *invocation) value.Value {
	fields := c.args[0].Object().Fields
	for _, f := range value.Sorted(fields) {
		if f.Value.IsNull() {
			return c.refuseCall("input must not contain null list")
		}
		if slices.ContainsFunc(f.Value.List().Items, value.Value.IsNull) {
			return c.refuseCall("input list must not contain null string")
		}
	}
	return types.NewMap(listOfText, stdlib.Transpose(fields, func(texts []value.Value) value.Value {
		return types.NewList(types.StringType, texts)
	}))
}
