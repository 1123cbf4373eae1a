package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"pantograph/evaluator/dialect/hot/types/facts"
)

// Templates for Heat have a resource with its required properties, some of which are changed.

// A heatSchema is the schema of a property in our table of types.
type heatSchema struct {
	Type        string
	Required    bool
	Status      string
	Implemented *bool
	Items       *heatSchema
	Keys        map[string]*heatSchema
	Constraints []struct {
		Values        []any
		Custom        string
		Pattern       string
		Range, Length []*float64
	}
}

// A heatType is a type of resource in our table.
type heatType struct {
	Properties map[string]*heatSchema
	Attributes map[string]any
	Anything   bool // the type accepts any property
}

// heatTypes returns the types that can be validated without a cloud.
func heatTypes() map[string]*heatType {
	all := map[string]*heatType{}
	for line := range strings.Lines(string(facts.File())) {
		name, text, _ := strings.Cut(line, "\t")
		t := &heatType{}
		if err := json.Unmarshal([]byte(text), t); err != nil {
			panic(err) // the table is generated
		}
		if !t.Anything && !slices.Contains(cloudTypes, name) {
			all[name] = t
		}
	}
	return all
}

// cloudTypes lists types that query the cloud before they check their properties, or that contain
// resources of types that Heat no longer has.
var cloudTypes = strings.Fields(`OS::Blazar::Lease OS::Heat::Stack OS::Nova::KeyPair OS::Nova::ServerGroup
OS::Sahara::Cluster OS::Sahara::ClusterTemplate OS::Sahara::NodeGroupTemplate OS::Sahara::JobBinary
OS::Trove::Cluster OS::Trove::Instance OS::Vitrage::Template AWS::CloudFormation::Stack
AWS::ElasticLoadBalancing::LoadBalancer OS::Heat::InstanceGroup AWS::AutoScaling::AutoScalingGroup OS::Senlin::Cluster`)

// commonTypes lists the types in most templates.
var commonTypes = strings.Fields(`OS::Nova::Server OS::Neutron::Port OS::Neutron::Net OS::Neutron::Subnet
OS::Neutron::Router OS::Neutron::FloatingIP OS::Neutron::SecurityGroup OS::Cinder::Volume OS::Heat::AutoScalingGroup
OS::Heat::SoftwareConfig OS::Octavia::Listener OS::Octavia::Pool OS::Heat::ResourceGroup OS::Heat::RandomString`)

// moreProperties lists properties that types need besides the required ones.
var moreProperties = map[string]map[string]any{
	"OS::Nova::Server": {"image": "i"}, "OS::Neutron::Subnet": {"cidr": "10.0.0.0/24"},
	"OS::Neutron::RouterInterface": {"subnet": "s"},
	"OS::Cinder::Volume":           {"size": 1}, "OS::Octavia::Pool": {"loadbalancer": "l"},
	"OS::Octavia::Listener":      {"loadbalancer": "l"},
	"OS::Heat::AutoScalingGroup": {"resource": map[string]any{"type": "OS::Heat::None"}, "max_size": 2},
	"OS::Heat::ResourceGroup":    {"resource_def": map[string]any{"type": "OS::Heat::None"}},
	"OS::Heat::ResourceChain":    {"resources": []any{"OS::Heat::None"}},
}

// customSamples lists values that satisfy the custom constraints that do not need a cloud.
var customSamples = map[string]string{"ip_addr": "10.0.0.1", "net_cidr": "10.0.0.0/24", "ip_or_cidr": "10.0.0.1",
	"mac_addr":        "00:11:22:33:44:55",
	"cron_expression": "0 1 * * *", "timezone": "Europe/Berlin", "dns_name": "a.example", "rel_dns_name": "a",
	"dns_domain": "example.org.", "expiration": "2040-01-01T00:00:00"}

// sample returns a valid value of a property.
func (s *heatSchema) sample() any {
	// The first constraint that suggests a value determines it.
	for _, c := range s.Constraints {
		switch {
		case len(c.Values) > 0 && s.Type == "List":
			return []any{c.Values[0]}
		case len(c.Values) > 0:
			return c.Values[0]
		case customSamples[c.Custom] != "":
			return customSamples[c.Custom]
		case len(c.Range) > 0 && c.Range[0] != nil:
			return *c.Range[0]
		}
	}
	switch s.Type {
	case "Integer", "Number":
		return 1
	case "Boolean":
		return true
	case "List":
		if s.Items != nil {
			return []any{s.Items.sample()}
		}
		return []any{"x"}
	case "Map":
		out := map[string]any{}
		for name, key := range s.Keys {
			if key.Required {
				out[name] = key.sample()
			}
		}
		return out
	}
	return "abc"
}

// heatValues lists values that replace those of properties.
var heatValues = []any{nil, "", "x", 0, 1, -1, 2.7, "1.5", "7", true, false, "true", "yes", []any{}, map[string]any{},
	[]any{"a"}, []any{nil},
	map[string]any{"a": 1}, 70000, []any{map[string]any{}}, "10.0.0.0/24", "10.0.0.1", "fe80::1", "10.1/16",
	"00:11:22:33:44:55", "-5", " 5 ",
	map[string]any{"get_param": "s"}, map[string]any{"get_param": "n"}, map[string]any{"get_param": "l"},
	map[string]any{"get_param": "f"},
	map[string]any{"get_resource": "other"}, map[string]any{"get_attr": []any{"other", "name"}},
	map[string]any{"get_attr": []any{"other", "rules"}},
	map[string]any{"list_join": []any{"-", []any{1}}}, map[string]any{"get_file": "nowhere"}}

// generateHeat returns a function that generates a template.
func generateHeat([]string) func(r *rand.Rand) string {
	all := heatTypes()
	names := slices.Sorted(maps.Keys(all))
	return func(r *rand.Rand) string {
		name := pick(r, names...)
		// Common types are compared more often, because most templates use them.
		if r.Intn(5) < 3 {
			name = pick(r, commonTypes...)
		}
		t := all[name]
		properties := map[string]any{}
		for _, key := range slices.Sorted(maps.Keys(t.Properties)) {
			if t.Properties[key].Required {
				properties[key] = t.Properties[key].sample()
			}
		}
		maps.Copy(properties, moreProperties[name])
		// alter changes its argument, but all templates share the values in moreProperties.
		properties, _ = clone(properties).(map[string]any)
		for range r.Intn(3) {
			alter(r, properties, t)
		}
		return heatTemplate(r, name, t, properties)
	}
}

// clone returns a deep copy of a value.
func clone(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // it was decoded from JSON
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

// alter changes one of the properties.
func alter(r *rand.Rand, properties map[string]any, t *heatType) {
	// Add or replace a declared property, mostly with a valid value.
	if r.Intn(3) == 0 && len(t.Properties) > 0 {
		name := pick(r, slices.Sorted(maps.Keys(t.Properties))...)
		properties[name] = t.Properties[name].sample()
		if r.Intn(4) == 0 {
			properties[name] = clone(pick(r, heatValues...))
		}
		return
	}
	// Change an entry of the properties, or of properties nested in them.
	at := properties
	for depth := 0; depth < 3; depth++ {
		keys := slices.Sorted(maps.Keys(at))
		if len(keys) == 0 {
			break
		}
		inner := at[pick(r, keys...)]
		if l, ok := inner.([]any); ok && len(l) > 0 {
			inner = l[0]
		}
		m, ok := inner.(map[string]any)
		if !ok || r.Intn(2) == 0 {
			break
		}
		at = m
	}
	keys := slices.Sorted(maps.Keys(at))
	switch r.Intn(4) {
	case 0:
		at[pick(r, "zz", "bogus")] = clone(pick(r, heatValues...))
	case 1:
		if len(keys) > 0 {
			delete(at, pick(r, keys...))
		}
	default:
		if len(keys) > 0 {
			at[pick(r, keys...)] = clone(pick(r, heatValues...))
		}
	}
}

// heatTemplate puts the resource into a template, a group or a nested template.
func heatTemplate(r *rand.Rand, name string, t *heatType, properties map[string]any) string {
	res := map[string]any{"type": name, "properties": properties}
	if r.Intn(20) == 0 {
		res["deletion_policy"] = pick(r, "Snapshot", "Retain", "snapshot")
	}
	if r.Intn(20) == 0 {
		res["update_policy"] = pick(r, map[string]any{}, map[string]any{"a": 1})
	}
	// heatValues contains references to the other resource and the parameters.
	resources := map[string]any{"r": res, "other": map[string]any{"type": "OS::Neutron::QoSPolicy",
		"properties": map[string]any{"name": "q"}}}
	template := map[string]any{"heat_template_version": "2021-04-16", "resources": resources,
		"parameters": map[string]any{"s": parameter("string", "abc"), "n": parameter("number", 3),
			"l": parameter("comma_delimited_list", "a,b"), "f": parameter("number", 2.5)}}
	if r.Intn(6) == 0 {
		attribute := pick(r, append(slices.Sorted(maps.Keys(t.Attributes)), "nope", "show")...)
		template["outputs"] = map[string]any{"o": map[string]any{"value": map[string]any{"get_attr": []any{"r",
			attribute}}}}
	}
	archive := &txtar.Archive{}
	// The template is the type of a resource in another one.
	if r.Intn(8) == 0 {
		archive.Files = append(archive.Files, heatFile("child.yaml", template))
		template = map[string]any{"heat_template_version": "2021-04-16",
			"resources": map[string]any{"n": map[string]any{"type": "child.yaml"}}}
	}
	archive.Files = append(archive.Files, heatFile("template.yaml", template))
	return string(txtar.Format(archive))
}

// parameter returns the declaration of a parameter.
func parameter(typ string, value any) map[string]any {
	return map[string]any{"type": typ, "default": value}
}

// heatFile formats a template with one line per resource, so that examples can be minimised.
func heatFile(name string, template map[string]any) txtar.File {
	var b strings.Builder
	for _, section := range slices.Sorted(maps.Keys(template)) {
		entries, ok := template[section].(map[string]any)
		if !ok {
			fmt.Fprintf(&b, "%s: %v\n", section, template[section])
			continue
		}
		b.WriteString(section + ":\n")
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			text, err := json.Marshal(entries[key])
			if err != nil {
				panic(err) // it was decoded from JSON
			}
			fmt.Fprintf(&b, "  %s: %s\n", key, text)
		}
	}
	return txtar.File{Name: name, Data: []byte(b.String())}
}
