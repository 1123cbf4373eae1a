package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/pulumi/std"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// An assist implements bind.Assist: completions, descriptions and mentions for the editor. Some of its methods
// are in mentions.go and result.go; those that it lacks come from NoAssist, which uses only cells and functions.
type assist struct {
	bind.NoAssist
	*binder
}

// Reference returns the part of a reference that has been typed.
func (*assist) Reference(at bind.Cursor) (string, bool) { return at.Inside("${", "}") }

// CanName reports whether a reference can name a cell.
func (*assist) CanName(c *ir.Cell) bool { return c.Kind != "output" && c.Kind != "setting" }

// Complete completes keys and, after a key, values: those of the language and those that package
// schemas define. The path comes from the text around the cursor, because a document that is being
// typed often does not parse.
func (a *assist) Complete(at bind.Cursor) ([]bind.Item, bool) {
	if at.File != a.main {
		return nil, false
	}
	path := at.Path()
	keys := path.Keys()
	if n := len(keys); !path.AtKey && n > 0 {
		return items("value", a.valuesAt(keys[:n-1], keys[n-1]), "", at), false
	}
	return items("property", a.keysAt(keys), ": ", at), false
}

// items returns completions for labels, which replace the word before the cursor. suffix is
// inserted after each.
func items(kind string, labels []string, suffix string, at bind.Cursor) []bind.Item {
	out := make([]bind.Item, len(labels))
	for i, l := range labels {
		out[i] = bind.Item{Label: l, Kind: kind, Insert: l + suffix, Span: at.Last(len(at.Word()))}
	}
	return out
}

// keysAt returns the possible keys of the mapping at a path, or nil if any key is possible, as for the names of
// resources.
func (b *binder) keysAt(path []string) []string {
	if n := len(path); n > 0 && lower(path[n-1]) == "fn::invoke" {
		return []string{"function", "arguments", "options", "return"}
	}
	switch {
	case len(path) == 0:
		return []string{"name", "runtime", "description", "config", "variables", "resources", "outputs"}
	case len(path) == 2 && path[0] == "config":
		return configFields
	case len(path) < 2 || path[0] != "resources":
		return nil
	case len(path) == 2:
		return resourceFields
	}
	switch part := strings.Join(path[2:], "."); part {
	case "options":
		return optionNames
	case "options.customTimeouts":
		return timeoutFields
	case "get":
		return getFields
	}
	if t := b.typeAt(path); t != nil {
		return t.propNames()
	}
	return nil
}

// typeAt returns the schema type at a path inside the properties of a resource, or nil. In the path, "-" is an
// item of a list.
func (b *binder) typeAt(path []string) *typ {
	if len(path) < 3 || path[0] != "resources" || path[2] != "properties" {
		return nil
	}
	i := slices.IndexFunc(b.decls, func(r *resource) bool { return r.name == path[1] })
	if i < 0 || b.decls[i].schema == nil {
		return nil
	}
	t := b.decls[i].schema.inputs
	for _, key := range path[3:] {
		switch {
		case t.kind == mapKind, t.kind == listKind && key == "-":
			t = t.element
		default:
			t = t.prop(key)
		}
		if t == nil {
			return nil
		}
	}
	return t
}

// valuesAt returns the possible values of a key, or nil if any value is possible. path leads to the mapping that
// contains the key.
func (b *binder) valuesAt(path []string, key string) []string {
	yesOrNo := []string{"true", "false"}
	switch {
	case len(path) == 2 && path[0] == "config" && key == "type":
		return []string{"string", "number", "integer", "boolean", "object", "List<string>", "List<number>",
			"List<integer>", "List<boolean>"}
	case len(path) == 2 && path[0] == "config" && key == "secret", key == "defaultProvider":
		return yesOrNo
	case len(path) == 2 && path[0] == "resources" && key == "type":
		return b.typeTokens()
	case len(path) == 3 && path[0] == "resources" && path[2] == "options":
		if slices.Contains([]string{"protect", "retainOnDelete", "deleteBeforeReplace"}, key) {
			return yesOrNo
		}
	case len(path) > 0 && lower(path[len(path)-1]) == "fn::invoke" && key == "function":
		return b.functionTokens()
	}
	// Any other key is a property, whose type may be boolean or an enumeration.
	t := b.typeAt(append(slices.Clone(path), key))
	switch {
	case t == nil:
		return nil
	case t.kind == booleanKind:
		return yesOrNo
	}
	var out []string
	for _, e := range t.allowed {
		out = append(out, goText(e.value))
	}
	return out
}

// typeTokens lists the resource types of the schemas and those that the program uses.
func (b *binder) typeTokens() []string {
	out := []string{stackReferenceType}
	for _, r := range b.decls {
		if strings.Contains(r.token, ":") {
			out = append(out, shortToken(r.token))
		}
	}
	for _, p := range b.checker.schemas {
		out = append(out, tokens(p.resources)...)
	}
	return distinct(out)
}

// functionTokens lists the functions of the schemas and those of std.
func (b *binder) functionTokens() []string {
	var out []string
	for _, fn := range std.All() {
		out = append(out, fn.Name)
	}
	for _, p := range b.checker.schemas {
		out = append(out, tokens(p.functions)...)
	}
	return distinct(out)
}

// tokens lists the tokens of a table in their short form, as people write them.
func tokens(table *value.Object) []string {
	out := table.Keys()
	for i, t := range out {
		out[i] = shortToken(t)
	}
	return out
}

// shortToken shortens a token: it drops the index module and the repeated name.
func shortToken(token string) string { return strings.Replace(plain(token), ":index:", ":", 1) }

// distinct sorts a list in place and removes duplicates: the program and a schema may have the same
// token.
func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
