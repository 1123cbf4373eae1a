package std

import (
	"slices"
	"sort"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// listFuncs work with lists whose elements may have any type. None of them changes its arguments,
// because values are shared between expressions.
var listFuncs = []ir.Func{
	{
		Name:    "std:alltrue",
		Doc:     `Reports whether every element of a list is true or "true". For an empty list, the result is true.`,
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  boolean,
		Example: "{input: [true, false]} → false",
		Data: onCall(func(c *call) any {
			return !slices.ContainsFunc(c.items("input"), func(v value.Value) bool { return !isTrue(v) })
		}),
	}, {
		Name:    "std:anytrue",
		Doc:     `Reports whether any element of a list is true or "true". For an empty list, the result is false.`,
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  boolean,
		Example: "{input: [true, false]} → true",
		Data:    onCall(func(c *call) any { return slices.ContainsFunc(c.items("input"), isTrue) }),
	}, {
		Name: "std:chunklist",
		Doc:  "Splits a list into lists of at most size elements.",
		Params: []ir.Param{
			{Name: "input", Type: anyList, Doc: "the list"},
			{Name: "size", Type: integer, Doc: "the maximum number of elements in each list"},
		},
		Result:  anyList,
		Example: "{input: [a, b, c], size: 2} → [[a, b], [c]]",
		Data:    onCall(chunklist),
	}, {
		Name: "std:coalesce",
		Doc: "Returns the first element that is not null. If any element is a string, all elements are converted to " +
			"strings " +
			"and empty ones are skipped too.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the candidates"}},
		Result:  anything,
		Example: `{input: [null, "", a]} → a`,
		Data:    onCall(coalesce),
	}, {
		Name:    "std:coalescelist",
		Doc:     "Returns the first list that is not empty.",
		Params:  []ir.Param{{Name: "input", Type: listList, Doc: "the candidates"}},
		Result:  anyList,
		Example: "{input: [[], [a]]} → [a]",
		Data:    onCall(coalescelist),
	}, {
		Name:    "std:compact",
		Doc:     "Removes null and empty strings from a list of strings.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the strings"}},
		Result:  textList,
		Example: `{input: [a, "", null]} → [a]`,
		Data:    onCall(compact),
	}, {
		Name:    "std:concat",
		Doc:     "Concatenates several lists.",
		Params:  []ir.Param{{Name: "input", Type: listList, Doc: "the lists"}},
		Result:  anyList,
		Example: "{input: [[a], [b, c]]} → [a, b, c]",
		Data:    onCall(concat),
	}, {
		Name: "std:element",
		Doc:  "Returns the element at a position, counted from 0. A position outside of the list wraps around.",
		Params: []ir.Param{
			{Name: "index", Type: integer, Doc: "the position"},
			{Name: "input", Type: anyList, Doc: "the list"},
		},
		Result:  anything,
		Example: "{input: [a, b], index: 3} → b",
		Data:    onCall(element),
	}, {
		Name:    "std:flatten",
		Doc:     "Replaces the lists in a list with their elements, at every depth.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  anyList,
		Example: "{input: [a, [b, [c]]]} → [a, b, c]",
		Data: onCall(func(c *call) any {
			flat, _, _ := stdlib.Flatten(c.items("input"), c.spend)
			return flat
		}),
	}, {
		Name:    "std:reverse",
		Doc:     "Returns the elements of a list in reverse order.",
		Params:  []ir.Param{{Name: "input", Type: anyList, Doc: "the list"}},
		Result:  anyList,
		Example: "{input: [a, b]} → [b, a]",
		Data: onCall(func(c *call) any {
			out := slices.Clone(c.items("input"))
			slices.Reverse(out)
			return out
		}),
	}, {
		Name: "std:slice",
		Doc:  "Returns a part of a list. Negative positions count from the end.",
		Params: []ir.Param{
			{Name: "list", Type: anyList, Doc: "the list"},
			{Name: "from", Type: integer, Doc: "the first position, 0 by default", Optional: true},
			{Name: "to", Type: integer, Doc: "the position after the last, by default the end", Optional: true},
		},
		Result:  anyList,
		Example: "{list: [a, b, c], from: 1, to: 3} → [b, c]",
		Data:    onCall(slice),
	}, {
		Name:    "std:sort",
		Doc:     "Sorts strings by their bytes.",
		Params:  []ir.Param{{Name: "input", Type: textList, Doc: "the strings"}},
		Result:  textList,
		Example: "{input: [b, a]} → [a, b]",
		Data: onCall(func(c *call) any {
			texts := c.texts("input")
			sort.Strings(texts)
			return texts
		}),
	},
}

var (
	// Where an error has no reference, the original crashes or never returns (11).
	negativeSize = fault{code: codeRange, arg: "size",
		message: "size must be greater than 0, but it is %d", reference: "size must be greater than or equal to 0"}
	noSize = fault{code: codeRange, arg: "size",
		message: "size must be greater than 0; with size 0, pulumi-std never returns"}
	mixedCandidates = fault{code: codeType, arg: "input",
		message:   "input of std:%s must not mix numbers and booleans",
		reference: "all arguments must be convertible to the same type"}
	compositeCandidates = fault{code: codeType, arg: "input",
		message:   "input of std:%s must contain strings, numbers or booleans, not %s",
		reference: "all arguments must be of a supported type"}
	noCandidate = fault{code: codeEmpty, arg: "input",
		message:   "there is no value to choose: all elements of input are null or empty",
		reference: "no non-empty values found"}
	emptyLists = fault{code: codeEmpty, arg: "input",
		message: "there is no list to choose: all lists in input are empty", reference: "no non-empty list found"}
	notCompact = fault{code: codeType, arg: "input",
		message: "input[%d] of std:compact must be a string, not %s", reference: "compact arg is not a string value"}
	noElement = fault{code: codeEmpty, arg: "input",
		message:   "there is no element to return: input is an empty list",
		reference: "input list must not be empty when using the element function"}
	outOfList = fault{code: codeRange,
		message: "%s is %d, but the list has %d elements", reference: "%[1]s index out of range"}
	reversedBounds = fault{code: codeRange, arg: "from",
		message: "from (position %d) must not be after to (position %d); pulumi-std crashes here"}
)

// isTrue reports whether v is true or the string "true"; everything else counts as false, including "True" and 1.
func isTrue(v value.Value) bool {
	return v.Data == value.Bool(true) || v.Data == value.String("true")
}

// chunklist rejects a size of zero, for which the original never returns (11). In Terraform's function of the
// same name, zero means a single chunk.
func chunklist(c *call) any {
	list, size := c.items("input"), c.integer("size")
	if size < 0 {
		return c.fail(&negativeSize, size)
	}
	if size == 0 {
		return c.fail(&noSize)
	}
	chunks := []value.Value{}
	for chunk := range slices.Chunk(list, size) {
		chunks = append(chunks, value.ListOf(chunk...))
	}
	return chunks
}

// coalesce returns the first element that is not null. If any element is a string, all are converted to strings,
// and empty ones are skipped; numbers and booleans do not mix. The string may come after the result: for [null,
// 1, "b"], it returns "1".
func coalesce(c *call) any {
	list := c.items("input")
	texts, ok := c.common(list)
	if !ok {
		return stopped
	}
	for _, v := range list {
		switch {
		case v.IsNull():
		// Without a string among the elements, nothing is converted.
		case !texts:
			return v
		case GoFormat(v) != "":
			return GoFormat(v)
		}
	}
	return c.fail(&noCandidate)
}

// common reports whether elements have to be converted to strings to have a common type. There is no such type if
// they include lists or maps, or numbers and booleans but no string: it then reports an error, and ok is false.
// Null has every type.
func (c *call) common(list []value.Value) (texts, ok bool) {
	var numbers, flags bool
	// All elements are visited, even after a string: a list among them is an error, too.
	for _, v := range list {
		switch v.Data.(type) {
		case value.String:
			texts = true
		case value.Number:
			numbers = true
		case value.Bool:
			flags = true
		case value.Null:
		default:
			c.fail(&compositeCandidates, diag.Constant(c.name()), diag.Constant(article(v.Kind())))
			return false, false
		}
	}
	if numbers && flags && !texts {
		c.fail(&mixedCandidates, diag.Constant(c.name()))
		return false, false
	}
	return texts, true
}

// coalescelist returns the first list that has an element, even if that is null (11). bind has rejected null in
// place of a list.
func coalescelist(c *call) any {
	for _, v := range c.items("input") {
		if len(items(v)) > 0 {
			return v
		}
	}
	return c.fail(&emptyLists)
}

// compact drops null and empty strings. It converts nothing, so a number is an error. Its
// parameter is declared as a list of anything, because a list of strings may not contain null.
func compact(c *call) any {
	texts := []string{}
	for i, v := range c.items("input") {
		s, ok := v.Text()
		switch {
		case v.IsNull():
		case !ok:
			return c.failAt(&notCompact, i, i, diag.Constant(article(v.Kind())))
		case s != "":
			texts = append(texts, s)
		}
	}
	return texts
}

// concat joins lists in their order. It does not look into lists inside them.
func concat(c *call) any {
	out := []value.Value{}
	for _, v := range c.items("input") {
		out = append(out, items(v)...)
	}
	return out
}

// element wraps around at both ends of the list: in a list of three elements, index 3 is the first and -1 the
// last.
func element(c *call) any {
	list, index := c.items("input"), c.integer("index")
	if len(list) == 0 {
		return c.fail(&noElement)
	}
	return stdlib.Element(list, index)
}

// slice counts negative bounds from the end of the list. Bounds outside of the list are errors.
// The original crashes if the bounds are reversed (11).
func slice(c *call) any {
	list := c.items("list")
	bounds := [2]int{}
	for i, name := range [...]string{"from", "to"} {
		// By default, from is 0 and to is the length of the list.
		given := c.integerOr(name, i*len(list))
		bounds[i] = given
		if given < 0 {
			bounds[i] += len(list)
		}
		if bounds[i] < 0 || bounds[i] > len(list) {
			return c.failIn(&outOfList, name, diag.Constant(name), given, len(list))
		}
	}
	from, to := bounds[0], bounds[1]
	if from > to {
		return c.fail(&reversedBounds, from, to)
	}
	return slices.Clone(list[from:to])
}

// alike converts the elements of a list to the same type: two or more all become strings, and a single one keeps
// its type. The original gives up and changes nothing if all elements but the last are lists. Otherwise lists and
// maps become strings, too: a map is map[a:1] (11).
func alike(list []value.Value) []value.Value {
	out := slices.Clone(list)
	isNotList := func(v value.Value) bool { return v.List() == nil }
	if len(out) < 2 || !slices.ContainsFunc(out[:len(out)-1], isNotList) {
		return out
	}
	for i, v := range out {
		out[i] = value.Str(GoFormat(v))
	}
	return out
}
