package main

import (
	"math/rand"
	"strings"
)

// expressionBits lists the tokens that mutations insert: operators, the starts and ends of templates,
// whitespace, and characters with several Unicode forms.
var expressionBits = []string{
	" ", "\n", "\t", ",", ".", "[", "]", "{", "}", "(", ")", "\"", "'", "${", "%{", "}", "~}", "${~", "$", "%", "\\",
	"\\n", "\\u00", "\\q", "<<EOT\n",
	"EOT\n", "<<-EOT\n", "\nEOT", "+", "-", "*", "/", "%", "==", "=", "=>", "!=", "!", "<", ">", "<=", "&&", "&", "|",
	"||", "^", "~", "?", ":", "...",
	"..", "#", "//", "/*", "*/", ";", "`", "@", "for ", " in ", " if ", "else", "endif", "endfor", "null", "true",
	"false", "0", "1", "1.5", "1e3", ".5",
	"1.", "e", "a", "x", "é", "世", "length", "try", "[*]", ".*", ".0", "\r\n", "\x00", "\u00a0", "\ufeff",
	"😀", "e\u0301",
}

// expressionAtoms lists the smallest expressions: literals of all types, numbers near limits, and some
// errors.
var expressionAtoms = []string{
	"0", "1", "2", "10", "3.5", "1e3", "1E-2", "0.1", "007", "1.50", "99999999999999999999", "true", "false", "null",
	`"a"`, `"b"`, `""`, `"1"`, `"true"`,
	`"a b"`, `"é"`, `"a\nb"`, `"1.0"`, `"0x1F"`, `"-5"`, "[]", "{}", "[1, 2]", `["a", "b"]`, "{a = 1}",
	`{a = 1, b = "x"}`, "[null]", "[true, 1]",
	"[[1], [2, 3]]", `[{a = 1}, {a = 2}]`, `{a = {b = [1]}}`, `"\u00e9\t\"\\"`, `"$${x}"`, `"%%{x}"`, "1/0", "-1/0",
	"try(1)", "1e400", "0.1e-5", "-0",
}

// unknownAtoms lists expressions whose values are unknown or contain an unknown.
var unknownAtoms = []string{
	"uuid()", "uuid()", "tonumber(uuid())", "tobool(uuid())", "[uuid(), 1]", "{a = uuid()}", `split(",", uuid())`,
	"jsondecode(uuid())", `toset([uuid(), "a"])`, "tolist([uuid()])", "tomap({a = uuid()})", `"a-${uuid()}"`,
}

// generateExpressions returns a function that generates an expression for the console, or mutates
// one of the seeds.
func generateExpressions(seeds []string) func(r *rand.Rand) string {
	m := mutator{seeds, expressionBits}
	return func(r *rand.Rand) string {
		if r.Intn(3) == 0 {
			return m.mutateText(r, pick(r, seeds...))
		}
		// Some are also mutated, to get syntax errors.
		d := &expressionGenerator{Rand: r}
		text := d.expression(1 + r.Intn(4))
		if r.Intn(5) == 0 {
			text = m.mutateText(r, text)
		}
		return text
	}
}

// An expressionGenerator generates the parts of an expression.
type expressionGenerator struct {
	*rand.Rand
	names []string // the variables of the enclosing `for` expressions, the innermost last
}

// pick chooses one of the strings; repeating one makes it more likely.
func (d *expressionGenerator) pick(from ...string) string { return pick(d.Rand, from...) }

// expression generates an expression of at most the given depth.
func (d *expressionGenerator) expression(depth int) string {
	if depth <= 0 || d.Intn(6) == 0 {
		return d.atom()
	}
	inner := func() string { return d.expression(depth - 1) }
	switch d.Intn(17) {
	case 0, 1, 2:
		operator := d.pick("+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||")
		return inner() + d.pick(" ", " ", " ", " /* c */ ") + operator + " " + inner()
	case 3:
		return d.pick("-", "!") + inner()
	case 4:
		return "(" + inner() + ")"
	case 5, 6:
		return inner() + " ? " + inner() + " : " + inner()
	case 7:
		return "[" + d.several(4, inner, ", ", ",", ",\n") + d.pick("", "", "", ",", "\n") + "]"
	case 8:
		return d.object(inner)
	case 9, 10:
		return d.comprehension(depth)
	case 11, 12, 13:
		return d.call(inner)
	case 14, 15:
		return d.template(depth)
	}
	return d.steps(inner)
}

// atom generates a literal or, inside a `for`, a name.
func (d *expressionGenerator) atom() string {
	if len(d.names) > 0 && d.Intn(2) == 0 {
		return d.pick(d.names...)
	}
	if d.Intn(30) == 0 {
		return d.pick(unknownAtoms...)
	}
	return d.pick(expressionAtoms...)
}

// several generates up to n parts with separators.
func (d *expressionGenerator) several(n int, draw func() string, separators ...string) string {
	text := ""
	for i := range d.Intn(n) {
		if i > 0 {
			text += d.pick(separators...)
		}
		text += draw()
	}
	return text
}

// object generates an object. Some of its keys are keywords, some are computed, and some are not
// names.
func (d *expressionGenerator) object(inner func() string) string {
	entry := func() string {
		key := d.pick("a", "b", "c", `"k"`, "1", "(1 + 1)", `"${"x"}"`, "true", "null", "for", "if", "a-b")
		return key + d.pick(" = ", " = ", ": ", "=") + inner()
	}
	return "{" + d.several(4, entry, ", ", ", ", "\n", ",\n") + d.pick("", "", "", ",", "\n") + "}"
}

// comprehension generates a `for` expression. Its variables can be used in its parts after the
// collection.
func (d *expressionGenerator) comprehension(depth int) string {
	collection := d.pick("[1, 2, 3]", `["a", "b", "a"]`, `{a = 1, b = 2}`, "[]", "{}", "[[1], [2]]",
		d.expression(depth-1))
	names := d.pick("x", "k, v", "i, x", "x", "x, x")
	outer := d.names
	d.names = append(append([]string{}, outer...), strings.Split(names, ", ")...)
	defer func() { d.names = outer }()
	last := d.names[len(d.names)-1]
	condition := d.pick("", "", " if "+last+" != 2", " if "+d.expression(depth-1))
	if d.Intn(2) == 0 {
		return "[for " + names + " in " + collection + " : " + d.expression(depth-1) + condition + "]"
	}
	// Equal keys are an error unless values are grouped with `...`.
	key := d.pick(last, `"k${`+last+`}"`, d.expression(depth-1))
	return "{for " + names + " in " + collection + " : " + key + " => " + d.expression(depth-1) +
		d.pick("", "", "...") + condition + "}"
}

// call generates a call. Random arguments would mostly be refused, so a call usually has as many
// arguments as the function has parameters, often with meaningful values, and some functions get
// strings in the format that they expect.
func (d *expressionGenerator) call(inner func() string) string {
	name := d.pick(keys(published)...)
	arguments := d.several(4, inner, ", ")
	if parameters := published[name].Params(); d.Intn(3) > 0 && name != "try" && name != "can" {
		var fitting []string
		for _, p := range parameters {
			values := particular[name+" "+strings.ToLower(p.Name)]
			fitting = append(fitting, d.pick(append(values, inner())...))
			if values == nil || d.Intn(4) == 0 {
				fitting[len(fitting)-1] = inner()
			}
		}
		arguments = strings.Join(fitting, ", ")
	}
	// A random string would be refused as a format, or as YAML, JSON or CSV.
	switch name {
	case "format":
		arguments = `"` + d.format() + `", ` + inner() + ", " + inner()
	case "join", "split", "trimprefix", "trimsuffix":
		arguments = d.pick(`","`, `""`, `"a"`, inner()) + ", " + d.pick(`"a,b,,c"`, `["a", "b"]`, `""`, inner())
	case "yamldecode":
		arguments = d.pick(`"a: 1"`, `"[1, yes, ~]"`, `"- .5\n- 0x1F"`, `"*a"`, `""`, `"{a: b"`, inner())
	case "jsondecode":
		arguments = d.pick(`"{\"a\": [1, 2.50, null, true]}"`, `"[1,]"`, `"{"`, `"1 2"`, `""`, `"\"\\u00e9\""`, `"nul"`,
			`"{\"a\":1,\"a\":2}"`, `"[01]"`, inner())
	case "csvdecode":
		arguments = d.pick(`"a,b\n1,2\n3,4"`, `"a,a\n1,2"`, `"a,b\n1"`, `""`, `"a\n\"x"`, `"a,b\n1,2\"3"`, inner())
	case "range":
		arguments = d.pick("3", "1, 4", "5, 1", "0, 1, 0.25", "1, 5, -1", "0, 3, 0", "-2", "1.5", arguments)
	}
	return name + "(" + arguments + d.pick("", "", "", "", "", ",", "...") + ")"
}

// format generates a format string: verbs with flags, widths, precisions and indices.
func (d *expressionGenerator) format() string {
	text := ""
	for range 1 + d.Intn(3) {
		text += d.pick("", "a", " ", "é", "%%") + "%" + d.pick("", "", "", "+", "-", "0", " ", "#", "-5", "#0") +
			d.pick("", "", "", "5", "10", "*") +
			d.pick("", "", "", ".2", ".0", ".") + d.pick("", "", "", "[1]", "[2]", "[9]") +
			d.pick("s", "s", "d", "d", "v", "v", "f", "e", "g", "t", "q", "x", "b", "z")
	}
	return text
}

// template generates a quoted template or a heredoc. Some heredocs have indentation to be removed.
func (d *expressionGenerator) template(depth int) string {
	if d.Intn(4) > 0 {
		return `"` + d.part(depth) + d.part(depth) + `"`
	}
	text := "<<" + d.pick("", "-") + "EOT\n"
	for range d.Intn(4) {
		text += d.pick("", "  ", "    ", "\t") + d.part(depth-1) + "\n"
	}
	return text + d.pick("", "  ") + "EOT\n"
}

// part generates a part of a template: text, an interpolation or a directive.
func (d *expressionGenerator) part(depth int) string {
	if depth <= 0 {
		return "z"
	}
	tilde := func() string { return d.pick("", "", "~") }
	switch d.Intn(7) {
	case 0, 1:
		return d.pick("a", " ", "b c", "é", "$", "%", "$$", "%%", "}", "{", "1", "$${a}", "%%{b}", `\n`, `\t`,
			`\"`, `\u00e9`)
	case 2:
		otherwise := d.pick("", "%{ else }"+d.part(depth-1), "%{~ else ~}"+d.part(depth-1))
		return "%{" + tilde() + " if " + d.expression(depth-1) + " " + tilde() + "}" + d.part(depth-1) + otherwise +
			"%{" + tilde() + " endif " + tilde() + "}"
	case 3:
		outer := d.names
		d.names = append(append([]string{}, outer...), "x")
		defer func() { d.names = outer }()
		return "%{ for x in " + d.pick("[1, 2]", `["a"]`, `{a = 1}`) + d.pick(" ", " ~") + "}" + d.part(depth-1) +
			"%{" + tilde() + " endfor " + tilde() + "}"
	}
	return "${" + d.pick("", "", "~", " ") + d.expression(depth-1) + d.pick("", "", " ", "~") + "}"
}

// steps generates a value followed by attributes, indices and splats, most of which it does not have.
func (d *expressionGenerator) steps(inner func() string) string {
	text := d.pick(inner(), "("+inner()+")")
	for range 1 + d.Intn(3) {
		text += d.pick(".a", ".b", "[0]", "[1]", `["a"]`, "[-1]", "[1.5]", "[*]", ".*", ".0", ".1", "[null]", `["0"]`,
			"[true]", ".0.1", ".a-b", "["+inner()+"]")
	}
	return text
}
