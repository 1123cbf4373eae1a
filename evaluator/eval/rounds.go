package eval

import (
	"slices"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// roundSteps bounds the work of repeating a loop, because a user is waiting for the answer.
const roundSteps = 100_000

// A Round is one evaluation of an argument by a loop.
type Round struct {
	Arg     int
	In      *Evaluator  // holds the values of the argument's nodes in this round
	Element value.Value // the element it is evaluated for, or that element's key
}

// Rounds evaluates a call again and returns the rounds of its loop. It returns none if the call is
// not a loop, if its rounds do not differ, or if repeating it takes too long. Rounds are not
// recorded during evaluation, because a program may have millions.
func (e *Evaluator) Rounds(c *ir.Call) []Round {
	// In a loop whose nodes always had the same value, no round says more than another.
	differ, last := false, c.ID
	ir.Walk(c, func(n ir.Node) {
		differ, last = differ || n != c && e.IsRepeated(n), max(last, n.Info().ID)
	})
	if !differ || c.Fn.Lazy == nil {
		return nil
	}
	// The nodes of the loop have consecutive ids. Their values are stored in round.
	again := &Evaluator{program: e.program, sem: e.sem, limits: e.limits, cells: e.cells, nodes: e.nodes,
		ahead: e.ahead,
		loop:  c, locals: e.locals, round: make([]value.Value, last-c.ID+1)}
	again.limits.Steps = roundSteps
	again.top = &frame{e: again}
	c.Fn.Lazy(&frame{again, again.locals}, c)
	// Rounds that were not completed would be misleading. Spent is also set if the loop needs names
	// of a loop around it.
	if again.spent {
		return nil
	}
	return again.rounds
}

// known returns where the value of a node is stored.
func (e *Evaluator) known(id int32) *value.Value {
	if e.loop != nil {
		if i := int(id - e.loop.ID); i > 0 && i < len(e.round) {
			return &e.round[i]
		}
	}
	return &e.nodes[id]
}

// recordRound records that a repeated loop evaluated an argument. Its caller is on the path of every
// function, and inlining would copy it there.
//
//go:noinline
func (e *Evaluator) recordRound(n ir.Node, locals *scope) {
	arg := slices.Index(e.loop.Args, n)
	if locals == e.locals || arg < 0 {
		return
	}
	in := *e
	in.top, in.locals = &frame{e: &in}, locals
	e.rounds = append(e.rounds, Round{arg, &in, locals.value})
}
