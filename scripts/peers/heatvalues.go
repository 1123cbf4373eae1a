package main

import (
	"encoding/json"
	"math/rand"
	"regexp"
	"strings"

	"golang.org/x/tools/txtar"
)

// These templates have no resources: only a parameter with constraints, and an output that computes
// something with Heat's functions or YAQL. Heat evaluates them without a cloud.

// generateHeatValues returns a function that generates a template.
func generateHeatValues([]string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		g := &valueGenerator{r}
		declared := map[string]any{"s": parameter("string", "hello"), "e": parameter("string", ""),
			"n": parameter("number", 3), "l": parameter("comma_delimited_list", "a,b,c"),
			"b": parameter("boolean", true), "f": parameter("number", 2.5),
			"j": parameter("json", map[string]any{"a": 1, "b": map[string]any{"c": "d"}, "l": []any{1, "two", nil}})}
		inputs := map[string]any{}
		value := g.value(1 + r.Intn(3))
		switch r.Intn(3) {
		case 0:
			declared["p"], value = g.parameter(), fn("get_param", "p")
			if r.Intn(2) == 0 {
				inputs["p"] = g.literal()
			}
		case 1:
			value = map[string]any{"yaql": map[string]any{"expression": g.yaql(2),
				"data": map[string]any{"l": []any{3, 1, 2, 3}, "w": []any{"pear", "Apple", "fig"}, "n": 3,
					"t": "hello World",
					"m": map[string]any{"a": 1, "b": 2}, "d": []any{map[string]any{"k": "x", "v": 1}}, "nil": nil}}}
		}
		template := map[string]any{"heat_template_version": "2021-04-16", "parameters": declared,
			"conditions": map[string]any{"c0": true, "c1": fn("equals", fn("get_param", "n"), 4)},
			"outputs":    map[string]any{"o": map[string]any{"value": value}}}
		return string(txtar.Format(&txtar.Archive{Files: []txtar.File{heatFile("template.yaml", template),
			heatFile("inputs.yaml", map[string]any{"parameters": inputs})}}))
	}
}

// fn returns a call of a function with one argument, or with a list of arguments.
func fn(name string, args ...any) map[string]any {
	if len(args) == 1 {
		return map[string]any{name: args[0]}
	}
	return map[string]any{name: args}
}

// A valueGenerator generates values, constraints and expressions.
type valueGenerator struct{ r *rand.Rand }

// literal returns a value that may be invalid for a parameter.
func (g *valueGenerator) literal() any {
	return pick[any](g.r, 1, 0, -1, 2.5, "a", "", "abc", "1", "2.5", "x,y", true, false, "yes", "No", "[1,2]",
		`{"a": 1}`, []any{1, 2}, []any{}, map[string]any{"a": 1}, "é", "1e3", "0x1F", "01", " 5 ", " a , b ")
}

// parameter returns the declaration of a parameter.
func (g *valueGenerator) parameter() any {
	p := map[string]any{"type": pick(g.r, "string", "number", "boolean", "json", "comma_delimited_list", "string"),
		"default": g.literal()}
	if g.r.Intn(4) > 0 {
		p["constraints"] = []any{g.constraint()}
		if g.r.Intn(3) == 0 {
			p["type"] = "string"
			name := pick(g.r, "cron_expression", "iso_8601", "expiration", "net_cidr", "ip_or_cidr", "dns_name",
				"dns_domain", "rel_dns_name", "mac_addr", "timezone")
			p["constraints"], p["default"] = []any{fn("custom_constraint", name)}, g.format(name)
		}
	}
	return p
}

func (g *valueGenerator) constraint() any {
	limits := map[string]any{"min": pick[any](g.r, 0, 1, 2, "1", -1), "max": pick[any](g.r, 0, 1, 3, "10")}
	return pick[any](g.r, fn("length", limits), fn("range", limits), fn("length", map[string]any{"min": 1}),
		fn("allowed_values", []any{"a", "b"}), map[string]any{"allowed_values": []any{1, 2, "3"}},
		fn("allowed_pattern", g.pattern(2)), fn("allowed_pattern", g.pattern(2)),
		map[string]any{"modulo": map[string]any{"step": pick(g.r, 2, 3, -2), "offset": pick(g.r, 0, 1)}})
}

// pattern returns a regular expression, which is often invalid.
func (g *valueGenerator) pattern(depth int) string {
	out := ""
	for range 1 + g.r.Intn(3) {
		atom := pick(g.r, "a", "b", "c", "[a-c]", "[^a]", ".", `\w`, `\d`, `\b`, "^", "$", `\1`, `\101`, "[]a]",
			`[\w-]`, "{", "é")
		if depth > 0 && g.r.Intn(3) == 0 {
			open := pick(g.r, "(", "(?:", "(?P<n>", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?i)(", "(?(1)")
			atom = open + g.pattern(depth-1) + pick(g.r, "", "", "", "|"+g.pattern(depth-1)) + ")"
		}
		out += atom + pick(g.r, "", "", "", "*", "+", "?", "*?", "++", "{2}", "{,1}", "{1,2}")
	}
	return out
}

// format returns a value for a custom constraint, sometimes with an additional character.
func (g *valueGenerator) format(name string) string {
	part := func() string {
		return pick(g.r, "*", "*/2", "1", "5", "1-5", "5-1", "1-5/2", "5/2", "7", "0", "mon", "l4", "L", "1#2", "1,2",
			"r", "?")
	}
	text := ""
	switch name {
	case "cron_expression":
		return strings.Join([]string{part(), part(), part(), part(), part()}, " ")
	case "iso_8601", "expiration":
		text = pick(g.r, "2020-01-02", "2099-01-02T03:04:05Z", "2099-1-2", "20990102T030405+01", "2099-01",
			"2099-13-01")
	case "net_cidr", "ip_or_cidr":
		text = pick(g.r, "10.0.0.0/8", "10.1/16", "::1/64", "fe80::1", "1.2.3.4", "01.2.3.4", "10",
			"1.2.3.4/255.255.0.0")
	case "mac_addr":
		text = pick(g.r, "00:11:22:33:44:55", "0011.2233.4455", "001122334455")
	case "timezone":
		text = pick(g.r, "UTC", "Europe/Berlin", "EST", "Asia/Kolkata")
	default:
		text = pick(g.r, "a", "a.b", "a.b.", "-a.b", "a..b", "example.org.", "1.2.", "A.b")
	}
	if g.r.Intn(2) == 0 {
		at := g.r.Intn(len(text) + 1)
		text = text[:at] + pick(g.r, "0", "1", "-", ".", ":", "/", " ", "x", "T") + text[at:]
	}
	return text
}

// value returns an expression of at most the given depth, of any type.
func (g *valueGenerator) value(depth int) any {
	switch {
	case depth > 0 && g.r.Intn(5) > 0:
		return g.call(depth - 1)
	case g.r.Intn(2) == 0:
		return fn("get_param", pick[any](g.r, "s", "e", "n", "l", "b", "f", "j", []any{"j", "b", "c"}, []any{"j", "l",
			1},
			[]any{"l", 0}, []any{"j", "nope"}))
	}
	return pick[any](g.r, "a", "", "hello $a", 1, 2.5, true, nil, "x,y", []any{"a", "b", "a"}, []any{1, nil},
		map[string]any{"a": 1, "b": "x"}, map[string]any{}, "%i%")
}

// call returns a call of one of Heat's functions.
func (g *valueGenerator) call(depth int) any {
	v := func() any { return g.value(depth) }
	condition := pick[any](g.r, "c0", "c1", fn("equals", v(), v()), fn("not", "c0"), fn("or", "c0", "c1"),
		fn("get_param", "b"))
	return pick[any](g.r,
		map[string]any{"list_join": []any{"-", v()}}, map[string]any{"list_join": []any{"-", v(), v()}},
		map[string]any{pick(g.r, "str_replace", "str_replace_strict", "str_replace_vivid"): map[string]any{
			"template": v(), "params": map[string]any{"$a": v(), "%i%": v()}}},
		map[string]any{"repeat": map[string]any{"template": pick[any](g.r, "%i%", map[string]any{"%i%": "%j%"}),
			"for_each": map[string]any{"%i%": v(), "%j%": []any{"u", "w"}}}},
		fn("digest", "md5", v()), fn("str_split", ",", v()), fn("str_split", " ", v(), 0),
		map[string]any{"map_merge": []any{v(), v()}}, fn("map_replace", v(),
			map[string]any{"keys": map[string]any{"a": "z"}}),
		map[string]any{"filter": []any{v(), v()}}, fn("contains", v(), v()),
		map[string]any{pick(g.r, "list_concat", "list_concat_unique"): []any{v(), v()}},
		map[string]any{"make_url": map[string]any{"scheme": "http", "host": pick(g.r, "h", "::1"),
			"port": pick[any](g.r, 80, "8080", "x"), "query": map[string]any{"a": 1, "b": "c d"}}},
		map[string]any{"if": []any{condition, v(), v()}})
}

// yaql returns an expression of YAQL.
func (g *valueGenerator) yaql(depth int) string {
	if depth == 0 {
		return "$.data." + pick(g.r, "l", "w", "n", "t", "m", "d", "nil")
	}
	e := func() string { return g.yaql(depth - 1) }
	return pick(g.r, e()+"."+pick(g.r, "len()", "sum()", "first()", "last()", "max()", "reverse()", "distinct()",
		"toList()", "keys()", "values()", "items()", "flatten()", "toUpper()", "split(o)", "join(-)", "orderBy($)",
		"any()", "toSet().orderBy($)", "accumulate($1 + $2)", "splitAt(1)", "enumerate()", "indexOf(l, -2)"),
		e()+"."+pick(g.r, "where", "select", "selectMany", "groupBy", "toDict", "takeWhile", "skipWhile", "orderBy")+
			"("+pick(g.r, "$", "$ > 1", "$ * 2", "str($)", "$.k", "[$, 1]", "$ != null")+")",
		"("+e()+" "+pick(g.r, "+", "-", "*", "/", "=", "!=", "<", "in", "and", "or")+" "+e()+")",
		pick(g.r, "str", "int", "bool", "isList", "isString", "not ", "list", "set", "dict")+"("+e()+")",
		e()+"["+pick(g.r, "0", "1", "-1", "a", "$ > 1")+"]", "coalesce("+e()+", "+e()+")",
		"regex('(l+)o').search("+e()+")", "'{0:>5}|{1}'.format("+e()+", "+e()+")",
		"datetime(2020, 1, 2, offset => timespan(hours => 2))."+pick(g.r, "timestamp", "utc.hour", "weekday",
			"date.day"))
}

// notJSON matches Python's notation of numbers that JSON does not have.
var notJSON = regexp.MustCompile(`\b(?:NaN|Infinity)\b`)

// contrastOutputs compares the values of the outputs.
func contrastOutputs(d document, theirs string) difference {
	if notJSON.MatchString(theirs) {
		return skipped("a number that JSON does not have")
	}
	value, _ := d.Value.(map[string]any)
	ours := written(value["outputs"])
	if strings.Contains(ours, "$unknown") {
		return skipped("a value that only a deployment knows")
	}
	return contrast(answer{value: plain(ours)}, answer{value: plain(theirs)})
}

// plain parses JSON. 1 and 1.0 are equal in the result.
func plain(text string) (v any) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err.Error()
	}
	return v
}
