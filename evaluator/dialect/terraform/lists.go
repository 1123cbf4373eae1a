package terraform

import (
	"math/big"
	"pantograph/evaluator/ir"
	"slices"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// listOfAny is the type of parameters that take lists, sets and tuples, whose elements are unified
// (4.7).
var listOfAny = types.ListOf(types.DynamicType)

// listFunctions select elements of lists and inspect them (4.4, 4.7).
var listFunctions = []ir.Func{
	{
		Name: "element",
		Doc:  "Returns the element of a list at an index, which wraps around at the end.",
		Params: []ir.Param{
			{Name: "list", Type: "any", Doc: "a list or tuple"},
			{Name: "index", Type: "number", Doc: "a whole number, negative from the end"},
		},
		Result:  "any",
		Example: `element(["a", "b"], 3) → "b"`,
		Outer:   true,
		Data:    builtin{run: elementAt},
	}, {
		Name: "slice",
		Doc:  "Returns a part of a list.",
		Params: []ir.Param{
			{Name: "list", Type: "any", Doc: "a list or tuple"},
			{Name: "start_index", Type: "number", Doc: "the first element"},
			{Name: "end_index", Type: "number", Doc: "the position after the last"},
		},
		Result:  "list or tuple",
		Example: `slice(["a", "b", "c"], 1, 3) → ["b", "c"]`,
		Outer:   true,
		Data:    builtin{run: slice},
	}, {
		Name:    "distinct",
		Doc:     "Removes elements that are equal to an earlier one.",
		Params:  []ir.Param{{Name: "list", Type: "list of any", Doc: "a list"}},
		Result:  "list",
		Example: `distinct(["a", "b", "a"]) → tolist(["a", "b"])`,
		Data:    builtin{run: distinct},
	}, {
		Name:    "compact",
		Doc:     "Removes empty strings and nulls.",
		Params:  []ir.Param{{Name: "list", Type: "list of string", Doc: "a list of strings"}},
		Result:  "list of string",
		Example: `compact(["a", "", null]) → tolist(["a"])`,
		Data:    builtin{run: compact, keepsUnknown: true},
	}, {
		Name:    "coalesce",
		Doc:     "Returns the first value that is neither null nor an empty string.",
		Params:  []ir.Param{{Name: "vals", Type: "any", Doc: "values of one type", Variadic: true, Nullable: true}},
		Result:  "any",
		Example: `coalesce(null, "", "a") → "a"`,
		Data:    builtin{run: coalesce, keepsUnknown: true},
	}, {
		Name:    "coalescelist",
		Doc:     "Returns the first of several lists that is not empty.",
		Params:  []ir.Param{{Name: "vals", Type: "any", Doc: "lists and tuples", Variadic: true, Nullable: true}},
		Result:  "any",
		Example: `coalescelist([], ["a"]) → ["a"]`,
		Data:    builtin{run: coalescelist, keepsUnknown: true},
	}, {
		Name:    "one",
		Doc:     "Returns the only element of a list, or null if it is empty.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple"}},
		Result:  "any",
		Example: `one(["a"]) → "a"`,
		Data:    builtin{run: one, keepsUnknown: true},
	}, {
		Name:    "sum",
		Doc:     "Adds numbers.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple of numbers"}},
		Result:  "number",
		Example: "sum([1, 2.5]) → 3.5",
		Data:    builtin{run: sum},
	}, {
		Name:    "alltrue",
		Doc:     "Reports whether all elements are true.",
		Params:  []ir.Param{{Name: "list", Type: "list of bool", Doc: "a list of booleans"}},
		Result:  "bool",
		Example: "alltrue([true, false]) → false",
		Data:    builtin{run: everyOrSome(false)},
	}, {
		Name:    "anytrue",
		Doc:     "Reports whether any element is true.",
		Params:  []ir.Param{{Name: "list", Type: "list of bool", Doc: "a list of booleans"}},
		Result:  "bool",
		Example: "anytrue([true, false]) → true",
		Data:    builtin{run: everyOrSome(true)},
	}, {
		Name: "chunklist",
		Doc:  "Splits a list into lists of the given size; the last one may be shorter.",
		Params: []ir.Param{
			{Name: "list", Type: "list of any", Doc: "a list"},
			{Name: "size", Type: "number", Doc: "the number of elements; 0 means all"},
		},
		Result:  "any",
		Example: `chunklist(["a", "b", "c"], 2) → tolist([tolist(["a", "b"]), tolist(["c"])])`,
		Outer:   true,
		Data:    builtin{run: chunklist},
	}, {
		Name: "index",
		Doc:  "Returns the position of a value in a list.",
		Params: []ir.Param{
			{Name: "list", Type: "any", Doc: "a list or tuple"},
			{Name: "value", Type: "any", Doc: "the element to look for"},
		},
		Result:  "number",
		Example: `index(["a", "b"], "b") → 1`,
		Data:    builtin{run: indexOf, keepsUnknown: true},
	}, {
		Name: "matchkeys",
		Doc:  "Returns the elements of a list at whose positions another list has one of the wanted keys.",
		Params: []ir.Param{
			{Name: "values", Type: "list of any", Doc: "the list to choose from"},
			{Name: "keys", Type: "list of any", Doc: "a key for each value"},
			{Name: "searchset", Type: "list of any", Doc: "the keys to look for"},
		},
		Result:  "any",
		Example: `matchkeys(["a", "b"], ["x", "y"], ["y"]) → tolist(["b"])`,
		Data:    builtin{run: matchkeys},
	},
}

// isSequence reports whether elements can be read by index, which those of a set cannot.
func isSequence(v value.Value) bool {
	kind := types.KindOf(v)
	return kind == types.List || kind == types.Tuple
}

// elementAt wraps around: an index beyond the end, or below zero, counts on from the other end. An
// index of any size is allowed as long as it is a whole number of 64 bits.
func elementAt(c *invocation) value.Value {
	if !isSequence(c.args[0]) {
		return c.fail("cannot read elements from "+types.NameOf(c.args[0]),
			"only lists and tuples have elements at an index, not a "+types.NameOf(c.args[0]))
	}
	items := c.args[0].List().Items
	n, ok := c.integer(1)
	switch {
	case !ok:
		return c.refuseCall("invalid index: " + notWhole)
	case len(items) == 0:
		return c.fail("cannot use element function with an empty list", "an empty list has no elements")
	}
	return stdlib.Element(items, n)
}

// slice checks start and end separately, each against the length, before it compares them, so that
// the message names the one that is wrong.
func slice(c *invocation) value.Value {
	switch {
	case types.KindOf(c.args[0]) == types.Set:
		return c.refuse(0, "cannot slice a set, because its elements do not have indices; explicitly convert to a "+
			"list if the ordering of the result is not important")
	case !isSequence(c.args[0]):
		return c.failArgument(0, "must be a list or tuple value",
			"this must be a list or tuple, not a "+types.NameOf(c.args[0]))
	}
	items := c.args[0].List().Items
	var at [2]int
	for i, word := range []string{"start", "end"} {
		n, ok := c.integer(i + 1)
		switch {
		case !ok:
			return c.refuse(i+1, "invalid "+diag.Constant(word)+" index: "+notWhole)
		case n < 0:
			return c.refuse(i+1, diag.Constant(word)+" index must not be less than zero")
		case n > len(items):
			return c.refuse(i+1, diag.Constant(word)+" index must not be greater than the length of the list")
		}
		at[i] = n
	}
	if at[0] > at[1] {
		return c.refuse(1, "start index must not be greater than end index")
	}
	// The result shares the items; its capacity ends with it.
	if types.KindOf(c.args[0]) == types.Tuple {
		return types.NewTuple(items[at[0]:at[1]:at[1]])
	}
	return types.NewList(types.Of(c.args[0]).Elem, items[at[0]:at[1]:at[1]])
}

// distinct keeps the first of equal elements. It compares each with all kept ones, which is paid
// for beforehand.
func distinct(c *invocation) value.Value {
	items := c.args[0].List().Items
	if !c.Spend(len(items) * len(items) / 64) {
		return value.Failure("stopped")
	}
	var out []value.Value
next:
	for _, v := range items {
		for _, known := range out {
			if types.Equal(v, known) {
				continue next
			}
		}
		out = append(out, v)
	}
	return types.NewList(types.Of(c.args[0]).Elem, out)
}

// compact drops null as well as empty strings.
func compact(c *invocation) value.Value {
	var out []value.Value
	for _, v := range c.args[0].List().Items {
		if s, _ := v.Text(); s != "" {
			out = append(out, v)
		}
	}
	return types.NewList(types.StringType, out)
}

// coalesce skips empty strings as well as null, and converts the value that it finds to the common
// type of all, including those that it skips. An unknown argument never gets here.
func coalesce(c *invocation) value.Value {
	if len(c.args) == 0 {
		return c.fail("all arguments must have the same type", "coalesce needs at least one value")
	}
	all := make([]*types.Type, 0, len(c.args))
	for _, v := range c.args {
		all = append(all, types.Of(v))
	}
	// The type is that of all arguments, so it does not depend on which are null or empty.
	common := types.Unify(all)
	if common == nil {
		return c.fail("all arguments must have the same type", "these values have no common type")
	}
	for _, v := range c.args {
		if s, isText := v.Text(); !v.IsNull() && (!isText || s != "") {
			v, _ = types.Convert(v, common)
			return v
		}
	}
	return c.fail("no non-null, non-empty-string arguments", "every value is null or an empty string")
}

// coalescelist returns its argument without converting it to a common type, unlike coalesce. All
// arguments are checked first, also those after the one that is returned.
func coalescelist(c *invocation) value.Value {
	if len(c.args) == 0 {
		return c.refuseCall("at least one argument is required")
	}
	for _, v := range c.args {
		if kind := types.KindOf(v); kind != types.List && kind != types.Tuple {
			return c.refuseCall("coalescelist arguments must be lists or tuples")
		}
	}
	for _, v := range c.args {
		if l := v.List(); l != nil && len(l.Items) > 0 {
			return v
		}
	}
	return c.refuseCall("no non-null arguments")
}

// one returns null for an empty collection: of the type of its elements for a list or a set, and
// without a type for a tuple, which has no element type.
func one(c *invocation) value.Value {
	const reference = "must be a list, set, or tuple value with either zero or one elements"
	items, ok := c.sequence(0, reference)
	switch {
	case !ok:
		return value.Failure("error")
	case len(items) > 1:
		return c.failArgument(0, reference, diag.Sprintf("there are %d elements here", len(items)))
	case len(items) == 1:
		return items[0]
	case types.KindOf(c.args[0]) == types.Tuple:
		return value.Nothing()
	}
	return types.Null(types.Of(c.args[0]).Elem)
}

// sum converts strings to numbers. An empty map is refused as if it were an empty list.
func sum(c *invocation) value.Value {
	l := c.args[0].List()
	switch {
	case l == nil && types.Of(c.args[0]).IsPrimitive():
		return c.failArgument(0, "cannot sum noniterable", "this must be a list, set or tuple, not a "+
			types.NameOf(c.args[0]))
	// Only an empty map or object has this message; others are refused below.
	case c.args[0].Object() != nil && len(c.args[0].Object().Fields) == 0 || l != nil && len(l.Items) == 0:
		return c.failArgument(0, "cannot sum an empty list", "an empty list has no sum")
	case l == nil:
		return c.failArgument(0, diag.Sprintf("argument must be list, set, or tuple. Received %s",
			diag.Constant(types.NameOf(c.args[0]))), "this must be a list, set or tuple, not a "+
			diag.Constant(types.NameOf(c.args[0])))
	}
	total := new(big.Float).SetPrec(types.Precision)
	for _, v := range l.Items {
		n, why := types.Convert(v, types.NumberType)
		if why != "" || n.IsNull() {
			return c.failArgument(0, "argument must be list, set, or tuple of number values",
				"every element must be a number")
		}
		total.Add(total, types.Float(n))
	}
	v, _ := types.FromFloat(total)
	return v
}

// everyOrSome looks for an element that decides the result: for alltrue one that is not true, for
// anytrue one that is. Null is not true (4.4).
func everyOrSome(wanted bool) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		for _, v := range c.args[0].List().Items {
			if (v.Data == value.Bool(true)) == wanted {
				return value.Flag(wanted)
			}
		}
		return value.Flag(!wanted)
	}
}

// chunklist puts all elements into one chunk if the size is zero.
func chunklist(c *invocation) value.Value {
	items := c.args[0].List().Items
	size, ok := c.integer(1)
	switch {
	case !ok:
		return c.refuseCall("invalid size: " + notWhole)
	case size < 0:
		return c.refuseCall("the size argument must be positive")
	// At least 1, since Chunk takes no other size, even for no elements.
	case size == 0 || size > len(items):
		size = max(len(items), 1)
	}
	if !c.Spend(ir.ItemCost * (len(items) / size)) {
		return value.Failure("stopped")
	}
	elem := types.Of(c.args[0]).Elem
	var chunks []value.Value
	for chunk := range slices.Chunk(items, size) {
		chunks = append(chunks, types.NewList(elem, chunk))
	}
	return types.NewList(types.ListOf(elem), chunks)
}

// indexOf cannot skip an unknown element: a later one would not be the first that is equal.
func indexOf(c *invocation) value.Value {
	list := c.args[0].List()
	kind := types.KindOf(c.args[0])
	switch {
	case kind != types.List && kind != types.Tuple:
		return c.refuseCall("argument must be a list or tuple")
	case len(list.Items) == 0:
		return c.refuseCall("cannot search an empty list")
	}
	for i, v := range list.Items {
		equal, known := types.KnownEqual(v, c.args[1])
		switch {
		case !known:
			return c.unknownBecause(value.Why(value.ListOf(v, c.args[1])))
		case equal:
			return types.FromInt(i)
		}
	}
	return c.refuseCall("item not found")
}

// matchkeys compares keys after converting them to the common type of both lists; null keys match
// nothing.
func matchkeys(c *invocation) value.Value {
	values, keys := c.args[0].List().Items, c.args[1].List().Items
	common := types.Unify([]*types.Type{types.Of(c.args[1]), types.Of(c.args[2])})
	if len(keys) > 0 && len(c.args[2].List().Items) > 0 && common == nil {
		return c.refuseCall("keys and searchset must be of the same type")
	}
	if len(keys) != len(values) {
		return c.refuseCall("length of keys and values should be equal")
	}
	wanted := c.args[2].List().Items
	if !c.Spend(len(keys) * len(wanted) / 16) {
		return value.Failure("stopped")
	}
	var out []value.Value
	// Here the keys and the wanted ones have a common type, or one of them is empty.
	for i, key := range keys {
		for _, w := range wanted {
			a, _ := types.Convert(key, common.Elem)
			b, _ := types.Convert(w, common.Elem)
			if !a.IsNull() && types.Equal(a, b) {
				out = append(out, values[i])
				break
			}
		}
	}
	return types.NewList(types.Of(c.args[0]).Elem, out)
}
