package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
)

// A Dialect describes a dialect to the rest of the program. Package dialect lists them all.
type Dialect struct {
	Name  string // as on the command line and in links: "pulumi"
	Title string // for display: "Pulumi YAML"
	Main  string // name of the main file of a new document
	New   string // text of the main file of a new document
	// Console is true if expressions are evaluated one by one, beside the document.
	Console bool
	// Declares lists the keys that identify a JSON file with declarations of types, to be listed
	// under schemas in inputs.yaml. It is empty for dialects without such files.
	Declares []string
	// Calls are the prefixes of keys that call a function, for colouring; empty if keys do not
	// show it.
	Calls []string
	// Recognise reports whether a bundle is of this dialect, by its file names and by the
	// top-level keys that TopLevelKeys finds, so that a broken document keeps its dialect.
	Recognise func(b *Bundle) bool
	// Owns reports whether a file belongs to a document of this dialect even if no evaluation
	// needs it: another stack, an environment that could be imported. Publishing a document
	// leaves out files that were neither read nor owned, as they may be anything.
	Owns func(f *source.File) bool
	// Secrets describes where documents of this dialect contain secrets.
	Secrets Secrets
	// Exports are the deployment files from which inputs.yaml can be filled: see Bound.ReadExport.
	Exports []Export
	// Bind turns a bundle into a program.
	Bind func(b *Bundle) *Bound
	// Funcs are the documented functions, for hover, completion and the reference page.
	Funcs []*ir.Func
}

// Secrets lists the keys under which documents of a dialect hold secrets that must not be
// shared; case is ignored. Sharing redacts by the keys of all dialects at once, because a
// document that is being edited may be mistaken for another dialect's.
type Secrets struct {
	Values []string // in inputs.yaml: hold a secret, or true to mark the value under a Beside key
	Beside []string // in inputs.yaml: hold secrets unless a Values key beside them is false
	Whole  []string // at the top of inputs.yaml: contain only secrets
	Marks  []string // in a template: mark their parameter or value as secret
	Names  []string // in a template, beside a mark: give the input's other name
	// Initial keys, in the template itself, hold the default value of something marked.
	Initial []string
	Plain   []string // in a template: hold a literal secret
	Sealed  []string // alone in a mapping: hold what only the owner's key can decrypt
	// Given reports whether the file with this name supplies inputs to a template, like
	// inputs.yaml; nil if the dialect has no such files.
	Given func(name string) bool
}
