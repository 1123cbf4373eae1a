package hot_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/value"
)

const typed = `heat_template_version: wallaby
resources:
  net: {type: OS::Neutron::Net}
  group: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Neutron::Port, properties: {network: net}}}}
  server:
    type: OS::Nova::Server
    properties:
      image: debian-12
      flavor: m1.small
`

func TestPropertiesAreProposed(t *testing.T) {
	for _, tc := range []struct{ typed, want string }{
		{"      flavor_u", "flavor_update_policy"},
		{"      networks:\n      - fixed", "fixed_ip"},
		{"      networks: [{network: net}, {allo", "allocate_network"},
		{"      networks:\n      - network: a\n        tag", "tag"},
		{"      config_drive: t", "true"},
		{"      user_data_format: RA", "RAW"},
		{"    depe", "depends_on"},
		{"outputs:\n  o: {value: {get_attr: [server, console", "console_urls"},
		{"outputs:\n  o:\n    val", "value"},
		{"  vol:\n    type: OS::Heat::SoftwareConfig\n    properties: {inputs: [{name: x, ty", "type"},
		{"  vol:\n    type: OS::Heat::SoftwareDeployment\n    properties: {actions: [CREATE, RES", "RESUME"},
		{"outp", "outputs"},
		{"  p: {type: OS::Neutron::Port, properties: {fix", "fixed_ips"},
		{"  p: {type: OS::Neutron::Port, properties: {name: p, admin_state_up: t", "true"},
		{"  p: {type: OS::Neutron::Port, properties: {fixed_ips: [{ip", "ip_address"},
	} {
		whole := typed + tc.typed
		s := evaluate(t, "template.yaml", whole)
		var labels []string
		for _, item := range s.Subject.Complete(s.Subject.Bundle.File("template.yaml"), len(whole)) {
			labels = append(labels, item.Label)
		}
		assert.Contains(t, labels, tc.want, tc.typed)
		assert.Less(t, len(labels), 8, tc.typed)
	}
}

func TestHiddenPropertiesAreNotProposed(t *testing.T) {
	whole := typed + "      networks:\n      - uu"
	s := evaluate(t, "template.yaml", whole)
	for _, item := range s.Subject.Complete(s.Subject.Bundle.File("template.yaml"), len(whole)) {
		assert.NotEqual(t, "uuid", item.Label)
	}
}

func TestTypesPropertiesAndAttributesAreExplained(t *testing.T) {
	text := typed + "outputs: {o: {value: {get_attr: [server, addresses]}}}\n"
	s := evaluate(t, "template.yaml", text)
	for _, tc := range []struct{ at, title, detail, doc string }{
		{"flavor:", "flavor", "String, required",
			"It names an object in the cloud (nova.flavor), so only the cloud can check it."},
		{"network:", "network", "String, required", "neutron.network"},
		{"OS::Neutron::Net", "OS::Neutron::Net", "resource type", "Attributes: "},
		{"addresses", "addresses", "Map", "An attribute of OS::Nova::Server."},
	} {
		at := strings.Index(text, tc.at)
		require.GreaterOrEqual(t, at, 0)
		h, ok := s.Subject.Hover(s.Subject.Bundle.File("template.yaml"), at+1)
		require.True(t, ok, tc.at)
		assert.Equal(t, tc.title, h.Title)
		assert.Equal(t, tc.detail, h.Type)
		assert.Contains(t, h.Doc, tc.doc)
	}
}

func TestAMissingTableOfTypesIsReported(t *testing.T) {
	ask := func(data func(string) []byte) *evaluator.Snapshot {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "hot", Data: data,
			Files: []evaluator.File{{Name: "template.yaml",
				Text: newest + "resources: {r: {type: OS::Nova::Server}}\n"}}})
		require.NoError(t, err)
		return s
	}
	missing := ask(nil)
	assert.Equal(t, []string{types.File}, missing.Needs())
	assert.Equal(t, []string{"hint-types-not-checked"}, codes(missing))
	assert.Equal(t, diag.Warning, missing.Problems[0].Severity)
	there := ask(dataFile)
	assert.Empty(t, there.Needs())
	assert.NotContains(t, codes(there), "hint-types-not-checked")
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "hot",
		Files: []evaluator.File{{Name: "template.yaml", Text: newest + "resources: {r: {type: OS::Heat::None}}\n"}}})
	require.NoError(t, err)
	assert.Empty(t, s.Needs(), "only cloud types need the table")
}

func TestTheTableIsRequestedWhileTypesAreWritten(t *testing.T) {
	for text, needs := range map[string][]string{
		"resources:\n":                                           {types.File},
		"resources:\n  r:\n    type:\n":                          {types.File},
		"resources:\n  r:\n    type: OS::\n":                     {types.File},
		"resources:\n  r:\n    type: \"OS::\n":                   {types.File},
		"resources:\n  r:\n    type: OS::Heat::None\n    x: {\n": {types.File},
		"resources:\n  r:\n    type: OS::Heat::None\n":           nil,
		"resources:\n  r:\n    type: other.yaml\n":               nil,
		"outputs: {a: {value: 1}}\n":                             nil,
	} {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "hot",
			Files: []evaluator.File{{Name: "template.yaml", Text: newest + text}}})
		require.NoError(t, err)
		assert.Equal(t, needs, s.Needs(), text)
		assert.NotContains(t, codes(s), "hint-types-not-checked")
	}
}

func TestTheTableHasEveryType(t *testing.T) {
	table := types.Open(facts.File())
	names := 0
	for line := range strings.Lines(string(facts.File())) {
		name, _, _ := strings.Cut(line, "\t")
		o := table.Find(name)
		require.NotNil(t, o, name)
		_, ok := o.Get("class")
		assert.True(t, ok, name)
		names++
		if checks, _ := o.Get("checks"); checks.List() != nil {
			for _, check := range checks.List().Items {
				properties, _ := o.Get("properties")
				if str(check) != "lax" {
					checkNames(t, name, str(check), properties.Object())
				}
			}
		}
	}
	assert.Equal(t, 198, names)
	assert.Nil(t, table.Find("OS::Nova::Serve"))
}

// checkNames checks that the properties named by a check exist in its type.
func checkNames(t *testing.T, typ, check string, properties *value.Object) {
	terms, _, _ := strings.Cut(check, "->")
	inner := false
	for _, list := range []string{"reads ", "first ", "before "} {
		terms = strings.TrimPrefix(terms, list)
	}
	for _, word := range strings.Fields(terms) {
		name := strings.TrimLeft(word, "+-!")
		if i := strings.IndexAny(name, "!=<>.["); i >= 0 {
			name = name[:i]
		}
		if _, ok := properties.Get(name); !ok && !inner {
			assert.Fail(t, typ+" has no property "+name, check)
		}
		inner = inner || strings.HasSuffix(word, "[]")
	}
}

func str(v value.Value) string { s, _ := v.Text(); return s }

func TestAFileOfTheBundleDeclaresTypes(t *testing.T) {
	const shown = `{"resource_type": "My::Own::Thing", "properties": {
		"size": {"type": "integer", "required": true, "update_allowed": true, "constraints": [{"range": {"min": 1}}]},
		"parts": {"type": "list", "schema": {"*": {"type": "map", "schema": {"name": {"type": "string", "required": true}}}}}},
		"attributes": {"weight": {"type": "number", "description": "How heavy it is"}},
		"support_status": {"status": "DEPRECATED", "version": "3.0"}}`
	const template = newest + "resources: {r: {type: My::Own::Thing, properties: {size: 0, parts: [{nam: x}]}}}\n" +
		"outputs: {o: {value: {get_attr: [r, wight]}}}\n"
	assert.ElementsMatch(t, []string{
		"Property error: resources.r.properties.size: 0 is out of range (min: 1, max: None)",
		"Property error: resources.r.properties.parts[0]: Unknown Property nam",
		"Property error: resources.r.properties.parts[0]: Property name not assigned",
		"outputs.o.value.get_attr: The Referenced Attribute (r wight) is incorrect.",
	}, answer(t, "template.yaml", template, "inputs.yaml", "schemas: [thing.json]\n", "thing.json", shown))
	assert.Contains(t, codes(evaluate(t, "template.yaml", template, "inputs.yaml", "schemas: [thing.json]\n",
		"thing.json", "["+shown+"]")), "hint-deprecated-type")
	assert.Equal(t, []string{"type-schema", "resource-type-unknown"},
		codes(evaluate(t, "template.yaml", template, "inputs.yaml", "schemas: [other.json]\n", "thing.json", shown)))
	assert.Contains(t, codes(evaluate(t, "template.yaml", template, "inputs.yaml", "schemas: [thing.json]\n",
		"thing.json", "{}")), "type-schema")
}

func TestAFileOverridesATypeOfHeat(t *testing.T) {
	const shown = `{"resource_type": "OS::Neutron::Port", "properties": {"network": {"type": "string"}, "colour": ` +
		`{"type": "string"}}, "attributes": {}}`
	text := newest + "resources: {r: {type: OS::Neutron::Port, properties: {colour: red, network_id: x}}}\n"
	assert.Equal(t, []string{"Property error: resources.r.properties: Unknown Property network_id"},
		answer(t, "template.yaml", text, "inputs.yaml", "schemas: [port.json]\n", "port.json", shown))
}
