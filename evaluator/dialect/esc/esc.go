// Package esc binds Pulumi ESC environments.
//
// An environment is a file with `imports` and `values`. Every value, down to the elements of lists,
// is a property with its own cell. Environments that are imported, or referred to through
// `environments`, are bound together with the root environment; their cells are named
// imports.NAME:PATH. Imported values are layered below an environment's own: a property's cell is
// its own expression merged over the value from the imports.
//
//	path.go        the grammar of ${paths} (3)
//	document.go    the top level of a file, and the YAML that ESC rejects (1)
//	expression.go  YAML nodes to expressions and properties (2)
//	call.go        how the arguments of functions are read
//	environment.go environments, their imports and their cells (5)
//	reference.go   how a path finds its value (4)
//	layers.go      how values are merged over one another
//	builtin.go     the functions that compute (6); their output formats: text.go and yaml.go
//	secret.go      secrets and ciphertexts (7)
//	open.go        providers and rotators (6.1)
//	schema.go      JSON schemas; check.go checks values against them (10)
//	inputs.go      the contents of inputs.yaml; world.go fills it from an opened environment
//	result.go      the result and its views (11, 12); formats.go, detailed.go and rewrite.go
//	               what the command line prints; provenance.go where values come from
//	update.go      how the program is adapted when only literals change
//	unknown.go     the values that only a deployment knows; form.go the form on the page
//	complete.go    completion; describe.go the meaning of keys
//
// The numbers are sections of SPEC.md, which describes the behaviour of the original, Pulumi ESC:
// values, secrecy and problems are the same as there, unless a decision in section 0 or a comment
// says otherwise.
package esc

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Dialect is Pulumi ESC.
var Dialect = &bind.Dialect{
	Name:      "esc",
	Title:     "Pulumi ESC",
	Main:      mainFile,
	New:       newDocument,
	Calls:     []string{"fn::"},
	Recognise: recognise,
	Owns:      isImportable,
	Secrets:   secrets,
	Exports:   []bind.Export{{Title: "the values of an opened ESC environment", Command: "esc env open NAME -f json"}},
	Bind:      bindBundle,
	Funcs:     documented(),
}

// secrets lists the keys under which secrets are written: outputs of providers, decrypted
// ciphertexts, and the argument of fn::secret.
var secrets = bind.Secrets{
	Values: []string{"$secret", "secret"},
	Beside: []string{"outputs"},
	Whole:  []string{"decrypt"},
	Plain:  []string{"fn::secret"},
	Sealed: []string{"ciphertext"},
}

// mainFile is the file of the root environment.
const mainFile = "env.yaml"

// newDocument is the text of a new env.yaml: a value, a reference to it in a string, and an
// environment variable.
const newDocument = `values:
  greeting: Hello, ${who}!
  who: world
  environmentVariables:
    GREETING: ${greeting}
`

// recognise reports whether a bundle looks like ESC: it has a file with the keys of an environment,
// or one called env.yaml that does not belong to a Heat template.
func recognise(b *bind.Bundle) bool {
	if b.File(mainFile) != nil && b.File("template.yaml") == nil {
		return true
	}
	for _, f := range b.Files {
		if hasKeys(f) {
			return true
		}
	}
	return false
}

// hasKeys reports whether a file has `values` or `imports` at its top level, in upper or lower case
// (1). The keys are found without parsing, so a file that is broken during typing stays recognised.
func hasKeys(f *source.File) bool {
	if _, ok := environmentFile(f.Name); !ok {
		return false
	}
	for _, key := range bind.TopLevelKeys(f) {
		if k := strings.ToLower(key); k == "values" || k == "imports" {
			return true
		}
	}
	return false
}

// environmentFile returns the name of the environment in a file. It returns false if the file
// cannot contain one.
func environmentFile(file string) (string, bool) {
	if file == bind.InputsFile {
		return "", false
	}
	return strings.CutSuffix(file, ".yaml")
}

// isImportable reports whether an environment can import a file: NAME.yaml or PROJECT/NAME.yaml.
// Since many files have such names, the keys have to match as well.
func isImportable(f *source.File) bool {
	return f.Name == mainFile || strings.Count(f.Name, "/") <= 1 && hasKeys(f)
}

// rootFile returns the file of the root environment: the chosen one, otherwise env.yaml, otherwise
// the first file that looks like an environment.
func rootFile(b *bind.Bundle) *source.File {
	if b.Main != nil {
		return b.Main
	}
	if f := b.File(mainFile); f != nil {
		return f
	}
	var first *source.File
	for _, f := range b.Files {
		_, ok := environmentFile(f.Name)
		switch {
		case !ok:
		case hasKeys(f):
			return f
		case first == nil:
			first = f
		}
	}
	// No file has the keys of an environment, so the first YAML file is the best guess.
	return first
}

// bindBundle builds the program of a bundle.
func bindBundle(bundle *bind.Bundle) *bind.Bound {
	b := &binder{bundle: bundle, functions: functions, environments: map[string]*environment{}, program: &ir.Program{}}
	b.in, b.problems = readInputs(bundle)
	b.program.Semantics = b.semantics()
	bound := &bind.Bound{Main: b.chooseRoot(), Program: b.program, Finish: b.finish, ReadExport: b.readExport,
		Site: b.site}
	if bound.Main == nil {
		bound.Problems = append(b.problems, diag.Errorf(source.Span{}, "no-environment",
			"there is no environment: add a file env.yaml"))
		return bound
	}
	// chooseRoot sets the name if `root` chooses the file. Otherwise the root environment is called
	// env, whatever its file is called.
	if b.in.environment == "" {
		b.in.environment = "env"
	}
	bound.Assist = &assist{binder: b}
	root := &environment{name: b.in.environment, isRoot: true, rootOf: b.in.environment, file: bound.Main,
		advice: &diag.Advisor{}}
	// read also reads every environment that the root leads to. The root comes first, so b.order[0]
	// is the root environment from here on.
	b.read(root)
	b.link()
	bound.Update = b.updater(bound)
	bound.Problems, b.problems = b.problems, nil // the binder lives as long as the snapshot
	return bound
}

// semantics returns the rules of evaluation that are specific to ESC.
func (b *binder) semantics() *ir.Semantics {
	return &ir.Semantics{
		Text:     text,
		Merge:    merge,
		Cycle:    cycle,
		Follow:   b.follow,
		Shown:    shown,
		TextType: stringType,
		// The keys of objects are never expressions (2), so there is nothing to convert.
		Key: func(_ ir.Frame, v value.Value, _ source.Span) (string, bool) {
			return v.Text()
		},
		Access: func(f ir.Frame, r *ir.Ref, v value.Value, s ir.Step) value.Value {
			return (&reference{env: b.order[0], node: r, whole: r.Span}).access(f, v, []ir.Step{s})
		},
	}
}

// link adds the cells of all environments and resolves references.
func (b *binder) link() {
	root := b.order[0]
	// With a single environment, a node that encloses all others would only clutter the graph.
	root.cell.Hidden = len(b.order) == 1
	// Without values and imports, the original returns nothing at all (1).
	if root.isEmpty {
		return
	}
	for _, e := range b.order {
		// setTarget needs the record cells of all environments, so it has to wait until they exist.
		b.addCells(e)
	}
	for _, e := range b.order {
		for _, r := range e.refs {
			b.setTarget(r)
		}
		for _, c := range e.cells {
			// The arguments tell tools which values a property overrides. Evaluation ignores them:
			// inherited looks into the merged imports instead.
			if m, ok := c.Expr.(*ir.Merge); ok {
				m.Base.(*ir.Call).Args = c.Data.(*property).below()
			}
		}
	}
	if b.context != nil {
		b.program.Add(b.context)
	}
	if root.stopped {
		b.silence()
	}
}

// mostNotes limits how many properties of a cycle are named.
const mostNotes = 100

// cycle returns the problem of an expression that needs its own value. The original reports it at
// the expression that is entered again, not at the reference to it. If an environment imports
// itself, it is reported at the import.
func cycle(c *ir.Cell, at ir.Node, path []*ir.Cell) *diag.Problem {
	p, _ := c.Data.(*property)
	// Only the cell of `context` has no property, and its value needs no other cell.
	if p == nil {
		return nil
	}
	var problem diag.Problem
	if p.parent == nil {
		// The cycle goes through a whole environment. The original reports it at the name in the
		// import or at the whole expression with `environments` (5).
		span := source.Span{}
		if r, ok := at.(*ir.Ref); ok {
			span = r.NameAt
			if ref, ok := r.Data.(*reference); ok {
				span = ref.whole
			}
		}
		problem = diag.Errorf(span, "import-cycle",
			"%s is being evaluated already: this import leads back to it and is skipped", p.env.name).
			WithReference("cyclic import of %s", p.env.name)
		return &problem
	}
	problem = diag.Errorf(p.valueSpan(), "cycle", "%s depends on its own value", p.path()).
		WithReference("cyclic reference to %s", p.originalPath())
	// path[0] is the property at which the problem is reported.
	for _, next := range path[1:min(len(path), mostNotes)] {
		if q, ok := next.Data.(*property); ok && q.parent != nil {
			problem = problem.WithNote(q.valueSpan(), "through %s", q.path())
		}
	}
	if more := len(path) - mostNotes; more > 0 {
		problem = problem.WithNote(path[mostNotes].NameAt, "and through %d more", more)
	}
	return &problem
}

// CanName reports whether a path in the root environment can begin with the name of a cell: a
// property of the environment or of an import.
func (b *assist) CanName(c *ir.Cell) bool {
	p, ok := c.Data.(*property)
	if !ok {
		return c.Kind == contextKind
	}
	if p.parent == nil || p.parent.parent != nil {
		return false
	}
	// A property that another layer overrides cannot be reached: the name leads to the topmost one.
	layers := b.order[0].layersOf([]ir.Step{{Key: p.key, IsKey: true}})
	return len(layers) > 0 && layers[0].property == p
}

// Outline returns the properties of the root environment.
func (b *assist) Outline() []bind.Symbol { return outline(b.order[0].values) }

// outline returns the entries of an object as symbols, in source order.
func outline(p *property) []bind.Symbol {
	if len(p.items) == 0 || p.shape != object {
		return nil
	}
	out := make([]bind.Symbol, len(p.items))
	for i, item := range p.items {
		out[i] = bind.Symbol{Name: item.key, Kind: "property", Span: item.cell.Span, NameAt: item.cell.NameAt,
			Children: outline(item)}
	}
	return out
}
