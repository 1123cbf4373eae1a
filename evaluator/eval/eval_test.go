package eval_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/eval"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// plain is the semantics of a minimal dialect.
var plain = &ir.Semantics{
	Text: func(f ir.Frame, v value.Value, at source.Span) (string, bool) {
		if s, ok := v.Text(); ok {
			return s, true
		}
		return value.JSON(v, value.GoJSON), true
	},
	Access: func(f ir.Frame, r *ir.Ref, v value.Value, s ir.Step) value.Value {
		if o := v.Object(); o != nil && s.IsKey {
			if c, ok := o.Get(s.Key); ok {
				return c.With(v.Marks)
			}
		}
		if v.IsUnknown() {
			return v
		}
		return f.Fail(diag.Errorf(s.Span, "no-key", "there is no %s", s.Key))
	},
	Merge: func(f ir.Frame, base, over value.Value) value.Value {
		if base.Object() == nil || over.Object() == nil {
			return over
		}
		fields := append(append([]value.Field(nil), base.Object().Fields...), over.Object().Fields...)
		return value.ObjectOf(value.Distinct(fields)...)
	},
	Cycle: func(c *ir.Cell, at ir.Node, path []*ir.Cell) *diag.Problem {
		p := diag.Errorf(source.Span{}, "cycle", "%s depends on itself", c.Name)
		return &p
	},
}

func lit(d value.Data) ir.Node { return &ir.Lit{Value: d} }

func ref(c *ir.Cell, keys ...string) *ir.Ref {
	r := &ir.Ref{Name: c.Name, Cell: c}
	for _, k := range keys {
		r.Path = append(r.Path, ir.Step{Key: k, IsKey: true})
	}
	return r
}

func run(p *ir.Program) *eval.Evaluator {
	p.Semantics = plain
	p.Number()
	e := eval.New(p, eval.Limits{Steps: 10_000_000, Depth: 1_000_000, Size: 64 << 20})
	e.Run()
	return e
}

func codes(e *eval.Evaluator) (out []string) {
	for _, p := range e.TakeProblems() {
		out = append(out, string(p.Code))
	}
	return out
}

func TestAChainOf100000ReferencesIsEvaluated(t *testing.T) {
	p := &ir.Program{}
	const n = 100_000
	cells := make([]*ir.Cell, n)
	for i := range cells {
		cells[i] = p.Add(&ir.Cell{Name: "c" + strconv.Itoa(i)})
	}
	for i := range cells[:n-1] {
		cells[i].Expr = ref(cells[i+1])
	}
	cells[n-1].Expr = lit(value.String("end"))
	e := run(p)
	assert.Equal(t, value.String("end"), e.Value(cells[0]).Data)
	assert.Empty(t, e.TakeProblems())
}

func TestAValueThatIsNestedTooDeeplyIsReported(t *testing.T) {
	p := &ir.Program{}
	var next *ir.Cell
	for i := range 5000 {
		c := p.Add(&ir.Cell{Name: "c" + strconv.Itoa(i)})
		if next == nil {
			c.Expr = lit(value.Null{})
		} else {
			c.Expr = &ir.List{Items: []ir.Node{ref(next)}}
		}
		next = c
	}
	assert.Equal(t, []string{"budget-depth"}, codes(run(p)))
}

func TestACycleIsReportedOnce(t *testing.T) {
	p := &ir.Program{}
	a, b, c := p.Add(&ir.Cell{Name: "a"}), p.Add(&ir.Cell{Name: "b"}), p.Add(&ir.Cell{Name: "c"})
	a.Expr, b.Expr = ref(b), ref(a)
	c.Expr = &ir.Interp{Parts: []ir.Node{lit(value.String("x")), ref(a, "k")}}
	e := run(p)
	assert.Equal(t, []string{"cycle"}, codes(e))
	assert.True(t, e.Value(c).IsFailed())
}

func TestAnInterpolationIsUnknownAndSecretIfItsPartsAre(t *testing.T) {
	p := &ir.Program{}
	s := p.Add(&ir.Cell{Name: "s", Expr: &ir.Call{Fn: secret, Args: []ir.Node{lit(value.String("pw"))}}})
	u := p.Add(&ir.Cell{Name: "u", Expr: &ir.Call{Fn: unknown}})
	both := p.Add(&ir.Cell{Name: "both", Expr: &ir.Interp{Parts: []ir.Node{ref(s), lit(value.String("-")), ref(u)}}})
	v := run(p).Value(both)
	assert.True(t, v.IsUnknown())
	assert.True(t, v.IsSecret())
}

var secret = &ir.Func{Name: "secret", Eval: func(f ir.Frame, c *ir.Call, args []value.Value) value.Value {
	return args[0].With(value.Secret)
}}

var unknown = &ir.Func{Name: "unknown", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	return value.NotKnown("later")
}}

func TestReachingTheStepLimitIsReportedOnce(t *testing.T) {
	p := &ir.Program{Semantics: plain}
	items := make([]ir.Node, 1000)
	for i := range items {
		items[i] = lit(value.Null{})
	}
	p.Add(&ir.Cell{Name: "a", Expr: &ir.List{Items: items}})
	p.Number()
	e := eval.New(p, eval.Limits{Steps: 100, Depth: 100, Size: 1 << 20})
	e.Run()
	assert.Equal(t, []string{"budget-steps"}, codes(e))
}

func TestTryReturnsProblemsInsteadOfReportingThem(t *testing.T) {
	bad := &ir.Bad{Problem: &diag.Problem{Severity: diag.Error, Code: "bad"}}
	var tried []diag.Problem
	try := &ir.Func{Name: "try", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		v, problems := f.Try(c.Args[0])
		tried = problems
		return v
	}}
	p := &ir.Program{}
	a := p.Add(&ir.Cell{Name: "a", Expr: &ir.Call{Fn: try, Args: []ir.Node{bad}}})
	e := run(p)
	assert.True(t, e.Value(a).IsFailed())
	assert.Empty(t, e.TakeProblems())
	assert.Equal(t, diag.Code("bad"), tried[0].Code)
}

func TestCellsAddedDuringEvaluationAreEvaluated(t *testing.T) {
	p := &ir.Program{}
	late := &ir.Cell{Name: "late", Expr: lit(value.String("here"))}
	add := &ir.Func{Name: "add", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		f.Extend([]*ir.Cell{late})
		return f.Value(late, c)
	}}
	first := p.Add(&ir.Cell{Name: "first", Expr: &ir.Call{Fn: add}})
	e := run(p)
	assert.Equal(t, value.String("here"), e.Value(first).Data)
	assert.Equal(t, []*ir.Cell{first, late}, p.Cells)
	assert.Equal(t, late, e.Deps(first)[0].To)
}
