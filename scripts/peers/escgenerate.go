package main

import (
	"encoding/json"
	"math/rand"
	"strings"
)

// escBits lists the tokens that mutations insert: YAML's indicators, references, functions and keys.
var escBits = []string{
	" ", "\n", ":", ": ", "- ", "{", "}", "[", "]", ",", "${", "}", "$", "$$", "\"", "'", "#", "&a ", "*a", "!!str ",
	"!x ", "fn::",
	"fn::secret: ", "fn::toJSON: ", "fn::final: ", "fn::validate: ", "imports", "values", "context", "environments",
	"null", "1", "true",
	"a", ".", "[0]", "é", "世", "|\n", "---\n", "x: ", "? ", "\t", "~", "\\", "base", "${a}", "${b.x}", "merge", "<<: ",
}

// generateEnvironments returns a function that generates an environment and others that it can import,
// or mutates one of the seeds.
func generateEnvironments(seeds []string) func(r *rand.Rand) string {
	m := mutator{seeds, escBits}
	return func(r *rand.Rand) string {
		if r.Intn(3) == 0 {
			return m.mutate(r, pick(r, seeds...))
		}
		d := environmentGenerator{r}
		template := ""
		// The root is larger than the environments that it imports.
		for _, file := range []struct {
			name  string
			depth int
		}{{"env", 1 + r.Intn(3)}, {"base", 1 + r.Intn(2)}, {"other", 1}, {"p/q", 1}} {
			template += "-- " + file.name + ".yaml --\n" + d.environment(file.depth)
		}
		if r.Intn(4) == 0 {
			return m.mutate(r, template)
		}
		return template
	}
}

// An environmentGenerator generates the parts of environments.
type environmentGenerator struct{ *rand.Rand }

// oneIn returns true with a probability of 1/n.
func (d environmentGenerator) oneIn(n int) bool { return d.Intn(n) == 0 }

// pick chooses one of the strings; repeating one makes it more likely.
func (d environmentGenerator) pick(from ...string) string { return pick(d.Rand, from...) }

// environment generates a file. All files have the same keys, so that imports are merged, and so that
// references in one environment often match properties of another.
func (d environmentGenerator) environment(depth int) string {
	var b strings.Builder
	if !d.oneIn(3) {
		b.WriteString("imports: [" + d.pick("base", "base, other", "{base: {merge: false}}", "other", "nope",
			"{base: {merge: true}}, other",
			"base, base", "p/q", "base, {other: {merge: false}}", "env", "1", "{base: 1}", "{base: {merge: x}}",
			"{a: {}, b: {}}", "[]") + "]\n")
	}
	if d.oneIn(20) {
		b.WriteString(d.pick("description: x\n", "description: 1\n", "bogus: 1\n", "valeus: {}\n", "Values: {a: 1}\n",
			"# c\n", "imports: x\n", "<<: {}\n", "values: {z: 1}\n"))
	}
	b.WriteString("values:\n")
	// The method path refers to these keys.
	keys := []string{"a", "b", "c", "d", "e", "s", "o", "l", "obj"}
	d.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	for _, key := range keys[:1+d.Intn(6)] {
		if d.oneIn(40) {
			key = d.pick("imports", "context", "\"${x}\"", "fn::x", "environmentVariables", "files", "1", "A")
		}
		b.WriteString("  " + key + ": " + d.property(depth) + "\n")
	}
	return b.String()
}

// property generates a value in flow style or, occasionally, in block style.
func (d environmentGenerator) property(depth int) string {
	switch {
	case d.oneIn(5):
		return "\n    x: " + d.value(depth-1) + "\n    y: " + d.value(depth-1)
	case d.oneIn(8):
		return "\n    - " + d.value(depth-1) + "\n    - " + d.value(depth-1)
	}
	return d.value(depth)
}

// value generates a value of at most the given depth, most often a call.
func (d environmentGenerator) value(depth int) string {
	if depth <= 0 {
		return d.scalar()
	}
	switch n := d.Intn(22); {
	case n < 3:
		return d.object(depth)
	case n < 5:
		return d.list(depth)
	case n < 16:
		return d.call(depth)
	}
	return d.scalar()
}

// object generates a mapping. Some keys are duplicates or unusual.
func (d environmentGenerator) object(depth int) string {
	var entries []string
	for range d.Intn(4) {
		key := d.pick("a", "b", "x", "k", "y", "x", "\"a b\"", "$$k", "'0'", "A", "_a", "1", "\"${a}\"")
		entries = append(entries, key+": "+d.value(depth-1))
	}
	return "{" + strings.Join(entries, ", ") + "}"
}

// list generates a sequence of values.
func (d environmentGenerator) list(depth int) string {
	var items []string
	for range d.Intn(4) {
		items = append(items, d.value(depth-1))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// call generates a call of a function, with arguments of the expected kinds and of others.
func (d environmentGenerator) call(depth int) string {
	inner := func() string { return d.value(depth - 1) }
	// Each function generates the name and the argument of a call.
	calls := []func() string{
		func() string {
			return "secret: " + d.pick("pw", "p$$w", "5", "\"${a}\"", "[1]", "''", "null", "{ciphertext: xx}", "true",
				"{a: b}", "'hunter2'")
		},
		func() string {
			return "join: [" + d.pick("','", "''", d.scalar(), inner()) + ", " +
				d.pick("[a, b]", "[]", "['1', \"${a}\"]", "\"${l}\"", inner()) + "]"
		},
		func() string {
			return "split: [" + d.pick("','", "''", d.scalar()) + ", " +
				d.pick("'a,b'", "''", "é", "\"${s}\"", inner()) + "]"
		},
		func() string {
			return "concat: [" + d.pick("[1], [2]", "\"${l}\", [x]", "[a], \"${zz}\"", inner()+", "+inner(), "") + "]"
		},
		func() string {
			return d.pick("toJSON", "toYAML", "toString", "final", "final", "toBase64") + ": " + inner()
		},
		func() string {
			return "fromJSON: " + d.pick(`'{"a":[1,2.50,null,true],"b":{"c":"x"}}'`, "'[1,]'", "'1 2'", "''",
				"'{\"a\":1,\"a\":2}'", "'nul'", d.scalar(), `{fn::toJSON: `+inner()+`}`)
		},
		func() string {
			return "fromBase64: " + d.pick("aGk=", "'@@'", "aGk", "''", "/w==", d.scalar())
		},
		func() string { return "validate: {schema: " + d.schema(2) + ", value: " + inner() + "}" },
		func() string {
			return d.pick("open::test", "open::outs", "open::fails", "open::typed",
				"open::"+pick(d.Rand, keys(typedProviders)...), "open::"+pick(d.Rand, keys(typedProviders)...),
				"open::"+d.pick("test", "else"), "rotate::else") + ": {" +
				d.pick("", "x: "+inner(), "x: 1, o: "+inner(), "inputs: {}") + "}"
		},
		func() string {
			state := d.pick("{a: x, b: y}", "{a: "+inner()+", b: 1}", "{now: x}", "{now: \"${s}\"}", "{now: 1}",
				"{now: {fn::secret: k}}", "{}", "[1]", "\"${o}\"", "{now: x, more: 1}")
			inputs := d.pick("{}", "{next: n}", "{next: "+inner()+"}", "{next: n, cfg: "+inner()+"}", "{cfg: 1}",
				"{next: 5}", "{next: {fn::open::outs: {}}}", "{next: n, bogus: 1}")
			return d.pick("rotate::key", "rotate::key", "rotate::swap") + ": {inputs: " + inputs +
				d.pick(", state: "+state, ", state: "+state, "") + "}"
		},
		func() string {
			return "rotate: {provider: " + d.pick("key", "swap") + ", inputs: {next: " + inner() + "}" +
				d.pick("", ", state: {now: x}", ", state: {a: 1}") + "}"
		},
		func() string {
			return "open: {provider: " + d.pick("test", "outs", "\"${a}\"", "1") + ", inputs: {x: " + inner() + "}}"
		},
		func() string {
			return d.pick("nope: 1", "join: 1", "split: [a]", "toJSON: 1, b: 2", "open: x", "validate: {schema: true}",
				"validate: 1", "concat: \"${l}\"",
				"final: 1, fn::secret: x", "join: [a, b, c]", "rotate: 1", "open: {provider: test}",
				"open: {inputs: {k: 1, k: 2}}")
		},
	}
	return "{fn::" + pick(d.Rand, calls...)() + "}"
}

// scalar generates a plain scalar of any type, a quoted string, or a string that consists of one
// reference, whose value keeps its type.
func (d environmentGenerator) scalar() string {
	switch d.Intn(6) {
	case 0, 1:
		return d.pick("1", "true", "null", "~", "1.50", "0x1F", "yes", "1e3", "hello", `"q"`, "'s'", "0o17", "017",
			"1_000", ".5", "2001-01-01",
			"123456789012345678901234567890", ".inf", "", "-0", "+1", "1e400", "\"\\u00e9\"", "!!str 1", "!foo x",
			"!!int 5", "!!float 1", "&z 1",
			"!!binary aGk=", "0b11", "-0x1F", "1.0", "-0.0", "\"${l[0]}\"", "*z")
	case 2:
		text, _ := json.Marshal(d.text())
		return string(text)
	case 3:
		return "'" + strings.ReplaceAll(d.text(), "'", "''") + "'"
	}
	return "\"${" + strings.ReplaceAll(d.path(), `"`, `\"`) + "}\""
}

// text generates a string with references, escaped references and unclosed ones.
func (d environmentGenerator) text() string {
	text := ""
	for range 1 + d.Intn(3) {
		text += d.pick("", "", "x ", "é", "$$", "$", "}", "{", "$${a}", "-", "${"+d.path()+"}", "${"+d.path()+"}",
			"${"+d.path(), "世")
	}
	return text
}

// path generates the inside of a reference: usually a property, followed by steps that may exist.
func (d environmentGenerator) path() string {
	path := d.pick("a", "b", "c", "d", "e", "s", "o", "l", "o", "l", "imports.base", `imports["base"]`, "context",
		"context.pulumi.user.login",
		"context.currentEnvironment.name", "context.rootEnvironment.name", "environments.p.q", "environments",
		"imports", "zz", "obj", `["a"]`, ".a", "")
	for range max(0, d.Intn(4)-1) {
		path += d.pick(".a", ".b", ".x", ".user", ".port", ".tags", ".user.x", ".foo", ".foo", ".bar", "[0]", "[1]",
			"[-1]", `["x"]`, ".x.y", `["k\"q"]`, ".", "[", "[]", "[0x1]", " ", "[a]", `[""]`, ".0", "[5]", "a")
	}
	return path
}

// schema generates a JSON schema for fn::validate. Few of them are invalid.
func (d environmentGenerator) schema(depth int) string {
	if depth < 0 {
		return d.pick("true", "{type: string}", "{type: number}", "{}")
	}
	inner := func() string { return d.schema(depth - 1) }
	switch d.Intn(12) {
	case 0:
		return d.pick("true", "false", "{}", "1", "x", "null", "[]", "{bogus: 1}", "{secret: true, type: string}")
	case 1:
		return "{type: " + d.pick("string", "number", "boolean", "array", "object", "\"null\"", "bogus",
			"integer") + "}"
	case 2:
		return "{type: object, properties: {x: " + inner() + ", k: " + inner() + "}" +
			d.pick("", ", required: [x]", ", required: [zz]", ", additionalProperties: false",
				", additionalProperties: "+inner()) + "}"
	case 3:
		return "{type: array, items: " + inner() + d.pick("", ", minItems: 2", ", maxItems: 1", ", uniqueItems: true",
			", prefixItems: [{type: string}]") + "}"
	case 4:
		return "{" + d.pick("anyOf", "oneOf") + ": [" + inner() + ", " + inner() + "]}"
	case 5:
		return d.pick("{const: 1}", "{const: a}", "{enum: [a, b]}", "{enum: [1]}", "{const: {x: 1}}",
			"{enum: [null, true]}", "{type: string, const: a}")
	case 6:
		return d.pick("{type: string, minLength: 3}", "{type: string, maxLength: 2}",
			"{type: string, pattern: \"^a+$\"}", "{type: string, pattern: \"(\"}")
	case 7:
		return "{type: number, " + d.pick("minimum: 2", "maximum: 2", "multipleOf: 3", "exclusiveMinimum: 1",
			"exclusiveMaximum: 1", "multipleOf: 0.5") + "}"
	case 8:
		return d.pick("{$ref: '#/$defs/x', $defs: {x: {type: string}}}", "{$ref: '#/$defs/nope'}", "{$ref: 'http://x'}",
			"{type: object, minProperties: 2}",
			"{type: object, maxProperties: 0}", "{type: object, dependentRequired: {x: [y]}}")
	}
	return d.pick("{type: string}", "{type: number}", "{type: object}", "{type: array}")
}
