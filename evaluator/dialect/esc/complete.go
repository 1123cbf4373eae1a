package esc

import (
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An assist implements bind.Assist: completions, descriptions and mentions for the editor.
type assist struct {
	bind.NoAssist
	*binder
}

// Complete proposes what could be written at a cursor: the next name of a path, an environment to
// import, a provider, or a key with a special meaning. If it returns false, the caller proposes
// functions.
func (b *assist) Complete(at bind.Cursor) ([]bind.Item, bool) {
	items := b.propose(at)
	return items, items != nil
}

// propose decides what can be written at a cursor from the text of its line and the keys around it.
// It returns nil if functions are to be proposed, and an empty list if nothing fits.
func (b *binder) propose(at bind.Cursor) []bind.Item {
	if typed, ok := at.Inside("${", "}"); ok {
		return b.proposePath(at.File, at.Offset, typed)
	}
	line, word, path := at.Line(), at.Word(), at.Path()
	span, keys := at.Last(len(word)), path.Keys()
	entry := strings.TrimLeft(line, " ")
	switch section := sectionOf(keys); {
	case section == "imports":
		return b.proposeImports(entry, word, span)
	case section == "values" && strings.HasPrefix(word, functionPrefix):
		return b.proposeProviders(word, span)
	case section == "values" && !path.AtKey && keys[len(keys)-1] == "provider" && !path.Flow:
		return names(append(sortedNames(b.in.providers), sortedNames(b.in.rotators)...), "value", "", span)
	// The word is the only one in an indented line, so it is a key.
	case section == "values" && word == entry && line != entry && b.atTop(at.File, at.Offset-len(entry)):
		return b.proposeConventions(span)
	case section == "" && word == line:
		return b.proposeFields(at.File, span)
	}
	return nil
}

// sectionOf returns the top-level key that a path is in, in lower case, or "" at the top level.
func sectionOf(path []string) string {
	if len(path) == 0 {
		return ""
	}
	return strings.ToLower(path[0])
}

// environmentOf returns the environment in a file, or nil if the file has not been read as one.
func (b *binder) environmentOf(f *source.File) *environment {
	for _, e := range b.order {
		if e.file == f {
			return e
		}
	}
	return nil
}

// atTop reports whether an offset is indented like the top-level properties of its file.
func (b *binder) atTop(f *source.File, offset int) bool {
	e := b.environmentOf(f)
	if e == nil || len(e.values.items) == 0 {
		return e != nil
	}
	first := f.Position(e.values.items[0].cell.NameAt.Start())
	return f.Position(offset).Column == first.Column
}

// proposePath proposes how to continue a path.
func (b *binder) proposePath(f *source.File, offset int, typed string) []bind.Item {
	e := b.environmentOf(f)
	if e == nil {
		return []bind.Item{}
	}
	// The path is not closed yet. The scanner's problems do not matter: the last accessor is being
	// typed, and those before it lead to the value that has the candidates.
	path := (&pathScanner{text: typed}).path()
	last := path[len(path)-1]
	// open is where the last accessor begins in the file.
	open := offset - len(typed) + last.start
	switch {
	case strings.HasPrefix(typed[last.start:], "["):
		closing := "]"
		if strings.HasPrefix(strings.TrimPrefix(f.Text[offset:], `"`), "]") {
			closing = "" // the editor has inserted the closing bracket
		}
		return b.subscripts(e, path[:len(path)-1], closing, f.Span(open+1, offset))
	case strings.HasPrefix(typed[last.start:], "."):
		open++
	}
	return b.members(e, path[:len(path)-1], f.Span(open, offset))
}

// members proposes names after a dot, or at the beginning of a path.
func (b *binder) members(e *environment, path []accessor, at source.Span) []bind.Item {
	items := []bind.Item{}
	for _, f := range b.fieldsAt(e, path) {
		// Other keys can only be written in brackets, where subscripts proposes them.
		if f.Key != "" && strings.IndexFunc(f.Key, endsName) < 0 {
			items = append(items, bind.Item{Label: f.Key, Kind: "property", Insert: f.Key, Value: f.Value, Span: at})
		}
	}
	if len(path) == 0 {
		for _, f := range b.builtins(e) {
			items = append(items, bind.Item{Label: f.Name, Kind: "variable", Doc: f.Doc, Insert: f.Name, Span: at})
		}
	}
	return items
}

// endsName reports whether a name in a path ends before a character (3). A key that contains one
// has to be written in brackets.
func endsName(r rune) bool { return strings.ContainsRune(".[} \t", r) }

// subscripts proposes the keys and indices that are valid in brackets.
func (b *binder) subscripts(e *environment, path []accessor, closing string, at source.Span) []bind.Item {
	items := []bind.Item{}
	for _, f := range b.fieldsAt(e, path) {
		key := `"` + strings.ReplaceAll(f.Key, `"`, `\"`) + `"`
		insert := key + closing
		if closing == "" && strings.HasPrefix(at.File().Text[at.End():], `"`) {
			insert = strings.TrimSuffix(key, `"`) // the editor has inserted the closing quote, too
		}
		items = append(items, bind.Item{Label: key, Kind: "property", Insert: insert, Value: f.Value, Span: at})
	}
	if l := b.valueAt(e, path).List(); l != nil {
		for i, item := range l.Items {
			items = append(items, bind.Item{Label: itoa(i), Kind: "property", Insert: itoa(i) + closing,
				Value: item, Span: at})
		}
	}
	return items
}

// builtins returns the built-in names that a path can begin with.
func (b *binder) builtins(e *environment) []*ir.Func {
	out := []*ir.Func{contextValue}
	if len(e.imports) > 0 {
		out = append(out, importRecord)
	}
	if len(b.projects("")) > 0 {
		out = append(out, environmentsValue)
	}
	return out
}

// environmentsValue documents the built-in property that leads to any environment.
var environmentsValue = &ir.Func{Name: "environments",
	Doc: "Any environment by its project and name, whether it is imported or not: " +
		"${environments.project.name.property}."}

// projects returns the projects of the environments in the bundle or, given a project, the names of
// its environments.
func (b *binder) projects(project string) []string {
	var out []string
	for _, name := range b.names() {
		in, rest, ok := strings.Cut(name, "/")
		switch {
		case !ok || project != "" && in != project:
		case project != "":
			out = append(out, rest)
		case !contains(out, in):
			out = append(out, in)
		}
	}
	return out
}

// fieldsAt returns the names with which a path can continue.
func (b *binder) fieldsAt(e *environment, path []accessor) []value.Field {
	if len(path) > 0 && len(path) < 3 && path[0].key == "environments" {
		project := ""
		if len(path) == 2 {
			project = path[1].key
		}
		var out []value.Field
		for _, name := range b.projects(project) {
			out = append(out, value.Field{Key: name})
		}
		return out
	}
	v := b.valueAt(e, path)
	// An unknown value has the properties of its type, which the provider's schema declares.
	if u, ok := v.Data.(value.Unknown); ok {
		return declaredFields(u)
	}
	return bind.VisibleFields(v)
}

// declaredFields returns the properties that an unknown object will have according to its type.
func declaredFields(u value.Unknown) []value.Field {
	var fields []value.Field
	if s, _ := u.Type.(*schema); s.resolve() != nil {
		for _, p := range s.resolve().properties {
			if p.schema == nil || !p.schema.never {
				v := value.Value{Data: value.Unknown{Why: u.Why, Type: typeOf(p.schema)}}
				fields = append(fields, value.Field{Key: p.name, Value: v})
			}
		}
	}
	return fields
}

// valueAt returns the value that a path leads to, or a value without data.
func (b *binder) valueAt(e *environment, path []accessor) value.Value {
	// The cases have the order of a lookup: built-in properties hide those of values (4).
	v := b.results.Value(e.cell)
	if len(path) > 0 && !path[0].isIndex {
		switch path[0].key {
		case "imports":
			v, path = value.Value{}, path[1:]
			if e.record != nil {
				v = b.results.Value(e.record)
			}
		case "context":
			v, path = b.contextOf(e), path[1:]
		case "environments":
			if len(path) < 3 {
				return value.Value{}
			}
			v = value.Value{}
			// Only environments that a reference or an import names have been read.
			if other := b.environments[path[1].key+"/"+path[2].key]; other != nil && !other.dropped {
				v = b.results.Value(other.cell)
			}
			path = path[3:]
		}
	}
	for _, a := range path {
		v = step(v, a)
	}
	return v
}

// step follows one accessor. If there is no such value, it returns one without data.
func step(v value.Value, a accessor) value.Value {
	switch d := v.Data.(type) {
	case *value.Object:
		next, _ := d.Get(a.key)
		return next
	case *value.List:
		if a.isIndex && a.index >= 0 && a.index < len(d.Items) {
			return d.Items[a.index]
		}
	case value.Unknown:
		// The type determines what a path can continue with: the elements of its arrays, the
		// properties of its objects.
		if s, _ := d.Type.(*schema); a.isIndex && s.resolve() != nil {
			return unknownLike(v, s.resolve().item(a.index))
		}
		return propertyOf(v, a.key)
	}
	return value.Value{}
}

// proposeImports proposes the environments that are not imported yet or, after a brace, the option
// `merge`.
func (b *binder) proposeImports(entry, word string, at source.Span) []bind.Item {
	if i := strings.LastIndexByte(entry, '{'); i > 0 && strings.Contains(entry[:i], ":") {
		return []bind.Item{{Label: "merge: false", Kind: "key", Insert: "merge: false", Span: at, Doc: mergeDoc}}
	}
	e := b.environmentOf(at.File())
	var free []string
	for _, name := range b.names() {
		// The word at the cursor is among the imports already, but must remain a candidate.
		if e != nil && (name == e.name || name != word && e.hasImport(name)) {
			continue
		}
		free = append(free, name)
	}
	return names(free, "resource", "", at)
}

// mergeDoc documents the only option of an import (5).
const mergeDoc = "If false, the environment is not merged: its values are available only through ${imports}."

// hasImport reports whether an environment is imported, merged or not.
func (e *environment) hasImport(name string) bool {
	for _, entry := range e.imports {
		if entry.name == name {
			return true
		}
	}
	return false
}

// proposeProviders proposes calls of the providers and rotators in inputs.yaml. It returns nil if
// the word does not begin with fn::open:: or fn::rotate::.
func (b *binder) proposeProviders(word string, at source.Span) []bind.Item {
	for prefix, known := range map[string]map[string]*mock{fnOpen.Name + "::": b.in.providers,
		fnRotate.Name + "::": b.in.rotators} {
		if strings.HasPrefix(word, prefix) {
			return names(sortedNames(known), "function", prefix, at)
		}
	}
	return nil
}

// names proposes names with a prefix. A function is followed by a colon.
func names(list []string, kind, prefix string, at source.Span) []bind.Item {
	items := []bind.Item{}
	for _, name := range list {
		item := bind.Item{Label: prefix + name, Kind: kind, Insert: prefix + name, Span: at}
		if kind == "function" {
			item.Insert += ": "
		}
		items = append(items, item)
	}
	return items
}

// sortedNames returns the names of mocks in a fixed order, since that of a map varies.
func sortedNames(m map[string]*mock) []string {
	out := make([]string, 0, len(m))
	for name := range m {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// conventions lists the properties that have a meaning outside the environment.
var conventions = []struct{ key, doc string }{
	{variablesKey, "Environment variables for the programs that `pulumi env run` starts."},
	{filesKey, "Files for these programs: each value is the content of a file, each key the variable that holds its " +
		"path."},
	{configKey, "Configuration for Pulumi programs whose stacks use this environment."},
}

// proposeConventions proposes the conventional properties that the environment does not define yet.
func (b *binder) proposeConventions(at source.Span) []bind.Item {
	e := b.environmentOf(at.File())
	var items []bind.Item
	for _, c := range conventions {
		if e.values.field(c.key) == nil {
			items = append(items, bind.Item{Label: c.key, Kind: "key", Doc: c.doc, Insert: c.key + ": ", Span: at})
		}
	}
	return items
}

// topLevelKeys are the keys of an environment, with the text to insert after each.
var topLevelKeys = []struct{ key, doc, rest string }{
	{"imports", "The environments whose values this one inherits and can override.", ":\n  - "},
	{"values", "The properties of the environment.", ":\n  "},
	{"description", "What the environment is for.", ": "},
}

// proposeFields proposes the top-level keys that the file does not have yet.
func (b *binder) proposeFields(f *source.File, at source.Span) []bind.Item {
	if _, ok := environmentFile(f.Name); !ok {
		return nil
	}
	items := []bind.Item{}
	given := strings.ToLower(strings.Join(bind.TopLevelKeys(f), "\n") + "\n")
	for _, field := range topLevelKeys {
		// Keys are compared in lower case, because ESC ignores their case (1).
		if !strings.Contains("\n"+given, "\n"+field.key+"\n") {
			items = append(items, bind.Item{Label: field.key, Kind: "key", Doc: field.doc,
				Insert: field.key + field.rest, Span: at})
		}
	}
	return items
}
