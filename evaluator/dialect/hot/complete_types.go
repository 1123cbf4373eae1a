package hot

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/hot/constraint"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// Completion and hover for types: properties and allowed values while a template is typed,
// and descriptions of types, properties and attributes.

// keyProposals completes keys, and values that a property allows, at the end of a text. path leads
// to the cursor, and text is everything before it.
func (st *stack) keyProposals(path bind.Path, text string) (names []bind.Item) {
	keys := path.Keys()
	switch isInside := len(keys) > 2 && keys[0] == "resources"; {
	case !path.AtKey && isInside && len(keys) > 3:
		if _, p := st.typing(keys[1], text).schemaAt(keys); p != nil {
			return valuesOf(p)
		}
	case path.AtKey && isInside:
		schema, _ := st.typing(keys[1], text).schemaAt(keys)
		for i := range schema {
			if p := &schema[i]; p.Status.Status != "hidden" && !p.Unimplemented {
				names = append(names, bind.Item{Label: p.Name, Kind: "property", Detail: p.Signature(),
					Doc: p.Documentation(), Insert: p.Name + ": "})
			}
		}
	case path.AtKey:
		for _, name := range st.keysOf(keys) {
			names = append(names, bind.Item{Label: name, Kind: "property", Insert: name + ": "})
		}
	}
	return names
}

// keysOf returns the keys allowed in a part of a template, except under properties. The result is
// nil where the keys are free names.
func (st *stack) keysOf(path []string) []string {
	switch {
	case len(path) == 0:
		return st.sections()
	case len(path) == 2 && path[0] == "resources":
		return st.resourceKeys()
	case len(path) == 2 && path[0] == "parameters":
		return st.parameterKeys()
	case len(path) == 2 && path[0] == "outputs":
		return []string{"value", "description", "condition"}
	case len(path) == 2 && path[0] == "parameter_groups":
		return []string{"label", "description", "parameters"}
	case len(path) == 4 && path[0] == "parameters" && path[2] == "constraints":
		return append([]string{"description"}, constraint.Kinds...)
	}
	return nil
}

// typing returns the resource that is being typed at the end of a text, or nil if it has no type yet.
// While its braces are open, the tree does not contain it, so its type is read from the text.
func (st *stack) typing(name, text string) *resource {
	if r := st.resources[name]; r != nil && r.kind != nil {
		return r
	}
	_, after, ok := strings.Cut(text[strings.LastIndex(text, " "+name+":")+1:], "type:")
	words := strings.FieldsFunc(after, func(r rune) bool { return strings.ContainsRune(" \"',}\n", r) })
	if !ok || len(words) == 0 {
		return nil
	}
	r := &resource{stack: st, name: name, typ: words[0], target: st.resolve(words[0], name)}
	r.kind = st.b.kindOf(r)
	return r
}

// schemaAt returns the schema of the map at a path, and the property at its end. Both are nil if
// the resource is nil. The path begins with resources and the name of the resource.
func (r *resource) schemaAt(path []string) (schema []types.Property, p *types.Property) {
	if r == nil || r.kind == nil {
		return nil, nil
	}
	switch path[2] {
	case "properties":
		schema = r.kind.properties(r)
	case "update_policy":
		schema = r.kind.policies
	}
	for i, key := range path[3:] {
		// Inside resource_def, the members' type determines the properties.
		if m := r.firstMember(); key == "properties" && i == 1 && m != nil {
			schema, p = m.kind.properties(m), nil
			continue
		}
		if key == bind.ItemStep {
			if p == nil {
				return nil, nil
			}
			if schema = nil; p.Item != nil {
				p = p.Item
				schema = p.Fields
			}
			continue
		}
		p = nil
		for j := range schema {
			if schema[j].Name == key {
				p = &schema[j]
			}
		}
		if p == nil {
			return nil, nil
		}
		schema = p.Fields
	}
	return schema, p
}

// properties returns the properties of a resource of the kind. Those of a nested template are its
// parameters, which are known once the resource has been evaluated.
func (k *kind) properties(r *resource) []types.Property {
	if k.nested && r.nested != nil {
		return r.nested.properties()
	}
	return k.schema
}

// firstMember returns the first member of a group, or nil if there is none.
func (r *resource) firstMember() *resource {
	if r.nested == nil || r.nested.tmpl != nil || len(r.nested.names) == 0 {
		return nil
	}
	return r.nested.resources[r.nested.names[0]]
}

// valuesOf returns the values that a property allows, or nil if it allows any.
func valuesOf(p *types.Property) (items []bind.Item) {
	if p.Type == types.Boolean {
		return []bind.Item{{Label: "true", Kind: "value", Insert: "true"},
			{Label: "false", Kind: "value", Insert: "false"}}
	}
	for _, c := range p.Constraints {
		for _, v := range c.Allowed {
			items = append(items, bind.Item{Label: python.Str(v), Kind: "value", Insert: python.Str(v)})
		}
	}
	return items
}

// describeType describes the type, property or attribute at an offset. It serves hovering, so it
// reads the tree of the file rather than the text before a cursor.
func (b *binder) describeType(f *source.File, offset int) (bind.Item, bool) {
	st := b.stackOf(b.templates[f])
	path := b.bundle.Parse(f).NodeAt(offset)
	if st == nil || len(path) < 4 {
		return bind.Item{}, false
	}
	last := path[len(path)-1]
	keys, onKey := writtenPath(path)
	switch {
	case len(keys) < 3 || last.Kind != yamltree.Scalar:
	case len(keys) == 3 && keys[0] == "resources" && keys[2] == "type" && !onKey:
		return st.describeKind(keys[1], last)
	case keys[0] == "resources" && onKey && len(keys) > 3:
		if _, p := st.resources[keys[1]].schemaAt(keys); p != nil {
			return bind.Item{Label: p.Name, Detail: p.Signature(), Doc: p.Documentation(), Span: last.Body()}, true
		}
	}
	if len(keys) > 1 && keys[len(keys)-1] == bind.ItemStep && keys[len(keys)-2] == "get_attr" {
		return st.describeAttribute(path[len(path)-2], last)
	}
	return bind.Item{}, false
}

// writtenPath returns the keys along a path of nodes, and whether the last node is itself a
// key.
func writtenPath(path []*yamltree.Node) (keys []string, onKey bool) {
	for i, n := range path[:len(path)-1] {
		if n.Kind == yamltree.Sequence {
			keys = append(keys, bind.ItemStep)
			continue
		}
		for j := range n.Pairs {
			if p := &n.Pairs[j]; p.Value == path[i+1] || p.Key == path[i+1] {
				keys, onKey = append(keys, p.Key.Value), p.Key == path[i+1]
			}
		}
	}
	return keys, onKey
}

// describeKind describes a resource type. It leaves out hidden and unimplemented properties, which
// a template should not use.
func (st *stack) describeKind(name string, at *yamltree.Node) (bind.Item, bool) {
	r := st.resources[name]
	if r == nil || r.kind == nil || r.kind.schema == nil {
		return bind.Item{}, false
	}
	item := bind.Item{Label: at.Value, Detail: "resource type", Span: at.Body()}
	var required, optional []string
	for i := range r.kind.schema {
		switch p := &r.kind.schema[i]; {
		case p.Status.Status == "hidden" || p.Unimplemented:
		case p.Required:
			required = append(required, p.Name)
		default:
			optional = append(optional, p.Name)
		}
	}
	var lines []string
	if d := r.kind.declared; d != nil && d.Status.Status != "" {
		lines = append(lines, "It is "+d.Status.Describe()+".")
	}
	for _, part := range []struct {
		title string
		names []string
	}{{"Required", required}, {"Optional", optional}, {"Attributes", r.attributeNames()}} {
		if len(part.names) > 0 {
			lines = append(lines, part.title+": "+strings.Join(part.names, ", "))
		}
	}
	item.Doc = strings.Join(lines, "\n")
	return item, true
}

// describeAttribute describes the attribute that get_attr reads. list is the argument list of
// get_attr, and at the second item in it; other items have no description.
func (st *stack) describeAttribute(list, at *yamltree.Node) (bind.Item, bool) {
	if len(list.Items) < 2 || list.Items[1] != at {
		return bind.Item{}, false
	}
	r := st.resources[list.Items[0].Value]
	if r == nil || r.kind == nil || r.kind.declared == nil {
		return bind.Item{}, false
	}
	a := r.kind.declared.AttributeNamed(at.Value)
	if a == nil {
		return bind.Item{}, false
	}
	detail := a.Type
	if detail == "" {
		detail = "any"
	}
	item := bind.Item{Label: at.Value, Detail: detail, Doc: "An attribute of " + r.kind.declared.Name + ".",
		Span: at.Body()}
	if s := a.Status.Describe(); s != "" {
		item.Doc += " It is " + s + "."
	}
	return item, true
}
