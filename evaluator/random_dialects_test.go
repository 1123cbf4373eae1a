package evaluator_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"pantograph/evaluator"
)

// randomDocument draws a document of a dialect: a few named entries that refer to one another in
// many ways.
func randomDocument(t *rapid.T, dialect string) []evaluator.File {
	g := &programGenerator{t: t}
	file := func(name, text string) evaluator.File { return evaluator.File{Name: name, Text: text} }
	switch dialect {
	case "pulumi":
		text, inputs := g.program()
		return []evaluator.File{file("Pulumi.yaml", text), file("inputs.yaml", inputs)}
	case "esc":
		return []evaluator.File{file("env.yaml",
			"imports: "+g.pick("imports", "[]", "[base]", "[base, other]", "[{other: {merge: false}}, base]")+"\n"+
				g.environment()),
			file("base.yaml", g.environment()), file("other.yaml", "imports: [base]\n"+g.environment()),
			file("inputs.yaml",
				"providers: {p: "+g.pick("provider", "{echo: true}", "{outputs: {a: 1}}",
					"{outputs: {a: x}, secret: true}", "{error: down}")+"}\n")}
	case "hot":
		return []evaluator.File{file("template.yaml", g.template()),
			file("env.yaml", "parameters: {p0: "+g.scalarOf("given")+"}\nparameter_defaults: {p1: b, p0: c}\n"),
			file("inputs.yaml", "parameters: {p2: 7, j: {"+secretText+": {x: "+secretText+"}}}\n"+
				"attributes: {r0: {a: [1, 2]}}\n")}
	case "terraform":
		return []evaluator.File{file("main.yaml", "a: [1, two, {b: 3}]\nc: &x {d: 4}\ne: *x\ns: "+secretText+"\n"),
			file("inputs.yaml", "expressions:\n  - '"+g.hcl(3)+"'\n  - '"+g.hcl(4)+"'\n")}
	case "pullconf":
		return []evaluator.File{file("all.yaml", g.pullconf())}
	}
	panic("randomDocument cannot draw documents of " + dialect)
}

func (g *programGenerator) scalarOf(what string) string {
	return g.pick(what, "1", "a", "'x y'", "true", "1.5", "''")
}

func (g *programGenerator) environment() string {
	g.names = []string{"k0", "k1", "k2", "k3", "missing", "context.pulumi.user.login", "k2.a", "k2[0]"}
	var b strings.Builder
	b.WriteString("values:\n")
	for i := range rapid.IntRange(1, 4).Draw(g.t, "values") {
		fmt.Fprintf(&b, "  k%d: %s\n", i, g.property(3))
	}
	return b.String()
}

func (g *programGenerator) property(depth int) string {
	if depth == 0 {
		return g.pick("leaf", g.scalarOf("scalar"), "'${"+g.pick("name", g.names...)+"}'",
			"'a ${"+g.pick("name", g.names...)+"}b'")
	}
	inner := func() string { return g.property(depth - 1) }
	switch g.pick("property", "leaf", "leaf", "list", "object", "function", "secret", "open", "join",
		"validate", "key") {
	case "list":
		return "[" + inner() + ", " + inner() + "]"
	case "object":
		return "{a: " + inner() + ", b: " + inner() + "}"
	case "function":
		return "{fn::" + g.pick("function", "toJSON", "toBase64", "fromBase64", "fromJSON", "toString") + ": " +
			inner() + "}"
	case "secret":
		return "{fn::secret: " + secretText + "}"
	case "open":
		return "{fn::open::p: {x: " + inner() + "}}"
	case "join":
		return "{fn::join: [', ', [" + inner() + ", " + inner() + "]]}"
	case "validate":
		return "{fn::validate: {schema: {" + g.pick("keyword", "const", "enum", "type", "required") + ": " +
			inner() + "}, value: " + inner() + "}}"
	case "key":
		return "{fn::fromJSON: {fn::join: ['', ['{\"', " + g.property(0) + ", '\": 1}']]}}"
	}
	return g.property(0)
}

func (g *programGenerator) template() string {
	var b strings.Builder
	b.WriteString("heat_template_version: 2021-04-16\nparameters:\n")
	for i := range 3 {
		fmt.Fprintf(&b, "  p%d: {type: %s%s}\n", i, g.pick("type", "string", "number", "json", "comma_delimited_list"),
			g.pick("more", "", ", default: 1", ", default: 'a,b'", ", hidden: true, default: "+secretText))
	}
	b.WriteString("  j: {type: json, hidden: true}\nresources:\n")
	for i := range rapid.IntRange(1, 3).Draw(g.t, "resources") {
		fmt.Fprintf(&b, "  r%d: {type: %s, properties: {value: %s}}\n", i,
			g.pick("resource", "OS::Heat::Value", "OS::Heat::None", "OS::Nova::Server"), g.heat(2))
	}
	b.WriteString("outputs:\n")
	for i := range rapid.IntRange(1, 3).Draw(g.t, "outputs") {
		fmt.Fprintf(&b, "  o%d: {value: %s}\n", i, g.heat(3))
	}
	return b.String()
}

func (g *programGenerator) heat(depth int) string {
	if depth == 0 {
		return g.pick("leaf", g.scalarOf("scalar"), "{get_param: p0}", "{get_param: p1}", "{get_param: [p2, a]}",
			"{get_param: j}", "{get_param: [j, x]}", "{get_attr: [r0, value]}", "{get_attr: [r1, a, 0]}",
			"{get_resource: r0}", "{get_param: 'OS::stack_name'}")
	}
	inner := func() string { return g.heat(depth - 1) }
	switch g.pick("heat", "leaf", "list", "map", "join", "replace", "repeat", "if", "concat", "yaql", "split",
		"keys", "merge", "digest") {
	case "list":
		return "[" + inner() + ", " + inner() + "]"
	case "map":
		return "{a: " + inner() + ", b: " + inner() + "}"
	case "join":
		return "{list_join: ['-', [" + inner() + ", " + inner() + "]]}"
	case "replace":
		return "{str_replace: {template: 'x y', params: {x: " + inner() + "}}}"
	case "repeat":
		return "{repeat: {template: {k: '%a%', v: " + inner() + "}, for_each: {'%a%': [a, b, " + inner() + "]}}}"
	case "if":
		return "{if: [{equals: [" + inner() + ", a]}, " + inner() + ", " + inner() + "]}"
	case "concat":
		return "{list_concat: [[a], [" + inner() + "]]}"
	case "yaql":
		return "{yaql: {expression: '" + g.pick("yaql", "$.data.x", "$.data.x.len()", "$.data.x.select($)",
			"[1, 2].where($ > 1)") + "', data: {x: " + inner() + "}}}"
	case "split":
		return "{str_split: [',', " + inner() + "]}"
	case "keys":
		return "{map_replace: [{a: b}, {keys: {a: " + inner() + "}, values: {b: " + inner() + "}}]}"
	case "merge":
		return "{map_merge: [" + inner() + ", {a: 1}]}"
	case "digest":
		return "{digest: [md5, " + inner() + "]}"
	}
	return g.heat(0)
}

// hcl draws an expression of Terraform. g.names are the names that enclosing loops define.
func (g *programGenerator) hcl(depth int) string {
	if depth == 0 {
		return g.pick("leaf", append([]string{"1", "2.5", `"a"`, "true", "null", `yamldecode(file("main.yaml")).a`,
			`yamldecode(file("main.yaml")).e.d`, `sensitive(yamldecode(file("main.yaml")).s)`}, g.names...)...)
	}
	inner := func() string { return g.hcl(depth - 1) }
	switch g.pick("expression", "leaf", "for", "for", "object", "splat", "tuple", "map", "text", "call", "operator",
		"conditional", "directive") {
	case "for":
		in, name := inner(), fmt.Sprintf("x%d", len(g.names))
		g.names = append(g.names, name)
		out := "[for " + name + " in [" + in + ", " + inner() + "] : " + inner() +
			g.pick("if", "", " if "+name+" != 1") + "]"
		g.names = g.names[:len(g.names)-1]
		return out
	case "object":
		in, name := inner(), fmt.Sprintf("y%d", len(g.names))
		g.names = append(g.names, name)
		out := "{for k, " + name + " in {a = " + in + ", b = " + inner() + "} : upper(k) => " + inner() + "}"
		g.names = g.names[:len(g.names)-1]
		return out
	case "splat":
		return "[{a = " + inner() + "}, {a = " + inner() + "}][*].a"
	case "tuple":
		return "[" + inner() + ", " + inner() + "]"
	case "map":
		return "{a = " + inner() + ", (" + inner() + ") = " + inner() + "}"
	case "text":
		return `"x ${` + inner() + `}"`
	case "call":
		return g.pick("function", "jsonencode", "length", "upper", "tostring", "keys", "try", "flatten",
			"type", "yamldecode", "toset", "values", "file", "nope") + "(" +
			inner() + ")"
	case "operator":
		return "(" + inner() + g.pick("operator", " + ", " == ", " && ", " < ") + inner() + ")"
	case "conditional":
		return "(" + inner() + " == 1 ? " + inner() + " : " + inner() + ")"
	case "directive":
		return `"%{ for z in [1, 2] }${z}${` + inner() + `}%{ endfor }"`
	}
	return g.hcl(0)
}

func (g *programGenerator) pullconf() string {
	var b strings.Builder
	value := func() string {
		return g.pick("value", "a", "1", "a ${pullconf::v0} b", "${pullconf::v1}", "${pullconf::missing}",
			"${pullconf::hostname}", "$$x")
	}
	resource := func(at string) string {
		return "resources:\n  - type: " + g.pick("type", "file", "directory", "group", "nope") +
			"\n    parameters:\n      path: /" + at + "/" + value() +
			"\n      name: " + value() + "\n      content: " + value() + "\n"
	}
	for i := range 2 {
		fmt.Fprintf(&b, "---\ntype: group\nname: g%d\nvariables:\n  v%d: %s\n%s", i, i, value(), resource("g"))
	}
	for i := range rapid.IntRange(1, 2).Draw(g.t, "clients") {
		fmt.Fprintf(&b, "---\ntype: client\nname: c%d\napi_key: %064d\ngroups:\n  - %s\nvariables:\n  v0: %s\n"+
			"  v1: %s\n%s", i, i, g.pick("group", "g0", "g1", "g2"), value(), value(), resource("c"))
	}
	return b.String()
}
