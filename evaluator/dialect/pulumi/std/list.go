package std

import (
	"fmt"
	"slices"
	"sort"

	"pantograph/evaluator/value"
)

var (
	anyList = listOf(anything)
	lists   = listOf(anyList)
)

var listFuncs = []Func{
	{
		Name:   "alltrue",
		Doc:    `Says whether every element of a list is true or "true". For an empty list it is true.`,
		Params: []Param{need("input", anyList, "the list")},
		Result: boolean,
		eval: func(c *call) value.Value {
			return value.Flag(!slices.ContainsFunc(c.items("input"), func(v value.Value) bool { return !isTrue(v) }))
		},
	}, {
		Name:   "anytrue",
		Doc:    `Says whether an element of a list is true or "true". For an empty list it is false.`,
		Params: []Param{need("input", anyList, "the list")},
		Result: boolean,
		eval:   func(c *call) value.Value { return value.Flag(slices.ContainsFunc(c.items("input"), isTrue)) },
	}, {
		Name:   "chunklist",
		Doc:    "Cuts a list into lists of at most size elements.",
		Params: []Param{need("input", anyList, "the list"), need("size", integer, "how many elements in each list")},
		Result: lists,
		eval:   chunklist,
	}, {
		Name: "coalesce",
		Doc: "Gives the first element that is not null. When there is a string anywhere, all elements become text " +
			"and empty ones are skipped too.",
		Params: []Param{need("input", anyList, "the candidates")},
		Result: anything,
		eval:   coalesce,
	}, {
		Name:   "coalescelist",
		Doc:    "Gives the first list that is not empty.",
		Params: []Param{need("input", lists, "the candidates")},
		Result: anyList,
		eval:   coalescelist,
	}, {
		Name:   "compact",
		Doc:    "Leaves out the empty texts of a list of texts.",
		Params: []Param{need("input", anyList, "the texts")},
		Result: listOf(text),
		eval:   compact,
	}, {
		Name:   "concat",
		Doc:    "Puts several lists together into one.",
		Params: []Param{need("input", lists, "the lists")},
		Result: anyList,
		eval:   concat,
	}, {
		Name:   "element",
		Doc:    "Gives the element at a position, counted from 0. A position outside of the list wraps around.",
		Params: []Param{need("index", integer, "the position"), need("input", anyList, "the list")},
		Result: anything,
		eval:   element,
	}, {
		Name:   "flatten",
		Doc:    "Replaces the lists in a list by their elements, at every depth.",
		Params: []Param{need("input", anyList, "the list")},
		Result: anyList,
		eval: func(c *call) value.Value {
			return value.ListOf(flatten([]value.Value{}, c.items("input"))...)
		},
	}, {
		Name:   "reverse",
		Doc:    "Gives the elements of a list in reverse order.",
		Params: []Param{need("input", anyList, "the list")},
		Result: anyList,
		eval: func(c *call) value.Value {
			out := slices.Clone(c.items("input"))
			slices.Reverse(out)
			return value.ListOf(out...)
		},
	}, {
		Name: "slice",
		Doc:  "Cuts a piece out of a list. Negative positions count from the end.",
		Params: []Param{need("list", anyList, "the list"), may("from", integer, "the first position, 0 by default"),
			may("to", integer, "the position behind the last, by default the end")},
		Result: anyList,
		eval:   slice,
	}, {
		Name:   "sort",
		Doc:    "Sorts texts by their bytes.",
		Params: []Param{need("input", listOf(text), "the texts")},
		Result: listOf(text),
		eval: func(c *call) value.Value {
			texts := c.texts("input")
			sort.Strings(texts)
			return textList(texts)
		},
	}, {
		Name:   "tolist",
		Doc:    "Makes the elements of a list alike: with two or more of them all become text.",
		Params: []Param{need("input", anyList, "the list")},
		Result: anyList,
		eval:   func(c *call) value.Value { return value.ListOf(alike(c.items("input"))...) },
	},
}

// isTrue reports whether v is true or the text "true"; all else counts as false.
func isTrue(v value.Value) bool {
	return v.Data == value.Bool(true) || v.Data == value.String("true")
}

func chunklist(c *call) value.Value {
	list, size := c.items("input"), c.integer("size")
	if size < 0 {
		return c.fail(Problem{
			Code:      codeRange,
			Message:   fmt.Sprintf("size must be greater than 0, but it is %d", size),
			Reference: "size must be greater than or equal to 0",
			ArgPath:   at("size"),
		})
	}
	if size == 0 {
		return c.fail(Problem{
			Code:    codeRange,
			Message: "size must be greater than 0; pulumi-std never ends for lists of size 0",
			ArgPath: at("size"),
		})
	}
	chunks := []value.Value{}
	for chunk := range slices.Chunk(list, size) {
		chunks = append(chunks, value.ListOf(chunk...))
	}
	return value.ListOf(chunks...)
}

// coalesce gives the first element that is not null. A text among the elements makes all
// of them texts; numbers and booleans do not mix.
func coalesce(c *call) value.Value {
	list := c.items("input")
	var texts, numbers, flags bool
	for _, v := range list {
		switch v.Data.(type) {
		case value.String:
			texts = true
		case value.Number:
			numbers = true
		case value.Bool:
			flags = true
		}
	}
	if numbers && flags && !texts {
		return c.fail(Problem{
			Code:    codeType,
			Message: "input of std:coalesce must not mix numbers and booleans",
			ArgPath: at("input"),
		})
	}
	for _, v := range list {
		switch {
		case v.IsNull():
		case !texts:
			return v
		case GoFormat(v) != "":
			return value.Str(GoFormat(v))
		}
	}
	return c.fail(Problem{
		Code:      codeEmpty,
		Message:   "there is no value to choose: all elements of input are null or empty",
		Reference: "no non-empty values found",
		ArgPath:   at("input"),
	})
}

func coalescelist(c *call) value.Value {
	for _, v := range c.items("input") {
		if len(items(v)) > 0 {
			return v
		}
	}
	return c.fail(Problem{
		Code:    codeEmpty,
		Message: "there is no list to choose: all lists in input are empty",
		ArgPath: at("input"),
	})
}

func compact(c *call) value.Value {
	texts := []string{}
	for i, v := range c.items("input") {
		s, ok := v.Text()
		if !ok {
			return c.fail(Problem{
				Code:      codeType,
				Message:   fmt.Sprintf("input[%d] of std:compact must be a string, not %s", i, article(v.Kind())),
				Reference: "compact arg is not a string value",
				ArgPath:   at("input", i),
			})
		}
		if s != "" {
			texts = append(texts, s)
		}
	}
	return textList(texts)
}

func concat(c *call) value.Value {
	out := []value.Value{}
	for _, v := range c.items("input") {
		out = append(out, items(v)...)
	}
	return value.ListOf(out...)
}

func element(c *call) value.Value {
	list, index := c.items("input"), c.integer("index")
	if len(list) == 0 {
		return c.fail(Problem{
			Code:      codeEmpty,
			Message:   "there is no element to give: input is an empty list",
			Reference: "input list must not be empty when using the element function",
			ArgPath:   at("input"),
		})
	}
	return list[(index%len(list)+len(list))%len(list)]
}

func flatten(out, list []value.Value) []value.Value {
	for _, v := range list {
		if inner := v.List(); inner != nil {
			out = flatten(out, inner.Items)
			continue
		}
		out = append(out, v)
	}
	return out
}

func slice(c *call) value.Value {
	list := c.items("list")
	bounds := [2]int{}
	for i, name := range [...]string{"from", "to"} {
		given := c.integerOr(name, i*len(list))
		bounds[i] = given
		if given < 0 {
			bounds[i] += len(list)
		}
		if bounds[i] < 0 || bounds[i] > len(list) {
			return c.fail(Problem{
				Code:    codeRange,
				Message: fmt.Sprintf("%s is %d, but the list has %d elements", name, given, len(list)),
				ArgPath: at(name),
			})
		}
	}
	from, to := bounds[0], bounds[1]
	if from > to {
		return c.fail(Problem{
			Code:    codeRange,
			Message: fmt.Sprintf("from (position %d) must not be behind to (position %d); pulumi-std crashes here", from, to),
			ArgPath: at("from"),
		})
	}
	return value.ListOf(slices.Clone(list[from:to])...)
}

// alike makes the elements of a list alike: two or more all become text, one keeps its type.
func alike(list []value.Value) []value.Value {
	out := slices.Clone(list)
	if len(out) < 2 {
		return out
	}
	for i, v := range out {
		out[i] = value.Str(GoFormat(v))
	}
	return out
}
