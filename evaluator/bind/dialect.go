package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A Dialect is everything the rest of the program needs to know of one: there is one
// record for each, in the list of package dialect.
type Dialect struct {
	Name  string // as on the command line and in links: "pulumi"
	Title string // for people: "Pulumi YAML"
	Main  string // name of the main file of a new document
	New   string // text of the main file of a new document
	// Console is true when expressions are asked one by one, beside the document.
	Console bool
	// Declares are the keys of a JSON file that declares types, and that inputs.yaml lists under
	// schemas. Dialects without such files leave it empty.
	Declares []string
	// Recognise reports whether a bundle is of this dialect, by its file names and by the
	// top-level keys that TopLevelKeys finds, so that broken text keeps its dialect.
	Recognise func(b *Bundle) bool
	// Owns reports whether a file belongs to a document of this dialect although no evaluation
	// has to read it: another stack, an environment that could be imported. Whoever publishes a
	// document leaves out what was neither read nor is owned: it may be anything.
	Owns func(f *source.File) bool
	// Secrets says where documents of this dialect hold secrets.
	Secrets Secrets
	// Exports are the files of deployments that inputs.yaml can be filled from: see Bound.Bring.
	Exports []Export
	// Bind makes a program of a bundle.
	Bind func(b *Bundle) *Bound
	// Funcs are the functions that have documentation: hover, completion and the
	// reference page are made from them.
	Funcs []*ir.Func
}

// Secrets says by their keys where documents of a dialect hold what must not leave with them;
// the case of a key does not matter. What is shared is redacted by the keys of all dialects at
// once: a text that is being typed may be taken for another dialect's.
type Secrets struct {
	Values []string // in inputs.yaml: hold a secret, or true for what is Beside them
	Beside []string // in inputs.yaml: hold secrets when a key of Values beside them does not say no
	Whole  []string // at the top of inputs.yaml: hold nothing but secrets
	Marks  []string // in a template: mark the parameter or value that has them as secret
	Names  []string // in a template, beside a mark: say by which other name the input is given
	// Initial keys hold what something marked is without being given, in the template itself.
	Initial []string
	Plain   []string // in a template: hold a secret that is written out
	Sealed  []string // hold, alone in a mapping, what nobody can read without the owner's key
	// Given reports whether a file of this name supplies inputs to a template, as inputs.yaml
	// does; nil when the dialect has no such files.
	Given func(name string) bool
}
