package bind

import (
	"pantograph/evaluator/ir"
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
	// Bind makes a program of a bundle.
	Bind func(b *Bundle) *Bound
	// Funcs are the functions that have documentation: hover, completion and the
	// reference page are made from them.
	Funcs []*ir.Func
}
