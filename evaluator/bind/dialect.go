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
	// Console is true if the dialect has a console, in which expressions are evaluated one by one.
	Console bool
	// Declares lists the top-level keys by which a JSON file with type declarations is recognised.
	// Such a file takes effect once schemas in inputs.yaml lists it. Declares is nil for dialects
	// without such files.
	Declares []string
	// Calls are the prefixes of keys that call a function, for syntax highlighting; nil if such
	// keys have no prefix.
	Calls []string
	// Recognise reports whether a bundle is in this dialect. It looks only at the file names and
	// at the keys that TopLevelKeys finds, so that a broken document keeps its dialect.
	Recognise func(b *Bundle) bool
	// Owns reports whether a file belongs to a document of this dialect even if the evaluation
	// did not read it: another stack, an environment that could be imported. Other files that were
	// not read are left out when a document is shared, because they may be private.
	Owns func(f *source.File) bool
	// Secrets describes where documents of this dialect contain secrets.
	Secrets Secrets
	// Exports are the deployment files from which inputs.yaml can be filled: see Bound.ReadExport.
	Exports []Export
	// Bind returns the program for a bundle.
	Bind func(b *Bundle) *Bound
	// Funcs are the documented functions, for hover, completion and the reference page.
	Funcs []*ir.Func
}

// Secrets lists the keys under which documents of a dialect contain secrets that must not be
// shared; case is ignored. Sharing a document redacts the keys of all dialects, because a document
// that is being edited may be recognised as another dialect's.
type Secrets struct {
	Values []string // in inputs.yaml: contain a secret, or true to mark the value under a Beside key
	Beside []string // in inputs.yaml: contain secrets unless a Values key in the same mapping is false
	Whole  []string // at the top level of inputs.yaml: contain only secrets
	Marks  []string // in a template: mark their parameter or value as secret
	Names  []string // in a template, in the same mapping as a mark: contain another name of the input
	// Initial keys, in a template, contain the default value of an input that is marked.
	Initial []string
	Plain   []string // in a template: contain a literal secret
	Sealed  []string // the only key of a mapping: contain a ciphertext, which needs no redaction
	// Given reports whether the file with this name supplies inputs to a template, as inputs.yaml
	// does. It is nil if the dialect has no such files.
	Given func(name string) bool
}
