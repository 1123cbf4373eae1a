package hot_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/example"
	"pantograph/evaluator/value"
)

// dataFile returns one of the data files that ship separately.
func dataFile(name string) []byte {
	return map[string]func() []byte{types.File: facts.File, yaql.NamesFile: names.File}[name]()
}

// evaluate evaluates files given as name, text, name, text, ...
func evaluate(t testing.TB, files ...string) *evaluator.Snapshot {
	req := evaluator.Request{Dialect: "hot", Data: dataFile}
	for i := 0; i < len(files); i += 2 {
		req.Files = append(req.Files, evaluator.File{Name: files[i], Text: files[i+1]})
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	return s
}

func codes(s *evaluator.Snapshot) (out []string) {
	for _, p := range s.Problems {
		out = append(out, string(p.Code))
	}
	return out
}

// output returns an output as JSON.
func output(s *evaluator.Snapshot, name string) string {
	outputs, _ := s.Outcome.Value.Object().Get("outputs")
	v, _ := outputs.Object().Get(name)
	return value.JSON(v, value.JSONStyle{})
}

func TestATemplateThatIsTooLargeForHeatIsEvaluated(t *testing.T) {
	s := evaluate(t, "template.yaml", "heat_template_version: wallaby\noutputs: {o: {value: 1}}\n"+
		strings.Repeat("# filler\n", 60_000))
	assert.Equal(t, []string{"template-size"}, codes(s))
	assert.Equal(t, "1", output(s, "o"))
	filler := strings.Repeat("# filler\n", 60_000)
	child := evaluate(t, "template.yaml", "heat_template_version: wallaby\nresources: {c: {type: c.yaml}}\n", "c.yaml",
		"heat_template_version: wallaby\n"+filler)
	assert.Equal(t, "RequestLimitExceeded: resources.c<c.yaml>: Request limit exceeded: Template size (540031 "+
		"bytes) exceeds maximum allowed size (524288 bytes).", child.Problems[0].Reference)
}

func TestAnErrorInABranchNotTakenIsIgnored(t *testing.T) {
	s := evaluate(t, "template.yaml", `
heat_template_version: wallaby
outputs: {o: {value: {if: [true, fine, {list_join: [{get_attr: [nowhere]}]}]}}}
`)
	assert.Empty(t, codes(s))
	assert.Equal(t, `"fine"`, output(s, "o"))
}

func TestATemplateUsedOftenReportsOnce(t *testing.T) {
	s := evaluate(t, "template.yaml", `
heat_template_version: wallaby
resources:
  a: {type: bad.yaml}
  b: {type: bad.yaml}
  c: {type: OS::Heat::ResourceGroup, properties: {count: 5, resource_def: {type: bad.yaml}}}
`, "bad.yaml", `
heat_template_version: wallaby
outputs: {o: {value: {get_param: nowhere}}}
`)
	assert.Equal(t, []string{"parameter-unknown"}, codes(s))
}

func TestUnknownsThatInputsCouldSupplyAreListed(t *testing.T) {
	s := evaluate(t, "template.yaml", `
heat_template_version: wallaby
resources: {a: {type: OS::Nova::Server}}
outputs: {o: {value: [{get_attr: [a, name]}, {get_resource: a}, {get_param: 'OS::stack_name'}]}}
`)
	var paths []string
	for _, u := range s.Outcome.Unknowns {
		paths = append(paths, strings.Join(u.Path, "."))
	}
	assert.Equal(t, []string{"attributes.a.name", "ids.a", "stack.name"}, paths)
}

func TestAFormFollowsTheGroups(t *testing.T) {
	s := evaluate(t, "template.yaml", `
heat_template_version: wallaby
parameter_groups: [{label: one, parameters: [c, a]}]
parameters:
  a: {type: string, label: The a, default: x, constraints: [{allowed_values: [x, y], description: x or y}]}
  b: {type: number, constraints: [{range: {min: 1}}], default: 2}
  c: {type: string, hidden: true, immutable: true, default: s}
`)
	require.Len(t, s.Outcome.Form, 2)
	first := s.Outcome.Form[0]
	assert.Equal(t, "one", first.Label)
	assert.Equal(t, "c", first.Fields[0].Name)
	assert.True(t, first.Fields[0].Secret)
	assert.True(t, first.Fields[0].Immutable)
	assert.Equal(t, "The a", first.Fields[1].Label)
	assert.Equal(t, "x or y", first.Fields[1].Constraints[0].Text)
	assert.Len(t, first.Fields[1].Constraints[0].Choices, 2)
	assert.Equal(t, "b", s.Outcome.Form[1].Fields[0].Name)
}

func TestAHiddenDefaultStaysOutOfMessages(t *testing.T) {
	s := evaluate(t, "template.yaml", `
heat_template_version: wallaby
parameters: {p: {type: string, hidden: true, default: hunter, constraints: [{allowed_values: [other]}]}}
`)
	require.Equal(t, []string{"parameter-constraint"}, codes(s))
	assert.NotContains(t, s.Problems[0].Message+s.Problems[0].Reference, "hunter")
}

// The messages are those of Heat 19.
func TestAnUnusedDefaultIsCheckedAsInHeat(t *testing.T) {
	for parameter, want := range map[string]string{
		"{type: comma_delimited_list, default: 1}": "Parameter 'p' is invalid: Default must be a " +
			"comma-delimited list string: 'int' object has no attribute 'split'",
		"{type: number, default: abc, constraints: [{range: {min: 1}}]}": "Parameter 'p' is invalid: Invalid default " +
			"abc (could not convert string to float: 'abc')",
		"{type: number, default: abc}": "",
	} {
		s := evaluate(t, "template.yaml", "heat_template_version: wallaby\nparameters: {p: "+parameter+"}\n",
			"env.yaml", "parameters: {p: '3'}\n")
		got := ""
		for _, p := range s.Problems {
			got += p.Reference
		}
		assert.Equal(t, want, got, parameter)
	}
}

func TestALongChainOfResourcesIsEvaluated(t *testing.T) {
	var b strings.Builder
	b.WriteString("heat_template_version: wallaby\nresources:\n  r0: {type: OS::Heat::Value, properties: {value: x}}\n")
	const n = 3000
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "  r%d: {type: OS::Heat::Value, properties: {value: {get_attr: [r%d, value]}}}\n", i, i-1)
	}
	fmt.Fprintf(&b, "outputs: {o: {value: {get_attr: [r%d, value]}}}\n", n-1)
	s := evaluate(t, "template.yaml", b.String())
	assert.Empty(t, codes(s))
	assert.Equal(t, `"x"`, output(s, "o"))
}

// manyResources returns a template with n resources that refer to one another.
func manyResources(n int) (template, inputs string) {
	var b, in strings.Builder
	b.WriteString(`heat_template_version: 2021-04-16
parameters:
  env: {type: string, default: prod}
  zones: {type: comma_delimited_list, default: 'az1,az2,az3'}
conditions: {prod: {equals: [{get_param: env}, prod]}}
resources:
`)
	in.WriteString("schemas: false\nattributes:\n")
	for i := range n {
		before := strconv.Itoa(max(0, i-1))
		if i%3 == 0 {
			fmt.Fprintf(&b, "  r%d:\n    type: OS::Heat::Value\n    properties:\n"+
				"      value: {list_join: ['-', [{get_param: env}, {if: [prod, '%d', x]}]]}\n", i, i)
			continue
		}
		fmt.Fprintf(&b, `  r%d:
    type: OS::Nova::Server
    properties:
      name: {str_replace: {template: '$env-$i.example', params: {$env: {get_param: env}, $i: %d}}}
      parent: {get_resource: r%s}
      zone: {get_param: [zones, %d]}
      tags: {repeat: {template: 'z-%%z%%', for_each: {'%%z%%': {get_param: zones}}}}
`, i, i, before, i%3)
		fmt.Fprintf(&in, "  r%d: {name: n%d}\n", i, i)
	}
	return b.String(), in.String()
}

func BenchmarkResources(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000} {
		template, inputs := manyResources(n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				evaluate(b, "template.yaml", template, "inputs.yaml", inputs)
			}
		})
	}
}

func TestTheGraphShowsOnlyReferencesThatHeatFollows(t *testing.T) {
	s := evaluate(t, "template.yaml", `heat_template_version: wallaby
conditions: {yes_: {equals: [1, 1]}, no_: {not: yes_}}
resources:
  a: {type: OS::Nova::Server}
  b: {type: OS::Nova::Server}
  gone: {type: OS::Nova::Server, condition: no_, properties: {x: {get_resource: b}}}
  known: {type: OS::Nova::Server, external_id: {get_attr: [a, x]}, properties: {x: {get_resource: b}}}
  taken: {type: OS::Nova::Server, depends_on: gone, properties: {x: {if: [yes_, {get_resource: a}, {get_resource: b}]}}}
  open: {type: OS::Nova::Server, properties: {x: {if: [{equals: [{get_param: 'OS::stack_name'}, x]}, {get_resource: a}, {get_resource: b}]}}}
outputs: {none: {condition: no_, value: {get_attr: [b, x]}}}
`)
	var edges []string
	for _, e := range s.Graph().Edges {
		edges = append(edges, e.From+" "+e.Via+" "+e.To)
	}
	assert.Equal(t, []string{
		"resources.gone condition conditions.no_",
		"resources.known external_id.get_attr[0] resources.a",
		"resources.taken properties.x.if[0] conditions.yes_",
		"resources.taken properties.x.if[1].get_resource resources.a",
		"resources.open properties.x.if[0].equals[0].get_param parameters.OS::stack_name",
		"resources.open properties.x.if[1].get_resource resources.a",
		"resources.open properties.x.if[2].get_resource resources.b",
		"conditions.no_ not conditions.yes_",
		"outputs.none condition conditions.no_",
	}, edges)
}

func TestAFixRaisesTheVersionToTheFirstWithTheFeature(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/hot/mistake-older-version.txtar")
	require.NoError(t, err)
	e, err := example.Parse("hot", "older", text)
	require.NoError(t, err)
	var to []string
	for _, p := range evaluate(t, "template.yaml", e.Files[0].Text).Problems {
		for _, f := range p.Fixes {
			to = append(to, string(p.Code)+" "+f.Edits[0].Text)
			assert.Contains(t, []string{"2015-04-30", "retain"}, f.Edits[0].Span.Text(), p.Message)
		}
	}
	assert.Contains(t, to, "parameter-key 2018-03-02")
	assert.Contains(t, to, "constraint-definition 2017-02-24")
	assert.Contains(t, to, "section-unknown 2016-10-14")
	assert.Contains(t, to, "function-arguments 2015-10-15")
}

func TestValuesOfAKeyAreProposed(t *testing.T) {
	const text = `heat_template_version: wallaby
parameters:
  flavor: {type: string, default: small}
conditions: {large: true}
resources:
  net: {type: net.yaml}
  group: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Heat::None}}}
  server:
    type: OS::Nova::Server
    depends_on:
      - net
    properties: {a: [1], b: `
	const net = "heat_template_version: wallaby\noutputs: {id: {value: 1}, name: {value: x}}\n"
	for _, tc := range []struct{ typed, want string }{
		{"{get_param: fl", "flavor"}, {"{get_param: [", "flavor OS::stack_name OS::stack_id OS::project_id"},
		{"{get_resource: ", "net group server"}, {"{get_attr: [n", "net"}, {"{get_attr: [net, ", "id name"},
		{"{get_attr: [group, r", "refs refs_map attributes removed_rsrc_list"}, {"{if: [", "large"},
		{"{get_file: net", "net.yaml"},
		{"{list_join: ['', [{get_resource: ser", "server"},
		{"{str_re", "str_replace str_replace_strict str_replace_vstrict"},
		{"1}\n    deletion_policy: Re", "Retain"},
		{"1}\n  x:\n    type: OS::Heat::Res", "OS::Heat::ResourceGroup OS::Heat::ResourceChain"},
		{"1}\n    depends_on:\n    - gr", "group"}, {"1}\noutputs: {o: {condition: ", "large"},
	} {
		whole := text + tc.typed
		s := evaluate(t, "template.yaml", whole, "net.yaml", net)
		var labels []string
		for _, item := range s.Subject.Complete(s.Subject.Bundle.File("template.yaml"), len(whole)) {
			labels = append(labels, item.Label)
		}
		assert.Equal(t, tc.want, strings.Join(labels, " "), tc.typed)
	}
}

func TestARemovedFunctionIsReplacedByItsSuccessor(t *testing.T) {
	s := evaluate(t, "template.yaml", `heat_template_version: wallaby
parameters: {p: {type: string, default: x}}
resources: {r: {type: OS::Heat::None, properties: {a: {Ref: p}, b: {'Fn::Join': ['', [{Ref: r2}]]}, c: {'Fn::Select': [0, []]}}}, r2: {type: OS::Heat::None}}
`)
	var to []string
	for _, p := range s.Problems {
		for _, f := range p.Fixes {
			to = append(to, f.Edits[0].Span.Text()+" "+f.Edits[0].Text)
		}
	}
	assert.Equal(t, []string{"Ref get_param", "'Fn::Join' list_join"}, to)
}

func TestEachWrongHookIsReportedInHeatsWords(t *testing.T) {
	s := evaluate(t, "template.yaml", "heat_template_version: 2021-04-16\nresources: {a: {type: OS::Heat::None}}\n",
		"env.yaml", "resource_registry: {resources: {a: {hooks: [x, y, z]}}}\n")
	found := 0
	for _, p := range s.Problems {
		if p.Code == "registry-hook" {
			assert.Contains(t, p.Reference, "for resource breakpoint, acceptable")
			found++
		}
	}
	assert.Equal(t, 3, found)
}
