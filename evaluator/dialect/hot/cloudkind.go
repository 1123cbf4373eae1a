package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A declaration is what a kind has that was declared in a table of types: that of Heat's own
// types, or a file of the bundle (16).
type declaration struct {
	name       string
	attributes []attribute
	open       bool // any name is an attribute
	anything   bool // any property is accepted, and each attribute is null
	snapshot   bool // the deletion policy Snapshot is allowed
	replaces   []replacement
	checks     []*types.Check
	reads      []string // properties that the type's own checks read
	lax        bool     // Heat runs the checks of the type and no others
	banned     bool     // value_specs may not hold what is a property, or the cloud's own
	status     standing
	substitute []string
}

// An attribute is what a type says about one of its attributes.
type attribute struct {
	name, typ string
	status    standing
}

// A standing says how long something will be there.
type standing struct{ status, since string }

// describe says it for people; "" when there is nothing to say.
func (s standing) describe() string {
	if s.status == "" || s.status == "unsupported" || s.since == "" {
		return s.status
	}
	return s.status + " since " + s.since
}

// A replacement is an old name for a property: what is given for it fills the new one. Both
// may be inside the elements of a list; to is empty when nothing takes the place of from.
type replacement struct{ to, from []string }

// loadTypes gives the table of types, nil when its file is not here. It is asked for when the
// first type that needs a cloud is met.
func (b *binder) loadTypes(at source.Span) *types.Table {
	if b.table == nil && b.schemas {
		data := b.bundle.Data(types.File)
		if data == nil {
			b.schemas, b.unchecked, b.missed = false, true, at
			return nil
		}
		b.table = types.Open(data)
	}
	return b.table
}

// cloud returns the kind of a type that needs a cloud: with its declaration, if there is one.
// All others take everything, and what they have, only inputs.yaml can tell.
func (b *binder) cloud(typ string, at source.Span) *kind {
	if k := b.clouds[typ]; k != nil {
		return k
	}
	class, _ := types.Class(typ)
	k := &kind{class: class, attribute: cloudAttribute, attributes: cloudAttributes, reference: noReference}
	b.clouds[typ] = k
	o := b.own[typ]
	if t := b.loadTypes(at); t != nil && o == nil {
		o = t.Find(typ)
	}
	if o != nil {
		k.declare(typ, o)
	}
	return k
}

// declare reads the declaration of a type.
func (k *kind) declare(typ string, o *value.Object) {
	d := &declaration{name: typ, open: flagOf(o, "open_attributes"), anything: flagOf(o, "anything"), snapshot: flagOf(o, "snapshot"), status: standingOf(o)}
	k.declared = d
	k.schema = readProperties(o, "properties")
	k.policies = readProperties(o, "update_policy")
	k.check = checkCloud
	for _, f := range fieldsOf(o, "attributes") {
		a := attribute{name: f.Key}
		if a.typ, _ = f.Value.Text(); f.Value.Object() != nil {
			a.typ, a.status = textOf(f.Value.Object(), "type"), standingOf(f.Value.Object())
		}
		d.attributes = append(d.attributes, a)
	}
	for _, v := range itemsOf(o, "translate") {
		from := textOf(v.Object(), "by")
		if from == "" {
			from = textOf(v.Object(), "delete")
		}
		r := replacement{from: strings.Split(from, ".")}
		if to := textOf(v.Object(), "replace"); to != "" {
			r.to = strings.Split(to, ".")
		}
		d.replaces = append(d.replaces, r)
	}
	for _, v := range itemsOf(o, "checks") {
		text, _ := v.Text()
		if names, ok := strings.CutPrefix(text, "reads "); ok {
			d.reads = strings.Fields(names)
		} else if text == "lax" {
			d.lax = true
		} else {
			d.checks = append(d.checks, types.ParseCheck(text))
		}
	}
	for _, v := range itemsOf(o, "substitute") {
		d.substitute = append(d.substitute, python.Str(v))
	}
	d.banned = textOf(o, "service") == "neutron" && !slices.Contains(freeSpecs, typ)
}

// freeSpecs are the types of Neutron whose value_specs take any key.
var freeSpecs = []string{"OS::Neutron::Port", "OS::Neutron::Subnet", "OS::Neutron::Router", "OS::Neutron::FloatingIP", "OS::Neutron::RouterInterface", "OS::Neutron::SecurityGroup"}

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

func standingOf(o *value.Object) standing { return standing{textOf(o, "status"), textOf(o, "since")} }

// readProperties reads the schemas under a key; never nil, which would take everything.
func readProperties(o *value.Object, key string) []property {
	fields := fieldsOf(o, key)
	out := make([]property, len(fields))
	for i, f := range fields {
		out[i] = readProperty(f.Key, f.Value.Object())
	}
	return out
}

func readProperty(name string, o *value.Object) property {
	if o == nil {
		return property{name: name, typ: anyType}
	}
	p := property{name: name, typ: propertyType(textOf(o, "type")), required: flagOf(o, "required"), updatable: flagOf(o, "update"), status: standingOf(o)}
	if v, ok := o.Get("default"); ok {
		p.fallback = python.JSONNumbers(v)
	}
	if v, ok := o.Get("implemented"); ok && v.Data == value.Bool(false) {
		p.unimplemented = true
	}
	for _, c := range itemsOf(o, "constraints") {
		p.constraints = append(p.constraints, readDeclared(c.Object()))
	}
	if v, ok := o.Get("items"); ok {
		item := readProperty("", v.Object())
		p.item = &item
	}
	if _, ok := o.Get("keys"); ok {
		p.fields = readProperties(o, "keys")
	}
	return p
}

// readDeclared reads a constraint of a property.
func readDeclared(o *value.Object) *constraint.Constraint {
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

func boundAt(v value.Value, i int) value.Value {
	if l := v.List(); l != nil && i < len(l.Items) && !l.Items[i].IsNull() {
		return python.JSONNumbers(l.Items[i])
	}
	return value.Value{}
}

// attributeNamed returns what is declared of an attribute, nil when there is none of the name.
func (d *declaration) attributeNamed(name string) *attribute {
	for i := range d.attributes {
		if d.attributes[i].name == name {
			return &d.attributes[i]
		}
	}
	return nil
}

func (d *declaration) attributeNames() []string {
	names := make([]string, len(d.attributes))
	for i := range d.attributes {
		names[i] = d.attributes[i].name
	}
	return names
}

// cloudAttribute gives an attribute that only a deployment has: what inputs.yaml supplies.
// One that the type does not have is refused, but for in metadata, where Heat does not look.
func cloudAttribute(r *run, res *resource, _ value.Value, name string, path []value.Value) value.Value {
	if d := res.kind.declared; d != nil && name != "show" {
		a := d.attributeNamed(name)
		switch {
		case d.anything:
			return value.Nothing()
		case a == nil && !d.open && r.section == "Metadata":
			return value.Nothing()
		case a == nil && !d.open:
			return r.unknownAttribute(res, name, d.attributeNames())
		case a != nil && a.status.status == "deprecated":
			r.stack.remark(r.Frame, diag.Infof(r.attributeSpan(), "hint-deprecated-attribute", "the attribute %s of %s is %s", name, d.name, a.status.describe()))
		}
	}
	if v, bad := r.scaledAttribute(res, name, path); bad {
		return v
	}
	unknown := res.want("attributes", name, path, r.call.Span)
	if v, ok := res.supplied().Get(name); ok {
		return walk(v, path).With(value.Mocked)
	}
	return unknown
}

// attributeSpan is where the call names the attribute, or else the call.
func (r *run) attributeSpan() source.Span {
	if len(r.call.Args) > 1 {
		return r.call.Args[1].Info().Span
	}
	return r.call.Span
}

func cloudAttributes(r *run, res *resource, _ value.Value) value.Value {
	o := res.supplied()
	if o == nil {
		return res.want("attributes", "", nil, r.call.Span)
	}
	var fields []value.Field
	for _, f := range o.Fields {
		if f.Key != "show" {
			fields = append(fields, f)
		}
	}
	return value.ObjectOf(fields...)
}

// checkCloud holds the properties of a resource against its declaration, and then runs the
// checks that its type has besides.
func checkCloud(f ir.Frame, r *resource, properties value.Value) {
	d := r.kind.declared
	r.stack.checkStanding(f, r)
	o := properties.Object()
	if d.anything || o == nil {
		return
	}
	at := r.trail().child("properties")
	c := &checker{f: f, resource: r, lenient: r.isInner() || d.lax, lax: d.lax}
	given := c.translate(d, o, at)
	typed := c.properties(r.kind.schema, given, o, properties.Origin, at)
	r.ownChecks(f, given, typed)
	if d.name == scalingGroup {
		r.scale(f, typed)
	}
}

// isInner reports whether the resource is one of a nested template or a group. Heat looks at
// the values of such a resource only as far as the own checks of its type read them.
func (r *resource) isInner() bool { return r.stack.owner != nil }

// reads reports whether the own checks of the type read a property.
func (k *kind) readsProperty(name string) bool {
	if k.declared == nil {
		return slices.Contains(k.reads, name)
	}
	return slices.Contains(k.declared.reads, name)
}

// checkStanding remarks that a type is on its way out.
func (st *stack) checkStanding(f ir.Frame, r *resource) {
	d := r.kind.declared
	if s := d.status.status; s != "hidden" && s != "deprecated" {
		return
	}
	instead := ""
	if len(d.substitute) > 0 {
		instead = "; use " + strings.Join(d.substitute, ", ")
	}
	st.remark(f, diag.Infof(r.typeAt, "hint-deprecated-type", "the type %s is %s%s", d.name, d.status.describe(), instead))
}
