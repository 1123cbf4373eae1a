package hot

import (
	"slices"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// An output is an entry of outputs. Its cell belongs to the graph; its value is null if the
// condition is false.
type output struct {
	name string
	cell *ir.Cell
}

// bindOutputs binds the outputs of a stack. Heat ignores unknown keys in the root template
// and refuses them in a nested one.
func (st *stack) bindOutputs(n *python.Node) {
	if n == nil {
		return
	}
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		st.checkNamed(pr, "an output")
		o := &output{pr.Key, &ir.Cell{Name: st.prefix + "outputs." + pr.Key, Kind: "output", Label: pr.Key,
			Span: pr.KeyAt.To(pr.Value.Span), NameAt: pr.KeyAt}}
		if st.owner != nil {
			o.cell.Parent = st.owner.cell
		}
		st.outputNames = append(st.outputNames, o.name)
		st.outputs[o.name] = o
		st.b.add(o.cell)
		o.cell.Expr = st.bindOutput(pr)
	}
}

// bindOutput binds the value of an output and, if there is one, its condition. The node is an
// object with one or two fields, which outputFn evaluates.
func (st *stack) bindOutput(pr *python.Pair) ir.Node {
	n, at := pr.Value, st.at.child("outputs").child(pr.Key)
	bad := &ir.Bad{Meta: ir.Meta{Span: n.Span}}
	if n.Kind != python.Map {
		if !n.IsBroken() {
			nested := `"outputs" must contain a map of output maps. Found a [<class '` + python.TypeName(n.Value()) +
				"'>] instead"
			if !python.IsTrue(n.Value()) {
				nested = "Each output must contain a value key."
			}
			st.report(heatError{code: "output-shape", span: n.Span, message: "an output is a mapping with a value",
				text: st.outputText(at, nested, "Output definitions must be a map. Found a "+
					python.TypeName(n.Value())+" instead")}.with(""))
		}
		return bad
	}
	st.checkOutputKeys(n)
	v := n.Get("value")
	if v == nil {
		st.report(heatError{code: "output-shape", span: pr.KeyAt, message: "an output needs a value",
			text: st.outputText(at, "Each output must contain a value key.",
				"Each output definition must contain a value key.")}.with(""))
		return bad
	}
	// Without a resource: references in outputs are not dependencies, and messages contain no path
	// of a property.
	p := &place{stack: st, top: at}
	var fields []ir.Field
	c := &ir.Call{Meta: ir.Meta{Span: n.Span}, Fn: outputFn, Data: &site{p, at}}
	if cond := n.PairOf("condition"); cond != nil && st.version >= v20161014 {
		where := at.child("condition")
		fields = append(fields, ir.Field{Key: "condition", KeyAt: cond.KeyAt,
			Value: st.use(cond.Value, p, where, where)})
	}
	fields = append(fields, ir.Field{Key: "value", KeyAt: n.PairOf("value").KeyAt,
		Value: st.bind(v, p, at.child("value"))})
	c.Args = []ir.Node{&ir.Object{Meta: ir.Meta{Span: n.Span}, Fields: fields}}
	return c
}

// outputText returns Heat's message for a malformed output. Heat reads the outputs of a nested
// template while it makes the template a resource type of the parent stack. nested and root are the
// two texts for the same error.
func (st *stack) outputText(at *templatePath, nested, root string) string {
	if st.owner != nil {
		return st.owner.stack.path() + nested
	}
	return "Output validation error: " + at.String() + ": " + root
}

// checkOutputKeys reports unknown keys of an output.
func (st *stack) checkOutputKeys(n *python.Node) {
	known := []string{"value", "description"}
	if st.version >= v20161014 {
		known = append(known, "condition")
	}
	for i := range n.Pairs {
		pr := &n.Pairs[i]
		switch {
		case slices.Contains(known, pr.Key):
		case st.owner != nil:
			st.report(heatError{code: "output-shape", span: pr.KeyAt,
				message: "an output has no key " + written(pr.Key) + diag.DidYouMean(pr.Key, known),
				text:    `"` + pr.Key + `" is not a valid keyword inside a output definition`,
			}.with(st.owner.stack.path()).WithNearest(pr.KeyAt, pr.Key, known))
		default:
			p := diag.Infof(pr.KeyAt, "hint-ignored-key", "Heat ignores this: an output has no key %q%s", pr.Key,
				diag.DidYouMean(pr.Key, known)).WithNearest(pr.KeyAt, pr.Key, known)
			if pr.Key == "condition" {
				p = st.raise(v20161014)(diag.Infof(pr.KeyAt, "hint-ignored-key",
					"Heat ignores this: the condition of an output %s", needs(v20161014)))
			}
			st.report(p)
		}
	}
}

// outputFn returns the value of an output, null if its condition is false. The value is not forced
// then: Heat never parses it (7).
var outputFn = &ir.Func{Name: "output", Data: makesOutput, Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	fields := c.Args[0].(*ir.Object).Fields
	if len(fields) == 2 {
		v := truth(f, siteOf(c), fields[0].Value)
		switch {
		case v.Data == value.Bool(false):
			return value.Nothing()
		case v.IsFailed():
			return value.Failure("error")
		}
	}
	return present(f.Force(fields[len(fields)-1].Value))
}}
