package terraform

import (
	"pantograph/evaluator/ir"
	"regexp"
	"sort"
	"strings"
	"unicode"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/terraform/types"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
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
		Name: "formatlist",
		Doc: "Formats values once for each element of the list arguments, which are stepped through in parallel; " +
			"other arguments repeat.",
		Params: []ir.Param{
			{Name: "format", Type: "string", Doc: "a format string, as for format"},
			{Name: "args", Type: "any", Doc: "lists, or values that repeat", Variadic: true, Nullable: true},
		},
		Result:  "list of string",
		Example: `formatlist("%s!", ["a", "b"]) → tolist(["a!", "b!"])`,
		Data:    builtin{run: formatlist, keepsUnknown: true},
	}, {
		Name: "regex",
		Doc: "Returns the first match of a regular expression in RE2 syntax: the matched string, a tuple of the " +
			"matches of its groups, or an object if they have names.",
		Params: []ir.Param{
			{Name: "pattern", Type: "string", Doc: "the regular expression"},
			{Name: "string", Type: "string", Doc: "the string to search"},
		},
		Result:  "any",
		Example: `regex("[0-9]+", "ab12") → "12"`,
		Data:    builtin{run: regex},
	}, {
		Name: "regexall",
		Doc:  "Returns a list of all matches of a regular expression, each as regex returns it.",
		Params: []ir.Param{
			{Name: "pattern", Type: "string", Doc: "the regular expression"},
			{Name: "string", Type: "string", Doc: "the string to search"},
		},
		Result:  "any",
		Example: `regexall("[0-9]", "a1b2") → tolist(["1", "2"])`,
		Data:    builtin{run: regexall},
	}, {
		Name: "replace",
		Doc:  "Replaces every occurrence of a string, or of a regular expression between slashes.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "substr", Type: "string", Doc: "the string to replace"},
			{Name: "replace", Type: "string", Doc: "the replacement, in which $1 is a group"},
		},
		Result:  "string",
		Example: `replace("a-b", "-", "+") → "a+b"`,
		Data:    builtin{run: replace},
	}, {
		Name: "substr",
		Doc:  "Returns a part of a string, counted in user-perceived characters.",
		Params: []ir.Param{
			{Name: "str", Type: "string", Doc: "any text"},
			{Name: "offset", Type: "number", Doc: "the first character, negative from the end"},
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
		Doc:     "Removes white space at both ends of a string.",
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
		Data: builtin{run: func(c *invocation) value.Value {
			return value.Flag(strings.HasPrefix(c.str(0),
				c.str(1)))
		}},
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
	},
}

// indent checks the number even where there is nothing to indent; a negative one makes the original
// crash only if there is (4.6).
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

// separates reports whether a word may begin after a character. Beyond ASCII only after
// spaces.
func separates(r rune) bool {
	switch {
	case r < 0x80:
		return r != '_' && !('0' <= r && r <= '9') && !('a' <= r|0x20 && r|0x20 <= 'z')
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return false
	}
	return unicode.IsSpace(r)
}

// formatlist formats one line for each place in the lists, which must all have the same length;
// other arguments repeat. Without a list there is one line. An unknown element makes only its line
// unknown (4.1, 4.6).
func formatlist(c *invocation) value.Value {
	args := c.args[1:]
	count, first := -1, 0
	for i, v := range args {
		l := v.List()
		switch {
		case l == nil:
		case count < 0:
			count, first = len(l.Items), i
		case len(l.Items) != count:
			return c.refuse(i+1,
				diag.Sprintf("argument %d has length %d, which is inconsistent with argument %d of length %d", i+1,
					len(l.Items), first+1, count))
		}
	}
	// No argument is a list.
	if count < 0 {
		count = 1
	}
	lines := make([]value.Value, count)
	for n := range lines {
		row := append([]value.Value(nil), args...)
		why := ""
		for i, v := range args {
			if l := v.List(); l != nil {
				row[i] = l.Items[n]
			}
			if row[i].HasUnknown() {
				why = value.Why(row[i])
			}
		}
		if why != "" {
			lines[n] = types.NotKnown(types.StringType, why)
			continue
		}
		f := formatted(c.str(0), row)
		if wrong, _ := f.complaint(); wrong != "" {
			if len(args) > 0 {
				wrong = diag.Sprintf("error on format iteration %d: %s", n, wrong)
			}
			return c.refuseCall(wrong)
		}
		if lines[n] = c.long(f.out.String()); lines[n].HasFailed() {
			return lines[n]
		}
	}
	return types.NewList(types.StringType, lines)
}

// A groups is a regular expression with the type of its matches.
type groups struct {
	*regexp.Regexp
	names []string // group names; all empty if the groups are unnamed
	typ   *types.Type
}

// pattern compiles the first argument, which also determines the type of a match: without groups a
// string, with unnamed groups a tuple, with named ones an object. The elements are strings, so
// regexall knows the type even without a match (4.6).
func (c *invocation) pattern() (groups, bool) {
	if !c.Spend((len(c.str(0))/32 + 1) * (len(c.str(1))/64 + 1)) {
		return groups{}, false
	}
	compiled, err := regexp.Compile(c.str(0))
	if err != nil {
		// Go's message is "error parsing regexp: reason: `part`"; the original takes it apart.
		reason, part, _ := strings.Cut(strings.TrimPrefix(err.Error(), "error parsing regexp: "), ": ")
		c.refuse(0, diag.Wordsf("invalid regexp pattern: %s in %s", diag.Constant(reason), strings.Trim(part, "`")))
		return groups{}, false
	}
	g := groups{Regexp: compiled, names: compiled.SubexpNames()[1:], typ: types.StringType}
	named := 0
	for _, name := range g.names {
		if name != "" {
			named++
		}
	}
	switch {
	case len(g.names) == 0:
	case named == 0:
		g.typ = &types.Type{Kind: types.Tuple}
	case named < len(g.names):
		c.failArgument(0, "invalid regexp pattern: cannot mix both named and unnamed capture groups",
			"name all groups of the pattern or none; (?:...) groups without capturing")
		return groups{}, false
	default:
		g.typ = &types.Type{Kind: types.Object, Names: distinctTexts(g.names)}
	}
	// Of two groups with the same name the last one counts, so an object may have fewer attributes
	// than the pattern has groups.
	if g.typ.Kind != types.String {
		g.typ.Types = make([]*types.Type, max(len(g.typ.Names), len(g.names)))
		if g.typ.Kind == types.Object {
			g.typ.Types = g.typ.Types[:len(g.typ.Names)]
		}
		for i := range g.typ.Types {
			g.typ.Types[i] = types.StringType
		}
	}
	return g, true
}

// distinctTexts returns strings sorted and without duplicates.
func distinctTexts(texts []string) []string {
	out := sorted(texts)
	n := 0
	for i := range out {
		if i == 0 || out[i] != out[i-1] {
			out[n] = out[i]
			n++
		}
	}
	return out[:n]
}

// match returns a match, given the offsets of its groups. A group that took no part is a null
// string.
func (g groups) match(s string, at []int) value.Value {
	matched := func(i int) value.Value {
		if text, ok := stdlib.Group(s, at, i); ok {
			return value.Str(text)
		}
		return types.Null(types.StringType)
	}
	if g.typ.Kind == types.String {
		return matched(0)
	}
	// Group 0 is the whole match, so the groups count from 1.
	items, fields := make([]value.Value, len(g.names)), make([]value.Field, len(g.names))
	for i, name := range g.names {
		items[i] = matched(i + 1)
		fields[i] = value.Field{Key: name, Value: items[i]}
	}
	if g.typ.Kind == types.Tuple {
		return types.NewTuple(items)
	}
	return types.NewObject(value.Distinct(fields))
}

// regex returns the first match; not to find one is a mistake (4.6).
func regex(c *invocation) value.Value {
	g, ok := c.pattern()
	if !ok {
		return value.Failure("error")
	}
	at := g.FindStringSubmatchIndex(c.str(1))
	if at == nil {
		return c.refuseCall("pattern did not match any part of the given string")
	}
	return g.match(c.str(1), at)
}

// regexall returns all matches as a list, which may be empty.
func regexall(c *invocation) value.Value {
	g, ok := c.pattern()
	if !ok {
		return value.Failure("error")
	}
	var items []value.Value
	for _, at := range g.FindAllStringSubmatchIndex(c.str(1), -1) {
		if !c.Spend(ir.ItemCost * (1 + len(g.names))) {
			return value.Failure("stopped")
		}
		items = append(items, g.match(c.str(1), at))
	}
	return types.NewList(g.typ, items)
}

// sorted returns a copy of a list, sorted by bytes.
func sorted(list []string) []string {
	out := append([]string(nil), list...)
	sort.Strings(out)
	return out
}

// replace takes a text between slashes as a regular expression (4.4). The cost of the result is
// charged before it is built, because the replacement may be long and used often.
func replace(c *invocation) value.Value {
	pattern, ok := stdlib.Pattern(c.str(1))
	if !ok {
		if !c.hasRoom(len(c.str(0)) + strings.Count(c.str(0), c.str(1))*len(c.str(2))) {
			return value.Failure("stopped")
		}
		return c.long(strings.ReplaceAll(c.str(0), c.str(1), c.str(2)))
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		return c.fail(diag.Words(err.Error()), "this is not a regular expression")
	}
	replaced, ok := stdlib.Replace(re, c.str(0), c.str(2), func(bytes int) bool { return c.Spend(bytes / 32) })
	if !ok {
		return value.Failure("stopped")
	}
	return c.long(replaced)
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
		if length == 0 { // the original tests for this only where the offset is not negative
			length = -1
		}
	}
	return value.Str(stdlib.Substring(c.str(0), offset, length))
}
