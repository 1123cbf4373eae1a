// Package bind holds what the binders of all dialects share: the bundle they read, what
// they hand to the evaluator, and helpers for mappings with known keys, for the inputs
// file and for text with expressions in it.
//
// A dialect is a function from a Bundle to a Bound program. It reads the files with
// yamltree, makes cells with ir, and says in Finish how the values of the cells become
// the result document. It never evaluates anything itself.
package bind

import (
	"slices"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"
)

// InputsFile is the name of the file that says what the outside world would supply.
const InputsFile = "inputs.yaml"

// A Bundle is the set of texts that is evaluated.
type Bundle struct {
	Files []*source.File // inputs.yaml among them, if there is one
	Main  *source.File   // the file that was named as the main one; nil lets the dialect choose
	// Apart gives a data file that is kept apart from the engine, by its name, and nil when
	// it is not here; it may be nil. Ask it by Data.
	Apart func(name string) []byte
	// Options are those by which the dialect's original reads YAML; set before Parse.
	Options yamltree.Options
	// Lean leaves out what yaml.v3 says of broken texts; see yamltree.Options.NoReferences.
	Lean bool
	// Evaluate evaluates a part of this bundle by the dialect of a name: what a template of one
	// dialect opens may be written in another. It is nil where nothing is evaluated.
	Evaluate func(dialect string, part *Bundle) (Outcome, []diag.Problem)

	docs  map[*source.File]*yamltree.Document
	read  map[*source.File]bool
	needs []string
}

// TakeFrom replaces files that are as they were in an earlier bundle: with them comes what was
// made of them then (source.File.Keep).
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

// Data gives a data file that is kept apart from the engine. When it is not here, nil, the
// snapshot says so, and whoever asked for the evaluation can supply it and ask once more.
func (b *Bundle) Data(name string) []byte {
	if b.Apart != nil {
		if data := b.Apart(name); data != nil {
			return data
		}
	}
	if !contains(b.needs, name) {
		b.needs = append(b.needs, name)
	}
	return nil
}

// Needs lists the data files that were asked for and are not here.
func (b *Bundle) Needs() []string { return b.needs }

// File returns the file with a name, or nil. Who asks for a file reads it: see Read.
func (b *Bundle) File(name string) *source.File {
	for _, f := range b.Files {
		if f.Name == name {
			b.markRead(f)
			return f
		}
	}
	return nil
}

// Parse returns the document of a file, parsed once.
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

// Read returns the names of the files that were asked for by name or parsed so far, in the
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

// Part returns a bundle of the same files, to be evaluated on its own: its main file holds
// nothing but root, and its inputs are others.
func (b *Bundle) Part(main *source.File, root *yamltree.Node, inputs string) *Bundle {
	b.markRead(main)
	p := &Bundle{Main: main, Apart: b.Apart, Lean: b.Lean, read: b.read}
	p.docs = map[*source.File]*yamltree.Document{main: {File: main, Root: root}}
	for _, f := range b.Files {
		if f.Name != InputsFile {
			p.Files = append(p.Files, f)
		}
	}
	p.Files = append(p.Files, source.NewFile(InputsFile, inputs))
	return p
}

// Documents returns what Parse has parsed so far, by file.
func (b *Bundle) Documents() map[*source.File]*yamltree.Document { return b.docs }

// A Bound is a program ready to be evaluated.
type Bound struct {
	Main     *source.File // the main file; nil when there is none
	Program  *ir.Program  // never nil; may have no cells
	Problems []diag.Problem
	// Outline gives the symbols of the main file; when it is nil, or gives nil, they are made from
	// the cells. It is called after Finish.
	Outline func() []Symbol
	// Members gives the fields that a reference to a cell can read behind a path, for
	// completion, when the cell's value does not show them; it may be nil.
	Members func(c *ir.Cell, path string) []value.Field
	// CanName reports whether a reference can name a cell; nil means that all can.
	CanName func(c *ir.Cell) bool
	// Idle gives the parts of a node that evaluation decided it does not need, such as the
	// branch of an if that is not taken: what they refer to is no edge of the graph. It is
	// called after Finish, and may be nil.
	Idle func(r Results, n ir.Node) []ir.Node
	// Complete proposes what could be written at an offset of a file, in dialects that know
	// better than their functions and cells show; it may be nil, and so may what it returns
	// where the general rules do. It is called after Finish.
	Complete func(f *source.File, offset int) []Item
	// Describe says what a word at an offset of a file means that is neither the name of a cell
	// nor that of a function; it may be nil.
	Describe func(f *source.File, offset int) (Item, bool)
	// Explain says what stands at an offset of a line of the console, in dialects that have
	// one; it may be nil. It is called after Finish, as Complete is for such lines too.
	Explain func(line *source.File, offset int) (Explanation, bool)
	// Words proposes keys and values at an offset of a file outside of references, before the
	// functions; it may be nil. It is called after Finish.
	Words func(f *source.File, offset int) []Item
	// Mentions returns the places outside of references that name a cell; it may be nil. It is
	// called after Finish.
	Mentions func() []Mention
	// Fixed says why the name of a cell cannot be changed from the editor, "" when it can; it
	// may be nil.
	Fixed func(c *ir.Cell) string
	// Site says of which part of the program a path of the result is the value; false when of
	// none. It is called after Finish, and may be nil.
	Site func(path value.Path) (Site, bool)
	// Layers gives all that is said in several places for the value of a cell at a path, the one
	// that is used first; nothing where there is one place only. It is called after Finish, and
	// may be nil.
	Layers func(c *ir.Cell, path value.Path) []Layer
	// Bring reads a file of one of the dialect's Exports, by its index, for what it has for the
	// program. The error says where the text is no JSON. It is called after Finish, and may be nil.
	Bring func(export int, text string, to *World) *value.JSONError
	// Finish makes the result once every cell has its value.
	Finish func(r Results) Outcome
}

// A Site is a part of the program that has a value: a cell or, with a Node, an expression of
// it, and a path into the value.
type Site struct {
	Cell *ir.Cell
	Node ir.Node
	Path value.Path
}

// A Layer is one of the places that give a value to a cell. Its place is the Origin of its
// value.
type Layer struct {
	Label string // what kind of place it is, for people: "default"
	Value value.Value
	Node  ir.Node // that gives the value, when it is more than written there; may be nil
}

// Results is what Finish may ask for.
type Results interface {
	// Value gives the value of a cell.
	Value(c *ir.Cell) value.Value
	// Node gives the value that a reference, interpolation or call had.
	Node(n ir.Node) (value.Value, bool)
	// Frame gives a frame for functions that run after evaluation.
	Frame() ir.Frame
}

// An Outcome is the result of an evaluation, in the shape of the contract.
type Outcome struct {
	Value value.Value
	// Sections stand beside the value in the result document.
	Sections []value.Field
	// Views are further ways to write the result, besides YAML and JSON.
	Views    []View
	Problems []diag.Problem
	// Nodes and Edges are added to the graph that is made from the cells.
	Nodes []Node
	Edges []Edge
	// Unknowns are the values that the program uses and only a deployment knows, those that
	// inputs.yaml supplies among them.
	Unknowns []Unknown
	// Further gives more unknowns, of which no problem tells: nobody waits for them while typing.
	// It may be nil, and gives the same whenever it is called.
	Further func() []Unknown
	// Parts are pieces of Value that make sense on their own.
	Parts []Part
	// Format writes the result, or what it has at a path, as the original's command line does under
	// a name that may be one of a view. False means that it has no such format.
	Format func(name, at string, reveal bool) (text string, known bool, err error)
	// Console holds the lines of a console and its answers, for a dialect that has one.
	Console []Answer
	// Form asks for the inputs that the program declares; nil when it declares none.
	Form Form
}

// A View is the result as a text of the dialect's own making.
type View struct {
	ID       string // "hcl", "dotenv"
	Title    string
	Language string
	First    bool // shown before YAML and JSON
	// Text writes the view, and tells which parts of the text are values of the result, from the
	// first to the last. Without reveal, secrets are masked. Nil writes Value as YAML.
	Text  func(reveal bool, tell func(Piece)) string
	Value value.Value
}

// A Piece is a part of a view's text: a value of the result, or the key of one.
type Piece struct {
	Start, End int // bytes
	Path       value.Path
	Value      value.Value
	KeyAt      source.Span // of a key: where it is written
	IsKey      bool
}

// A Part is a piece of the result that can be shown alone.
type Part struct {
	Path        value.Path
	Label, Kind string
	Node        string // its node of the graph
}

// An Answer is what a console says to a line.
type Answer struct {
	Expression, Text string
	Failed           bool
	File             string      // the file that problems of the expression name
	Span             source.Span // where the expression is written, if anywhere
}

// A Node is a node of the graph that is no cell.
type Node struct {
	ID, Kind, Label, Detail, Parent string
	Span, NameAt                    source.Span
	Value                           value.Value // zero when it has none
}

// An Edge is an edge of the graph that no reference of a cell gives: From needs To.
type Edge struct {
	From, To, Via string
	Span          source.Span
	Explicit      bool
}

// An Item is something that could be written at a place.
type Item struct {
	Label, Kind, Detail, Doc, Insert string
	Span                             source.Span // what it replaces
	Value                            value.Value // in place of a Detail; may have no Data
}

// An Explanation is what there is to say of a place in a line of a console.
type Explanation struct {
	Span             source.Span
	Title, Type, Doc string
	Value            value.Value // may have no Data
}

// A Symbol is an entry of the outline.
type Symbol struct {
	Name, Kind   string
	Span, NameAt source.Span
	Children     []Symbol
}
