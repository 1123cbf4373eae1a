// Package ir defines the small language into which the binders of all dialects translate programs.
//
// A program is a list of cells: named expressions, each evaluated at most once. Expressions consist
// of nine types of nodes:
//
//	Lit     a constant
//	List    values in order
//	Object  named values; keys may be expressions
//	Sub     a child with its own cell, which is evaluated, cached and traced separately
//	Merge   one object merged over another
//	Ref     a cell's value, or a part of it
//	Interp  a string with expressions in it
//	Call    a function of the dialect, strict or lazy
//	Bad     source that could not be bound; evaluating it reports its problem
//
// Everything specific to a dialect is a Func (a built-in, a resource, a typed parameter) or a
// function in Semantics. No type of node exists for a single dialect, and no code asks which
// dialect it evaluates.
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

// Meta is common to all nodes.
type Meta struct {
	Span source.Span
	ID   int32 // of references, interpolations and calls: set by Number, from 1; otherwise 0
	// Constant numbers the lists and objects that consist only of constants and are not part of another one. It is set
	// by Number, from 1, and is not positive for other nodes.
	Constant int32
}

// Info returns m; it makes a pointer to any node type a Node.
func (m *Meta) Info() *Meta { return m }

type (
	// Lit is a constant.
	Lit struct {
		Meta
		Value value.Data
	}
	// List evaluates to a list.
	List struct {
		Meta
		Items []Node
	}
	// Object evaluates to an object.
	Object struct {
		Meta
		Fields []Field
		// IsDistinct means that the keys are known and different. Number sets it, except for objects with many fields.
		IsDistinct bool
	}
	// Sub evaluates to the value of a nested cell.
	Sub struct {
		Meta
		Cell *Cell
	}
	// Merge evaluates to the object Over merged over the object Base, by the dialect's rules.
	Merge struct {
		Meta
		Base, Over Node
	}
	// Ref evaluates to a cell's value or, with a path, to a part of it.
	Ref struct {
		Meta
		Name     string      // as written
		NameAt   source.Span // where the name is
		Cell     *Cell       // nil if no cell has this name
		Path     []Step
		Explicit bool // a declared dependency (dependsOn), not a use of the value
		Data     any  // belongs to the dialect, for Semantics.Follow
	}
	// Interp evaluates to a string.
	Interp struct {
		Meta
		Parts []Node // Lit strings and expressions
	}
	// Call evaluates to the result of a function.
	Call struct {
		Meta
		Fn     *Func
		Args   []Node
		NameAt source.Span // where the function's name is
		Data   any         // belongs to the dialect, for Fn
	}
	// Bad is source that could not be bound. If it is evaluated, it reports Problem, which may be
	// nil, and evaluates to a failed value.
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

// A Func is a function of a dialect, with its documentation. Exactly one of Eval and Lazy is set.
type Func struct {
	Name   string
	Doc    string // one or more plain sentences, for hover and the reference page
	Params []Param
	Result string // the type of its result, in the dialect's words
	// Example is a call in the dialect's notation and its result, with an arrow between them:
	// upper("a") → "A". A result that ends in … is truncated. Example is empty if a call would need
	// a program that does not fit on one line.
	Example string
	// Shallow means that Eval accepts arguments that contain unknown values, though not arguments
	// that are unknown themselves, and that secrets inside arguments do not make the result secret.
	Shallow bool
	// Eval computes the result of a strict function. It never sees an unknown or failed
	// argument, and a secret argument makes its result secret.
	Eval func(f Frame, c *Call, args []value.Value) value.Value
	// Lazy computes the result of a function that decides which arguments to force.
	Lazy func(f Frame, c *Call) value.Value
	// AlwaysForces calls visit for the nodes that a lazy function forces regardless of values, so
	// that long chains through the function need no recursion. If it is nil, no node is assumed to
	// be forced.
	AlwaysForces func(c *Call, visit func(Node))
	// Data belongs to the dialect: it describes, for example, how a call is bound and which types
	// it has.
	Data any
}

// A Param is a parameter of a function.
type Param struct {
	Name     string
	Type     string // in the dialect's words
	Doc      string
	Optional bool
	Variadic bool // takes any number of arguments; only the last parameter can do so
	Nullable bool // accepts null, in dialects in which other parameters do not
}

// Label returns the parameter's name as shown to users: that of a variadic parameter ends in "...".
func (p *Param) Label() string {
	if p.Variadic {
		return p.Name + "..."
	}
	return p.Name
}

// ItemCost is the number of steps that a function should spend for each item of a list that it
// returns. It spends them before it allocates the list.
const ItemCost = 4

// A Frame is a function's interface to the evaluator.
type Frame interface {
	// Force returns the value of a node.
	Force(n Node) value.Value
	// Try returns the value of a node together with the problems found while evaluating it,
	// including those of cells that it needs, instead of reporting them.
	Try(n Node) (value.Value, []diag.Problem)
	// Value returns the value of a cell, and records that the current cell depends on it. at is the
	// node that needs the value, which the report of a cycle names; it may be nil.
	Value(c *Cell, at Node) value.Value
	// Report adds a problem.
	Report(p diag.Problem)
	// Fail reports a problem and returns a failed value.
	Fail(p diag.Problem) value.Value
	// Spend adds n to the steps of the evaluation, and reports whether the limit allows them.
	Spend(n int) bool
	// With returns a frame in which a local name has a value.
	With(name string, v value.Value) Frame
	// Local returns the value of a local name.
	Local(name string) (value.Value, bool)
	// Access returns a part of a value by the dialect's rules.
	Access(r *Ref, v value.Value, s Step) value.Value
	// Text returns the string for a value in an interpolation, by the dialect's rules.
	Text(v value.Value, at source.Span) (string, bool)
	// Cell returns the cell that is being evaluated, or nil after evaluation.
	Cell() *Cell
	// Extend adds cells to the program while it is evaluated, for structure that only evaluation
	// reveals, such as the members of a group. They are evaluated like all other cells.
	Extend(cells []*Cell)
}

// A Cell is the unit of evaluation: a named expression that is evaluated at most once.
type Cell struct {
	ID     int32       // position in the program
	Hidden bool        // not shown in the graph
	Lazy   bool        // not evaluated unless another cell needs it
	Name   string      // unique: the ID of the cell's node in the graph
	Kind   string      // the dialect's word: resource, variable, property, ...
	Label  string      // short name for display; if empty, Name is shown
	Detail string      // a type, for example; shown under the label
	Expr   Node        // the expression that computes the value
	Span   source.Span // the entire entry
	NameAt source.Span // the entry's key
	Parent *Cell       // the enclosing cell, if any
	Data   any         // belongs to the dialect
}

// Title returns the cell's short name for display.
func (c *Cell) Title() string {
	if c.Label != "" {
		return c.Label
	}
	return c.Name
}

// A Program is the result of binding a bundle.
type Program struct {
	Cells     []*Cell
	Semantics *Semantics
	nodes     int
	constants int
	numbered  []Numbered // by the ID of the cell
}

// Numbered is how many nodes of each kind have been numbered up to the end of a cell: the nodes of a cell have
// consecutive numbers.
type Numbered struct{ Nodes, Constants int }

// Add appends a cell and sets its ID.
func (p *Program) Add(c *Cell) *Cell {
	c.ID = int32(len(p.Cells))
	p.Cells = append(p.Cells, c)
	return c
}

// Semantics holds everything in which dialects differ once they are bound.
type Semantics struct {
	// Text converts a known value in an interpolation. It returns false if it has reported a
	// problem.
	Text func(f Frame, v value.Value, at source.Span) (string, bool)
	// Access reads one step of a path from a value, which may be unknown or failed.
	Access func(f Frame, r *Ref, v value.Value, s Step) value.Value
	// Settle adjusts the value at the end of a reference's path; nil means no change.
	Settle func(r *Ref, v value.Value) value.Value
	// Merge merges one value over another, in dialects that use the Merge node; otherwise nil.
	Merge func(f Frame, base, over value.Value) value.Value
	// Cycle returns the problem for a cell that depends on itself, or nil to report nothing. at is
	// the node that refers back to the cell, nil if unknown; path is the cycle, starting with c.
	Cycle func(c *Cell, at Node, path []*Cell) *diag.Problem
	// Key converts the value of a key expression to a key. It returns false if it has reported a
	// problem.
	Key func(f Frame, v value.Value, at source.Span) (string, bool)
	// Follow returns the value of a reference, in dialects whose lookup rules the core cannot
	// express. The core then uses Cell and Path only for tools, such as the graph. If Follow is nil,
	// the core looks up the value.
	Follow func(f Frame, r *Ref) value.Value
	// Shown returns the part of a value that an interpolation includes in the string, in dialects
	// where it can be less than the entire value. Only this part can make the string unknown or
	// secret. May be nil.
	Shown func(v value.Value) value.Value
	// TextType is the Type of a string that is unknown because a part of it is. May be nil.
	TextType any
	// TextMarks are the marks, besides Secret, Failed and Mocked, that a part passes on to the
	// string.
	TextMarks value.Marks
	// PrefixType returns the Type of an unknown string with a known prefix, instead of TextType. May
	// be nil.
	PrefixType func(prefix string) any
	// PartialText means that if a part cannot be converted to a string, the failed result still
	// holds the text before that part.
	PartialText bool
}
