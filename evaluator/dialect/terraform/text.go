package terraform

import (
	"strings"
	"unicode"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// textFunctions work on strings (4.4, 4.6).
var textFunctions = []ir.Func{
	{
		Name:    "chomp",
		Doc:     "Removes all line breaks at the end of a string.",
		Params:  anyText,
		Result:  "string",
		Example: `chomp("hello\n") → "hello"`,
		Data:    builtin{onText: func(s string) string { return strings.TrimRight(s, "\r\n") }},
	}, {
		Name: "indent",
		Doc:  "Indents every line of a string except the first.",
		Params: []ir.Param{
			{Name: "spaces", Type: "number", Doc: "how many spaces"},
			{Name: "str", Type: "string", Doc: "any text"},
		},
		Result:  "string",
		Example: `indent(2, "a\nb") → "a\n  b"`,
		Data:    builtin{run: indent},
	}, {
		Name:    "title",
		Doc:     "Converts the first letter of each word to title case.",
		Params:  anyText,
		Result:  "string",
		Example: `title("hello world") → "Hello World"`,
		Data:    builtin{onText: title},
	}, {
		Name: "substr",
		Doc:  "Returns a part of a string. Positions and lengths count user-perceived characters.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "offset", Type: "number", Doc: "the first character's position; a negative one counts from the end"},
			{Name: "length", Type: "number", Doc: "how many characters; -1 means all"},
		},
		Result:  "string",
		Example: `substr("hello", 1, 3) → "ell"`,
		Data:    builtin{run: substr},
	}, {
		Name: "trim",
		Doc:  "Removes characters at both ends of a string.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "cutset", Type: "string", Doc: "the characters to remove"},
		},
		Result:  "string",
		Example: `trim("?hello!", "!?") → "hello"`,
		Data:    builtin{run: func(c *invocation) value.Value { return value.Str(strings.Trim(c.str(0), c.str(1))) }},
	}, {
		Name: "strcontains",
		Doc:  "Reports whether a string contains another one.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "substr", Type: "string", Doc: "the string to look for"},
		},
		Result:  "bool",
		Example: `strcontains("hello", "ell") → true`,
		Data: builtin{run: func(c *invocation) value.Value {
			return value.Flag(strings.Contains(c.str(0),
				c.str(1)))
		}},
	}, {
		Name:    "upper",
		Doc:     "Converts a string to upper case.",
		Params:  anyText,
		Result:  "string",
		Example: `upper("hello") → "HELLO"`,
		Data:    builtin{onText: strings.ToUpper},
	}, {
		Name:    "lower",
		Doc:     "Converts a string to lower case.",
		Params:  anyText,
		Result:  "string",
		Example: `lower("HELLO") → "hello"`,
		Data:    builtin{onText: strings.ToLower},
	}, {
		Name:    "trimspace",
		Doc:     "Removes whitespace at both ends of a string.",
		Params:  anyText,
		Result:  "string",
		Example: `trimspace(" hello\n") → "hello"`,
		Data:    builtin{onText: strings.TrimSpace},
	}, {
		Name: "trimprefix",
		Doc:  "Removes a prefix from a string, if it has that prefix.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "prefix", Type: "string", Doc: "the prefix to remove"},
		},
		Result:  "string",
		Example: `trimprefix("hello", "he") → "llo"`,
		Data: builtin{run: func(c *invocation) value.Value {
			return value.Str(strings.TrimPrefix(c.str(0),
				c.str(1)))
		}},
	}, {
		Name: "trimsuffix",
		Doc:  "Removes a suffix from a string, if it has that suffix.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "suffix", Type: "string", Doc: "the suffix to remove"},
		},
		Result:  "string",
		Example: `trimsuffix("hello", "lo") → "hel"`,
		Data: builtin{run: func(c *invocation) value.Value {
			return value.Str(strings.TrimSuffix(c.str(0),
				c.str(1)))
		}},
	}, {
		Name: "startswith",
		Doc:  "Reports whether a string begins with another one.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "prefix", Type: "string", Doc: "the prefix to look for"},
		},
		Result:  "bool",
		Example: `startswith("hello", "he") → true`,
		Data:    builtin{run: startsWith, takesUnknown: true},
	}, {
		Name: "endswith",
		Doc:  "Reports whether a string ends with another one.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "suffix", Type: "string", Doc: "the suffix to look for"},
		},
		Result:  "bool",
		Example: `endswith("hello", "lo") → true`,
		Data: builtin{run: func(c *invocation) value.Value {
			return value.Flag(strings.HasSuffix(c.str(0),
				c.str(1)))
		}},
	}, {
		Name:    "strrev",
		Doc:     "Reverses the user-perceived characters of a string.",
		Params:  anyText,
		Result:  "string",
		Example: `strrev("hello") → "olleh"`,
		Data:    builtin{onText: stdlib.Reverse},
	}, {
		Name: "join",
		Doc:  "Joins the strings of lists with a separator between them.",
		Params: []ir.Param{
			{Name: "separator", Type: "string", Doc: "the separator"},
			{Name: "lists", Type: "list of string", Doc: "lists of strings", Variadic: true},
		},
		Result:  "string",
		Example: `join("-", ["a", "b"]) → "a-b"`,
		Data:    builtin{run: join},
	}, {
		Name: "split",
		Doc:  "Splits a string at every separator.",
		Params: []ir.Param{
			{Name: "separator", Type: "string", Doc: "the separator"},
			{Name: "str", Type: "string", Doc: "the string to split"},
		},
		Result:  "list of string",
		Example: `split("-", "a-b") → tolist(["a", "b"])`,
		Data:    builtin{run: split},
	},
}

// join takes several lists. Its message names the list only if there is more than one.
func join(c *invocation) value.Value {
	if len(c.args) < 2 {
		return c.fail("at least one list is required", "join needs at least one list")
	}
	var parts []string
	length := 0
	for i, l := range c.args[1:] {
		for k, item := range l.List().Items {
			s, ok := item.Text()
			if !ok {
				which := ""
				if len(c.args) > 2 {
					which = diag.Sprintf(" of list %d", i+1)
				}
				return c.failArgument(i+1,
					diag.Sprintf("element %d%s is null; cannot concatenate null values", k, which),
					diag.Sprintf("element %d%s is null, which is not a string", k, which))
			}
			length += len(s) + len(c.str(0))
			parts = append(parts, s)
		}
	}
	// The text can be far longer than the lists, if the separator is long.
	if !c.hasRoom(length) {
		return value.Failure("stopped")
	}
	return c.long(strings.Join(parts, c.str(0)))
}

// split returns the characters one by one if the separator is empty.
func split(c *invocation) value.Value {
	if !c.Spend(ir.ItemCost * strings.Count(c.str(1), c.str(0))) {
		return value.Failure("stopped")
	}
	return types.NewList(types.StringType, stdlib.Texts(strings.Split(c.str(1), c.str(0))))
}

// indent checks the number even if there is nothing to indent; a negative one makes the original
// crash only if there is something (4.6).
func indent(c *invocation) value.Value {
	n, ok := c.integer(0)
	s := c.str(1)
	lines := strings.Count(s, "\n")
	switch {
	case !ok:
		return c.refuseCall(notWhole)
	case lines == 0:
		return value.Str(s)
	case n < 0:
		return c.fail("panic in function implementation: strings: negative Repeat count",
			"lines cannot be indented by a negative number of spaces")
	case !c.hasRoom(lines * min(n, 1<<32)):
		return value.Failure("stopped")
	}
	return c.long(stdlib.Indent(s, n))
}

// title is Go's old strings.Title, which the original uses with its oddities: it's becomes It'S
// (4.6).
func title(s string) string {
	before := ' '
	return strings.Map(func(r rune) rune {
		first := separates(before)
		before = r
		if first {
			return unicode.ToTitle(r)
		}
		return r
	}, s)
}

// separates reports whether a word may begin after a character. Of the characters beyond ASCII,
// this is true only of spaces.
func separates(r rune) bool {
	switch {
	case r < 0x80:
		return r != '_' && !('0' <= r && r <= '9') && !('a' <= r|0x20 && r|0x20 <= 'z')
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return false
	}
	return unicode.IsSpace(r)
}

// substr counts characters as readers see them, from the end if the offset is negative (4.4).
func substr(c *invocation) value.Value {
	offset, ok := c.integer(1)
	length, whole := c.integer(2)
	if !ok || !whole {
		return c.refuseCall(notWhole)
	}
	if offset < 0 {
		offset = max(offset+stdlib.CountCharacters(c.str(0)), 0)
		if length == 0 { // the original tests for this only if the offset is not negative
			length = -1
		}
	}
	return value.Str(stdlib.Substring(c.str(0), offset, length))
}

// startsWith also knows its result if the known beginning of an unknown string decides it.
func startsWith(c *invocation) value.Value {
	prefix, ok := c.args[1].Text()
	switch begin := types.Of(c.args[0]).Begin; {
	case !ok:
		return c.unknownBecause(value.Why(c.args[1]))
	case !c.args[0].IsUnknown():
		return value.Flag(strings.HasPrefix(c.str(0), prefix))
	case strings.HasPrefix(begin, prefix):
		return value.Flag(true)
	case len(begin) < len(prefix):
		return c.unknownBecause(value.Why(c.args[0]))
	}
	return value.Flag(false)
}
