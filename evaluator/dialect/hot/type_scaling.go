package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// scalingGroup is the type of groups whose size changes at runtime.
const scalingGroup = "OS::Heat::AutoScalingGroup"

// scale creates one of the initial members of a scaling group: all are alike, and Heat gives
// them random names. An initially empty group has none. c has the converted properties. One
// member is enough to check its definition, and its name does not matter.
func (r *resource) scale(f ir.Frame, c *checker) {
	size, ok := c.get("desired_capacity")
	if !ok || size.IsNull() {
		size, _ = c.get("min_size")
	}
	def, _ := c.get("resource")
	if def.Object() == nil || !isKnown(def) {
		return
	}
	group := r.inner(f, "nested_stack")
	if group == nil {
		return
	}
	typ, ok := def.Object().Get("type")
	name, isText := typ.Text()
	switch {
	case typ.IsUnknown() || typ.IsFailed():
		return
	case !ok:
		m := heatError{code: "resource-shape", span: (&checker{resource: r}).near(def),
			message: "the members of the group need a type", text: `'Resource member is missing "type"'`}
		r.stack.fail(f, m.with(group.class("KeyError")))
		return
	case !isText:
		r.stack.fail(f, heatError{code: "resource-shape", span: (&checker{resource: r}).near(typ),
			message: "the type of the members must be a string, not " + python.Noun(typ),
			text:    "Resource member type type must be string"}.with(group.class("TypeError")))
		return
	}
	if n, known := python.Index(size); known && n == 0 || !isKnown(size) {
		return // the group starts without members
	}
	at := typ.Origin
	if at.IsZero() {
		at = r.typeAt
	}
	group.member("member", name, at, section(def, "properties"), section(def, "metadata"), nil)
	r.nested = group
	r.stack.b.extend(f)
}

// scaledAttribute refuses an attribute that the members of a scaling group do not have. The
// attributes outputs and outputs_list of such a group read an attribute of every member, and the
// path begins with its name. The second result is false if the attribute exists or the members are
// not known.
func (r *run) scaledAttribute(res *resource, name string, path []value.Value) (value.Value, bool) {
	if res.nested == nil || !strings.HasPrefix(name, "outputs") || len(path) == 0 {
		return value.Value{}, false
	}
	m, asked := res.nested.resources["member"], python.Str(path[0])
	if m == nil || m.kind == nil || asked == "show" {
		return value.Value{}, false
	}
	var names []string
	switch d := m.kind.declared; {
	case d != nil && !d.Open && !d.Anything:
		names = d.AttributeNames()
	case m.nested != nil && m.kind.nested && !strings.HasPrefix(asked, "resource."):
		names = m.nested.outputNames
	default:
		return value.Value{}, false
	}
	if slices.Contains(names, asked) {
		return value.Value{}, false
	}
	return r.unknownAttribute(m, asked, names), true
}
