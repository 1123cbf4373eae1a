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

// A step is a key or a list on the path to a position in a document, or an open flow
// collection.
type step struct {
	indent int
	key    string // listStep for a list item
	open   byte   // { or [ of a collection, 0 for a key
}

const listStep = "-"

// keysAt finds the keys that enclose the end of a text, and reports whether a key would begin
// there. It works on the text alone, as the document is being edited and may not parse.
func keysAt(text string) (path []string, atKey bool) {
	var steps []step
	inFlow := func() bool {
		for i := range steps {
			if steps[i].open != 0 {
				return true
			}
		}
		return false
	}
	for line := range strings.SplitSeq(text, "\n") {
		rest := line
		if !inFlow() {
			steps, rest, atKey = blockLine(steps, line)
		}
		if rest != "" {
			steps, atKey = flowPart(steps, rest, atKey)
		} else if inFlow() {
			atKey = steps[len(steps)-1].open == '{'
		}
	}
	for _, s := range steps {
		if s.key != "" {
			path = append(path, s.key)
		}
	}
	return path, atKey
}

// blockLine reads the dashes and the key at the beginning of a line, and returns the rest.
func blockLine(steps []step, line string) (left []step, rest string, atKey bool) {
	rest = strings.TrimLeft(line, " ")
	indent := len(line) - len(rest)
	if strings.HasPrefix(rest, "#") {
		return steps, "", false
	}
	cut := func() {
		for len(steps) > 0 && steps[len(steps)-1].indent >= indent {
			steps = steps[:len(steps)-1]
		}
	}
	for rest == "-" || strings.HasPrefix(rest, "- ") {
		for len(steps) > 0 && (steps[len(steps)-1].indent > indent || steps[len(steps)-1].indent == indent && steps[len(steps)-1].key == listStep) {
			steps = steps[:len(steps)-1]
		}
		steps = append(steps, step{indent: indent, key: listStep})
		after := strings.TrimLeft(rest[1:], " ")
		indent += len(rest) - len(after)
		rest = after
	}
	key, after, isKey := strings.Cut(rest, ":")
	if !isKey || strings.ContainsAny(key, "{[") || after != "" && after[0] != ' ' {
		if rest == "" || !strings.ContainsAny(rest, " {[") {
			cut()
			return steps, "", true
		}
		return steps, rest, false
	}
	cut()
	return append(steps, step{indent: indent, key: strings.Trim(key, `"' `)}), after, false
}

// flowPart reads the inside of flow collections.
func flowPart(steps []step, text string, atKey bool) ([]step, bool) {
	word := 0
	pop := func(key bool) {
		if n := len(steps); n > 0 && key == (steps[n-1].open == 0) {
			steps = steps[:n-1]
		}
	}
	for i := 0; i < len(text); i++ {
		n := len(steps)
		switch c := text[i]; c {
		case '"', '\'':
			if end := strings.IndexByte(text[i+1:], c); end >= 0 {
				i += end + 1
			}
		case '{':
			steps, word, atKey = append(steps, step{indent: 1 << 20, open: '{'}), i+1, true
		case '[':
			steps, word, atKey = append(steps, step{indent: 1 << 20, open: '[', key: listStep}), i+1, false
		case ':':
			if atKey && n > 0 && (i+1 == len(text) || text[i+1] == ' ') {
				steps, atKey = append(steps, step{indent: 1 << 20, key: strings.Trim(text[word:i], `"' `)}), false
			}
		case ',', '}', ']':
			if n > 0 && steps[n-1].open == 0 && steps[n-1].indent == 1<<20 {
				pop(true)
			}
			if c != ',' {
				pop(false)
			}
			n = len(steps)
			word, atKey = i+1, n > 0 && steps[n-1].open == '{' && c == ','
		}
	}
	return steps, atKey
}

// keyProposals completes keys, and values that a property allows.
func (st *stack) keyProposals(text string) (names []bind.Item, atKey bool) {
	path, atKey := keysAt(text)
	if !atKey {
		if len(path) > 3 && path[0] == "resources" {
			if _, p := st.typing(path[1], text).schemaAt(path); p != nil {
				return valuesOf(p), false
			}
		}
		return nil, false
	}
	if len(path) > 2 && path[0] == "resources" {
		schema, _ := st.typing(path[1], text).schemaAt(path)
		for i := range schema {
			if p := &schema[i]; p.Status.Status != "hidden" && !p.Unimplemented {
				names = append(names, bind.Item{Label: p.Name, Kind: "property", Detail: p.Signature(), Doc: p.Documentation(), Insert: p.Name + ": "})
			}
		}
		return names, true
	}
	for _, name := range st.keysOf(path) {
		names = append(names, bind.Item{Label: name, Kind: "property", Insert: name + ": "})
	}
	return names, true
}

// keysOf returns the keys allowed in a part of a template, except under properties.
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

// typing returns the resource that is being typed at the end of a text, nil if it has no type yet.
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

// schemaAt returns the schema of the map at a path, and the property at its end. A nil resource has
// none.
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
		if m := r.firstMember(); key == "properties" && i == 1 && m != nil {
			schema, p = m.kind.properties(m), nil
			continue
		}
		if key == listStep {
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

// properties are the properties of a resource of the kind.
func (k *kind) properties(r *resource) []types.Property {
	if k.nested && r.nested != nil {
		return r.nested.properties()
	}
	return k.schema
}

// firstMember returns a member of a group, nil when there is none.
func (r *resource) firstMember() *resource {
	if r.nested == nil || r.nested.tmpl != nil || len(r.nested.names) == 0 {
		return nil
	}
	return r.nested.resources[r.nested.names[0]]
}

// valuesOf returns the values of a property that allows only a few.
func valuesOf(p *types.Property) (items []bind.Item) {
	if p.Type == types.Boolean {
		return []bind.Item{{Label: "true", Kind: "value", Insert: "true"}, {Label: "false", Kind: "value", Insert: "false"}}
	}
	for _, c := range p.Constraints {
		for _, v := range c.Allowed {
			items = append(items, bind.Item{Label: python.Str(v), Kind: "value", Insert: python.Str(v)})
		}
	}
	return items
}

// describeType describes the type, property or attribute at an offset.
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
			return bind.Item{Label: p.Name, Detail: p.Signature(), Doc: p.Documentation(), Span: last.Body}, true
		}
	}
	if len(keys) > 1 && keys[len(keys)-1] == listStep && keys[len(keys)-2] == "get_attr" {
		return st.describeAttribute(path[len(path)-2], last)
	}
	return bind.Item{}, false
}

// writtenPath returns the keys along a path of nodes, and whether the last node is itself a
// key.
func writtenPath(path []*yamltree.Node) (keys []string, onKey bool) {
	for i, n := range path[:len(path)-1] {
		if n.Kind == yamltree.Sequence {
			keys = append(keys, listStep)
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

func (st *stack) describeKind(name string, at *yamltree.Node) (bind.Item, bool) {
	r := st.resources[name]
	if r == nil || r.kind == nil || r.kind.schema == nil {
		return bind.Item{}, false
	}
	item := bind.Item{Label: at.Value, Detail: "resource type", Span: at.Body}
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

// describeAttribute describes the attribute that get_attr reads.
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
	item := bind.Item{Label: at.Value, Detail: detail, Doc: "An attribute of " + r.kind.declared.Name + ".", Span: at.Body}
	if s := a.Status.Describe(); s != "" {
		item.Doc += " It is " + s + "."
	}
	return item, true
}
