package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Assist answers what the editor asks about a program. It is called after Finish. A dialect
// embeds NoAssist and overrides the methods for which cells and functions are not enough.
type Assist interface {
	// Complete returns the completions at a cursor outside references. Unless all is true, the
	// functions are proposed after them.
	Complete(at Cursor) (items []Item, all bool)
	// Reference returns the part of a reference between its beginning and the cursor: a name,
	// or a path with dots, which the cells and Members complete. It returns false if the
	// cursor is not in a reference, or if Complete completes the dialect's references.
	Reference(at Cursor) (typed string, ok bool)
	// CanName reports whether a reference can name a cell.
	CanName(c *ir.Cell) bool
	// Members returns the fields that a reference to a cell can read after a path, nil for
	// those that its value has.
	Members(c *ir.Cell, path string) []value.Field
	// Describe describes the word at a cursor if it names neither a cell nor a function. In a
	// line of a console, which is a file without a name, it describes everything.
	Describe(at Cursor) (Item, bool)
	// Mentions returns the places outside references that name a cell.
	Mentions() []Mention
	// Fixed returns the reason why a cell cannot be renamed in the editor, "" if it can.
	Fixed(c *ir.Cell) string
	// Outline returns the symbols of the main file, nil for its top-level cells.
	Outline() []Symbol
}

// NoAssist is an Assist that knows nothing more than the cells and functions of a program.
type NoAssist struct{}

var _ Assist = NoAssist{}

// Complete returns nothing, so that only functions are proposed.
func (NoAssist) Complete(Cursor) ([]Item, bool) { return nil, false }

// Reference returns false, as if no string contained references.
func (NoAssist) Reference(Cursor) (string, bool) { return "", false }

// CanName reports that all cells can be named except parts of other cells.
func (NoAssist) CanName(c *ir.Cell) bool { return c.Parent == nil || c.Parent.Hidden }

// Members returns nil: a reference can read the fields that the value has.
func (NoAssist) Members(*ir.Cell, string) []value.Field { return nil }

// Describe returns false.
func (NoAssist) Describe(Cursor) (Item, bool) { return Item{}, false }

// Mentions returns nil.
func (NoAssist) Mentions() []Mention { return nil }

// Fixed returns "": every cell can be renamed.
func (NoAssist) Fixed(*ir.Cell) string { return "" }

// Outline returns nil.
func (NoAssist) Outline() []Symbol { return nil }

// An Item is a completion or, from Describe, a description.
type Item struct {
	Label, Kind, Detail, Doc, Insert string
	Span                             source.Span // the text that it replaces or describes
	Value                            value.Value // shown instead of Detail; may have no Data
}

// A Symbol is an entry of the outline.
type Symbol struct {
	Name, Kind   string
	Span, NameAt source.Span
	Children     []Symbol
}
