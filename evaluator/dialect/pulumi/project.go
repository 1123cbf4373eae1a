package pulumi

import (
	"path"
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// programFiles are the file names of a program; the first that exists wins (1).
var programFiles = []string{"Main.json", "Main.yaml", "Pulumi.yaml", "Pulumi.yml", "Pulumi.json"}

// projectFiles are the names of the CLI's project file, which may also be the program.
var projectFiles = programFiles[2:]

// mainFile returns the main file that the user has named, or else the program, or else the plugin, or nil.
func mainFile(b *bind.Bundle) *source.File {
	if b.Main != nil {
		return b.Main
	}
	if f := programFile(b, ""); f != nil {
		return f
	}
	return b.File(pluginFile)
}

// programFile returns the program in a folder, or nil if there is none.
func programFile(b *bind.Bundle, folder string) *source.File {
	return firstFile(b, folder, programFiles)
}

// firstFile returns the first of several files that exists in a folder, or nil if none does.
func firstFile(b *bind.Bundle, folder string, names []string) *source.File {
	for _, name := range names {
		if f := b.File(path.Join(folder, name)); f != nil {
			return f
		}
	}
	return nil
}

// isProject reports whether the program is also the project file, so that its config follows the CLI's rules.
func (b *binder) isProject() bool { return b.main == b.project.file }

// A project contains the declarations of the project file about a program. file is nil if there is
// none.
type project struct {
	file *source.File
	root *yamltree.Node // nil unless the file is a mapping
	name string
	// nearName is the key that looks like a misspelling of `name`, if any.
	nearName *yamltree.Node
	// folder is the program's folder, relative to the bundle; "" if it is the project's.
	folder string
}

// findProgram finds the project file and the program that it names (1). A Main.json or Main.yaml has its project
// file beside it. A program in a folder that the user has named as the main file has none.
func (b *binder) findProgram() {
	b.main = mainFile(b.bundle)
	if b.main == nil || b.isPlugin() {
		return
	}
	switch name := b.main.Name; {
	case slices.Contains(programFiles[:2], name):
		b.project.file = firstFile(b.bundle, "", projectFiles)
	case !strings.Contains(name, "/"):
		b.project.file = b.main
	}
	if b.project.file == nil {
		return
	}
	doc := b.bundle.Parse(b.project.file)
	if doc.Root == nil || doc.Root.Kind != yamltree.Mapping {
		return
	}
	b.project.root = doc.Root
	b.findName()
	if folder := doc.Root.Get("main"); folder != nil && isText(folder) && folder.Value != "" {
		b.enterFolder(folder)
	}
	// Nothing else reads this file, so its own errors are reported here. Those of a program are
	// reported with its document.
	if !b.isProject() {
		b.problems = append(b.problems, doc.Problems...)
		b.checkTree(doc.Root)
		b.notEvaluated()
	}
	b.checkProject()
}

// enterFolder switches to the program in the folder that the project file names with `main`. Without a
// program there, nothing is evaluated.
func (b *binder) enterFolder(at *yamltree.Node) {
	folder := path.Clean(at.Value)
	if folder == "." {
		return
	}
	b.project.folder = folder
	if b.main = programFile(b.bundle, folder); b.main == nil {
		b.report(diag.Errorf(at.Span, "no-program", "there is no program in the folder %s; add a file %s", folder,
			path.Join(folder, "Main.yaml")).
			WithReference("reading template Main.json: missing template file"))
	}
}

// notEvaluated reports sections of a project file that are ignored because the program is another file (1). Its
// config is still read.
func (b *binder) notEvaluated() {
	for _, p := range b.project.root.Pairs {
		if key := p.Key.Value; b.main != nil && key != "config" &&
			containsFold([]string{"configuration", "variables", "resources", "outputs", "pulumi"}, key) {
			b.report(diag.Warnf(p.Key.Span, "hint-not-the-program", "%s is not evaluated here: the program is %s", key,
				b.main.Name))
		}
	}
}

// isText reports whether a node is a string. Timestamps are strings in Pulumi YAML (1).
func isText(n *yamltree.Node) bool {
	if n.Kind != yamltree.Scalar {
		return false
	}
	kind := n.Resolve(yamltree.YAMLv3).Kind
	return kind == yamltree.String || kind == yamltree.Timestamp
}

// findName reads the name of the project. The CLI matches the key exactly, and suggests a similar key (1.1).
func (b *binder) findName() {
	const most = 2 // edit distance between name and a misspelling of it
	var near *yamltree.Node
	nearest := most + 1
	for _, p := range b.project.root.Pairs {
		if p.Key.Kind != yamltree.Scalar {
			continue
		}
		if p.Key.Value == "name" {
			b.givenName(entry{p.Key, p.Value})
			return
		}
		if d := diag.Distance(lower(p.Key.Value), "name"); d < nearest {
			near, nearest = p.Key, d
		}
	}
	const reference = "project is missing a 'name' attribute"
	if near == nil {
		b.report(diag.Errorf(source.Span{}, "project-name",
			"%s has no name; a project needs one, for example `name: my-project`", b.project.file.Name).
			WithReference(reference))
		return
	}
	b.project.nearName = near
	b.report(diag.Errorf(near.Span, "project-name", "the project has no name; should the key %s be name?", near.Value).
		WithReference(reference+"; found '%s' instead", near.Value).WithFix("Change to name", near.Body(), "name"))
}

// givenName reads the value of the key name, which the CLI requires to be a string that is not empty (1.1).
func (b *binder) givenName(e entry) {
	switch {
	case isText(e.value) && e.value.Value != "":
		b.project.name = b.literalString(e, "name")
	case e.value.Kind != yamltree.Broken && e.value.Kind != yamltree.Alias:
		b.report(diag.Errorf(e.value.Span, "project-name", "the name of a project must be a non-empty string").
			WithReference("project is missing a non-empty string 'name' attribute"))
	}
}

// projectAttributes are the keys of the records in a project file. Messages list them in this
// order.
var projectAttributes = map[string][]string{
	"backend":  {"url"},
	"options":  {"refresh"},
	"runtime":  {"name", "options"},
	"template": {"config", "description", "displayName", "important", "metadata", "quickstart"},
	"packages": {"checksums", "extensions", "parameters", "pluginDownloadURL", "source", "version"},
}

// checkProject reports errors for which the CLI rejects a project file (1.1). Its JSON schema
// matches keys exactly, so a key in another case is not checked here.
func (b *binder) checkProject() {
	for _, p := range b.project.root.Pairs {
		b.kinds(p, "#/"+p.Key.Value, p.Key.Value)
		switch key := p.Key.Value; key {
		case "options", "backend", "template":
			b.attributes(p.Value, "#/"+key, projectAttributes[key], true)
		case "runtime":
			b.attributes(p.Value, "#/runtime", projectAttributes[key], false)
			b.compiler(bind.At(p.Value, "options", "compiler"))
		case "packages":
			b.packages(p.Value)
		}
	}
}

// projectKinds are the kinds that the CLI's schema allows for fields of a project file, by path; for packages the
// path omits the package's name.
var projectKinds = map[string]string{
	"main": "string or null", "description": "string or null", "author": "string or null", "website": "string or null",
	"license": "string or null", "stackConfigDir": "string or null",
	"options": "object or null", "options.refresh": "string", "backend": "object or null", "backend.url": "string",
	"template": "object or null", "template.displayName": "string or null", "template.description": "string or null",
	"template.quickstart": "string or null", "template.important": "boolean or null",
	"template.config": "object or null", "template.metadata": "object or null",
	"plugins": "object", "plugins.providers": "array", "plugins.languages": "array", "plugins.analyzers": "array",
	"packages": "object", "packages.source": "string", "packages.version": "string",
	"packages.pluginDownloadURL": "string",
	"packages.parameters":        "array", "packages.extensions": "array", "packages.checksums": "object",
}

// kinds reports a field, or fields inside it, of the wrong kind. path is the field in the notation of the
// original's message, as in #/options/refresh, and name is its key in projectKinds.
func (b *binder) kinds(p yamltree.Pair, path, name string) {
	want, kind := projectKinds[name], schemaKind(p.Value)
	if want == "" || kind == "" {
		return
	}
	if !slices.Contains(strings.Split(want, " or "), kind) {
		b.wrongKind(p.Value, path, want)
		return
	}
	if p.Value.Kind != yamltree.Mapping {
		return
	}
	for _, field := range p.Value.Pairs {
		below, deeper := path+"/"+field.Key.Value, name+"."+field.Key.Value
		// The keys of packages are names; their fields are one level deeper.
		if name == "packages" && field.Value.Kind == yamltree.Mapping {
			for _, of := range field.Value.Pairs {
				b.kinds(of, below+"/"+of.Key.Value, name+"."+of.Key.Value)
			}
			continue
		}
		b.kinds(field, below, deeper)
		if deeper == "options.refresh" && isText(field.Value) && field.Value.Value != "always" {
			b.report(diag.Errorf(field.Value.Span, "project-field", "refresh has one value: always").
				WithReference("%s: value must be \"always\"", below))
		}
	}
}

// wrongKind reports a node of a kind that the schema does not allow. path and want are as in the original's
// message.
func (b *binder) wrongKind(at *yamltree.Node, path, want string) {
	b.report(diag.Errorf(at.Span, "project-field", "this must be %s, not %s", diag.Constant(want),
		diag.Constant(schemaKind(at))).
		WithReference("%s: expected %s, but got %s", path, want, schemaKind(at)))
}

// schemaKind returns JSON Schema's name for the kind of a node, or "" if it is an alias or broken.
func schemaKind(n *yamltree.Node) string {
	switch n.Kind {
	case yamltree.Mapping:
		return "object"
	case yamltree.Sequence:
		return "array"
	case yamltree.Scalar:
		switch n.Resolve(yamltree.YAMLv3).Kind {
		case yamltree.Null:
			return "null"
		case yamltree.Bool:
			return "boolean"
		case yamltree.Int, yamltree.Float:
			return "number"
		}
		return "string"
	}
	return ""
}

// attributes reports unknown keys of a record in a project file. If help is set, the original's message suggests
// a known key at most two edits away, or lists all of them (1.1).
func (b *binder) attributes(n *yamltree.Node, path string, known []string, help bool) {
	for _, key := range bind.Keys(n) {
		if slices.Contains(known, key.Value) {
			continue
		}
		advice, near := "", diag.ByDistance(key.Value, known)[0]
		switch {
		case !help:
		case diag.Distance(key.Value, near) <= 2:
			advice = "; did you mean '" + near + "'?"
		default:
			advice = "; the allowed attributes are '" + strings.Join(known, "', '") + "'"
			if len(known) == 1 {
				advice = "; the only allowed attribute is '" + known[0] + "'"
			}
			if i := strings.LastIndex(advice, ", "); i >= 0 {
				advice = advice[:i] + " and" + advice[i+1:]
			}
		}
		b.report(b.notAllowed(key, path, known).WithReference("%s: additionalProperties '%s' not allowed%s", path,
			key.Value, advice))
	}
}

// notAllowed returns the problem for an unknown key in a record of a project file, without the
// reference, which the caller adds.
func (b *binder) notAllowed(key *yamltree.Node, path string, known []string) diag.Problem {
	p := diag.Errorf(key.Span, "project-field", "%s has no field %s%s",
		strings.ReplaceAll(strings.TrimPrefix(path, "#/"), "/", "."), key.Value,
		suggestion(key.Value, diag.ByDistance(key.Value, known)))
	if near := diag.Nearest(key.Value, known); near != "" {
		p = p.WithFix("Change to "+near, key.Body(), near)
	}
	return p
}

// compiler checks the command that would print the program. Commands cannot run here, so the program in the
// folder is evaluated instead (1).
func (b *binder) compiler(n *yamltree.Node) {
	switch {
	case n == nil || n.Kind == yamltree.Broken || n.Kind == yamltree.Alias:
	case isText(n):
		b.report(diag.Warnf(n.Span, "hint-compiler",
			"this command cannot run here: the program in the project's folder is evaluated instead"))
	default:
		b.report(diag.Errorf(n.Span, "project-field", "compiler must be a string: the command to run").
			WithReference("binary option must be a string"))
	}
}

// packages checks the section packages of a project file by its JSON schema. Nothing is loaded.
func (b *binder) packages(n *yamltree.Node) {
	if n.Kind != yamltree.Mapping {
		return
	}
	for _, p := range n.Pairs {
		if p.Key.Kind != yamltree.Scalar || schemaKind(p.Value) == "string" {
			continue
		}
		if p.Value.Kind != yamltree.Mapping {
			b.wrongKind(p.Value, "#/packages/"+p.Key.Value, "object")
			continue
		}
		path := "#/packages/" + p.Key.Value
		b.attributes(p.Value, path, projectAttributes["packages"], false)
		if p.Value.Get("source") == nil {
			b.report(diag.Errorf(p.Key.Span, "project-field",
				"the package %s needs a source, for example a name or a path", p.Key.Value).
				WithReference("%s: missing properties: 'source'", path))
		}
	}
}
