package eval

import (
	"slices"

	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// roundSteps limits the steps of evaluating a loop again, because a user is waiting for the result.
const roundSteps = 100_000

// A Round is one evaluation of an argument by a loop: a call that evaluates an argument once for
// each element of a value.
type Round struct {
	Arg     int         // index of the argument
	In      *Evaluator  // holds the values of the argument's nodes in this round
	Element value.Value // the element for which the argument is evaluated, or its key
}

// Rounds evaluates a call again and returns the rounds of its loop. It returns nil if the call is
// not a loop, if its rounds do not differ, if the loop uses names of an enclosing loop, or if evaluating
// it again takes too long. Rounds are not recorded during evaluation, because a program may have millions.
func (e *Evaluator) Rounds(c *ir.Call) []Round {
	// If each node in the loop always had the same value, all rounds are the same.
	differ, last := false, c.ID
	ir.Walk(c, func(n ir.Node) {
		differ, last = differ || n != c && e.IsRepeated(n), max(last, n.Info().ID)
	})
	if !differ || c.Fn.Lazy == nil {
		return nil
	}
	// The nodes of the loop have consecutive IDs. Their values are stored in round.
	again := &Evaluator{program: e.program, sem: e.sem, limits: e.limits, cells: e.cells, nodes: e.nodes,
		constants: e.constants, ahead: e.ahead,
		loop: c, locals: e.locals, round: make([]value.Value, last-c.ID+1)}
	again.limits.Steps = roundSteps
	again.top = &frame{e: again}
	c.Fn.Lazy(&frame{again, again.locals}, c)
	// An incomplete list of rounds would be misleading. Local also sets spent if the loop uses names
	// of an enclosing loop.
	if again.spent {
		return nil
	}
	return again.rounds
}

// slot returns the variable for the value of a node.
func (e *Evaluator) slot(id int32) *value.Value {
	if e.loop != nil {
		if i := int(id - e.loop.ID); i > 0 && i < len(e.round) {
			return &e.round[i]
		}
	}
	return &e.nodes[id]
}

// recordRound adds a round if n is an argument of the loop that is being evaluated again. It must not
// be inlined, because its code would slow down Force, which every function calls.
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
