package evaluator_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// numbered returns a text for each number below n, one after the other.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestALongNameIsNotRepeatedForEveryPartOfAProgram uses names as long as a file, which a link can contain
// in a few characters.
func TestALongNameIsNotRepeatedForEveryPartOfAProgram(t *testing.T) {
	long := strings.Repeat("x", 500_000)
	for _, tc := range []struct{ dialect, file, text, code, tooMany string }{
		{"esc", "env.yaml", "values:\n  ? " + long + "\n  : [" + strings.Repeat("1, ", 2000) + "]\n",
			"budget-document", ""},
		{"esc", "env.yaml", "values:\n  ? " + long + "\n  : \"" + numbered(500, "${k%d}") + "\"\n" +
			numbered(500, "  k%d: 1\n"), "budget-document", "501 parts with names of more than 64 MB"},
		{"esc", "env.yaml", "values:\n  ? " + long[:50_000] + "\n  : \"" + numbered(500, "${k%d}") + "\"\n" +
			numbered(500, "  k%d: 1\n"), "", "501 parts with names of 25"},
		{"pulumi", "Pulumi.yaml", "name: p\nruntime: yaml\nvariables:\n  a:\n    ? " + long + "\n    : \"" +
			numbered(5000, "${k%d}") + "\"\n" + numbered(5000, "  k%d: 1\n"), "budget-document",
			"5,001 parts"},
		{"pulumi", "Pulumi.yaml", "name: p\nruntime: yaml\nvariables:\n  a:\n    ? " + long + "\n    : [" +
			strings.Repeat("{fn::secret: 1}, ", 2000) + "]\n", "budget-document", ""},
		{"pulumi", "Pulumi.yaml", "name: p\nruntime: yaml\nvariables:\n  k: " + long[:100_000] + "\n" +
			"  a: {\"x${k}\": [" + strings.Repeat("{fn::secret: 1}, ", 1000) + "]}\noutputs: {a: \"${a}\"}\n",
			"budget-document", ""},
		{"pulumi", "Pulumi.yaml", "name: p\nruntime: yaml\nvariables:\n  k: " + long[:10_000] + "\n" +
			"  a: {\"x${k}\": [" + strings.Repeat("{fn::secret: 1}, ", 1000) + "]}\noutputs: {a: \"${a}\"}\n", "", ""},
		{"hot", "template.yaml", "heat_template_version: 2021-04-16\nresources:\n  ? " + long +
			"\n  : {type: OS::Heat::ResourceGroup, properties: {count: 2000, resource_def: {type: OS::Heat::None}}}\n",
			"budget-cells", ""},
		{"hot", "template.yaml", "heat_template_version: 2021-04-16\nresources:\n  ? " + long[:200] +
			"\n  : {type: OS::Heat::ResourceGroup, properties: {count: 20, resource_def: {type: OS::Heat::None}}}\n",
			"", ""},
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: tc.dialect,
			Files: []evaluator.File{{Name: tc.file, Text: tc.text}}})
		require.NoError(t, err)
		page := s.Page(1, "", false)
		assert.Less(t, len(s.Document("", false)), 64<<20, tc.text[:80])
		assert.Less(t, len((&protocol.Reply{Op: "evaluate", Evaluate: page}).AppendJSON(nil)), 8<<20, tc.text[:80])
		var codes []string
		for _, p := range page.Problems {
			codes = append(codes, p.Code)
			assert.LessOrEqual(t, len(p.Message), 4_000)
			assert.LessOrEqual(t, len(p.Reference), 4_000)
		}
		if tc.code != "" {
			assert.Contains(t, codes, tc.code)
		} else {
			assert.Empty(t, codes)
		}
		assert.True(t, strings.HasPrefix(page.Graph.TooMany, tc.tooMany) && (tc.tooMany != "") ==
			(page.Graph.TooMany != ""), "%q", page.Graph.TooMany)
	}
}

// TestTheWholeValueIsSecretIfThePathsOfItsSecretsAreTooLong computes a key of 100 KB around a thousand secrets.
// A list without these paths would say that the values are not secret.
func TestTheWholeValueIsSecretIfThePathsOfItsSecretsAreTooLong(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml", Text: "name: p\n" +
		"runtime: yaml\nvariables:\n  k: " + strings.Repeat("x", 100_000) + "\n  a: {\"x${k}\": [" +
		strings.Repeat("{fn::secret: hunter2}, ", 1000) + "]}\noutputs: {a: \"${a}\", b: 1}\n"}}})
	require.NoError(t, err)
	require.EqualValues(t, "budget-document", s.Problems[0].Code)
	for _, reveal := range []bool{false, true} {
		var document struct {
			Value   any
			Secrets []string
		}
		require.NoError(t, json.Unmarshal(s.Document("", reveal), &document))
		assert.Equal(t, []string{""}, document.Secrets, "the path of the whole value")
		assert.Equal(t, !reveal, document.Value == "[secret]")
	}
}

// TestAnErrorDoesNotRepeatAWholeName asks for things with names as long as a file.
func TestAnErrorDoesNotRepeatAWholeName(t *testing.T) {
	long := strings.Repeat("x", 900_000)
	for _, evaluate := range []*protocol.EvaluateRequest{
		{Dialect: long, Files: []protocol.File{{Name: "env.yaml", Text: "values: {}"}}},
		{Dialect: "esc", View: long, Only: long, Files: []protocol.File{{Name: "env.yaml", Text: "values: {}"}}},
		{Dialect: "esc", Files: []protocol.File{{Name: "env.yaml", Text: "values: {a: \"${" + long + "}\"}"}}},
		{Dialect: "hot", Files: []protocol.File{{Name: "t", Text: "heat_template_version: '" + long + "'"}}},
		{Dialect: "terraform", Files: []protocol.File{{Name: "main.yaml", Text: "a: *" + long}}},
	} {
		e := evaluator.New()
		reply := e.Call((&protocol.Request{Op: "evaluate", Evaluate: evaluate}).AppendJSON(nil))
		assert.Less(t, strings.Count(string(reply), long), 10, "only the graph may contain the name")
		var got protocol.Reply
		require.NoError(t, json.Unmarshal(reply, &got))
		assert.Less(t, len(got.Error), 5_000)
		if got.Evaluate != nil {
			for _, p := range got.Evaluate.Problems {
				assert.Less(t, len(p.Message)+len(p.Reference), 9_000)
			}
		}
	}
	e := evaluator.New()
	evaluate := &protocol.EvaluateRequest{Dialect: long}
	reply := e.Call((&protocol.Request{Op: "evaluate", Evaluate: evaluate}).AppendJSON(nil))
	assert.Less(t, len(reply), 5_000)
	assert.Contains(t, string(reply), "more characters")
}
