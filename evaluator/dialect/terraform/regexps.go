package terraform

import (
	"regexp"
	"sort"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// regexpFunctions search strings for regular expressions (4.6).
var regexpFunctions = []ir.Func{
	{
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
	},
}

// A matcher is a regular expression with the type of its matches.
type matcher struct {
	*regexp.Regexp
	names []string // group names; all empty if the groups are unnamed
	typ   *types.Type
}

// pattern compiles the first argument, which also determines the type of a match: without groups a
// string, with unnamed groups a tuple, with named ones an object. The elements are strings, so
// regexall knows the type even without a match (4.6).
func (c *invocation) pattern() (matcher, bool) {
	if !c.Spend((len(c.str(0))/32 + 1) * (len(c.str(1))/64 + 1)) {
		return matcher{}, false
	}
	compiled, err := regexp.Compile(c.str(0))
	if err != nil {
		// Go's message is "error parsing regexp: reason: `part`"; the original takes it apart.
		reason, part, _ := strings.Cut(strings.TrimPrefix(err.Error(), "error parsing regexp: "), ": ")
		c.refuse(0, "invalid regexp pattern: "+diag.Words(reason+" in "+strings.Trim(part, "`")))
		return matcher{}, false
	}
	m := matcher{Regexp: compiled, names: compiled.SubexpNames()[1:], typ: types.StringType}
	named := 0
	for _, name := range m.names {
		if name != "" {
			named++
		}
	}
	switch {
	case len(m.names) == 0:
	case named == 0:
		m.typ = &types.Type{Kind: types.Tuple}
	case named < len(m.names):
		c.failArgument(0, "invalid regexp pattern: cannot mix both named and unnamed capture groups",
			"name all groups of the pattern or none; (?:...) groups without capturing")
		return matcher{}, false
	default:
		m.typ = &types.Type{Kind: types.Object, Names: distinctTexts(m.names)}
	}
	// If two groups have the same name, the last one wins, so an object may have fewer attributes
	// than the pattern has groups.
	if m.typ.Kind != types.String {
		m.typ.Types = make([]*types.Type, max(len(m.typ.Names), len(m.names)))
		if m.typ.Kind == types.Object {
			m.typ.Types = m.typ.Types[:len(m.typ.Names)]
		}
		for i := range m.typ.Types {
			m.typ.Types[i] = types.StringType
		}
	}
	return m, true
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

// match returns a match, given the offsets of its groups. A group that did not participate is a
// null string.
func (m matcher) match(s string, at []int) value.Value {
	matched := func(i int) value.Value {
		if text, ok := stdlib.Group(s, at, i); ok {
			return value.Str(text)
		}
		return types.Null(types.StringType)
	}
	if m.typ.Kind == types.String {
		return matched(0)
	}
	// Group 0 is the whole match, so the first group is number 1.
	items, fields := make([]value.Value, len(m.names)), make([]value.Field, len(m.names))
	for i, name := range m.names {
		items[i] = matched(i + 1)
		fields[i] = value.Field{Key: name, Value: items[i]}
	}
	if m.typ.Kind == types.Tuple {
		return types.NewTuple(items)
	}
	return types.NewObject(value.Distinct(fields))
}

// regex returns the first match; finding none is an error (4.6).
func regex(c *invocation) value.Value {
	m, ok := c.pattern()
	if !ok {
		return value.Failure("error")
	}
	at := m.FindStringSubmatchIndex(c.str(1))
	if at == nil {
		return c.refuseCall("pattern did not match any part of the given string")
	}
	return m.match(c.str(1), at)
}

// regexall returns all matches as a list, which may be empty.
func regexall(c *invocation) value.Value {
	m, ok := c.pattern()
	if !ok {
		return value.Failure("error")
	}
	var items []value.Value
	for _, at := range m.FindAllStringSubmatchIndex(c.str(1), -1) {
		if !c.Spend(ir.ItemCost * (1 + len(m.names))) {
			return value.Failure("stopped")
		}
		items = append(items, m.match(c.str(1), at))
	}
	return types.NewList(m.typ, items)
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
