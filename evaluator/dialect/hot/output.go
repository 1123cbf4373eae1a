package hot

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/value"
)

// An output is an entry of outputs.
type output struct {
	name string
	cell *ir.Cell
}

// bindOutputs binds the outputs of a stack. At the root Heat ignores keys that it does not
// know; in a nested template it refuses them.
func (st *stack) bindOutputs(n *node) {
	if n == nil {
		return
	}
	for i := range n.pairs {
		pr := &n.pairs[i]
		st.checkNamed(pr, "an output")
		o := &output{pr.key, &ir.Cell{Name: st.prefix + "outputs." + pr.key, Kind: "output", Label: pr.key, Span: pr.keyAt.To(pr.value.span), NameAt: pr.keyAt}}
		if st.owner != nil {
			o.cell.Parent = st.owner.cell
		}
		st.outputNames = append(st.outputNames, o.name)
		st.outputs[o.name] = o
		st.b.add(o.cell)
		o.cell.Expr = st.bindOutput(pr)
	}
}

func (st *stack) bindOutput(pr *pair) ir.Node {
	n, at := pr.value, st.at.child("outputs").child(pr.key)
	bad := &ir.Bad{Meta: ir.Meta{Span: n.span}}
	if n.kind != mapNode {
		if !n.isBroken() {
			st.report(mistake{code: "output-shape", span: n.span, message: "an output is a mapping with a value", text: st.outputText(at, `"outputs" must contain a map of output maps. Found a [<class '`+typeName(n.value())+"'>] instead", "Output definitions must be a map. Found a "+typeName(n.value())+" instead")}.with(""))
		}
		return bad
	}
	st.checkOutputKeys(n)
	v := n.get("value")
	if v == nil {
		st.report(mistake{code: "output-shape", span: pr.keyAt, message: "an output needs a value", text: st.outputText(at, "Each output must contain a value key.", "Each output definition must contain a value key.")}.with(""))
		return bad
	}
	p := &place{stack: st, top: at}
	var fields []ir.Field
	c := &ir.Call{Meta: ir.Meta{Span: n.span}, Fn: outputFn, Data: &site{p, at}}
	if cond := n.pairOf("condition"); cond != nil && st.version >= v20161014 {
		where := at.child("condition")
		fields = append(fields, ir.Field{Key: "condition", KeyAt: cond.keyAt, Value: st.use(cond.value, p, where, where)})
	}
	fields = append(fields, ir.Field{Key: "value", KeyAt: n.pairOf("value").keyAt, Value: st.bind(v, p, at.child("value"))})
	c.Args = []ir.Node{&ir.Object{Meta: ir.Meta{Span: n.span}, Fields: fields}}
	return c
}

// outputText is Heat's text for an output of the wrong form. Of a nested template it
// reads the outputs when it makes a type of the template, in the stack around.
func (st *stack) outputText(at *trail, nested, root string) string {
	if st.owner != nil {
		return st.owner.stack.path() + nested
	}
	return "Output validation error: " + at.String() + ": " + root
}

// checkOutputKeys holds the keys of an output against those that there are.
func (st *stack) checkOutputKeys(n *node) {
	known := []string{"value", "description"}
	if st.version >= v20161014 {
		known = append(known, "condition")
	}
	for i := range n.pairs {
		pr := &n.pairs[i]
		switch {
		case has(known, pr.key):
		case st.owner != nil:
			st.report(mistake{code: "output-shape", span: pr.keyAt, message: "an output has no key " + written(pr.key) + diag.DidYouMean(pr.key, known),
				text: `"` + pr.key + `" is not a valid keyword inside a output definition`}.with(st.owner.stack.path()).WithNearest(pr.keyAt, pr.key, known))
		default:
			p := diag.Infof(pr.keyAt, "hint-ignored-key", "Heat ignores this: an output has no key %q%s", pr.key, diag.DidYouMean(pr.key, known)).WithNearest(pr.keyAt, pr.key, known)
			if pr.key == "condition" {
				p = st.raise(v20161014)(diag.Infof(pr.keyAt, "hint-ignored-key", "Heat ignores this: the condition of an output %s", needs(v20161014)))
			}
			st.report(p)
		}
	}
}

// outputFn gives the value of an output, null when its condition is false.
var outputFn = &ir.Func{Name: "output", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
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
