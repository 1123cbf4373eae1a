package std

import (
	"fmt"

	"pantograph/evaluator/value"
)

var setFuncs = []Func{
	{
		Name:   "contains",
		Doc:    "Says whether a list has an element equal to the given one.",
		Params: []Param{need("element", anything, "what to look for"), need("input", anyList, "the list")},
		Result: boolean,
		eval:   func(c *call) value.Value { return value.Flag(c.position() >= 0) },
	}, {
		Name:   "distinct",
		Doc:    "Leaves out the elements that are equal to an earlier one.",
		Params: []Param{need("input", anyList, "the list")},
		Result: anyList,
		eval:   distinctItems,
	}, {
		Name:   "index",
		Doc:    "Gives the position of the first element equal to the given one, counted from 0.",
		Params: []Param{need("element", anything, "what to look for"), need("input", anyList, "the list")},
		Result: integer,
		eval:   index,
	}, {
		Name: "matchkeys",
		Doc: "Gives the values whose key is in searchList; the key of a value stands at the same position of keys. " +
			"pulumi-std always crashes here: it has no argument keys.",
		Params: []Param{need("keys", listOf(text), "the keys of the values, one each"),
			need("searchList", listOf(text), "the keys to select"), need("values", listOf(text), "the values to choose from")},
		Result: listOf(text),
		eval:   matchkeys,
	}, {
		Name:   "setintersection",
		Doc:    "Gives the elements that are in all of the lists, each once, in the order of the first list.",
		Params: []Param{need("input", lists, "the lists")},
		Result: anyList,
		eval:   setintersection,
	}, {
		Name:   "toset",
		Doc:    "Leaves out repeated elements. With two or more elements all become text before.",
		Params: []Param{need("input", anyList, "the list")},
		Result: anyList,
		eval:   func(c *call) value.Value { return value.ListOf(distinct(alike(c.items("input")))...) },
	},
}

// position returns where the list input has the argument element, or -1. Values are equal
// when their JSON is.
func (c *call) position() int {
	wanted := identity(c.arg("element"))
	for i, v := range c.items("input") {
		if identity(v) == wanted {
			return i
		}
	}
	return -1
}

func index(c *call) value.Value {
	if i := c.position(); i >= 0 {
		return value.Int(i)
	}
	return c.fail(Problem{
		Code:      codeNotFound,
		Message:   "the list has no element equal to " + show(c.arg("element")),
		Reference: "item not found",
		ArgPath:   at("element"),
	})
}

// show returns a value for a message, cut when it is long.
func show(v value.Value) string {
	const limit = 60
	s, _ := GoJSON(v)
	if r := []rune(s); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return s
}

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

func distinctItems(c *call) value.Value {
	list := c.items("input")
	for i, v := range list {
		if v.Depth() > 0 {
			c.warn(Problem{
				Code:    hintCrash,
				Message: "pulumi-std crashes when std:distinct meets a list or an object inside the list; they are compared by value here",
				ArgPath: at("input", i),
			})
			break
		}
	}
	return value.ListOf(distinct(list)...)
}

func matchkeys(c *call) value.Value {
	keys, values := c.texts("keys"), c.texts("values")
	if len(keys) != len(values) {
		return c.fail(Problem{
			Code:    codeLengths,
			Message: fmt.Sprintf("keys and values must have the same length, but have %d and %d", len(keys), len(values)),
			ArgPath: at("keys"),
		})
	}
	wanted := map[string]bool{}
	for _, key := range c.texts("searchList") {
		wanted[key] = true
	}
	chosen := []string{}
	for i, key := range keys {
		if wanted[key] {
			chosen = append(chosen, values[i])
		}
	}
	c.warn(Problem{
		Code:    hintCrash,
		Message: "std:matchkeys always crashes in pulumi-std, which has no argument keys; the result here is what its manual describes",
	})
	return textList(chosen)
}

func setintersection(c *call) value.Value {
	sets := c.items("input")
	if len(sets) == 0 {
		return value.ListOf()
	}
	out := distinct(items(sets[0]))
	for _, other := range sets[1:] {
		in := map[string]bool{}
		for _, v := range items(other) {
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
	return value.ListOf(out...)
}
