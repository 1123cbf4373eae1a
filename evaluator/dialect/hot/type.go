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

// A kind is the behaviour that a resource gets from its type: properties, attributes, and
// their checks.
type kind struct {
	class    string             // name in messages about cycles
	takesAll bool               // accepts every property and policy, like OS::Heat::None
	schema   []types.Property   // nil accepts every property
	policies []types.Property   // properties of update_policy
	local    bool               // one of the types that need no cloud
	nested   bool               // a template
	members  bool               // a group or chain, whose attributes are lists of its members'
	reads    []string           // properties read by the type's own checks, for a type without a declaration
	first    []string           // properties read before all others, for such a type
	declared *types.Declaration // for types that need a cloud; nil if unknown
	// check checks the properties of a resource.
	check func(f ir.Frame, r *resource, properties value.Value)
	// attribute returns an attribute, or a piece of it.
	attribute func(r *run, res *resource, v value.Value, name string, path []value.Value) value.Value
	// attributes returns all attributes as a map.
	attributes func(r *run, res *resource, v value.Value) value.Value
	named      []string // attributes that always exist
	// reference returns the ID by which others refer to the resource, or false if only a cloud
	// knows it.
	reference func(r *run, res *resource) (value.Value, bool)
}

// checked reports whether the type restricts its policies. OS::Heat::None accepts all.
func (k *kind) checked() bool {
	return k.nested || k.local && !k.takesAll || k.declared != nil && !k.declared.Anything && !k.declared.Lax
}

// unchecked reports whether Heat looks at nothing in a resource of this type, not even at its functions
// (16.2).
func (k *kind) unchecked() bool { return k.takesAll || k.declared != nil && k.declared.Anything }

// kindOf returns the kind that the type of a resource resolves to.
func (b *binder) kindOf(r *resource) *kind {
	switch t := r.target; {
	case t.file != nil:
		return b.nested
	case t.absent != "":
		return &kind{class: "TemplateResource", attribute: cloudAttribute, attributes: cloudAttributes,
			reference: noReference}
	case b.kinds[t.typ] != nil:
		return b.kinds[t.typ]
	case t.typ == "":
		return b.cloud(r.typ, r.typeAt)
	default:
		return b.cloud(t.typ, r.typeAt)
	}
}

// noReference is the reference of types whose ID only a cloud knows.
func noReference(*run, *resource) (value.Value, bool) { return value.Value{}, false }

// supplied returns the attributes that inputs.yaml supplies for a resource. It is nil if there are
// none.
func (r *resource) supplied() *value.Object {
	if v, ok := r.stack.b.attributes.Get(r.key()); ok {
		return v.Object()
	}
	return nil
}

// checkSchema is the check of a type that only has a schema.
func checkSchema(f ir.Frame, r *resource, properties value.Value) {
	r.converted(f, properties, false)
}

// converted converts the properties to their types, or returns nil if they are unknown. silent is set
// where the problems have been reported already: the type's check converts first, and attributes
// convert again.
func (r *resource) converted(f ir.Frame, properties value.Value, silent bool) *value.Object {
	o := properties.Object()
	if o == nil {
		return nil
	}
	at := r.path().child("properties")
	return (&checker{f: f, resource: r, silent: silent, lenient: r.isInner()}).properties(r.kind.schema, o, o,
		properties.Origin, at)
}

// properties returns the converted properties from the value of a resource. The result is nil if
// they are not known. Nothing is reported.
func (r *resource) properties(f ir.Frame, v value.Value) *value.Object {
	o := v.Object()
	if o == nil {
		return nil
	}
	p, _ := o.Get("properties")
	return r.converted(f, p, true)
}

// unknownAttribute reports an attribute that a type does not have.
func (r *run) unknownAttribute(res *resource, name string, names []string) value.Value {
	// Heat does not check the functions in an existing resource, or in one whose type accepts everything
	// (16.2).
	if in := r.place.resource; in != nil && (in.external || in.kind.unchecked()) {
		return value.Nothing()
	}
	m := heatError{code: "attribute-unknown", span: r.call.Span, message: written(res.name) + " has no attribute " +
		quoted(name) + orList(name, names),
		text: "The Referenced Attribute (" + res.name + " " + diag.Any(name) + ") is incorrect."}
	if len(r.call.Args) > 1 {
		at := r.call.Args[1].Info().Span
		m.span = at
		if near := diag.Nearest(name, names); near != "" && at.Text() == name {
			m.fix = func(p diag.Problem) diag.Problem { return p.WithFix("Change to "+near, at, near) }
		}
	}
	// The resource is a member of a group in this stack.
	if in := res.stack; in != r.stack && in.tmpl == nil && in.owner.stack == r.stack {
		return r.report(m.with(r.memberPath(res)))
	}
	if res.kind.nested || res.stack != r.stack { // Heat finds this only when it resolves the call
		return r.report(m.with(""))
	}
	return r.report(r.check(m))
}

// memberPath returns the prefix of Heat's message for an attribute that a group's member does not
// have: Heat adds an output to the group's stack, named after the attribute and its path. The
// result is empty if a part is computed.
func (r *run) memberPath(member *resource) string {
	var asked []string
	for _, n := range r.call.Args[1:] {
		lit, ok := n.(*ir.Lit)
		if !ok {
			return ""
		}
		asked = append(asked, python.Str(value.Of(lit.Value)))
	}
	if len(asked) == 0 {
		return ""
	}
	outputs := member.stack.at.child("outputs")
	at := outputs.child(strings.Join(asked, ", "))
	switch {
	case !member.stack.owner.kind.members: // a scaling group
		at = outputs.child("outputs, " + strings.Join(asked[1:], ", ")).child("value").child(member.name)
	case strings.HasPrefix(asked[0], "resource."):
		at = at.child("value")
	case asked[0] == "attributes":
		at = at.child("value").child(member.name)
	default:
		at = at.child("Value").item(slices.Index(member.stack.names, member.name))
	}
	return at.String() + ".get_attr: "
}
