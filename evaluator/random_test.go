package evaluator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator"
)

// TestRandomPulumiProgramsAreEvaluated draws programs with all kinds of entries that refer to one
// another in many ways, including cycles and missing names.
func TestRandomPulumiProgramsAreEvaluated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := programGenerator{t: t}
		text, inputs := g.program()
		files := []evaluator.File{{Name: "Pulumi.yaml", Text: text}, {Name: "inputs.yaml", Text: inputs}}
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0: // the same program as two components of a plugin
			sections := strings.Replace(strings.TrimPrefix(text, "name: random\n"), "config:", "inputs:", 1)
			sections = strings.ReplaceAll("\n"+strings.TrimSuffix(sections, "\n"), "\n", "\n    ")
			text = "name: random\ncomponents:\n  one:" + sections + "\n  two:" + sections + "\n"
			files[0] = evaluator.File{Name: "PulumiPlugin.yaml", Text: text}
		case 1: // config from an environment
			files = append(files,
				evaluator.File{Name: "Pulumi.dev.yaml", Text: "environment: [base, nowhere]\nconfig: {c1: {a: 1}}\n"},
				evaluator.File{Name: "base.yaml", Text: "values: {pulumiConfig: {c0: {fn::secret: " + secretText +
					"}, c1: {b: \"${pulumiConfig.c0}\"}, x: \"${nope}\"}}\n"})
		}
		req := evaluator.Request{Dialect: "pulumi", Files: files}
		s := checkEvaluation(t, req)
		masked := string(s.Document("x", false)) + s.Render("yaml", false).Text
		require.NotContains(t, masked, secretText, "a secret is visible:\n%s", text)
		ids := map[string]bool{}
		for _, n := range s.Graph().Nodes {
			require.False(t, ids[n.ID], "two nodes have the id %s in\n%s", n.ID, text)
			ids[n.ID] = true
		}
		for _, e := range s.Graph().Edges {
			require.True(t, ids[e.From] && ids[e.To], "the edge %s -> %s has a missing node in\n%s", e.From, e.To, text)
		}
	})
}

// secretText is the value of every secret in a random document. Nothing else contains it.
const secretText = "s3cr3t-and-l0ng"

// A programGenerator writes random documents. Values are in flow style, so that they need no
// indentation.
type programGenerator struct {
	t     *rapid.T
	names []string
}

func (g *programGenerator) pick(what string, options ...string) string {
	return rapid.SampledFrom(options).Draw(g.t, what)
}

func (g *programGenerator) program() (text, inputs string) {
	count := func(what string) int { return rapid.IntRange(0, 4).Draw(g.t, what) }
	nc, nv, nr := count("config"), count("variables"), count("resources")
	for i := range nc {
		g.names = append(g.names, fmt.Sprintf("c%d", i))
	}
	for i := range nv {
		g.names = append(g.names, fmt.Sprintf("v%d", i))
	}
	for i := range nr {
		g.names = append(g.names, fmt.Sprintf("r%d", i))
	}
	g.names = append(g.names, "pulumi", "missing")
	var b strings.Builder
	b.WriteString("name: random\nconfig:\n")
	for i := range nc {
		fmt.Fprintf(&b, "  c%d: %s\n", i, g.config())
	}
	b.WriteString("variables:\n")
	for i := range nv {
		fmt.Fprintf(&b, "  v%d: %s\n", i, g.expr(3))
	}
	b.WriteString("resources:\n")
	for i := range nr {
		fmt.Fprintf(&b, "  r%d: %s\n", i, g.resource())
	}
	b.WriteString("outputs:\n")
	for i := range count("outputs") {
		fmt.Fprintf(&b, "  o%d: %s\n", i, g.expr(2))
	}
	inputs = "mode: " + g.pick("mode", "preview", "update") +
		"\nmocks: {resources: {r0: {id: i, outputs: {out: [1, {$secret: " + secretText +
		"}]}}}, invokes: {\"m:f\": {result: {a: 1}}}}\n"
	return b.String(), inputs
}

func (g *programGenerator) config() string {
	return g.pick("config entry", "5", "text", "{type: string}", "{type: integer, default: 3}", "{default: [a, b]}",
		"{type: string, secret: true, default: "+secretText+"}", "{type: boolean, default: nope}", "{}",
		"{default: {a: 1}}")
}

func (g *programGenerator) access() string {
	path := g.pick("path", "", "", ".id", ".name", ".a", "[0]", "[7]", `["a b"]`, ".out[1]", ".a.b.c", ".urn", ".stack")
	return "${" + g.pick("root", g.names...) + path + "}"
}

func (g *programGenerator) scalar() string {
	switch g.pick("scalar", "number", "text", "access", "mixed", "null", "bool") {
	case "number":
		return g.pick("number", "0", "-1", "1.5", "1000000", "1e-7", ".inf")
	case "text":
		return g.pick("text", "a", `"b c"`, `"5"`, `""`, "$$x", "'${'")
	case "access":
		return "'" + g.access() + "'"
	case "mixed":
		return "'x " + g.access() + "-" + g.access() + "'"
	case "null":
		return "~"
	}
	return "true"
}

func (g *programGenerator) expr(depth int) string {
	if depth == 0 {
		return g.scalar()
	}
	inner := func() string { return g.expr(depth - 1) }
	switch kind := g.pick("expression", "scalar", "scalar", "list", "object", "one", "pair", "secret", "invoke", "std",
		"asset"); kind {
	case "list":
		return "[" + inner() + ", " + inner() + "]"
	case "object":
		return "{a: " + inner() + ", '" + g.pick("key", "b", "a b", "k"+g.access()) + "': " + inner() + "}"
	case "one":
		return "{" + g.pick("function", "fn::toJSON", "fn::toBase64", "fn::fromBase64", "fn::sha1", "fn::length",
			"fn::singleOrNone",
			"fn::readFile", "fn::pulumiResourceName", "fn::nope", "Fn::ToJSON") + ": " + inner() + "}"
	case "pair":
		return "{" + g.pick("function of two", "fn::join", "fn::split", "fn::select") + ": [" + inner() + ", " +
			inner() + "]}"
	case "secret":
		return "{fn::secret: " + g.pick("secret", secretText, "["+secretText+", "+inner()+"]",
			"{a: "+secretText+"}") + "}"
	case "invoke":
		return "{fn::invoke: {function: m:f, arguments: {x: " + inner() + "}" +
			g.pick("return", "", ", return: a", ", return: b") + "}}"
	case "std":
		return "{fn::std:" + g.pick("std", "upper", "sum", "concat", "jsonencode", "keys", "element", "tolist",
			"nope") + ": {input: " + inner() + ", index: 1}}"
	case "asset":
		return "{" + g.pick("asset", "fn::stringAsset", "fn::fileArchive") + ": " + inner() + "}"
	}
	return g.scalar()
}

func (g *programGenerator) resource() string {
	parts := []string{"type: " + g.pick("type", "'a:b:C'", "'a:C'", "'pulumi:providers:a'",
		"'pulumi:pulumi:StackReference'", "broken", "''")}
	if rapid.IntRange(0, 9).Draw(g.t, "no properties") == 0 {
		parts = append(parts, "properties: ~")
	} else if rapid.Bool().Draw(g.t, "properties") {
		parts = append(parts, "properties: {name: "+g.expr(1)+", a: "+g.expr(2)+"}")
	}
	if rapid.IntRange(0, 4).Draw(g.t, "get") == 0 {
		parts = append(parts, "get: {id: "+g.expr(1)+", state: {a: "+g.expr(1)+"}}")
	}
	if rapid.Bool().Draw(g.t, "options") {
		option := g.pick("option", "dependsOn", "parent", "provider", "providers", "protect", "aliases",
			"customTimeouts", "version",
			"replaceWith", "deletedWith", "replacementTrigger", "envVarMappings", "additionalSecretOutputs",
			"import", "nope")
		parts = append(parts, "options: {"+option+": "+g.expr(2)+"}")
	}
	if rapid.IntRange(0, 5).Draw(g.t, "default") == 0 {
		parts = append(parts, "defaultProvider: true")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
