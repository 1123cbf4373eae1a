package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/dialect/pulumi/std"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// words completes keys and, after a key, values: those of the language and those that package
// schemas define. The position in the document is derived from indentation alone, because the
// text does not parse while a key is being typed.
func (b *binder) words(f *source.File, offset int) []bind.Item {
	if f != b.main {
		return nil
	}
	start := f.LineStart(f.Position(offset).Line)
	line := f.Text[start:offset]
	entry := strings.TrimLeft(line, " -")
	path := above(f.Text[:start], line, len(line)-len(entry))
	if key, word, isValue := strings.Cut(entry, ": "); isValue {
		word = strings.TrimLeft(word, " ")
		return items("value", b.valuesAt(path, key), "", f.Span(offset-len(word), offset))
	}
	return items("property", b.keysAt(path), ": ", f.Span(offset-len(entry), offset))
}

func items(kind string, labels []string, behind string, at source.Span) []bind.Item {
	out := make([]bind.Item, len(labels))
	for i, l := range labels {
		out[i] = bind.Item{Label: l, Kind: kind, Insert: l + behind, Span: at}
	}
	return out
}

// above returns the keys that enclose a line whose text begins in a column, outermost first;
// a list item is "-".
func above(text, line string, column int) []string {
	var path []string
	for {
		entry := strings.TrimLeft(line, " ")
		indent := len(line) - len(entry)
		head := strings.TrimLeft(entry, "- ")
		at := len(line) - len(head)
		switch {
		case entry == "" || entry[0] == '#':
		case strings.HasPrefix(entry, "- ") && at <= column:
			if at < column {
				path = append(path, keyOf(head))
			}
			path, column = append(path, "-"), indent+1
		case indent < column && entry[0] != '-':
			path, column = append(path, keyOf(entry)), indent
		}
		if text == "" || column == 0 {
			slices.Reverse(path)
			return path
		}
		begin := strings.LastIndexByte(text[:len(text)-1], '\n') + 1
		text, line = text[:begin], strings.TrimRight(text[begin:], "\r\n")
	}
}

// keyOf returns the key at the beginning of a line, "" if there is none.
func keyOf(entry string) string {
	key, _, ok := strings.Cut(entry+" ", ": ")
	if !ok {
		return ""
	}
	return strings.Trim(key, `"'`)
}

// keysAt returns the possible keys of the mapping at a path.
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
		return []string{"create", "update", "delete", "read"}
	case "get":
		return []string{"id", "state"}
	}
	if t := b.typeAt(path); t != nil {
		return t.propNames()
	}
	return nil
}

// typeAt returns the schema type at a path inside the properties of a resource, or nil.
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

// valuesAt returns the possible words for the value of a key.
func (b *binder) valuesAt(path []string, key string) []string {
	yesOrNo := []string{"true", "false"}
	switch {
	case len(path) == 2 && path[0] == "config" && key == "type":
		return []string{"string", "number", "integer", "boolean", "object", "List<string>", "List<number>", "List<integer>", "List<boolean>"}
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
			out = append(out, written(r.token))
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
		out[i] = written(t)
	}
	return out
}

// written shortens a token: it drops the index module and the repeated name.
func written(token string) string { return strings.Replace(plain(token), ":index:", ":", 1) }

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
