package std

import (
	"strings"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
)

// inputText are the parameters of functions that take one string.
var inputText = []ir.Param{{Name: "input", Type: text, Doc: "the text"}}

// textFuncs work with strings of Unicode characters. Where characters are counted, these are
// grapheme clusters, which are what people perceive as characters; std:length counts bytes (11).
var textFuncs = []ir.Func{
	{
		Name:    "std:chomp",
		Doc:     "Removes all line breaks at the end of a string.",
		Params:  inputText,
		Result:  text,
		Example: `{input: "hello\n"} → hello`,
		Data:    onText(func(s string) string { return strings.TrimRight(s, "\r\n") }),
	}, {
		Name: "std:endswith",
		Doc:  "Reports whether a string ends with another.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the text"},
			{Name: "suffix", Type: text, Doc: "the suffix to look for"},
		},
		Result:  boolean,
		Example: "{input: hello, suffix: lo} → true",
		Data: onCall(func(c *call) any {
			return strings.HasSuffix(c.text("input"), c.text("suffix"))
		}),
	}, {
		Name: "std:indent",
		Doc:  "Indents every line of a string except the first.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the text"},
			{Name: "spaces", Type: integer, Doc: "how many spaces"},
		},
		Result:  text,
		Example: `{input: "a\nb", spaces: 2} → "a\n  b"`,
		Data:    onCall(indent),
	}, {
		Name: "std:join",
		Doc:  "Joins the strings of a list with a separator between them.",
		Params: []ir.Param{
			{Name: "input", Type: textList, Doc: "the strings"},
			{Name: "separator", Type: text, Doc: "the separator"},
		},
		Result:  text,
		Example: `{input: [a, b], separator: "-"} → a-b`,
		Data:    onCall(join),
	}, {
		Name:    "std:lower",
		Doc:     "Converts all letters of a string to lower case.",
		Params:  inputText,
		Result:  text,
		Example: "{input: HELLO} → hello",
		Data:    onText(strings.ToLower),
	}, {
		Name: "std:split",
		Doc:  "Splits a string at every separator. An empty separator splits it into characters.",
		Params: []ir.Param{
			{Name: "separator", Type: text, Doc: "the separator"},
			{Name: "text", Type: text, Doc: "the text"},
		},
		Result:  textList,
		Example: `{text: a-b, separator: "-"} → [a, b]`,
		Data: onCall(func(c *call) any {
			s, separator := c.text("text"), c.text("separator")
			if !c.spend(ir.ItemCost * strings.Count(s, separator)) {
				return stopped
			}
			return strings.Split(s, separator)
		}),
	}, {
		Name: "std:startswith",
		Doc:  "Reports whether a string starts with another.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the text"},
			{Name: "prefix", Type: text, Doc: "the prefix to look for"},
		},
		Result:  boolean,
		Example: "{input: hello, prefix: he} → true",
		Data: onCall(func(c *call) any {
			return strings.HasPrefix(c.text("input"), c.text("prefix"))
		}),
	}, {
		Name:    "std:strrev",
		Doc:     "Reverses the user-perceived characters of a string.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → olleh",
		Data:    onText(stdlib.Reverse),
	}, {
		Name: "std:substr",
		Doc: "Returns a part of a string, counted in user-perceived characters. " +
			"A negative length means everything up to the end. A negative offset counts from the end, in bytes.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the text"},
			{Name: "length", Type: integer, Doc: "how many characters"},
			{Name: "offset", Type: integer, Doc: "how many characters to skip"},
		},
		Result:  text,
		Example: "{input: hello, offset: 1, length: 3} → ell",
		Data:    onCall(substr),
	}, {
		Name:    "std:title",
		Doc:     "Converts the first letter of each word to upper case and the others to lower case.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello world} → Hello World",
		Data:    onText(title),
	}, {
		Name: "std:trim",
		Doc:  "Removes any of the given characters from both ends of a string.",
		Params: []ir.Param{
			{Name: "cutset", Type: text, Doc: "the characters to remove"},
			{Name: "input", Type: text, Doc: "the text"},
		},
		Result:  text,
		Example: `{input: "?hello!", cutset: "!?"} → hello`,
		Data: onCall(func(c *call) any {
			return strings.Trim(c.text("input"), c.text("cutset"))
		}),
	}, {
		Name: "std:trimprefix",
		Doc:  "Removes a string from the start of another, once.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the text"},
			{Name: "prefix", Type: text, Doc: "the prefix to remove"},
		},
		Result:  text,
		Example: "{input: hello, prefix: he} → llo",
		Data: onCall(func(c *call) any {
			return strings.TrimPrefix(c.text("input"), c.text("prefix"))
		}),
	}, {
		Name:    "std:trimspace",
		Doc:     "Removes whitespace from both ends of a string.",
		Params:  inputText,
		Result:  text,
		Example: `{input: " hello\n"} → hello`,
		Data:    onText(strings.TrimSpace),
	}, {
		Name: "std:trimsuffix",
		Doc:  "Removes a string from the end of another, once.",
		Params: []ir.Param{
			{Name: "input", Type: text, Doc: "the text"},
			{Name: "suffix", Type: text, Doc: "the suffix to remove"},
		},
		Result:  text,
		Example: "{input: hello, suffix: lo} → hel",
		Data: onCall(func(c *call) any {
			return strings.TrimSuffix(c.text("input"), c.text("suffix"))
		}),
	}, {
		Name:    "std:upper",
		Doc:     "Converts all letters of a string to upper case.",
		Params:  inputText,
		Result:  text,
		Example: "{input: hello} → HELLO",
		Data:    onText(strings.ToUpper),
	},
}

var (
	negativeSpaces    = fault{code: codeRange, arg: "spaces", message: "spaces must not be negative, but it is %d"}
	offsetIntoNothing = fault{code: hintCrash, arg: "offset",
		message: "pulumi-std hangs for a negative offset into the empty string; the result here is the empty string"}
)

// indent charges the blanks to the budget before it makes them. The first line is not indented.
func indent(c *call) any {
	input, spaces := c.text("input"), c.integer("spaces")
	if spaces < 0 {
		return c.fail(&negativeSpaces, spaces)
	}
	breaks := strings.Count(input, "\n")
	if breaks == 0 {
		return input
	}
	if !c.spendProduct(breaks, spaces) {
		return stopped
	}
	return stdlib.Indent(input, spaces)
}

// join charges the separators to the budget before it makes them; the strings themselves have been
// charged as arguments.
func join(c *call) any {
	texts, separator := c.texts("input"), c.text("separator")
	if !c.spendProduct(len(texts), len(separator)) {
		return stopped
	}
	return strings.Join(texts, separator)
}

// substr counts grapheme clusters, but a negative offset counts bytes: the original adds the length
// of the string in bytes until the offset is no longer negative, and loops forever if that length
// is 0.
func substr(c *call) any {
	input, length, offset := c.text("input"), c.integer("length"), c.integer("offset")
	// This check comes first: for a length of 0, even the original returns "" instead of hanging.
	if length == 0 {
		return ""
	}
	if offset < 0 && input == "" {
		c.hint(&offsetIntoNothing, -1)
		return ""
	}
	if offset < 0 {
		// This has the same result as adding the length repeatedly.
		offset = (offset%len(input) + len(input)) % len(input)
	}
	return stdlib.Substring(input, offset, length)
}
