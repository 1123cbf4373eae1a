package eval

import (
	"slices"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// roundSteps bounds what evaluating a loop again may take: somebody waits for the answer.
const roundSteps = 100_000

// A Round is one of the times that a loop evaluates what is in it.
type Round struct {
	Nodes []ir.Node   // what it evaluates, in this order
	Value value.Value // of the last of them

	again  *Evaluator
	locals *scope
}

// Rounds evaluates a call again and returns the rounds of its loop. There are none if it is not one
// whose rounds differ, or if it takes too long. Nothing is recorded for them before somebody asks: a
// program may have millions.
func (e *Evaluator) Rounds(c *ir.Call) []Round {
	differ := false
	ir.Walk(c, func(n ir.Node) { differ = differ || n != c && e.IsRepeated(n) })
	if !differ || c.Fn.Lazy == nil {
		return nil
	}
	again := e.again(e.locals)
	again.loop = c
	c.Fn.Lazy(frame{again, again.locals}, c)
	if again.spent {
		return nil
	}
	return again.rounds
}

// again is an evaluator for a part of what was evaluated already. It keeps what it finds to itself.
func (e *Evaluator) again(locals *scope) *Evaluator {
	limits := e.limits
	limits.Steps = roundSteps
	return &Evaluator{
		program: e.program, sem: e.sem, limits: limits, cells: e.cells, nodes: e.nodes, ahead: e.ahead,
		round: map[int32]value.Value{}, locals: locals,
	}
}

// forced notes what the loop that is evaluated again evaluates.
func (f frame) forced(n ir.Node, v value.Value) value.Value {
	e := f.e
	if e.loop == nil || f.locals == e.locals || !slices.Contains(e.loop.Args, n) {
		return v
	}
	if k := len(e.rounds); k == 0 || e.rounds[k-1].locals != f.locals {
		e.rounds = append(e.rounds, Round{again: e, locals: f.locals})
	}
	r := &e.rounds[len(e.rounds)-1]
	r.Nodes, r.Value = append(r.Nodes, n), v
	return v
}

// Inside returns an evaluator that knows the values which the nodes of a round had in it.
func (r *Round) Inside() *Evaluator {
	in := r.again.again(r.locals)
	for _, n := range r.Nodes {
		frame{in, r.locals}.force(n)
	}
	return in
}

// Locals calls visit with the names that have another value in each round.
func (r *Round) Locals(visit func(name string, v value.Value)) {
	for s := r.locals; s != r.again.locals; s = s.outer {
		visit(s.name, s.value)
	}
}
