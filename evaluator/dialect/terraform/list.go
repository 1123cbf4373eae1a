package terraform

import (
	"slices"
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// listOfAny is the type of parameters that take lists, sets and tuples, whose elements are unified
// (4.7).
var listOfAny = types.ListOf(types.DynamicType)

// listOfText is the type of parameters and results that are lists of strings.
var listOfText = types.ListOf(types.StringType)

// listFunctions select elements of lists and tuples, and combine them (4.4, 4.7). Those whose results
// contain elements of the arguments are Shallow, so that the elements keep their own marks.
var listFunctions = []ir.Func{
	{
		Name:    "concat",
		Doc:     "Concatenates lists and tuples.",
		Params:  []ir.Param{{Name: "seqs", Type: "any", Doc: "lists and tuples", Variadic: true}},
		Result:  "list or tuple",
		Example: `concat(["a"], ["b", "c"]) → ["a", "b", "c"]`,
		Shallow: true,
		Data:    builtin{run: concat, wantsCollection: true},
	}, {
		Name: "element",
		Doc:  "Returns the element of a list at an index, which wraps around at the end.",
		Params: []ir.Param{
			{Name: "list", Type: "any", Doc: "a list or tuple"},
			{Name: "index", Type: "number", Doc: "a whole number; a negative one counts from the end"},
		},
		Result:  "any",
		Example: `element(["a", "b"], 3) → "b"`,
		Shallow: true,
		Data:    builtin{run: elementAt, wantsCollection: true},
	}, {
		Name: "slice",
		Doc:  "Returns a part of a list.",
		Params: []ir.Param{
			{Name: "list", Type: "any", Doc: "a list or tuple"},
			{Name: "start_index", Type: "number", Doc: "the index of the first element"},
			{Name: "end_index", Type: "number", Doc: "the index after the last element"},
		},
		Result:  "list or tuple",
		Example: `slice(["a", "b", "c"], 1, 3) → ["b", "c"]`,
		Shallow: true,
		Data:    builtin{run: slice, wantsCollection: true},
	}, {
		Name:    "sort",
		Doc:     "Sorts strings by their bytes.",
		Params:  []ir.Param{{Name: "list", Type: "list of string", Doc: "a list of strings"}},
		Result:  "list of string",
		Example: `sort(["b", "a"]) → tolist(["a", "b"])`,
		Data:    builtin{run: sortTexts, keepsUnknown: true},
	}, {
		Name:    "reverse",
		Doc:     "Returns the elements of a list in reverse order.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple"}},
		Result:  "list or tuple",
		Example: `reverse(["a", "b"]) → ["b", "a"]`,
		Shallow: true,
		Data:    builtin{run: reverse, wantsCollection: true},
	}, {
		Name:    "flatten",
		Doc:     "Replaces the lists inside a list with their elements, at every depth.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple"}},
		Result:  "tuple",
		Example: `flatten(["a", ["b", ["c"]]]) → ["a", "b", "c"]`,
		Shallow: true,
		Data:    builtin{run: flatten},
	}, {
		Name: "chunklist",
		Doc:  "Splits a list into lists of the given size; the last one may be shorter.",
		Params: []ir.Param{
			{Name: "list", Type: "list of any", Doc: "a list"},
			{Name: "size", Type: "number", Doc: "the number of elements; 0 means all"},
		},
		Result:  "any",
		Example: `chunklist(["a", "b", "c"], 2) → tolist([tolist(["a", "b"]), tolist(["c"])])`,
		Shallow: true,
		Data:    builtin{run: chunklist},
	}, {
		Name:    "coalesce",
		Doc:     "Returns the first value that is neither null nor an empty string.",
		Params:  []ir.Param{{Name: "vals", Type: "any", Doc: "values of one type", Variadic: true, Nullable: true}},
		Result:  "any",
		Example: `coalesce(null, "", "a") → "a"`,
		Data:    builtin{run: coalesce, keepsUnknown: true},
	}, {
		Name:    "coalescelist",
		Doc:     "Returns the first list that is not empty.",
		Params:  []ir.Param{{Name: "vals", Type: "any", Doc: "lists and tuples", Variadic: true, Nullable: true}},
		Result:  "any",
		Example: `coalescelist([], ["a"]) → ["a"]`,
		Data:    builtin{run: coalescelist, keepsUnknown: true},
	}, {
		Name:    "compact",
		Doc:     "Removes empty strings and nulls.",
		Params:  []ir.Param{{Name: "list", Type: "list of string", Doc: "a list of strings"}},
		Result:  "list of string",
		Example: `compact(["a", "", null]) → tolist(["a"])`,
		Data:    builtin{run: compact},
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
		Name:    "one",
		Doc:     "Returns the only element of a list, or null if it is empty.",
		Params:  []ir.Param{{Name: "list", Type: "any", Doc: "a list, set or tuple"}},
		Result:  "any",
		Example: `one(["a"]) → "a"`,
		Data:    builtin{run: one, keepsUnknown: true, wantsCollection: true},
	}, {
		Name:   "list",
		Doc:    "Was removed in Terraform 0.12; write [...].",
		Params: []ir.Param{{Name: "vals", Type: "any", Doc: "any values", Variadic: true, Nullable: true}},
		Result: "any",
		Data:   builtin{run: removedFunction("list", "tolist([ ... ])"), takesUnknown: true},
	},
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
		// The budget is charged before the items are copied, since a chain of concat can double a
		// list at each step.
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

// sequence returns the elements of an argument that must be a list, set or tuple. For any other
// argument, it reports the original's message and returns false.
func (c *invocation) sequence(i int, reference string) ([]value.Value, bool) {
	l := c.args[i].List()
	if l == nil {
		c.failArgument(i, reference, "this must be a list, set or tuple, not a "+types.NameOf(c.args[i]))
		return nil, false
	}
	return l.Items, true
}

// flatten returns a tuple, since elements of different depths rarely have the same type. The result
// gets the marks of the lists that are flattened.
func flatten(c *invocation) value.Value {
	l := c.args[0].List()
	if l == nil {
		return c.fail("can only flatten lists, sets and tuples", "this must be a list, set or tuple, not a "+
			types.NameOf(c.args[0]))
	}
	if why := unknownLength(c.args[0]); why != "" {
		return types.NotKnown(types.DynamicType, why)
	}
	flat, marks, ok := stdlib.Flatten(l.Items, func(n int) bool { return c.Spend(ir.ItemCost * n) })
	if !ok {
		return value.Failure("stopped")
	}
	return types.NewTuple(flat).With(marks & types.Kept)
}

// unknownLength returns why the number of elements of a flattened list is unknown, or "". An unknown element
// may itself be a list, unless its type is that of something else.
func unknownLength(v value.Value) string {
	switch kind := types.KindOf(v); {
	case !v.HasUnknown():
		return ""
	case v.IsUnknown() && kind != types.Dynamic && !isListKind(kind), v.List() == nil && !v.IsUnknown():
		return ""
	case v.IsUnknown(), types.HasUnclearLength(v):
		return value.Why(v)
	}
	for _, item := range v.List().Items {
		if why := unknownLength(item); why != "" {
			return why
		}
	}
	return ""
}

// isListKind reports whether a kind of type is that of lists, sets or tuples.
func isListKind(k types.Kind) bool { return k == types.List || k == types.Set || k == types.Tuple }

// reverse returns a list for a set as well, with the elements in the reverse of the set's order.
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

// sortTexts compares bytes, as the original does, without rules of any language. If any element is
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

// removedFunction refuses any call of a function that exists only to report its removal (4.7).
func removedFunction(name, instead string) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		return c.refuseCall(diag.Sprintf("the %q function was deprecated in Terraform v0.12 and is no longer "+
			"available; use %s syntax to write a literal %s", name, instead, name))
	}
}

// isSequence reports whether elements can be read by index, which those of a set cannot.
func isSequence(v value.Value) bool {
	kind := types.KindOf(v)
	return kind == types.List || kind == types.Tuple
}

// elementAt wraps around: an index beyond the end, or below zero, continues at the other end. Any
// 64-bit integer is a valid index.
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

// slice checks start and end separately against the length before it compares them, so that the
// message names the one that is out of range.
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
	// The result shares the items, but not the capacity after its end: appending to it copies the items.
	if types.KindOf(c.args[0]) == types.Tuple {
		return types.NewTuple(items[at[0]:at[1]:at[1]])
	}
	return types.NewList(types.Of(c.args[0]).Elem, items[at[0]:at[1]:at[1]])
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
	// All arguments determine the type, even those that are null or empty.
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
// arguments are checked first, even those after the one that is returned.
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
	case types.HasUnclearLength(c.args[0]):
		return types.Like(c.args[0], types.Of(c.args[0]).Elem)
	case len(items) > 1:
		return c.failArgument(0, reference, diag.Sprintf("there are %d elements here", len(items)))
	case len(items) == 1:
		return items[0]
	case types.KindOf(c.args[0]) == types.Tuple:
		return value.Nothing()
	}
	return types.Null(types.Of(c.args[0]).Elem)
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
	// The size is at least 1, because slices.Chunk panics for less, even without elements.
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
