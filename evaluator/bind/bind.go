// Package bind defines the types and helpers that the binders of all dialects share: the bundle of
// files that a binder reads, the program that it returns for evaluation, and functions that read
// mappings with known keys and inputs.yaml.
//
// A dialect is a function from a Bundle to a Bound program. It reads the files with yamltree,
// builds cells with ir, and in Finish builds the result document from the values of the cells. It
// does not evaluate anything itself.
package bind

import (
	"maps"
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
	Main  *source.File   // the main file that the caller chose; if nil, the dialect chooses
	// LoadData returns a data file that ships separately from the engine, or nil if it is not
	// available. LoadData may be nil; call Data instead.
	LoadData func(name string) []byte
	// Options make the parser read YAML as the original tool does. The dialect sets them before it
	// calls Parse.
	Options yamltree.Options
	// Lean omits yaml.v3's messages for broken documents; see yamltree.Options.NoReferences.
	Lean bool
	// Evaluate evaluates a part of this bundle in another dialect, since a template may open files
	// of that dialect. It is nil unless the bundle is being evaluated.
	Evaluate func(dialect string, part *Bundle) (Outcome, []diag.Problem)

	docs  map[*source.File]*yamltree.Document
	paths *int // the total length of the paths of all values in docs, and in those of parts
	read  map[*source.File]bool
	needs []string
	moves map[*source.File]*source.Move // of files that have changed: see TakeFrom
	// What was derived from data files, by the file's name: see KeepData.
	derived map[string]derived
}

// A derived is a value that was computed from a data file.
type derived struct {
	data  []byte
	value any
}

// TakeFrom reuses unchanged files of an earlier bundle, together with everything derived from
// them (source.File.Keep), unchanged parts of the trees of other files, and everything derived from data files.
func (b *Bundle) TakeFrom(before *Bundle) {
	b.moves, b.derived = map[*source.File]*source.Move{}, before.derived
	for i, f := range b.Files {
		for _, old := range before.Files {
			if old.Name != f.Name || slices.Contains(b.Files[:i], old) {
				continue
			}
			if old.Text == f.Text {
				b.Files[i] = old
				delete(b.moves, f)
				break
			}
			b.moves[f] = source.NewMove(old, f)
			keepTopLines(b.moves[f])
		}
	}
}

// Forget releases everything that is derived from the files. An evaluation that was interrupted may have
// taken their trees apart.
func (b *Bundle) Forget() {
	for _, f := range b.Files {
		f.Forget()
	}
}

// Move relates a file that has changed to its previous version. It returns nil for other files, and after the
// evaluation.
func (b *Bundle) Move(f *source.File) *source.Move { return b.moves[f] }

// ForgetPast releases the files of the bundle from which TakeFrom has taken. It returns the differences from those.
func (b *Bundle) ForgetPast() []*source.Move {
	moves := slices.Collect(maps.Values(b.moves))
	b.moves = nil
	return moves
}

// Continue takes over what an earlier bundle has read, if one file of it is different now and nothing else. It returns
// that file, or nil if there is more to read.
func (b *Bundle) Continue(before *Bundle) *source.File {
	if len(b.moves) != 1 || len(b.Files) != len(before.Files) || len(before.needs) > 0 || b.Lean != before.Lean ||
		(b.Main == nil) != (before.Main == nil) {
		return nil
	}
	var changed *source.File
	read, docs, paths := map[*source.File]bool{}, map[*source.File]*yamltree.Document{}, 0
	for i, f := range b.Files {
		old := before.Files[i]
		if m := b.moves[f]; old != f && (m == nil || m.Old != old) || old == before.Main && f != b.Main {
			return nil
		}
		if before.read[old] {
			read[f] = true
		}
		if old != f {
			changed = f
		} else if d := before.docs[f]; d != nil {
			docs[f] = d
			paths += d.Paths
		}
	}
	b.Options, b.read, b.docs, b.paths = before.Options, read, docs, &paths
	return changed
}

// Restart drops what Continue has taken over.
func (b *Bundle) Restart() { b.Options, b.read, b.docs, b.paths = yamltree.Options{}, nil, nil, nil }

// Data returns a data file that ships separately from the engine. If the file is not available,
// Data returns nil and adds the name to Needs, so that the caller can supply the file and evaluate
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

// KeepData returns what derive computes from a data file, which may depend on nothing else. Like source.File.Keep,
// it calls derive only once, unless a later bundle gets other data. It returns nil if the file is not available.
func (b *Bundle) KeepData(name string, derive func(data []byte) any) any {
	data := b.Data(name)
	if data == nil {
		return nil
	}
	kept, ok := b.derived[name]
	if !ok || len(kept.data) != len(data) || len(data) > 0 && &kept.data[0] != &data[0] {
		kept = derived{data, derive(data)}
		if b.derived == nil {
			b.derived = map[string]derived{}
		}
		b.derived[name] = kept
	}
	return kept.value
}

// Needs lists the data files that were requested but not available.
func (b *Bundle) Needs() []string { return b.needs }

// File returns the file with the given name, or nil if there is no such file. It also marks the
// file as read: see Read.
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
		if m := b.moves[f]; m != nil && text == f {
			if previous, ok := m.Old.Kept(options.Key()).(*yamltree.Document); ok {
				return yamltree.ParseNext(m, previous, options)
			}
		}
		return yamltree.Parse(text, options)
	}).(*yamltree.Document)
	b.markRead(f)
	if b.paths == nil {
		b.paths = new(int)
	}
	if *b.paths += d.Paths; *b.paths > yamltree.MaxPaths {
		*b.paths -= d.Paths
		d = &yamltree.Document{File: f, Problems: []diag.Problem{diag.Errorf(f.Span(0, 0), "budget-document",
			"this file is not read: with it, the paths of all values, such as a.b[0], would be longer than %d MB in "+
				"total; give the keys around many values shorter names", yamltree.MaxPaths>>20)}}
	}
	b.docs[f] = d
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

// Part returns a bundle of the same files for a separate evaluation, in which the document of main
// is root and inputs.yaml has the text inputs.
func (b *Bundle) Part(main *source.File, root *yamltree.Node, inputs string) *Bundle {
	b.markRead(main)
	p := &Bundle{Main: main, LoadData: b.LoadData, Lean: b.Lean, read: b.read, paths: b.paths}
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
	Main     *source.File // nil if the bundle has no main file
	Program  *ir.Program  // never nil; may have no cells
	Problems []diag.Problem
	// Assist answers the editor's requests. If it is nil, NoAssist is used.
	Assist Assist
	// Idle returns the parts of a node that evaluation did not need, such as the branch of an
	// if that was not taken. Their references are not edges of the graph. Idle is called after
	// Finish, and may be nil.
	Idle func(r Results, n ir.Node) []ir.Node
	// Site returns the part of the program whose value is at a path of the result. It returns
	// false if no single part has that value. Site is called after Finish, and may be nil.
	Site func(path value.Path) (Site, bool)
	// Layers returns all values given for a cell at a path, the effective one first, or nil if
	// there is only one. Layers is called after Finish, and may be nil.
	Layers func(c *ir.Cell, path value.Path) []Layer
	// ReadExport reads a file of one of the dialect's Exports, given by index, and adds the values that
	// the program can use to a World. It returns an error, with its position, if the text is not JSON.
	// ReadExport is called after Finish, and may be nil.
	ReadExport func(export int, text string, to *World) *value.JSONError
	// Excerpts are parts of the bundle's files that are read as separate files, such as the
	// expressions of a console. The Written field of each is set.
	Excerpts []*source.File
	// Finish builds the result from the values of the cells. It is called again after each Update.
	Finish func(r Results) Outcome
	// Update adapts the program to another version of its main file. It is nil if the program is always bound anew.
	Update *Update
}

// An Update adapts a bound program to the next version of its main file, so that only the cells that have changed are
// bound and evaluated again. If one of its functions returns false, the program must be bound anew.
type Update struct {
	// Bind binds again what differs in a bundle, in which only the main file has changed.
	Bind func(next *Bundle) (changed []Rebound, ok bool)
	// Ready is called for each cell before it is evaluated again. It drops what the last evaluation has left in the
	// dialect's own data.
	Ready func(c *ir.Cell) bool
	// Done reports, once cells have been evaluated again, whether the dialect's own data is as after a complete
	// evaluation.
	Done func() bool
}

// A Rebound is a cell whose expression has changed. Binding the next version reports no problem in its entry, except
// that nothing uses it.
type Rebound struct {
	Cell      *ir.Cell
	At, KeyAt source.Span // its Span and NameAt in the last version
}

// IsRepeated reports whether the next version of a file has the same problems as the last one, at positions that have
// moved.
func IsRepeated(move *source.Move, last, next []diag.Problem) bool {
	isMoved := func(last, next source.Span) bool {
		at, ok := move.Moved(last)
		return ok && at.Equal(next)
	}
	isSameEdit := func(a, b diag.Edit) bool { return a.Text == b.Text && isMoved(a.Span, b.Span) }
	return slices.EqualFunc(last, next, func(a, b diag.Problem) bool {
		return a.Code == b.Code && a.Message == b.Message && a.Reference == b.Reference && isMoved(a.Span, b.Span) &&
			slices.EqualFunc(a.Notes, b.Notes, func(a, b diag.Note) bool {
				return a.Message == b.Message && isMoved(a.Span, b.Span)
			}) &&
			slices.EqualFunc(a.Fixes, b.Fixes, func(a, b diag.Fix) bool {
				return a.Title == b.Title && slices.EqualFunc(a.Edits, b.Edits, isSameEdit)
			})
	})
}

// A Site identifies a value in the program: that of a cell or, if Node is set, of an expression in
// the cell, or the part of it at a path.
type Site struct {
	Cell *ir.Cell
	Node ir.Node
	Path value.Path
}

// A Layer is one of the values given for a cell. Its position is the Origin of the value.
type Layer struct {
	Label string // where the value is given, for display: "default"
	Value value.Value
	Node  ir.Node // the expression of the value; nil if it is a literal
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
	// Sections are further members of the result document.
	Sections []value.Field
	// Views are further representations of the result, besides YAML and JSON.
	Views    []View
	Problems []diag.Problem
	// Nodes and Edges are added to the graph derived from the cells.
	Nodes []Node
	Edges []Edge
	// Unknowns are the values that the program uses and that only a deployment knows, including
	// those that inputs.yaml supplies.
	Unknowns []Unknown
	// Further returns more unknowns. No problem mentions them, so they are computed after the
	// result is shown. Further may be nil; every call returns the same unknowns.
	Further func() []Unknown
	// Parts are the parts of Value that can be shown separately.
	Parts []Part
	// Format writes the result, or the part at a path, in a format of the original's command
	// line. The name may also be the ID of a view. known is false if there is no such format.
	Format func(name, at string, reveal bool) (text string, known bool, err error)
	// Console holds the lines of a console and their answers, for dialects that have one.
	Console []Answer
	// Form asks for the inputs that the program declares; nil if it declares none.
	Form Form
}

// A View is the result in a format of the dialect.
type View struct {
	ID       string // "hcl", "dotenv"
	Title    string
	Language string
	First    bool // shown before YAML and JSON
	// Text returns the text of the view, and calls tell for each key and value of the result in
	// it, in order. Secrets are masked unless reveal is set. If Text is nil, the view is Value
	// written as YAML.
	Text func(reveal bool, tell func(Piece)) string
	// Written returns the text and its pieces without their paths, which take long to compute and are rarely needed.
	// A view that may have thousands of pieces has it. It may be nil.
	Written func(reveal bool) *Written
	Value   value.Value
}

// A Written is the text of a view with its pieces, in order.
type Written struct {
	Text   string
	Pieces []TextPiece
	// Entries are the outermost entries of objects that have values of at most MaxEntry, in order. If an entry is the
	// same in the next result, so are the marks of its pieces.
	Entries []TextEntry
}

// MaxEntry limits the size of an entry's value, as in value.Value.Size. Of an entry of a result, at most so much is
// written again if a value in it changes.
const MaxEntry = 2000

// A TextPiece is a piece of a Written.
type TextPiece struct {
	Start, End int32 // byte offsets
	Value      *value.Value
	Key        *value.Field // if the piece is a key
}

// A TextEntry is the text of an entry of an object.
type TextEntry struct {
	Field       *value.Field
	Start, End  int32 // byte offsets
	Piece, Next int32 // the indices of its first piece, and of the one after it
}

// A Piece is a range of a view's text that shows a key or a value of the result.
type Piece struct {
	Start, End int // byte offsets
	Path       value.Path
	Value      value.Value
	KeyAt      source.Span // for a key: where it is written in the bundle
	IsKey      bool
}

// A Part is a part of the result that can be shown separately.
type Part struct {
	Path        value.Path
	Label, Kind string
	Node        string // the ID of its node in the graph
}

// An Answer is a console's answer to a line.
type Answer struct {
	Expression, Text string
	Failed           bool
	File             string      // the file that problems of the expression name
	Span             source.Span // where the expression is written; zero if it is in no file
}

// A Node is a graph node without a cell.
type Node struct {
	ID, Kind, Label, Detail, Parent string
	Span, NameAt                    source.Span
	Value                           value.Value // the zero Value if the node has no value
}

// An Edge is a graph edge that does not come from a reference: From needs To.
type Edge struct {
	From, To, Via string
	Span          source.Span
	Explicit      bool
}
