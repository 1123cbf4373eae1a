package bind

import (
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Export is a kind of JSON file in which a tool describes a deployment: a stack's state,
// its outputs, the types of a package.
type Export struct {
	Title   string // for display: "the state of a Pulumi stack"
	Command string // the command that prints such a file; "" if another Export lists it
	// Is reports whether a file is of this kind, by its top-level keys or, for a list, those of
	// its first item. It is nil if a file can only be recognised by names from the program; such
	// kinds come last in Dialect.Exports.
	Is func(has func(key string) bool) bool
}

// A World is the part of a deployment's description that the program can use.
type World struct {
	Name string // name of the file
	// Top holds the byte ranges of the top-level object's members: see value.Members.
	Top map[string][2]int

	Of      string // what the file describes, for display: "stack prod of project web"
	Fills   []Fill
	Skipped []Skip
	Files   []*source.File // files to add to the document, replacing those of the same names
}

// A Fill is a value for inputs.yaml.
type Fill struct {
	Path  []string // path of keys in inputs.yaml
	Label string   // the target of the value, for display: "web.publicIp"
	// Value may be secret or contain secrets, which are written as {$secret: v} unless Bare is set.
	Value value.Value
	Bare  bool // see World.Bare
}

// A Skip is an entry of the file that cannot be used.
type Skip struct{ Name, Why string }

// Fill adds a value, unless it is null.
func (w *World) Fill(label string, v value.Value, path ...string) {
	if !v.IsNull() {
		w.Fills = append(w.Fills, Fill{Path: path, Label: label, Value: v})
	}
}

// Skip records an entry that cannot be used, and why.
func (w *World) Skip(name, why string) { w.Skipped = append(w.Skipped, Skip{name, why}) }

// Bare causes secrets in the value added last to be written without a wrapper. It is for keys of
// inputs.yaml whose values are always secret.
func (w *World) Bare() {
	if n := len(w.Fills); n > 0 {
		w.Fills[n-1].Bare = true
	}
}
