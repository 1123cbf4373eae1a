package esc

import (
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// An environment is one file: its imports and its values.
//
// Besides the cells of its properties, it has up to three cells. record holds the imported environments
// by name, for `${imports}`. base holds the merged values of the imports that take part in the
// merge. cell is the environment's value: its properties merged over base. Forcing cell forces
// record first, then the properties in the order of their keys. This is the order in which the
// original evaluates, and it decides where a cycle is reported.
type environment struct {
	name      string
	prefix    string // of its cells' names: "" for the root environment
	isRoot    bool
	rootOf    string // its value of context.rootEnvironment.name
	file      *source.File
	advice    *diag.Advisor // shared by all environments
	doc       *yamltree.Document
	imports   []*importEntry
	importsAt source.Span
	merges    bool // an import takes part in the merge
	values    *property
	refs      []*reference
	calls     []*ir.Call // of providers and rotators, and ciphertexts

	secrets      []*yamltree.Node // see secretArguments
	knowsSecrets bool

	cell, base, record *ir.Cell
	cells              []*ir.Cell // of its properties, in source order

	load     []diag.Problem // found while reading; an error drops an imported environment
	declared []diag.Problem // found while declaring its properties; reported only if it is not dropped
	stopped  bool           // ESC cannot read the file as YAML, so there is no environment
	isEmpty  bool           // has neither values nor imports
	dropped  bool
}

// An importEntry is an element of `imports`.
type importEntry struct {
	name   string
	nameAt source.Span
	at     source.Span
	merge  bool
	env    *environment // nil if it could not be loaded
	ref    *ir.Ref
}

// A binder builds the program of a bundle.
type binder struct {
	bundle       *bind.Bundle
	in           inputs
	program      *ir.Program
	environments map[string]*environment // by name; nil if the file does not exist
	order        []*environment          // in the order they were loaded, root first
	problems     []diag.Problem
	context      *ir.Cell
	functions    []function
	schemas      *schema               // the schema of schemas; nil until needed
	results      bind.Results          // set once everything is evaluated
	silent       map[*ir.Func]*ir.Func // the functions that report nothing, if the root is not YAML: see silence
}

// load returns the environment with the given name, reading it on first use. It returns nil if
// there is no such file.
func (b *binder) load(name string, parent *environment) *environment {
	if e, ok := b.environments[name]; ok {
		return e
	}
	f := b.bundle.File(name + ".yaml")
	if f == nil || f.Name == bind.InputsFile {
		// The entry remembers that the file does not exist.
		b.environments[name] = nil
		return nil
	}
	rootOf := parent.rootOf
	if rootOf == anonymous {
		rootOf = name
	}
	e := &environment{name: name, prefix: "imports." + name + ":", rootOf: rootOf, file: f,
		advice: parent.advice}
	b.read(e)
	return e
}

// anonymous is the name of an environment without one: the first named environment below it is
// treated as the root.
const anonymous = "<yaml>"

// read creates the cells of an environment and loads the environments that it imports.
func (b *binder) read(e *environment) {
	b.environments[e.name] = e
	b.order = append(b.order, e)
	e.doc = b.bundle.Parse(e.file)
	e.values = &property{env: e, shape: object, children: noChildren}
	e.cell = &ir.Cell{Name: "imports." + e.name, Label: e.name, Kind: "environment", Detail: "environment",
		Data: e.values, Lazy: !e.isRoot}
	e.values.cell = e.cell
	r := &reader{b: b, e: e}
	r.document()
	e.stopped = r.stopped
	// The original rejects an imported environment with any load error, but evaluates the rest of
	// the root (1).
	e.dropped = !e.isRoot && (e.stopped || hasErrors(e.load))
	// If the root is not YAML, only its own syntax errors are reported: the original never loads
	// its imports.
	if e.isRoot || !b.order[0].stopped {
		b.problems = append(b.problems, e.load...)
		if !e.dropped {
			b.problems = append(b.problems, e.declared...)
		}
	}
	e.load, e.declared = nil, nil // an update does not move their positions
	if e.dropped {
		e.cells, e.refs, e.calls, e.imports = nil, nil, nil, nil
		return
	}
	for _, i := range e.imports {
		i.env = b.load(i.name, e)
	}
	var unread []source.Span
	// Inputs that are only needed to rotate are skipped. The environments that they name are not
	// loaded then, so their problems are not reported (6.1).
	for _, c := range e.calls {
		if o, ok := c.Data.(*opening); ok {
			unread = o.unread(c.Args[0], unread)
		}
	}
	for _, ref := range e.refs {
		if name, ok := ref.environmentName(); ok && !isWithin(ref.whole, unread) {
			ref.environment = b.load(name, e)
		}
	}
}

// isWithin reports whether a span begins inside one of the others.
func isWithin(at source.Span, others []source.Span) bool {
	for _, o := range others {
		if o.Start() <= at.Start() && at.Start() < o.End() {
			return true
		}
	}
	return false
}

// hasErrors reports whether any of the problems is an error; warnings and hints do not count.
func hasErrors(problems []diag.Problem) bool {
	for i := range problems {
		if problems[i].Severity == diag.Error {
			return true
		}
	}
	return false
}

// addCells adds the cells of an environment to the program. The environment's own cell comes first,
// so that properties are evaluated in the original's order.
func (b *binder) addCells(e *environment) {
	if e.dropped {
		return
	}
	b.program.Add(e.cell)
	own := e.values.object(new(slabs), e.cell.Span)
	e.cell.Expr = own
	if len(e.imports) > 0 {
		e.record = b.program.Add(&ir.Cell{Name: e.prefix + "imports", Kind: "imports", Span: e.importsAt, Hidden: true,
			Lazy: true, Data: e.values})
		e.base = b.program.Add(&ir.Cell{Name: e.prefix + "imports merged", Kind: "imports", Hidden: true, Lazy: true,
			Data: e.values})
		call := &ir.Call{Fn: importRecord, Data: e}
		for _, i := range e.imports {
			i.ref = &ir.Ref{Meta: ir.Meta{Span: i.at}, Name: "imports." + i.name, NameAt: i.nameAt, Data: i}
			if i.env != nil && !i.env.dropped {
				i.ref.Cell = i.env.cell
			}
			call.Args = append(call.Args, i.ref)
		}
		e.record.Expr = call
		// The arguments show tools what is merged. importMerge takes the values from record.
		e.base.Expr = &ir.Call{Fn: importMerge, Data: e, Args: e.merged()}
		e.cell.Expr = &ir.Merge{Meta: own.Meta, Base: &ir.Sub{Cell: e.base}, Over: own}
	}
	for _, c := range e.cells {
		b.program.Add(c)
	}
}

// merged returns the references to the merged environments, top first.
func (e *environment) merged() []ir.Node {
	var out []ir.Node
	for i := len(e.imports) - 1; i >= 0; i-- {
		if e.imports[i].merge {
			out = append(out, e.imports[i].ref)
		}
	}
	return out
}

// importRecord returns the imported environments by name. It omits those that are unavailable or
// would close a cycle.
var importRecord = &ir.Func{
	Name: "imports", Doc: "The imported environments by name.",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		var fields []value.Field
		for i, entry := range c.Data.(*environment).imports {
			v := f.Force(c.Args[i])
			if v.Object() != nil {
				// An import that failed, or closes a cycle, has no object.
				fields = append(fields, value.Field{Key: entry.name, Value: v, KeyAt: entry.nameAt})
			}
		}
		return value.ObjectOf(value.Sorted(value.Distinct(fields))...)
	},
}

// importMerge merges the imported environments in order, later ones over earlier ones.
var importMerge = &ir.Func{
	Name: "merge", Doc: "The merged values of the imported environments: later ones override earlier ones.",
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		e := c.Data.(*environment)
		record := f.Value(e.record, c).Object()
		base := value.Value{}
		for _, entry := range e.imports {
			// An environment may be imported twice; the merge flag belongs to the entry (5).
			if v, ok := record.Get(entry.name); ok && entry.merge {
				hintFinals(f, entry, base, v)
				base = overlay(base, v)
			}
		}
		return base
	},
}

// hintFinals reports that an import replaces values that an earlier import made final.
func hintFinals(f ir.Frame, entry *importEntry, base, over value.Value) {
	for _, lost := range replacedFinals(nil, "", base, over) {
		f.Report(diag.Infof(entry.nameAt, "hint-final-import",
			"%s replaces %s, which an earlier import made final: fn::final does not protect values from other imports",
			entry.name, lost.path).
			WithNote(lost.at, "the final value"))
	}
}

// follow returns the value of the environment that an import refers to.
func (i *importEntry) follow(f ir.Frame, r *ir.Ref, names []string) value.Value {
	switch {
	case i.env == nil:
		return f.Fail(notFound(i.nameAt, i.name, names))
	// The reasons were reported when the environment was read.
	case i.env.dropped:
		return value.Failure("the environment " + i.name + " has errors")
	}
	return f.Value(i.env.cell, r)
}

// notFound returns the problem of an environment that has no file.
func notFound(at source.Span, name string, names []string) diag.Problem {
	text := "environment " + quote(name) + " not found"
	hint := diag.DidYouMean(name, names)
	if hint == "" {
		hint = "; add a file " + name + ".yaml to supply it"
	}
	p := diag.Errorf(at, "import-unknown", "%s%s", text, hint).WithReference("%s", text)
	// The fix is possible only where the name is written out as a whole, unlike in
	// ${environments.p.e}.
	if near := diag.Nearest(name, names); near != "" && strings.Contains(at.Text(), name) {
		start := at.Start() + strings.Index(at.Text(), name)
		p = p.WithFix("Change to "+near, at.File().Span(start, start+len(name)), near)
	}
	return p
}
