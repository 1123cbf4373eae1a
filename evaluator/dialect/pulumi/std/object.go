package std

import (
	"fmt"
	"sort"

	"pantograph/evaluator/value"
)

var anyMap = mapOf(anything)

var objectFuncs = []Func{
	{
		Name:   "keys",
		Doc:    "Gives the keys of an object, sorted.",
		Params: []Param{need("input", anyMap, "the object")},
		Result: listOf(text),
		eval:   keys,
	}, {
		Name:   "length",
		Doc:    "Gives the number of entries of a list or an object, or the number of bytes of a string.",
		Params: []Param{need("input", anything, "a string, a list or an object")},
		Result: integer,
		eval:   length,
	}, {
		Name: "lookup",
		Doc:  "Gives the value of a key of an object, or the default when there is no such key.",
		Params: []Param{need("key", text, "the key"), need("map", anyMap, "the object"),
			may("default", anything, "what to give when the key is missing")},
		Result: anything,
		eval:   lookup,
	}, {
		Name:   "map",
		Doc:    "Makes an object of keys and values that stand in turn.",
		Params: []Param{need("args", anyList, "key, value, key, value, ...")},
		Result: anyMap,
		eval:   makeMap,
	}, {
		Name:   "merge",
		Doc:    "Lays objects over one another: for a key that several have, the last one wins.",
		Params: []Param{need("input", listOf(anyMap), "the objects")},
		Result: anyMap,
		eval:   merge,
	}, {
		Name:   "transpose",
		Doc:    "Turns an object of lists of texts over: the texts become keys, with the lists of keys they stood under.",
		Params: []Param{need("input", mapOf(listOf(text)), "the object")},
		Result: mapOf(listOf(text)),
		eval:   transpose,
	}, {
		Name:   "values",
		Doc:    "Gives the values of an object, in the order of the sorted keys.",
		Params: []Param{need("input", anyMap, "the object")},
		Result: anyList,
		eval:   values,
	}, {
		Name:   "zipmap",
		Doc:    "Makes an object of a list of keys and a list of values.",
		Params: []Param{need("keys", listOf(text), "the keys"), need("values", anyList, "the values, one for each key")},
		Result: anyMap,
		eval:   zipmap,
	},
}

// object returns an object of fields, of which the last with a key counts, sorted by key.
func object(fields []value.Field) value.Value {
	return value.ObjectOf(value.Sorted(value.Distinct(fields))...)
}

func keys(c *call) value.Value {
	out := []string{}
	for _, f := range c.fields("input") {
		out = append(out, f.Key)
	}
	return textList(out)
}

func values(c *call) value.Value {
	out := []value.Value{}
	for _, f := range c.fields("input") {
		out = append(out, f.Value)
	}
	return value.ListOf(out...)
}

func length(c *call) value.Value {
	input := c.arg("input")
	switch d := input.Data.(type) {
	case value.String:
		return value.Int(len(d))
	case *value.List:
		return value.Int(len(d.Items))
	case *value.Object:
		return value.Int(len(d.Fields))
	}
	return c.fail(Problem{
		Code:    codeType,
		Message: "input of std:length must be a string, a list or an object, not " + article(input.Kind()),
		ArgPath: at("input"),
	})
}

func lookup(c *call) value.Value {
	key, fallback := c.text("key"), c.arg("default")
	if v, ok := c.arg("map").Object().Get(key); ok {
		return v
	}
	if fallback.Data != nil && !fallback.IsNull() {
		return fallback
	}
	return c.fail(Problem{
		Code:      codeNotFound,
		Message:   "the object has no key " + show(c.arg("key")) + ", and there is no default",
		Reference: "key not found in input map",
		ArgPath:   at("key"),
	})
}

func makeMap(c *call) value.Value {
	args := c.items("args")
	if len(args)%2 != 0 {
		return c.fail(Problem{
			Code:      codeLengths,
			Message:   fmt.Sprintf("args must hold keys and values in turn, but has %d elements: the last key has no value", len(args)),
			Reference: "expected an even number of arguments",
			ArgPath:   at("args"),
		})
	}
	var fields []value.Field
	for i := 0; i < len(args); i += 2 {
		key, ok := args[i].Text()
		if !ok {
			return c.fail(Problem{
				Code:    codeType,
				Message: fmt.Sprintf("args[%d] of std:map is a key and must be a string, not %s", i, article(args[i].Kind())),
				ArgPath: at("args", i),
			})
		}
		fields = append(fields, value.Field{Key: key, Value: args[i+1]})
	}
	return object(fields)
}

func merge(c *call) value.Value {
	var all []value.Field
	for _, v := range c.items("input") {
		all = append(all, fields(v)...)
	}
	return object(all)
}

func transpose(c *call) value.Value {
	turned := map[string][]string{}
	for _, f := range c.fields("input") {
		for _, v := range items(f.Value) {
			s, _ := v.Text()
			turned[s] = append(turned[s], f.Key)
		}
	}
	var out []value.Field
	for key, under := range turned {
		out = append(out, value.Field{Key: key, Value: textList(under)})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Key < out[j].Key })
	return value.ObjectOf(out...)
}

func zipmap(c *call) value.Value {
	keys, values := c.texts("keys"), c.items("values")
	if len(keys) != len(values) {
		return c.fail(Problem{
			Code:      codeLengths,
			Message:   fmt.Sprintf("keys and values must have the same length, but have %d and %d", len(keys), len(values)),
			Reference: "keys and values must be the same length",
			ArgPath:   at("values"),
		})
	}
	var fields []value.Field
	for i, key := range keys {
		fields = append(fields, value.Field{Key: key, Value: values[i]})
	}
	return object(fields)
}
