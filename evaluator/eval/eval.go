// Package eval evaluates the cells of a program of any dialect.
//
// Evaluation is recursive: forcing a node forces the nodes and cells that it needs, and each cell
// keeps its value. Only long chains of references are evaluated without recursion (prefetch.go).
package eval

import (
	"fmt"
	"slices"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Limits bounds the work of one evaluation.
type Limits struct {
	Steps int // number of nodes forced, plus the steps that functions spend
	Depth int // number of nodes being forced at the same time
	Size  int // total size of all values when written out, in bytes
}

// A state is the progress of a cell's evaluation.
type state uint8

const (
	idle    state = iota // not started
	running              // on Evaluator.stack; a cell that needs it now is on a cycle
	done
)

// An entry holds the results of evaluating a cell. A program can have a hundred thousand.
type entry struct {
	value value.Value
	deps  []Dep // in the order in which they were needed
	had   int32 // the number of deps before Update, whose memory deps still has
	steps int32 // without those of other cells
	users users
	state state
	made  made
}

// made counts the lists and objects that a cell has made of its own nodes, and the items and fields in them. If there
// are more than fit, it is too small, and room for them is allocated later.
type made struct{ lists, items, objects, fields uint16 }

// users are the cells that need a cell: a range of Evaluator.users. See dependents.
type users struct{ start, end int32 }

// A Dep records that the value of a cell was computed from the value of the cell To.
type Dep struct {
	To *ir.Cell
	At ir.Node // the node that needed it; nil for a function
}

// An Evaluator holds the state of one program's evaluation. It must not be used concurrently.
type Evaluator struct {
	top      *frame // the frame of the program's own cells; shared to save allocations
	program  *ir.Program
	sem      *ir.Semantics
	limits   Limits
	steps    int            // spent so far
	size     int64          // total size of the values of the cells evaluated so far, in bytes
	depth    int            // number of nodes being forced
	spent    bool           // a limit was reached and reported
	cells    []entry        // by the ID of the cell
	nodes    []value.Value  // by the ID of the node: see Node
	repeated map[int32]bool // IDs of the nodes in loops that had several different values
	stack    []*ir.Cell     // the cells that are being evaluated, the innermost last
	problems []diag.Problem
	owners   []int        // the IDs of the cells that reported the problems; -1 after evaluation
	isOver   bool         // Run has ended
	late     []*ir.Cell   // evaluated after Run, for the result or for tools
	inner    int          // the steps of other cells that the current cell has caused
	ahead    *ir.Prefetch // nil until needed
	// read holds the secret values that the expressions being evaluated have read; those from
	// readFrom on were read by the innermost expression. A problem records them, so that they can
	// be masked in its message.
	read     []value.Value
	readFrom int
	text     []byte // the strings of the interpolations being evaluated, concatenated
	deps     []Dep  // preallocated dependencies for cells

	users       []*ir.Cell // those of each cell; nil until needed
	isExtended  bool       // cells were added during evaluation
	isCyclic    bool       // a cell needed itself
	isForgetful bool       // there were too many problems to keep them

	slabs         slabs
	made          made       // by the current cell
	isUpdating    bool       // see Update
	hasOtherDeps  bool       // in the update, a cell needed another one than before
	stale         []*ir.Cell // memory for those of the next update
	constants     []constant // by Meta.Constant
	constantSlabs slabs      // for their values, which are kept longer than others

	// These fields are used only by an evaluator that evaluates a loop again (Rounds).
	loop   *ir.Call
	locals *scope        // the local names in scope at the loop
	round  []value.Value // the values of the loop's nodes in the current round
	rounds []Round
}

// slabs allocate the values of List and Object nodes.
type slabs struct {
	lists   ir.Slab[value.List]
	items   ir.Slab[value.Value]
	objects ir.Slab[value.Object]
	fields  ir.Slab[value.Field]
}

// slabsFor returns slabs with room for as much as a cell made in its last evaluation.
func slabsFor(m made) (s slabs) {
	s.lists.Reserve(int(m.lists))
	s.items.Reserve(int(m.items))
	s.objects.Reserve(int(m.objects))
	s.fields.Reserve(int(m.fields))
	return s
}

// A constant is the value of a list or an object that consists of constants. A cell that is evaluated again because of
// other cells still has these values.
type constant struct {
	value value.Value // without Data if it is not known
	steps int
}

// New returns an evaluator for a program. Program.Number must have been called.
func New(p *ir.Program, limits Limits) *Evaluator {
	e := &Evaluator{
		program: p,
		sem:     p.Semantics,
		limits:  limits,
		cells:   make([]entry, len(p.Cells)),
		nodes:   make([]value.Value, p.Nodes()+1),

		constants: make([]constant, p.Constants()+1),
	}
	e.top = &frame{e: e}
	return e
}

// Run evaluates every cell that is not lazy, in program order, including cells that are added
// during evaluation.
func (e *Evaluator) Run() {
	for i := 0; i < len(e.program.Cells); i++ {
		if c := e.program.Cells[i]; !c.Lazy {
			e.cell(c, nil)
		}
	}
	e.isOver = true
}

// TakeProblems returns the problems reported so far, and does not keep them if they are many: there may be hundreds of
// thousands, of which the caller shows the first ones.
func (e *Evaluator) TakeProblems() []diag.Problem {
	taken := e.problems
	if len(taken) > mostKept {
		e.problems, e.owners, e.isForgetful = nil, nil, true
	}
	return taken
}

// Problems returns the problems reported so far.
func (e *Evaluator) Problems() []diag.Problem { return e.problems }

// report adds a problem of the current cell.
func (e *Evaluator) report(p diag.Problem) {
	owner := -1
	if n := len(e.stack); n > 0 {
		owner = int(e.stack[n-1].ID)
	}
	e.problems, e.owners = append(e.problems, p), append(e.owners, owner)
}

// Steps returns how many steps have been spent.
func (e *Evaluator) Steps() int { return e.steps }

// Value returns the value of a cell, evaluating it if necessary.
func (e *Evaluator) Value(c *ir.Cell) value.Value { return e.cell(c, nil) }

// Known returns the value of a cell, or false if the cell has not been evaluated.
func (e *Evaluator) Known(c *ir.Cell) (value.Value, bool) {
	if int(c.ID) >= len(e.cells) || e.cells[c.ID].state != done {
		return value.Value{}, false
	}
	return e.cells[c.ID].value, true
}

// Node returns the value that a node had when it was first forced, or false if it was not forced.
// Only the values of references, interpolations and calls are remembered.
func (e *Evaluator) Node(n ir.Node) (value.Value, bool) {
	id := n.Info().ID
	if id <= 0 || int(id) >= len(e.nodes) || e.slot(id).Data == nil {
		return value.Value{}, false
	}
	return *e.slot(id), true
}

// IsRepeated reports whether a node had several different values, as nodes in a loop can. Node
// returns the first.
func (e *Evaluator) IsRepeated(n ir.Node) bool { return e.repeated[n.Info().ID] }

// Remembered calls visit with every value that Node would return.
func (e *Evaluator) Remembered(visit func(value.Value)) {
	for i := range e.nodes {
		if e.nodes[i].Data != nil {
			visit(e.nodes[i])
		}
	}
}

// Deps returns the cells from which c was computed, in the order in which they were needed.
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

// Force is called by functions to evaluate their arguments. While a loop is evaluated again
// (Rounds), it also records the rounds.
func (f *frame) Force(n ir.Node) value.Value {
	v := f.force(n)
	if f.e.loop != nil {
		f.e.recordRound(n, f.locals)
	}
	return v
}

// Report adds a problem. If p.Read is not set, Report sets it to the secrets that the innermost
// expression has read.
func (f *frame) Report(p diag.Problem) {
	if p.Read == nil {
		p.Read = make([]diag.Secret, 0, len(f.e.read)-f.e.readFrom)
		for _, v := range f.e.read[f.e.readFrom:] {
			p.Read = append(p.Read, v)
		}
	}
	f.e.report(p)
}

// recordRead records that the current expression has read v, if v contains a secret, and returns v.
func (e *Evaluator) recordRead(v value.Value) value.Value {
	if v.HasSecret() {
		e.read = append(e.read, v)
	}
	return v
}

// Try returns the problems that forcing n reported, and removes them from the evaluator's. If
// forcing n reaches a limit, Try returns nil instead, because that problem must be reported.
func (f *frame) Try(n ir.Node) (value.Value, []diag.Problem) {
	e := f.e
	before, spent := len(e.problems), e.spent
	v := f.force(n)
	if e.spent && !spent {
		return v, nil
	}
	tried := append([]diag.Problem(nil), e.problems[before:]...)
	e.problems, e.owners = e.problems[:before], e.owners[:before]
	return v, tried
}

// Access calls Semantics.Access.
func (f *frame) Access(r *ir.Ref, v value.Value, s ir.Step) value.Value {
	return f.e.sem.Access(f, r, v, s)
}

// Fail returns a failed value at the position of the problem.
func (f *frame) Fail(p diag.Problem) value.Value {
	f.Report(p)
	return value.Failure("error").At(p.Span)
}

// With returns a frame with an inner scope. It does not change the outer scope, which both frames
// share, so f remains valid.
func (f *frame) With(name string, v value.Value) ir.Frame {
	if e := f.e; e.loop != nil && f.locals == e.locals { // the loop starts its next round
		e.steps += len(e.round)
		e.round, e.repeated = make([]value.Value, len(e.round)), nil
	}
	return &frame{f.e, &scope{name, v, f.locals}}
}

// Local searches the scopes from the innermost outwards.
func (f *frame) Local(name string) (value.Value, bool) {
	for s := f.locals; s != nil; s = s.outer {
		if s.name == name {
			return f.e.recordRead(s.value), true
		}
	}
	// While a loop is evaluated again, this is a name of an enclosing loop, whose round is not known: see
	// Rounds.
	f.e.spent = f.e.spent || f.e.loop != nil
	return value.Value{}, false
}

// Cell returns the innermost cell that is being evaluated, or nil while the result is built.
func (f *frame) Cell() *ir.Cell {
	if n := len(f.e.stack); n > 0 {
		return f.e.stack[n-1]
	}
	return nil
}

// Extend adds cells to the program and entries for them. Run reaches them, because it evaluates
// cells by index until the end of the program.
func (f *frame) Extend(cells []*ir.Cell) {
	e := f.e
	e.isExtended = true
	e.program.Extend(cells)
	e.cells = append(e.cells, make([]entry, len(cells))...)
	e.nodes = append(e.nodes, make([]value.Value, e.program.Nodes()+1-len(e.nodes))...)
	e.constants = append(e.constants, make([]constant, e.program.Constants()+1-len(e.constants))...)
}

// Spend reports a reached limit at the current cell, because it does not know the node of the call.
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

// exhausted reports that a limit was reached, at span or, if span is zero, at the current cell.
// Further calls do nothing.
func (e *Evaluator) exhausted(code diag.Code, message string, span source.Span) {
	if e.spent {
		return
	}
	e.spent = true
	if n := len(e.stack); n > 0 && span.IsZero() {
		span = e.stack[n-1].NameAt
	}
	e.report(diag.Errorf(span, code, "%s", message))
}

// tooLarge reports that the program's values are too large to write out.
func (e *Evaluator) tooLarge(span source.Span) {
	e.exhausted("budget-size",
		fmt.Sprintf("the values of this program would take more than %d MB when written out; evaluation stopped here",
			e.limits.Size>>20), span)
}

// cell returns the value of c, evaluating c on first use. It records that the current cell depends
// on c; at is the node that needs c, or nil.
func (e *Evaluator) cell(c *ir.Cell, at ir.Node) value.Value {
	if int(c.ID) >= len(e.cells) {
		return value.Failure("not evaluated") // the program was truncated at its limit of cells
	}
	if n := len(e.stack); n > 0 {
		user := &e.cells[e.stack[n-1].ID]
		if user.deps == nil {
			user.deps = e.newDeps()
		}
		if n := len(user.deps); n < int(user.had) && user.deps[:n+1][n].To != c {
			e.hasOtherDeps = true
		}
		user.deps = append(user.deps, Dep{c, at})
	}
	switch e.cells[c.ID].state {
	case done:
		return e.recordRead(e.cells[c.ID].value)
	case running:
		return e.cycle(c, at)
	}
	if len(e.stack) >= prefetchDepth {
		read := len(e.read)
		e.prefetch(c)
		e.read = e.read[:read] // the current expression has not read the prefetched cells
	}
	if e.cells[c.ID].state == idle {
		e.evaluate(c)
	}
	return e.recordRead(e.cells[c.ID].value)
}

// newDeps returns an empty slice with capacity for three dependencies, since most cells have no
// more. Slices for many cells are allocated together.
func (e *Evaluator) newDeps() []Dep {
	const each, chunk = 3, 255
	if len(e.deps) == 0 {
		e.deps = make([]Dep, min(chunk, each*len(e.cells)))
	}
	deps := e.deps[:0:each]
	e.deps = e.deps[each:]
	return deps
}

// evaluate computes the value of a cell.
func (e *Evaluator) evaluate(c *ir.Cell) {
	e.cells[c.ID].state = running
	e.stack = append(e.stack, c)
	start, outer, shared, madeOutside := e.steps, e.inner, e.slabs, e.made
	e.inner, e.made = 0, made{}
	hasConstants := !e.isUpdating && consistsOfConstants(c.Expr)
	switch {
	case e.isUpdating:
		e.slabs = slabsFor(e.cells[c.ID].made)
	case hasConstants:
		e.slabs, e.constantSlabs = e.constantSlabs, e.slabs
	}
	v := e.top.force(c.Expr)
	switch {
	case e.isUpdating:
		e.slabs = shared
	case hasConstants:
		e.slabs, e.constantSlabs = e.constantSlabs, e.slabs
	}
	if e.size += v.Size(); e.size > int64(e.limits.Size) {
		e.tooLarge(c.NameAt)
		v = value.Failure("too large").At(v.Origin)
	}
	e.stack = e.stack[:len(e.stack)-1]
	// The entry must be looked up now: if evaluation extended the program, e.cells was reallocated.
	entry := &e.cells[c.ID]
	entry.value, entry.state, entry.made, e.made = v, done, e.made, madeOutside
	if e.isOver {
		e.late = append(e.late, c)
	}
	spent := e.steps - start
	entry.steps, e.inner = int32(spent-e.inner), outer+spent
}

// consistsOfConstants reports whether all parts of a list or an object are cells with constants. Such values are kept
// longer than others, like those of lists and objects without cells that consist of constants (ir.Meta.Constant).
func consistsOfConstants(n ir.Node) bool {
	isOther := func(part ir.Node) bool {
		sub, ok := part.(*ir.Sub)
		if ok {
			_, ok = sub.Cell.Expr.(*ir.Lit)
		}
		return !ok
	}
	switch n := n.(type) {
	case *ir.List:
		return !slices.ContainsFunc(n.Items, isOther)
	case *ir.Object:
		return !slices.ContainsFunc(n.Fields, func(f ir.Field) bool { return isOther(f.Value) })
	}
	return false
}

// cycle reports that c depends on itself.
func (e *Evaluator) cycle(c *ir.Cell, at ir.Node) value.Value {
	e.isCyclic = true
	start := len(e.stack) - 1
	for start > 0 && e.stack[start] != c {
		start--
	}
	path := append([]*ir.Cell(nil), e.stack[start:]...)
	if p := e.sem.Cycle(c, at, path); p != nil {
		e.report(*p)
	}
	return value.Failure("cycle")
}
