package hot

import (
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// resourceKeyNames are the keys of a resource; the last two came with 2016-10-14.
var resourceKeyNames = []string{"type", "properties", "metadata", "depends_on", "deletion_policy", "update_policy", "description", "external_id", "condition"}

// resourceKeys returns the keys of a resource.
func (st *stack) resourceKeys() []string {
	if st.version < v20161014 {
		return resourceKeyNames[: len(resourceKeyNames)-2 : len(resourceKeyNames)-2]
	}
	return resourceKeyNames
}

// declareResources checks the shape of each resource and gives it a cell, so that
// expressions can refer to all of them.
func (st *stack) declareResources(n *node) {
	if n == nil {
		return
	}
	for i := range n.pairs {
		pr := &n.pairs[i]
		st.checkNamed(pr, "a resource")
		r := &resource{stack: st, name: pr.key, nameAt: pr.keyAt, span: pr.keyAt.To(pr.value.span), def: pr.value}
		r.cell = &ir.Cell{Name: st.prefix + "resources." + r.name, Kind: "resource", Label: r.name, Span: r.span, NameAt: r.nameAt, Data: r}
		if st.owner != nil {
			r.cell.Parent = st.owner.cell
		}
		st.names = append(st.names, r.name)
		st.resources[r.name] = r
		st.b.add(r.cell)
		if !r.shape() {
			r.cell.Expr = &ir.Bad{Meta: ir.Meta{Span: r.span}}
		}
	}
}

// mistake reports what is wrong with the shape of a resource.
func (r *resource) mistake(code diag.Code, at source.Span, message, text string) {
	r.stack.report(mistake{code: code, span: at, message: message, text: text}.with(r.stack.path()))
}

// shape checks the form of a resource; false when there is nothing to go on with.
func (r *resource) shape() bool {
	n := r.def
	if strings.Contains(r.name, "/") {
		r.mistake("resource-shape", r.nameAt, "the name of a resource holds no slash", `Resource name may not contain "/"`)
	}
	const needsType = "Each resource must contain a type key."
	switch {
	case n.isBroken():
		return false
	case n.isBlank():
		r.mistake("resource-shape", r.nameAt, "a resource needs a type", needsType)
		return false
	case n.kind != mapNode:
		r.mistake("resource-shape", n.span, "a resource is a mapping with a type", `"resources" must contain a map of resource maps. Found a [<class '`+typeName(n.value())+`'>] instead`)
		return false
	}
	for i := range n.pairs {
		r.checkKey(&n.pairs[i])
	}
	t := n.get("type")
	if t == nil {
		r.mistake("resource-shape", r.nameAt, "a resource needs a type", needsType)
		return false
	}
	if !r.readType(t) {
		return false
	}
	r.cell.Detail = r.typ
	r.checkSections()
	return true
}

// readType reads the type, which no function can give.
func (r *resource) readType(t *node) (ok bool) {
	r.typeAt = t.span
	r.typ, ok = t.text()
	switch {
	case t.isBroken():
		return false
	case t.isBlank():
		r.mistake("resource-shape", t.span, "a resource needs a type", "Each Resource must contain a Type key.")
		return false
	case !ok:
		r.mistake("resource-shape", t.span, "the type of a resource is a text; no function can give it", "Resource "+r.name+" type type must be string")
	}
	return ok
}

func (r *resource) checkKey(pr *pair) {
	known := r.stack.resourceKeys()
	if has(known, pr.key) {
		return
	}
	m := mistake{code: "resource-key", span: pr.keyAt, message: "a resource has no key " + written(pr.key) + diag.DidYouMean(pr.key, known),
		text: `"` + pr.shown() + `" is not a valid keyword inside a resource definition`}
	m.fix = changeTo(diag.Nearest(pr.key, known), pr.keyAt)
	if has(laterKeys, pr.key) {
		m.text = "Invalid keyword(s) inside a resource definition: " + r.laterKeys(known)
		if pr.key != "value" {
			m.message, m.fix = pr.key+" "+needs(v20161014), r.stack.raise(v20161014)
		}
	}
	r.stack.report(m.with(r.stack.path()))
}

// laterKeys are the keys, in the order of the alphabet, that Heat knows of other versions.
var laterKeys = []string{"condition", "external_id", "value"}

// laterKeys returns those of them that stand in the resource and are not known: Heat names
// all of them at once.
func (r *resource) laterKeys(known []string) string {
	var out []string
	for _, key := range laterKeys {
		if r.def.get(key) != nil && !has(known, key) {
			out = append(out, key)
		}
	}
	return strings.Join(out, ", ")
}

// checkSections checks the types of what stands under the keys.
func (r *resource) checkSections() {
	p := &place{stack: r.stack}
	for _, key := range []string{"properties", "metadata", "update_policy"} {
		if n := r.def.get(key); n != nil && n.kind != mapNode && !n.isBroken() {
			r.mistake("resource-shape", n.span, key+" must be a mapping, not "+noun(n.value()), "Resource "+r.name+" "+key+" type must be object")
		}
	}
	if n := r.def.get("depends_on"); n != nil && !n.isBroken() {
		_, isText := n.text()
		switch {
		case n.kind != listNode && !isText:
			r.mistake("resource-shape", n.span, "depends_on takes the name of a resource or a list of names", "Resource "+r.name+" depends_on type must be list or string")
		case n.kind == listNode:
			for _, item := range n.items {
				if _, ok := item.text(); !ok && !item.isBroken() {
					r.mistake("resource-shape", item.span, "depends_on takes names only", "Resource "+r.name+" depends_on must be a list of strings")
				}
			}
		}
	}
	if n := r.def.get("deletion_policy"); n != nil && !n.isBroken() {
		if _, ok := n.text(); !ok && !(n.kind == mapNode && r.stack.call(n, p, nil) != nil) {
			r.mistake("resource-shape", n.span, "deletion_policy must be a text", "Resource "+r.name+" deletion_policy type must be string")
		}
	}
	if n := r.def.get("external_id"); n != nil && r.stack.version >= v20161014 && !n.isBroken() {
		if _, ok := n.text(); !ok && !(n.kind == mapNode && r.stack.call(n, p, nil) != nil) {
			r.mistake("resource-shape", n.span, "external_id must be a text", "Resource "+r.name+" external_id type must be string")
		}
	}
	if n := r.def.get("description"); n != nil && !n.isBroken() {
		if _, ok := n.text(); !ok {
			r.mistake("resource-shape", n.span, "description must be a text", "Resource "+r.name+" description type must be string")
		}
	}
	if n := r.def.get("condition"); n != nil && r.stack.version >= v20161014 && !n.isBroken() {
		if !r.stack.isCondition(n) {
			r.mistake("resource-shape", n.span, "condition takes the name of a condition, true, false or a function of conditions", "Resource "+r.name+" condition type must be string_or_boolean")
		}
	}
}

// isCondition reports whether a condition may be written like this: a name, true or false,
// or a function.
func (st *stack) isCondition(n *node) bool {
	_, isBool := n.data.(value.Bool)
	_, isText := n.text()
	return isBool || isText || n.kind == mapNode && len(n.pairs) == 1 && st.isFunction(n.pairs[0].key, true)
}

// noun says what a value is, with its article.
func noun(v value.Value) string {
	switch v.Data.(type) {
	case value.Null:
		return "null"
	case value.String:
		return "a text"
	case *value.Object:
		return "a map"
	}
	return "a " + v.Kind()
}
