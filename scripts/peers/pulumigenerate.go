package main

import (
	"math/rand"
	"strings"
)

// programBits lists the tokens that mutations insert: YAML's indicators, references, functions and
// keys.
var programBits = []string{
	" ", "\n", ":", ": ", "- ", "{", "}", "[", "]", ",", "${", "}", "$", "$$", "\"", "'", "fn::", "fn::secret: ",
	"fn::toJSON: ", "fn::join: ", "fn::select: ",
	"${v}", "${r.x}", "${r}", ".x", "[0]", "null", "1", "1.5", "true", "a", "é", "x: ", "~", "type: ", "options: ",
	"properties: ", "dependsOn: ",
}

// generatePrograms returns a function that generates a program or a component of a plugin, with its
// inputs.yaml, or mutates one of the seeds.
func generatePrograms(seeds []string) func(r *rand.Rand) string {
	m := mutator{seeds, programBits}
	return func(r *rand.Rand) string {
		switch n := r.Intn(8); {
		case n < 2:
			return m.mutate(r, pick(r, seeds...))
		// The original has other functions to evaluate a component.
		case n == 2:
			return (&programGenerator{Rand: r}).plugin()
		}
		return (&programGenerator{Rand: r}).archive()
	}
}

// A programGenerator generates the parts of a program.
type programGenerator struct {
	*rand.Rand
	names []string // the names to which expressions refer
}

// pick chooses one of the strings; repeating one makes it more likely.
func (d *programGenerator) pick(from ...string) string { return pick(d.Rand, from...) }

// oneIn returns true with a probability of 1/n.
func (d *programGenerator) oneIn(n int) bool { return d.Intn(n) == 0 }

// suppliedMocks is the part of inputs.yaml with the results of invokes and the outputs of stacks.
const suppliedMocks = `mocks:
  invokes:
    "a:b:get": {result: {id: x, num: 5, lst: [a, b], obj: {k: [1, two]}}}
    "a:b:sec": {result: {id: x, pw: {$secret: hidden}, obj: {k: v}}}
    "a:b:deep": {result: {l: [{p: {$secret: s}}], n: null}}
  stacks:
    org/p/dev: {outputs: {k: v, n: 3, l: [x, y], pw: {$secret: hush}}}
`

// givenConfig lists values for the configuration keys that programs declare.
var givenConfig = []string{"text: given", "text: '42'", "num: 7", "num: '1.5'", "num: '007'", "flag: true",
	"flag: 'true'", "list: [a, b]", "list: '[\"x\"]'",
	"obj: {k: 1, l: [2]}", "text: {secret: pw}", "obj: {secret: {k: hidden}}", "other: given", "'aws:region': eu",
	"nums: [1, 2]", "num: {secret: 3}"}

// archive generates a program with its inputs.yaml. Some of the given configuration does not have the
// type that the program declares, or is not declared.
func (d *programGenerator) archive() string {
	inputs := "mode: " + d.pick("update", "update", "preview") + "\n"
	if !d.oneIn(3) {
		// Each key occurs at most once, because a duplicate key is an error in YAML.
		chosen := map[string]string{}
		for range d.Intn(4) {
			entry := d.pick(givenConfig...)
			name, _, _ := strings.Cut(entry, ":")
			chosen[name] = entry
		}
		if len(chosen) > 0 {
			inputs += "config:\n"
			for _, name := range keys(chosen) {
				inputs += "  " + chosen[name] + "\n"
			}
		}
	}
	return "-- Main.yaml --\n" + d.program() + "-- inputs.yaml --\n" + inputs + suppliedMocks
}

// program generates a program. It chooses the names first, so that expressions can refer to names that
// are declared later, or not at all. The first letter of a name tells what it is: v for a variable, r
// for a resource.
func (d *programGenerator) program() string {
	var b strings.Builder
	b.WriteString("name: t\nruntime: yaml\n")
	if d.oneIn(15) {
		b.WriteString("description: " + d.pick("x", "1", "${a}") + "\n")
	}
	if !d.oneIn(3) {
		b.WriteString(d.pick("config:\n", "config:\n", "config:\n", "configuration:\n") + d.config())
	}
	variables, resources := "", ""
	// pv is a provider and sr a stack reference.
	later := []string{"va", "vb", "vc", "ra", "rb", "rc", "sr", "pv"}
	for range 1 + d.Intn(4) {
		d.names = append(d.names, later[d.Intn(len(later))])
	}
	d.names = append(d.names, "pulumi.stack", "pulumi.project")
	declared := map[string]bool{}
	for _, name := range d.names {
		switch {
		case declared[name]:
		case name[0] == 'v' && len(name) == 2:
			variables += "  " + name + ": " + d.value(2+d.Intn(2)) + "\n"
		case name == "sr":
			resources += "  sr: " + d.pick(`{type: "pulumi:pulumi:StackReference", properties: {name: org/p/dev}}`,
				`{type: "pulumi:pulumi:StackReference", name: org/p/dev}`,
				`{type: "pulumi:pulumi:StackReference", properties: {name: "${text}"}}`,
				`{type: "pulumi:pulumi:StackReference", properties: {nme: org/p/dev}}`) + "\n"
		case name == "pv":
			resources += "  pv: {type: \"pulumi:providers:a\", properties: {x: 1}" +
				d.pick("", "", ", defaultProvider: true", ", options: {version: 1.2.3}") + "}\n"
		case name[0] == 'r':
			resources += "  " + name + ": " + d.resource() + "\n"
		}
		declared[name] = true
	}
	if variables != "" {
		b.WriteString("variables:\n" + variables)
	}
	if resources != "" {
		b.WriteString("resources:\n" + resources)
	}
	b.WriteString("outputs:\n")
	for _, name := range []string{"o1", "o2", "o3"}[:1+d.Intn(3)] {
		b.WriteString("  " + name + ": " + d.value(2) + "\n")
	}
	return b.String()
}

// config generates declarations. The default of a declaration usually matches its type.
func (d *programGenerator) config() string {
	all := map[string][]string{
		"text": {"{type: string}", "{type: String, default: d}", "{default: hello}", "plain",
			"{type: string, default: 5}", "{secret: true, default: pw}", "{type: string, secret: true}"},
		"num": {"{type: number}", "{type: integer, default: 3}", "{type: int, default: 2.0}",
			"{type: Number, default: 1.5}", "{type: integer, default: x}", "12", "{type: boolean}"},
		"flag": {"{type: boolean, default: false}", "{type: bool}", "{type: string, default: 'true'}", "true"},
		"list": {"{type: \"List<string>\"}", "{type: \"List<string>\", default: [a, b]}", "{default: [a, 1]}",
			"{type: \"List<number>\", default: [1]}", "{default: []}", "[x, y]"},
		"obj": {"{type: object}", "{type: object, default: {k: v}}", "{default: {k: [1]}}", "{type: Map}"},
		"nums": {"{type: \"List<integer>\", default: [1, 2]}", "{type: \"List<number>\"}",
			"{type: \"List<number>\", default: [1, x]}"},
		"more": {"{}", "{type: string, bogus: 1, default: a}", "{name: text, type: string}", "{default: \"${text}\"}",
			"{default: {fn::secret: x}}", "{type: \"List<List<string>>\"}"},
	}
	text := ""
	names := keys(all)
	d.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names[:1+d.Intn(4)] {
		text += "  " + name + ": " + d.pick(all[name]...) + "\n"
		d.names = append(d.names, name)
	}
	return text
}

// resource generates a resource that is registered or read, with properties and options.
func (d *programGenerator) resource() string {
	var fields []string
	fields = append(fields, "type: "+d.pick(`"a:b:C"`, `"a:b:C"`, `"a:C"`, `"a:b/c:C"`, `"k:m:D"`))
	if d.oneIn(8) {
		fields = append(fields, "name: "+d.pick("given", "\"x-y\"", "5"))
	}
	switch {
	case d.oneIn(9):
		fields = append(fields, "get: {id: "+d.pick("i-1", "\"${text}\"", "\"i-${num}\"", "5", "[a]")+
			d.pick("", ", state: {x: 1}")+"}")
	case !d.oneIn(6):
		var properties []string
		for _, name := range []string{"x", "y", "z"}[:1+d.Intn(3)] {
			properties = append(properties, name+": "+d.value(2))
		}
		fields = append(fields, "properties: {"+strings.Join(properties, ", ")+"}")
	}
	if d.oneIn(3) {
		fields = append(fields, "options: {"+d.options()+"}")
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// options generates options. Each occurs at most once, and some have values of the wrong type.
func (d *programGenerator) options() string {
	chosen := map[string]string{}
	for range 1 + d.Intn(3) {
		entry := d.pick("protect: true", "protect: \"${flag}\"", "protect: x", "ignoreChanges: [x, \"y[0]\"]",
			"ignoreChanges: x", "version: 1.2.3", "version: x",
			"deleteBeforeReplace: true", "deleteBeforeReplace: x", "retainOnDelete: true", "import: i-9", "import: 5",
			"replaceOnChanges: [z]", "additionalSecretOutputs: [x]",
			"dependsOn: [\"${ra}\"]", "dependsOn: \"${rb}\"", "dependsOn: [x]", "parent: \"${ra}\"", "parent: x",
			"provider: \"${pv}\"", "provider: \"${ra}\"", "providers: [\"${pv}\"]",
			"customTimeouts: {create: 5m}", "customTimeouts: {create: 5}", "aliases: [{name: old}]",
			"aliases: [\"urn:pulumi:dev::t::a:b:C::old\"]", "bogus: 1", "deletedWith: \"${ra}\"",
			"hideDiffs: [x]", "replacementTrigger: 1")
		name, _, _ := strings.Cut(entry, ":")
		chosen[name] = entry
	}
	var out []string
	for _, name := range keys(chosen) {
		out = append(out, chosen[name])
	}
	return strings.Join(out, ", ")
}

// value generates a value of at most the given depth.
func (d *programGenerator) value(depth int) string {
	if depth <= 0 {
		return d.scalar()
	}
	switch n := d.Intn(14); {
	case n < 2:
		var entries []string
		for range d.Intn(4) {
			entries = append(entries, d.pick("k", "l", "x", "\"a b\"", "\"${text}\"", "'0'")+": "+d.value(depth-1))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case n == 2:
		var items []string
		for range d.Intn(4) {
			items = append(items, d.value(depth-1))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case n < 8:
		return d.builtin(depth)
	}
	return d.scalar()
}

// builtin generates a call of a function, with arguments of the expected kinds and of others.
func (d *programGenerator) builtin(depth int) string {
	inner := func() string { return d.value(depth - 1) }
	calls := []func() string{
		func() string {
			return "join: [" + d.pick("','", "'-'", "null", d.scalar()) + ", " +
				d.pick("[a, b]", "[\"${text}\", x]", "\"${list}\"", "[1]", inner()) + "]"
		},
		func() string {
			return "split: [" + d.pick("','", "''", d.scalar()) + ", " + d.pick("'a,b'", "\"${text}\"", inner()) + "]"
		},
		func() string {
			return "select: [" + d.pick("0", "1", "-1", "1.5", "5", "\"${num}\"", "x") + ", " +
				d.pick("[a, b]", "\"${list}\"", "\"${sr.outputs.l}\"", inner()) + "]"
		},
		func() string { return d.pick("toJSON", "secret", "secret", "unsecret", "toJSON") + ": " + inner() },
		func() string {
			return d.pick("toBase64", "fromBase64", "sha1") + ": " + d.pick("aGk=", "x", "/w==", "\"${text}\"", inner())
		},
		func() string {
			return d.pick("length", "singleOrNone") + ": " + d.pick("[a]", "[]", "[a, b]", "\"${list}\"",
				"héllo", inner())
		},
		func() string {
			return d.pick("pulumiResourceName", "pulumiResourceType") + ": " +
				d.pick("\"${ra}\"", "\"${pv}\"", "\"${text}\"", inner())
		},
		func() string {
			function := d.pick("a:b:get", "a:b:sec", "a:b:deep", "a:b:get")
			return "invoke: {function: \"" + function + "\"" + d.pick("", ", arguments: {x: "+inner()+"}") +
				d.pick("", "", ", return: "+d.pick("id", "obj", "pw", "l", "nope")) +
				d.pick("", "", "",
					", options: {"+d.pick("parent: \"${ra}\"", "version: 1.0.0", "dependsOn: [\"${rb}\"]",
						"provider: \"${pv}\"")+"}") + "}"
		},
		func() string { return "a:b:get: {x: " + inner() + "}" },
		func() string {
			return d.pick("nope: 1", "join: 1", "split: [a]", "select: x", "secret: null", "invoke: {}", "invoke: x",
				"length: 5", "toBase64: [x]", "join: [a, b, c]")
		},
	}
	return "{fn::" + pick(d.Rand, calls...)() + "}"
}

// scalar generates a constant, a string with references, or a string that consists of one reference,
// whose value keeps its type.
func (d *programGenerator) scalar() string {
	switch d.Intn(7) {
	case 0, 1:
		return d.pick("1", "1.5", "true", "null", "~", "text", "'q'", "\"é\"", "1e6", "1000000", "0x1F", "-3", "''",
			"$$x", "'a $${b}'", "2001-01-01", "1e21", "0.00001", "yes")
	case 2:
		return "\"" + d.pick("a ", "", "x-") + "${" + d.path() + "}" + d.pick(" b", "", "-${"+d.path()+"}") + "\""
	case 3:
		return "\"x ${" + d.path() + "}\""
	}
	return "\"${" + d.path() + "}\""
}

// path generates the inside of a reference: a name, and steps that usually exist in its value.
func (d *programGenerator) path() string {
	name := d.pick(append(d.names, "ra", "va", "text")...)
	switch {
	case d.oneIn(25):
		return d.pick("nope", "", "pulumi", "pulumi.nope", "ra.", "[\\\"text\\\"]", "va[", "ra..x", "t:text",
			"aws:region", "pulumi.organization")
	case name == "sr":
		return "sr" + d.pick(".outputs", ".outputs.k", ".outputs.l[0]", ".outputs.nope", ".id", ".name", ".k",
			".outputs.pw", ".outputs[\\\"n\\\"]", "")
	case name[0] == 'r' || name == "pv":
		return name + d.pick(".id", ".x", ".y", ".x.k", ".x[0]", ".urn", ".z", ".nope", "", ".y.l")
	}
	return name + d.pick("", "", "", ".k", "[0]", ".l", ".x", "[1]", "[\\\"k\\\"]", ".id", ".obj.k[1]", ".k.l", "[-1]")
}

// plugin generates a plugin with one component, and an inputs.yaml that selects the component.
func (d *programGenerator) plugin() string {
	d.names = []string{"in1", "in2", "va", "ra", "pulumi.project"}
	var b strings.Builder
	b.WriteString("-- PulumiPlugin.yaml --\nname: pk\nruntime: yaml\ncomponents:\n  comp:\n    inputs:\n")
	b.WriteString("      in1: " + d.pick("{type: string}", "{type: string, default: \"d-${pulumi.project}\"}",
		"{type: integer, default: 3}", "{type: array, items: {type: string}}", "{type: boolean, default: true}",
		"{type: string, default: 5}", "{type: integer, default: \"${pulumi.project}\"}", d.pick("{}", "{type: any}")) +
		"\n")
	b.WriteString("      in2: " + d.pick("{type: string}", "{type: integer}", "{type: string, default: x}",
		"{type: string, default: \"${in1}\"}", "{type: integer, default: 2}", "{type: boolean, default: \"${in1.k}\"}",
		"{type: array, items: {type: integer}}", d.pick("{type: object}", "{default: {k: 1}}")) + "\n")
	b.WriteString("    variables:\n      va: " + d.value(2) + "\n")
	b.WriteString("    resources:\n      ra: " + d.resource() + "\n      rb: " + d.resource() + "\n")
	b.WriteString("    outputs:\n      o1: " + d.value(2) + "\n      o2: " + d.value(1) + "\n")
	b.WriteString("-- inputs.yaml --\nmode: " + d.pick("update", "preview") +
		"\ncomponent:\n  name: comp\n  instance: my\n  inputs: {")
	b.WriteString(strings.Join([]string{"in1: " + d.pick("a", "5", "[x, y]", "{$secret: pw}", "true", "{k: 1}"),
		"in2: " + d.pick("b", "{k: v}", "{$secret: {k: hidden}}", "7")}[d.Intn(2):], ", "))
	b.WriteString("}\n" + suppliedMocks)
	return b.String()
}
