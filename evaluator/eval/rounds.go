package eval

import (
	"slices"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// roundSteps bounds what evaluating a loop again may take: somebody waits for the answer.
const roundSteps = 100_000

// A Round is one of the times that a loop evaluates an argument.
type Round struct {
	Arg     int
	In      *Evaluator  // in which the nodes of the argument have their values of this round
	Element value.Value // that it is evaluated for, or the key of the element
}

// Rounds evaluates a call again and returns the rounds of its loop. There are none if it is no loop
// whose rounds differ, or if it takes too long. Nothing is recorded for them before somebody asks:
// a program may have millions.
func (e *Evaluator) Rounds(c *ir.Call) []Round {
	differ, last := false, c.ID
	ir.Walk(c, func(n ir.Node) {
		differ, last = differ || n != c && e.IsRepeated(n), max(last, n.Info().ID)
	})
	if !differ || c.Fn.Lazy == nil {
		return nil
	}
	// The nodes of the loop are numbered one after the other: what they are goes into round.
	again := &Evaluator{program: e.program, sem: e.sem, limits: e.limits, cells: e.cells, nodes: e.nodes, ahead: e.ahead,
		loop: c, locals: e.locals, round: make([]value.Value, last-c.ID+1)}
	again.limits.Steps = roundSteps
	c.Fn.Lazy(frame{again, again.locals}, c)
	if again.spent {
		return nil
	}
	return again.rounds
}

// known returns where the value of a node is remembered.
func (e *Evaluator) known(id int32) *value.Value {
	if e.loop != nil {
		if i := int(id - e.loop.ID); i > 0 && i < len(e.round) {
			return &e.round[i]
		}
	}
	return &e.nodes[id]
}

// rounded notes an argument that was evaluated by a loop that is gone through again. It is called
// from where every function comes through, and would be copied there.
//
//go:noinline
func (e *Evaluator) rounded(n ir.Node, locals *scope) {
	arg := slices.Index(e.loop.Args, n)
	if locals == e.locals || arg < 0 {
		return
	}
	in := *e
	in.locals = locals
	e.rounds = append(e.rounds, Round{arg, &in, locals.value})
}
