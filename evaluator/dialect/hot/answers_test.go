package hot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/diag"
)

// answer returns Heat's words for the errors of a template of the newest version.
func answer(t *testing.T, files ...string) (out []string) {
	for _, p := range evaluate(t, files...).Problems {
		if p.Severity == diag.Error {
			out = append(out, p.Text())
		}
	}
	return out
}

const newest = "heat_template_version: wallaby\n"

func TestASectionThatPythonCountsAsFalseIsEmpty(t *testing.T) {
	for _, empty := range []string{`""`, "0", "false", "[]", "{}", "0.0", "~"} {
		for _, key := range []string{"parameters", "resources", "outputs", "parameter_groups"} {
			assert.Empty(t, answer(t, "template.yaml", newest+key+": "+empty+"\n"), key+" "+empty)
		}
	}
	assert.NotEmpty(t, answer(t, "template.yaml", newest+"conditions: []\n"))
	assert.NotEmpty(t, answer(t, "template.yaml", newest+"outputs: [a]\n"))
}

func TestWhatFollowsADocumentIsAnError(t *testing.T) {
	for _, text := range []string{" " + newest + "outputs: {}\n", newest + "---\noutputs: {}\n", newest + "...\n---\n"} {
		assert.Len(t, answer(t, "template.yaml", text), 1, text)
	}
	assert.Len(t, answer(t, "template.yaml", newest, "env.yaml", " parameters: {}\nparameter_defaults: {}\n"), 1)
	assert.Empty(t, answer(t, "template.yaml", newest+"...\n# the end\n"))
}

func TestAGroupsLabelIsAStepOfAPath(t *testing.T) {
	for label, want := range map[string]string{"l": ".l", `""`: ".", `"1"`: "[1]", "1": "[1]", "-1": "[-1]", "true": "[True]"} {
		assert.Equal(t, []string{"Parameter Groups error: parameter_groups" + want + ": The parameters of parameter group should be a list."},
			answer(t, "template.yaml", newest+"parameter_groups: [{label: "+label+", parameters: 0}]\n"))
	}
}
