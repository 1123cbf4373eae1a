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

// maxLevels is how many stacks a stack may stand inside.
const maxLevels = 5

// maxCells bounds what nested templates and groups may make.
const maxCells = 20_000

// inner makes the stack inside a resource; nil when it would be too deep or too much.
func (r *resource) inner(f ir.Frame, label string) *stack {
	b := r.stack.b
	child := &stack{b: b, version: r.stack.version, prefix: r.cell.Name + "/", owner: r, level: r.stack.level + 1,
		at:        r.stack.at.child("resources").child(r.name + "<" + label + ">"),
		overrides: r.stack.overrides.of(r.name), without: r.stack.without,
		resources: map[string]*resource{}, outputs: map[string]*output{}, pseudo: map[string]*ir.Cell{}}
	if child.level > maxLevels {
		r.stack.fail(f, mistake{code: "nesting-depth", span: r.typeAt, message: "templates may be nested five levels deep; this one is deeper",
			text: "Request limit exceeded: Recursion depth exceeds 5."}.with(child.class("RequestLimitExceeded")))
		return nil
	}
	if b.made > maxCells || !f.Spend(20) {
		r.stack.fail(f, diag.Errorf(r.nameAt, "budget-cells", "nested templates and groups make more than %d parts; the rest is left out", maxCells))
		return nil
	}
	return child
}

// extend hands what was made while the program runs to the evaluator.
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

// nestedKind is the kind of a template: its parameters are properties, its outputs are
// attributes.
func nestedKind() *kind {
	return &kind{class: "TemplateResource", nested: true, check: checkNested,
		attribute: nestedAttribute, attributes: nestedAttributes, reference: nestedReference}
}

// nestedAttributes gives all outputs.
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

// nestedReference gives the output that takes the place of the stack's id, if there is one.
func nestedReference(r *run, res *resource) (value.Value, bool) {
	if res.nested == nil || res.nested.outputs[stackID] == nil {
		return value.Value{}, false
	}
	return r.Value(res.nested.outputs[stackID].cell, r.call), true
}

// stackID is the output that takes the place of a nested stack's id.
const stackID = "OS::stack_id"

// checkNested makes the stack of a template and holds the properties against its parameters.
func checkNested(f ir.Frame, r *resource, properties value.Value) {
	child := r.inner(f, r.target.file.Name)
	if child == nil {
		return
	}
	if r.target.via != nil {
		child.without = append(child.without[:len(child.without):len(child.without)], r.target.via)
	}
	child.tmpl = r.stack.b.template(r.target.file)
	child.load()
	r.nested = child
	r.stack.b.extend(f)
	if o := properties.Object(); o != nil && child.tmpl.usable {
		at := r.trail().child("properties")
		(&checker{f: f, resource: r, lenient: r.isInner()}).properties(child.properties(), o, o, properties.Origin, at)
	}
}

// properties makes properties of the parameters of a nested template.
func (st *stack) properties() []types.Property {
	out := make([]types.Property, 0, len(st.declared))
	for _, name := range st.declared {
		out = append(out, st.parameters[name].property())
	}
	return out
}

var propertyTypes = map[string]types.PropertyType{"string": types.String, "number": types.Number, "comma_delimited_list": types.List, "json": types.Map, "boolean": types.Boolean}

// property is the property that a parameter of a nested template is.
func (p *parameter) property() types.Property {
	out := types.Property{Name: p.name, Type: propertyTypes[p.typ], Constraints: p.constraints, IsParameter: true, Parameter: p.typ}
	switch out.Type {
	case "":
		out.Type = types.Any
	case types.List:
		out.Item = &types.Property{Type: types.Any}
	}
	out.Required = p.fallback == nil && find(p.stack.b.env.defaults, p.name).Data == nil
	return out
}

// innerParameter gives the value of a parameter of a nested template: the property of the
// resource, or what the environment or the template says.
var innerParameter = &ir.Func{Name: "parameter", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	p := c.Data.(*parameter)
	owner := p.stack.owner
	given := find(p.stack.b.env.defaults, p.name)
	v := f.Value(owner.cell, c.Args[0])
	if o := v.Object(); o != nil {
		properties, _ := o.Get("properties")
		if properties.IsUnknown() || properties.IsFailed() {
			return properties
		}
		if held, ok := properties.Object().Get(p.name); ok {
			return p.inside(f, held)
		}
		if p.fallback == nil && given.Data == nil {
			return value.Failure("no value") // reported as a property that is not assigned
		}
	}
	v, problems := p.resolve(given)
	for _, problem := range problems {
		p.stack.remark(f, problem)
	}
	return v
}}

// inside gives the value that a property gives a parameter. What is wrong with it was
// reported for the property.
func (p *parameter) inside(f ir.Frame, held value.Value) value.Value {
	if held.IsFailed() || held.IsUnknown() {
		return held
	}
	prop := p.property()
	v := (&checker{f: f, resource: p.stack.owner, silent: true}).value(&prop, held, nil)
	if v.IsFailed() || v.IsUnknown() {
		return v
	}
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

// flatten writes a list as the text that Heat hands to a nested template: its elements
// with commas between them; maps become texts like .member.0.key=value. A list that is
// not known as a whole stays one, of such texts.
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
				part = value.Str(".member." + strconv.Itoa(i) + "." + f.Key + "=" + python.Str(part)).With(part.Summary() & value.Secret)
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

// emptyText returns the empty text for null.
func emptyText(v value.Value) value.Value {
	if v.IsNull() {
		v.Data = value.String("")
	}
	return v
}

// nestedAttribute gives an output of a nested template, or something of a resource in it.
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

// ofMember reads the id of a resource in a nested stack or, if one is named, an attribute.
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
