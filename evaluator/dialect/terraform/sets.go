package terraform

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

var setOfAny = types.SetOf(types.DynamicType)

// setFunctions combine collections.
var setFunctions = []*function{
	{name: "chunklist", doc: "Cuts a list into lists of a size; the last one may be shorter.", result: "any",
		params: "list:list a list | size:number how many elements; 0 is all", run: chunklist, keepsMarks: true, keepsUnknown: true},
	{name: "coalescelist", doc: "Gives the first of several lists that has elements.", result: "any",
		params: "vals...:any? lists and tuples", run: coalescelist, keepsUnknown: true},
	{name: "index", doc: "Gives the position of a value in a list.", result: "number",
		params: "list:any a list or tuple | value:any the element to look for", run: indexOf, keepsUnknown: true},
	{name: "matchkeys", doc: "Gives the elements of a list at whose positions another list has one of certain keys.", result: "any",
		params: "values:list the list to choose from | keys:list a key for each value | searchset:list the keys to look for", run: matchkeys},
	{name: "setintersection", doc: "Gives the elements that all of several sets have.", result: "any",
		params: "first_set:set a set | other_sets...:set further sets",
		run:    combined(func(in []bool) bool { return in[0] && all(in) })},
	{name: "setunion", doc: "Gives the elements that any of several sets has.", result: "any",
		params: "first_set:set a set | other_sets...:set further sets",
		run:    combined(func([]bool) bool { return true }), keepsUnknown: true},
	{name: "setsubtract", doc: "Gives the elements of a set that another has not.", result: "any",
		params: "a:set a set | b:set the elements to leave out",
		run:    combined(func(in []bool) bool { return in[0] && !in[1] })},
	{name: "setproduct", doc: "Gives all combinations of an element of each of several sets or lists.", result: "any",
		params: "sets...:any sets, lists and tuples", run: setproduct, keepsMarks: true, keepsUnknown: true},
	{name: "transpose", doc: "Turns a map of lists round: the elements become keys, and the keys elements.", result: "any",
		params: "values:lists a map of lists of texts", run: transpose},
	{name: "list", doc: "Is gone since Terraform 0.12; write [...].", result: "any", params: "vals...:any? any values",
		run: gone("list", "tolist([ ... ])"), takesUnknown: true},
	{name: "map", doc: "Is gone since Terraform 0.12; write {...}.", result: "any", params: "vals...:any? any values",
		run: gone("map", "tomap({ ... })"), takesUnknown: true},
}

func all(list []bool) bool {
	for _, b := range list {
		if !b {
			return false
		}
	}
	return true
}

// gone refuses a function that the original has only to say that it is gone.
func gone(name, instead string) func(c *invocation) value.Value {
	return func(c *invocation) value.Value {
		return c.refuseCall(diag.Sprintf("the %q function was deprecated in Terraform v0.12 and is no longer available; use %s syntax to write a literal %s", name, instead, name))
	}
}

func chunklist(c *invocation) value.Value {
	items := c.args[0].List().Items
	size, ok := c.integer(1)
	switch {
	case !ok:
		return c.refuseCall("invalid size: " + notWhole)
	case size < 0:
		return c.refuseCall("the size argument must be positive")
	case size == 0 || size > len(items):
		size = max(len(items), 1)
	}
	elem := types.Of(c.args[0]).Elem
	var chunks []value.Value
	for i := 0; i < len(items); i += size {
		end := min(i+size, len(items))
		chunks = append(chunks, types.NewList(elem, items[i:end:end]))
	}
	return types.NewList(types.ListOf(elem), chunks)
}

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

// combined makes a set of the elements of several that a rule chooses by which of the sets
// they are in.
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
		if !c.Spend(count * count / 16) {
			return value.Failure("stopped")
		}
		sets := make([][]value.Value, len(c.args))
		for i, v := range c.args {
			v, _ = types.Convert(v, types.SetOf(elem))
			sets[i] = v.List().Items
		}
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

// holds reports whether a value is among others.
func holds(items []value.Value, v value.Value) bool {
	for _, item := range items {
		if types.Equal(item, v) {
			return true
		}
	}
	return false
}

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
		if count *= len(lists[i]); !c.Spend(count) {
			return value.Failure("stopped")
		}
	}
	rows := make([]value.Value, count)
	for n := range rows {
		cells := make([]value.Value, len(lists))
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

func transpose(c *invocation) value.Value {
	var fields []value.Field
	at := map[string]int{}
	var lists [][]value.Value
	for _, f := range value.Sorted(c.args[0].Object().Fields) {
		if f.Value.IsNull() {
			return c.refuseCall("input must not contain null list")
		}
		for _, v := range f.Value.List().Items {
			key, ok := v.Text()
			if !ok {
				return c.refuseCall("input list must not contain null string")
			}
			if _, known := at[key]; !known {
				at[key] = len(fields)
				fields, lists = append(fields, value.Field{Key: key}), append(lists, nil)
			}
			lists[at[key]] = append(lists[at[key]], value.Str(f.Key))
		}
	}
	for i := range fields {
		fields[i].Value = types.NewList(types.StringType, lists[i])
	}
	return types.NewMap(listOfText, fields)
}
