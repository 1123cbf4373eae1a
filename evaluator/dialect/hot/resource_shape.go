package hot

import (
	"slices"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// resourceKeyNames are the keys of a resource; the last two were added in 2016-10-14.
var resourceKeyNames = []string{"type", "properties", "metadata", "depends_on", "deletion_policy", "update_policy",
	"description", "external_id", "condition"}

// resourceKeys returns the keys of a resource. The capacity is limited, so that appending to the
// result does not change the shared array.
func (st *stack) resourceKeys() []string {
	if st.version < v20161014 {
		return resourceKeyNames[: len(resourceKeyNames)-2 : len(resourceKeyNames)-2]
	}
	return resourceKeyNames
}

// declareResources checks the shape of each resource and creates its cell, so that
// expressions can refer to all of them.
func (st *stack) declareResources(n *python.Node) {
	if n == nil {
		return
	}
	st.names, st.resources = make([]string, 0, len(n.Pairs)), make(map[string]*resource, len(n.Pairs))
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		st.checkNamed(pr, "a resource")
		r := st.b.slabs.resources.New()
		r.stack, r.name, r.nameAt, r.span, r.def = st, pr.Key, pr.KeyAt, pr.KeyAt.To(pr.Value.Span), pr.Value
		r.cell = st.b.slabs.Cells.New()
		*r.cell = ir.Cell{Name: st.prefix + "resources." + r.name, Kind: "resource", Label: r.name, Span: r.span,
			NameAt: r.nameAt, Data: r}
		if st.owner != nil {
			r.cell.Parent = st.owner.cell
		}
		r.order = len(st.names)
		st.names = append(st.names, r.name)
		st.resources[r.name] = r
		st.b.add(r.cell)
		if !r.shape() {
			r.cell.Expr = &ir.Bad{Meta: ir.Meta{Span: r.span}}
		}
	}
}

// reportShape reports an error in the shape of a resource.
func (r *resource) reportShape(code diag.Code, at source.Span, message, text string) {
	r.stack.report(heatError{code: code, span: at, message: message, text: text}.with(r.stack.path()))
}

// shape checks the shape of a resource, and reports whether it can be bound. It looks only at the text of
// the template: functions are not resolved. Heat checks the shape of all resources before it
// resolves parameters (3).
func (r *resource) shape() bool {
	n := r.def
	if strings.Contains(r.name, "/") {
		r.reportShape("resource-shape", r.nameAt, "the name of a resource cannot contain a slash",
			`Resource name may not contain "/"`)
	}
	const needsType = "Each resource must contain a type key."
	switch {
	case n.IsBroken():
		return false
	case n.IsBlank():
		r.reportShape("resource-shape", r.nameAt, "a resource needs a type", needsType)
		return false
	case n.Kind != python.Map:
		r.reportShape("resource-shape", n.Span, "a resource is a mapping with a type",
			`"resources" must contain a map of resource maps. Found a [<class '`+python.TypeName(n.Value())+
				`'>] instead`)
		return false
	}
	for i := range n.Pairs {
		r.checkKey(&n.Pairs[i])
	}
	t := n.Get("type")
	if t == nil {
		r.reportShape("resource-shape", r.nameAt, "a resource needs a type", needsType)
		return false
	}
	if !r.readType(t) {
		return false
	}
	r.cell.Detail = r.typ
	r.checkSections()
	return true
}

// readType reads the type, which cannot be computed.
func (r *resource) readType(t *python.Node) (ok bool) {
	r.typeAt = t.Span
	r.typ, ok = t.Text()
	switch {
	case t.IsBroken():
		return false
	case t.IsBlank():
		r.reportShape("resource-shape", t.Span, "a resource needs a type", "Each Resource must contain a Type key.")
		return false
	case !ok:
		r.reportShape("resource-shape", t.Span, "the type of a resource must be a string; a function cannot compute it",
			"Resource "+r.name+" type type must be string")
	}
	return ok
}

// checkKey reports a key that a resource does not have. Heat has different texts for unknown keys
// and for those that only other versions have.
func (r *resource) checkKey(pr *python.Pair) {
	known := r.stack.resourceKeys()
	if slices.Contains(known, pr.Key) {
		return
	}
	m := heatError{code: "resource-key", span: pr.KeyAt, message: "a resource has no key " + written(pr.Key) +
		diag.DidYouMean(pr.Key, known),
		text: `"` + pr.Shown() + `" is not a valid keyword inside a resource definition`}
	m.fix = changeTo(diag.Nearest(pr.Key, known), pr.KeyAt)
	if slices.Contains(laterKeys, pr.Key) {
		m.text = "Invalid keyword(s) inside a resource definition: " + r.laterKeys(known)
		if pr.Key != "value" {
			m.message, m.fix = pr.Key+" "+needs(v20161014), r.stack.raise(v20161014)
		}
	}
	r.stack.report(m.with(r.stack.path()))
}

// laterKeys are the keys known only to other versions, in alphabetical order.
var laterKeys = []string{"condition", "external_id", "value"}

// laterKeys returns the keys of other versions that occur in the resource: Heat names all of them
// at once.
func (r *resource) laterKeys(known []string) string {
	var out []string
	for _, key := range laterKeys {
		if r.def.Get(key) != nil && !slices.Contains(known, key) {
			out = append(out, key)
		}
	}
	return strings.Join(out, ", ")
}

// checkSections checks the types of the values. Null is not a map: properties without a value are
// refused (6).
func (r *resource) checkSections() {
	for _, key := range []string{"properties", "metadata", "update_policy"} {
		if n := r.def.Get(key); n != nil && n.Kind != python.Map && !n.IsBroken() {
			r.reportShape("resource-shape", n.Span, key+" must be a mapping, not "+python.Noun(n.Value()),
				"Resource "+r.name+" "+key+" type must be object")
		}
	}
	if n := r.def.Get("depends_on"); n != nil && !n.IsBroken() {
		_, isText := n.Text()
		switch {
		case n.Kind != python.List && !isText:
			r.reportShape("resource-shape", n.Span, "depends_on takes the name of a resource or a list of names",
				"Resource "+r.name+" depends_on type must be list or string")
		case n.Kind == python.List:
			for _, item := range n.Items {
				if _, ok := item.Text(); !ok && !item.IsBroken() {
					r.reportShape("resource-shape", item.Span, "depends_on takes names only",
						"Resource "+r.name+" depends_on must be a list of strings")
				}
			}
		}
	}
	if n := r.def.Get("deletion_policy"); n != nil && !n.IsBroken() {
		if _, ok := n.Text(); !ok && !r.isCall(n) {
			r.reportShape("resource-shape", n.Span, "deletion_policy must be a string",
				"Resource "+r.name+" deletion_policy type must be string")
		}
	}
	if n := r.def.Get("external_id"); n != nil && r.stack.version >= v20161014 && !n.IsBroken() {
		if _, ok := n.Text(); !ok && !r.isCall(n) {
			r.reportShape("resource-shape", n.Span, "external_id must be a string",
				"Resource "+r.name+" external_id type must be string")
		}
	}
	if n := r.def.Get("description"); n != nil && !n.IsBroken() {
		if _, ok := n.Text(); !ok {
			r.reportShape("resource-shape", n.Span, "description must be a string",
				"Resource "+r.name+" description type must be string")
		}
	}
	if n := r.def.Get("condition"); n != nil && r.stack.version >= v20161014 && !n.IsBroken() {
		if !r.stack.isCondition(n) {
			r.reportShape("resource-shape", n.Span,
				"condition takes the name of a condition, true, false or a function of conditions",
				"Resource "+r.name+" condition type must be string_or_boolean")
		}
	}
}

// isCall reports whether a node is a function call. The place has no path and no resource: it only serves to
// recognise calls.
func (r *resource) isCall(n *python.Node) bool {
	return n.Kind == python.Map && r.stack.call(n, &place{stack: r.stack}, nil) != nil
}

// isCondition reports whether a condition may have this form: a name, true or false, or a function.
// The version must have the function, but the function may be one that conditions do not allow:
// that is reported when the condition is bound.
func (st *stack) isCondition(n *python.Node) bool {
	_, isBool := n.Data.(value.Bool)
	_, isText := n.Text()
	return isBool || isText || n.Kind == python.Map && len(n.Pairs) == 1 && st.isFunction(n.Pairs[0].Key, true)
}
