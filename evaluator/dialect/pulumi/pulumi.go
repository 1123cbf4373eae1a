// Package pulumi binds Pulumi YAML programs: config, variables, resources and outputs become
// cells; built-in functions, resources and invokes become calls of an ir.Func.
//
// Read the files in the order of a program's life: project.go finds it and checks the project file,
// stackfile.go reads the stack's config, document.go reads the document, expr.go and access.go
// build expressions, config.go, resource.go and invoke.go bind declarations, check.go infers types,
// semantics.go contains the rules of evaluation and result.go writes the result document. plugin.go
// evaluates components instead of a program; unknown.go lists the values that only a deployment
// knows, world.go reads deployed state, form.go describes the page's form, and update.go adapts a
// program to its next version after a keystroke. functions.go, files.go and invoke.go contain the
// functions, builtins.go their list. In comments, "the original" is
// Pulumi's own implementation, numbers such as (4.6) are sections of SPEC.md, and "contract" is
// scripts/play/CONTRACT.md.
package pulumi

import (
	"slices"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// Dialect is Pulumi YAML.
var Dialect = &bind.Dialect{
	Name:      "pulumi",
	Title:     "Pulumi YAML",
	Main:      "Pulumi.yaml",
	New:       newProgram,
	Calls:     []string{"fn::"},
	Recognise: func(b *bind.Bundle) bool { return programFile(b, "") != nil || b.File(pluginFile) != nil },
	Owns:      owns,
	Secrets:   secrets,
	Exports:   exports,
	Bind:      bindProgram,
}

// newProgram is the text of the main file of a new document.
const newProgram = `name: my-project
runtime: yaml

resources:
  bucket:
    type: aws:s3:Bucket

outputs:
  name: ${bucket.id}
`

// owns reports whether a file is a program, a plugin or the config of any stack, including
// stacks not being evaluated.
func owns(f *source.File) bool {
	return isStackFile(f.Name) || slices.Contains(programFiles, f.Name) || f.Name == pluginFile
}

// isStackFile reports whether a file is the config of a stack, like Pulumi.dev.yaml.
func isStackFile(name string) bool {
	stack, ok := strings.CutPrefix(name, "Pulumi.")
	return ok && strings.HasSuffix(stack, ".yaml") && !strings.Contains(stack, "/")
}

// secrets lists the keys that mark or contain secrets in inputs.yaml, stack files and programs.
var secrets = bind.Secrets{
	Values:  []string{"secret", "$secret"},
	Marks:   []string{"secret"},
	Names:   []string{"name"},
	Initial: []string{"default", "value"},
	Plain:   []string{"fn::secret"},
	Sealed:  []string{"secure"},
	Given:   isStackFile,
}

// A binder turns a bundle into a program. During evaluation it also collects the registrations and
// invokes for the result document.
type binder struct {
	bundle   *bind.Bundle
	main     *source.File   // the program; nil if there is none
	root     *yamltree.Node // root of the program
	project  project
	program  *ir.Program
	problems []diag.Problem
	inputs   *inputs

	sections
	checkedOnly []sections // components that are only checked
	pulumi      *ir.Cell   // the built-in variable; nil until first used
	used        map[*ir.Cell]bool
	// entries are the program's declared config entries.
	entries []*setting
	// everyGiven are the supplied values of each config key, the effective one first; nil
	// until first used.
	everyGiven map[string][]given
	// external maps config entries to the external keys that they declare.
	external map[*ir.Cell]externalKey
	// opened are the names of the environments that the stack's file opens; openedFrom maps
	// config entries to the file that supplies them.
	opened     []*yamltree.Node
	openedFrom map[*ir.Cell]*source.File
	encrypted  []yamltree.Pair // encrypted entries of the stack's file
	required   []bind.Unknown  // values that must be supplied
	scanner    scanner
	invokes    []*invoke // all invokes of the program
	checker    *checker
	outs       outputs
	// leftOut records for cells whether they need a resource that was left out; nil if none
	// was.
	leftOut map[*ir.Cell]bool
	run     run
	results bind.Results // set once everything is evaluated

	slabs slabs
}

// slabs allocate the many small parts of a program.
type slabs struct {
	ir.Nodes
	records   ir.Slab[namedEntry]
	resources ir.Slab[resource]
}

// sections are the bound sections of a program or a component, within which names are looked up.
type sections struct {
	component     string              // "" for a program
	isCheckedOnly bool                // the component is only checked
	cells         map[string]*ir.Cell // names that ${...} can refer to
	outputs       []*ir.Cell
	config        []*ir.Cell
	vars          []*ir.Cell
	decls         []*resource
	pending       []pendingRef
	// repeated counts the cells that share a name and kind with another.
	repeated map[string]int
}

// newSections returns empty sections, for a program or for one component.
func newSections() sections {
	return sections{cells: map[string]*ir.Cell{}, repeated: map[string]int{}}
}

// A pendingRef is a reference whose name is looked up once all names are known.
type pendingRef struct {
	ref  *ir.Ref
	late bool // the original reports a missing name at evaluation: in outputs, get.state and some options (7)
	// config is the entry whose default contains the reference; nil elsewhere.
	config   *ir.Cell
	isUnused bool // a missing name is not an error
}

// A run collects results during evaluation, in the order in which they occur.
type run struct {
	registered []*resource
	calls      []value.Value
	stacks     []string
	outputs    []stackOutput
	leftOut    int // the number of resources that are left out
}

// bindProgram binds the bundle's program or plugin. A project file alone is not a program, but its errors are
// reported. The program is found before inputs.yaml is read, because the project file determines its folder, and
// config keys may be prefixed with the project's name.
func bindProgram(bundle *bind.Bundle) *bind.Bound {
	b := &binder{
		bundle:  bundle,
		program: &ir.Program{},
		used:    map[*ir.Cell]bool{},

		sections: newSections(),
		external: map[*ir.Cell]externalKey{}, openedFrom: map[*ir.Cell]*source.File{},
	}
	b.program.Semantics = b.semantics()
	b.checker = newChecker(b)
	b.findProgram()
	bound := &bind.Bound{Main: b.main, Program: b.program, Finish: b.finish,
		Assist: &assist{binder: b}, Site: b.site, Layers: b.layers, ReadExport: b.readExport,
	}
	b.inputs = b.readInputs()
	b.readSchemas()
	switch {
	case b.main != nil && b.isPlugin():
		b.plugin()
	case b.main != nil:
		b.document()
	case b.project.file != nil:
		bound.Main = b.project.file
	default:
		b.report(diag.Errorf(source.Span{}, "no-program", "there is no program; add a file Pulumi.yaml").
			WithReference("reading template Main.json: missing template file"))
	}
	bound.Update = b.updater(bound)
	bound.Problems, b.problems = b.problems, nil // the binder lives as long as the snapshot
	return bound
}

func (b *binder) report(p diag.Problem) { b.problems = append(b.problems, p) }

// mostExpected is the largest number of references for which memory is allocated in advance.
const mostExpected = 1 << 16

// document binds the whole document.
func (b *binder) document() {
	doc := b.bundle.Parse(b.main)
	b.problems = append(b.problems, doc.Problems...)
	if doc.Root == nil {
		if len(doc.Problems) == 0 {
			b.report(diag.Errorf(source.Span{}, "empty-program",
				"%s is empty; a program begins with its name, for example `name: my-project`", b.main.Name).
				WithReference("EOF"))
		}
		return
	}
	if doc.Root.Kind != yamltree.Mapping {
		if doc.Root.Kind != yamltree.Broken {
			b.report(diag.Errorf(source.Span{}, "program-shape",
				"%s must be a mapping with keys such as resources and outputs", b.main.Name).
				WithReference("Top level of '%s' must be an object", b.main.Name))
		}
		return
	}
	b.root = doc.Root
	// A comment can have any number of them, which must not take memory.
	b.pending = slices.Grow(b.pending, min(strings.Count(b.main.Text, "${"), mostExpected))
	b.checkRest(doc.Root.Span.End())
	b.checkTree(doc.Root)
	top := b.topLevel(doc.Root)
	b.bindConfig(top)
	b.bindSections(top)
	b.order()
	b.check()
	b.unused()
}

// bindSections binds the sections that programs and components share.
func (b *binder) bindSections(top record) {
	b.declareResources(top.get("resources"))
	b.declareVariables(top.get("variables"))
	b.bindVariables()
	b.bindResources()
	b.bindOutputs(top.get("outputs"))
	b.bindSettings(top.get("pulumi"))
	b.resolve()
	b.defaultProviders()
}

// order sorts the cells as the original visits them: config, settings, resources, variables, outputs (7). It runs
// before the type checker, which indexes types by cell ID.
func (b *binder) order() {
	rank := map[string]int{"config": 0, "builtin": 1, "setting": 2, "resource": 3, "variable": 4, "output": 5}
	var sorted []*ir.Cell
	for r := range len(rank) {
		for _, c := range b.program.Cells {
			if rank[c.Kind] == r {
				c.ID = int32(len(sorted))
				sorted = append(sorted, c)
			}
		}
	}
	b.program.Cells = sorted
}

// addCell adds a cell that ${name} can refer to. If two cells share a name, the second is
// reported and is called KIND:NAME in the graph.
func (b *binder) addCell(kind, name string, key *yamltree.Node, span source.Span) *ir.Cell {
	c := b.slabs.Cells.New()
	*c = ir.Cell{Name: name, Label: name, Kind: kind, NameAt: key.Span, Span: span}
	switch old := b.cells[name]; {
	case name == "pulumi":
		c.Name = b.uniqueName(kind, name)
		b.report(diag.Errorf(key.Span, "reserved-name",
			"%s cannot be called pulumi: that is the built-in variable with the project and the stack", article(kind)).
			WithReference("%s pulumi uses the reserved name pulumi", kind))
	case old == nil:
		b.cells[name] = c
	default:
		b.duplicate(c, old, name)
	}
	return b.add(c)
}

// add adds a cell to the program. Cells of components that are only checked are hidden.
func (b *binder) add(c *ir.Cell) *ir.Cell {
	if b.isCheckedOnly {
		c.Name, c.Hidden = b.component+"/"+c.Name, true
	}
	return b.program.Add(c)
}

// duplicate reports a name that is taken. The second cell gets another name, so that it is still evaluated and
// can be inspected.
func (b *binder) duplicate(c, old *ir.Cell, name string) {
	c.Name = b.uniqueName(c.Kind, name)
	p := diag.Errorf(c.NameAt, "duplicate-name",
		"%s is already the name of %s; names of config entries, variables and resources must differ", name,
		article(old.Kind))
	if c.Kind == old.Kind {
		p = p.WithReference("found duplicate %s %s", c.Kind, name)
	} else {
		p = p.WithReference("%s %s cannot have the same name as %s %s", c.Kind, name, old.Kind, name)
	}
	b.report(p.WithNote(old.NameAt, "%s is first named here", name))
}

// uniqueName returns the name KIND:NAME for a cell, with a number appended if the name is taken.
func (b *binder) uniqueName(kind, name string) string {
	id := kind + ":" + name
	b.repeated[id]++
	if n := b.repeated[id]; n > 1 {
		id += "#" + itoa(n)
	}
	return id
}

// article returns the kind of a cell with its article, for messages.
func article(kind string) string {
	if kind == "output" {
		return "an output"
	}
	if kind == "config" {
		return "a config entry"
	}
	return "a " + kind
}

// resolve looks up the names of all references, among resources, config and variables, then
// config without the project's name (4.3).
func (b *binder) resolve() {
	names, advice := b.names(), diag.Advisor{}
	for _, p := range b.pending {
		r := p.ref
		c := b.lookup(r.Name)
		_, isSupplied := b.openedFrom[c]
		if c != nil && (isSupplied || !p.isTooEarly(c)) {
			r.Cell = c
			b.used[c] = true
			if isSupplied && p.config != nil {
				b.checker.untyped[r] = true
			}
			continue
		}
		if p.isUnused {
			continue
		}
		near := advice.Nearest(r.Name, names)
		problem := diag.Errorf(r.NameAt, "unknown-name",
			"there is no resource, variable or config entry called %q%s", r.Name, diag.Suggestion(near))
		if p.late {
			problem = problem.WithReference("resource or variable named %q could not be found", r.Name)
		} else {
			problem = problem.WithReference("resource, variable, or config value %q not found", r.Name)
		}
		if near != "" {
			problem = problem.WithFix("Change to "+near, r.NameAt, near)
		}
		b.report(problem)
	}
}

// isTooEarly reports whether the default of a config entry refers to something that has no value yet.
func (p pendingRef) isTooEarly(c *ir.Cell) bool {
	switch {
	case p.config == nil || c.Kind == "builtin":
		return false
	case c.Kind == "config":
		return c.NameAt.File() == p.config.NameAt.File() && c.NameAt.Start() >= p.config.NameAt.Start()
	}
	return true
}

// lookup returns the cell that a name refers to. Resources, config entries and variables share one
// namespace, in which config may be prefixed with the project's name (2.2). It returns nil if
// nothing has the name.
func (b *binder) lookup(name string) *ir.Cell {
	if c := b.cells[name]; c != nil {
		return c
	}
	if name == "pulumi" {
		return b.pulumiCell()
	}
	if rest, ok := strings.CutPrefix(name, b.project.name+":"); ok && b.project.name != "" {
		if c := b.cells[rest]; c != nil && c.Kind == "config" {
			return c
		}
	}
	return nil
}

// names returns the names that ${...} can refer to, for suggestions.
func (b *binder) names() []string {
	names := []string{"pulumi"}
	for _, c := range b.program.Cells {
		if b.cells[c.Label] == c {
			names = append(names, c.Label)
		}
	}
	return names
}

// unused warns about config entries and variables that nothing reads, and about unused mocks in
// inputs.yaml. The original has no such message (8). Names with a colon belong to other packages,
// which read them, or to duplicates.
func (b *binder) unused() {
	b.unusedMocks()
	for _, list := range [][]*ir.Cell{b.config, b.vars} {
		for _, c := range list {
			if b.used[c] || c.NameAt.File() != b.main && c.NameAt.File() != b.project.file ||
				strings.Contains(c.Name, ":") {
				continue
			}
			p := diag.Infof(c.NameAt, "hint-unused-"+diag.Code(c.Kind), "nothing in this program reads the %s %s",
				noun(c.Kind), c.Label)
			p.Unused = c.Label
			b.report(p)
		}
	}
}

// unusedMocks reports mocks that nothing uses, which are most likely misspelt.
func (b *binder) unusedMocks() {
	if b.bundle.Parse(b.main).Partial {
		return // they may belong to something that is still being typed
	}
	var names, tokens []string
	for _, r := range b.decls {
		names = append(names, r.name)
	}
	for _, call := range b.invokes {
		tokens = append(tokens, call.given)
	}
	for _, f := range b.inputs.resources.Fields {
		if c := b.cells[f.Key]; c == nil || c.Kind != "resource" {
			p := diag.Warnf(f.KeyAt, "hint-unused-mock", "no resource is called %s%s", f.Key,
				diag.DidYouMean(f.Key, names))
			if near := diag.Nearest(f.Key, names); near != "" {
				p = p.WithFix("Change to "+near, f.KeyAt, near)
			}
			p.Unused = f.Key
			b.report(p)
		}
	}
	for _, f := range b.inputs.invokes.Fields {
		if !slices.ContainsFunc(b.invokes, func(call *invoke) bool { return plain(call.token) == plain(f.Key) }) {
			b.report(diag.Warnf(f.KeyAt, "hint-unused-mock", "this program does not call %s%s", f.Key,
				diag.DidYouMean(f.Key, tokens)))
		}
	}
}

// noun returns the word for a kind of cell in messages.
func noun(kind string) string {
	if kind == "config" {
		return "config entry"
	}
	return kind
}
