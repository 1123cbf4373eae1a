// Package bind holds what the binders of all dialects share: the bundle that they read, the
// program that they pass to the evaluator, and helpers for mappings with known keys and for
// inputs.yaml.
//
// A dialect is a function from a Bundle to a Bound program. It reads the files with yamltree,
// builds cells with ir, and in Finish turns the values of the cells into the result document.
// It never evaluates anything itself.
package bind

import (
	"slices"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// InputsFile is the file with the values that the outside world would supply.
const InputsFile = "inputs.yaml"

// A Bundle is the set of files to evaluate.
type Bundle struct {
	Files []*source.File // including inputs.yaml, if it exists
	Main  *source.File   // the file named as the main one; nil lets the dialect choose
	// LoadData returns a data file that ships separately from the engine, nil if it is not
	// available. LoadData may be nil; call Data instead.
	LoadData func(name string) []byte
	// Options are how the dialect's original reads YAML. Set them before Parse.
	Options yamltree.Options
	// Lean omits yaml.v3's messages for broken documents; see yamltree.Options.NoReferences.
	Lean bool
	// Evaluate evaluates a part of this bundle in another dialect: a template may open files
	// written in another one. It is nil if nothing is being evaluated.
	Evaluate func(dialect string, part *Bundle) (Outcome, []diag.Problem)

	docs  map[*source.File]*yamltree.Document
	read  map[*source.File]bool
	needs []string
}

// TakeFrom reuses unchanged files of an earlier bundle, together with everything derived from
// them (source.File.Keep).
func (b *Bundle) TakeFrom(before *Bundle) {
	for i, f := range b.Files {
		for _, old := range before.Files {
			if old.Name == f.Name && old.Text == f.Text && !slices.Contains(b.Files[:i], old) {
				b.Files[i] = old
				break
			}
		}
	}
}

// Data returns a data file that ships separately from the engine. If it is not available,
// Data returns nil and the snapshot records it, so that the caller can supply it and evaluate
// again.
func (b *Bundle) Data(name string) []byte {
	if b.LoadData != nil {
		if data := b.LoadData(name); data != nil {
			return data
		}
	}
	if !contains(b.needs, name) {
		b.needs = append(b.needs, name)
	}
	return nil
}

// Needs lists the data files that were requested but not available.
func (b *Bundle) Needs() []string { return b.needs }

// File returns the file with a name, or nil. It also marks the file as read: see Read.
func (b *Bundle) File(name string) *source.File {
	for _, f := range b.Files {
		if f.Name == name {
			b.markRead(f)
			return f
		}
	}
	return nil
}

// Parse returns the document of a file, parsing it only once.
func (b *Bundle) Parse(f *source.File) *yamltree.Document {
	if d := b.docs[f]; d != nil {
		return d
	}
	if b.docs == nil {
		b.docs = map[*source.File]*yamltree.Document{}
	}
	options := b.Options
	options.NoReferences = b.Lean
	d := f.Keep(options.Key(), func() any {
		text := f
		if f.Name == InputsFile {
			text = joinSurrogates(f)
		}
		return yamltree.Parse(text, options)
	}).(*yamltree.Document)
	b.docs[f] = d
	b.markRead(f)
	return d
}

func (b *Bundle) markRead(f *source.File) {
	if b.read == nil {
		b.read = map[*source.File]bool{}
	}
	b.read[f] = true
}

// Read returns the names of the files that were requested by name or parsed so far, in the
// order of Files.
func (b *Bundle) Read() []string {
	var names []string
	for _, f := range b.Files {
		if b.read[f] {
			names = append(names, f.Name)
		}
	}
	return names
}

// Part returns a bundle of the same files for a separate evaluation: its main file contains
// only root, and it has different inputs.
func (b *Bundle) Part(main *source.File, root *yamltree.Node, inputs string) *Bundle {
	b.markRead(main)
	p := &Bundle{Main: main, LoadData: b.LoadData, Lean: b.Lean, read: b.read}
	p.docs = map[*source.File]*yamltree.Document{main: {File: main, Root: root}}
	for _, f := range b.Files {
		if f.Name != InputsFile {
			p.Files = append(p.Files, f)
		}
	}
	p.Files = append(p.Files, source.NewFile(InputsFile, inputs))
	return p
}

// Documents returns the documents parsed so far, by file.
func (b *Bundle) Documents() map[*source.File]*yamltree.Document { return b.docs }

// A Bound is a program ready to be evaluated.
type Bound struct {
	Main     *source.File // the main file; nil if there is none
	Program  *ir.Program  // never nil; may have no cells
	Problems []diag.Problem
	// Assist answers the editor. If it is nil, NoAssist does.
	Assist Assist
	// Idle returns the parts of a node that evaluation did not need, such as the branch of an
	// if that was not taken: their references are not edges of the graph. It is called after
	// Finish, and may be nil.
	Idle func(r Results, n ir.Node) []ir.Node
	// Site returns the part of the program whose value is at a path of the result, or false if
	// there is none. It is called after Finish, and may be nil.
	Site func(path value.Path) (Site, bool)
	// Layers returns all values given for a cell at a path, the effective one first; nothing
	// if there is only one. It is called after Finish, and may be nil.
	Layers func(c *ir.Cell, path value.Path) []Layer
	// ReadExport reads a file of one of the dialect's Exports, given by index, and collects what
	// the program can use. The error is the position where the text is not JSON. It is called
	// after Finish, and may be nil.
	ReadExport func(export int, text string, to *World) *value.JSONError
	// Excerpts are the texts that are written inside the bundle's files but are read as files: the
	// expressions of a console. Each has its Written set.
	Excerpts []*source.File
	// Finish builds the result once every cell has its value.
	Finish func(r Results) Outcome
}

// A Site is a part of the program that has a value: a cell or, with a Node, an expression in
// it, and a path into the value.
type Site struct {
	Cell *ir.Cell
	Node ir.Node
	Path value.Path
}

// A Layer is one of the values given for a cell. Its position is the Origin of the value.
type Layer struct {
	Label string // the kind of place, for display: "default"
	Value value.Value
	Node  ir.Node // the expression of the value, if it is not a literal; may be nil
}

// Results gives access to the values of an evaluated program.
type Results interface {
	// Value returns the value of a cell.
	Value(c *ir.Cell) value.Value
	// Node returns the value of a reference, interpolation or call, or false if it was not
	// evaluated.
	Node(n ir.Node) (value.Value, bool)
	// Frame returns a frame for functions that run after evaluation.
	Frame() ir.Frame
}

// An Outcome is the result of an evaluation, as scripts/play/CONTRACT.md specifies it.
type Outcome struct {
	Value value.Value
	// Sections appear beside the value in the result document.
	Sections []value.Field
	// Views are further representations of the result, besides YAML and JSON.
	Views    []View
	Problems []diag.Problem
	// Nodes and Edges are added to the graph derived from the cells.
	Nodes []Node
	Edges []Edge
	// Unknowns are the values that the program uses and only a deployment knows, including
	// those that inputs.yaml supplies.
	Unknowns []Unknown
	// Further returns more unknowns, which no problem mentions, so they are computed after
	// the result. It may be nil, and returns the same for every call.
	Further func() []Unknown
	// Parts are pieces of Value that are meaningful on their own.
	Parts []Part
	// Format writes the result, or the part at a path, in a format of the original's command
	// line, which may be the name of a view. It returns false for unknown formats.
	Format func(name, at string, reveal bool) (text string, known bool, err error)
	// Console holds the lines of a console and their answers, for dialects that have one.
	Console []Answer
	// Form asks for the inputs that the program declares; nil if there are none.
	Form Form
}

// A View is the result in a format of the dialect.
type View struct {
	ID       string // "hcl", "dotenv"
	Title    string
	Language string
	First    bool // shown before YAML and JSON
	// Text writes the view, and calls tell for each value of the result in it, from first to
	// last. Secrets are masked unless reveal is set. If Text is nil, Value is written as
	// YAML.
	Text  func(reveal bool, tell func(Piece)) string
	Value value.Value
}

// A Piece is a part of a view's text: a value of the result, or a key.
type Piece struct {
	Start, End int // byte offsets
	Path       value.Path
	Value      value.Value
	KeyAt      source.Span // for a key: where it is written
	IsKey      bool
}

// A Part is a piece of the result that can be shown on its own.
type Part struct {
	Path        value.Path
	Label, Kind string
	Node        string // its node in the graph
}

// An Answer is a console's answer to a line.
type Answer struct {
	Expression, Text string
	Failed           bool
	File             string      // the file named in problems of the expression
	Span             source.Span // where the expression is written, if anywhere
}

// A Node is a graph node without a cell.
type Node struct {
	ID, Kind, Label, Detail, Parent string
	Span, NameAt                    source.Span
	Value                           value.Value // zero if it has none
}

// An Edge is a graph edge that does not come from a reference: From needs To.
type Edge struct {
	From, To, Via string
	Span          source.Span
	Explicit      bool
}
