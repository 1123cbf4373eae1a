package pullconf

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// plain returns the string that an expression evaluates to. The evaluator replaces references; only
// if that fails, or the chain of variables is too long, does an explainer look for the reasons.
func (r reader) plain(e expression, at *place) (value.Value, bool) {
	switch e.node.(type) {
	case *ir.Bad:
		return value.Value{}, false
	case *ir.Lit, *ir.Ref, *ir.Interp:
		v := e.value
		if v.Data == nil {
			v = r.frame.Force(e.node)
		}
		// The evaluator has no limit on the number of variables in a row, so it is checked here
		// (4).
		if text, ok := v.Text(); ok && height(e.node) <= deepest {
			return v, r.frame.Spend(len(text) / bytesOfStep)
		}
	}
	x := explainer{r.client, nil, map[visit]bool{}}
	x.text(e.node, 0)
	r.explain(x.found, at)
	return value.Value{}, false
}

// follow finds the array or hash that an expression refers to. A string that begins with a
// reference must consist of exactly that reference. It returns false after reporting an error.
func (r reader) follow(e expression, want shape, at *place) (expression, bool) {
	here := e.span()
	for depth := 0; ; depth++ {
		got := aText
		switch x := e.node.(type) {
		case *ir.Bad:
			return e, false
		case *ir.Interp:
			r.mixedReference(x, want, here, at)
			return e, false
		case *ir.Ref:
			// The explainer continues at this depth, where it finds the same error.
			if v := variableOf(x); !v.exists || depth >= deepest {
				why := explainer{r.client, nil, map[visit]bool{}}
				why.reference(x, depth+1)
				r.explain(why.found, at)
				return e, false
			}
			if e.value.Data == nil {
				e.value = r.frame.Force(x)
			}
			// here stays at the last reference, since an error in a variable is reported where it
			// is used.
			e.node, here = x.Cell.Expr, x.Span
			continue
		case *ir.List:
			got = anArray
		case *ir.Object:
			got = aHash
		}
		if got != want {
			r.misshapen(got, want, here, at)
		}
		return e, got == want
	}
}

// misshapen reports a value with the wrong shape, at the reference that names it.
func (r reader) misshapen(got, want shape, here source.Span, at *place) {
	r.report(wrong("node-shape", shapeMessage(want, got, inner(here).Text()),
		"node must be "+shapeNodes[want]), here, at)
}

// mixedReference reports a string that contains more than the reference it begins with.
func (r reader) mixedReference(n *ir.Interp, want shape, here source.Span, at *place) {
	text, closed := decoded(n)
	name, whole := strings.CutSuffix(strings.TrimPrefix(text, opening), "}")
	switch {
	case !strings.HasPrefix(text, opening):
		r.misshapen(aText, want, here, at)
	// The original takes everything up to the last brace as one name, as in
	// ${pullconf::a}${pullconf::b}.
	case whole && closed:
		r.report(wrong("unknown-variable", shapeWords[want]+" must be a single reference, without other text",
			"reference to unknown variable `"+name+"`"), n.Span, at)
	default:
		r.report(wrong("unclosed-reference", "this begins with a reference but does not end with its brace; "+
			shapeWords[want]+" must be a single reference",
			"failed to find closing brace for variable"), n.Span, at)
	}
}

// decoded returns an interpolated string with its references as written. closed is false if a
// reference lacks its closing brace; the string then ends where that reference begins. The program
// does not keep the string as written, so decoded rebuilds it.
func decoded(n *ir.Interp) (text string, closed bool) {
	var b strings.Builder
	for _, p := range n.Parts {
		switch p := p.(type) {
		case *ir.Lit:
			b.WriteString(textData(p.Value))
		case *ir.Ref:
			b.WriteString(opening + p.Name + "}")
		default:
			return b.String() + opening, false
		}
	}
	return b.String(), true
}

// explain reports errors in references, each once per client.
func (r reader) explain(found []located, at *place) {
	for i := range found {
		l := &found[i]
		id := reported{l.node, l.code}
		if r.client.reported[id] {
			continue
		}
		r.client.reported[id] = true
		r.report(&l.checkError, l.node.Info().Span, at)
	}
}

// reported identifies an error at a node that has been reported. Many parameters can use the same
// wrong variable, which needs only one report.
type reported struct {
	node ir.Node
	code diag.Code
}

// A located is an error together with the node that contains it.
type located struct {
	checkError
	node ir.Node
}

// An explainer finds out why an expression does not evaluate to a string.
type explainer struct {
	client *client
	found  []located
	// seen prevents a variable that is reachable in many ways from being examined more than once
	// at each depth.
	seen map[visit]bool
}

// A visit is a variable together with the depth at which it was reached.
type visit struct {
	cell  *ir.Cell
	depth int
}

// add notes an error at a node.
func (e *explainer) add(n ir.Node, m *checkError) { e.found = append(e.found, located{*m, n}) }

// text examines a string that was reached through depth variables.
func (e *explainer) text(n ir.Node, depth int) {
	switch n := n.(type) {
	case *ir.Ref:
		e.reference(n, depth+1)
	case *ir.Interp:
		for _, p := range n.Parts {
			if bad, ok := p.(*ir.Bad); ok {
				e.add(bad, wrong("unclosed-reference", "the closing brace of this reference is missing",
					"failed to find closing brace for variable"))
				continue
			}
			e.text(p, depth)
		}
	case *ir.List:
		e.add(n, wrong("node-shape", shapeMessage(aText, anArray, ""), "node must be a string"))
	case *ir.Object:
		e.add(n, wrong("node-shape", shapeMessage(aText, aHash, ""), "node must be a string"))
	}
}

// reference examines a reference, which is the depth-th variable in a row.
func (e *explainer) reference(r *ir.Ref, depth int) {
	v := variableOf(r)
	switch {
	case !v.exists && e.client.doc.broken: // it may be defined in the part that could not be read
	case !v.exists:
		m := e.unknown(v.name)
		m.fixAt = r.NameAt
		e.add(r, m)
	case depth > deepest:
		e.deep(r, v)
	default:
		e.variable(r, v, depth)
	}
}

// variable examines the variable that a reference names, which must be a string.
func (e *explainer) variable(r *ir.Ref, v *variable, depth int) {
	switch x := v.cell.Expr.(type) {
	case *ir.List:
		e.add(r, wrong("node-shape", "this must be a string, but "+strconv.Quote(v.name)+" is an array",
			"node must be a string"))
	case *ir.Object:
		e.add(r, wrong("node-shape", "this must be a string, but "+strconv.Quote(v.name)+" is a hash",
			"node must be a string"))
	case *ir.Ref, *ir.Interp:
		if at := (visit{v.cell, depth}); !e.seen[at] {
			e.seen[at] = true
			e.text(x, depth)
		}
	}
}

// unknown explains a reference to a variable that does not exist. It suggests a similar name, or
// explains a mistake that is common among users of other languages.
func (e *explainer) unknown(name string) *checkError {
	m := wrong("unknown-variable", "there is no variable "+strconv.Quote(name),
		"reference to unknown variable `"+name+"`")
	if e.client.advice.IsSpent() {
		return m
	}
	known := make([]string, 0, len(e.client.variables))
	for _, v := range e.client.variables {
		known = append(known, v.name)
	}
	base, _, indexed := strings.Cut(name, "[")
	switch {
	case indexed && oneOf(base, known...):
		m.message += "; a reference cannot select an entry of an array or a hash"
	case strings.TrimSpace(name) != name && oneOf(strings.TrimSpace(name), known...):
		m.message += "; spaces would be part of the name, so remove them"
		m.fix = strings.TrimSpace(name)
	default:
		m.fix = e.client.advice.Nearest(name, known)
		m.message += didYouMean(m.fix)
	}
	return m
}
