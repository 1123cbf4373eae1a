// Package hot binds OpenStack Heat's templates: parameters, conditions, resources and
// outputs, each a cell; the functions of the language, resources and typed parameters, each
// an ir.Func. The files follow Heat's pipeline, grouped by prefix. Numbers are chapters of
// SPEC.md, which describes Heat's behaviour and where we deviate from it (0).
//
//	loading        python/ loads a document as Python does (2); template, version (1); inputs;
//	               environment, environment_merge and registry (10)
//	parameters     parameter, parameter_groups (4); constraint/ has their types and constraints
//	stacks         stack reads a template; resource, resource_shape (6), output, conditions (7)
//	functions      functions is the table, expr binds expressions (9), call runs a function,
//	               and func_* are the functions; yaql/ is the language of yaql
//	types          types/ has their names and declarations; type is what a resource needs to know of
//	               its type: type_local those that need no cloud, type_group, type_scaling (12),
//	               type_nested templates (11), type_cloud all others (16)
//	properties     properties checks them against their schemas, properties_renamed replaces
//	               old names, properties_checks has the checks that the table cannot express
//	               (those of Barbican's types are in properties_barbican)
//	updates        update adapts a template to its next version after a keystroke
//	problems       error adds Heat's message to a problem, templatePath is a path as Heat writes it, codes
//	               explains each problem
//	the result     result; derive finds the origin of values
//	the page       form, unknown, world (what OpenStack's client prints of a stack), mentions
//	               (rename), complete, complete_types and complete_yaql
//
// Problems are reported when Heat would report them: the form of arguments when a call is
// reached, with the dotted path of the call (3.1); values when they are resolved.
package hot

import (
	"path"
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Dialect is OpenStack Heat's HOT.
var Dialect = &bind.Dialect{
	Name:      "hot",
	Title:     "OpenStack Heat",
	Main:      "template.yaml",
	New:       newTemplate,
	Recognise: func(b *bind.Bundle) bool { return mainFile(b) != nil },
	Owns:      func(f *source.File) bool { return f.Name == "template.yaml" || isEnvironment(f.Name) },
	Secrets:   bind.Secrets{Marks: []string{"hidden"}, Initial: []string{"default"}, Given: isEnvironment},
	Exports:   exports,
	Declares:  []string{"resource_type", "properties"},
	Bind:      bindTemplate,
}

// newTemplate is the text of a new document.
const newTemplate = `heat_template_version: 2021-04-16

parameters:
  name:
    type: string
    default: web

resources:
  server:
    type: OS::Nova::Server
    properties:
      name: {get_param: name}
      image: debian-12
      flavor: m1.small

outputs:
  address:
    value: {get_attr: [server, first_address]}
`

const versionKey = "heat_template_version"

// mainFile returns the template: template.yaml, or the only file with the version key. The name
// alone is not enough, and neither is the text: another dialect's file may mention the key in a
// comment.
func mainFile(b *bind.Bundle) *source.File {
	isOne := func(f *source.File) bool {
		return slices.Contains(bind.TopLevelKeys(f), versionKey)
	}
	if f := b.File("template.yaml"); f != nil && isOne(f) {
		return f
	}
	var found []*source.File
	for _, f := range b.Files {
		if isOne(f) {
			found = append(found, f)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return nil
}

// chosen returns the template, even if the dialect was chosen by hand and no file has the version
// key: then it is template.yaml, or else the first file that is named like a template but is
// neither inputs.yaml nor an environment.
func chosen(b *bind.Bundle) *source.File {
	if f := b.File("template.yaml"); f != nil {
		return f
	}
	if f := mainFile(b); f != nil {
		return f
	}
	for _, f := range b.Files {
		if isTemplate(f.Name) && f.Name != bind.InputsFile && !strings.HasPrefix(f.Name, "env") {
			return f
		}
	}
	return nil
}

// A binder turns a bundle into a program. It lives as long as the evaluation, because nested
// stacks are bound while the program runs.
type binder struct {
	bundle    *bind.Bundle
	functions map[string]*function
	kinds     map[string]*kind // kinds of the types that need no cloud
	clouds    map[string]*kind // kinds of the types that need one, created on first use
	nested    *kind            // kind of templates
	templates map[*source.File]*template
	env       *environment
	root      *stack
	stacks    []*stack // all stacks, in order of creation

	given                  *python.Node // parameters of inputs.yaml
	chosen                 *python.Node // environments of inputs.yaml: the selected files
	attributes, ids, stack *value.Object
	constraints            *value.Object

	problems []diag.Problem
	reported map[reportKey]*ir.Cell   // by which cell; nil for problems found while binding
	remarks  map[*ir.Cell][]reportKey // what each cell has reported
	isShared bool                     // several cells have found the same problem
	found    int                      // how often a problem was found, including those that had been reported
	wants    []wanted                 // the unknown values that each cell has used, by its ID
	updating *updating                // nil unless cells are evaluated again
	// wasUpdated is set once the program has been adapted to another version.
	wasUpdated bool
	renewed    []*resource          // those that were evaluated again since the last result
	loads      map[*source.File]int // how often each file was loaded
	readsMain  bool                 // a cell has read the text of the template
	hasTraces  bool                 // there are calls that leave traces: see leavesTraces
	made       int                  // cells created while the program ran
	compared   int                  // names compared for suggestions
	room       []value.Field        // see checker
	scope      types.Scope          // for the checks of types
	pieces     [2][]piece           // for replace
	search     *dependencies        // for finding the dependencies of a resource
	cells      []*ir.Cell
	types      map[string]bool
	table      *types.Table             // table of the types that need a cloud, loaded on first use
	schemas    bool                     // whether types that need a cloud are checked
	unchecked  bool                     // such types are not checked, because the table is not available
	missed     source.Span              // the type of the first resource that is not checked
	own        map[string]*value.Object // types declared by files of the bundle

	// Places that use conditions, in the order in which they are bound, and the cells of all
	// conditions.
	uses           []conditionUse
	conditionCells []*ir.Cell
	// Conditions on a cycle that evaluation has encountered, and those whose cycle has been reported.
	cyclic          map[*ir.Cell]bool
	slabs           slabs
	inReportedCycle map[*ir.Cell]bool
	named           map[ir.Node]*ir.Cell // conditions whose names are returned by functions
	unknowns        bind.Unknowns
	yaql            yaqlState
}

// slabs allocate the many small parts of a program.
type slabs struct {
	ir.Nodes
	resources ir.Slab[resource]
	paths     ir.Slab[templatePath]
	sites     ir.Slab[callSite]
	places    ir.Slab[place]
	values    valueSlabs
}

// valueSlabs allocate values that are computed for each resource.
type valueSlabs struct {
	Lists   ir.Slab[value.List]
	Items   ir.Slab[value.Value]
	Objects ir.Slab[value.Object]
	Fields  ir.Slab[value.Field]
}

// startValues begins the values of a resource. After an update, resources must not share chunks of memory: a chunk is
// kept as long as any value in it, with all that the others refer to, though they were replaced long ago.
func (b *binder) startValues() {
	if b.wasUpdated {
		b.slabs.values = valueSlabs{}
	}
}

// path returns the path of a key below up, which may be nil.
func (s *slabs) path(up *templatePath, key string) *templatePath {
	t := s.paths.New()
	*t = templatePath{up, key, -1, false}
	return t
}

// reportKey identifies a reported problem: a template that is used several times reports it once.
type reportKey struct {
	span    source.Span
	code    diag.Code
	message string
}

// bindTemplate binds the template with everything that it loads: environments, nested templates,
// types.
func bindTemplate(bundle *bind.Bundle) *bind.Bound {
	b := &binder{bundle: bundle, yaql: yaqlState{bundle: bundle}, functions: functions(), kinds: localKinds(),
		nested: nestedKind(), clouds: map[string]*kind{}, templates: map[*source.File]*template{},
		reported: map[reportKey]*ir.Cell{}, remarks: map[*ir.Cell][]reportKey{},
		loads: map[*source.File]int{}, types: map[string]bool{}, cyclic: map[*ir.Cell]bool{},
		inReportedCycle: map[*ir.Cell]bool{}, named: map[ir.Node]*ir.Cell{}}
	program := &ir.Program{Semantics: b.semantics()}
	bound := &bind.Bound{Program: program, Main: chosen(bundle), Finish: b.finish, Idle: idle, ReadExport: b.readExport,
		Assist: &assist{binder: b}, Site: b.site, Layers: b.layers}
	// Heat reads templates with libyaml, which accepts question marks within words in brackets, and
	// \/ but not \' in double quotes.
	bundle.Options.Questions, bundle.Options.Slashes = true, true
	b.schemas = true
	// inputs.yaml comes first: it says whether types are checked and which environments apply.
	b.readInputs()
	if bound.Main == nil {
		b.problems = append(b.problems, diag.Errorf(source.Span{}, "version-missing",
			"there is no template: no file has the key %s", versionKey))
		bound.Problems = b.problems
		return bound
	}
	b.root = &stack{b: b, tmpl: b.template(bound.Main, "[root stack]")}
	b.root.load()
	if b.writesTypes(bound.Main) {
		bundle.Data(types.File) // completion needs the file, but cannot request it
	}
	for _, c := range b.cells {
		program.Add(c)
	}
	// From here on, cells and problems come from nested stacks, and extend passes them on.
	b.cells = nil
	bound.Problems = b.problems
	b.problems = nil
	bound.Update = b.updater(bound)
	return bound
}

// writesTypes reports whether the types of resources are probably being written: there is a section
// for them, but it is empty, a type in it is not known yet, or the text is broken.
func (b *binder) writesTypes(f *source.File) bool {
	root := b.root.tmpl.root
	if root == nil || root.PairOf("resources") == nil || b.table != nil {
		return false
	}
	if b.bundle.Parse(f).Partial || root.Get("resources").IsBlank() {
		return true
	}
	for _, r := range b.root.resources {
		if b.kinds[r.typ] == nil && !isTemplate(r.typ) {
			return true
		}
	}
	return false
}

// semantics returns the rules of the core's nodes; most of HOT consists of functions. Text, Access
// and Key serve nodes that HOT does not have, so they do nothing special.
func (b *binder) semantics() *ir.Semantics {
	return &ir.Semantics{
		Text:   func(_ ir.Frame, v value.Value, _ source.Span) (string, bool) { return python.Str(v), true },
		Access: func(_ ir.Frame, _ *ir.Ref, v value.Value, _ ir.Step) value.Value { return v },
		Key:    func(_ ir.Frame, v value.Value, _ source.Span) (string, bool) { return python.Str(v), true },
		Cycle: func(c *ir.Cell, _ ir.Node, path []*ir.Cell) *diag.Problem {
			if c.Kind == "condition" {
				for _, p := range path {
					b.cyclic[p] = true
				}
			}
			return nil // finish reports all cycles at once
		},
	}
}

// load reads a file as JSON if possible, otherwise as YAML. JSON that is not YAML, because of
// how it writes some characters, loses positions. The result is kept with the file, since most
// evaluations change only one of several files.
func (b *binder) load(f *source.File) (*python.Node, []diag.Problem) {
	doc := b.bundle.Parse(f)
	b.loads[f]++
	l := f.Keep("heat", func() any {
		v, isJSON := asJSON(f.Text)
		if isJSON && len(doc.Problems) > 0 {
			return &loaded{root: python.FromValue(v, f.Span(0, 0)), isHealthy: true}
		}
		n, problems := python.Load(doc.Root, isJSON)
		return &loaded{root: n, problems: append(problems, python.RepeatedAnchors(doc.Anchors)...)}
	}).(*loaded)
	if l.isHealthy {
		return l.root, nil
	}
	return l.root, append(slices.Clip(doc.Problems), l.problems...)
}

// A loaded is the result of loading a file.
type loaded struct {
	root      *python.Node
	problems  []diag.Problem // in addition to those of the document
	isHealthy bool           // the file was read as JSON, so the document's problems as YAML do not count
}

// asJSON parses a text as JSON. Only a text that begins with a brace is tried: a template is a
// mapping, and parsing every YAML file as JSON would waste time.
func asJSON(text string) (value.Value, bool) {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\uFEFF"), " \t\r\n")
	if !strings.HasPrefix(text, "{") {
		return value.Value{}, false
	}
	v, err := value.ParsePythonJSON(text)
	return v, err == nil
}

// file returns a file of the bundle by a name that may begin with ./
func (b *binder) file(name string) *source.File {
	if f := b.bundle.File(name); f != nil {
		return f
	}
	return b.bundle.File(strings.TrimPrefix(name, "./"))
}

// file returns a file of the bundle by the name in a template: as written or, since the
// client looks beside the template that names it, relative to that template.
func (st *stack) file(name string) *source.File {
	if f := st.b.file(name); f != nil {
		return f
	}
	for st.tmpl == nil {
		st = st.owner.stack // a group has no file
	}
	return st.b.bundle.File(path.Join(path.Dir(st.tmpl.file.Name), name))
}

// fileNames returns the names of the bundle's files.
func (b *binder) fileNames() []string {
	var names []string
	for _, f := range b.bundle.Files {
		names = append(names, f.Name)
	}
	return names
}

// isType reports whether Heat or a file of the bundle declares a type.
func (b *binder) isType(typ string) bool {
	is, known := b.types[typ]
	if !known {
		_, is = types.Class(typ)
		is = is || b.own[typ] != nil
		b.types[typ] = is
	}
	return is
}

// typeNames returns the names of all types known without an environment.
func (b *binder) typeNames() []string {
	names := types.Names()
	for name := range b.own {
		names = append(names, name)
	}
	sort.Strings(names[len(names)-len(b.own):])
	return names
}

// add adds a cell to the program.
func (b *binder) add(c *ir.Cell) *ir.Cell {
	c.Hidden = c.Hidden || c.Parent != nil && c.Parent.Hidden // inside a member with a secret name
	b.cells = append(b.cells, c)
	return c
}
