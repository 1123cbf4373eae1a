package pulumi

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/yamltree"
)

// checkTree reports aliases and keys that are not strings, which the original's decoder rejects
// anywhere in the document. It also warns that `<<` does not merge, and which of two equal keys is
// ignored.
func (b *binder) checkTree(n *yamltree.Node) { b.checkBelow(n, false) }

// checkBelow is like checkTree. If the keys of n are names, it does not report duplicates as ignored keys: they
// are reported as names declared twice (8).
func (b *binder) checkBelow(n *yamltree.Node, names bool) {
	switch n.Kind {
	case yamltree.Alias:
		b.report(diag.Errorf(n.Span, "alias",
			"Pulumi YAML does not follow aliases; write the value of *%s out, "+
				"or make it a variable and use ${...}", n.Value).
			WithReference("alias nodes are not supported"))
	case yamltree.Scalar:
		if n.Tag() == "" {
			return
		}
		if complaint := n.Resolve(yamltree.YAMLv3).Error; complaint != "" {
			b.report(diag.Errorf(n.Span, "tag-mismatch", "this value does not match its tag %s", n.Tag()).
				WithReference("yaml: %s", complaint))
		}
	case yamltree.Sequence:
		for _, c := range n.Items {
			b.checkTree(c)
		}
	case yamltree.Mapping:
		for _, p := range n.Pairs {
			b.checkKey(p)
			b.checkBelow(p.Value, n == b.root && containsFold(nameKeys, p.Key.Value))
		}
		if !names {
			b.repeatedKeys(n.Pairs)
		}
	}
}

// checkRest warns that everything after the first document is ignored, as the original does silently (1). end is
// the offset where the first document ends.
func (b *binder) checkRest(end int) {
	text := b.main.Text
	next := strings.Index(text[end:], "\n---")
	if next < 0 {
		return
	}
	at := end + next + 1
	// Nothing is lost if only comments follow the separator.
	for _, line := range strings.Split(text[at+len("---"):], "\n") {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line != "---" && line != "..." {
			b.report(diag.Warnf(b.main.Span(at, at+len("---")), "hint-yaml-rest",
				"only the first document is read; the rest is ignored"))
			return
		}
	}
}

// checkKey reports keys that are not strings: the original rejects 1: and true: even if they are
// meant as strings. A key that looks like a timestamp is a string (1).
func (b *binder) checkKey(p yamltree.Pair) {
	k := p.Key
	if k.Kind != yamltree.Scalar {
		if k.Kind != yamltree.Broken {
			b.report(diag.Errorf(k.Span, "key-type", "a key must be a string").
				WithReference("mapping keys must be strings"))
		}
		return
	}
	if kind := k.Resolve(yamltree.YAMLv3).Kind; kind != yamltree.String && kind != yamltree.Timestamp {
		b.report(diag.Errorf(k.Span, "key-type", "the key %s is read as %s; put it in quotes", k.Value,
			scalarNoun(kind)).
			WithReference("mapping keys must be strings").WithFix("Put it in quotes", k.Body(), `"`+k.Value+`"`))
	}
	if k.Value == "<<" && k.Style == yamltree.Plain {
		b.report(diag.Warnf(k.Span, "hint-merge-key",
			"Pulumi YAML does not merge mappings: << is an ordinary key here"))
	}
}

// repeatedKeys reports which of two equal keys is ignored. The original accepts them silently (1).
func (b *binder) repeatedKeys(pairs []yamltree.Pair) {
	// Comparing the keys of a small mapping with each other costs less than a map.
	const many = 16
	var seen map[string]*yamltree.Node
	if len(pairs) > many {
		seen = make(map[string]*yamltree.Node, len(pairs))
	}
	for i, p := range pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		old := seen[p.Key.Value]
		if seen != nil {
			seen[p.Key.Value] = p.Key
		} else {
			for _, q := range pairs[:i] {
				if q.Key.Kind == yamltree.Scalar && q.Key.Value == p.Key.Value {
					old = q.Key
				}
			}
		}
		if old != nil {
			b.report(diag.Warnf(old.Span, "hint-duplicate-key", "%s is set twice; only the last one is used",
				p.Key.Value).
				WithNote(p.Key.Span, "this one is used"))
		}
	}
}

// scalarNoun returns our word for the kind of a scalar in messages.
func scalarNoun(k yamltree.ResolvedKind) string {
	switch k {
	case yamltree.Null:
		return "null"
	case yamltree.Bool:
		return "a boolean"
	case yamltree.Int, yamltree.Float:
		return "a number"
	}
	return "text"
}

// An entry is a field of a record as written. Both nodes are nil if the field is missing.
type entry struct{ key, value *yamltree.Node }

// present reports whether the entry was written and could be parsed.
func (e entry) present() bool { return e.value != nil && e.value.Kind != yamltree.Broken }

// A record is the known fields of a mapping, by name. There are so few that a linear search is
// faster than a map.
type record []namedEntry

// A namedEntry is a field under its known name, which may differ from the key as written in case.
type namedEntry struct {
	name string
	entry
}

// find returns a field, and whether the mapping has it.
func (r record) find(name string) (entry, bool) {
	for i := range r {
		if r[i].name == name {
			return r[i].entry, true
		}
	}
	return entry{}, false
}

// get returns a field. It is empty if the mapping does not have it.
func (r record) get(name string) entry {
	e, _ := r.find(name)
	return e
}

// with returns the record with a field added, or replaced if there is one of the same name.
func (r record) with(name string, e entry) record {
	for i := range r {
		if r[i].name == name {
			r[i].entry = e
			return r
		}
	}
	return append(r, namedEntry{name, e})
}

// topKeys are the keys of a program. Those that only the CLI reads are ignored (1); see projectKeys.
var topKeys = []string{"name", "namespace", "description", "version", "pulumi", "config", "configuration", "variables",
	"resources", "outputs", "components", "sdks"}

// nameKeys are the sections whose keys are names that ${...} can refer to.
var nameKeys = []string{"config", "configuration", "variables", "resources"}

// projectKeys are the keys that only the CLI reads. A program may have them, because Pulumi.yaml is often both
// program and project file.
var projectKeys = []string{"runtime", "main", "backend", "options", "template", "plugins", "packages", "stackConfigDir",
	"author", "website", "license", "requiredPulumiVersion", "mappings"}

// topLevel reads the keys of the document, and reports those that only plugins have. It does not bind the
// sections.
func (b *binder) topLevel(root *yamltree.Node) record {
	top := b.fields(root, topKeys, b.unknownTopKey)
	b.readName(top)
	b.literalString(top.get("version"), "version")
	if e := top.get("namespace"); e.present() {
		b.literalString(e, "namespace")
		b.report(diag.Errorf(e.key.Span, "plugin-only", "namespace belongs in component plugins, not in programs").
			WithReference("namespace is only supported in component plugins"))
	}
	b.parseField("components", top.get("components"))
	if e := top.get("components"); b.isMapping(e.value, "components") && !isEmpty(e.value) {
		b.report(diag.Errorf(e.key.Span, "plugin-only",
			"components can only be defined in a plugin (PulumiPlugin.yaml), not in a program").
			WithReference("components are only supported in plugins, not in programs"))
	}
	if e := top.get("sdks"); e.present() {
		b.report(diag.Warnf(e.key.Span, "hint-sdks",
			"sdks is reserved: Pulumi fills it from lock files; this value is ignored"))
	}
	return top
}

// unknownTopKey reports a key that neither programs nor project files have. The original ignores it silently
// (0.f). A misspelling of `name` has been reported already.
func (b *binder) unknownTopKey(p yamltree.Pair) {
	all := append(append([]string(nil), topKeys...), projectKeys...)
	if containsFold(projectKeys, p.Key.Value) || p.Key == b.project.nearName {
		return
	}
	if near := diag.Nearest(p.Key.Value, all); near != "" {
		b.report(diag.Warnf(p.Key.Span, "hint-unknown-key",
			"%q is not a key of a program and is ignored; did you mean %q?", p.Key.Value, near).
			WithFix("Change to "+near, p.Key.Body(), near))
		return
	}
	b.report(diag.Warnf(p.Key.Span, "hint-unknown-key", "%q is not a key of a program and is ignored; its keys are %s",
		p.Key.Value,
		bind.List([]string{"name", "description", "config", "variables", "resources", "outputs"})))
}

// readName reads the program's name and description, unless they were read from the project
// file.
func (b *binder) readName(top record) {
	name, description := top.get("name"), top.get("description")
	switch {
	// The CLI has read a key that is spelled `name` exactly; the evaluator accepts any case.
	case b.project.file == nil, b.isProject() && name.present() && name.key.Value != "name":
		b.project.name = b.literalString(name, "name")
	}
	// In a project file, a description of another kind has been reported already.
	if !b.isProject() || description.present() && isText(description.value) {
		b.literalString(description, "description")
	}
}

// literalString reads a field that must be a plain string: one that is needed before anything is
// evaluated. It returns "" if the field is missing or wrong.
func (b *binder) literalString(e entry, field string) string {
	if !e.present() {
		return ""
	}
	// The original parses an expression first, and its syntax errors are the only ones.
	if b.parseOnly(e.value) {
		return ""
	}
	if !isText(e.value) || hasAccess(e.value.Value) {
		b.report(diag.Errorf(e.value.Span, "literal-string", "%s must be a plain string", field).
			WithReference("%s must be a string", field))
		return ""
	}
	return unescape(e.value.Value)
}

// fields reads the fields of a record. Keys match regardless of case, with a warning if the
// case is wrong; unknown keys go to the callback.
func (b *binder) fields(n *yamltree.Node, known []string, unknown func(yamltree.Pair)) record {
	out := record(b.slabs.records.Slice(min(len(n.Pairs), len(known))))
	for _, p := range n.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		name, ok := canonical(known, p.Key.Value)
		if !ok {
			unknown(p)
			continue
		}
		if name != p.Key.Value && p.Key != b.project.nearName {
			b.casing(p.Key, name)
		}
		if old, ok := out.find(name); ok {
			b.parseField(name, old) // the original parses every field of this name and keeps the last
		}
		out = out.with(name, entry{p.Key, p.Value})
	}
	return out
}

// canonical returns the known spelling of a key. The original compares keys without regard to case,
// but an exact match wins.
func canonical(known []string, key string) (string, bool) {
	for _, k := range known {
		if k == key {
			return k, true
		}
	}
	for _, k := range known {
		if strings.EqualFold(k, key) {
			return k, true
		}
	}
	return "", false
}

func containsFold(list []string, s string) bool {
	_, ok := canonical(list, s)
	return ok
}

// casing warns that the case of a key is wrong. The key still works (1).
func (b *binder) casing(key *yamltree.Node, right string) {
	b.report(diag.Warnf(key.Span, "casing", "%s should be written %s; a later version of Pulumi YAML will require it",
		key.Value, right).
		WithReference("'%s' looks like a miscapitalization of '%s'", key.Value, right).
		WithFix("Change to "+right, key.Body(), right))
}

// record reads the fields of a mapping that messages call path, and warns about unknown ones. It returns nil if n
// is not a mapping.
func (b *binder) record(n *yamltree.Node, path string, known []string) record {
	if !b.isMapping(n, path) {
		return nil
	}
	return b.fields(n, known, func(p yamltree.Pair) { b.unknownField(p.Key, path, known) })
}

// unknownField warns about a key that an object does not have. The original continues without it (9).
func (b *binder) unknownField(key *yamltree.Node, path string, known []string) {
	sorted := diag.ByDistance(key.Value, known)
	p := diag.Warnf(key.Span, "unknown-field", "%s has no field %s%s", path, key.Value, suggestion(key.Value, sorted)).
		WithReference("Field '%s' does not exist on Object '%s'", key.Value, path)
	if near := diag.Nearest(key.Value, known); near != "" {
		p = p.WithFix("Change to "+near, key.Body(), near)
	}
	b.report(p)
}

// suggestion suggests the nearest candidate, or else lists the first of those sorted by
// distance.
func suggestion(name string, sorted []string) string {
	if near := diag.Nearest(name, sorted); near != "" {
		return diag.Suggestion(near)
	}
	return "; it has " + existing(sorted)
}

// existing lists at most five names and counts the others (9).
func existing(sorted []string) string {
	const most = 5
	if len(sorted) <= most {
		return strings.Join(sorted, ", ")
	}
	more := len(sorted) - most
	return strings.Join(sorted[:most], ", ") + " and " + plural(more, "other")
}

// isMapping reports whether n is a mapping, and adds a problem if it is anything else. Null is not
// a mapping: `outputs:` with nothing below it is rejected (1). A missing node is not reported, and
// neither are aliases and broken nodes, which have been reported already.
func (b *binder) isMapping(n *yamltree.Node, path string) bool {
	switch {
	case n == nil || n.Kind == yamltree.Broken || n.Kind == yamltree.Alias:
		return false
	case n.Kind == yamltree.Mapping:
		return true
	}
	b.report(diag.Errorf(n.Span, "not-an-object", "%s must be a mapping", path).
		WithReference("%s must be an object", path))
	return false
}

// isNull reports whether a node is null, either written as such or because the value is missing.
func isNull(n *yamltree.Node) bool {
	return n.Kind == yamltree.Scalar && n.Resolve(yamltree.YAMLv3).Kind == yamltree.Null
}

// declareVariables adds a cell for each variable; their expressions are bound later, by
// bindVariables, from the nodes in Data.
func (b *binder) declareVariables(e entry) {
	if !b.isMapping(e.value, "variables") {
		return
	}
	for _, p := range e.value.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		c := b.addCell("variable", p.Key.Value, p.Key, p.Span())
		c.Data = p.Value
		b.vars = append(b.vars, c)
	}
}

func (b *binder) bindVariables() {
	for _, c := range b.vars {
		c.Expr = b.expr(c.Data.(*yamltree.Node), scope{})
	}
}

// bindOutputs binds the outputs. They are evaluated last and nothing can refer to them, so they may share a name
// with a variable.
func (b *binder) bindOutputs(e entry) {
	if !b.isMapping(e.value, "outputs") {
		return
	}
	names := map[string]bool{}
	for _, p := range e.value.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		id := "outputs." + p.Key.Value
		if names[id] {
			id = b.uniqueName("output", p.Key.Value)
		}
		names[id] = true
		c := b.add(&ir.Cell{Name: id, Label: p.Key.Value, Kind: "output", NameAt: p.Key.Span, Span: p.Span()})
		// The original finds a missing name here only at evaluation (8).
		c.Expr = b.expr(p.Value, scope{late: true})
		b.outputs = append(b.outputs, c)
	}
}

// bindSettings binds `pulumi: {requiredVersion: ...}`, which must evaluate to a string (1). Its
// cell is hidden, since nothing can refer to it.
func (b *binder) bindSettings(e entry) {
	fields := b.record(e.value, "pulumi", pulumiFields)
	v, ok := fields.find("requiredVersion")
	if !ok {
		return
	}
	c := b.add(&ir.Cell{Name: "pulumi.requiredVersion", Kind: "setting", Hidden: true, NameAt: v.key.Span,
		Span: v.key.Span.To(v.value.Span)})
	c.Expr = &ir.Call{Meta: ir.Meta{Span: v.value.Span}, Fn: requiredVersion, Args: []ir.Node{b.expr(v.value, scope{})}}
}

// plural returns a number with its noun: "1 element", "2 elements".
func plural(n int, word string) string {
	s := itoa(n) + " " + word
	if n != 1 {
		s += "s"
	}
	return s
}
