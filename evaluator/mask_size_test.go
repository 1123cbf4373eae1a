package evaluator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

// TestTheSizeOfAGroupIsSecretIfItsCountIs compares everything that is shown of groups with secret counts.
// The members have names that were computed from the count.
func TestTheSizeOfAGroupIsSecretIfItsCountIs(t *testing.T) {
	with := func(count, removed, member, child string) []evaluator.File {
		return []evaluator.File{{Name: "template.yaml", Text: `heat_template_version: 2021-04-16
parameters:
  n: {type: number, hidden: true}
  gone: {type: comma_delimited_list, hidden: true, default: "7"}
resources:
  g: {type: OS::Heat::ResourceGroup, properties: {` + member + `}}
  v: {type: OS::Heat::Value, properties: {type: json, value: {all: {get_attr: [g, value]}}}}
  w: {type: OS::Heat::Value, properties: {type: number, value: {yaql: {expression: len($.data), ` +
			`data: {get_attr: [g, value]}}}}}
  h: {type: OS::Heat::ResourceGroup, properties: {count: {get_attr: [w, value]}, resource_def: {type: OS::Heat::None}}}
outputs:
  refs: {value: {get_attr: [g, refs]}}
  map: {value: {get_attr: [g, refs_map]}}
  values: {value: {get_attr: [g, value]}}
  attributes: {value: {get_attr: [g, attributes, value]}}
  all: {value: {get_attr: [g]}}
  many: {value: {get_attr: [g, resource.77, value]}}
  one: {value: {get_attr: [g, resource.1, value]}}
  nth: {value: {get_attr: [g, value, 1]}}
  join: {value: {list_join: [",", {get_attr: [g, value]}]}}
  removed: {value: {get_attr: [g, removed_rsrc_list]}}
  length: {value: {yaql: {expression: len($.data), data: {get_attr: [g, value]}}}}
  others: {value: {yaql: {expression: "$.data.select(1)", data: {get_attr: [g, value]}}}}
  concat: {value: {list_concat: [{get_attr: [g, value]}, [c]]}}
  filter: {value: {filter: [[c], {get_attr: [g, value]}]}}
  repeat: {value: {repeat: {for_each: {"%n%": {get_attr: [g, value]}}, template: x}}}
  keys: {value: {repeat: {for_each: {"%n%": {get_attr: [g, attributes, value]}}, template: x}}}
  through: {value: {get_attr: [v, value, all]}}
  second: {value: {get_attr: [h, refs]}}
  merge: {value: {map_merge: [{get_attr: [g, attributes, value]}, {c: 1}]}}
  if: {value: {list_concat: [{if: [{equals: [1, 1]}, {get_attr: [g, value]}, []]}, []]}}
`}, {Name: "child.yaml", Text: child},
			{Name: "inputs.yaml", Text: "parameters: {n: " + count + ", gone: '" + removed + "'}\n"}}
	}
	const child = "heat_template_version: 2021-04-16\nparameters: {p: {type: string}}\nresources:\n" +
		"  x: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n" +
		"outputs: {value: {value: {get_attr: [x, value]}}}\n"
	const policies = "removal_policies: [{resource_list: {get_param: gone}}], "
	for name, member := range map[string]string{
		"a value": "count: {get_param: n}, " + policies +
			"resource_def: {type: OS::Heat::Value, properties: {value: x%index%}}",
		"a template": "count: {get_param: n}, resource_def: {type: child.yaml, properties: {p: x%index%}}",
		"an error": "count: {get_param: n}, " +
			"resource_def: {type: OS::Heat::Value, properties: {nonsuch: 1, value: a}}",
		"an error inside": "count: {get_param: n}, resource_def: {type: child.yaml, properties: " +
			"{p: x%index%, qq%index%: 1}}",
		"a secret removal": "count: 2, " + policies +
			"resource_def: {type: OS::Heat::Value, properties: {value: x%index%}}",
	} {
		one, other := with("3", "0", member, child), with("5", "2", member, child)
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "hot", Files: one})
		require.NoError(t, err)
		assert.Contains(t, s.Secrets(), "outputs.values", name)
		assert.Equal(t, resultDigest(t, "hot", one), resultDigest(t, "hot", other), name)
		a, b := outputs(t, "hot", one), outputs(t, "hot", other)
		a, b = append(a, explanations(t, "hot", one)...), append(b, explanations(t, "hot", other)...)
		require.Equal(t, len(a), len(b), name)
		for i := range a {
			if x, y := normalize(a[i]), normalize(b[i]); x != y {
				t.Errorf("%s: the number is visible:\n%s\n%s", name, around(x, y), around(y, x))
			}
		}
	}
	_, problems := problemsOf(t, false, "hot", with("70000", "0", "count: {get_param: n}, resource_def: "+
		"{type: OS::Heat::None}", child)...)
	assert.Contains(t, strings.Join(problems, "\n"), "a group of [secret] is too large")
}

// TestTypesOfSensitiveValuesArePrinted follows the original: type ignores marks, so the console prints
// the length of a sensitive tuple and the types in it. Only names that came from the value are masked.
func TestTypesOfSensitiveValuesArePrinted(t *testing.T) {
	s, err := evaluator.Evaluate(evaluator.Request{Dialect: "terraform", Files: session("[1, {qxqy: two}]",
		"type(yamldecode(S))", "type(sensitive([1, true]))", "type(sensitive({own = 1}))", "length(yamldecode(S))",
		"[for k, v in {a = S} : type(v)]")})
	require.NoError(t, err)
	document := string(s.Document("x", false))
	for _, want := range []string{`tuple([\n    number,\n`, `tuple([\n    number,\n    bool,\n])`,
		`object({\n    own: number,\n})`, `"console":"(sensitive value)"`} {
		assert.Contains(t, document, want)
	}
	assert.NotContains(t, document, "qxqy")
}
