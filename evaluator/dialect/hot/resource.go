package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A resource is an entry of resources, or a member of a group. The entry becomes one cell, whose
// value has the resolved type, properties and metadata.
type resource struct {
	stack    *stack
	name     string
	nameAt   source.Span
	span     source.Span
	def      *python.Node // nil for members
	typ      string
	typeAt   source.Span
	target   target
	kind     *kind
	cell     *ir.Cell
	fields   []ir.Field // bound: properties, metadata, ...
	explicit []*ir.Ref  // references of depends_on
	external bool
	needs    []string        // the resources it needs first, once computed
	needed   []string        // needs before the last update
	result   value.Value     // for the result, once computed
	hasGrown bool            // result has taken the room after the fields of the cell's value
	nested   *stack          // created when the resource is evaluated
	where    *templatePath   // once computed
	order    int             // index in the stack's names
	valid    []validProperty // the properties, if all were valid
}

// path returns the path of the resource.
func (r *resource) path() *templatePath {
	if r.where == nil {
		slabs := &r.stack.b.slabs
		r.where = slabs.path(slabs.path(r.stack.at, "resources"), r.name)
	}
	return r.where
}

// innerPath returns the path of the stack inside a resource. label is its file, or nested_stack.
func (r *resource) innerPath(label string) *templatePath {
	return r.stack.at.child("resources").child(r.name + "<" + label + ">")
}

// bindResources binds all resources that are not bound yet. A resource whose shape is wrong has an
// expression already: a bad node.
func (st *stack) bindResources() {
	for _, name := range st.names {
		if r := st.resources[name]; r.cell.Expr == nil {
			r.bind()
		}
	}
}

// bind resolves the type and binds the value of each key. The shape has been checked.
func (r *resource) bind() {
	st, at := r.stack, r.path()
	r.target = st.resolve(r.typ, r.name)
	r.kind = st.b.kindOf(r)
	slabs := &st.b.slabs
	r.fields = slabs.Fields.Slice(len(r.def.Pairs))
	for i := range r.def.Pairs {
		pr := &r.def.Pairs[i]
		if n := r.bindSection(pr, at); n != nil {
			r.fields = append(r.fields, ir.Field{Key: pr.Key, KeyAt: pr.KeyAt, Value: n})
		}
	}
	r.external = r.section("external_id") != nil
	def, call := slabs.Objects.New(), slabs.Calls.New()
	def.Span, def.Fields = r.def.Span, r.fields
	call.Span, call.Fn, call.NameAt, call.Data = r.def.Span, resourceFn, r.typeAt, r
	call.Args = append(slabs.Children.Slice(1), def)
	r.cell.Expr = call
}

// section returns the expression bound under a key, or nil.
func (r *resource) section(key string) ir.Node {
	for i := range r.fields {
		if r.fields[i].Key == key {
			return r.fields[i].Value
		}
	}
	return nil
}

// bindSection binds the value of a key, or returns nil if it is ignored. Values of a wrong form were reported
// with the shape, so they are ignored here. up is the path of the resource.
func (r *resource) bindSection(pr *python.Pair, up *templatePath) ir.Node {
	st, n := r.stack, pr.Value
	if pr.Key == "type" {
		return st.literal(n)
	}
	at := st.b.slabs.path(up, pr.Key)
	p := st.b.slabs.places.New()
	p.stack, p.resource, p.top = st, r, at
	if (pr.Key == "external_id" || pr.Key == "condition") && st.version < v20161014 {
		return nil
	}
	switch pr.Key {
	case "properties":
		p.section = "Properties"
		return r.bindMap(n, p, at, r.kind.schema != nil || r.kind.nested)
	case "metadata":
		p.section = "Metadata"
		return r.bindMap(n, p, at, false)
	case "update_policy":
		// A single function in place of the whole policy is refused, as in place of properties,
		// except by a type that accepts everything: then Heat never looks at the policy.
		if n.Kind == python.Map && !r.kind.takesAll && st.call(n, p, at) != nil {
			return r.noFunction(n, "all entries of update_policy", st.bind(n, p, at))
		}
		return r.bindMap(n, p, at, false)
	case "external_id":
		if n.IsNull() {
			return nil
		}
		return st.bind(n, p, at)
	case "deletion_policy":
		return st.bind(n, p, at)
	case "condition":
		if !st.isCondition(n) {
			return nil
		}
		return st.use(n, p, at, at)
	case "depends_on":
		return r.bindDependsOn(n)
	}
	return nil
}

// bindMap binds a map such as properties. If checked is set, each property has its path, which Heat
// puts before messages about the property's value.
func (r *resource) bindMap(n *python.Node, p *place, at *templatePath, checked bool) ir.Node {
	if n.Kind != python.Map {
		return nil
	}
	if c := r.stack.call(n, p, at); c != nil {
		// A type that accepts everything never looks at its properties.
		if p.section == "Properties" && !r.kind.unchecked() {
			return r.noFunction(n, "all properties", c.fn.bind(c))
		}
		return c.fn.bind(c)
	}
	return r.stack.object(n, func(pr *python.Pair) ir.Node {
		if pr.Value.Kind == python.Scalar {
			return r.stack.literal(pr.Value)
		}
		slabs := &r.stack.b.slabs
		inner, here := p, slabs.path(at, pr.Shown())
		if checked {
			inner = slabs.places.New()
			*inner = *p
			inner.property = r.shownAt(pr, at, here)
		}
		return r.stack.bind(pr.Value, inner, here)
	})
}

// shownAt returns the path of the property that Heat names when a function fails: an old name is
// replaced by the new one, and left out if the new one is required, since Heat then reports that the
// new one is missing. at is the path of the properties, and here that of the property.
func (r *resource) shownAt(pr *python.Pair, at, here *templatePath) *templatePath {
	if d := r.kind.declared; d != nil && at.key == "properties" {
		for _, old := range d.Replaces {
			if len(old.From) != 1 || len(old.To) != 1 || old.From[0] != pr.Key {
				continue
			}
			for i := range r.kind.schema {
				if p := &r.kind.schema[i]; p.Name == old.To[0] && p.Required {
					return at
				}
			}
			return at.child(old.To[0])
		}
	}
	return here
}

// noFunction refuses a function in place of a section, after reporting the problems inside it.
func (r *resource) noFunction(n *python.Node, section string, inside ir.Node) ir.Node {
	return r.stack.refusal(inside, heatError{code: "resource-shape", span: n.Span,
		message: "no function can return " + section + " at once; write them one by one"})
}

// bindDependsOn binds references that the graph shows and that count as dependencies, but are not
// evaluated. The names are literal (6).
func (r *resource) bindDependsOn(n *python.Node) ir.Node {
	items := []*python.Node{n}
	if n.Kind == python.List {
		items = n.Items
	}
	var refs []ir.Node
	for _, item := range items {
		if name, ok := item.Text(); ok {
			ref := r.stack.ref(item, name)
			ref.Explicit = true
			r.explicit = append(r.explicit, ref)
			refs = append(refs, ref)
		}
	}
	return &ir.List{Meta: ir.Meta{Span: n.Span}, Items: refs}
}

// resourceFn is the function of every resource: null if its condition is false, otherwise an
// object with its type, properties and metadata. An unknown condition counts as true (0).
var resourceFn = &ir.Func{Name: "resource", Data: makesResource, AlwaysForces: alwaysForced,
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		r := c.Data.(*resource)
		if n := r.section("condition"); n != nil {
			if v := truth(f, &site{place: &place{stack: r.stack}}, n); v.Data == value.Bool(false) {
				r.parsed(f)
				return value.Nothing().At(c.Span)
			}
		}
		return r.evaluate(f).At(c.Span)
	}}

// alwaysForced calls visit for the parts of a resource that are always evaluated. Under a
// condition, only the condition is certain.
func alwaysForced(c *ir.Call, visit func(ir.Node)) {
	r := c.Data.(*resource)
	sections := []string{"properties", "metadata"}
	if r.section("condition") != nil {
		sections = []string{"condition"}
	}
	for _, key := range sections {
		if n := r.section(key); n != nil {
			visit(n)
		}
	}
}

// parsed reports the problems that Heat finds even in a resource that does not exist. Heat parses
// all definitions before it drops those whose condition is false.
func (r *resource) parsed(f ir.Frame) {
	for _, key := range []string{"properties", "metadata", "deletion_policy", "update_policy", "external_id"} {
		if n := r.section(key); n != nil {
			r.stack.parsed(f, n)
		}
	}
	if lit, ok := r.section("deletion_policy").(*ir.Lit); ok {
		if text, ok := value.Of(lit.Value).Text(); ok && !strings.EqualFold(text, "Snapshot") {
			r.checkDeletion(f, lit, text) // regardless of whether the type supports snapshots
		}
	}
}

// evaluate returns the value of a resource and checks everything but its form: dependencies,
// policies, type and properties. Its type may create further stacks, whose cells are then added to
// the program.
func (r *resource) evaluate(f ir.Frame) value.Value {
	r.stack.b.startValues()
	properties, metadata := r.force(f, "properties"), r.force(f, "metadata")
	if n := r.section("external_id"); n != nil {
		f.Force(n)
	}
	r.checkExplicit(f)
	r.checkPolicies(f)
	if !r.target.known {
		r.unknownType(f)
	} else if r.target.absent != "" && !r.target.remote {
		r.stack.fail(f, heatError{code: "template-missing", span: r.typeAt,
			message: "there is no file " + written(r.target.absent) +
				diag.DidYouMean(r.target.absent, r.stack.b.fileNames()),
			text: `Could not fetch remote template "` + r.target.absent + `": `}.with(r.stack.path()))
	} else if r.target.remote {
		r.stack.remark(f, diag.Infof(r.typeAt, "hint-remote-file",
			"this template is not in this document; the client would download it"))
	}
	// There is room for depends_on, which the result adds.
	values := &r.stack.b.slabs.values
	v := value.Of(values.Objects.New().Init(append(values.Fields.Slice(4),
		value.Field{Key: "type", Value: r.typeValue()},
		value.Field{Key: "properties", Value: properties},
		value.Field{Key: "metadata", Value: metadata})))
	// An existing resource is not checked: Heat does not create it (6).
	if !r.external && r.kind.check != nil {
		r.kind.check(f, r, properties)
	}
	return v
}

// typeValue returns the type as a value.
func (r *resource) typeValue() value.Value {
	if lit, ok := r.section("type").(*ir.Lit); ok {
		return value.Of(lit.Value).At(r.typeAt)
	}
	return value.Str(r.typ).At(r.typeAt)
}

// force returns the value of a section that is a map, or {} if the section is missing.
func (r *resource) force(f ir.Frame, key string) value.Value {
	n := r.section(key)
	if n == nil {
		return value.ObjectOf()
	}
	v := present(f.Force(n))
	if v.Object() != nil || v.IsUnknown() || v.IsFailed() || key == "metadata" || r.kind.unchecked() {
		return v // metadata may be any value, and some types never look at their properties
	}
	return r.stack.fail(f, heatError{code: "resource-shape", span: n.Info().Span,
		message: key + " must be a mapping, not " + python.Noun(v),
		text:    "Resource " + r.name + " " + key + " type must be object"}.with(r.stack.path()))
}

// checkExplicit reports unknown names in depends_on. An external resource must not have depends_on
// at all.
func (r *resource) checkExplicit(f ir.Frame) {
	if r.external && len(r.explicit) > 0 {
		id := python.Str(present(f.Force(r.section("external_id"))))
		r.stack.fail(f, heatError{code: "external-dependency", span: r.section("depends_on").Info().Span,
			message: "an existing resource cannot depend on others; remove depends_on or external_id",
			text:    "Invalid dependency with external " + r.typ + " resource: " + id}.with(r.stack.path()))
	}
	for _, ref := range r.explicit {
		// A resource whose condition is false has a cell, too: its name in depends_on is dropped
		// without a message (7).
		if ref.Cell != nil {
			continue
		}
		near := r.stack.b.near(ref.Name, r.stack.names)
		m := heatError{code: "resource-unknown", span: ref.Span, message: "there is no resource " + written(ref.Name) +
			meant(near),
			text: `The specified reference "` + ref.Name + `" (in ` + r.name + `) is incorrect.`,
			fix:  changeTo(near, ref.Span)}
		r.stack.fail(f, m.with(r.stack.class("InvalidTemplateReference")))
	}
}

// deletionPolicies are the values of deletion_policy; since 2016-10-14 also in lower case (6).
var deletionPolicies = []string{"Delete", "Retain", "Snapshot"}

// checkPolicies checks deletion_policy, and update_policy against the policies of the type: a type
// without any accepts only {} (16.1). Both may be computed, so they are checked here and not with
// the shape. Neither creates a dependency (8).
func (r *resource) checkPolicies(f ir.Frame) {
	if n := r.section("deletion_policy"); n != nil {
		switch v := present(f.Force(n)); {
		case v.IsUnknown() || v.IsFailed():
		case v.List() != nil || v.Object() != nil:
			r.stack.fail(f, heatError{code: "deletion-policy", span: n.Info().Span,
				message: "a deletion policy must be a string, not " + python.Noun(v)}.with(""))
		default:
			r.checkDeletion(f, n, python.Str(v))
		}
	}
	n := r.section("update_policy")
	if n == nil {
		return
	}
	v := f.Force(n)
	if o := v.Object(); o != nil && r.kind.checked() && !r.external {
		at := r.path().child("update_policy")
		(&checker{f: f, resource: r}).object(r.kind.policies, o, v.Origin, at)
	}
}

// checkDeletion checks a deletion policy: whether Heat knows the word, and whether the type
// supports Snapshot. A type that is not checked accepts it.
func (r *resource) checkDeletion(f ir.Frame, n ir.Node, text string) {
	known := append([]string(nil), deletionPolicies...)
	if r.stack.version >= v20161014 {
		for _, p := range deletionPolicies {
			known = append(known, strings.ToLower(p))
		}
	}
	if !slices.Contains(known, text) {
		m := heatError{code: "deletion-policy", span: n.Info().Span, message: "there is no deletion policy " +
			quoted(text) + "; there are " + bind.List(known), text: `Invalid deletion policy "` + diag.Any(text) + `"`}
		if near := diag.Nearest(text, known); near != "" && n.Info().Span.Text() == text {
			m.fix = changeTo(near, n.Info().Span)
		}
		r.stack.fail(f, m.with(r.stack.path()))
		return
	}
	if strings.EqualFold(text, "Snapshot") && r.kind.checked() && !r.external &&
		!(r.kind.declared != nil && r.kind.declared.Snapshot) {
		at := r.path().child("deletion_policy").String()
		r.stack.fail(f, heatError{code: "deletion-policy", span: n.Info().Span, message: r.typ + " has no snapshots",
			text: `"Snapshot" deletion policy not supported`}.with(at+": "))
	}
}

// unknownType reports a type that neither Heat nor the environment knows. Heat names the type as
// written, even if the environment maps it to something else (10).
func (r *resource) unknownType(f ir.Frame) {
	names := r.stack.b.typeNames()
	for _, e := range r.stack.b.env.registry.entries {
		names = append(names, e.key)
	}
	near := r.stack.b.near(r.typ, names)
	m := heatError{code: "resource-type-unknown", span: r.typeAt,
		message: "there is no resource type " + written(r.typ) + meant(near),
		text:    "The Resource Type (" + r.typ + ") could not be found."}
	switch via := r.target.via; {
	case via != nil && via.removes:
		m.message = "the environment maps the resource type to null: " + written(r.typ)
	case via != nil:
		m.message = "the environment maps " + written(r.typ) + " to " + quoted(via.target) +
			", which is not a resource type"
	case r.typ == "": // only the type of a member may be empty; others were refused with their shape
		m.message, m.text = "the type of the members is empty", `Resource "None" has no type`
		if !r.stack.owner.kind.members {
			m.text = "Each Resource must contain a Type key."
		}
	case r.typeAt.Text() == r.typ:
		m.fix = changeTo(near, r.typeAt)
	}
	st := r.stack
	for st.tmpl == nil && st.owner.kind.members {
		st = st.owner.stack // a group checks the type of its members before it creates them
	}
	r.stack.fail(f, m.with(st.path()))
}

// reference returns the ID by which others refer to a resource. The first source wins: ids of
// inputs.yaml, external_id, then an ID that the type knows, such as an output OS::stack_id.
func (r *resource) reference(running *run) value.Value {
	if v, ok := r.stack.b.ids.Get(r.key()); ok && !v.IsNull() {
		r.want(running, "ids", "", nil)
		return v.With(value.Mocked)
	}
	// The id is given in the template, so nothing needs to be supplied.
	if r.external {
		return present(running.Force(r.section("external_id")))
	}
	if v, ok := r.kind.reference(running, r); ok {
		return v
	}
	return r.want(running, "ids", "", nil)
}

// key returns the resource's name in inputs.yaml, prefixed with the names of enclosing resources.
// It is web/server for the resource server in the nested stack of web.
func (r *resource) key() string {
	if r.stack.owner != nil {
		return r.stack.owner.key() + "/" + r.name
	}
	return r.name
}

// facade returns a section of the resource for the template inside it. section is one of
// facadeSections. deletion_policy is capitalised (9.16); without one, it is Delete.
func (r *resource) facade(f ir.Frame, section string) value.Value {
	switch section {
	case "metadata":
		return r.force(f, "metadata")
	case "update_policy":
		return r.force(f, "update_policy")
	}
	n := r.section("deletion_policy")
	if n == nil {
		return value.Str("Delete")
	}
	v := present(f.Force(n))
	if text, ok := v.Text(); ok && text != "" {
		v.Data = value.String(strings.ToUpper(text[:1]) + text[1:])
	}
	return v
}
