package hot

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A group or chain is a separate stack, whose resources are its members: "0", "1", ...

// groupKind returns the kind of OS::Heat::ResourceGroup, whose members differ only in their names
// (12). In its schema, -1 means that there is no bound.
func groupKind() *kind {
	batches := []types.Property{{Name: "max_batch_size", Type: types.Integer, Constraints: constraint.Between(1, -1)},
		{Name: "pause_time", Type: types.Number, Constraints: constraint.Between(0, -1)}}
	return &kind{
		members: true, named: []string{"refs", "refs_map", "attributes", "removed_rsrc_list"}, check: checkGroup,
		reference: noReference,
		attribute: memberAttribute, attributes: memberAttributes, reads: []string{"count", "resource_def",
			"removal_policies"},
		schema: []types.Property{
			{Name: "count", Type: types.Integer, Fallback: value.Int(1), Constraints: constraint.Between(0, -1)},
			{Name: "index_var", Type: types.String, Fallback: value.Str("%index%"),
				Constraints: []*constraint.Constraint{{Kind: "length", Min: value.Int(3)}}},
			{Name: "resource_def", Type: types.Map, Required: true, Fields: []types.Property{
				{Name: "type", Type: types.String, Required: true}, {Name: "properties", Type: types.Map},
				{Name: "metadata", Type: types.Map}}},
			{Name: "removal_policies", Type: types.List, Fallback: value.ListOf(),
				Item: &types.Property{Type: types.Map, Fields: []types.Property{
					{Name: "resource_list", Type: types.List, Fallback: value.ListOf()}}}},
			{Name: "removal_policies_mode", Type: types.String, Fallback: value.Str("append"),
				Constraints: constraint.OneOf("append update")},
		},
		policies: []types.Property{
			{Name: "rolling_update", Type: types.Map,
				Fields: append(batches, types.Property{Name: "min_in_service", Type: types.Integer,
					Constraints: constraint.Between(0, -1)})},
			{Name: "batch_create", Type: types.Map, Fields: batches},
		},
	}
}

// chainKind returns the kind of OS::Heat::ResourceChain, whose members have different types and are
// created one after another (12).
func chainKind() *kind {
	return &kind{
		members: true, named: []string{"refs", "attributes"}, check: checkChain, reference: noReference,
		attribute: memberAttribute, attributes: memberAttributes, reads: []string{"resources"},
		schema: []types.Property{
			{Name: "resources", Type: types.List, Required: true, Item: &types.Property{Type: types.String}},
			{Name: "concurrent", Type: types.Boolean, Fallback: value.Flag(false)},
			{Name: "resource_properties", Type: types.Map},
		},
	}
}

// isGroup reports whether the resource is a ResourceGroup rather than a chain.
func (r *resource) isGroup() bool { return r.kind == r.stack.b.kinds["OS::Heat::ResourceGroup"] }

// maxMembers limits the size of a group. The limit is ours; Heat's depends on its configuration.
const maxMembers = 10_000

// checkGroup creates the members of a group. The properties were resolved in the parent, so members
// contain values, not expressions (12). Nothing is created while the number or the type of the
// members is unknown.
func checkGroup(f ir.Frame, r *resource, properties value.Value) {
	o := r.converted(f, properties, false)
	if o == nil {
		return
	}
	count, _ := o.Get("count")
	n, ok := python.Index(count)
	def, _ := o.Get("resource_def")
	variable, _ := o.Get("index_var")
	name, named := variable.Text()
	if !ok || def.Object() == nil || !named || n < 0 {
		return
	}
	typ, _ := def.Object().Get("type")
	text, ok := typ.Text()
	if !ok {
		return
	}
	group := r.inner(f, "nested_stack")
	if group == nil {
		return
	}
	policies, _ := o.Get("removal_policies")
	group.secret = (count.Marks|policies.Summary())&value.Secret != 0
	n = r.atMost(f, n, count)
	removed := removedNames(o)
	at := typ.Origin
	if at.IsZero() {
		at = r.typeAt
	}
	// Names in removal policies are skipped until there are enough members, so the loop goes beyond
	// n (12).
	for i := 0; len(group.names) < n; i++ {
		if member := strconv.Itoa(i); !removed[member] {
			group.member(member, text, at, memberProperties(f, def, name, member), section(def, "metadata"), nil)
		}
	}
	r.nested = group
	r.stack.b.extend(f)
}

// atMost limits the number of members, which is computed from v.
func (r *resource) atMost(f ir.Frame, n int, v value.Value) int {
	if n > maxMembers {
		size := strconv.Itoa(n)
		if v.HasSecret() {
			size = diag.Hidden(size)
		}
		r.stack.fail(f, heatError{code: "budget-members", span: v.Origin, message: "a group of " + size +
			" is too large; its first " + strconv.Itoa(maxMembers) + " members are evaluated"}.with(""))
	}
	return min(n, maxMembers)
}

// removedNames returns the members excluded by the removal policies. Names may be numbers in the
// template; members are compared by Python's str.
func removedNames(o *value.Object) map[string]bool {
	removed := map[string]bool{}
	policies, _ := o.Get("removal_policies")
	if policies.List() == nil {
		return removed
	}
	for _, p := range policies.List().Items {
		if p.Object() == nil {
			continue
		}
		list, _ := p.Object().Get("resource_list")
		if list.List() == nil {
			continue
		}
		for _, name := range list.List().Items {
			removed[python.Str(name)] = true
		}
	}
	return removed
}

// section returns a map inside a definition, or {} if the map is missing.
func section(def value.Value, key string) value.Value {
	if v, ok := def.Object().Get(key); ok && (v.Object() != nil || v.IsUnknown() || v.IsFailed()) {
		return v
	}
	return value.ObjectOf()
}

// memberProperties replaces the index variable with the name of a member. variable is the value
// of index_var.
func memberProperties(f ir.Frame, def value.Value, variable, name string) value.Value {
	properties := section(def, "properties")
	if properties.Object() == nil {
		return properties
	}
	var fields []value.Field
	for _, p := range properties.Object().Fields {
		p.Value = replaceIndex(f, p.Value, variable, name)
		fields = append(fields, p)
	}
	return value.ObjectOf(fields...).At(properties.Origin)
}

// replaceIndex replaces the index variable in all strings of a value at any depth, but not in keys
// (12).
func replaceIndex(f ir.Frame, v value.Value, variable, name string) value.Value {
	if !f.Spend(1) {
		return value.Failure("stopped")
	}
	switch d := v.Data.(type) {
	case value.String:
		v.Data = value.String(strings.ReplaceAll(string(d), variable, name))
	case *value.List:
		items := make([]value.Value, len(d.Items))
		for i, c := range d.Items {
			items[i] = replaceIndex(f, c, variable, name)
		}
		v.Data = value.NewList(items)
	case *value.Object:
		fields := make([]value.Field, len(d.Fields))
		for i, c := range d.Fields {
			c.Value = replaceIndex(f, c.Value, variable, name)
			fields[i] = c
		}
		v.Data = value.NewObject(fields)
	}
	return v
}

// checkChain creates the members of a chain. Each depends on the previous one, unless they
// are concurrent.
func checkChain(f ir.Frame, r *resource, properties value.Value) {
	o := r.converted(f, properties, false)
	if o == nil {
		return
	}
	types, _ := o.Get("resources")
	concurrent, _ := o.Get("concurrent")
	if types.List() == nil || types.IsFailed() {
		return
	}
	chain := r.inner(f, "nested_stack")
	if chain == nil {
		return
	}
	shared := value.ObjectOf()
	if v, ok := o.Get("resource_properties"); ok && !v.IsNull() {
		shared = v
	}
	var before *resource
	for i, t := range types.List().Items {
		typ, ok := t.Text()
		if !ok || i >= r.atMost(f, len(types.List().Items), t) {
			break
		}
		at := t.Origin
		if at.IsZero() {
			at = r.typeAt
		}
		m := chain.member(strconv.Itoa(i), typ, at, shared, value.ObjectOf(), before)
		if concurrent.Data == value.Bool(false) {
			before = m
		}
	}
	r.nested = chain
	r.stack.b.extend(f)
}

// member adds a resource to a group. Its properties are already known. at is the position of its
// type. after, which may be nil, is the member that it depends on. Members are not written in the
// template, so their cells have the position of the group.
func (st *stack) member(name, typ string, at source.Span, properties, metadata value.Value, after *resource) *resource {
	owner := st.owner
	r := &resource{stack: st, name: name, nameAt: owner.nameAt, span: owner.span, typ: typ, typeAt: at}
	r.cell = &ir.Cell{Name: st.prefix + "resources." + name, Kind: "resource", Label: name, Detail: typ,
		Span: owner.span, NameAt: owner.nameAt, Parent: owner.cell, Hidden: st.secret, Data: r}
	r.order = len(st.names)
	st.names = append(st.names, name)
	st.resources[name] = r
	r.target = st.resolve(typ, name)
	r.kind = st.b.kindOf(r)
	if owner.isGroup() && r.kind.declared == nil {
		properties = withoutNulls(properties)
	}
	r.fields = []ir.Field{{Key: "properties", Value: literal(properties)}, {Key: "metadata", Value: literal(metadata)}}
	if after != nil {
		ref := &ir.Ref{Meta: ir.Meta{Span: at}, Name: after.name, Cell: after.cell, Explicit: true}
		r.explicit = []*ir.Ref{ref}
		r.fields = append(r.fields, ir.Field{Key: "depends_on", Value: ref})
	}
	r.cell.Expr = &ir.Call{Meta: ir.Meta{Span: owner.span}, Fn: resourceFn, NameAt: at, Data: r,
		Args: []ir.Node{&ir.Object{Fields: r.fields}}}
	st.b.add(r.cell)
	return r
}

// withoutNulls drops null properties, as a group does when it creates its members. Members of
// cloud types are only checked, which Heat does earlier.
func withoutNulls(properties value.Value) value.Value {
	o := properties.Object()
	if o == nil {
		return properties
	}
	var fields []value.Field
	for _, f := range o.Fields {
		if !f.Value.IsNull() {
			fields = append(fields, f)
		}
	}
	return value.ObjectOf(fields...).At(properties.Origin)
}

// literal returns a node for a value.
func literal(v value.Value) ir.Node {
	return &ir.Call{Meta: ir.Meta{Span: v.Origin}, Fn: knownValue, Data: v}
}

// knownValue returns the value in the Data of its call.
var knownValue = &ir.Func{Name: "value", Lazy: func(_ ir.Frame, c *ir.Call) value.Value { return c.Data.(value.Value) }}

// memberAttribute returns an attribute of a group: of all members, or of one. It is secret as a whole
// if the number of members is, even if it is a list, whose length would reveal the number.
func memberAttribute(r *run, res *resource, _ value.Value, name string, path []value.Value) value.Value {
	v := r.ofMembers(res, name, path)
	if res.nested != nil && res.nested.secret {
		v = secretWhole(v)
	}
	return v
}

// ofMembers returns an attribute of a group. The group has no nested stack if it could not be created
// or the number of its members is unknown.
func (r *run) ofMembers(res *resource, name string, path []value.Value) value.Value {
	group := res.nested
	if group == nil {
		return value.NotKnown("the members of " + res.name)
	}
	switch rest, one := strings.CutPrefix(name, "resource."); {
	case one:
		member, attribute, _ := strings.Cut(rest, ".")
		m := group.resources[member]
		// In an empty group, no member counts as missing: Heat returns null for any name (12).
		if m == nil && len(group.names) == 0 {
			return value.Nothing()
		}
		if m == nil {
			size := strconv.Itoa(len(group.names))
			if group.secret {
				size = diag.Hidden(size)
			}
			return r.noMember(res, member, "; it has "+size)
		}
		return r.ofMember(m, attribute, path)
	case name == "show":
		return value.NotKnown(res.key() + ".show")
	case name == "": // ofMember would take "" to mean the ID of a member
		return r.report(heatError{code: "attribute-unknown", span: r.call.Span,
			message: "the name of an attribute must not be empty"}.with(""))
	case name == "refs":
		return walk(group.overMembers(func(m *resource) value.Value { return r.ofMember(m, "", nil) }), path)
	case name == "refs_map" && res.isGroup():
		return walk(group.byMember(func(m *resource) value.Value { return r.ofMember(m, "", nil) }), path)
	case name == "removed_rsrc_list" && res.isGroup():
		return walk(res.removedList(r), path)
	case name == "attributes" && len(path) > 0:
		return group.byMember(func(m *resource) value.Value { return r.ofMember(m, python.Str(path[0]), path[1:]) })
	case name == "attributes":
		return r.report(heatError{code: "attribute-unknown", span: r.call.Span,
			message: "after attributes, the name of an attribute of the members is missing",
			text:    "The Referenced Attribute (" + res.name + " attributes) is incorrect."}.with(""))
	}
	return group.overMembers(func(m *resource) value.Value { return r.ofMember(m, name, path) })
}

// noMember reports a missing member of a group.
func (r *run) noMember(res *resource, name, has string) value.Value {
	return r.report(heatError{code: "member-unknown", span: r.call.Span,
		message: written(res.name) + " has no member " + quoted(name) + has,
		text:    "Member '" + diag.Any(name) + "' not found in group resource '" + res.name + "'."}.with(""))
}

// removedList returns the attribute removed_rsrc_list: the names in the removal policies that are
// numbers, in order.
func (res *resource) removedList(r *run) value.Value {
	removed := map[string]bool{}
	if o := res.properties(r.Frame, r.Value(res.cell, r.call)); o != nil {
		removed = removedNames(o)
	}
	var names []value.Value
	for i := 0; len(names) < len(removed) && i < maxMembers; i++ {
		if removed[strconv.Itoa(i)] {
			names = append(names, value.Str(strconv.Itoa(i)))
		}
	}
	return value.ListOf(names...)
}

// overMembers returns the list of a function's results for each member.
func (st *stack) overMembers(each func(*resource) value.Value) value.Value {
	items := make([]value.Value, 0, len(st.names))
	for _, name := range st.names {
		v := each(st.resources[name])
		if v.IsFailed() {
			return v // the others would fail in the same way
		}
		items = append(items, v)
	}
	return value.ListOf(items...)
}

// byMember returns the map of a function's results for each member.
func (st *stack) byMember(each func(*resource) value.Value) value.Value {
	fields := make([]value.Field, 0, len(st.names))
	for _, name := range st.names {
		v := each(st.resources[name])
		if v.IsFailed() {
			return v
		}
		fields = append(fields, value.Field{Key: name, Value: v})
	}
	return value.ObjectOf(fields...)
}

// memberAttributes returns the attributes that do not depend on an attribute of the members.
func memberAttributes(r *run, res *resource, v value.Value) value.Value {
	names := []string{"refs"}
	if res.isGroup() {
		names = append(names, "refs_map", "removed_rsrc_list")
	}
	var fields []value.Field
	for _, name := range names {
		fields = append(fields, value.Field{Key: name, Value: memberAttribute(r, res, v, name, nil)})
	}
	return value.ObjectOf(fields...)
}
