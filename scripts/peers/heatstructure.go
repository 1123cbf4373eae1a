package main

import (
	"math/rand"

	"golang.org/x/tools/txtar"
)

// These templates have sections of every kind, whose entries are often invalid: conditions, groups of
// parameters, everything that a resource may have besides properties, functions of all versions with
// arguments of any form, environments, and values that only YAML can write.

// generateHeatStructures returns a function that generates a template.
func generateHeatStructures([]string) func(r *rand.Rand) string {
	return func(r *rand.Rand) string {
		g := &structureGenerator{valueGenerator{r}}
		template := map[string]any{"heat_template_version": pick(r, heatVersions...)}
		for _, section := range []struct {
			name    string
			entries func() map[string]any
		}{{"parameters", g.parameters}, {"conditions", g.conditions}, {"resources", g.resources},
			{"outputs", g.outputs}} {
			if r.Intn(5) > 0 {
				template[section.name] = section.entries()
			}
		}
		if r.Intn(6) == 0 {
			template["parameter_groups"] = g.groups()
		}
		if r.Intn(40) == 0 {
			template[pick(r, "foo", "Outputs", "mappings", "conditions", "outputs")] = g.literal()
		}
		archive := &txtar.Archive{}
		if r.Intn(6) == 0 {
			archive.Files = append(archive.Files, heatFile("env.yaml", g.environment()))
		}
		main := heatFile("template.yaml", template)
		if r.Intn(6) == 0 {
			archive.Files = append(archive.Files, main)
			archive.Files[len(archive.Files)-1].Name = "child.yaml"
			main = heatFile("template.yaml", map[string]any{"heat_template_version": "2021-04-16",
				"resources": map[string]any{"n": g.outer()}, "outputs": map[string]any{
					"o": map[string]any{"value": fn("get_attr", "n", pick[any](r, "o", "x", "nope"))}}})
		}
		archive.Files = append(archive.Files, main)
		return string(txtar.Format(archive))
	}
}

// heatVersions lists versions, the newest most often, and some that do not exist.
var heatVersions = []string{"2013-05-23", "2014-10-16", "2015-04-30", "2015-10-15", "2016-04-08", "2016-10-14", "ocata",
	"2017-09-01", "2018-03-02", "rocky", "2021-04-16", "2021-04-16", "2021-04-16", "2021-04-16", "wallaby"}

// A structureGenerator generates sections.
type structureGenerator struct{ valueGenerator }

// outer returns a resource whose type is the template in child.yaml.
func (g *structureGenerator) outer() map[string]any {
	properties := map[string]any{}
	if g.r.Intn(2) == 0 {
		properties[pick(g.r, "s", "n", "l", "b", "zz")] = g.literal()
	}
	switch g.r.Intn(4) {
	case 0:
		return map[string]any{"type": "OS::Heat::ResourceGroup", "properties": map[string]any{
			"count": g.r.Intn(3), "resource_def": map[string]any{"type": "child.yaml", "properties": properties}}}
	case 1:
		return map[string]any{"type": "OS::Heat::AutoScalingGroup", "properties": map[string]any{
			"min_size": g.r.Intn(2), "max_size": 2,
			"resource": map[string]any{"type": "child.yaml", "properties": properties}}}
	}
	return map[string]any{"type": "child.yaml", "properties": properties}
}

// parameters returns parameters, some of which are declared in a wrong way.
func (g *structureGenerator) parameters() map[string]any {
	out := map[string]any{"s": parameter("string", "hello"), "n": parameter("number", 3),
		"l": parameter("comma_delimited_list", "a,b"), "b": parameter("boolean", true),
		"j": parameter("json", map[string]any{"a": []any{1, map[string]any{"b": "c"}}})}
	if g.r.Intn(3) == 0 {
		p, _ := g.parameter().(map[string]any)
		if g.r.Intn(4) == 0 {
			key := pick(g.r, "type", "default", "constraints", "hidden", "label", "tags", "schema", "immutable", "foo")
			p[key] = g.literal()
		}
		if g.r.Intn(6) == 0 {
			kind := pick(g.r, "range", "length", "modulo", "allowed_values", "allowed_pattern",
				"custom_constraint", "foo")
			p["constraints"] = []any{map[string]any{kind: g.literal(), "description": g.literal()}}
		}
		out["p"] = p
	}
	return out
}

// groups returns the groups of the parameters.
func (g *structureGenerator) groups() any {
	group := func() any {
		return map[string]any{"label": pick[any](g.r, "a", "", 1, nil), "parameters": pick[any](g.r, []any{"s"},
			[]any{"n", "l"}, []any{"zz"}, []any{"s", "s"}, "s", nil, []any{})}
	}
	return pick[any](g.r, []any{group(), group()}, []any{group()}, group(), []any{"a"}, nil, g.literal())
}

// conditions returns named conditions.
func (g *structureGenerator) conditions() map[string]any {
	out := map[string]any{"c0": true, "c1": g.condition(2)}
	if g.r.Intn(6) == 0 {
		out["c2"] = g.literal()
	}
	return out
}

// condition returns the definition or a use of a condition.
func (g *structureGenerator) condition(depth int) any {
	if depth == 0 || g.r.Intn(4) == 0 {
		return pick[any](g.r, true, false, "c0", "c1", "c0", "nope", fn("get_param", "b"), fn("get_param", "s"), 1, nil)
	}
	c := func() any { return g.condition(depth - 1) }
	return pick[any](g.r, fn("not", c()), fn("and", c(), c()), fn("or", c(), c(), c()),
		fn("equals", g.value(1), g.value(1)), fn("equals", fn("get_param", "s"), "hello"),
		map[string]any{"and": []any{c()}}, map[string]any{"equals": g.literal()},
		fn("contains", "a", fn("get_param", "l")), map[string]any{"yaql": map[string]any{"expression": "$.data > 1",
			"data": fn("get_param", "n")}}, fn("get_attr", "v", "value"))
}

// anything returns any value that may be written where functions are resolved, also in resources.
func (g *structureGenerator) anything(depth int) any {
	switch g.r.Intn(8) {
	case 0:
		return fn("get_attr", pick[any](g.r, "v", "w", "x", "nope", fn("get_param", "s")),
			pick[any](g.r, "value", "name", "show", "nope", fn("get_param", "s"), nil),
			pick[any](g.r, 0, "a", fn("get_param", "n")))
	case 1:
		return fn("get_attr", pick(g.r, "v", "w", "x"), pick(g.r, "value", "name", "nope"))
	case 2:
		return fn("get_resource", pick[any](g.r, "v", "w", "x", "nope", fn("get_param", "s"), 1))
	case 3:
		return map[string]any{"if": []any{g.condition(1), g.value(depth), g.value(0)}[:2+g.r.Intn(2)]}
	case 4: // a function with arguments of a wrong form
		return map[string]any{pick(g.r, heatFunctions...): pick[any](g.r, g.literal(), []any{g.value(0)},
			[]any{g.value(0), g.value(0)}, []any{g.value(0), g.value(0), g.value(0)}, map[string]any{"template": "a"})}
	}
	return g.value(depth)
}

// heatFunctions lists functions, also of other versions.
var heatFunctions = []string{"get_param", "get_attr", "get_resource", "get_file", "list_join", "str_replace",
	"str_replace_strict", "str_replace_vstrict", "repeat", "digest", "str_split", "map_merge", "map_replace", "yaql",
	"if", "filter", "make_url", "list_concat", "list_concat_unique", "contains", "resource_facade", "equals", "Ref",
	"Fn::Select", "Fn::Join", "Fn::Split", "Fn::Replace", "Fn::Base64", "Fn::MemberListToMap", "Fn::GetAtt"}

// resources returns up to three resources of simple types.
func (g *structureGenerator) resources() map[string]any {
	out := map[string]any{}
	for _, name := range []string{"v", "w", "x"}[:1+g.r.Intn(3)] {
		res := pick(g.r,
			map[string]any{"type": "OS::Heat::Value", "properties": map[string]any{"value": g.anything(2)}},
			map[string]any{"type": "OS::Heat::None", "properties": map[string]any{"a": g.anything(1)}},
			map[string]any{"type": "OS::Neutron::Net", "properties": map[string]any{"name": g.anything(1)}},
			map[string]any{"type": "OS::Heat::TestResource", "properties": map[string]any{"value": g.anything(1)}})
		for range g.r.Intn(3) {
			g.decorate(res)
		}
		out[name] = res
	}
	return out
}

// decorate adds or replaces a key of a resource.
func (g *structureGenerator) decorate(res map[string]any) {
	switch key := pick(g.r, "metadata", "depends_on", "condition", "external_id", "deletion_policy", "update_policy",
		"description", "type", "foo", "properties"); key {
	case "metadata":
		res[key] = pick[any](g.r, map[string]any{"a": g.anything(1)}, g.anything(1), g.literal())
	case "depends_on":
		res[key] = pick[any](g.r, "v", "w", []any{"x"}, []any{"v", "nope"}, g.literal())
	case "condition":
		res[key] = g.condition(2)
	case "deletion_policy":
		res[key] = pick[any](g.r, "Delete", "retain", "Snapshot", "keep", fn("get_param", "s"), g.literal())
	case "type":
		if g.r.Intn(3) == 0 {
			res[key] = pick[any](g.r, "My::Type", "OS::Nope", nil, "", 1, "nope.yaml")
		}
	case "properties", "foo":
		if g.r.Intn(3) == 0 {
			res[key] = g.literal()
		}
	default:
		res[key] = pick[any](g.r, g.anything(1), g.literal(), map[string]any{})
	}
}

// outputs returns outputs.
func (g *structureGenerator) outputs() map[string]any {
	o := map[string]any{"value": g.anything(2)}
	if g.r.Intn(4) == 0 {
		o["condition"] = g.condition(2)
	}
	if g.r.Intn(12) == 0 {
		o[pick(g.r, "description", "value", "foo", "Value")] = g.literal()
	}
	out := map[string]any{"o": o}
	if g.r.Intn(20) == 0 {
		out["x"] = g.literal()
	}
	return out
}

// environment returns an environment.
func (g *structureGenerator) environment() map[string]any {
	out := map[string]any{}
	for range 1 + g.r.Intn(2) {
		switch key := pick(g.r, "parameters", "parameter_defaults", "resource_registry", "foo"); key {
		case "resource_registry":
			hooks := pick[any](g.r, "pre-create", "nope", []any{"nope"}, []any{})
			actions := pick[any](g.r, "update", []any{"replace", "nope"}, 1)
			entry := pick[any](g.r, map[string]any{"hooks": hooks}, map[string]any{"restricted_actions": actions},
				map[string]any{"OS::Neutron::Net": "OS::Heat::None"})
			target := pick[any](g.r, "OS::Heat::None", "nope.yaml", "OS::Nope", 1, nil)
			out[key] = pick(g.r, map[string]any{"My::Type": target}, map[string]any{"OS::Neutron::*": "OS::Heat::None"},
				map[string]any{"resources": map[string]any{"v": entry}})
		case "foo":
			if g.r.Intn(4) == 0 {
				out[key] = g.literal()
			}
		default:
			out[key] = map[string]any{pick(g.r, "s", "n", "l", "b", "j", "p", "zz"): g.literal()}
		}
	}
	return out
}
