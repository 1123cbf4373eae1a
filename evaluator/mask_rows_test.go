package evaluator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator"
	"pantograph/evaluator/value"
)

// quoted returns a text as a JSON string, which every dialect reads as the same text.
func quoted(text string) string { return value.JSON(value.Str(text), value.JSONStyle{}) }

// session is a bundle of Terraform: expressions in which S is a sensitive text from main.yaml.
func session(secret string, expressions ...string) []evaluator.File {
	inputs := "expressions:\n"
	for _, e := range expressions {
		inputs += "  - " + quoted(strings.ReplaceAll(e, "S", `sensitive(yamldecode(file("main.yaml")).s)`)) + "\n"
	}
	return []evaluator.File{{Name: "main.yaml", Text: "s: " + quoted(secret) + "\n"}, {Name: "inputs.yaml", Text: inputs}}
}

// TestNamesThatCameFromASecretAppearNowhere uses secrets whose names are easily taken for the program's
// own: they are short enough to occur in the call that computes them, or close to a name that the program
// misspells.
func TestNamesThatCameFromASecretAppearNowhere(t *testing.T) {
	for _, tc := range []struct {
		dialect string
		files   []evaluator.File
		hidden  []string
	}{
		{"terraform", session("e: 1", "type(yamldecode(S))", "type([yamldecode(S)])"), []string{"e: number"}},
		{"terraform", session("qxqy", "{(S) = 1}", "type({(S) = 1})", "{(base64encode(S)) = 1}",
			"type([{(upper(S)) = 1}])", "type({for k in [S] : k => 1})"),
			[]string{"qxqy", "QXQY", "cXhxeQ"}},
		{"terraform", session("s", "type({(S) = 1})", "type(zipmap([S], [1]))"), []string{"s: number"}},
		{"terraform", session("qxqy: {deep: 1}", "yamldecode(S).qxqz", `yamldecode(S)["qxqz"]`,
			`lookup(yamldecode(S), "qxqz")`, `lookup(tomap(yamldecode(S)), "qxqz")`, "tomap(yamldecode(S)).qxqz",
			"yamldecode(S).qxqz.x", "{a = yamldecode(S)}.a.qxqz"),
			[]string{"qxqy"}},
		{"terraform", session("${qxqy} ${nonsuch(1)}", "[for t in [S] : templatestring(t, {})]",
			"[for t in [S] : templatestring(t, {qxqy = 1})]"),
			[]string{"qxqy\"", "nonsuch", ":1,3"}},
	} {
		for _, text := range outputs(t, tc.dialect, tc.files) {
			for _, name := range tc.hidden {
				assert.NotContains(t, strings.ReplaceAll(text, "qxqy = 1", ""), name, "%s", tc.files[1].Text)
			}
		}
	}
}
