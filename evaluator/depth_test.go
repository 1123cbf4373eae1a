package evaluator_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// In the page, these documents would crash an engine that recurses on the browser's stack. So the
// tests also run under js/wasm, where chains are somewhat shorter. web/test/browser/depth.spec.ts
// evaluates such documents in browsers.

// rows repeats a line for each number below n. It replaces # with the number, ++ with the next
// one, and @@ with the next one modulo n.
func rows(n int, line string) string {
	var b strings.Builder
	for i := range n {
		strings.NewReplacer("#", strconv.Itoa(i), "++", strconv.Itoa(i+1), "@@", strconv.Itoa((i+1)%n)).
			WriteString(&b, line)
	}
	return b.String()
}

const (
	yamlProgram  = "name: deep\nruntime: yaml\n"
	heatTemplate = "heat_template_version: 2021-04-16\n"
	client       = "type: client\nname: deep\napi_key: " +
		"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n"
)

// A deepText is a file. Its result must contain the string want, or the code of its last problem
// must be want.
type deepText struct{ name, file, text, want string }

// chains returns documents with chains and cycles of n references.
func chains(n int) []deepText {
	last := func(format string) string { return fmt.Sprintf(format, n) }
	return []deepText{
		{"variables", "Pulumi.yaml", yamlProgram + "variables:\n" + rows(n, "  v#: ${v++}\n") + last("  v%d: end\n") +
			"outputs: {o: \"${v0}\"}\n", "o: end"},
		{"variables in reverse order", "Pulumi.yaml", yamlProgram + "variables:\n  v0: end\n" +
			rows(n, "  v++: ${v#}\n") + last("outputs: {o: \"${v%d}\"}\n"), "o: end"},
		{"functions", "Pulumi.yaml",
			yamlProgram + "variables:\n" + rows(n, "  v#: {\"fn::join\": [\"\", [\"${v++}\"]]}\n") +
				last("  v%d: end\n") + "outputs: {o: \"${v0}\"}\n", "o: end"},
		{"properties of variables", "Pulumi.yaml", yamlProgram + "variables:\n" + rows(n, "  v#: {a: \"${v++.a}\"}\n") +
			last("  v%d: {a: end}\n") + "outputs: {o: \"${v0.a}\"}\n", "o: end"},
		{"a cycle of variables", "Pulumi.yaml", yamlProgram + "variables:\n" + rows(n, "  v#: ${v@@}\n"), "cycle"},
		{"resources", "Pulumi.yaml",
			yamlProgram + "resources:\n" + rows(n, "  r#: {type: aws:s3:Bucket, properties: {a: \"${r++.id}\"}}\n") +
				last("  r%d: {type: aws:s3:Bucket}\n"), "r0:"},
		{"parents", "Pulumi.yaml",
			yamlProgram + "resources:\n" + rows(n, "  r#: {type: aws:s3:Bucket, options: {parent: \"${r++}\"}}\n") +
				last("  r%d: {type: aws:s3:Bucket}\n"), "budget-steps"},
		{"values that grow", "Pulumi.yaml", yamlProgram + "variables:\n" + rows(n, "  v#: {a: \"${v++}\"}\n") +
			last("  v%d: end\n"), "budget-depth"},
		{"properties", "env.yaml", "values:\n" + rows(n, "  v#: ${v++}\n") + last("  v%d: end\n"), "v0: end"},
		{"properties of one object", "env.yaml", "values:\n  all:\n" + rows(n, "    v#: ${all.v++}\n") +
			last("    v%d: end\n"), "v0: end"},
		{"elements", "env.yaml", "values:\n  all:\n" + rows(n, "  - ${all[++]}\n") + "  - end\n", "- end"},
		{"a cycle of properties", "env.yaml", "values:\n" + rows(n, "  v#: ${v@@}\n"), "cycle"},
		{"attributes", "template.yaml",
			heatTemplate + "resources:\n" +
				rows(n, "  r#: {type: OS::Heat::Value, properties: {value: {get_attr: [r++, value]}}}\n") +
				last("  r%d: {type: OS::Heat::Value, properties: {value: end}}\n") +
				"outputs: {o: {value: {get_attr: [r0, value]}}}\n", "o: end"},
		{"conditions", "template.yaml", heatTemplate + "conditions:\n" + rows(n, "  c#: {not: {not: c++}}\n") +
			last("  c%d: true\n") + "outputs: {o: {value: {if: [c0, yes, no]}}}\n", "o: true"},
		{"parameters", "template.yaml",
			heatTemplate + "parameters:\n" + rows(n, "  p#: {type: string, default: end}\n") + "outputs:\n" +
				rows(n, "  o#: {value: {get_param: p#}}\n"), "o0: end"},
		{"a cycle of conditions", "template.yaml", heatTemplate + "conditions:\n" + rows(n, "  c#: {not: c@@}\n") +
			"outputs: {o: {value: {if: [c0, yes, no]}}}\n", "condition-cycle"},
		{"a cycle of resources", "template.yaml",
			heatTemplate + "resources:\n" + rows(n, "  r#: {type: OS::Heat::None, depends_on: r@@}\n"),
			"resource-cycle"},
		{"variables of a client", "clients.yaml", client + "variables:\n" + rows(n, "  v#: ${pullconf::v++}\n") +
			last("  v%d: end\n") +
			"resources:\n  - type: directory\n    parameters:\n      path: /srv/${pullconf::v0}\n", "variable-depth"},
		{"a cycle of variables of a client", "clients.yaml",
			client + "variables:\n" + rows(n, "  v#: ${pullconf::v@@}\n") +
				"resources:\n  - type: directory\n    parameters:\n      path: /srv/${pullconf::v0}\n",
			"variable-loop"},
		{"requirements", "clients.yaml", client + "resources:\n" +
			rows(n, "  - type: directory\n    parameters:\n      path: /d#\n    requires:\n"+
				"      - type: directory\n        path: /d++\n") +
			last("  - type: directory\n    parameters:\n      path: /d%d\n"), "/d0"},
	}
}

// nested returns documents in which something is nested n levels deep, on one line or on several.
func nested(n int) []deepText {
	wrap := func(open, inner, end string) string { return strings.Repeat(open, n) + inner + strings.Repeat(end, n) }
	block := func(first string) string {
		var b strings.Builder
		b.WriteString(first)
		for i := range n {
			b.WriteString("\n" + strings.Repeat(" ", i+2) + "k:")
		}
		return b.String() + " x\n"
	}
	var out []deepText
	for file, head := range map[string]string{"Pulumi.yaml": yamlProgram + "variables:\n  v: ",
		"env.yaml":      "values:\n  v: ",
		"template.yaml": heatTemplate + "outputs:\n  o:\n    value: ", "clients.yaml": client + "variables:\n  v: ",
		"main.yaml": "v:\n  w: "} {
		out = append(out,
			deepText{file + ", lists", file, head + wrap("[", "x", "]") + "\n", ""},
			deepText{file + ", mappings", file, head + wrap("{k: ", "x", "}") + "\n", ""},
			deepText{file + ", lists never closed", file, head + strings.Repeat("[", n), ""},
			deepText{file + ", dashes", file, head + "\n  " + wrap("- ", "x", "") + "\n", ""},
			deepText{file + ", lines", file, block(strings.TrimSuffix(head, " ")), ""})
	}
	console := func(name, expression string) deepText {
		return deepText{"console, " + name, "inputs.yaml", "expressions:\n  - '" + expression + "'\n", ""}
	}
	yaql := func(name, expression string) deepText {
		return deepText{"YAQL, " + name, "template.yaml",
			heatTemplate + "outputs:\n  o:\n    value: {yaql: {expression: '" + expression + "', data: {}}}\n", ""}
	}
	return append(out,
		console("parentheses", wrap("(", "1", ")")), console("lists", wrap("[", "1", "]")),
		console("objects", wrap("{a = ", "1", "}")),
		console("negations", wrap("-", "1", "")), console("conditionals", wrap("true ? ", "1", " : 2")),
		console("calls", wrap("tolist([", "1", "])")),
		console("sums", wrap("1 + ", "1", "")), console("steps", "{}"+wrap(".a", "", "")),
		console("templates", wrap(`"${`, "1", `}"`)),
		console("directives", `"`+wrap("%{ if true }", "1", "%{ endif }")+`"`),
		console("loops", wrap("[for x in [1] : ", "x", "]")),
		console("JSON", `jsondecode("`+wrap("[", "", "]")+`")`),
		console("YAML", `yamldecode("`+wrap("[", "", "]")+`")`),
		deepText{"conditions in conditions", "template.yaml",
			heatTemplate + "conditions:\n  c: " + wrap("{not: ", "true", "}") + "\n", ""},
		deepText{"ifs", "template.yaml", heatTemplate + "outputs:\n  o:\n    value: " +
			wrap("{if: [true, ", "x", ", y]}") + "\n", ""},
		yaql("parentheses", wrap("(", "1", ")")), yaql("lists", wrap("[", "1", "]")),
		yaql("calls", wrap("list(", "1", ")")),
		yaql("steps", "{}"+wrap(".a", "", "")), yaql("sums", wrap("1 + ", "1", "")),
		yaql("contexts", wrap("let(x => 1) -> ", "$x", "")),
		yaql("a function that calls itself", "def(f, f($) + 1) -> f(1)"),
		yaql("iterators", wrap("", "[1]", ".where(true)")+".toList()"),
		deepText{"a pattern", "template.yaml",
			heatTemplate + "parameters:\n  p: {type: string, default: a, constraints: [{allowed_pattern: \"" +
				wrap("(", "a", ")") + "\"}]}\n", ""},
		deepText{"JSON in Heat", "template.yaml", heatTemplate + "parameters:\n  p: {type: json, default: '" +
			wrap("[", "", "]") + "'}\n", ""},
		deepText{"JSON in ESC", "env.yaml", "values:\n  v: {\"fn::fromJSON\": '" + wrap("[", "", "]") + "'}\n", ""},
		deepText{"functions", "Pulumi.yaml",
			yamlProgram + "variables:\n  v: " + wrap("{\"fn::toJSON\": ", "x", "}") + "\n", ""},
		deepText{"secrets", "env.yaml", "values:\n  v: " + wrap("{\"fn::secret\": ", "x", "}") + "\n", ""})
}

// evaluateText evaluates a document, and returns the snapshot and the message to the page.
func evaluateText(t *testing.T, c deepText) (*evaluator.Snapshot, string) {
	req := evaluator.Request{Files: []evaluator.File{{Name: c.file, Text: c.text}}}
	if c.file == "inputs.yaml" {
		req.Dialect, req.Files = "terraform", append(req.Files, evaluator.File{Name: "main.yaml", Text: "a: 1\n"})
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err, c.name)
	return s, string((&protocol.Reply{Evaluate: s.Page(1, "", false)}).AppendJSON(nil))
}

func TestLongChainsAreEvaluated(t *testing.T) {
	n := 6000
	if underJS {
		n = 4000
	}
	for _, c := range chains(n) {
		s, page := evaluateText(t, c)
		var codes []string
		for _, p := range s.Problems {
			codes = append(codes, string(p.Code))
		}
		found := strings.Contains(s.Render("", false).Text, c.want) ||
			assert.ObjectsAreEqual([]string{c.want}, codes[max(0, len(codes)-1):])
		assert.True(t, found, "%s: %s in %v\n%.300s", c.name, c.want, codes[:min(len(codes), 5)],
			s.Render("", false).Text)
		assert.Less(t, len(page), 24<<20, c.name)
	}
}

func TestDeeplyNestedTextsAreEvaluated(t *testing.T) {
	for _, n := range []int{400, 990, 2000} {
		for _, c := range nested(n) {
			s, _ := evaluateText(t, c)
			assert.True(t, s.Render("", false).Text != "" || len(s.Problems) > 0, "%s: neither a result nor a problem",
				c.name)
		}
	}
}

// BenchmarkChain evaluates two programs of 20,000 cells: a chain in which each variable refers to
// the next one, and variables that all refer to the same one, with outputs that refer to them.
func BenchmarkChain(b *testing.B) {
	const n = 20_000
	chain := chains(n)[0]
	flat := deepText{"", "Pulumi.yaml", yamlProgram + "variables:\n  e: end\n" + rows(n/2, "  v#: ${e}\n") +
		"outputs:\n" + rows(n/2, "  o#: ${v#}\n"), ""}
	for name, c := range map[string]deepText{"chain": chain, "independent": flat} {
		b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
			req := evaluator.Request{Files: []evaluator.File{{Name: c.file, Text: c.text}}}
			for b.Loop() {
				if _, err := evaluator.Evaluate(req); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/cell")
		})
	}
}
