package esc

import (
	"encoding/base64"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// A reader turns the document of one environment into properties and expressions.
type reader struct {
	b       *binder
	e       *environment
	stopped bool // the YAML has an error that stops the load
	slabs   slabs
	scanner pathScanner
}

// slabs allocate the many small parts of an environment.
type slabs struct {
	ir.Nodes
	properties ir.Slab[ownProperty]
	children   ir.Slab[children]
	references ir.Slab[reference]
	items      ir.Slab[*property]
	arguments  ir.Slab[argument]
	entries    ir.Slab[objectEntry]
	keys       ir.Slab[string]
}

// fail adds a load error: evaluation of the root environment continues, but an imported environment
// is dropped.
func (r *reader) fail(at source.Span, code diag.Code, reference, format string, args ...any) {
	p := diag.Errorf(blame(at), code, format, args...)
	if reference != "" {
		p = p.WithReference("%s", reference)
	}
	r.e.load = append(r.e.load, p)
}

// document reads the environment. A document that ESC cannot read as YAML has no value, but as much
// as possible of the root environment is bound for the graph; see silence.go.
func (r *reader) document() {
	doc, root := r.e.doc, r.e.doc.Root
	r.e.load = append(r.e.load, doc.Problems...)
	r.e.isEmpty = true
	r.stopped = doc.Partial || hasErrors(doc.Problems)
	if !r.stopped && root != nil {
		r.secondDocument(doc)
		r.checkYAML(root)
	}
	switch {
	case r.stopped:
		// content fills in properties for the graph. Its problems are dropped: the reasons why the
		// load stopped are enough.
		if r.e.isRoot && root != nil && root.Kind == yamltree.Mapping {
			load := r.e.load
			r.content(root)
			r.e.load, r.e.declared = load, nil
		}
	// An empty file is an empty environment, but one with only comments is an error in the
	// original.
	case root == nil:
		if doc.File.Text != "" {
			r.fail(source.Span{}, "document-shape", "environment must be an object",
				"this environment is empty; add the key values or imports")
		}
	case root.Kind != yamltree.Mapping:
		r.fail(root.Span, "document-shape", "environment must be an object",
			"an environment is a mapping with the keys imports and values")
	default:
		r.content(root)
	}
}

// content reads the top-level mapping.
func (r *reader) content(root *yamltree.Node) {
	fields, replaced := r.topLevel(root)
	for _, field := range replaced {
		r.discardField(field)
	}
	if n := fields["description"]; n != nil {
		r.description(n)
	}
	if n := fields["imports"]; n != nil {
		r.imports(n)
	}
	if n := fields["values"]; n != nil {
		r.values(n)
	}
	r.e.isEmpty = !hasEntries(fields)
}

// description checks that the description is a string without references. Nothing uses its text.
func (r *reader) description(n *yamltree.Node) {
	if _, ok := r.literal(n); !ok {
		r.discardUnscanned(n)
		r.fail(n.Span, "description-type", "description must be a string", "the description must be a plain string")
	}
}

// A topField is a top-level key with its value.
type topField struct {
	name  string // the canonical name
	value *yamltree.Node
}

// discardField reads a top-level key that a later one replaces, only to report its errors.
func (r *reader) discardField(field topField) {
	switch field.name {
	case "description":
		r.description(field.value)
	case "imports":
		// The errors in the list are reported, but its imports are dropped.
		imports, merges := r.e.imports, r.e.merges
		r.imports(field.value)
		r.e.imports, r.e.merges = imports, merges
	case "values":
		declared := len(r.e.declared)
		for _, entry := range r.topEntries(field.value) {
			r.discard(entry.value)
		}
		r.e.declared = r.e.declared[:declared]
	}
}

// hasEntries reports whether values or imports have any entry, usable or not.
func hasEntries(fields map[string]*yamltree.Node) bool {
	imports, values := fields["imports"], fields["values"]
	return imports != nil && imports.Kind == yamltree.Sequence && len(imports.Items) > 0 ||
		values != nil && values.Kind == yamltree.Mapping && len(values.Pairs) > 0
}

// secondDocument warns about a second document in the file: only the first one is read.
func (r *reader) secondDocument(doc *yamltree.Document) {
	if doc.Root == nil {
		return
	}
	text, at := doc.File.Text, doc.Root.Span.End()
	for {
		i := strings.Index(text[at:], "\n---")
		if i < 0 {
			return
		}
		at += i + 4
		// A marker ends its line or is followed by a blank: `---x` is text.
		if at == len(text) || strings.IndexByte(" \t\r\n", text[at]) >= 0 {
			r.e.load = append(r.e.load, diag.Warnf(doc.File.Span(at-3, at), "hint-second-document",
				"only the first document of a file is read; everything after this marker is ignored"))
			return
		}
	}
}

// checkYAML reports what ESC rejects while it reads YAML: aliases, keys that are not strings, and
// scalars that do not fit their tags.
func (r *reader) checkYAML(n *yamltree.Node) {
	switch n.Kind {
	case yamltree.Alias:
		r.stop(n.Span, "alias", "alias nodes are not supported",
			"aliases cannot be used in environments; refer to the value by its path, as in ${path}")
	case yamltree.Broken:
		r.stopped = true
	case yamltree.Sequence:
		for _, item := range n.Items {
			r.checkYAML(item)
		}
	case yamltree.Mapping:
		for _, p := range n.Pairs {
			r.checkYAML(p.Key)
			if p.Key.Kind != yamltree.Broken && (p.Key.Kind != yamltree.Scalar || !isText(p.Key)) {
				r.stop(p.Key.Span, "key-type", "mapping keys must be strings",
					"keys must be strings: put this one in quotes")
			}
			r.checkYAML(p.Value)
		}
	case yamltree.Scalar:
		// A scalar without a tag always fits: it has the type that its text shows.
		if n.Tag() == "" {
			return
		}
		complaint := n.Resolve(yamltree.YAMLv3).Error
		// The value stays the base64 text (1), but yaml.v3 rejects a text that it cannot decode.
		if n.ShortTag() == "!!binary" {
			if _, err := base64.StdEncoding.DecodeString(n.Value); err != nil {
				complaint = "!!binary value contains invalid base64 data"
			}
		}
		if complaint != "" {
			r.stop(n.Span, "tag-mismatch", "yaml: "+complaint, "this value does not match its tag %s", n.Tag())
		}
	}
}

// stop adds an error that stops the load, so that there is no environment (1).
func (r *reader) stop(at source.Span, code diag.Code, reference, format string, args ...any) {
	r.stopped = true
	r.fail(at, code, reference, format, args...)
}

// isText reports whether a scalar is read as a string, which includes dates.
func isText(n *yamltree.Node) bool {
	k := n.Resolve(yamltree.YAMLv3).Kind
	return k == yamltree.String || k == yamltree.Timestamp
}

// topLevel returns the value of each known top-level key, and separately the values that a later
// key of the same name replaces. The original warns about those only if both keys are spelled
// identically.
func (r *reader) topLevel(root *yamltree.Node) (map[string]*yamltree.Node, []topField) {
	known := []string{"description", "imports", "values"}
	spelt := map[string]bool{}
	fields := map[string]*yamltree.Node{}
	var replaced []topField
	for _, p := range root.Pairs {
		key := p.Key.Value
		name := strings.ToLower(key)
		old := fields[name]
		switch {
		case spelt[key]:
			r.repeated(p.Key)
		case old != nil:
			r.e.load = append(r.e.load, diag.Warnf(p.Key.Span, "hint-duplicate-field",
				"%q is already set, in a different case; the last one is used", name))
		}
		spelt[key] = true
		if !contains(known, name) {
			r.unknownField(p.Key, known)
			continue
		}
		if old != nil {
			replaced = append(replaced, topField{name, old})
		}
		fields[name] = p.Value
	}
	return fields, replaced
}

// repeated warns about a top-level key, or an option of an import, that is set twice.
func (r *reader) repeated(key *yamltree.Node) {
	r.e.load = append(r.e.load, diag.Warnf(key.Span, "duplicate-field", "%q is set twice; the last one is used",
		key.Value).WithReference("duplicate key %s", quote(key.Value)))
}

// unknownField warns about an unknown top-level key. The original sorts the known keys by their
// edit distance from it, in bytes, and compares their names in quotes with the folded key without
// quotes.
func (r *reader) unknownField(n *yamltree.Node, known []string) {
	key := n.Value
	quoted := make([]string, len(known))
	for i, name := range known {
		quoted[i] = "'" + name + "'"
	}
	problem := diag.Warnf(n.Span, "unknown-field", "an environment has no key %q%s", key, orKeys(key, known)).
		WithReference("Field '%s' does not exist on Object 'environment'. Existing fields are: %s", key,
			strings.Join(diag.ByDistance(characters(diag.Fold(key)), quoted), ", "))
	r.e.load = append(r.e.load, withChange(problem, n, key, known))
}

// orKeys returns the end of a message about an unknown key: the nearest known key or, if none is
// near, all of them.
func orKeys(key string, known []string) string {
	if s := diag.DidYouMean(key, known); s != "" {
		return s
	}
	return "; its keys are " + bind.List(known)
}

// withChange adds a fix that changes a key to the nearest known name.
func withChange(p diag.Problem, n *yamltree.Node, key string, known []string) diag.Problem {
	if near := diag.Nearest(key, known); near != "" {
		return p.WithFix("Change to "+near, n.Body(), near)
	}
	return p
}

// imports reads the list of imported environments.
func (r *reader) imports(n *yamltree.Node) {
	if n.Kind != yamltree.Sequence {
		r.fail(n.Span, "imports-type", "imports must be a list", "imports must be a list of environments")
		return
	}
	r.e.importsAt = n.Span
	for _, item := range n.Items {
		entry := r.importEntry(item)
		if entry == nil {
			continue
		}
		entry.at = item.Span
		r.e.imports = append(r.e.imports, entry)
		r.e.merges = r.e.merges || entry.merge
	}
}

// importEntry reads one import. It returns nil if there is no usable name.
func (r *reader) importEntry(n *yamltree.Node) *importEntry {
	switch {
	case n.Kind == yamltree.Scalar && isText(n):
		return &importEntry{name: n.Value, nameAt: n.Span, merge: true}
	case n.Kind != yamltree.Mapping:
		r.fail(n.Span, "import-entry", "import must be a string or an object",
			"an import is the name of an environment, or NAME: {merge: false}")
		return nil
	case len(n.Pairs) != 1:
		r.fail(n.Span, "import-keys", "import must have a single key",
			"an import names one environment; make a separate list entry for each")
		return nil
	}
	key, options := n.Pairs[0].Key, n.Pairs[0].Value
	// The name is opaque and has no references (5), so the key is taken as it is.
	entry := &importEntry{name: key.Value, nameAt: key.Span, merge: true}
	if options.Kind != yamltree.Mapping {
		r.fail(options.Span, "import-options", "import must be an object",
			"the options of an import are a mapping, as in {merge: false}")
		return entry // the original still imports it
	}
	var seen keySet
	for _, p := range options.Pairs {
		if !seen.add(p.Key.Value) {
			r.repeated(p.Key)
		}
		if p.Key.Value != "merge" {
			known := []string{"merge"}
			problem := diag.Warnf(p.Key.Span, "hint-import-option", "an import has no option %q, so it is ignored%s",
				p.Key.Value, orOption(p.Key.Value))
			r.e.load = append(r.e.load, withChange(problem, p.Key, p.Key.Value, known))
			continue
		}
		v := yamltree.Resolved{}
		if p.Value.Kind == yamltree.Scalar {
			v = p.Value.Resolve(yamltree.YAMLv3)
		}
		if v.Kind != yamltree.Bool {
			r.discard(p.Value)
			r.fail(p.Value.Span, "import-merge", "merge must be a boolean value", "merge must be true or false")
		}
		// As in the original, anything but true leaves the environment out of the merge, even if it
		// is reported as an error.
		entry.merge = v.Kind == yamltree.Bool && v.Text == "true"
	}
	return entry
}

// orOption returns the end of a message about an unknown option of an import.
func orOption(key string) string {
	if s := diag.DidYouMean(key, []string{"merge"}); s != "" {
		return s
	}
	return "; the only one is merge"
}

// reserved lists the names of the built-in properties, which cannot be names directly below
// `values`.
var reserved = []string{"imports", "context", "environments"}

// values declares the properties of the environment.
func (r *reader) values(n *yamltree.Node) {
	if entries := r.topEntries(n); n.Kind == yamltree.Mapping {
		r.e.cell.Span = n.Span
		r.fields(r.e.values, entries)
	}
}

// topEntries returns the entries of values, except those with a reserved name.
func (r *reader) topEntries(n *yamltree.Node) []objectEntry {
	if n.Kind != yamltree.Mapping {
		r.fail(n.Span, "values-type", "values must be an object", "values must be a mapping of properties")
		return nil
	}
	entries := make([]objectEntry, 0, len(n.Pairs))
	for _, p := range n.Pairs {
		key := p.Key.Value
		// A call in place of values is an error, but the entry is kept as a property of that name
		// (2).
		if strings.HasPrefix(key, functionPrefix) {
			r.fail(p.Key.Span, "call-top-level", `builtin function call `+quote(key)+` not allowed at the top level`,
				"%s cannot be called here: values is a mapping of properties, so give its result a name", key)
		}
		if contains(reserved, key) {
			// Paths that begin with these names lead to the built-in properties, so the entry is
			// dropped (2).
			r.declare(p.Key.Span, "reserved-key", quote(key)+" is a reserved key",
				"%q is the name of a built-in property and cannot be given a value", key)
			r.discard(p.Value)
			continue
		}
		entries = append(entries, objectEntry{key, p.Key, p.Value})
	}
	return entries
}

// declare adds an error that is found while an environment's properties are declared.
func (r *reader) declare(at source.Span, code diag.Code, reference, format string, args ...any) {
	r.e.declared = append(r.e.declared, diag.Errorf(at, code, format, args...).WithReference("%s", reference))
}

// mergeKey reports a hint if a key is `<<`, which merges nothing here.
func (r *reader) mergeKey(key *yamltree.Node) {
	if key.Value == "<<" && key.Style == yamltree.Plain {
		r.e.declared = append(r.e.declared,
			diag.Infof(key.Span, "hint-merge-key", "<< is an ordinary key here: nothing is merged"))
	}
}
