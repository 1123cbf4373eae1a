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

func TestAPropertyThatHeatReadsFirstHasNoPath(t *testing.T) {
	for resource, want := range map[string]string{
		"Heat::Value, properties: {value: 1, type: [a]}":         "Value must be a string; got ['a']",
		"Heat::RandomString, properties: {sequence: {}}":         "Value must be a string; got {}",
		"Neutron::Router, properties: {l3_agent_id: [a]}":        "Value must be a string; got ['a']",
		"Heat::Value, properties: {value: 1, type: {get_param}}": `Function "get_param" must have arguments`,
	} {
		text := newest + "resources: {r: {type: OS::" + resource + "}}\n"
		assert.Equal(t, []string{want}, answer(t, "template.yaml", text), resource)
		nested := answer(t, "template.yaml", newest+"resources: {n: {type: n.yaml}}\n", "n.yaml", text)
		assert.Equal(t, []string{"ValueError: resources.n<n.yaml>: " + want}, nested, resource)
	}
}

func TestAddressesOfGatewaysAreThoseOfInetAton(t *testing.T) {
	for gateway, ok := range map[string]bool{"10.1": true, "0": true, "0x7f.1": true, "010.0.0.1": true,
		"1.2.65535": true, "10.0.0.1 x": true, "fe80::1%eth0": true, "::": true, "4294967296": false,
		"1.2.3.256": false, "1.": false, "1..2": false, "08.1": false, "-1": false, "1.2.3.4.5": false, "gate": false,
		"::1 ": false} {
		got := answer(t, "template.yaml", newest+"resources: {r: {type: OS::Neutron::Subnet, properties: "+
			"{network: n, cidr: 10.0.0.0/8, gateway_ip: '"+gateway+"'}}}\n")
		assert.Equal(t, ok, len(got) == 0, "%s: %s", gateway, got)
	}
}

func TestPayloadsAreWhatPythonDecodes(t *testing.T) {
	for payload, ok := range map[string]bool{"YWJj": true, "YW Jj!": true, "YQ==": true, "YQ==x": true, "YWJjZA": false,
		"abc": false, "a": false, "é": false, "YQ=": false, "====": true} {
		got := answer(t, "template.yaml", newest+"resources: {r: {type: OS::Barbican::Secret, properties: {payload: '"+
			payload+"', payload_content_type: application/octet-stream, payload_content_encoding: base64}}}\n")
		assert.Equal(t, ok, len(got) == 0, "%s: %s", payload, got)
	}
}

func TestALongDelayIsRefusedInTheRoot(t *testing.T) {
	const delay = "resources: {r: {type: OS::Heat::Delay, properties: {min_wait: 3000, max_jitter: 300, " +
		"jitter_multiplier: 3}}}\n"
	assert.Len(t, answer(t, "template.yaml", newest+delay), 1)
	assert.Empty(t, answer(t, "template.yaml", newest+"resources: {n: {type: n.yaml}}\n", "n.yaml", newest+delay))
}

func TestASequenceOfCharactersIsText(t *testing.T) {
	for sequence, ok := range map[string]bool{"0": true, "false": true, "foo": true, "''": false, "~": false} {
		got := answer(t, "template.yaml", newest+
			"resources: {r: {type: OS::Heat::RandomString, properties: {sequence: "+sequence+"}}}\n")
		assert.Equal(t, ok, len(got) == 0, "%s: %s", sequence, got)
	}
}
