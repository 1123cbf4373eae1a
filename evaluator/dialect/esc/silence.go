package esc

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// A document that is not YAML has no value, and only its syntax errors are reported. Whatever can
// be read of it is still evaluated, so that the graph remains during typing, but this evaluation
// reports no problems.

// silentFrame is a frame that reports nothing.
type silentFrame struct{ ir.Frame }

// Report drops the problem.
func (silentFrame) Report(diag.Problem) {}

// Fail drops the problem.
func (silentFrame) Fail(p diag.Problem) value.Value { return value.Failure("error").At(p.Span) }

// silence makes the evaluation of the program report nothing.
func (b *binder) silence() {
	sem := b.program.Semantics
	follow := sem.Follow
	sem.Follow = func(f ir.Frame, r *ir.Ref) value.Value { return follow(silentFrame{f}, r) }
	sem.Merge = func(f ir.Frame, base, over value.Value) value.Value { return merge(silentFrame{f}, base, over) }
	sem.Cycle = func(*ir.Cell, ir.Node, []*ir.Cell) *diag.Problem { return nil }
	b.silent = map[*ir.Func]*ir.Func{}
	for _, c := range b.program.Cells {
		b.silenceCalls(c.Expr)
	}
}

// silenceCalls makes the functions that an expression calls report nothing.
func (b *binder) silenceCalls(n ir.Node) {
	ir.Walk(n, func(n ir.Node) {
		call, ok := n.(*ir.Call)
		if !ok {
			return
		}
		if b.silent[call.Fn] == nil {
			original := call.Fn
			// All programs share the functions, so a copy is changed.
			fn := *original
			fn.Lazy = func(f ir.Frame, c *ir.Call) value.Value { return original.Lazy(silentFrame{f}, c) }
			b.silent[original] = &fn
		}
		call.Fn = b.silent[call.Fn]
	})
}
