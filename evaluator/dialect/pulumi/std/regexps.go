package std

import (
	"regexp"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"
)

// regexpFuncs use Go's regular expressions, whose syntax is RE2 (11).
var regexpFuncs = []ir.Func{
	{
		Name: "std:regex",
		Doc: "Matches a string against a pattern in RE2 syntax and returns the first match: the matched text, " +
			"a list of what the groups matched, or a map if groups have names (unnamed groups share the key \"\"). " +
			"Without a match, the result is an empty list.",
		Params: []ir.Param{
			{Name: "pattern", Type: text, Doc: "the pattern"},
			{Name: "string", Type: text, Doc: "the string to search"},
		},
		Result:  anything,
		Example: `{pattern: "[0-9]+", string: ab12} → "12"`,
		Data:    onCall(regex),
	}, {
		Name: "std:regexall",
		Doc:  "Returns a list of the results of std:regex for all matches of a pattern in a string.",
		Params: []ir.Param{
			{Name: "pattern", Type: text, Doc: "the pattern"},
			{Name: "string", Type: text, Doc: "the string to search"},
		},
		Result:  anyList,
		Example: `{pattern: "[0-9]", string: a1b2} → ["1", "2"]`,
		Data:    onCall(regexall),
	}, {
		Name: "std:replace",
		Doc: "Replaces every occurrence of a string. A search text between slashes is a pattern in RE2 syntax; " +
			"$1 or ${name} in the replacement is then replaced with the match of a group.",
		Params: []ir.Param{
			{Name: "replace", Type: text, Doc: "the replacement"},
			{Name: "search", Type: text, Doc: "the string to look for, or /pattern/"},
			{Name: "text", Type: text, Doc: "the string to search"},
		},
		Result:  text,
		Example: `{text: a-b, search: "-", replace: +} → a+b`,
		Data:    onCall(replace),
	},
}

var (
	notRE2 = fault{code: codeRegexp,
		message: "this is not a pattern in RE2 syntax: %s", reference: "error parsing regexp: %s"}
)

// compile compiles a pattern, and reports an error in it at the argument. Matching takes time in proportion to
// text and pattern, which is charged in advance. It returns false if the call cannot continue.
func (c *call) compile(argument, pattern, text string) (*regexp.Regexp, bool) {
	// Short patterns all cost the same; the cost of longer ones is proportional to their length.
	if !c.spendProduct(len(text), 1+len(pattern)/32) {
		return nil, false
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		c.failIn(&notRE2, argument, diag.Words(strings.TrimPrefix(err.Error(), "error parsing regexp: ")))
	}
	return re, err == nil
}

// compilePattern compiles the pattern of regex and regexall.
func (c *call) compilePattern() (*regexp.Regexp, bool) {
	return c.compile("pattern", c.text("pattern"), c.text("string"))
}

// regex returns an empty list if nothing matches, as the original does, although a match is a string, a list or a
// map (11).
func regex(c *call) any {
	re, ok := c.compilePattern()
	if !ok {
		return stopped
	}
	input := c.text("string")
	m := re.FindStringSubmatchIndex(input)
	if m == nil {
		return []value.Value{}
	}
	return match(re, input, m)
}

// regexall returns a list of the results of regex, one for each match. Matches do not overlap.
func regexall(c *call) any {
	re, ok := c.compilePattern()
	if !ok {
		return stopped
	}
	input := c.text("string")
	out := []value.Value{}
	for _, m := range re.FindAllStringSubmatchIndex(input, -1) {
		if !c.spend(ir.ItemCost * len(m)) {
			return stopped
		}
		out = append(out, c.value(match(re, input, m)))
	}
	return out
}

// match returns a match as the original does: a string if the pattern has no groups, otherwise a
// list or, for named groups, an object. A group that did not participate is "".
func match(re *regexp.Regexp, input string, m []int) any {
	texts := make([]string, len(m)/2)
	for i := range texts {
		// Group 0 is the whole match.
		texts[i], _ = stdlib.Group(input, m, i)
	}
	names := re.SubexpNames()
	switch {
	// The pattern has no groups.
	case len(texts) == 1:
		return texts[0]
	// No group has a name.
	case strings.Join(names, "") == "":
		return texts[1:]
	}
	var fields []value.Field
	// Unnamed groups beside named ones share the key "", where the last one wins.
	for i, name := range names[1:] {
		fields = append(fields, value.Field{Key: name, Value: value.Str(texts[i+1])})
	}
	return fields
}

// replace treats a search string between slashes as a pattern, as in /[0-9]+/.
func replace(c *call) any {
	input, search, replacement := c.text("text"), c.text("search"), c.text("replace")
	if pattern, ok := stdlib.Pattern(search); ok {
		return c.replacePattern(input, pattern, replacement)
	}
	if !c.spendProduct(strings.Count(input, search), len(replacement)) {
		return stopped
	}
	return strings.ReplaceAll(input, search, replacement)
}

// replacePattern replaces the matches of a pattern. $1 and ${name} in the replacement insert
// groups.
func (c *call) replacePattern(input, pattern, replacement string) any {
	re, ok := c.compile("search", pattern, input)
	if !ok {
		return stopped
	}
	if replaced, ok := stdlib.Replace(re, input, replacement, c.spendText); ok {
		return replaced
	}
	return stopped
}
