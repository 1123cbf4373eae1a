package bind

import (
	"strings"

	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Export is a kind of file in which a tool says what is deployed: a stack's state, its
// outputs, the types of a package. All are JSON.
type Export struct {
	Title string // for people: "the state of a Pulumi stack"
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
	Bare  bool // its secrets are written as they are, because its place says that they are some
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

// Keep puts a file into the document, and its name into a list of inputs.yaml.
func (w *World) Keep(b *Bundle, name, text, list string) {
	w.Files = append(w.Files, source.NewFile(name, text))
	names := []value.Value{}
	if f := b.File(InputsFile); f != nil {
		if root := b.Parse(f).Root; root != nil {
			if n := root.Get(list); n != nil {
				for _, item := range n.Items {
					if strings.TrimPrefix(item.Value, "./") != name {
						names = append(names, value.Str(item.Value))
					}
				}
			}
		}
	}
	w.Fill(list, value.ListOf(append(names, value.Str(name))...), list)
}
