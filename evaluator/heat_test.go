package evaluator_test

import (
	"fmt"
	"math/rand"
	"strings"

	"pantograph/evaluator/protocol"
)

// randomHeat returns a template, perhaps with inputs.yaml and an environment. Its literals are in places where others
// depend on them in various ways: conditions, names of resources and files, values that only a deployment knows, and
// values about which something is reported.
func randomHeat(r *rand.Rand) []protocol.File {
	g := &heatGenerator{Rand: r, count: 5}
	var b strings.Builder
	b.WriteString("heat_template_version: 2021-04-16\ndescription: some text\nparameters:\n")
	b.WriteString("  size: {type: number, default: 3, description: the size, constraints: [range: {max: 5}]}\n" +
		"  names:\n    type: comma_delimited_list\n    default: one,two\n    label: the names\n")
	for i := range 3 {
		fmt.Fprintf(&b, "  p%d: {type: string, %sdefault: %s%s}\n", i, g.pick("", "", "hidden: true, "), g.word(),
			g.pick("", "", ", constraints: [allowed_values: [web, prod, webx]]",
				", constraints: [allowed_pattern: '[a-z]+']"))
	}
	b.WriteString(g.pick("", "  needed: {type: string, description: has no default}\n"))
	b.WriteString("parameter_groups:\n- {label: group, parameters: [p0, names]}\n")
	b.WriteString("conditions:\n  c0: {equals: [{get_param: p0}, web]}\n  c1: {not: c0}\n" +
		g.pick("", "  c2: {equals: [{get_param: p1}, {get_param: p2}]}\n"))
	b.WriteString("resources:\n")
	for i := range g.count {
		g.resource(&b, i)
	}
	b.WriteString("outputs:\n")
	for i := range 4 {
		fmt.Fprintf(&b, "  out%d: {%svalue: %s}\n", i,
			g.pick("", "", "condition: c1, ", "description: text, "), g.value(2))
	}
	files := []protocol.File{{Name: "template.yaml", Text: b.String()}}
	if g.Intn(2) == 0 {
		files = append(files, protocol.File{Name: "inputs.yaml",
			Text: "attributes:\n  r0: {first_address: fixed, show: some}\nids:\n  r1: text\nparameters:\n  p2: web\n"})
	}
	if g.Intn(3) == 0 {
		files = append(files, protocol.File{Name: "env.yaml",
			Text: "parameters:\n  p1: prod\nparameter_defaults:\n  p0: web\n"})
	}
	return append(files, protocol.File{Name: "file", Text: "content"}, protocol.File{Name: "filex", Text: "another"})
}

// A heatGenerator draws parts of templates.
type heatGenerator struct {
	*rand.Rand
	count int // of the resources
}

func (g *heatGenerator) pick(from ...string) string { return from[g.Intn(len(from))] }

func (g *heatGenerator) word() string {
	return g.pick("web", "prod", "text", "r0", "r1", "'quoted'", "some words")
}

// name returns the name of a resource.
func (g *heatGenerator) name() string { return fmt.Sprintf("r%d", g.Intn(g.count)) }

func (g *heatGenerator) resource(b *strings.Builder, i int) {
	fmt.Fprintf(b, "  r%d:\n    type: ", i)
	switch g.Intn(6) {
	case 0:
		b.WriteString("OS::Heat::Value\n    properties: {type: string, value: " + g.value(2) + "}\n")
	case 1:
		b.WriteString("OS::Heat::RandomString\n    properties: {length: " + g.pick("12", "{get_param: size}") +
			", salt: " + g.value(1) + "}\n")
	case 2:
		b.WriteString("OS::Neutron::Port\n    properties:\n      network: " + g.value(1) + "\n      " +
			g.pick("value_specs: {some: text}\n", "device_owner: text\n", "network_id: text\n", "nope: text\n"))
	case 3:
		b.WriteString("OS::Heat::SoftwareDeployment\n    properties:\n      server: " + g.word() + "\n" +
			"      config: " + g.value(1) + "\n")
	default:
		b.WriteString("OS::Nova::Server\n    properties:\n      flavor: " + g.value(1) + "\n      image: debian\n" +
			"      name: " + g.value(2) + "\n      metadata: {a: " + g.value(1) + ", b: text}\n" +
			"      user_data_format: " + g.pick("RAW", "SOFTWARE_CONFIG") + "\n      networks: [{network: private}]\n")
	}
	b.WriteString(g.pick("", "", "    condition: c0\n", "    condition: {equals: ["+g.value(1)+", web]}\n",
		"    depends_on: "+g.name()+"\n", "    depends_on: ["+g.name()+"]\n", "    deletion_policy: Retain\n",
		"    description: some text\n", "    metadata: {text: "+g.value(1)+"}\n", "    external_id: text\n"))
}

func (g *heatGenerator) value(depth int) string {
	if depth == 0 || g.Intn(4) == 0 {
		return g.pick(g.word(), g.word(), "{get_param: p0}", "{get_param: p1}", "{get_param: p2}",
			"{get_param: [names, 0]}", "{get_resource: "+g.name()+"}", "{get_param: 'OS::stack_name'}",
			"{get_attr: ["+g.name()+", "+g.pick("value", "first_address", "networks", "show")+"]}")
	}
	inner := func() string { return g.value(depth - 1) }
	switch g.Intn(30) {
	case 0, 9, 10:
		return "{list_join: ['-', [" + inner() + ", " + inner() + "]]}"
	case 1, 2, 11, 12, 13, 14:
		return "{str_replace: {template: some text, params: {text: " + inner() + "}}}"
	case 3, 15, 16:
		return "{if: [" + g.pick("c0", "c1", "{equals: ["+inner()+", web]}") + ", " + inner() + ", " + inner() + "]}"
	case 4, 17:
		return "{get_attr: [" + g.word() + ", " + g.pick("value", "text") + "]}"
	case 5:
		return "{get_file: " + g.pick("file", "file", "file", "template.yaml", "nothing") + "}"
	case 6:
		return "{yaql: {expression: '$.data', data: " + inner() + "}}"
	case 7, 18, 19:
		return "{repeat: {template: text, for_each: {text: [" + inner() + ", web]}}}"
	case 8, 20, 21:
		return "{digest: [md5, " + inner() + "]}"
	}
	return "[" + inner() + ", " + inner() + "]"
}
