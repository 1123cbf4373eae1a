package eval_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator/eval"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// choice returns one of two values, which depends on a string.
var choice = &ir.Func{Name: "choice", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	if text, ok := f.Force(c.Args[0]).Text(); ok && len(text)%2 == 0 {
		return f.Force(c.Args[1])
	}
	return f.Force(c.Args[2])
}}

// randomProgram returns a program whose cells refer to random others, even to themselves. Literal n of the program
// is texts[n]. Some references lead to a key that only some literals have.
func randomProgram(r *rand.Rand, texts []string) *ir.Program {
	p := &ir.Program{}
	cells := make([]*ir.Cell, len(texts))
	for i := range cells {
		cells[i] = p.Add(&ir.Cell{Name: fmt.Sprint("c", i), Lazy: r.Intn(4) == 0})
	}
	any := func() ir.Node { return ref(cells[r.Intn(len(cells))]) }
	for i, c := range cells {
		own := lit(value.String(texts[i]))
		constant := func(text string) ir.Node {
			return &ir.List{Items: []ir.Node{lit(value.String(text)),
				&ir.Object{Fields: []ir.Field{{Key: "k", Value: lit(value.String(text))}}}}}
		}
		switch r.Intn(8) {
		case 0, 1:
			c.Expr = own
		case 2:
			c.Expr = &ir.Interp{Parts: []ir.Node{own, any(), any()}}
		case 3:
			c.Expr = &ir.Object{Fields: []ir.Field{{Key: "k", Value: any()}, {Key: "l", Value: own}}}
		case 4:
			c.Expr = &ir.List{Items: []ir.Node{own, ref(cells[r.Intn(len(cells))], "k")}}
		case 5:
			c.Expr = &ir.Object{Fields: []ir.Field{{Key: "k", Value: any()}, {Key: "l", Value: constant(texts[i])}}}
		case 6:
			c.Expr = &ir.Call{Fn: choice, Args: []ir.Node{any(), constant("first"), constant(texts[i])}}
		default:
			c.Expr = &ir.Call{Fn: choice, Args: []ir.Node{own, any(), any()}}
		}
	}
	return p
}

// TestAnUpdateIsLikeACompleteEvaluation changes literals of random programs. If Update succeeds, everything must be as
// if the changed program had been evaluated from the beginning.
func TestAnUpdateIsLikeACompleteEvaluation(t *testing.T) {
	updated, refused := 0, 0
	for seed := range int64(600) {
		r := rand.New(rand.NewSource(seed))
		texts := make([]string, 2+r.Intn(12))
		for i := range texts {
			texts[i] = fmt.Sprint("t", i)
		}
		p := randomProgram(rand.New(rand.NewSource(seed+1000)), texts)
		e := run(p)
		e.TakeProblems()
		for range 6 {
			i := r.Intn(len(texts))
			texts[i] += "x"
			c := p.Cells[i]
			old := c.Expr
			c.Expr = randomProgram(rand.New(rand.NewSource(seed+1000)), texts).Cells[i].Expr
			require.True(t, ir.Adopt(old, c.Expr))
			next := randomProgram(rand.New(rand.NewSource(seed+1000)), texts)
			want := run(next)
			if !e.Update([]*ir.Cell{c}, func(*ir.Cell) bool { return true }) {
				refused++
				break
			}
			updated++
			requireSame(t, want, e, next, p)
		}
	}
	require.Greater(t, updated, 500)
	require.NotZero(t, refused, "no program takes another course")
}

// TestAnUpdateKeepsConstantParts changes a cell that another one uses. The list of constants in the latter is the same
// value as before, and that in the former is not.
func TestAnUpdateKeepsConstantParts(t *testing.T) {
	p := &ir.Program{}
	constant := func(text string) *ir.List { return &ir.List{Items: []ir.Node{lit(value.String(text))}} }
	used := p.Add(&ir.Cell{Name: "used", Expr: &ir.List{Items: []ir.Node{constant("a"), &ir.Interp{}}}})
	user := p.Add(&ir.Cell{Name: "user", Expr: &ir.List{Items: []ir.Node{constant("b"), ref(used)}}})
	e := run(p)
	first := func(c *ir.Cell) *value.List { return e.Value(c).List().Items[0].List() }
	wasUsed, wasUser := first(used), first(user)
	next := &ir.List{Items: []ir.Node{constant("c"), &ir.Interp{}}}
	require.True(t, ir.Adopt(used.Expr, next))
	used.Expr = next
	require.True(t, e.Update([]*ir.Cell{used}, func(*ir.Cell) bool { return true }))
	require.Equal(t, `[["c"],""]`, value.JSON(e.Value(used), value.GoJSON))
	require.Equal(t, `[["b"],[["c"],""]]`, value.JSON(e.Value(user), value.GoJSON))
	require.NotSame(t, wasUsed, first(used))
	require.Same(t, wasUser, first(user))
}

// requireSame compares two evaluations of equal programs.
func requireSame(t *testing.T, want, got *eval.Evaluator, wantOf, gotOf *ir.Program) {
	require.Equal(t, codes(want), codes(got))
	require.Equal(t, want.Steps(), got.Steps())
	for i, c := range wantOf.Cells {
		known, isKnown := want.Known(c)
		v, ok := got.Known(gotOf.Cells[i])
		require.Equal(t, isKnown, ok)
		require.Equal(t, value.JSON(known, value.GoJSON), value.JSON(v, value.GoJSON))
		require.Equal(t, len(want.Deps(c)), len(got.Deps(gotOf.Cells[i])))
		var nodes []ir.Node
		ir.Walk(c.Expr, func(n ir.Node) { nodes = append(nodes, n) })
		at := 0
		ir.Walk(gotOf.Cells[i].Expr, func(n ir.Node) {
			a, isA := want.Node(nodes[at])
			b, isB := got.Node(n)
			require.Equal(t, isA, isB)
			require.Equal(t, value.JSON(a, value.GoJSON), value.JSON(b, value.GoJSON))
			at++
		})
	}
}
