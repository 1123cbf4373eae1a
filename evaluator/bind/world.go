package bind

import (
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Export is a kind of file in which a tool says what is deployed: a stack's state, its
// outputs, the types of a package. All are JSON.
type Export struct {
	Title   string // for people: "the state of a Pulumi stack"
	Command string // that prints such a file; "" when another prints several of them
	// Is reports whether a file is of this kind, by the keys at its top or, of a list, at that
	// of its first item. Nil means that only what the program names can tell; such kinds come last.
	Is func(has func(key string) bool) bool
}

// A World is what a file says of a deployment, as far as the program has use for it.
type World struct {
	Name string // of the file
	// Top says where in the text the members of the object at the top are: see value.Members.
	Top map[string][2]int

	Of      string // what it is about, for people: "stack prod of project web"
	Fills   []Fill
	Skipped []Skip
	Files   []*source.File // to be added to the document, or to replace those of the same names
}

// A Fill is a value for inputs.yaml.
type Fill struct {
	Path  []string // keys in inputs.yaml
	Label string   // what gets the value, for people: "web.publicIp"
	// Value may be secret, or have secrets in it: they are written as {$secret: v}.
	Value value.Value
	Bare  bool // see World.Bare
}

// A Skip is something in the file that cannot be used.
type Skip struct{ Name, Why string }

// Fill adds a value; null is none.
func (w *World) Fill(label string, v value.Value, path ...string) {
	if !v.IsNull() {
		w.Fills = append(w.Fills, Fill{Path: path, Label: label, Value: v})
	}
}

// Skip says what cannot be used, and why.
func (w *World) Skip(name, why string) { w.Skipped = append(w.Skipped, Skip{name, why}) }

// Bare has the secrets of the value that was added last written as they are, because its place says
// that they are some.
func (w *World) Bare() {
	if n := len(w.Fills); n > 0 {
		w.Fills[n-1].Bare = true
	}
}
