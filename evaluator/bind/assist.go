package bind

import (
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// An Assist answers the editor's requests about a program. It is called after Finish. A dialect
// embeds NoAssist and overrides the methods for which the program's cells and functions are not
// enough.
type Assist interface {
	// Complete returns the completions at a cursor outside references. Unless all is true, the
	// dialect's functions are proposed after them.
	Complete(at Cursor) (items []Item, all bool)
	// Reference returns the part of a reference before the cursor: a name or a dotted path. Names
	// are completed from the cells, and paths from Members. Reference returns false if the cursor
	// is not in a reference, or if Complete handles the dialect's references.
	Reference(at Cursor) (typed string, ok bool)
	// CanName reports whether a reference can name a cell.
	CanName(c *ir.Cell) bool
	// Members returns the fields that a reference to a cell can read after a path. If it returns
	// nil, the fields of the cell's value are used.
	Members(c *ir.Cell, path string) []value.Field
	// Describe describes the word at a cursor if it names neither a cell nor a function. In a
	// line of a console, which is a file without a name, it describes everything.
	Describe(at Cursor) (Item, bool)
	// Mentions returns the ranges outside references that name a cell.
	Mentions() []Mention
	// Fixed returns the reason why a cell cannot be renamed in the editor, or "" if it can be.
	Fixed(c *ir.Cell) string
	// Outline returns the symbols of the main file. If it returns nil, the outline lists the
	// top-level cells.
	Outline() []Symbol
}

// NoAssist is an Assist that adds nothing to what the editor derives from cells and functions.
type NoAssist struct{}

var _ Assist = NoAssist{}

// Complete returns nothing, so that only functions are proposed.
func (NoAssist) Complete(Cursor) ([]Item, bool) { return nil, false }

// Reference returns false: the cursor is never in a reference.
func (NoAssist) Reference(Cursor) (string, bool) { return "", false }

// CanName returns true, except for a cell that is part of another cell shown in the graph.
func (NoAssist) CanName(c *ir.Cell) bool { return c.Parent == nil || c.Parent.Hidden }

// Members returns nil: a reference can read the fields of the cell's value.
func (NoAssist) Members(*ir.Cell, string) []value.Field { return nil }

// Describe returns false.
func (NoAssist) Describe(Cursor) (Item, bool) { return Item{}, false }

// Mentions returns nil.
func (NoAssist) Mentions() []Mention { return nil }

// Fixed returns "": every cell can be renamed.
func (NoAssist) Fixed(*ir.Cell) string { return "" }

// Outline returns nil: the outline lists the top-level cells.
func (NoAssist) Outline() []Symbol { return nil }

// An Item is a completion or, from Describe, a description.
type Item struct {
	Label, Kind, Detail, Doc, Insert string
	Span                             source.Span // the text that it replaces or describes
	Value                            value.Value // shown instead of Detail unless its Data is nil
}

// A Symbol is an entry of the outline.
type Symbol struct {
	Name, Kind   string
	Span, NameAt source.Span
	Children     []Symbol
}
