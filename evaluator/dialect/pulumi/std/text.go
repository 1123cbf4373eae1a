package std

import (
	"fmt"
	"strings"

	"pantograph/evaluator/value"
)

// mapText returns the implementation of a function that turns the text input into another.
func mapText(convert func(string) string) func(*call) value.Value {
	return func(c *call) value.Value { return value.Str(convert(c.text("input"))) }
}

var textFuncs = []Func{
	{
		Name:   "chomp",
		Doc:    "Removes all line breaks at the end of a text.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(func(s string) string { return strings.TrimRight(s, "\r\n") }),
	}, {
		Name:   "endswith",
		Doc:    "Says whether a text ends with another.",
		Params: []Param{need("input", text, "the text"), need("suffix", text, "the end to look for")},
		Result: boolean,
		eval: func(c *call) value.Value {
			return value.Flag(strings.HasSuffix(c.text("input"), c.text("suffix")))
		},
	}, {
		Name:   "indent",
		Doc:    "Puts spaces before every line of a text but the first.",
		Params: []Param{need("input", text, "the text"), need("spaces", integer, "how many spaces")},
		Result: text,
		eval:   indent,
	}, {
		Name:   "join",
		Doc:    "Joins the texts of a list with a separator between them.",
		Params: []Param{need("input", listOf(text), "the texts"), need("separator", text, "what stands between them")},
		Result: text,
		eval:   join,
	}, {
		Name:   "lower",
		Doc:    "Turns all letters of a text into lower case.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(strings.ToLower),
	}, {
		Name:   "split",
		Doc:    "Cuts a text at every separator. With an empty separator every character stands alone.",
		Params: []Param{need("separator", text, "where to cut"), need("text", text, "the text")},
		Result: listOf(text),
		eval: func(c *call) value.Value {
			return textList(strings.Split(c.text("text"), c.text("separator")))
		},
	}, {
		Name:   "startswith",
		Doc:    "Says whether a text starts with another.",
		Params: []Param{need("input", text, "the text"), need("prefix", text, "the start to look for")},
		Result: boolean,
		eval: func(c *call) value.Value {
			return value.Flag(strings.HasPrefix(c.text("input"), c.text("prefix")))
		},
	}, {
		Name:   "strrev",
		Doc:    "Reverses a text, character by character as a reader sees them.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(reverseText),
	}, {
		Name: "substr",
		Doc: "Cuts a piece out of a text, counted in characters as a reader sees them. " +
			"A negative length takes all up to the end. A negative offset counts from the end, in bytes.",
		Params: []Param{need("input", text, "the text"), need("length", integer, "how many characters"),
			need("offset", integer, "how many characters to leave out before")},
		Result: text,
		eval:   substr,
	}, {
		Name:   "title",
		Doc:    "Makes the first letter of each word upper case and the others lower case.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(title),
	}, {
		Name:   "trim",
		Doc:    "Removes any of the given characters from both ends of a text.",
		Params: []Param{need("cutset", text, "the characters to remove"), need("input", text, "the text")},
		Result: text,
		eval: func(c *call) value.Value {
			return value.Str(strings.Trim(c.text("input"), c.text("cutset")))
		},
	}, {
		Name:   "trimprefix",
		Doc:    "Removes a text from the start of another, once.",
		Params: []Param{need("input", text, "the text"), need("prefix", text, "the start to remove")},
		Result: text,
		eval: func(c *call) value.Value {
			return value.Str(strings.TrimPrefix(c.text("input"), c.text("prefix")))
		},
	}, {
		Name:   "trimspace",
		Doc:    "Removes white space from both ends of a text.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(strings.TrimSpace),
	}, {
		Name:   "trimsuffix",
		Doc:    "Removes a text from the end of another, once.",
		Params: []Param{need("input", text, "the text"), need("suffix", text, "the end to remove")},
		Result: text,
		eval: func(c *call) value.Value {
			return value.Str(strings.TrimSuffix(c.text("input"), c.text("suffix")))
		},
	}, {
		Name:   "upper",
		Doc:    "Turns all letters of a text into upper case.",
		Params: []Param{need("input", text, "the text")},
		Result: text,
		eval:   mapText(strings.ToUpper),
	},
}

func indent(c *call) value.Value {
	input, spaces := c.text("input"), c.integer("spaces")
	if spaces < 0 {
		return c.fail(Problem{
			Code:    codeRange,
			Message: fmt.Sprintf("spaces must not be negative, but it is %d", spaces),
			ArgPath: at("spaces"),
		})
	}
	breaks := strings.Count(input, "\n")
	if breaks == 0 {
		return value.Str(input)
	}
	if !c.spendProduct(breaks, spaces) {
		return c.broke()
	}
	return value.Str(strings.ReplaceAll(input, "\n", "\n"+strings.Repeat(" ", spaces)))
}

func join(c *call) value.Value {
	texts, separator := c.texts("input"), c.text("separator")
	if !c.spendProduct(len(texts), len(separator)) {
		return c.broke()
	}
	return value.Str(strings.Join(texts, separator))
}

func reverseText(s string) string {
	out := make([]byte, len(s))
	end := len(s)
	graphemes(s, func(cluster string) bool {
		end -= len(cluster)
		copy(out[end:], cluster)
		return true
	})
	return string(out)
}

// substr counts clusters, but a negative offset in bytes: the original adds the length of
// the text in bytes until the offset is no longer negative, for ever when that is 0.
func substr(c *call) value.Value {
	input, length, offset := c.text("input"), c.integer("length"), c.integer("offset")
	if length == 0 {
		return value.Str("")
	}
	if offset < 0 && input == "" {
		c.warn(Problem{
			Code:    hintCrash,
			Message: "pulumi-std never ends for a negative offset into an empty text; the result here is the empty text",
			ArgPath: at("offset"),
		})
		return value.Str("")
	}
	if offset < 0 {
		offset = (offset%len(input) + len(input)) % len(input)
	}
	position, from, to := 0, len(input), len(input)
	bytes := 0
	graphemes(input, func(cluster string) bool {
		if position == offset {
			from = bytes
		}
		position++
		bytes += len(cluster)
		if length > 0 && position-offset == length {
			to = bytes
			return false
		}
		return true
	})
	return value.Str(input[from:to])
}
