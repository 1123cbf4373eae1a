package hot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/diag"
)

// answer returns Heat's messages for the errors of a template of the newest version.
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

func TestTextAfterTheDocumentIsAnError(t *testing.T) {
	for _, text := range []string{" " + newest + "outputs: {}\n", newest + "---\noutputs: {}\n",
		newest + "...\n---\n"} {
		assert.Len(t, answer(t, "template.yaml", text), 1, text)
	}
	assert.Len(t, answer(t, "template.yaml", newest, "env.yaml", " parameters: {}\nparameter_defaults: {}\n"), 1)
	assert.Empty(t, answer(t, "template.yaml", newest+"...\n# the end\n"))
}

func TestAGroupsLabelIsAStepOfAPath(t *testing.T) {
	for label, want := range map[string]string{"l": ".l", `""`: ".", `"1"`: "[1]", "1": "[1]", "-1": "[-1]",
		"true": "[True]"} {
		assert.Equal(t, []string{"Parameter Groups error: parameter_groups" + want +
			": The parameters of parameter group should be a list."},
			answer(t, "template.yaml", newest+"parameter_groups: [{label: "+label+", parameters: 0}]\n"))
	}
}

func TestPoliciesAreCheckedAgainstTheirType(t *testing.T) {
	const group = "resources: {r: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: " +
		"OS::Heat::None}}, update_policy: "
	for policy, want := range map[string]string{
		"{rolling_update: {min_in_service: -1}}": "rolling_update.min_in_service: -1 is out of range (min: 0, max: " +
			"None)",
		"{rolling_update: {max_batch_size: 0}}": "rolling_update.max_batch_size: 0 is out of range (min: 1, max: None)",
		"{batch_create: {max_batch_size: 0}}":   "batch_create.max_batch_size: 0 is out of range (min: 1, max: None)",
		"{batch_create: {pause_time: -1}}":      "batch_create.pause_time: -1 is out of range (min: 0, max: None)",
	} {
		assert.Equal(t, []string{"Property error: resources.r.update_policy." + want},
			answer(t, "template.yaml", newest+group+policy+"}}\n"))
	}
	assert.Len(t, answer(t, "template.yaml", newest+group+"{get_param: 'OS::stack_name'}}}\n"), 1)
	for _, free := range []string{"type: OS::Heat::None", "type: OS::Heat::Value, external_id: a"} {
		assert.Empty(t, answer(t, "template.yaml",
			newest+"resources: {r: {"+free+", deletion_policy: Snapshot, update_policy: {a: {b: 1}}}}\n"), free)
	}
}

func TestAJSONParameterOfANestedTemplateAcceptsAnyJSON(t *testing.T) {
	for text, want := range map[string]string{`""`: `""`, `'""'`: `""`, "'1'": "1", `'"a"'`: `"a"`, "'null'": "null",
		"'[1]'": "[1]", "{a: 1}": `{"a":1}`} {
		files := []string{"template.yaml", newest + "resources: {r: {type: n.yaml, properties: {x: " + text +
			"}}}\noutputs: {o: {value: {get_attr: [r, o]}}}\n",
			"n.yaml", newest +
				"parameters: {x: {type: json, default: {b: 2}}}\noutputs: {o: {value: {get_param: x}}}\n"}
		assert.Empty(t, answer(t, files...), text)
		assert.Equal(t, want, output(evaluate(t, files...), "o"), text)
	}
}
