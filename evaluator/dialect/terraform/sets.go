package terraform

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// setOfAny is the type of parameters that take lists, sets and tuples, and drop duplicates.
var setOfAny = types.SetOf(types.DynamicType)

// setFunctions combine sets (4.7). invoke has made sets of the arguments, except of those of
// setproduct, for which the difference between lists and sets matters.
var setFunctions = []ir.Func{
	{
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
		Outer:   true,
		Data:    builtin{run: setproduct},
	},
}

// all is the rule of setintersection: an element is in every set.
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
					in[i] = holds(sets[i], v)
				}
				if rule(in) {
					out = append(out, v)
				}
			}
		}
		return types.NewSet(elem, out)
	}
}

// holds reports whether a list contains a value.
func holds(items []value.Value, v value.Value) bool {
	for _, item := range items {
		if types.Equal(item, v) {
			return true
		}
	}
	return false
}

// setproduct returns a list of tuples if all arguments are lists or tuples, and a set as soon as
// one is a set. The last argument varies fastest.
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
		list, why := types.Convert(v, listOfAny)
		if why != "" {
			return c.refuse(i, "all elements must be of the same type")
		}
		areLists = areLists && kind != types.Set
		lists[i] = list.List().Items
		row.Types = append(row.Types, types.Of(list).Elem)
		// Charged at each argument, so that count cannot overflow.
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
		// The positions in the lists are the digits of n, which has as many values in each place as
		// the list has items. The last list has the lowest digit, so it varies fastest.
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
