package main

import (
	"math/rand"
	"strings"

	goyaml "gopkg.in/yaml.v3"
)

// expressionsOf returns the expressions in inputs.yaml.
func expressionsOf(text []byte) []string {
	var inputs struct {
		Expression  string
		Expressions []string
	}
	if goyaml.Unmarshal(text, &inputs) != nil {
		return nil
	}
	if inputs.Expression != "" {
		inputs.Expressions = append(inputs.Expressions, inputs.Expression)
	}
	return inputs.Expressions
}

// generateCalls returns a function that generates a call of one of Terraform's functions from its
// signature, or mutates a recorded expression.
func generateCalls(seeds []string) func(r *rand.Rand) string {
	m := mutator{seeds, expressionBits}
	return func(r *rand.Rand) string {
		if r.Intn(5) == 0 {
			return m.mutateText(r, pick(r, seeds...))
		}
		functions, _ := terraformFunctions()
		d := &callGenerator{Rand: r, functions: functions, names: keys(functions)}
		return d.call(1 + r.Intn(3))
	}
}

// A callGenerator generates calls.
type callGenerator struct {
	*rand.Rand
	functions map[string]terraformFunction
	names     []string
}

// pick chooses one of the strings; repeating one makes it more likely.
func (d *callGenerator) pick(from ...string) string { return pick(d.Rand, from...) }

// call generates a function call with as many arguments as the function has parameters, rarely with
// one more or fewer, and with some arguments for a variadic parameter. Some calls are wrapped in type,
// which shows the type, or in try, which catches errors.
func (d *callGenerator) call(depth int) string {
	name := d.pick(d.names...)
	f := d.functions[name]
	var arguments []string
	given := len(f.Parameters)
	if d.Intn(40) == 0 {
		given += d.Intn(3) - 1
	}
	for i := range max(given, 0) {
		p := terraformParameter{Type: "dynamic"}
		if i < len(f.Parameters) {
			p = f.Parameters[i]
		}
		arguments = append(arguments, d.argument(name, p, depth))
	}
	if f.Variadic != nil {
		for range d.Intn(4) {
			arguments = append(arguments, d.argument(name, *f.Variadic, depth))
		}
	}
	text := strings.Join(arguments, ", ")
	switch d.Intn(30) {
	case 0:
		text += "..."
	case 1:
		name = "core::" + name
	case 2:
		return "type(" + name + "(" + text + "))"
	case 3:
		return "try(" + name + "(" + text + "), \"otherwise\")"
	}
	return name + "(" + text + ")"
}

// particular lists meaningful arguments for the parameters of some functions. Other parameters get any
// value of their type.
var particular = map[string][]string{
	"cidrhost prefix":    {`"10.0.0.0/8"`, `"fd00::/64"`, `"10.1.2.3/24"`, `"10.0.0.0"`},
	"cidrnetmask prefix": {`"10.0.0.0/12"`, `"fd00::/64"`},
	"cidrsubnet prefix":  {`"10.0.0.0/8"`, `"fd00::/48"`, `"1.2.3.4/31"`},
	"cidrsubnets prefix": {`"10.0.0.0/8"`, `"fd00::/48"`},
	"cidrsubnet newbits": {"0", "1", "8", "40"}, "cidrsubnet netnum": {"0", "3", "255", "256", "-1"},
	"cidrsubnets newbits": {"1", "4", "8", "30", "0"},
	"regex pattern": {`"a+"`, `"(\\d+)-(\\w)"`, `"(?P<y>\\d+)(?:x)?"`, `"["`, `"^$"`, `"(?i)B|c"`,
		`"(a)|(?P<b>b)"`},
	"regex string": {`"aab-12-x"`, `"2020x"`, `""`, `"ébc"`}, "regexall pattern": {`"a|b"`, `"(.)(.)"`,
		`"(?P<k>.)"`,
		`""`, `"x*"`}, "regexall string": {`"abab"`, `"éé"`, `""`},
	"replace substr":  {`"a"`, `"/a+/"`, `"/(b)(.)/"`, `""`, `"/["`, `"/"`},
	"replace replace": {`"$1"`, `"x"`, `"$${1}y"`, `""`},
	"format format": {`"%s-%d"`, `"%05.2f|%-6s|"`, `"%#v %q"`, `"%[2]s %[1]v"`, `"%%"`, `"%t %x %X %b %o %e %g"`, `"%"`,
		`"%z"`, `"%*d"`}, "formatlist format": {`"%s-%s"`, `"%d"`, `"%v"`},
	"formatdate format": {`"YYYY-MM-DD'T'hh:mm:ssZZZZZ"`, `"EEEE, D MMM YY HH:m AA"`, `"''x'"`, `"YYYYY"`,
		`"hh'o''clock'"`, `"ZZZ ZZZZ Z"`},
	"formatdate time":     {`"2020-02-29T01:02:03Z"`, `"2021-12-31T23:59:59+05:30"`, `"2020-02-30T00:00:00Z"`, `"x"`},
	"timeadd timestamp":   {`"2020-02-29T01:02:03Z"`, `"2020-02-29T01:02:03.5-08:00"`, `"2020"`},
	"timeadd duration":    {`"1h30m"`, `"-24h"`, `"1d"`, `"0.5s"`, `""`},
	"timecmp timestamp_a": {`"2020-02-29T01:02:03Z"`, `"2020-02-29T02:02:03+01:00"`},
	"timecmp timestamp_b": {`"2020-02-29T01:02:03Z"`, `"2019-02-29T01:02:03Z"`, `"2021-01-01T00:00:00Z"`},
	"textencodebase64 encoding": {`"UTF-8"`, `"UTF-16LE"`, `"utf-16"`, `"ISO-8859-1"`, `"windows-1252"`, `"nope"`,
		`"Shift_JIS"`},
	"textdecodebase64 encoding": {`"UTF-8"`, `"UTF-16LE"`, `"ISO-8859-1"`, `"nope"`},
	"textdecodebase64 source":   {`"aGk="`, `"aABpAA=="`, `"6Q=="`, `"@"`},
	"base64decode str":          {`"aGk="`, `"/w=="`, `"aGk"`, `""`, `"4pyT"`},
	"jsondecode str":            {`"{\"a\":[1,2.50,null,true]}"`, `"[1,]"`, `"\"x\""`, `"{"`, `"1e2"`, `"[1] 2"`},
	"yamldecode src":            {`"a: [1, yes, ~]"`, `"- 0x1F\n- .5"`, `"{a: b"`, `"*x"`, `"!!binary aGk="`},
	"csvdecode str":             {`"a,b\n1,2"`, `"a,a\n1,2"`, `"a\n\"x"`, `"a,b\n1"`},
	"parseint base":             {"2", "10", "16", "36", "62", "1", "63"},
	"parseint number": {`"ff"`, `"101"`, `"zZ"`, `"-7"`,
		`" 1"`, `""`, `"0x10"`},
	"substr offset": {"0", "1", "-1", "9"}, "substr length": {"0", "2", "-1", "9"},
	"element index": {"0", "1", "7", "-1"}, "slice start_index": {"0", "1", "3"}, "slice end_index": {"0", "2", "5"},
	"chunklist size": {"0", "1", "2", "-1"}, "log base": {"2", "10", "0", "1"}, "pow power": {"0", "2", "0.5", "-1"},
	"indent spaces": {"0", "2", "-1"},
	"file path":     {`"a.txt"`, `"nope"`, `"d/b.json"`, `"./a.txt"`, `"d"`},
	"templatefile path": {`"t.tftpl"`, `"a.txt"`,
		`"one.tftpl"`, `"nope"`, `"d/e.txt"`},
	"templatefile vars": {`{list = ["a", 1], name = "n"}`, `{name = "n"}`, `{x = [1]}`, `{x = null}`, `{}`, `{1 = 2}`,
		`"x"`, `{x = true}`},
	"fileset path": {`"."`, `"d"`, `""`, `"nope"`}, "fileset pattern": {`"*"`, `"**"`, `"**/*.json"`, `"{a,d}*"`,
		`"["`, `"*.txt"`},
	"fileexists path": {`"a.txt"`, `"nope"`, `"d"`, `"d/e.txt"`}, "filebase64 path": {`"a.txt"`, `"nope"`},
	"pathexpand path": {`"~/x"`, `"~"`, `"~u/x"`, `"a"`},
	"abspath path":    {`"."`, `"a/../b"`, `"/x//y"`}, "dirname path": {`"a/b/"`, `""`, `"/"`},
	"basename path":   {`"a/b/"`, `""`, `"/"`},
	"setproduct sets": {`["a", "b"]`, `toset(["x"])`, `[1]`, `[]`, `[null]`},
	"zipmap keys":     {`["a", "b"]`, `["a"]`, `["b", "a"]`}, "zipmap values": {`[1, "x"]`, `["p", "q"]`,
		`tolist([1, 2])`, `[]`},
	"lookup inputMap": {`{a = 1, b = 2}`, `{a = "x", b = [1]}`, `tomap({a = "q"})`, `{}`},
	"lookup key":      {`"a"`, `"zz"`}, "lookup default": {`"d"`, "0", "null", "[1]"},
	"matchkeys values": {`["x", "y", "z"]`, `[1, 2]`}, "matchkeys keys": {`["a", "b", "a"]`, `["a", "b"]`},
	"matchkeys searchset": {`["a"]`, `["q"]`, `[1]`, `[]`},
	"transpose values":    {`{a = ["x", "y"], b = ["x"]}`, `{}`, `{a = []}`}, "merge maps": {`{a = 1}`, `{b = {c = 2}}`,
		`null`, `tomap({a = "x"})`, `{}`}, "urlencode str": {`"a b/ç?&=+"`, `""`},
	"rsadecrypt ciphertext": {`"aGk="`, `"@"`}, "rsadecrypt privatekey": {`"nope"`, `""`},
	"startswith prefix": {`"he"`, `""`}, "sum list": {"[1, 2.5]", "[]", `["1", "2"]`, "[true]", "toset([1, 2])",
		"[null]", "1"},
	"range params": {"0", "1", "3", "-2", "0.5", "1025"}, "join separator": {`","`, `""`},
	"join lists": {`["a", "b"]`, `[1, true]`, `[]`, `[null]`, `"x"`}, "templatestring template": {`"x"`, `"a.txt"`,
		`upper("x")`},
	"alltrue list": {"[true, false]", "[]", `["true"]`, "[null]", "[1]"},
	"anytrue list": {"[true, false]", "[]", `["false"]`, "[null]"}, "one list": {"[1]", "[]", "[1, 2]", `toset(["x"])`,
		"null", `"x"`},
}

// argument generates an argument for a parameter of the function name: usually one from particular if
// it has any, otherwise another call, or a value of the parameter's type, rarely of another type.
func (d *callGenerator) argument(name string, p terraformParameter, depth int) string {
	if values := particular[name+" "+strings.ToLower(p.Name)]; values != nil && d.Intn(4) > 0 {
		return d.pick(values...)
	}
	switch d.Intn(24) {
	case 0:
		return d.pick("null", "1/0", "[]", "{}", `"x"`, "true", "0", "tolist([])", "tonumber(null)", "tostring(null)",
			"sensitive(1)")
	case 1:
		return "sensitive(" + d.value(p.Type, depth-1) + ")"
	case 2, 3, 4:
		if depth > 1 {
			return d.call(depth - 1)
		}
	}
	return d.value(p.Type, depth)
}

// value generates a value of a type (see terraformParameter).
func (d *callGenerator) value(typ any, depth int) string {
	// Terraform converts tuples and objects where it needs lists and maps, so most values are tuples
	// and objects.
	if l, ok := typ.([]any); ok && len(l) == 2 {
		var items []string
		for range d.Intn(4) {
			item := d.value(l[1], depth-1)
			if l[0] == "map" {
				item = d.pick("a", "b", "c", `"k e"`) + " = " + item
			}
			items = append(items, item)
		}
		text := strings.Join(items, ", ")
		switch l[0] {
		case "map":
			return d.pick("{"+text+"}", "{"+text+"}", "tomap({"+text+"})")
		case "set":
			return d.pick("["+text+"]", "toset(["+text+"])")
		}
		return d.pick("["+text+"]", "["+text+"]", "tolist(["+text+"])", "toset(["+text+"])")
	}
	switch typ {
	case "string":
		return d.pick(`""`, `"a"`, `"hello world"`, `"ÄÖ ß"`, `"a,b,c"`, `"  x  "`, `"1"`, `"true"`, `"a\nb\n"`,
			`"e\u0301"`, `"日本"`, `"x-y_z"`, "5", "true", `"a${1 + 1}b"`, `"Hello-World"`)
	case "number":
		return d.pick("0", "1", "-1", "2.5", "10", "1e3", "-0.5", `"7"`, "99999999999999999999", "0.1", "3",
			"1e-7", "255")
	case "bool":
		return d.pick("true", "false", `"true"`)
	}
	if depth > 0 && d.Intn(2) == 0 {
		switch d.Intn(3) {
		case 0:
			return d.value([]any{"list", d.element()}, depth)
		case 1:
			return d.value([]any{"map", d.element()}, depth)
		}
		return "[" + d.value("dynamic", depth-1) + ", " + d.value("dynamic", depth-1) + "]"
	}
	return d.value(d.pick("string", "number", "bool", "string"), 0)
}

// element returns a random type for the elements of a collection.
func (d *callGenerator) element() any {
	if d.Intn(4) == 0 {
		return []any{d.pick("list", "map", "set"), "string"}
	}
	return d.pick("string", "number", "bool", "dynamic")
}
