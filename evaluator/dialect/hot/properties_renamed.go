package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// translate replaces old names in the properties of a resource with new ones (16.2). For a
// value under an old name, only the type is checked. at is the path of the properties.
func (c *checker) translate(d *types.Declaration, o *value.Object, at *templatePath) *value.Object {
	for _, r := range d.Replaces {
		o = c.replaced(r, 0, o, at)
	}
	if d.Name == "OS::Neutron::Router" {
		old, _ := o.Get("l3_agent_id")
		if _, bad := (&types.Property{Type: types.String}).Convert(old); isKnown(old) && old.Data != nil && bad != nil {
			// Heat converts it when it replaces it (16.1).
			prefix, _ := c.resource.earlyPrefix("l3_agent_id")
			m := heatError{code: "property-value", span: c.near(old), message: bad.Message, text: bad.Text}
			old = c.resource.stack.fail(c.f, m.with(prefix))
			o = withField(o, value.Field{Key: "l3_agent_id", Value: old})
		} else if now, _ := o.Get("l3_agent_ids"); isGiven(old) && !isGiven(now) {
			o = withField(withoutKey(o, "l3_agent_id"), value.Field{Key: "l3_agent_ids", Value: value.ListOf(old).
				At(old.Origin)})
		}
	}
	return o
}

// replaced replaces an old name in o, the map to which the first depth keys of the old path lead. A
// path may lead through lists: for networks.uuid, the name is replaced in each element of networks.
func (c *checker) replaced(r types.Replacement, depth int, o *value.Object, at *templatePath) *value.Object {
	key := r.From[depth]
	if _, isGiven := o.Get(key); !isGiven {
		return o
	}
	if depth < len(r.From)-1 && (len(r.To) == 0 || depth < len(r.To)-1) {
		v, _ := o.Get(key)
		l := v.List()
		if l == nil {
			return o
		}
		items := l.Items
		for i := range items {
			inner := items[i].Object()
			if _, isGiven := inner.Get(r.From[depth+1]); !isGiven {
				continue
			}
			if changed := c.replaced(r, depth+1, inner, at.child(key).item(i)); changed != inner {
				if &items[0] == &l.Items[0] {
					items = slices.Clone(items)
				}
				items[i].Data = changed
			}
		}
		if len(items) == 0 || &items[0] == &l.Items[0] {
			return o
		}
		v.Data = value.NewList(items)
		return withField(o, value.Field{Key: key, Value: v})
	}
	if len(r.To) == 0 {
		return withoutKey(o, key)
	}
	return c.exchange(r, depth, o, at)
}

// exchange moves a value from an old name to the new one. If both have a value, it reports that;
// the value under the new name is kept if only that is set.
func (c *checker) exchange(r types.Replacement, depth int, o *value.Object, at *templatePath) *value.Object {
	from, inner := r.From[depth:], o
	for _, key := range from[:len(from)-1] {
		v, _ := inner.Get(key)
		if inner = v.Object(); inner == nil {
			return o
		}
	}
	to := r.To[depth]
	old, ok := inner.Get(from[len(from)-1])
	if !ok {
		return o
	}
	now, _ := o.Get(to)
	if len(from) == 1 {
		o = withoutKey(o, from[0])
	}
	if !c.silent {
		c.resource.stack.remark(c.f, diag.Infof(c.keyOf(inner, from[len(from)-1], old), "hint-hidden-property",
			"%s is the old name of %s", from[len(from)-1], to))
	}
	switch {
	case now.Data != nil && isKnown(old) && !old.IsNull() && c.misfits(from, old, at.child(to)):
		return withField(o, value.Field{Key: to, Value: value.Failure("error")})
	case isGiven(old) && isGiven(now):
		names := strings.Join(r.To, ".") + ", " + strings.Join(r.From, ".")
		c.reportBoth(heatError{code: "property-conflict", span: c.near(old),
			message: "these mean the same, so only one of them can be set: " + names,
			text:    "Cannot define the following properties at the same time: " + names}, at.child(to))
		return withField(o, value.Field{Key: to, Value: value.Failure("error")})
	case isGiven(now):
		return o
	}
	if c.old == nil {
		c.old = map[string]bool{}
	}
	c.old[at.child(to).String()] = len(from) > 1
	return withField(o, value.Field{Key: to, Value: old})
}

// misfits reports a value under an old name that has a wrong type, beside one under the new name. Heat
// converts it before it sees that both are given.
func (c *checker) misfits(from []string, old value.Value, where *templatePath) bool {
	if len(from) != 1 || where.index >= 0 {
		return false
	}
	for i := range c.resource.kind.schema {
		p := &c.resource.kind.schema[i]
		if p.Name != from[0] {
			continue
		}
		if _, bad := p.Convert(old); bad != nil {
			c.fail("property-value", c.near(old), where, bad.Message, bad.Text)
			return true
		}
	}
	return false
}

// reportBoth reports that an old name and the new one are both given. For a server's networks, Heat
// finds this before it checks any resource.
func (c *checker) reportBoth(m heatError, where *templatePath) {
	switch d := c.resource.kind.declared; {
	case d.Name == "OS::Nova::Server" && where.key == "network" && !c.lenient,
		c.lenient && where.index < 0 && c.resource.kind.readsProperty(where.key):
		c.resource.stack.fail(c.f, m.with(c.resource.stack.path()))
	default:
		c.refuse(m, where)
	}
}

// isGiven reports whether a value is present and not empty. Unknown values count as given. The
// specification calls such values set (16.3).
func isGiven(v value.Value) bool { return v.IsUnknown() || v.Data != nil && python.IsTrue(v) }

// withoutKey returns a copy of a map without a key.
func withoutKey(o *value.Object, key string) *value.Object {
	fields := make([]value.Field, 0, len(o.Fields))
	for _, f := range o.Fields {
		if f.Key != key {
			fields = append(fields, f)
		}
	}
	return value.NewObject(fields)
}

// withField returns a copy of a map with a value for a key, in its old place if there is one.
func withField(o *value.Object, field value.Field) *value.Object {
	fields := slices.Clone(o.Fields)
	for i := range fields {
		if fields[i].Key == field.Key {
			fields[i].Value = field.Value
			return value.NewObject(fields)
		}
	}
	return value.NewObject(append(fields, field))
}

// written returns the bound expression of a property, or nil for members of groups. The expression
// shows where a value comes from, which the value itself does not.
func (r *resource) written(name string) ir.Node {
	n := r.section("properties")
	if c, ok := n.(*ir.Call); ok && len(c.Args) == 1 {
		n = c.Args[0] // the call only drops the entries that are left out
	}
	o, ok := n.(*ir.Object)
	if !ok {
		return nil
	}
	for i := range o.Fields {
		if o.Fields[i].Key == name {
			return o.Fields[i].Value
		}
	}
	return nil
}

// leavesOut reports whether a property without a value is in the template, because an if has left out
// its value.
func (r *resource) leavesOut(name string) bool { return r.written(name) != nil }

// needsAnother reports whether the value of a property needs another resource. The property may be
// written under an old name.
func (r *resource) needsAnother(f ir.Frame, name string) bool {
	n := r.written(name)
	if d := r.kind.declared; n == nil && d != nil {
		for _, old := range d.Replaces {
			if len(old.To) == 1 && old.To[0] == name {
				n = r.written(old.From[0])
			}
		}
	}
	return n != nil && needsResource(f, n)
}

// needsResource reports whether an expression contains get_resource or get_attr at any depth, so
// that Heat needs a resource for its value. In an if, only the branch taken is searched.
func needsResource(f ir.Frame, n ir.Node) (needs bool) {
	if c, ok := n.(*ir.Call); ok {
		switch roleOf(c) {
		case returnsAttribute, returnsID:
			return true
		case returnsIDOrParameter:
			ref, ok := c.Args[0].(*ir.Ref)
			return !ok || ref.Cell == nil || ref.Cell.Kind == "resource"
		case branching:
			for _, branch := range takenBranches(f, c) {
				needs = needs || needsResource(f, branch)
			}
			return needs
		}
	}
	ir.Children(n, func(n ir.Node) { needs = needs || needsResource(f, n) })
	return needs
}

// takenBranches returns the branch that an if takes, or both if the condition is unknown. Try
// reports nothing: the evaluation of the property does.
func takenBranches(f ir.Frame, c *ir.Call) []ir.Node {
	switch v, _ := f.Try(c.Args[0]); v.Data {
	case value.Bool(true):
		return c.Args[1:2]
	case value.Bool(false):
		return c.Args[2:]
	}
	return c.Args[1:]
}
