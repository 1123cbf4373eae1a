// Package eval evaluates the cells of a program, of any dialect.
//
// Evaluation is plain recursion: forcing a node forces what it needs, and the value of a cell is
// kept. Only long chains of references are evaluated differently (prefetch.go).
package eval

import (
	"fmt"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Limits bounds the work of one evaluation.
type Limits struct {
	Steps int // nodes forced, and steps spent by functions
	Depth int // nodes being forced at the same time
	Size  int // bytes of all values together when written out
}

// A state is how far the evaluation of a cell is.
type state uint8

const (
	idle    state = iota
	running       // on the stack of cells; needing it again is a cycle
	done
)

// An entry is what the evaluator knows about a cell.
type entry struct {
	state state
	value value.Value
	deps  []Dep // in the order in which they were needed
}

// A Dep records that a cell's value was computed from another's.
type Dep struct {
	To *ir.Cell
	At ir.Node // the node that needed it; nil for a function
}

// An Evaluator holds the state of one program's evaluation. It must not be used concurrently.
type Evaluator struct {
	top      *frame // the frame of the program's own cells: shared, as each would be allocated
	program  *ir.Program
	sem      *ir.Semantics
	limits   Limits
	steps    int            // spent so far
	size     int64          // bytes of the values of the cells evaluated so far
	depth    int            // nodes that are being forced
	spent    bool           // a limit was reached and reported
	cells    []entry        // by the ID of the cell
	nodes    []value.Value  // by the ID of the node: see Node
	repeated map[int32]bool // ids of the nodes that had different values later, in a loop
	stack    []*ir.Cell     // the cells that are being evaluated, the innermost last
	problems []diag.Problem
	ahead    *ir.Prefetch // nil until needed
	// read holds the secret values that the expressions being evaluated have read; those from
	// readFrom on belong to the innermost one. A problem records them, so that its message can be
	// redacted.
	read     []value.Value
	readFrom int
	text     []byte // buffer of the interpolations being evaluated, concatenated
	deps     []Dep  // preallocated dependencies for cells

	// The lists and objects that the program writes out are allocated in chunks.
	lists   ir.Slab[value.List]
	items   ir.Slab[value.Value]
	objects ir.Slab[value.Object]
	fields  ir.Slab[value.Field]

	// For an evaluator that repeats a loop:
	loop   *ir.Call
	locals *scope        // the names in scope around it
	round  []value.Value // the values of its nodes in this round
	rounds []Round
}

// New returns an evaluator for a numbered program.
func New(p *ir.Program, limits Limits) *Evaluator {
	e := &Evaluator{
		program: p,
		sem:     p.Semantics,
		limits:  limits,
		cells:   make([]entry, len(p.Cells)),
		nodes:   make([]value.Value, p.Nodes()+1),
	}
	e.top = &frame{e: e}
	return e
}

// Run evaluates every cell that is not lazy, in program order, including cells that are added
// meanwhile.
func (e *Evaluator) Run() {
	for i := 0; i < len(e.program.Cells); i++ {
		if c := e.program.Cells[i]; !c.Lazy {
			e.cell(c, nil)
		}
	}
}

// Problems returns the problems reported so far.
func (e *Evaluator) Problems() []diag.Problem { return e.problems }

// Steps returns how many steps have been spent.
func (e *Evaluator) Steps() int { return e.steps }

// Value returns the value of a cell, evaluating it if necessary.
func (e *Evaluator) Value(c *ir.Cell) value.Value { return e.cell(c, nil) }

// Known returns the value of a cell, and whether it has been evaluated.
func (e *Evaluator) Known(c *ir.Cell) (value.Value, bool) {
	if c.ID >= len(e.cells) || e.cells[c.ID].state != done {
		return value.Value{}, false
	}
	return e.cells[c.ID].value, true
}

// Node returns the value that a node had when it was first forced. Only references, interpolations
// and calls are remembered.
func (e *Evaluator) Node(n ir.Node) (value.Value, bool) {
	id := n.Info().ID
	if id <= 0 || int(id) >= len(e.nodes) || e.known(id).Data == nil {
		return value.Value{}, false
	}
	return *e.known(id), true
}

// IsRepeated reports whether a node had several values, as nodes in a loop do; Node returns the
// first.
func (e *Evaluator) IsRepeated(n ir.Node) bool { return e.repeated[n.Info().ID] }

// Remembered calls visit with every value that Node would return.
func (e *Evaluator) Remembered(visit func(value.Value)) {
	for i := range e.nodes {
		if e.nodes[i].Data != nil {
			visit(e.nodes[i])
		}
	}
}

// Deps returns the cells that c was computed from, in the order they were needed.
func (e *Evaluator) Deps(c *ir.Cell) []Dep { return e.cells[c.ID].deps }

// Frame returns the frame in which the program's own cells are evaluated.
func (e *Evaluator) Frame() ir.Frame { return e.top }

// A scope is a chain of local names.
type scope struct {
	name  string
	value value.Value
	outer *scope
}

// frame implements ir.Frame.
type frame struct {
	e      *Evaluator
	locals *scope
}

func (f *frame) Value(c *ir.Cell, at ir.Node) value.Value          { return f.e.cell(c, at) }
func (f *frame) Text(v value.Value, at source.Span) (string, bool) { return f.e.sem.Text(f, v, at) }

// Force is called by functions for their arguments. If a loop is repeated (Rounds), it records
// them.
func (f *frame) Force(n ir.Node) value.Value {
	v := f.force(n)
	if f.e.loop != nil {
		f.e.recordRound(n, f.locals)
	}
	return v
}

// Report adds a problem, with the secrets that the expression has read.
func (f *frame) Report(p diag.Problem) {
	if p.Read == nil {
		p.Read = make([]diag.Secret, 0, len(f.e.read)-f.e.readFrom)
		for _, v := range f.e.read[f.e.readFrom:] {
			p.Read = append(p.Read, v)
		}
	}
	f.e.problems = append(f.e.problems, p)
}

// reads records a value that the current expression has read, if it is secret.
func (e *Evaluator) reads(v value.Value) value.Value {
	if v.HasSecret() {
		e.read = append(e.read, v)
	}
	return v
}

// Try removes the problems reported since it began, unless a limit was reached.
func (f *frame) Try(n ir.Node) (value.Value, []diag.Problem) {
	e := f.e
	before, spent := len(e.problems), e.spent
	v := f.force(n)
	if e.spent && !spent {
		return v, nil
	}
	tried := append([]diag.Problem(nil), e.problems[before:]...)
	e.problems = e.problems[:before]
	return v, tried
}

// Access applies the dialect's rules.
func (f *frame) Access(r *ir.Ref, v value.Value, s ir.Step) value.Value {
	return f.e.sem.Access(f, r, v, s)
}

func (f *frame) Fail(p diag.Problem) value.Value {
	f.Report(p)
	return value.Failure("error").At(p.Span)
}

// With adds an inner scope. The outer one is shared and stays as it is, so earlier frames remain
// valid.
func (f *frame) With(name string, v value.Value) ir.Frame {
	if e := f.e; e.loop != nil && f.locals == e.locals { // the next round begins
		e.steps += len(e.round)
		e.round, e.repeated = make([]value.Value, len(e.round)), nil
	}
	return &frame{f.e, &scope{name, v, f.locals}}
}

// Local looks from the innermost scope outwards.
func (f *frame) Local(name string) (value.Value, bool) {
	for s := f.locals; s != nil; s = s.outer {
		if s.name == name {
			return f.e.reads(s.value), true
		}
	}
	f.e.spent = f.e.spent || f.e.loop != nil // the enclosing loop's round is not known
	return value.Value{}, false
}

// Cell returns nil after evaluation, when the result is built.
func (f *frame) Cell() *ir.Cell {
	if n := len(f.e.stack); n > 0 {
		return f.e.stack[n-1]
	}
	return nil
}

// Extend makes room for the results of the new cells. Run, which counts upwards, reaches them, too.
func (f *frame) Extend(cells []*ir.Cell) {
	e := f.e
	e.program.Extend(cells)
	e.cells = append(e.cells, make([]entry, len(cells))...)
	e.nodes = append(e.nodes, make([]value.Value, e.program.Nodes()+1-len(e.nodes))...)
}

// Spend reports a spent budget at the current cell, since functions charge for work inside a node.
func (f *frame) Spend(n int) bool {
	e := f.e
	e.steps += n
	if e.steps <= e.limits.Steps {
		return true
	}
	e.exhausted("budget-steps", fmt.Sprintf("this takes more than %d steps; evaluation stopped here", e.limits.Steps),
		source.Span{})
	return false
}

// exhausted reports that a limit was reached, at span or at the current cell. Only the first such
// report counts.
func (e *Evaluator) exhausted(code diag.Code, message string, span source.Span) {
	if e.spent {
		return
	}
	e.spent = true
	if n := len(e.stack); n > 0 && span.IsZero() {
		span = e.stack[n-1].NameAt
	}
	e.problems = append(e.problems, diag.Errorf(span, code, "%s", message))
}

// tooLarge reports that the program's values are too large to write out.
func (e *Evaluator) tooLarge(span source.Span) {
	e.exhausted("budget-size",
		fmt.Sprintf("the values of this program would take more than %d MB when written out; evaluation stopped here",
			e.limits.Size>>20), span)
}

// cell returns c's value, evaluating it on first use.
func (e *Evaluator) cell(c *ir.Cell, at ir.Node) value.Value {
	if c.ID >= len(e.cells) {
		return value.Failure("not evaluated") // the program was truncated at its limit of cells
	}
	if n := len(e.stack); n > 0 {
		asking := &e.cells[e.stack[n-1].ID]
		if asking.deps == nil {
			asking.deps = e.room()
		}
		asking.deps = append(asking.deps, Dep{c, at})
	}
	switch e.cells[c.ID].state {
	// The value may be secret, which then is true for everything that reads it.
	case done:
		return e.reads(e.cells[c.ID].value)
	case running:
		return e.cycle(c, at)
	}
	if len(e.stack) >= deep {
		read := len(e.read)
		e.prefetch(c)
		e.read = e.read[:read] // the current expression has not read the cells ahead
	}
	if e.cells[c.ID].state == idle {
		e.evaluate(c)
	}
	return e.reads(e.cells[c.ID].value)
}

// room returns space for the few dependencies that most cells have. There are many cells, so it is
// allocated in larger chunks.
func (e *Evaluator) room() []Dep {
	const few, piece = 3, 255
	if len(e.deps) == 0 {
		e.deps = make([]Dep, min(piece, few*len(e.cells)))
	}
	room := e.deps[:0:few]
	e.deps = e.deps[few:]
	return room
}

// evaluate computes the value of a cell.
func (e *Evaluator) evaluate(c *ir.Cell) {
	e.cells[c.ID].state = running
	e.stack = append(e.stack, c)
	v := e.top.force(c.Expr)
	if e.size += v.Size(); e.size > int64(e.limits.Size) {
		e.tooLarge(c.NameAt)
		v = value.Failure("too large").At(v.Origin)
	}
	e.stack = e.stack[:len(e.stack)-1]
	// Evaluation may have extended the program, which moves the entries.
	en := &e.cells[c.ID]
	en.value, en.state = v, done
}

// cycle reports that c depends on itself.
func (e *Evaluator) cycle(c *ir.Cell, at ir.Node) value.Value {
	start := len(e.stack) - 1
	for start > 0 && e.stack[start] != c {
		start--
	}
	path := append([]*ir.Cell(nil), e.stack[start:]...)
	if p := e.sem.Cycle(c, at, path); p != nil {
		e.problems = append(e.problems, *p)
	}
	return value.Failure("cycle")
}
