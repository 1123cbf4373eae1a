package types

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// A Declaration describes a type, as declared in the table of Heat's own types or in a file of the
// bundle (16).
type Declaration struct {
	Name       string
	Properties []Property
	Ranks      []int         // where each property is among all in the order of their names
	Defaults   *value.Object // those of the properties that have one
	Policies   []Property    // properties of update_policy
	Attributes []attribute
	Open       bool // any name is an attribute
	Anything   bool // any property is accepted, and every attribute is null
	Snapshot   bool // the deletion policy Snapshot is allowed
	Replaces   []Replacement
	Checks     []*Check
	Checked    []string // properties that the checks read
	Reads      []string // properties that the type's own checks read
	First      []string // properties that Heat reads when it creates the resource's object
	Before     []string // properties that the type's own checks read before all properties are checked
	Lax        bool     // Heat runs only the type's own checks
	Banned     bool     // value_specs must not contain the names of properties or the cloud's own keys
	Status     SupportStatus
	Substitute []string
}

// An attribute is the declaration of an attribute.
type attribute struct {
	Name, Type string
	Status     SupportStatus
}

// A SupportStatus is the support status of a type, property or attribute. Status is deprecated,
// hidden, unsupported or, for anything else, "".
type SupportStatus struct{ Status, since string }

// Describe returns the status for display, or "" if there is nothing to say.
func (s SupportStatus) Describe() string {
	if s.Status == "" || s.Status == "unsupported" || s.since == "" {
		return s.Status
	}
	return s.Status + " since " + s.since
}

// A Replacement is the old name of a property: a value for From fills To. Both may be inside
// the elements of a list. To is empty if nothing replaces From. The names are paths: networks, uuid
// is the key uuid in each element of networks.
type Replacement struct{ To, From []string }

// Read reads the declaration of a type. o is a line of the table, or the result of Declared for a
// client's output (16).
func Read(typ string, o *value.Object) *Declaration {
	d := &Declaration{Name: typ, Open: flagOf(o, "open_attributes"), Anything: flagOf(o, "anything"),
		Snapshot: flagOf(o, "snapshot"), Status: statusOf(o)}
	d.Properties, d.Policies = readProperties(o, "properties"), readProperties(o, "update_policy")
	d.Ranks = ranks(d.Properties)
	var defaults []value.Field
	for _, p := range d.Properties {
		if p.Fallback.Data != nil {
			defaults = append(defaults, value.Field{Key: p.Name, Value: p.Fallback})
		}
	}
	d.Defaults = value.NewObject(defaults)
	for _, f := range fieldsOf(o, "attributes") {
		a := attribute{Name: f.Key}
		if a.Type, _ = f.Value.Text(); f.Value.Object() != nil {
			a.Type, a.Status = textOf(f.Value.Object(), "type"), statusOf(f.Value.Object())
		}
		d.Attributes = append(d.Attributes, a)
	}
	for _, v := range itemsOf(o, "translate") {
		from := textOf(v.Object(), "by")
		if from == "" {
			from = textOf(v.Object(), "delete")
		}
		r := Replacement{From: strings.Split(from, ".")}
		if to := textOf(v.Object(), "replace"); to != "" {
			r.To = strings.Split(to, ".")
		}
		d.Replaces = append(d.Replaces, r)
	}
	for _, v := range itemsOf(o, "checks") {
		text, _ := v.Text()
		if names, ok := strings.CutPrefix(text, "reads "); ok {
			d.Reads = strings.Fields(names)
		} else if names, ok := strings.CutPrefix(text, "first "); ok {
			d.First = strings.Fields(names)
		} else if names, ok := strings.CutPrefix(text, "before "); ok {
			d.Before = strings.Fields(names)
		} else if text == "lax" {
			d.Lax = true
		} else {
			c := ParseCheck(text)
			d.Checks, d.Checked = append(d.Checks, c), c.appendNames(d.Checked)
		}
	}
	slices.Sort(d.Checked)
	d.Checked = slices.Compact(d.Checked)
	for _, v := range itemsOf(o, "substitute") {
		d.Substitute = append(d.Substitute, python.Str(v))
	}
	d.Banned = textOf(o, "service") == "neutron" && !slices.Contains(freeSpecs, typ)
	return d
}

// freeSpecs are the Neutron types whose value_specs accept any key.
var freeSpecs = []string{"OS::Neutron::Port", "OS::Neutron::Subnet", "OS::Neutron::Router", "OS::Neutron::FloatingIP",
	"OS::Neutron::RouterInterface", "OS::Neutron::SecurityGroup"}

// textOf, flagOf, fieldsOf and itemsOf return a field of the expected type, or the zero value.
func textOf(o *value.Object, key string) string {
	if o == nil {
		return ""
	}
	v, _ := o.Get(key)
	s, _ := v.Text()
	return s
}

func flagOf(o *value.Object, key string) bool {
	v, _ := o.Get(key)
	return v.Data == value.Bool(true)
}

func fieldsOf(o *value.Object, key string) []value.Field {
	if v, _ := o.Get(key); v.Object() != nil {
		return v.Object().Fields
	}
	return nil
}

func itemsOf(o *value.Object, key string) []value.Value {
	if v, _ := o.Get(key); v.List() != nil {
		return v.List().Items
	}
	return nil
}

// statusOf returns the support status that o declares.
func statusOf(o *value.Object) SupportStatus {
	return SupportStatus{textOf(o, "status"), textOf(o, "since")}
}

// readProperties reads the schemas under a key. The result is never nil, as nil would accept
// any property.
func readProperties(o *value.Object, key string) []Property {
	fields := fieldsOf(o, key)
	out := make([]Property, len(fields))
	for i, f := range fields {
		out[i] = readProperty(f.Key, f.Value.Object())
	}
	return out
}

// ranks returns the position of each property in the order of their names.
func ranks(schema []Property) []int {
	order, out := make([]int, len(schema)), make([]int, len(schema))
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(i, j int) bool { return schema[order[i]].Name < schema[order[j]].Name })
	for rank, i := range order {
		out[i] = rank
	}
	return out
}

// readProperty reads the schema of a property, and of everything inside it. Without a schema, it
// accepts anything.
func readProperty(name string, o *value.Object) Property {
	if o == nil {
		return Property{Name: name, Type: Any}
	}
	p := Property{Name: name, Type: PropertyType(textOf(o, "type")), Required: flagOf(o, "required"),
		updatable: flagOf(o, "update"), Status: statusOf(o)}
	if v, ok := o.Get("default"); ok {
		p.Fallback = python.JSONNumbers(v)
	}
	if v, ok := o.Get("implemented"); ok && v.Data == value.Bool(false) {
		p.Unimplemented = true
	}
	for _, c := range itemsOf(o, "constraints") {
		p.Constraints = append(p.Constraints, readConstraint(c.Object()))
	}
	if v, ok := o.Get("items"); ok {
		item := readProperty("", v.Object())
		p.Item = &item
	}
	if _, ok := o.Get("keys"); ok {
		p.Fields = readProperties(o, "keys")
	}
	return p
}

// readConstraint reads a constraint of a property.
func readConstraint(o *value.Object) *constraint.Constraint {
	c := &constraint.Constraint{Description: textOf(o, "text")}
	for _, f := range o.Fields {
		switch f.Key {
		case "range", "length":
			c.Kind = f.Key
			c.Min, c.Max = boundAt(f.Value, 0), boundAt(f.Value, 1)
		case "values":
			c.Kind, c.Allowed = "allowed_values", f.Value.List().Items
		case "pattern":
			c.Kind, c.Pattern = "allowed_pattern", python.Str(f.Value)
		case "modulo":
			c.Kind = f.Key
			c.Step, _ = python.Index(boundAt(f.Value, 0))
			c.Offset, _ = python.Index(boundAt(f.Value, 1))
		case "custom":
			c.Kind, c.Name = "custom_constraint", python.Str(f.Value)
		}
	}
	return c
}

// boundAt returns a bound of a range or length, without Data if it is missing or null.
func boundAt(v value.Value, i int) value.Value {
	if l := v.List(); l != nil && i < len(l.Items) && !l.Items[i].IsNull() {
		return python.JSONNumbers(l.Items[i])
	}
	return value.Value{}
}

// AttributeNamed returns the declaration of an attribute, or nil if there is none.
func (d *Declaration) AttributeNamed(name string) *attribute {
	for i := range d.Attributes {
		if d.Attributes[i].Name == name {
			return &d.Attributes[i]
		}
	}
	return nil
}

// AttributeNames returns the names of the declared attributes.
func (d *Declaration) AttributeNames() []string {
	names := make([]string, len(d.Attributes))
	for i := range d.Attributes {
		names[i] = d.Attributes[i].Name
	}
	return names
}
