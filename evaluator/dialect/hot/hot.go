// Package hot binds OpenStack Heat's templates: parameters, conditions, resources and
// outputs, each a cell; the functions of the language, resources and typed parameters,
// each an ir.Func.
//
// The reading order is that of Heat: load.go loads a text as Python holds it (2), template.go
// and stack.go take its sections apart (1), environment.go and registry.go read the
// environment (10), parameter.go and constraint.go find the values of parameters (4.2, 4.3),
// expr.go makes expressions (9), conditions.go (7), resource.go (6) and output.go bind what has
// a life of its own, schema.go and kinds.go know the resource types that need no cloud (12),
// nested.go (11) and group.go make stacks inside resources, and result.go writes what came out.
// The types that need a cloud are declared in a table (package types): cloudkind.go reads it,
// translate.go replaces old names of properties, owncheck.go holds the checks that the table
// cannot say (16), and typeassist.go tells the editor about types. world.go reads what OpenStack's client prints of
// a stack. python.go holds what shows that Heat is written in Python. The numbers are chapters of
// SPEC.md, which says how Heat behaves, and what is decided otherwise (0).
//
// What is wrong is reported where Heat would: the form of arguments when a call is
// reached, with the dotted path of the call (3.1); values when they are resolved.
package hot

import (
	"path"
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
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
	Bind:      bindTemplate,
	Funcs:     documented(),
}

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

// mainFile returns the template: template.yaml, or the only file with the key that says so.
func mainFile(b *bind.Bundle) *source.File {
	isOne := func(f *source.File) bool {
		return strings.Contains(f.Text, versionKey) && has(bind.TopLevelKeys(f), versionKey)
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

// chosen returns the template when the dialect was chosen by hand and no file says so.
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

// A binder makes a program of a bundle. It lives as long as the evaluation: nested stacks
// are bound while the program runs.
type binder struct {
	bundle    *bind.Bundle
	functions map[string]*function
	kinds     map[string]*kind
	clouds    map[string]*kind
	templates map[*source.File]*template
	env       *environment
	root      *stack
	stacks    []*stack // all, in the order in which they were made

	given                  *node // parameters of inputs.yaml
	chosen                 *node // environments of inputs.yaml: the files that count
	attributes, ids, stack *value.Object
	constraints            *value.Object

	problems  []diag.Problem
	said      map[said]bool
	made      int // cells made while the program ran
	compared  int // names compared for suggestions
	cells     []*ir.Cell
	types     map[string]bool
	table     *types.Table             // of the types that need a cloud, once one was met
	schemas   bool                     // such types are checked
	unchecked bool                     // they are not, because the table is not here
	missed    source.Span              // the type of the first resource that is not
	own       map[string]*value.Object // types that files of the bundle declare

	uses           []conditionUse
	conditionCells []*ir.Cell
	circles        map[*ir.Cell]bool
	inCircle       map[*ir.Cell]bool
	named          map[ir.Node]*ir.Cell // conditions that a function gives the names of
	unknowns       bind.Unknowns
	yaql           yaqlState
}

// said is a problem that was reported: a template that is used often reports once.
type said struct {
	span    source.Span
	code    diag.Code
	message string
}

func bindTemplate(bundle *bind.Bundle) *bind.Bound {
	b := &binder{bundle: bundle, yaql: yaqlState{bundle: bundle}, functions: functions(), kinds: localKinds(), clouds: map[string]*kind{}, templates: map[*source.File]*template{}, said: map[said]bool{},
		types: map[string]bool{}, circles: map[*ir.Cell]bool{},
		inCircle: map[*ir.Cell]bool{}, named: map[ir.Node]*ir.Cell{}}
	program := &ir.Program{Semantics: b.semantics()}
	bound := &bind.Bound{Program: program, Main: chosen(bundle), Finish: b.finish, Idle: idle, Bring: b.bring,
		Complete: b.complete, Describe: b.describe, Mentions: b.mentions, Site: b.site, Layers: b.layers}
	bundle.Options.Questions = true
	b.schemas = true
	b.readInputs()
	if bound.Main == nil {
		b.problems = append(b.problems, diag.Errorf(source.Span{}, "version-missing", "there is no template: no file has the key %s", versionKey))
		bound.Problems = b.problems
		return bound
	}
	b.root = &stack{b: b, tmpl: b.template(bound.Main)}
	b.root.load()
	for _, c := range b.cells {
		program.Add(c)
	}
	b.cells = nil
	bound.Problems = b.problems
	b.problems = nil
	return bound
}

// semantics are the rules of the core's nodes; most of HOT is functions.
func (b *binder) semantics() *ir.Semantics {
	return &ir.Semantics{
		Text:   func(_ ir.Frame, v value.Value, _ source.Span) (string, bool) { return str(v), true },
		Access: func(_ ir.Frame, _ *ir.Ref, v value.Value, _ ir.Step) value.Value { return v },
		Merge:  func(_ ir.Frame, _, over value.Value) value.Value { return over },
		Key:    func(_ ir.Frame, v value.Value, _ source.Span) (string, bool) { return str(v), true },
		Cycle: func(c *ir.Cell, _ ir.Node, path []*ir.Cell) *diag.Problem {
			if c.Kind == "condition" {
				for _, p := range path {
					b.circles[p] = true
				}
			}
			return nil // the result says which, all at once
		},
	}
}

// inputKeys are the keys of inputs.yaml.
var inputKeys = []string{"schemas", "stack", "parameters", environmentsKey, "attributes", "ids", "constraints"}

// readInputs reads inputs.yaml, by Heat's rules for scalars.
func (b *binder) readInputs() {
	empty := value.NewObject(nil)
	b.attributes, b.ids, b.stack, b.constraints = empty, empty, empty, empty
	f := b.bundle.File(bind.InputsFile)
	if f == nil {
		return
	}
	root, problems := b.load(f)
	b.problems = append(b.problems, problems...)
	if root.kind != mapNode {
		if !root.isNull() && !root.isBroken() {
			b.problems = append(b.problems, diag.Errorf(root.span, "inputs-shape", "inputs.yaml is a mapping; its keys here are %s", bind.List(inputKeys)))
		}
		return
	}
	b.problems = append(b.problems, bind.UnknownKeys(b.bundle.Parse(f).Root, bind.InputsFile, "inputs-unknown-key", inputKeys)...)
	for _, part := range []struct {
		key string
		to  **value.Object
	}{{"attributes", &b.attributes}, {"ids", &b.ids}, {"stack", &b.stack}, {"constraints", &b.constraints}} {
		n := root.get(part.key)
		if n != nil && n.kind == mapNode {
			*part.to = n.value().Object()
		} else if n != nil && !n.isNull() && !n.isBroken() {
			b.problems = append(b.problems, diag.Errorf(n.span, "inputs-shape", "%s must be a mapping", part.key))
		}
	}
	b.given = root.get("parameters")
	b.chosen = root.get(environmentsKey)
	b.readSchemas(root.get("schemas"))
}

// load reads a file, as JSON if it can be, else as YAML. JSON that is no YAML, for the way
// in which it writes some characters, has its values without their places.
func (b *binder) load(f *source.File) (*node, []diag.Problem) {
	doc := b.bundle.Parse(f)
	l := f.Keep("heat", func() any {
		v, isJSON := asJSON(f.Text)
		if isJSON && len(doc.Problems) > 0 {
			return &loaded{root: fromValue(v, f.Span(0, 0)), isHealthy: true}
		}
		n, problems := load(doc.Root, isJSON)
		return &loaded{root: n, problems: append(problems, repeatedAnchors(doc.Anchors)...)}
	}).(*loaded)
	if l.isHealthy {
		return l.root, nil
	}
	return l.root, append(slices.Clip(doc.Problems), l.problems...)
}

// A loaded is a file that was loaded.
type loaded struct {
	root      *node
	problems  []diag.Problem // besides those of the document
	isHealthy bool           // the document has none that count
}

// asJSON reads a text as JSON.
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

// file returns a file of the bundle by the name that a template gives it: as it is written
// or, since the client looks beside the template that names it, relative to that.
func (st *stack) file(name string) *source.File {
	if f := st.b.file(name); f != nil {
		return f
	}
	for st.tmpl == nil {
		st = st.owner.stack // a group has no text of its own
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

// isCloudType is the function of that name with a memory.
func (b *binder) isCloudType(typ string) bool {
	is, known := b.types[typ]
	if !known {
		is = b.own[typ] != nil || isCloudType(typ)
		b.types[typ] = is
	}
	return is
}

// typeNames returns the names of all types that there are without an environment.
func (b *binder) typeNames() []string {
	names := typeNames()
	for name := range b.own {
		names = append(names, name)
	}
	sort.Strings(names[len(names)-len(b.own):])
	return names
}

// maxCompared bounds how many names are compared to find what was meant: a text with
// thousands of mistakes gets suggestions for the first of them.
const maxCompared = 2_000_000

// near returns the name that was probably meant, "" when there is none.
func (b *binder) near(name string, names []string) string {
	if b.compared += len(names); b.compared > maxCompared {
		return ""
	}
	return diag.Nearest(name, names)
}

// meant asks whether another name was meant, when one is near.
func meant(near string) string {
	if near == "" {
		return ""
	}
	return diag.Guess(`; did you mean "` + near + `"?`)
}

// changeTo offers to write what was probably meant.
func changeTo(near string, at source.Span) func(diag.Problem) diag.Problem {
	if near == "" || at.IsZero() {
		return nil
	}
	return func(p diag.Problem) diag.Problem { return p.WithFix("Change to "+near, at, near) }
}

// add makes a cell of the program.
func (b *binder) add(c *ir.Cell) *ir.Cell {
	b.cells = append(b.cells, c)
	return c
}

// first reports whether a problem has not been reported yet, and remembers that it has.
func (b *binder) first(p diag.Problem) bool {
	key := said{p.Span, p.Code, p.Message}
	if b.said[key] {
		return false
	}
	b.said[key] = true
	return true
}

// report adds a problem of a template.
func (st *stack) report(p diag.Problem) {
	if st.b.first(p) {
		st.b.problems = append(st.b.problems, p)
	}
}

// warnOnce adds a remark of ours.
func (st *stack) warnOnce(p diag.Problem) { st.report(p) }

// fail reports a problem while the program runs.
func (st *stack) fail(f ir.Frame, p diag.Problem) value.Value {
	st.remark(f, p)
	return value.Failure("error").At(p.Span)
}

// remark reports a problem while the program runs, and goes on.
func (st *stack) remark(f ir.Frame, p diag.Problem) {
	if st.b.first(p) {
		f.Report(p)
	}
}
