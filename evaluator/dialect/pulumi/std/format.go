package std

import (
	"fmt"
	"io"
	"math"
	"unicode/utf8"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// formatFuncs format values as Go's fmt does. Flags, widths, argument indices and the output for errors are all
// Go's (11).
var formatFuncs = []ir.Func{
	{
		Name: "std:format",
		Doc: "Formats arguments by the rules of Go's printf: %s a string, %d an integer, %v anything, " +
			"%q in quotes, %% a percent sign. Errors appear in the result, as %!s(MISSING).",
		Params: []ir.Param{
			{Name: "args", Type: anyList, Doc: "the arguments"},
			{Name: "input", Type: text, Doc: "the format string"},
		},
		Result:  text,
		Example: `{input: "%s: %d", args: [a, 2]} → "a: 2"`,
		Data: onCall(func(c *call) any {
			out, ok := c.sprintf(c.text("input"), c.items("args"))
			if !ok {
				return stopped
			}
			return out
		}),
	}, {
		Name: "std:formatlist",
		Doc: "Formats a string several times, as std:format does, stepping through all list arguments in parallel; " +
			"other arguments are the same each time.",
		Params: []ir.Param{
			{Name: "args", Type: anyList, Doc: "the arguments"},
			{Name: "input", Type: text, Doc: "the format string"},
		},
		Result:  textList,
		Example: `{input: "%s!", args: [[a, b]]} → [a!, b!]`,
		Data:    onCall(formatlist),
	},
}

// unequalLists names both lists: the first one and the one that differs from it.
var unequalLists = fault{code: codeLengths, arg: "args",
	message:   "lists in args must have the same length, but args[%d] has %d elements and args[%d] has %d",
	reference: "all list arguments must be of the same length"}

// formatlist formats once for each position of the list arguments, which must have the same length; without list
// arguments, it formats once. If the lists are empty, so is the result.
func formatlist(c *call) any {
	args := c.items("args")
	count, first := -1, 0
	for i, v := range args {
		list := v.List()
		switch {
		case list == nil:
		case count < 0:
			count, first = len(list.Items), i
		case len(list.Items) != count:
			return c.failAt(&unequalLists, i, first, count, i, len(list.Items))
		}
	}
	if count < 0 {
		count = 1
	}
	texts := make([]string, count)
	row := make([]value.Value, len(args))
	for n := range texts {
		for i, v := range args {
			row[i] = v
			if list := v.List(); list != nil {
				row[i] = list.Items[n]
			}
		}
		out, ok := c.sprintf(c.text("input"), row)
		if !ok || !c.spend(1+len(row)) {
			return stopped
		}
		texts[n] = out
	}
	return texts
}

// sprintf is like fmt.Sprintf, for values and within the budget. It returns false if the budget is used up. The
// format is parsed before it is used, because a short one can result in a huge string.
func (c *call) sprintf(format string, args []value.Value) (string, bool) {
	s := formatScan{format: format, args: make([]any, len(args)), asJSON: make([]bool, len(args)),
		costs: make([]int, len(args))}
	for i, v := range args {
		// An argument is converted once, but may be formatted many times.
		s.costs[i] = size(v)
		if !c.spend(1 + s.costs[i]/bytesPerStep) {
			return "", false
		}
		s.args[i] = goValue(v)
	}
	// The widths in the format determine how long the result may become.
	s.run()
	if !c.spendText(s.bytes) {
		return "", false
	}
	// The scan has found the arguments that %v formats.
	for i, v := range args {
		if s.asJSON[i] {
			s.args[i] = composite{s.args[i], v}
		}
	}
	return fmt.Sprintf(format, s.args...), true
}

// size estimates how many bytes v has as a string. afford has charged v to the budget, so visiting all of it is
// safe. Every value has a minimum, which covers numbers and punctuation.
func size(v value.Value) int {
	total := bytesPerStep
	switch d := v.Data.(type) {
	case value.String:
		total += len(d)
	case *value.List:
		for i := range d.Items {
			total += size(d.Items[i])
		}
	case *value.Object:
		for i := range d.Fields {
			total += len(d.Fields[i].Key) + size(d.Fields[i].Value)
		}
	case *value.Tagged:
		total += size(d.Body)
	}
	return total
}

// goValue returns v as the Go value that the original formats. Whole numbers are integers, so that
// %d accepts them (11).
func goValue(v value.Value) any {
	switch d := v.Data.(type) {
	case value.Bool:
		return bool(d)
	case value.Number:
		if f := d.Float(); f != math.Trunc(f) || math.Abs(f) >= 1<<63 {
			return f
		}
		return int(d.Float())
	case value.String:
		return string(d)
	case *value.List:
		out := make([]any, len(d.Items))
		for i := range out {
			out[i] = goValue(d.Items[i])
		}
		return out
	case *value.Object:
		out := make(map[string]any, len(d.Fields))
		for _, f := range d.Fields {
			out[f.Key] = goValue(f.Value)
		}
		return out
	case *value.Tagged:
		return goValue(body(d))
	}
	return nil
}

// A composite is a list or map that %v writes as JSON, as in the original (11). With other verbs,
// it is formatted as the plain Go value.
type composite struct {
	plain any
	value value.Value
}

// Format implements fmt.Formatter.
func (l composite) Format(s fmt.State, verb rune) {
	if verb != 'v' {
		fmt.Fprintf(s, fmt.FormatString(s, verb), l.plain)
		return
	}
	// A Formatter has to apply the width itself.
	text, _ := GoJSON(l.value)
	if width, ok := s.Width(); ok && !s.Flag('-') {
		text = fmt.Sprintf("%*s", width, text)
	} else if ok {
		text = fmt.Sprintf("%-*s", width, text)
	}
	_, _ = io.WriteString(s, text)
}

// A formatScan parses a format as fmt does, to find which arguments are formatted with %v and how
// long the result may become: a width can add up to a megabyte of blanks.
type formatScan struct {
	format string
	args   []any
	costs  []int  // the cost in bytes of formatting an argument once
	asJSON []bool // whether a list or map is formatted with %v
	bytes  int
	pos    int
	next   int // the argument of the next verb
}

// run parses the format and adds up what it costs.
func (s *formatScan) run() {
	s.bytes = len(s.format)
	for s.pos < len(s.format) {
		s.pos++
		if s.format[s.pos-1] == '%' {
			s.verb()
		}
	}
}

// peek returns the next byte, or 0 at the end.
func (s *formatScan) peek() byte {
	if s.pos < len(s.format) {
		return s.format[s.pos]
	}
	return 0
}

// verb parses everything after a percent sign: flags, [n], width, precision, the verb. [n] may
// precede the width, the precision and the verb, as in %[3]*.[2]*[1]f.
func (s *formatScan) verb() {
	for s.peek() == '#' || s.peek() == '0' || s.peek() == '+' || s.peek() == '-' || s.peek() == ' ' {
		s.pos++
	}
	s.argument()
	s.bytes += s.count()
	if s.peek() == '.' {
		s.pos++
		s.argument()
		s.bytes += s.count()
	}
	s.argument()
	if s.pos >= len(s.format) {
		return
	}
	r, size := utf8.DecodeRuneInString(s.format[s.pos:])
	s.pos += size
	// %% takes no argument, and a verb without an argument only writes a short text about the error.
	if r == '%' || s.next < 0 || s.next >= len(s.args) {
		return
	}
	switch s.args[s.next].(type) {
	case []any, map[string]any:
		s.asJSON[s.next] = s.asJSON[s.next] || r == 'v'
	}
	s.bytes += s.costs[s.next]
	s.next++
}

// argument parses [n], which makes the n-th argument the next one. If n is not a number, next becomes -1, and the
// verb has no argument.
func (s *formatScan) argument() {
	if s.peek() != '[' {
		return
	}
	for i := s.pos + 1; i < len(s.format); i++ {
		if s.format[i] == ']' {
			digits := &formatScan{format: s.format[s.pos+1 : i]}
			s.next = digits.count() - 1
			s.pos = i + 1
			return
		}
	}
	s.pos++
}

// count parses a width or precision: digits, or * for an argument. fmt accepts at most a million.
func (s *formatScan) count() int {
	const limit = 1_000_000
	if s.peek() == '*' {
		s.pos++
		n := 0
		if s.next >= 0 && s.next < len(s.args) {
			n, _ = s.args[s.next].(int)
		}
		s.next++
		// A negative width means the flag - and the absolute value. The smallest int has no positive
		// counterpart.
		if n = max(n, -n); n < 0 || n > limit {
			return 0
		}
		s.argument()
		return n
	}
	n := 0
	for ; '0' <= s.peek() && s.peek() <= '9'; s.pos++ {
		n = min(n*10+int(s.peek()-'0'), limit)
	}
	return n
}
