package hot

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// maxLevels limits how deep stacks may be nested. The limit is Heat's (11).
const maxLevels = 5

// maxCells limits the cells that nested templates and groups create. The limit is ours: a few
// nested groups could make millions.
const maxCells = 20_000

// maxPrefix limits the prefix of the IDs of cells in nested templates and groups, which all of them repeat.
// Heat accepts names of up to 255 characters, and five levels.
const maxPrefix = 4_000

// inner creates the stack inside a resource, or returns nil if it would be too deep or too large.
// label is the text that Heat writes in angle brackets after the resource's name: the template, or
// nested_stack for a group (16.4).
func (r *resource) inner(f ir.Frame, label string) *stack {
	b := r.stack.b
	child := &stack{b: b, version: r.stack.version, prefix: r.cell.Name + "/", owner: r, level: r.stack.level + 1,
		at:        r.innerPath(label),
		overrides: r.stack.overrides.of(r.name), without: r.stack.without,
		resources: map[string]*resource{}, outputs: map[string]*output{}, pseudo: map[string]*ir.Cell{}}
	if child.level > maxLevels {
		r.stack.fail(f, heatError{code: "nesting-depth", span: r.typeAt,
			message: "templates may be nested five levels deep; this one is deeper",
			text:    "Request limit exceeded: Recursion depth exceeds 5."}.with(child.class("RequestLimitExceeded")))
		return nil
	}
	if len(child.prefix) > maxPrefix {
		r.stack.fail(f, diag.Errorf(r.nameAt, "budget-cells",
			"the names of this resource and of those around it are %d characters long in total; the names of "+
				"the parts of a nested template or a group can repeat at most %d", len(child.prefix), maxPrefix))
		return nil
	}
	if b.made > maxCells || !f.Spend(20) {
		r.stack.fail(f, diag.Errorf(r.nameAt, "budget-cells",
			"nested templates and groups create more than %d parts; the rest is omitted", maxCells))
		return nil
	}
	return child
}

// extend passes cells and problems created during evaluation to the evaluator. It is called after a
// stack has been loaded or a group filled. Each cell costs ten steps.
func (b *binder) extend(f ir.Frame) {
	for _, p := range b.problems {
		f.Report(p)
	}
	b.problems = nil
	cells := b.cells
	b.cells = nil
	b.made += len(cells)
	f.Spend(10 * len(cells))
	f.Extend(cells)
}

// nestedKind returns the kind of a template: its parameters are properties, its outputs are
// attributes.
func nestedKind() *kind {
	return &kind{class: "TemplateResource", nested: true, check: checkNested,
		attribute: nestedAttribute, attributes: nestedAttributes, reference: nestedReference}
}

// nestedAttributes returns all outputs. The output OS::stack_id is not an attribute but the
// reference ID (11).
func nestedAttributes(r *run, res *resource, _ value.Value) value.Value {
	if res.nested == nil {
		return value.Failure("error")
	}
	var fields []value.Field
	for _, name := range res.nested.outputNames {
		if name != stackID {
			fields = append(fields, value.Field{Key: name, Value: r.Value(res.nested.outputs[name].cell, r.call)})
		}
	}
	return value.ObjectOf(fields...)
}

// nestedReference returns the output that replaces the stack's ID, if there is one.
func nestedReference(r *run, res *resource) (value.Value, bool) {
	if res.nested == nil || res.nested.outputs[stackID] == nil {
		return value.Value{}, false
	}
	return r.Value(res.nested.outputs[stackID].cell, r.call), true
}

// stackID is the output that replaces a nested stack's ID.
const stackID = "OS::stack_id"

// checkNested creates the stack of a template and checks the properties against its
// parameters. The child is loaded even if the properties are wrong: Heat validates it without their
// values (11).
func checkNested(f ir.Frame, r *resource, properties value.Value) {
	child := r.inner(f, r.target.file.Name)
	if child == nil {
		return
	}
	// Inside the template, the registry entry that led to it does not apply, so that it may use the
	// type that it replaces.
	if r.target.via != nil {
		child.without = append(child.without[:len(child.without):len(child.without)], r.target.via)
	}
	child.tmpl = r.stack.b.template(r.target.file, r.target.file.Name)
	child.load()
	r.nested = child
	r.stack.b.extend(f)
	if o := properties.Object(); o != nil && child.tmpl.usable {
		at := r.path().child("properties")
		(&checker{f: f, resource: r, lenient: r.isInner()}).properties(child.properties(), o, o, properties.Origin, at)
	}
}

// properties converts the parameters of a nested template to properties.
func (st *stack) properties() []types.Property {
	out := make([]types.Property, 0, len(st.declared))
	for _, name := range st.declared {
		out = append(out, st.parameters[name].property())
	}
	return out
}

// propertyTypes maps the types of parameters to those of the properties made from them (11).
var propertyTypes = map[string]types.PropertyType{"string": types.String, "number": types.Number,
	"comma_delimited_list": types.List, "json": types.Map, "boolean": types.Boolean}

// property converts a parameter of a nested template to a property.
func (p *parameter) property() types.Property {
	out := types.Property{Name: p.name, Type: propertyTypes[p.typ], Constraints: p.constraints, IsParameter: true,
		Parameter: p.typ}
	// An unknown type was reported with the parameter, so it accepts anything.
	switch out.Type {
	case "":
		out.Type = types.Any
	case types.List:
		out.Item = &types.Property{Type: types.Any}
	}
	// A parameter is not required if the environment has a default for it.
	out.Required = p.fallback == nil && find(p.stack.b.env.defaults, p.name).Data == nil
	return out
}

// innerParameter returns the value of a parameter of a nested template: the resource's
// property, or else the value from the environment or the default.
var innerParameter = &ir.Func{Name: "parameter", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	p := c.Data.(*parameter)
	owner := p.stack.owner
	given := find(p.stack.b.env.defaults, p.name)
	v := f.Value(owner.cell, c.Args[0])
	// If the value is not an object, the resource has failed or does not exist, and the default is
	// used.
	if o := v.Object(); o != nil {
		properties, _ := o.Get("properties")
		if properties.IsUnknown() || properties.IsFailed() {
			return properties
		}
		if held, ok := properties.Object().Get(p.name); ok {
			return p.inside(f, held)
		}
		if p.fallback == nil && given.Data == nil {
			return value.Failure("no value") // reported as a missing property
		}
	}
	v, problems := p.resolve(given)
	for _, problem := range problems {
		p.stack.remark(f, problem)
	}
	return v
}}

// inside converts a property to the value of a parameter. Its problems were reported for the
// property. Null becomes the empty value of the type, not the default of the parameter (11).
func (p *parameter) inside(f ir.Frame, held value.Value) value.Value {
	if held.IsFailed() || held.IsUnknown() {
		return held
	}
	prop := p.property()
	v := (&checker{f: f, resource: p.stack.owner, silent: true}).value(&prop, held, nil)
	if v.IsFailed() || v.IsUnknown() {
		return v
	}
	// Heat passes a list to the nested stack as a string.
	if prop.Type == types.List && v.List() != nil {
		v = flatten(v)
	}
	out, bad := p.convert(v)
	if bad != nil {
		return value.Failure("no value")
	}
	if p.hidden {
		out = secret(out).With(value.Secret)
	}
	return out
}

// flatten converts a list to the string that Heat passes to a nested template: its elements
// separated by commas; maps become strings like .member.0.key=value. A list that is not
// completely known remains a list of such strings.
func flatten(v value.Value) value.Value {
	var parts []value.Value
	for i, item := range v.List().Items {
		if item.Object() == nil {
			parts = append(parts, emptyText(item))
			continue
		}
		for _, f := range item.Object().Fields {
			part := f.Value
			if !part.HasUnknown() {
				part = value.Str(".member." + strconv.Itoa(i) + "." + f.Key + "=" + python.Str(part)).
					With(part.Summary() & value.Secret)
			}
			parts = append(parts, part)
		}
	}
	if v.HasUnknown() || len(parts) == 0 {
		return value.ListOf(parts...).At(v.Origin)
	}
	written := make([]string, len(parts))
	for i, part := range parts {
		written[i] = python.Str(part)
	}
	return value.Str(strings.Join(written, ",")).With(v.Summary() & value.Secret).At(v.Origin)
}

// emptyText returns "" for null and any other value unchanged: Heat passes a null element on as an
// empty string.
func emptyText(v value.Value) value.Value {
	if v.IsNull() {
		v.Data = value.String("")
	}
	return v
}

// nestedAttribute returns an output of a nested template, or an attribute of a resource in
// it. name is the name of an output, or resource.NAME or resource.NAME.ATTRIBUTE.
func nestedAttribute(r *run, res *resource, _ value.Value, name string, path []value.Value) value.Value {
	child := res.nested
	if child == nil || !child.tmpl.usable {
		return value.Failure("error")
	}
	if o := child.outputs[name]; o != nil {
		v := r.Value(o.cell, r.call)
		if v.IsFailed() {
			return value.Failure("error")
		}
		return walk(v, path)
	}
	if rest, ok := strings.CutPrefix(name, "resource."); ok {
		inner, attribute, _ := strings.Cut(rest, ".")
		member := child.resources[inner]
		if member == nil {
			return r.noMember(res, inner, orList(inner, child.names))
		}
		return r.ofMember(member, attribute, path)
	}
	if name == "show" {
		return value.NotKnown(res.key() + ".show")
	}
	return r.unknownAttribute(res, name, child.outputNames)
}

// ofMember returns the ID of a resource in a nested stack or, if one is named, an attribute. The
// path begins with the attribute if none is named. A member whose condition is false is null.
func (r *run) ofMember(member *resource, attribute string, path []value.Value) value.Value {
	v := r.Value(member.cell, r.call)
	switch {
	case v.IsFailed() || v.IsUnknown():
		return value.Failure("error")
	case v.IsNull():
		return value.Nothing()
	case attribute == "" && len(path) == 0:
		return member.reference(r)
	case attribute == "":
		attribute, path = python.Str(path[0]), path[1:]
	}
	return r.named(member, v, attribute, path)
}
