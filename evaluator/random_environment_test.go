package evaluator_test

import (
	"fmt"
	"math/rand"
	"strings"

	"pantograph/evaluator/protocol"
)

// escBundle returns an environment that sometimes imports others, with an inputs.yaml. Most of its values are long
// enough to type in, and many use others, also those that are overridden, missing or used by themselves. Equal
// seeds yield equal bundles.
func escBundle(seed int64) []protocol.File {
	g := &environmentGenerator{rand.New(rand.NewSource(seed))}
	imports := ""
	if g.r.Intn(2) == 0 {
		imports = g.pick("imports: [base]\n", "imports:\n  - base\n  - team/other\n",
			"imports:\n  - base: {merge: false}\n  - team/other\n")
	}
	end := g.pick("", "", "", "", "", "", "# the end\n", "---\nvalues: {ignored: text}\n")
	return []protocol.File{
		{Name: "env.yaml",
			Text: g.pick("", "description: some text\n", "# a comment\n") + imports + g.values(9) + end},
		{Name: "base.yaml", Text: g.values(5)},
		{Name: "team/other.yaml", Text: "imports: [base]\n" + g.values(4)},
		{Name: "inputs.yaml", Text: "mode: " + g.pick("eval", "eval", "check", "rotate") +
			"\nproviders:\n  echo: {echo: true}\n  vault: {outputs: {key: {$secret: hidden}}}\nrotators:\n" +
			"  swap: {echo: true, rotated: {a: state.b, b: inputs.a}}\n" +
			"decrypt: {ZXNjeAAAAAExMjM0NTY3OEBwv48=: plain text}\n"},
	}
}

type environmentGenerator struct{ r *rand.Rand }

func (g *environmentGenerator) pick(texts ...string) string { return texts[g.r.Intn(len(texts))] }

func (g *environmentGenerator) values(n int) string {
	var b strings.Builder
	b.WriteString("values:\n")
	for i := range n {
		fmt.Fprintf(&b, "  k%d:%s", i, g.block(2))
	}
	if g.r.Intn(3) == 0 {
		b.WriteString("  environmentVariables:\n    NAME: some ${k0}\n    OTHER: ${k1}\n")
	}
	if g.r.Intn(4) == 0 {
		b.WriteString("  files:\n    CONFIG: |\n      first ${k1}\n      second line\n")
	}
	return b.String()
}

// block returns a value after its key, with the line end.
func (g *environmentGenerator) block(depth int) string {
	pad := strings.Repeat("  ", 4-depth)
	if depth == 0 {
		return " " + g.flow(1) + "\n"
	}
	switch g.r.Intn(10) {
	case 0:
		return "\n" + pad + "a:" + g.block(depth-1) + pad + "k1:" + g.block(depth-1)
	case 1:
		return "\n" + pad + "- " + g.flow(1) + "\n" + pad + "- name: some\n" + pad + "  text: " + g.flow(1) + "\n"
	case 2:
		return " |\n" + pad + "first line\n" + pad + "second ${k" + g.pick("0", "1", "2") + "}\n"
	case 3:
		return " \"folded\n" + pad + "text\"\n"
	case 4:
		return "\n" + pad + "fn::" + g.pick("toJSON", "toString", "final", "toYAML") + ":\n" + pad + "  a:" +
			g.block(depth-1)
	case 5:
		return " some " + g.reference() + "\n"
	}
	return " " + g.flow(2) + g.pick("", "", "", " # comment") + "\n"
}

// flow returns a value in one line.
func (g *environmentGenerator) flow(depth int) string {
	if depth == 0 {
		return g.pick("text", "some words", "42", "true", "'quoted text'", `"more text"`, "''", "text $$ money",
			`"`+g.reference()+`"`, `"with `+g.reference()+` inside"`, "'"+g.reference()+"'")
	}
	in := func() string { return g.flow(depth - 1) }
	switch g.r.Intn(16) {
	case 0:
		return "[" + in() + ", " + in() + "]"
	case 1:
		return "{a: " + in() + ", k1: " + in() + "}"
	case 2:
		return "{fn::join: ['-', [" + in() + ", text]]}"
	case 3:
		return "{fn::" + g.pick("toJSON", "toBase64", "fromJSON", "fromBase64", "toString", "final") + ": " + in() + "}"
	case 4:
		return "{fn::secret: hidden words}"
	case 5:
		return "{fn::open::" + g.pick("echo", "vault", "unknown") + ": {key: " + in() + ", region: west}}"
	case 6:
		return "{fn::open: {provider: echo, inputs: {a: " + in() + "}}}"
	case 7:
		return "{fn::rotate::swap: {inputs: {a: " + in() + "}, state: {a: text, b: more}}}"
	case 8:
		return "{fn::validate: {schema: {type: object, properties: {a: {const: text}}}, value: {a: " + in() + "}}}"
	case 9:
		return "{fn::secret: {ciphertext: ZXNjeAAAAAExMjM0NTY3OEBwv48=}}"
	case 10:
		return "{fn::split: [',', " + in() + "]}"
	}
	return g.flow(0)
}

func (g *environmentGenerator) reference() string {
	return "${" + g.pick("k0", "k1", "k2", "k3", "k4", "k0.a", "k1.a.k1", "k2[0]", "k3[1].text", "k5", "missing",
		"k7.k1", "imports.base.k1", "environments.team.other.k2", "context.currentEnvironment.name",
		"environments.no.such.name") + "}"
}
