package std

import "pantograph/evaluator/ir"

import "pantograph/evaluator/value"

// setFuncs compare elements by value, including lists and maps. The original compares Go values and crashes for
// lists and maps in some of these functions (11).
var setFuncs = []ir.Func{
	{
		Name: "std:contains",
		Doc:  "Reports whether a list has an element equal to the given one.",
		Params: []ir.Param{
			{Name: "element", Type: anything, Doc: "the value to look for"},
			{Name: "input", Type: anyList, Doc: "the list"},
		},
		Result:  boolean,
		Example: "{input: [a, b], element: b} → true",
		Data:    onCall(func(c *call) any { return c.position() >= 0 }),
	}, {
		Name:    "std:distinct",
		Doc:     "Removes elements that are equal to an earlier one.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  anyList,
		Example: "{input: [a, b, a]} → [a, b]",
		Data:    onCall(func(c *call) any { return distinctItems(c) }),
	}, {
		Name: "std:index",
		Doc:  "Returns the position of the first element equal to the given one, counted from 0.",
		Params: []ir.Param{
			{Name: "element", Type: anything, Doc: "the value to look for"},
			{Name: "input", Type: anyList, Doc: "the list"},
		},
		Result:  integer,
		Example: "{input: [a, b], element: b} → 1",
		Data:    onCall(index),
	}, {
		Name: "std:matchkeys",
		Doc: "Returns the values whose keys are in searchList, once for each occurrence; the key of a value is at " +
			"the same position in keys. " +
			"pulumi-std always crashes here: it has no argument keys.",
		Params: []ir.Param{
			{Name: "keys", Type: textList, Doc: "the keys of the values, one each", Optional: true},
			{Name: "searchList", Type: textList, Doc: "the keys to select"},
			{Name: "values", Type: textList, Doc: "the values to select from"},
		},
		Result:  textList,
		Example: "{values: [a, b], keys: [x, y], searchList: [y]} → [b]",
		Data:    onCall(matchkeys),
	}, {
		Name: "std:setintersection",
		Doc: "Returns the elements that are in all of the lists, each once, in the order of the first list. If " +
			"any element is a string, all are converted to strings.",
		Params:  []ir.Param{{Name: "input", Type: listList, Doc: "the lists"}},
		Result:  anyList,
		Example: "{input: [[a, b], [b]]} → [b]",
		Data:    onCall(setintersection),
	},
}

var (
	notInList = fault{code: codeNotFound, arg: "element",
		message: "the list has no element equal to %s", reference: "item not found"}
	distinctLists = fault{code: hintCrash, arg: "input",
		message: "pulumi-std crashes if the list contains a list or an object; here they are compared by value"}
	unmatchedKeys = fault{code: codeLengths, arg: "keys",
		message:   "keys and values must have the same length, but have %d and %d",
		reference: "values and keys must be of equal length"}
	nothingToSearch = fault{code: codeEmpty, arg: "input",
		message:   "there is nothing to search: input is an empty list",
		reference: "input list must not be empty when using the index function"}
	matchkeysCrashes = fault{code: hintCrash,
		message: "std:matchkeys always crashes in pulumi-std, which has no argument keys; the result here is what " +
			"its manual describes"}
)

// position returns the index of the argument element in the list input, or -1. Values are equal if
// their JSON is.
func (c *call) position() int {
	wanted := identity(c.arg("element"))
	for i, v := range c.items("input") {
		if identity(v) == wanted {
			return i
		}
	}
	return -1
}

// index rejects an empty list with its own message, as the original does (11).
func index(c *call) any {
	if len(c.items("input")) == 0 {
		return c.fail(&nothingToSearch)
	}
	if i := c.position(); i >= 0 {
		return i
	}
	return c.fail(&notInList, show(c.arg("element")))
}

// show formats a value for a message as JSON, truncating it if it is long.
func show(v value.Value) string {
	const limit = 60
	s, _ := GoJSON(v)
	if r := []rune(s); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return s
}

// distinct returns the elements in their order, but only the first of equal ones. A number and the same number
// as a string are different.
func distinct(list []value.Value) []value.Value {
	out := []value.Value{}
	seen := make(map[string]bool, len(list))
	for _, v := range list {
		if key := identity(v); !seen[key] {
			seen[key] = true
			out = append(out, v)
		}
	}
	return out
}

// distinctItems returns the distinct elements of the argument input. One hint about a list or a map
// among them is enough.
func distinctItems(c *call) []value.Value {
	list := c.items("input")
	for i, v := range list {
		if v.Depth() > 0 {
			c.hint(&distinctLists, i)
			break
		}
	}
	return distinct(list)
}

// matchkeys implements the description in the manual of pulumi-std. The original always crashes, because it lacks
// the argument keys (11). A key that occurs twice in searchList selects its values twice.
func matchkeys(c *call) any {
	keys, values := c.texts("keys"), c.texts("values")
	if len(keys) != len(values) {
		return c.fail(&unmatchedKeys, len(keys), len(values))
	}
	// wanted has the number of occurrences of each key in searchList.
	wanted := map[string]int{}
	for _, key := range c.texts("searchList") {
		wanted[key]++
	}
	chosen := []string{}
	for i, key := range keys {
		if !c.spend(wanted[key]) {
			return stopped
		}
		for range wanted[key] {
			chosen = append(chosen, values[i])
		}
	}
	c.hint(&matchkeysCrashes, -1)
	return chosen
}

// setintersection keeps the order of the first list; the original's order is random. Elements are
// converted as in coalesce, over all lists together: a string in the last list converts the numbers
// in the first (11).
func setintersection(c *call) any {
	sets := c.items("input")
	if len(sets) == 0 {
		return []value.Value{}
	}
	var all []value.Value
	for _, set := range sets {
		all = append(all, items(set)...)
	}
	texts, ok := c.common(all)
	if !ok {
		return stopped
	}
	// All elements become strings before any are compared, so that 1 and "1" are equal.
	if texts {
		for i, v := range all {
			all[i] = value.Str(GoFormat(v))
		}
	}
	// The converted sets are consecutive parts of all.
	next := func(i int) []value.Value {
		n := len(items(sets[i]))
		set := all[:n]
		all = all[n:]
		return set
	}
	out := distinct(next(0))
	for i := range sets[1:] {
		in := map[string]bool{}
		for _, v := range next(i + 1) {
			in[identity(v)] = true
		}
		kept := []value.Value{}
		for _, v := range out {
			if in[identity(v)] {
				kept = append(kept, v)
			}
		}
		out = kept
	}
	return out
}
