package evaluator_test

import (
	"fmt"
	"path"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/protocol"
)

// pulumi evaluates a program, and returns the snapshot and the codes of its errors.
func pulumi(t *testing.T, text string) (*evaluator.Snapshot, []string) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: text}}})
	require.NoError(t, err)
	var codes []string
	for _, p := range s.Problems {
		if p.Severity == diag.Error {
			codes = append(codes, string(p.Code))
		}
	}
	return s, codes
}

func TestATextNestedAHundredThousandLevelsDeepIsAProblem(t *testing.T) {
	const n = 100_000
	for name, text := range map[string]string{
		"lists":    "a: " + strings.Repeat("[", n),
		"mappings": "a: " + strings.Repeat("{a: ", n),
		"dashes":   strings.Repeat("- ", n) + "x",
		"mixed":    "outputs: " + strings.Repeat("[{a: ", n/2),
	} {
		_, codes := pulumi(t, text)
		assert.Contains(t, codes, "budget-depth", name)
	}
}

func TestAChainOfTenThousandReferencesIsEvaluated(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: chain\nruntime: yaml\nvariables:\n")
	const n = 10_000
	for i := range n {
		fmt.Fprintf(&b, "  v%d: ${v%d}\n", i, i+1)
	}
	fmt.Fprintf(&b, "  v%d: end\noutputs:\n  first: ${v0}\n", n)
	s, codes := pulumi(t, b.String())
	assert.Empty(t, codes)
	assert.Contains(t, s.Render("yaml", false).Text, "outputs:\n  first: end\n")
}

func TestADoublingChainOfVariablesExceedsTheSizeLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: bomb\nruntime: yaml\nvariables:\n  v0: lol\n")
	for i := range 40 {
		fmt.Fprintf(&b, "  v%d: ${v%d}${v%d}\n", i+1, i, i)
	}
	_, codes := pulumi(t, b.String())
	assert.Contains(t, codes, "budget-size")
}

func TestADoublingChainOfListsExceedsTheSizeLimit(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: bomb\nruntime: yaml\nvariables:\n  v0: [a, b]\n")
	for i := range 40 {
		fmt.Fprintf(&b, "  v%d: [\"${v%d}\", \"${v%d}\"]\n", i+1, i, i)
	}
	s, codes := pulumi(t, b.String())
	assert.Contains(t, codes, "budget-size")
	assert.Less(t, len(s.Document("", true)), 64<<20)
}

func TestAnAliasBombIsAProblem(t *testing.T) {
	var b strings.Builder
	b.WriteString("name: bomb\nruntime: yaml\na0: &a0 [x, x]\n")
	for i := range 40 {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
	}
	b.WriteString("outputs: {o: *a40}\n")
	_, codes := pulumi(t, b.String())
	assert.Contains(t, codes, "alias")
}

func TestABrokenEntryDoesNotAffectOthers(t *testing.T) {
	s, codes := pulumi(t, "name: t\nruntime: yaml\nvariables:\n  a: 1\n  b: [1, 2\n  c: ${a}\noutputs:\n  c: ${c}\n"+
		"  b: ${b}\n")
	assert.NotEmpty(t, codes)
	text := s.Render("yaml", false).Text
	assert.Contains(t, text, "outputs:\n  c: 1\n")
}

func TestEveryPrefixOfAProgramIsEvaluated(t *testing.T) {
	const text = "name: t\nconfig:\n  size: {type: integer, default: 3}\nvariables:\n  tags: &t {a: \"x ${size}\"}\n" +
		"  up: {fn::std:upper: {input: \"${tags.a}\"}}\nresources:\n  vm:\n    type: aws:ec2:Instance\n" +
		"    options: {dependsOn: [\"${net}\"], protect: true}\n  net: {type: aws:ec2:Vpc, properties: {cidr: " +
		"'10.0.0.0/16', l: [1, 2, {k: v}]}}\noutputs:\n  ip: ${vm.publicIp}\n  text: |\n    ${up.result}\n"
	e := evaluator.New()
	for i := range len(text) {
		req := protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Revision: i, Dialect: "pulumi",
			Files: []protocol.File{{Name: "Pulumi.yaml", Text: text[:i]}}}}
		var reply protocol.Reply
		require.NoError(t, protocol.Decode(e.Call(req.AppendJSON(nil)), &reply))
		require.Empty(t, reply.Error, text[:i])
		for _, p := range reply.Evaluate.Problems {
			assert.NotEmpty(t, p.Message)
		}
	}
}

func TestLimitsCanBeRaised(t *testing.T) {
	if underJS {
		t.Skip("under js, spending all steps takes ten seconds")
	}
	files := []evaluator.File{
		{Name: "main.yaml", Text: "a: 1\n"},
		{Name: "inputs.yaml", Text: "expressions:\n  - 'length([for i in range(1000) : length([for j in range(1000) " +
			": j])])'\n"},
	}
	codes := map[int]string{}
	for _, raised := range []int{0, 1} {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: files, Raised: raised})
		require.NoError(t, err)
		for _, p := range s.Problems {
			codes[raised] += string(p.Code)
		}
	}
	assert.Equal(t, map[int]string{0: "budget-steps"}, codes)
}

// TestTerraformFunctionsSpendStepsBeforeTheyAllocate limits how many megabytes each expression may allocate. Most
// expressions exceed the same limits even if a function pays only afterwards.
func TestTerraformFunctionsSpendStepsBeforeTheyAllocate(t *testing.T) {
	if underJS {
		t.Skip("under js, spending all steps takes ten seconds")
	}
	text := `join("", range(1000))`
	repeated := func(text string) string {
		return `join("", [for t in [join("", [for i in range(1000) : "` + text +
			`"])] : join("", [for i in range(1000) : t])])`
	}
	digits := repeated("00")
	lists := `[for j in range(100) : range(1000)]`
	for _, tc := range []struct {
		most       uint64
		expression string
	}{
		{20, `length(setproduct(` + strings.Repeat(`["a", "b"], `, 17) + `["a", "b"]))`},
		{20, `length(setproduct(` + strings.Repeat(`range(1024), `, 6) + `range(1024)))`}, // 2^70
		{40, `length(split("", ` + digits + `))`},
		{40, `replace(replace(` + text + `, "", ` + text + `), "", ` + digits + `)`},
		{40, `join(replace(` + text + `, "", ` + text + `), range(1000))`},
		{20, `indent(1000000000, "a\nb")`},
		{500, `"%{for i in range(1000)}%{for j in range(1000)}` + strings.Repeat("x", 300) + `%{endfor}%{endfor}"`},
		{40, `jsondecode("[${` + repeated("1, ") + `}1]")`},
		{40, `yamldecode("[${` + repeated("1, ") + `}1]")`},
		{300, `csvdecode(` + repeated(`a,b\n`) + `)`},
		{500, `[for x in [range(1000)] : [for y in [concat(` + strings.Repeat("x, ", 99) + `x)] : concat(` +
			strings.Repeat("y, ", 99) + `y)]]`},
		{500, `[for x in [` + lists + `] : [for i in range(200) : length(flatten(x))]]`},
		{650, `[for x in [flatten(` + lists + `)] : [for i in range(200) : length(chunklist(x, 1))]]`},
		{500, `[for x in [join("", range(1000))] : [for i in range(1000) : length(regexall(".", x))]]`},
		{500, `[for i in range(1000) : [for j in range(20) : length(range(1000))]]`},
		{500, `[for i in range(1000) : {a = range(1000)}][*].a[*]`},
		{500, `[for x in [range(1000)] : [for i in x : [for j in range(20) : length(x[*])]]]`},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: []evaluator.File{
			{Name: "main.yaml", Text: "a: 1\n"},
			{Name: "inputs.yaml", Text: "expressions:\n  - '" + tc.expression + "'\n"},
		}})
		require.NoError(t, err)
		runtime.ReadMemStats(&after)
		require.Len(t, s.Problems, 1, tc.expression)
		assert.Regexp(t, "^budget-(steps|size)$", string(s.Problems[0].Code), tc.expression)
		assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, tc.most, tc.expression)
	}
}

func TestHeatFunctionsSpendStepsBeforeTheyAllocate(t *testing.T) {
	many := strings.Repeat("a", 2000)
	replaced := "{str_replace: {template: " + many + ", params: {a: " + strings.ReplaceAll(many, "a", "b") + "}}}"
	for _, of := range [][2]string{
		{"2016-10-14", "{str_replace: {template: " + replaced + ", params: {b: c}}}"},
		{"2016-10-14", "{str_split: [b, " + replaced + "]}"},
		{"2013-05-23", "{'Fn::Split': [b, " + replaced + "]}"},
	} {
		template := "heat_template_version: " + of[0] + "\noutputs:\n  o: {value: " + of[1] + "}\n"
		s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "template.yaml",
			Text: template}}})
		require.NoError(t, err)
		require.Len(t, s.Problems, 1, of[1][:20])
		assert.Equal(t, diag.Code("budget-steps"), s.Problems[0].Code, s.Problems[0].Message)
	}
}

func TestPulumiAndESCFunctionsSpendStepsBeforeTheyAllocate(t *testing.T) {
	commas := `"` + strings.Repeat(",", 1_300_000) + `"`
	for name, text := range map[string]string{
		"Pulumi.yaml": "name: t\nruntime: yaml\noutputs:\n  o: {fn::split: [',', " + commas + "]}\n",
		"a/Main.yaml": "name: t\nruntime: yaml\noutputs:\n  o: {fn::std:csvdecode: {input: " + commas + "}}\n",
		"b/Main.yaml": "name: t\nruntime: yaml\noutputs:\n  o: {fn::std:regexall: {pattern: '.', string: " +
			commas + "}}\n",
		"Main.yaml": "name: t\nruntime: yaml\noutputs:\n  o: {fn::std:split: {separator: ',', text: " +
			commas + "}}\n",
		"Main.json": `{"name": "t", "runtime": "yaml", "outputs": {"o": {"fn::std:range": {"limit": 1300000}}}}`,
		"env.yaml":  "values:\n  o: {fn::split: [',', " + commas + "]}\n",
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: path.Base(name), Text: text}}})
		require.NoError(t, err)
		require.NotEmpty(t, s.Problems, name)
		assert.Equal(t, diag.Code("budget-steps"), s.Problems[0].Code, s.Problems[0].Message)
	}
}

func TestManySmallValuesExceedTheSizeLimit(t *testing.T) {
	list := "[" + strings.Repeat("1, ", 999) + "1]"
	var b strings.Builder
	b.WriteString("name: t\nruntime: yaml\nvariables:\n  v: " + list + "\noutputs:\n")
	for i := range 800 {
		fmt.Fprintf(&b, "  o%d: ${v}\n", i)
	}
	_, codes := pulumi(t, b.String())
	assert.Contains(t, codes, "budget-size")
}

func TestLimitsAreRaisedAtMostTwice(t *testing.T) {
	text := "variables:\n  v0: [x, x]\n"
	for i := range 40 {
		text += fmt.Sprintf("  v%d: ['${v%d}', '${v%d}']\n", i+1, i, i)
	}
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml",
		Text: "name: slow\n" + text}}, Raised: 1_000})
	require.NoError(t, err)
	require.NotEmpty(t, s.Problems)
	assert.Equal(t, diag.Code("budget-size"), s.Problems[0].Code)
	assert.Contains(t, s.Problems[0].Message, "64 MB")
}

func TestAVariableThatNeedsAPartOfItselfIsACycle(t *testing.T) {
	_, codes := pulumi(t, "name: p\nruntime: yaml\nvariables:\n  v: {a: {b: '${v.a}'}, l: ['${v.l[0]}']}\n"+
		"resources:\n  r: {type: 'a:b:C', options: {dependsOn: ['${v.a}'], protect: '${v.l[0]}'}}\n")
	assert.Contains(t, codes, "cycle")
}

func TestTheNumberOfPartsIsLimited(t *testing.T) {
	var text strings.Builder
	text.WriteString("values:\n")
	for i := range 3 * protocol.MaxParts {
		fmt.Fprintf(&text, "  v%d: %d\n", i, i)
	}
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "esc",
		Files: []evaluator.File{{Name: "env.yaml", Text: text.String()}}})
	require.NoError(t, err)
	require.Len(t, s.Outcome.Parts, 3*protocol.MaxParts)
	assert.Len(t, s.Page(1, "", false).Parts, protocol.MaxParts)
}

// TestOnlyTheFirstUnknownNamesGetSuggestions would take an hour for 100,000 unknown names if each
// were compared with all known names.
func TestOnlyTheFirstUnknownNamesGetSuggestions(t *testing.T) {
	client := "type: client\nname: many\napi_key: " + strings.Repeat("0123456789abcdef", 4) + "\nvariables:\n"
	for file, tc := range map[string]struct{ head, row string }{
		"Pulumi.yaml":  {"name: many\nruntime: yaml\nvariables:\n", "  value%d: ${valeu%d}\n"},
		"env.yaml":     {"values:\n", "  value%d: ${valeu%d}\n"},
		"clients.yaml": {client, "  value%d: ${pullconf::valeu%d}\n"},
	} {
		evaluate := func(count int) []diag.Problem {
			text := strings.Builder{}
			text.WriteString(tc.head)
			for i := range count {
				fmt.Fprintf(&text, tc.row, i, i)
			}
			s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: file, Text: text.String()}}})
			require.NoError(t, err)
			require.NotEmpty(t, s.Problems)
			return s.Problems
		}
		problems := evaluate(900)
		assert.Contains(t, problems[0].Message, "did you mean", file)
		assert.NotContains(t, problems[len(problems)-1].Message, "did you mean", file)
		if !underJS {
			evaluate(100_000)
		}
	}
}

// TestATooLargeGraphIsNotExported also checks that a result document contains the complete graph.
func TestATooLargeGraphIsNotExported(t *testing.T) {
	const n = evaluator.MaxWritten/3 + 1 // each adds a node, a missing name and an edge
	var b strings.Builder
	b.WriteString("values:\n")
	for i := range n {
		fmt.Fprintf(&b, "  v%d: ${m%d}\n", i, i)
	}
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "env.yaml", Text: b.String()}}})
	require.NoError(t, err)
	assert.Equal(t, fmt.Sprintf("%d,%03d parts", n/1000, n%1000), s.Page(1, "", false).Graph.TooMany)
	_, err = s.Export(&protocol.ExportRequest{Format: "dot"})
	assert.ErrorContains(t, err, "the graph has more than 250000 nodes and edges")
	assert.Equal(t, n, strings.Count(string(s.Document("", false)), `"from":`))
}
