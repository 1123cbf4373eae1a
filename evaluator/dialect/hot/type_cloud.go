package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// loadTypes returns the table of types, or nil if its file is not available. It is called when
// the first type that needs a cloud is met. at is the position of the type: without the file, the
// result says there that types are not checked.
func (b *binder) loadTypes(at source.Span) *types.Table {
	if b.table == nil && b.schemas {
		table, ok := b.bundle.KeepData(types.File, func(data []byte) any { return types.Open(data) }).(*types.Table)
		if !ok {
			b.schemas, b.unchecked, b.missed = false, true, at
			return nil
		}
		b.table = table
	}
	return b.table
}

// cloud returns the kind of a type that needs a cloud, with its declaration if there is one.
// Without one, everything is accepted, and only inputs.yaml knows the attributes. A declaration in
// a file of the bundle takes precedence over Heat's.
func (b *binder) cloud(typ string, at source.Span) *kind {
	if k := b.clouds[typ]; k != nil {
		return k
	}
	class, _ := types.Class(typ)
	k := &kind{class: class, attribute: cloudAttribute, attributes: cloudAttributes, reference: noReference}
	b.clouds[typ] = k
	t := b.loadTypes(at)
	if o := b.own[typ]; o != nil {
		k.declared = types.Read(typ, o)
	} else if t != nil {
		k.declared = t.Declaration(typ)
	}
	if k.declared != nil {
		k.schema, k.policies, k.check = k.declared.Properties, k.declared.Policies, checkCloud
	}
	return k
}

// cloudAttribute returns an attribute that only a deployment has, from inputs.yaml. An
// attribute that the type does not have is refused.
func cloudAttribute(r *run, res *resource, _ value.Value, name string, path []value.Value) value.Value {
	if d := res.kind.declared; d != nil && name != "show" {
		a := d.AttributeNamed(name)
		switch {
		// Such a type returns null for every attribute (16).
		case d.Anything:
			return value.Nothing()
		case a == nil && !d.Open:
			return r.unknownAttribute(res, name, d.AttributeNames())
		case a != nil && a.Status.Status == "deprecated":
			r.stack.remark(r.Frame, diag.Infof(r.attributeSpan(), "hint-deprecated-attribute",
				"the attribute %s of %s is %s", name, d.Name, a.Status.Describe()))
		}
	}
	if v, bad := r.scaledAttribute(res, name, path); bad {
		return v
	}
	unknown := res.want(r, "attributes", name, path)
	if v, ok := res.supplied().Get(name); ok {
		return walk(v, path).With(value.Mocked)
	}
	return unknown
}

// attributeSpan returns the position of the attribute's name in the call, or else the call.
func (r *run) attributeSpan() source.Span {
	if len(r.call.Args) > 1 {
		return r.call.Args[1].Info().Span
	}
	return r.call.Span
}

// cloudAttributes returns the map that inputs.yaml supplies, without show, or unknown if it supplies none
// (9.2).
func cloudAttributes(r *run, res *resource, _ value.Value) value.Value {
	o := res.supplied()
	if o == nil {
		return res.want(r, "attributes", "", nil)
	}
	var fields []value.Field
	for _, f := range o.Fields {
		if f.Key != "show" {
			fields = append(fields, f)
		}
	}
	return value.ObjectOf(fields...)
}

// checkCloud checks the properties of a resource against its declaration, then runs its
// type's additional checks.
func checkCloud(f ir.Frame, r *resource, properties value.Value) {
	d := r.kind.declared
	r.stack.checkStatus(f, r)
	o := properties.Object()
	if d.Anything || o == nil {
		return
	}
	b := r.stack.b
	n := len(d.Properties)
	c := &checker{f: f, resource: r, lenient: r.isInner() || d.Lax, lax: d.Lax, ranks: d.Ranks,
		room: slices.Grow(b.room[:0], n)[:n]}
	b.room = nil // the check may evaluate another resource, whose check then allocates its own
	at := c.child(r.path(), "properties")
	// Old names are replaced first, so that the checks see only the new ones.
	given := c.translate(d, o, at)
	if given == o && c.wereValid(o) {
		c.checkChanged(r.kind.schema, o, at)
	} else {
		c.converted = c.properties(r.kind.schema, given, o, properties.Origin, at)
	}
	found := b.found
	if r.ownChecks(f, given, c); b.found != found {
		r.valid = nil
	}
	if d.Name == scalingGroup {
		r.scale(f, c)
	}
	if c.converted != nil {
		clear(c.room) // for the next check; also, the values have positions in files that this keeps in memory
	}
	b.room = c.room
}

// isInner reports whether the resource is inside a nested template or a group. Heat checks such a
// resource's values only as far as the type's own checks read them. The resources of every stack
// below the root are inner, at any depth.
func (r *resource) isInner() bool { return r.stack.owner != nil }

// readsProperty reports whether the type's own checks read a property.
func (k *kind) readsProperty(name string) bool {
	if k.declared == nil {
		return slices.Contains(k.reads, name)
	}
	return slices.Contains(k.declared.Reads, name)
}

// earlyPrefix returns the prefix of Heat's messages about a property that Heat reads when it creates the
// resource's object, or false if the property is not one of those (16.1). Inside a nested template, the
// members of a scaling group are read then, too.
func (r *resource) earlyPrefix(name string) (string, bool) {
	first := r.kind.first
	if r.kind.declared != nil {
		first = r.kind.declared.First
	}
	switch {
	case slices.Contains(first, name):
		return r.stack.class("ValueError"), true
	case r.isInner() && name == "resource" && r.kind.declared != nil && r.kind.declared.Name == scalingGroup:
		return "ValueError: " + r.innerPath("nested_stack").String() + ": ", true
	}
	return "", false
}

// checkStatus adds a hint for a hidden or deprecated type. An unsupported type gets none (16.2).
func (st *stack) checkStatus(f ir.Frame, r *resource) {
	d := r.kind.declared
	if s := d.Status.Status; s != "hidden" && s != "deprecated" {
		return
	}
	instead := ""
	if len(d.Substitute) > 0 {
		instead = "; use " + strings.Join(d.Substitute, ", ")
	}
	st.remark(f, diag.Infof(r.typeAt, "hint-deprecated-type", "the type %s is %s%s", d.Name,
		d.Status.Describe(), instead))
}
