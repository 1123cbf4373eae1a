// Package ir is the small language that every dialect is bound to.
//
// A program is a set of cells: named expressions whose values are found at most once.
// Expressions are made of nine nodes:
//
//	Lit     a constant
//	List    values in order
//	Object  named values; keys may be expressions
//	Sub     a child with a cell of its own: evaluated, cached and traced apart
//	Merge   one object laid over another
//	Ref     a cell's value, or a piece of it
//	Interp  text with expressions in it
//	Call    a function of the dialect, strict or lazy
//	Bad     something that could not be bound; it reports its problem when reached
//
// Everything that belongs to one dialect is a Func (a built-in, a resource, a typed
// parameter) or a policy in Semantics; there is no node and no switch for a dialect.
package ir

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A Node is one of *Lit, *List, *Object, *Sub, *Merge, *Ref, *Interp, *Call, *Bad.
type Node interface {
	Info() *Meta
}

// Meta is what every node carries.
type Meta struct {
	Span source.Span
	ID   int32 // of references, interpolations and calls, counted from 1 by Number; 0 before
}

// Info returns m, which makes a pointer to every node a Node.
func (m *Meta) Info() *Meta { return m }

type (
	// Lit is a constant.
	Lit struct {
		Meta
		Value value.Data
	}
	// List gives a list.
	List struct {
		Meta
		Items []Node
	}
	// Object gives an object.
	Object struct {
		Meta
		Fields []Field
	}
	// Sub gives the value of a cell that stands at this place.
	Sub struct {
		Meta
		Cell *Cell
	}
	// Merge lays the object Over on the object Base, by the dialect's rules.
	Merge struct {
		Meta
		Base, Over Node
	}
	// Ref gives a cell's value or, with a path, a piece of it.
	Ref struct {
		Meta
		Name     string      // as written
		NameAt   source.Span // where the name stands
		Cell     *Cell       // nil when nothing has the name
		Path     []Step
		Missing  *diag.Problem // reported when a Ref without a cell is reached; may be nil
		Explicit bool          // written as a dependency (dependsOn), not as a use of the value
		Data     any           // the binder's own, for Semantics.Follow
	}
	// Interp gives text.
	Interp struct {
		Meta
		Parts []Node // Lit strings and expressions
	}
	// Call gives what a function makes of its arguments.
	Call struct {
		Meta
		Fn     *Func
		Args   []Node
		NameAt source.Span // where the function's name stands
		Data   any         // the binder's own, for the function
	}
	// Bad is what could not be bound. Problem, when not nil, is reported when it is reached.
	Bad struct {
		Meta
		Problem *diag.Problem
	}
)

// A Field is an entry of an Object. KeyExpr is nil for a plain key.
type Field struct {
	Key     string
	KeyExpr Node
	KeyAt   source.Span
	Value   Node
}

// A Step is one part of a path: a key or an index.
type Step struct {
	Key   string
	Index int
	IsKey bool
	Span  source.Span
}

// A Func is a function of a dialect: what it is called, what it takes, what it does.
// Exactly one of Eval and Lazy is set.
type Func struct {
	Name   string
	Doc    string // one or more plain sentences, for hover and the reference page
	Params []Param
	Result string // the type of what it gives, in the dialect's words
	// Outer says that only the arguments themselves must be known, not what is inside
	// them, and that secrets inside them do not make the result secret.
	Outer bool
	// Eval computes the result of a strict function. It never sees an unknown or failed
	// argument, and a secret argument makes its result secret.
	Eval func(f Frame, c *Call, args []value.Value) value.Value
	// Lazy computes the result of a function that decides itself what to force.
	Lazy func(f Frame, c *Call) value.Value
	// Surely calls visit for what a lazy function forces whatever the values are, so that long
	// chains through it need no recursion. Nil says nothing of it.
	Surely func(c *Call, visit func(Node))
	// Data is the dialect's own: what it knows of the function before it is called, such as how
	// a call is bound and which types it has.
	Data any
}

// A Param is one argument of a function.
type Param struct {
	Name     string
	Type     string // in the dialect's words
	Doc      string
	Optional bool
}

// A Frame is what a function may ask of the evaluator.
type Frame interface {
	// Force gives the value of a node.
	Force(n Node) value.Value
	// Try gives the value of a node, and the problems on the way to it instead of
	// reporting them. What cells report while they are evaluated for it is among them.
	Try(n Node) (value.Value, []diag.Problem)
	// Value gives the value of a cell; the cell that asks depends on it. At says where
	// it is asked, for the report of a cycle, and may be nil.
	Value(c *Cell, at Node) value.Value
	// Report adds a problem.
	Report(p diag.Problem)
	// Fail adds a problem and gives the value that keeps dependants quiet.
	Fail(p diag.Problem) value.Value
	// Spend counts n steps of work against the budget and reports whether there is any left.
	Spend(n int) bool
	// With returns a frame in which a local name has a value.
	With(name string, v value.Value) Frame
	// Local gives the value of a local name.
	Local(name string) (value.Value, bool)
	// Access gives a piece of a value by the dialect's rules.
	Access(r *Ref, v value.Value, s Step) value.Value
	// Text gives the text of a value inside an interpolation, by the dialect's rules.
	Text(v value.Value, at source.Span) (string, bool)
	// Cell is the cell that is being evaluated.
	Cell() *Cell
	// Extend adds cells to the program while it runs, for what only evaluation can tell:
	// how many members a group has, and what is in them. They are evaluated like all others.
	Extend(cells []*Cell)
}

// A Cell is the unit of evaluation: a named expression whose value is found at most once.
type Cell struct {
	ID     int         // position in the program
	Name   string      // unique: the id of its node in the graph
	Kind   string      // the dialect's word: resource, variable, property, ...
	Label  string      // short name for people; "" means Name
	Detail string      // a type or the like, shown under the label
	Expr   Node        // what it evaluates to
	Span   source.Span // the whole entry
	NameAt source.Span // its key
	Parent *Cell       // the cell it stands in, if any
	Hidden bool        // not shown in the graph
	Lazy   bool        // left alone unless another cell needs it
	Data   any         // the binder's own
}

// Title returns the short name for people.
func (c *Cell) Title() string {
	if c.Label != "" {
		return c.Label
	}
	return c.Name
}

// A Program is what a binder makes of a bundle.
type Program struct {
	Cells     []*Cell
	Semantics *Semantics
	nodes     int
}

// Add appends a cell and numbers it.
func (p *Program) Add(c *Cell) *Cell {
	c.ID = len(p.Cells)
	p.Cells = append(p.Cells, c)
	return c
}

// Semantics is everything that dialects disagree on once they are bound.
type Semantics struct {
	// Text renders a known value inside an interpolation. False means that it reported why not.
	Text func(f Frame, v value.Value, at source.Span) (string, bool)
	// Access reads one step of a path from a value, which may be unknown or failed.
	Access func(f Frame, r *Ref, v value.Value, s Step) value.Value
	// Settle gives what a reference makes of the value at the end of its path; nil keeps it.
	Settle func(r *Ref, v value.Value) value.Value
	// Merge lays one value over another, in dialects that bind to Merge; else nil.
	Merge func(f Frame, base, over value.Value) value.Value
	// Cycle makes the problem for a cell that was needed for its own value. At is the node
	// that asked, nil if unknown; path is the cycle, the cell first. Returning nil reports nothing.
	Cycle func(c *Cell, at Node, path []*Cell) *diag.Problem
	// Key turns the value of a key expression into a key. False means that it reported why not.
	Key func(f Frame, v value.Value, at source.Span) (string, bool)
	// Follow gives the value that a reference names, in dialects whose lookup the core
	// cannot know: with it Cell and Path say only where the reference leads, for readers
	// of the program. Nil leaves the lookup to the core.
	Follow func(f Frame, r *Ref) value.Value
	// Shown gives the part of a value that its text shows, in dialects where that is not
	// all of it; what is not shown makes the text neither unknown nor secret. May be nil.
	Shown func(v value.Value) value.Value
	// TextType is the type of a text that is unknown because a part of it is. May be nil.
	TextType any
	// TextMarks are the marks that go from a part to the text, besides being secret and failed.
	TextMarks value.Marks
	// Beginning is the type of an unknown text whose beginning is known. May be nil.
	Beginning func(text string) any
	// PartialText makes a text of which a part is no text hold what stands before that part,
	// besides being failed.
	PartialText bool
}
