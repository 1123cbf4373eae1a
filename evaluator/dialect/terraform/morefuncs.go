package terraform

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/rivo/uniseg"

	"pantograph/evaluator/value"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/terraform/types"
)

var (
	listOfAny  = types.ListOf(types.DynamicType)
	listOfBool = types.ListOf(types.BoolType)
)

// moreFunctions are what people try besides.
var moreFunctions = []*function{
	{name: "element", doc: "Gives an element of a list by its number, which begins again behind the end.", result: "any",
		params: "list:any a list or tuple | index:number a whole number, negative from the end", run: elementAt, keepsMarks: true, keepsUnknown: true},
	{name: "slice", doc: "Gives a part of a list.", result: "list or tuple",
		params: "list:any a list or tuple | start_index:number the first element | end_index:number one behind the last", run: slice, keepsMarks: true, keepsUnknown: true},
	{name: "distinct", doc: "Removes elements that were there before.", result: "list",
		params: "list:list a list", run: distinct},
	{name: "compact", doc: "Removes empty texts and nulls.", result: "list of string",
		params: "list:texts a list of texts", run: compact, keepsUnknown: true},
	{name: "coalesce", doc: "Gives the first value that is neither null nor an empty text.", result: "any",
		params: "vals...:any? values of one type", run: coalesce, keepsUnknown: true},
	{name: "one", doc: "Gives the only element of a list, or null when it is empty.", result: "any",
		params: "list:any a list, set or tuple", run: one, keepsUnknown: true},
	{name: "sum", doc: "Adds numbers.", result: "number",
		params: "list:any a list, set or tuple of numbers", run: sum},
	{name: "zipmap", doc: "Makes an object or map of keys and values.", result: "object or map",
		params: "keys:texts a list of texts | values:any a list or tuple", run: zipmap, keepsUnknown: true},
	{name: "alltrue", doc: "Tells whether all elements are true.", result: "bool",
		params: "list:bools a list of truth values", run: everyOrSome(false)},
	{name: "anytrue", doc: "Tells whether one element is true.", result: "bool",
		params: "list:bools a list of truth values", run: everyOrSome(true)},
	{name: "replace", doc: "Replaces every occurrence of a text, or of a regular expression between slashes.", result: "string",
		params: "str:string any text | substr:string what to replace | replace:string what to write instead; $1 is a group", run: replace},
	{name: "substr", doc: "Gives a part of a text, counted in characters as a reader does.", result: "string",
		params: "str:string any text | offset:number the first character, negative from the end | length:number how many; -1 is all", run: substr},
	{name: "trim", doc: "Removes characters at both ends of a text.", result: "string",
		params: "str:string any text | cutset:string the characters to remove",
		run:    func(c *invocation) value.Value { return value.Str(strings.Trim(c.str(0), c.str(1))) }},
	{name: "strcontains", doc: "Tells whether a text holds another one.", result: "bool",
		params: "str:string any text | substr:string the text to look for",
		run:    func(c *invocation) value.Value { return value.Flag(strings.Contains(c.str(0), c.str(1))) }},
}

func isSequence(v value.Value) bool {
	kind := types.KindOf(v)
	return kind == types.List || kind == types.Tuple
}

func elementAt(c *invocation) value.Value {
	if !isSequence(c.args[0]) {
		return c.fail("cannot read elements from "+types.NameOf(c.args[0]), "only lists and tuples have elements by number, not a "+types.NameOf(c.args[0]))
	}
	items := c.args[0].List().Items
	n, ok := c.integer(1)
	switch {
	case !ok:
		return c.refuseCall("invalid index: " + notWhole)
	case len(items) == 0:
		return c.fail("cannot use element function with an empty list", "an empty list has no elements")
	}
	return items[(n%len(items)+len(items))%len(items)]
}

func slice(c *invocation) value.Value {
	switch {
	case types.KindOf(c.args[0]) == types.Set:
		return c.refuse(0, "cannot slice a set, because its elements do not have indices; explicitly convert to a list if the ordering of the result is not important")
	case !isSequence(c.args[0]):
		return c.failArgument(0, "must be a list or tuple value", "this must be a list or tuple, not a "+types.NameOf(c.args[0]))
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
	if types.KindOf(c.args[0]) == types.Tuple {
		return types.NewTuple(items[at[0]:at[1]:at[1]])
	}
	return types.NewList(types.Of(c.args[0]).Elem, items[at[0]:at[1]:at[1]])
}

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

func compact(c *invocation) value.Value {
	var out []value.Value
	for _, v := range c.args[0].List().Items {
		if s, _ := v.Text(); s != "" {
			out = append(out, v)
		}
	}
	return types.NewList(types.StringType, out)
}

func coalesce(c *invocation) value.Value {
	if len(c.args) == 0 {
		return c.fail("all arguments must have the same type", "coalesce needs at least one value")
	}
	all := make([]*types.Type, 0, len(c.args))
	for _, v := range c.args {
		all = append(all, types.Of(v))
	}
	common := types.Unify(all)
	if common == nil {
		return c.fail("all arguments must have the same type", "these values have no type in common")
	}
	for _, v := range c.args {
		if s, isText := v.Text(); !v.IsNull() && (!isText || s != "") {
			v, _ = types.Convert(v, common)
			return v
		}
	}
	return c.fail("no non-null, non-empty-string arguments", "every value is null or an empty text")
}

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

func sum(c *invocation) value.Value {
	l := c.args[0].List()
	switch {
	case l == nil && types.Of(c.args[0]).IsPrimitive():
		return c.failArgument(0, "cannot sum noniterable", "this must be a list, set or tuple, not a "+types.NameOf(c.args[0]))
	case c.args[0].Object() != nil && len(c.args[0].Object().Fields) == 0 || l != nil && len(l.Items) == 0:
		return c.failArgument(0, "cannot sum an empty list", "an empty list has no sum")
	case l == nil:
		return c.failArgument(0, diag.Sprintf("argument must be list, set, or tuple. Received %s", types.NameOf(c.args[0])), "this must be a list, set or tuple, not a "+types.NameOf(c.args[0]))
	}
	total := new(big.Float).SetPrec(types.Precision)
	for _, v := range l.Items {
		n, why := types.Convert(v, types.NumberType)
		if why != "" || n.IsNull() {
			return c.failArgument(0, "argument must be list, set, or tuple of number values", "every element must be a number")
		}
		total.Add(total, types.Float(n))
	}
	v, _ := types.FromFloat(total)
	return v
}

func zipmap(c *invocation) value.Value {
	keys := c.args[0].List().Items
	if !isSequence(c.args[1]) {
		return c.fail("values argument must be a list or tuple value", "the values must be a list or tuple, not a "+types.NameOf(c.args[1]))
	}
	items := c.args[1].List().Items
	if len(keys) != len(items) {
		return c.fail(diag.Sprintf("number of keys (%d) does not match number of values (%d)", len(keys), len(items)),
			diag.Sprintf("there are %d keys and %d values", len(keys), len(items)))
	}
	fields := make([]value.Field, len(keys))
	for i, k := range keys {
		name, ok := k.Text()
		switch {
		case k.IsUnknown():
			return c.unknownBecause(value.Why(k))
		case !ok:
			return c.fail(diag.Sprintf("keys list has null value at index %d", i), "null cannot be a key")
		}
		fields[i] = value.Field{Key: name, Value: items[i]}
	}
	fields = value.Distinct(fields)
	if types.KindOf(c.args[1]) == types.Tuple {
		return types.NewObject(fields)
	}
	return types.NewMap(types.Of(c.args[1]).Elem, fields)
}

// everyOrSome looks for an element that decides: one that is not true, or one that is.
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

func replace(c *invocation) value.Value {
	old := c.str(1)
	if len(old) < 2 || old[0] != '/' || old[len(old)-1] != '/' {
		return c.long(strings.ReplaceAll(c.str(0), old, c.str(2)))
	}
	pattern, err := regexp.Compile(old[1 : len(old)-1])
	if err != nil {
		return c.fail(diag.Words(err.Error()), "this is no regular expression")
	}
	return c.long(pattern.ReplaceAllString(c.str(0), c.str(2)))
}

func substr(c *invocation) value.Value {
	offset, ok := c.integer(1)
	length, whole := c.integer(2)
	if !ok || !whole {
		return c.refuseCall(notWhole)
	}
	var characters []string
	// Not uniseg.Graphemes, which also finds words and sentences: its tables are large.
	for rest, state := c.str(0), -1; rest != ""; {
		var character string
		character, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		characters = append(characters, character)
	}
	if offset < 0 {
		offset = max(offset+len(characters), 0)
	}
	offset = min(offset, len(characters))
	end := len(characters)
	if length >= 0 {
		end = min(end, offset+min(length, len(characters)))
	}
	return value.Str(strings.Join(characters[offset:end], ""))
}
