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
	// Recognise reports whether a bundle is of this dialect, by its file names and by the
	// top-level keys that TopLevelKeys finds, so that broken text keeps its dialect.
	Recognise func(b *Bundle) bool
	// Owns reports whether a file belongs to a document of this dialect although no evaluation
	// has to read it: another stack, an environment that could be imported. Whoever publishes a
	// document leaves out what was neither read nor is owned: it may be anything.
	Owns func(f *source.File) bool
	// Bind makes a program of a bundle.
	Bind func(b *Bundle) *Bound
	// Funcs are the functions that have documentation: hover, completion and the
	// reference page are made from them.
	Funcs []*ir.Func
}
