package std

import (
	"regexp"
	"strings"

	"pantograph/evaluator/value"
)

var regexpFuncs = []Func{
	{
		Name: "regex",
		Doc: "Matches a text with a pattern in RE2 syntax and gives the first match: the matched text, " +
			"a list of what the groups matched, or a map when the groups have names. Without a match the result is an empty list.",
		Params: []Param{need("pattern", text, "the pattern"), need("string", text, "the text to search")},
		Result: anything,
		eval:   regex,
	}, {
		Name:   "regexall",
		Doc:    "Gives a list of what std:regex gives, for every match of a pattern in a text.",
		Params: []Param{need("pattern", text, "the pattern"), need("string", text, "the text to search")},
		Result: listOf(anything),
		eval:   regexall,
	}, {
		Name: "replace",
		Doc: "Replaces every occurrence of a text. A search text between slashes is a pattern in RE2 syntax; " +
			"$1 or ${name} in the replacement then stand for what a group matched.",
		Params: []Param{need("replace", text, "what to put there"), need("search", text, "what to look for, or /pattern/"),
			need("text", text, "the text to search")},
		Result: text,
		eval:   replace,
	},
}

// compile reads a pattern. Matching takes time in proportion to text and pattern.
func (c *call) compile(argument, pattern, text string) (*regexp.Regexp, bool) {
	if !c.spendProduct(len(text), 1+len(pattern)/32) {
		return nil, false
	}
	re, err := regexp.Compile(pattern)
	if err != nil {
		c.fail(Problem{
			Code:      codeRegexp,
			Message:   "this is not a pattern in RE2 syntax: " + strings.TrimPrefix(err.Error(), "error parsing regexp: "),
			Reference: err.Error(),
			ArgPath:   at(argument),
		})
	}
	return re, err == nil
}

// groups reads the pattern of regex and regexall, whose groups all have names or none has.
func (c *call) groups() (*regexp.Regexp, bool) {
	re, ok := c.compile("pattern", c.text("pattern"), c.text("string"))
	if !ok {
		return nil, false
	}
	named := 0
	for _, name := range re.SubexpNames() {
		if name != "" {
			named++
		}
	}
	if named > 0 && named < re.NumSubexp() {
		c.fail(Problem{
			Code:    codeRegexp,
			Message: "the pattern has groups with and without names; name all of them or none, (?:...) groups without capturing",
			ArgPath: at("pattern"),
		})
		return nil, false
	}
	return re, true
}

func regex(c *call) value.Value {
	re, ok := c.groups()
	if !ok {
		return c.stopped()
	}
	input := c.text("string")
	m := re.FindStringSubmatchIndex(input)
	if m == nil {
		return value.ListOf()
	}
	return match(re, input, m)
}

func regexall(c *call) value.Value {
	re, ok := c.groups()
	if !ok {
		return c.stopped()
	}
	input := c.text("string")
	out := []value.Value{}
	for _, m := range re.FindAllStringSubmatchIndex(input, -1) {
		out = append(out, match(re, input, m))
	}
	return value.ListOf(out...)
}

// stopped gives the value of a call that failed or that ran out of budget.
func (c *call) stopped() value.Value {
	if len(c.problems) == 0 {
		return c.broke()
	}
	return value.Failure("std:" + c.fn.Name + " failed")
}

// match gives one match by the groups of its pattern. A group that took no part is "".
func match(re *regexp.Regexp, input string, m []int) value.Value {
	texts := make([]string, len(m)/2)
	for i := range texts {
		if m[2*i] >= 0 {
			texts[i] = input[m[2*i]:m[2*i+1]]
		}
	}
	names := re.SubexpNames()
	switch {
	case len(texts) == 1:
		return value.Str(texts[0])
	case names[1] == "":
		return textList(texts[1:])
	}
	var fields []value.Field
	for i, name := range names[1:] {
		fields = append(fields, value.Field{Key: name, Value: value.Str(texts[i+1])})
	}
	return value.ObjectOf(value.Sorted(fields)...)
}

func replace(c *call) value.Value {
	input, search, replacement := c.text("text"), c.text("search"), c.text("replace")
	if len(search) > 1 && search[0] == '/' && search[len(search)-1] == '/' {
		return c.replacePattern(input, search[1:len(search)-1], replacement)
	}
	if !c.spendProduct(strings.Count(input, search), len(replacement)) {
		return c.broke()
	}
	return value.Str(strings.ReplaceAll(input, search, replacement))
}

// replacePattern is Regexp.ReplaceAllString with a budget: a replacement that repeats $0
// makes a text grow at every step of a chain.
func (c *call) replacePattern(input, pattern, replacement string) value.Value {
	re, ok := c.compile("search", pattern, input)
	if !ok {
		return c.stopped()
	}
	references := strings.Count(replacement, "$")
	var out []byte
	done := 0
	for _, m := range re.FindAllStringSubmatchIndex(input, -1) {
		if !c.spendText(len(replacement) + references*(m[1]-m[0])) {
			return c.broke()
		}
		out = append(out, input[done:m[0]]...)
		out = re.ExpandString(out, replacement, input, m)
		done = m[1]
	}
	return value.Str(string(append(out, input[done:]...)))
}
