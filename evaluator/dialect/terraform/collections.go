package terraform

import (
	"math/big"
	"pantograph/evaluator/ir"
	"slices"
	"sort"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// listOfText is the type of parameters and results that are lists of strings.
var listOfText = types.ListOf(types.StringType)

// collectionFunctions work on lists, maps and their relatives (4.4). Those whose results contain
// elements of the arguments are Outer, so that the elements keep their own marks.
var collectionFunctions = []ir.Func{
	{
		Name:    "length",
		Doc:     "Counts the user-perceived characters of a string, or the elements of a collection.",
		Params:  []ir.Param{{Name: "value", Type: "any", Doc: "a string or a collection"}},
		Result:  "number",
		Example: `length(["a", "b"]) → 2`,
		Outer:   true,
		Data:    builtin{run: length},
	}, {
		Name:    "keys",
		Doc:     "Returns the keys of a map or object, sorted.",
		Params:  []ir.Param{{Name: "inputMap", Type: "any", Doc: "a map or object"}},
		Result:  "list of string",
		Example: `keys({b = 1, a = 2}) → ["a", "b"]`,
		Outer:   true,
		Data:    builtin{run: keys},
	}, {
		Name:    "values",
		Doc:     "Returns the values of a map or object, in the order of the sorted keys.",
		Params:  []ir.Param{{Name: "mapping", Type: "any", Doc: "a map or object"}},
		Result:  "list",
		Example: "values({b = 1, a = 2}) → [2, 1]",
		Outer:   true,
		Data:    builtin{run: values},
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
		Outer:   true,
		Data:    builtin{run: lookupFunction},
	}, {
		Name: "merge",
		Doc:  "Merges maps and objects; of equal keys, the last one wins.",
		Params: []ir.Param{{Name: "maps", Type: "any", Doc: "maps and objects; null is skipped", Variadic: true,
			Nullable: true}},
		Result:  "map or object",
		Example: "merge({a = 1}, {a = 2, b = 3}) → {a = 2, b = 3}",
		Outer:   true,
		Data:    builtin{run: merge},
	}, {
		Name:    "concat",
		Doc:     "Concatenates lists and tuples.",
		Params:  []ir.Param{{Name: "seqs", Type: "any", Doc: "lists and tuples", Variadic: true}},
		Result:  "list or tuple",
		Example: `concat(["a"], ["b", "c"]) → ["a", "b", "c"]`,
		Outer:   true,
		Data:    builtin{run: concat},
	}, {
		Name: "range",
		Doc:  "Returns the numbers from a start up to an end, which is not included.",
		Params: []ir.Param{{Name: "params", Type: "number", Doc: "the end; or start and end; or start, end and step",
			Variadic: true}},
		Result:  "list of number",
		Example: "range(0, 10, 4) → tolist([0, 4, 8])",
		Data:    builtin{run: rangeOf},
	}, {
		Name: "join",
		Doc:  "Joins the strings of lists with a separator between them.",
		Params: []ir.Param{
			{Name: "separator", Type: "string", Doc: "the separator"},
			{Name: "lists", Type: "list of string", Doc: "lists of strings", Variadic: true},
		},
		Result:  "string",
		Example: `join("-", ["a", "b"]) → "a-b"`,
		Data:    builtin{run: join},
	}, {
		Name: "split",
		Doc:  "Splits a string at every separator.",
		Params: []ir.Param{
			{Name: "separator", Type: "string", Doc: "the separator"},
			{Name: "str", Type: "string", Doc: "the string to split"},
		},
		Result:  "list of string",
		Example: `split("-", "a-b") → tolist(["a", "b"])`,
		Data:    builtin{run: split},
	}, {
		Name:    "flatten",
		Doc:     "Replaces the lists inside a list with their elements, at every depth.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple"}},
		Result:  "tuple",
		Example: `flatten(["a", ["b", ["c"]]]) → ["a", "b", "c"]`,
		Outer:   true,
		Data:    builtin{run: flatten},
	}, {
		Name:    "reverse",
		Doc:     "Returns the elements of a list in reverse order.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple"}},
		Result:  "list or tuple",
		Example: `reverse(["a", "b"]) → ["b", "a"]`,
		Outer:   true,
		Data:    builtin{run: reverse},
	}, {
		Name:    "sort",
		Doc:     "Sorts strings by their bytes.",
		Params:  []ir.Param{{Name: "list", Type: "list of string", Doc: "a list of strings"}},
		Result:  "list of string",
		Example: `sort(["b", "a"]) → tolist(["a", "b"])`,
		Data:    builtin{run: sortTexts, keepsUnknown: true},
	}, {
		Name: "contains",
		Doc:  "Reports whether a list contains an element.",
		Params: []ir.Param{
			{Name: "list", Type: "any", Doc: "a list, set or tuple"},
			{Name: "value", Type: "any", Doc: "the element to look for"},
		},
		Result:  "bool",
		Example: `contains(["a", "b"], "b") → true`,
		Data:    builtin{run: contains, keepsUnknown: true},
	}, {
		Name: "zipmap",
		Doc:  "Makes an object or a map from a list of keys and a list of values.",
		Params: []ir.Param{
			{Name: "keys", Type: "list of string", Doc: "a list of strings"},
			{Name: "values", Type: "any", Doc: "a list or tuple"},
		},
		Result:  "object or map",
		Example: `zipmap(["a", "b"], [1, 2]) → {a = 1, b = 2}`,
		Data:    builtin{run: zipmap, keepsUnknown: true},
	}, {
		Name:    "transpose",
		Doc:     "Inverts a map of lists: the elements become keys, with lists of the keys that contained them.",
		Params:  []ir.Param{{Name: "values", Type: "map of list of string", Doc: "a map of lists of strings"}},
		Result:  "any",
		Example: `transpose({a = ["x", "y"], b = ["x"]}) → tomap({x = tolist(["a", "b"]), y = tolist(["a"])})`,
		Data:    builtin{run: transpose},
	}, {
		Name:   "list",
		Doc:    "Was removed in Terraform 0.12; write [...].",
		Params: []ir.Param{{Name: "vals", Type: "any", Doc: "any values", Variadic: true, Nullable: true}},
		Result: "any",
		Data:   builtin{run: gone("list", "tolist([ ... ])"), takesUnknown: true},
	}, {
		Name:   "map",
		Doc:    "Was removed in Terraform 0.12; write {...}.",
		Params: []ir.Param{{Name: "vals", Type: "any", Doc: "any values", Variadic: true, Nullable: true}},
		Result: "any",
		Data:   builtin{run: gone("map", "tomap({ ... })"), takesUnknown: true},
	},
}

// length counts the characters of a string as readers see them (grapheme clusters), not its bytes.
// The number of elements is known, and is not secret, even where the elements are (4.1).
func length(c *invocation) value.Value {
	switch d := c.args[0].Data.(type) {
	case value.String:
		return types.FromInt(stdlib.CountCharacters(string(d)))
	case *value.List:
		return types.FromInt(len(d.Items))
	case *value.Object:
		return types.FromInt(len(d.Fields))
	}
	return c.fail("argument must be a string, a collection type, or a structural type",
		"a "+types.NameOf(c.args[0])+" has no length; a string or a collection has")
}

// keys returns the keys in the order of their bytes: of a map as a list, of an object as a tuple.
// The original blames the argument for a wrong type, but values blames the call (4.4).
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

// lookupFunction takes the default as it is for an object, but converts it to the type of the
// elements for a map, even if the key exists.
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
	// Checked even if the key exists (4.4).
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
	switch {
	case instead.Data != nil:
		return instead
	case len(c.args) == 3:
		return c.args[2]
	case o.Type != "":
		return c.fail(diag.Sprintf("lookup failed to find key %q", key), diag.Sprintf("this map has no key %q%s", key,
			nearest(key, o)))
	}
	return c.failArgument(0, diag.Sprintf("the given object has no attribute %q", key),
		diag.Sprintf("this object has no attribute %q%s", key, nearest(key, o)))
}

// merge returns a map only if all arguments are maps of the same type; a null argument, which is
// otherwise ignored, makes the result an object.
func merge(c *invocation) value.Value {
	var fields []value.Field
	var common *types.Type
	same := true
	for _, v := range c.args {
		if v.IsNull() {
			same = false
			continue
		}
		o := v.Object()
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
		if t := types.Of(v); common == nil {
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

// concat returns a list if all arguments are lists with a common type, otherwise a tuple.
func concat(c *invocation) value.Value {
	if len(c.args) == 0 {
		return c.fail("at least one argument is required", "concat needs at least one list")
	}
	var items []value.Value
	var lists []*types.Type
	for i, v := range c.args {
		kind := types.KindOf(v)
		if kind != types.List && kind != types.Tuple {
			return c.failArgument(i, "all arguments must be lists or tuples; got "+types.NameOf(v),
				"only lists and tuples can be concatenated, not a "+types.NameOf(v))
		}
		// Paid before the items are copied: a chain of concat doubles a list at each step.
		if !c.Spend(ir.ItemCost * len(v.List().Items)) {
			return value.Failure("stopped")
		}
		items = append(items, v.List().Items...)
		if kind == types.List {
			lists = append(lists, types.Of(v))
		}
	}
	if len(lists) == len(c.args) {
		if t := types.Unify(lists); t != nil {
			v, _ := types.Convert(types.NewTuple(items), t)
			return v
		}
	}
	return types.NewTuple(items)
}

// longestRange is the original's limit on the elements of range.
const longestRange = 1024

// rangeOf counts down if the end is below the start and no step is given. A step of zero is found
// only by the limit on elements, as in the original.
func rangeOf(c *invocation) value.Value {
	one, zero := big.NewFloat(1).SetPrec(types.Precision), new(big.Float).SetPrec(types.Precision)
	bounds := make([]*big.Float, len(c.args))
	for i := range c.args {
		bounds[i] = types.Float(c.args[i])
	}
	// The forms are range(end), range(start, end) and range(start, end, step).
	var start, end, step *big.Float
	switch len(bounds) {
	case 1:
		start, end = zero, bounds[0]
	case 2, 3:
		start, end = bounds[0], bounds[1]
	default:
		return c.fail("must have one, two, or three arguments", "range takes one, two or three numbers")
	}
	if len(bounds) == 3 {
		step = bounds[2]
	} else if step = one; end.Cmp(start) < 0 {
		step = new(big.Float).Neg(one)
	}
	// A step that leads away from the end is blamed on the second argument (4.4).
	down := step.Sign() < 0
	switch {
	case down && end.Cmp(start) > 0:
		return c.failArgument(1, "end must be less than start when step is negative",
			"with a negative step the end must be below the start")
	case !down && end.Cmp(start) < 0:
		return c.failArgument(1, "end must be greater than start when step is positive",
			"with a positive step the end must be above the start")
	}
	// The addition below would panic.
	if start.IsInf() && step.IsInf() && start.Sign() != step.Sign() && start.Cmp(end) != 0 {
		return c.fail("can't compute sum of opposing infinities", "one infinity cannot be added to the other")
	}
	var items []value.Value
	for n := start; down && n.Cmp(end) > 0 || !down && n.Cmp(end) < 0; n = new(big.Float).Add(n, step) {
		if len(items) >= longestRange {
			return c.fail("more than 1024 values were generated; either decrease the difference between start and "+
				"end or use a smaller step",
				"range returns at most 1024 numbers; a step of zero never reaches the end")
		}
		v, _ := types.FromFloat(n)
		items = append(items, v.Without(types.Narrow))
	}
	if !c.Spend(ir.ItemCost * len(items)) {
		return value.Failure("stopped")
	}
	return types.NewList(types.NumberType, items)
}

// join takes several lists. Its message names the list only if there is more than one.
func join(c *invocation) value.Value {
	if len(c.args) < 2 {
		return c.fail("at least one list is required", "join needs at least one list")
	}
	var parts []string
	length := 0
	for i, l := range c.args[1:] {
		for k, item := range l.List().Items {
			s, ok := item.Text()
			if !ok {
				which := ""
				if len(c.args) > 2 {
					which = diag.Sprintf(" of list %d", i+1)
				}
				return c.failArgument(i+1,
					diag.Sprintf("element %d%s is null; cannot concatenate null values", k, which),
					diag.Sprintf("element %d%s is null, which is not a string", k, which))
			}
			length += len(s) + len(c.str(0))
			parts = append(parts, s)
		}
	}
	// The text can be far longer than the lists, if the separator is long.
	if !c.hasRoom(length) {
		return value.Failure("stopped")
	}
	return c.long(strings.Join(parts, c.str(0)))
}

// split separates every character if the separator is empty.
func split(c *invocation) value.Value {
	if !c.Spend(ir.ItemCost * strings.Count(c.str(1), c.str(0))) {
		return value.Failure("stopped")
	}
	return types.NewList(types.StringType, stdlib.Texts(strings.Split(c.str(1), c.str(0))))
}

// sequence returns the elements of an argument that must be a list, set or tuple. If it is not,
// sequence reports that, with the original's message, and returns false.
func (c *invocation) sequence(i int, reference string) ([]value.Value, bool) {
	l := c.args[i].List()
	if l == nil {
		c.failArgument(i, reference, "this must be a list, set or tuple, not a "+types.NameOf(c.args[i]))
		return nil, false
	}
	return l.Items, true
}

// flatten returns a tuple, since elements of different depths rarely have one type. Marks of the
// lists that it takes apart move to the result.
func flatten(c *invocation) value.Value {
	l := c.args[0].List()
	if l == nil {
		return c.fail("can only flatten lists, sets and tuples", "this must be a list, set or tuple, not a "+
			types.NameOf(c.args[0]))
	}
	flat, marks, ok := stdlib.Flatten(l.Items, func(n int) bool { return c.Spend(ir.ItemCost * n) })
	if !ok {
		return value.Failure("stopped")
	}
	return types.NewTuple(flat).With(marks & types.Kept)
}

// reverse returns a list for a set as well: in the order of the set's elements, reversed.
func reverse(c *invocation) value.Value {
	items, ok := c.sequence(0, "can only reverse list or tuple values, not "+types.NameOf(c.args[0]))
	if !ok {
		return value.Failure("error")
	}
	// Other values may share the items.
	items = append([]value.Value(nil), items...)
	slices.Reverse(items)
	if types.KindOf(c.args[0]) == types.Tuple {
		return types.NewTuple(items)
	}
	return types.NewList(types.Of(c.args[0]).Elem, items)
}

// sortTexts compares bytes, as the original does, not words of a language. If any element is
// unknown, so is every element of the result: the unknown one could be anywhere.
func sortTexts(c *invocation) value.Value {
	items := append([]value.Value(nil), c.args[0].List().Items...)
	if why := value.Why(c.args[0]); why != "" { // only the length is known
		for i := range items {
			items[i] = types.NotKnown(types.StringType, why)
		}
		return types.NewList(types.StringType, items)
	}
	for i, v := range items {
		if v.IsNull() {
			return c.fail(diag.Sprintf("given list element %d is null; a null string cannot be sorted", i),
				diag.Sprintf("element %d is null, which cannot be sorted", i))
		}
	}
	sort.SliceStable(items, func(i, j int) bool {
		a, _ := items[i].Text()
		b, _ := items[j].Text()
		return a < b
	})
	return types.NewList(types.StringType, items)
}

// contains is true if one element is known to be equal, even among others that are unknown.
func contains(c *invocation) value.Value {
	list := c.args[0].List()
	if list == nil {
		return c.fail("argument must be list, tuple, or set", "this must be a list, set or tuple, not a "+
			types.NameOf(c.args[0]))
	}
	why := ""
	for _, v := range list.Items {
		equal, known := types.KnownEqual(v, c.args[1])
		switch {
		case equal && known:
			return value.Flag(true)
		// Either of the two may be the unknown one; Why finds it in a list of both.
		case !known:
			why = value.Why(value.ListOf(v, c.args[1]))
		}
	}
	if why != "" {
		return c.unknownBecause(why)
	}
	return value.Flag(false)
}

// zipmap returns a map if the values are a list, and an object if they are a tuple. Of equal keys,
// the last one counts.
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
// mistake.
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

// gone refuses a function that exists only to report its removal, whatever the arguments are (4.7).
func gone(name, instead string) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		return c.refuseCall(diag.Sprintf("the %q function was deprecated in Terraform v0.12 and is no longer "+
			"available; use %s syntax to write a literal %s", name, instead, name))
	}
}
