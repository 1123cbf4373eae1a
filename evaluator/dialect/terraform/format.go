package terraform

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/stdlib"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

// formatFunctions format values as fmt.Sprintf does, with Terraform's verbs (4.6).
var formatFunctions = []ir.Func{
	{
		Name: "format",
		Doc:  "Replaces the verbs in a format string, such as %s and %d, with formatted values.",
		Params: []ir.Param{
			{Name: "format", Type: "string", Doc: "the format string"},
			{Name: "args", Type: "any", Doc: "the values to format", Variadic: true, Nullable: true},
		},
		Result:  "string",
		Example: `format("%s: %d", "a", 2) → "a: 2"`,
		Data:    builtin{run: format, begin: literalStart},
	}, {
		Name: "formatlist",
		Doc: "Formats values once for each element of the list arguments, which are visited in parallel; other " +
			"arguments are the same each time.",
		Params: []ir.Param{
			{Name: "format", Type: "string", Doc: "a format string, as for format"},
			{Name: "args", Type: "any", Doc: "lists, or values that repeat", Variadic: true, Nullable: true},
		},
		Result:  "list of string",
		Example: `formatlist("%s!", ["a", "b"]) → tolist(["a!", "b!"])`,
		Data:    builtin{run: formatlist, keepsUnknown: true},
	},
}

// literalStart returns the text before the first verb, with which the result begins whatever the values are.
func literalStart(c *invocation) string {
	text, _, found := strings.Cut(c.str(0), "%")
	if !found {
		return ""
	}
	return types.SafePrefix(text)
}

// formatlist formats one line for each position in the lists, which must all have the same length;
// other arguments repeat. Without a list there is one line. An unknown element makes only its line
// unknown (4.1, 4.6).
func formatlist(c *invocation) value.Value {
	args := c.args[1:]
	count, first := -1, 0
	for i, v := range args {
		l := v.List()
		switch {
		case types.HasUnclearLength(v):
			return c.unknownBecause(value.Why(v))
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

// A verb is one `%…` of a format.
type verb struct {
	raw       string // its source text, for messages and for Go's fmt
	offset    int    // of the % in the format
	argument  int    // counted from 1
	mode      byte   // the letter: s, d, v, ...
	width     int    // -1 if not given
	precision int    // -1 if not given
	zero      bool
	minus     bool
	sharp     bool
}

// widest limits widths and precisions, since a short format can demand a text of any length.
const widest = 100_000

// A formatter formats values by a format string.
type formatter struct {
	s    string
	args []value.Value
	out  strings.Builder
	last int   // the last argument used
	most int   // the highest argument used
	err  error // the first error, which ends formatting
}

// formatted formats values by a format string. The result's complaint method returns the reason if
// that fails.
func formatted(s string, args []value.Value) *formatter {
	f := &formatter{s: s, args: args}
	for i := 0; i < len(f.s) && f.err == nil; {
		if f.s[i] != '%' {
			f.out.WriteByte(f.s[i])
			i++
			continue
		}
		i = f.verb(i)
	}
	return f
}

// complaint returns the reason why formatting fails, or "" if it succeeds; extra is the first unused
// argument, or -1 for any other reason. An unused argument is reported at the argument, anything
// else at the call (4.4).
func (f *formatter) complaint() (why string, extra int) {
	switch {
	case f.err != nil:
		return diag.Words(f.err.Error()), -1
	case f.most == 0 && len(f.args) > 0:
		return "too many arguments; no verbs in format string", 0
	case f.most < len(f.args):
		return diag.Sprintf("too many arguments; only %d used by format string", f.most), f.most
	}
	return "", -1
}

// format is Terraform's printf, which has fewer verbs than Go's and converts the arguments (4.4).
func format(c *invocation) value.Value {
	f := formatted(c.str(0), c.args[1:])
	switch why, extra := f.complaint(); {
	case extra >= 0:
		return c.refuse(extra+1, why)
	case why != "":
		return c.fail(why, "this format cannot be applied: "+why)
	}
	return c.long(f.out.String())
}

// verb parses and writes the verb at i and returns its end. The parts are flags, width, precision,
// the number of the argument in brackets, and a letter: `%-10.3[2]s`.
func (f *formatter) verb(i int) int {
	v := verb{offset: i, width: -1, precision: -1}
	p := i + 1
	if p < len(f.s) && f.s[p] == '%' {
		f.out.WriteByte('%')
		return p + 1
	}
	for p < len(f.s) && strings.IndexByte("0#-+ ", f.s[p]) >= 0 {
		v.zero = v.zero || f.s[p] == '0'
		v.minus = v.minus || f.s[p] == '-'
		v.sharp = v.sharp || f.s[p] == '#'
		p++
	}
	// A width cannot begin with 0, which is a flag.
	if p < len(f.s) && '1' <= f.s[p] && f.s[p] <= '9' {
		v.width, p = f.count(p)
	}
	if p < len(f.s) && f.s[p] == '.' {
		v.precision, p = f.count(p + 1)
	}
	// Without a number a verb takes the argument after that of the verb before it.
	f.last++
	if p < len(f.s) && f.s[p] == '[' {
		start := p + 1
		// The first argument is number 1, so a number cannot begin with 0.
		if f.last, p = f.count(start); strings.HasPrefix(f.s[start:], "0") {
			p = start
		}
		if p == start || p >= len(f.s) || f.s[p] != ']' {
			f.unrecognized(p)
			return p
		}
		p++
	}
	if p >= len(f.s) || !('a' <= f.s[p]|0x20 && f.s[p]|0x20 <= 'z') {
		f.unrecognized(p)
		return p
	}
	v.argument, v.mode, v.raw = f.last, f.s[p], f.s[i:p+1]
	f.most = max(f.most, f.last)
	if v.width > widest || v.precision > widest {
		f.err = fmt.Errorf("widths and precisions are limited to %d here", widest)
		return p
	}
	f.write(v)
	return p + 1
}

// unrecognized reports the character at p, or that the format ends before p.
func (f *formatter) unrecognized(p int) {
	if p >= len(f.s) {
		f.err = fmt.Errorf("invalid format string starting at offset %d", len(f.s))
		return
	}
	r, _ := utf8.DecodeRuneInString(f.s[p:])
	f.err = fmt.Errorf("unrecognized format character %q at offset %d", r, p)
}

// count reads a number at p. A number above widest is capped, so it cannot overflow.
func (f *formatter) count(p int) (n, end int) {
	for p < len(f.s) && '0' <= f.s[p] && f.s[p] <= '9' {
		n = min(n*10+int(f.s[p]-'0'), widest+1)
		p++
	}
	return n, p
}

// write formats the argument of a verb, after converting it to the type that the letter demands.
// Only %v accepts null and collections.
func (f *formatter) write(v verb) {
	if v.argument > len(f.args) {
		f.err = fmt.Errorf("not enough arguments for %q at %d: need index %d but have %d total", v.raw, v.offset,
			v.argument, len(f.args))
		return
	}
	arg := f.args[v.argument-1]
	if v.mode != 'v' && arg.IsNull() {
		f.unsupported(v, "null value cannot be formatted")
		return
	}
	var want *types.Type
	switch v.mode {
	case 'v':
		f.asIs(v, arg)
		return
	case 't':
		want = types.BoolType
	case 'b', 'd', 'o', 'x', 'X', 'e', 'E', 'f', 'g', 'G':
		want = types.NumberType
	case 's', 'q':
		want = types.StringType
	default:
		f.err = fmt.Errorf("unsupported format verb %q in %q at offset %d", v.mode, v.raw, v.offset)
		return
	}
	// %d also formats the string "5", and %s the number 5.
	arg, why := types.Convert(arg, want)
	if why != "" {
		f.unsupported(v, why)
		return
	}
	switch want {
	case types.BoolType:
		f.out.WriteString(strconv.FormatBool(arg.Data == value.Bool(true))) // the original ignores the width
	case types.NumberType:
		f.number(v, types.Float(arg))
	default:
		f.text(v, arg)
	}
}

// unsupported reports an argument that a verb cannot format.
func (f *formatter) unsupported(v verb, why string) {
	f.err = fmt.Errorf("unsupported value for %q at %d: %s", v.raw, v.offset, why)
}

// asIs writes strings and numbers unchanged and everything else as JSON. For `%#v`, it always writes
// JSON.
func (f *formatter) asIs(v verb, arg value.Value) {
	if !v.sharp {
		switch d := arg.Data.(type) {
		case value.String:
			f.pad(v, string(d))
			return
		case value.Number:
			f.pad(v, types.Float(arg).Text('g', -1))
			return
		}
	}
	s, ok := jsonText(arg)
	if !ok {
		f.unsupported(v, "cannot serialize infinity as JSON")
		return
	}
	f.pad(v, s)
}

// number uses Go's own verbs, as the original does. Go counts arguments by its own rules, so the
// number in brackets is removed.
func (f *formatter) number(v verb, n *big.Float) {
	pattern := v.raw
	if i := strings.IndexByte(pattern, '['); i >= 0 {
		pattern = pattern[:i] + pattern[strings.IndexByte(pattern, ']')+1:]
	}
	if strings.IndexByte("bdoxX", v.mode) < 0 {
		fmt.Fprintf(&f.out, pattern, n)
		return
	}
	whole, accuracy := n.Int(nil)
	if accuracy != big.Exact || whole == nil {
		f.unsupported(v, "an integer is required")
		return
	}
	fmt.Fprintf(&f.out, pattern, whole)
}

// text writes a string, cut to the precision, which counts characters as readers see them (4.4).
// `%q` quotes it as JSON does.
func (f *formatter) text(v verb, arg value.Value) {
	s, _ := arg.Text()
	if v.precision > 0 {
		cut, left := 0, v.precision
		stdlib.Characters(s, func(character string) bool {
			cut += len(character)
			left--
			return left > 0
		})
		s = s[:cut]
	}
	if v.mode == 'q' {
		s = value.JSON(value.Str(s), value.GoJSON)
	}
	f.pad(v, s)
}

// pad pads a string to the width, counted in grapheme clusters.
func (f *formatter) pad(v verb, s string) {
	fill := ""
	if missing := v.width - stdlib.CountCharacters(s); missing > 0 {
		char := " "
		if v.zero {
			char = "0"
		}
		fill = strings.Repeat(char, missing)
	}
	if v.minus {
		f.out.WriteString(s + fill)
		return
	}
	f.out.WriteString(fill + s)
}
