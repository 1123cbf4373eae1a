package terraform

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// setOfAny is the type of parameters that take lists, sets and tuples, and drop duplicates.
var setOfAny = types.SetOf(types.DynamicType)

// setFunctions combine sets, and look for equal elements in lists (4.4, 4.7). invoke converts the
// arguments of setintersection, setunion and setsubtract to sets, but not those of setproduct, for
// which the difference between lists and sets matters.
var setFunctions = []ir.Func{
	{
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
		Name:    "distinct",
		Doc:     "Removes elements that are equal to an earlier one.",
		Params:  []ir.Param{{Name: "list", Type: "list of any", Doc: "a list"}},
		Result:  "list",
		Example: `distinct(["a", "b", "a"]) → tolist(["a", "b"])`,
		Data:    builtin{run: distinct},
	}, {
		Name: "matchkeys",
		Doc:  "Returns the elements of a list whose keys, which another list contains, are among the wanted ones.",
		Params: []ir.Param{
			{Name: "values", Type: "list of any", Doc: "the list to choose from"},
			{Name: "keys", Type: "list of any", Doc: "a key for each value"},
			{Name: "searchset", Type: "list of any", Doc: "the keys to look for"},
		},
		Result:  "any",
		Example: `matchkeys(["a", "b"], ["x", "y"], ["y"]) → tolist(["b"])`,
		Data:    builtin{run: matchkeys},
	}, {
		Name: "setintersection",
		Doc:  "Returns the elements that all of several sets contain.",
		Params: []ir.Param{
			{Name: "first_set", Type: "set of any", Doc: "a set"},
			{Name: "other_sets", Type: "set of any", Doc: "further sets", Variadic: true},
		},
		Result:  "any",
		Example: `setintersection(["a", "b"], ["b"]) → toset(["b"])`,
		Data:    builtin{run: combined(func(in []bool) bool { return in[0] && all(in) })},
	}, {
		Name: "setunion",
		Doc:  "Returns the elements that any of several sets contains.",
		Params: []ir.Param{
			{Name: "first_set", Type: "set of any", Doc: "a set"},
			{Name: "other_sets", Type: "set of any", Doc: "further sets", Variadic: true},
		},
		Result:  "any",
		Example: `setunion(["a"], ["b"]) → toset(["a", "b"])`,
		Data:    builtin{run: combined(func([]bool) bool { return true }), keepsUnknown: true},
	}, {
		Name: "setsubtract",
		Doc:  "Returns the elements of a set that another one does not contain.",
		Params: []ir.Param{
			{Name: "a", Type: "set of any", Doc: "a set"},
			{Name: "b", Type: "set of any", Doc: "the elements to exclude"},
		},
		Result:  "any",
		Example: `setsubtract(["a", "b"], ["b"]) → toset(["a"])`,
		Data:    builtin{run: combined(func(in []bool) bool { return in[0] && !in[1] })},
	}, {
		Name:    "setproduct",
		Doc:     "Returns all combinations of one element from each of several sets or lists.",
		Params:  []ir.Param{{Name: "sets", Type: "any", Doc: "sets, lists and tuples", Variadic: true}},
		Result:  "any",
		Example: `setproduct(["a"], [1, 2]) → tolist([["a", 1], ["a", 2]])`,
		Shallow: true,
		Data:    builtin{run: setproduct, wantsCollection: true},
	},
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
		// The element or the value may be unknown. Why returns the reason from a list of both.
		case !known:
			why = value.Why(value.ListOf(v, c.args[1]))
		}
	}
	if why != "" {
		return c.unknownBecause(why)
	}
	return value.Flag(false)
}

// distinct keeps the first of equal elements. It compares each with all kept ones, for which the
// budget is charged beforehand.
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

// indexOf cannot skip an unknown element, which may be the first one that is equal to the value.
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
	// At this point, the two lists of keys have a common type, or one of them is empty.
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

// all is the rule of setintersection: an element must be in every set.
func all(list []bool) bool {
	for _, b := range list {
		if !b {
			return false
		}
	}
	return true
}

// combined builds a set from the elements that a rule selects, given which of the sets contain
// them. The element types are unified first, so 1 and "1" are one element (4.7).
func combined(rule func(in []bool) bool) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		elems, count := make([]*types.Type, len(c.args)), 0
		for i, v := range c.args {
			elems[i] = types.Of(v).Elem
			count += len(v.List().Items)
		}
		elem := types.UnifyElements(elems)
		if elem == nil {
			return c.refuseCall("given sets must all have compatible element types")
		}
		// Every element is compared with every other one.
		if !c.Spend(count * count / 16) {
			return value.Failure("stopped")
		}
		sets := make([][]value.Value, len(c.args))
		for i, v := range c.args {
			v, _ = types.Convert(v, types.SetOf(elem))
			sets[i] = v.List().Items
		}
		// An element of several sets is added for each of them; NewSet drops the duplicates.
		var out []value.Value
		in := make([]bool, len(sets))
		for _, set := range sets {
			for _, v := range set {
				for i := range sets {
					in[i] = containsValue(sets[i], v)
				}
				if rule(in) {
					out = append(out, v)
				}
			}
		}
		return types.NewSet(elem, out)
	}
}

// containsValue reports whether a list contains a value.
func containsValue(items []value.Value, v value.Value) bool {
	for _, item := range items {
		if types.Equal(item, v) {
			return true
		}
	}
	return false
}

// setproduct returns a list of tuples if all arguments are lists or tuples, and a set if any of
// them is a set. The last argument varies fastest.
func setproduct(c *invocation) value.Value {
	if len(c.args) < 2 {
		return c.refuseCall("at least two arguments are required")
	}
	row := &types.Type{Kind: types.Tuple}
	lists, count, areLists := make([][]value.Value, len(c.args)), 1, true
	for i, v := range c.args {
		kind := types.KindOf(v)
		if v.List() == nil {
			return c.refuse(i, "a set or a list is required")
		}
		if types.HasUnclearLength(v) {
			return types.NotKnown(types.DynamicType, value.Why(v))
		}
		list, why := types.Convert(v, listOfAny)
		if why != "" {
			return c.refuse(i, "all elements must be of the same type")
		}
		areLists = areLists && kind != types.Set
		lists[i] = list.List().Items
		row.Types = append(row.Types, types.Of(list).Elem)
		// The budget is charged at each argument, so count cannot overflow.
		if count *= len(lists[i]); !c.Spend(ir.ItemCost * count) {
			return value.Failure("stopped")
		}
	}
	if !c.Spend(ir.ItemCost * count * len(lists)) {
		return value.Failure("stopped")
	}
	rows := make([]value.Value, count)
	for n := range rows {
		cells := make([]value.Value, len(lists))
		// The digits of n are the positions in the lists: the base of each digit is the length of its
		// list. The lowest digit is that of the last list, which therefore varies fastest.
		for i, rest := len(lists)-1, n; i >= 0; i-- {
			cells[i] = lists[i][rest%len(lists[i])]
			rest /= len(lists[i])
		}
		rows[n] = types.NewTuple(cells)
	}
	if areLists {
		return types.NewList(row, rows)
	}
	return types.NewSet(row, rows)
}
