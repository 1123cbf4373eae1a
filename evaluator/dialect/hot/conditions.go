package hot

import (
	"strconv"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// Conditions are boolean expressions with their own functions. Heat resolves them only where they
// are used, and its messages name the use. The value of an invalid condition therefore includes a
// badCondition, from which the problem is created at the end, for the first use of the condition.

// A badCondition describes the error in a condition.
type badCondition struct {
	stack      *stack
	span       source.Span
	text       string // the value that is not a condition
	secret     bool
	definition string // name of the condition that this defines; "" for a part of a definition
	names      []string
	found      *diag.Problem // or else a problem already found inside the condition
	resolving  bool          // found by a function that rejected its arguments
}

// bad returns the failed value for something that is not a condition. Nothing is reported yet: the
// place that uses the condition does.
func (s *site) bad(at value.Value, span source.Span) value.Value {
	b := &badCondition{stack: s.stack, span: span, text: python.Str(at), secret: at.IsSecret(),
		names: s.stack.conditionNames}
	return value.Value{Data: value.Unknown{Why: "no condition", Type: b}, Marks: value.Failed, Origin: span}
}

// A conditionUse is a place that uses a condition. at is the path that Heat names if the condition
// is invalid.
type conditionUse struct {
	node ir.Node
	at   *templatePath
}

// bindCondition binds a condition: true or false, the name of a condition, or a function. p is the
// place where the condition is written: the section, or a place that uses a condition.
func (st *stack) bindCondition(n *python.Node, p *place, at *templatePath) ir.Node {
	inside := *p
	inside.condition = true
	if name, ok := n.Text(); ok {
		if cell := st.conditions[name]; cell != nil {
			return &ir.Ref{Meta: ir.Meta{Span: n.Span}, Name: name, NameAt: n.Span, Cell: cell}
		}
	}
	if n.Kind == python.Map {
		switch c := st.call(n, &inside, at); {
		// Where a condition is used, Heat treats a removed function as data.
		case c != nil && !p.condition && st.b.functions[c.fn.Name].until <= st.version:
			return &ir.Call{Meta: ir.Meta{Span: n.Span}, Fn: noCondition,
				Args: []ir.Node{literal(n.Value()), literal(n.Value())}, Data: &site{&inside, at}}
		case c != nil:
			return c.fn.bind(c)
		}
	}
	if _, ok := n.Data.(value.Bool); ok {
		return &ir.Lit{Meta: ir.Meta{Span: n.Span}, Value: n.Data}
	}
	if n.IsNull() { // an absent condition never fails
		return &ir.Lit{Meta: ir.Meta{Span: n.Span}, Value: value.Bool(true)}
	}
	if n.IsBroken() {
		return &ir.Bad{Meta: ir.Meta{Span: n.Span}}
	}
	text := &ir.Lit{Meta: ir.Meta{Span: n.Span}, Value: n.Value().Data}
	return &ir.Call{Meta: ir.Meta{Span: n.Span}, Fn: noCondition, Args: []ir.Node{text, st.bind(n, &inside, at)},
		Data: &site{&inside, at}}
}

// noCondition replaces anything that is not a condition.
var noCondition = &ir.Func{Name: "condition", Data: misusesCondition, Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	v := f.Force(c.Args[1])
	switch {
	case v.HasFailed():
		return failed(v) // Heat parses the inside first
	case v.HasUnknown():
		v = f.Force(c.Args[0])
	}
	return siteOf(c).bad(v, c.Span)
}}

// use binds a condition where it is used. at is the path for messages about the condition as a
// whole, inner the path for calls inside it: they differ only for if (3.1).
func (st *stack) use(n *python.Node, p *place, at, inner *templatePath) ir.Node {
	bound := st.bindCondition(n, p, inner)
	if c, ok := bound.(*ir.Call); ok && roleOf(c) != misusesCondition {
		bound = &ir.Call{Meta: c.Meta, Fn: inPlace, Args: []ir.Node{c}, Data: &site{p, inner}}
	}
	st.b.uses = append(st.b.uses, conditionUse{bound, at})
	return bound
}

// inPlace wraps a function written where a condition is used: it must return true or false.
var inPlace = &ir.Func{Name: "condition", Data: usesCondition, Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	s := siteOf(c)
	s.stack.parsed(f, c.Args[0])
	return truth(f, s, c.Args[0])
}}

// truth returns the value of a condition: a boolean, unknown or failed. A function may return the
// name of a condition. Every place that uses a condition calls truth.
func truth(f ir.Frame, s *site, n ir.Node) value.Value {
	v := present(f.Force(n))
	if name, ok := v.Text(); ok {
		if cell := s.stack.conditions[name]; cell != nil {
			s.stack.b.named[n] = cell
			v = f.Value(cell, n)
		}
	}
	return s.truth(v, n)
}

// truth returns v if it is a valid condition, otherwise a failure.
func (s *site) truth(v value.Value, n ir.Node) value.Value {
	if _, ok := v.Data.(value.Bool); ok || v.IsFailed() || v.IsUnknown() {
		return v
	}
	return s.bad(v, n.Info().Span)
}

// definition is the function of a condition's cell. A value other than a boolean gets Heat's text
// for a definition, unless a condition inside is at fault.
var definition = &ir.Func{Name: "condition", AlwaysForces: ir.AllArgs, Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	s := siteOf(c)
	s.stack.parsed(f, c.Args[0])
	v := s.truth(present(f.Force(c.Args[0])), c.Args[0])
	if b := badOf(v); b != nil && b.found == nil && b.span == c.Args[0].Info().Span && b.definition == "" {
		b.definition = f.Cell().Title()
	}
	return v
}}

// noDefinition is the function of a cell whose condition is invalid. It only reports the
// problems that Heat finds earlier inside it.
var noDefinition = &ir.Func{Name: "condition", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	siteOf(c).stack.parsed(f, c.Args[0])
	return value.Failure("error")
}}

// badOf returns the badCondition in the value of a condition, or nil if the condition is valid.
func badOf(v value.Value) *badCondition {
	u, ok := v.Data.(value.Unknown)
	if !ok {
		return nil
	}
	b, _ := u.Type.(*badCondition)
	return b
}

// badInside returns the badCondition of a condition from which v was computed.
func badInside(v value.Value) *badCondition {
	if b := badOf(v); b != nil || !v.HasFailed() {
		return b
	}
	switch d := v.Data.(type) {
	case *value.List:
		for _, c := range d.Items {
			if b := badInside(c); b != nil {
				return b
			}
		}
	case *value.Object:
		for _, f := range d.Fields {
			if b := badInside(f.Value); b != nil {
				return b
			}
		}
	}
	return nil
}

// placeOf returns the path that Heat names for an invalid condition. It is nil for an error
// inside a condition written at a resource.
func (u conditionUse) placeOf(bad *badCondition) *templatePath {
	c, ok := u.node.(*ir.Call)
	if ok && roleOf(c) == usesCondition && u.at.isResourceCondition() && bad.found == nil && bad.definition == "" &&
		bad.span != c.Span && c.Span.Covers(bad.span) {
		return nil
	}
	return u.at
}

// isResourceCondition reports whether t is the path of a resource's condition.
func (t *templatePath) isResourceCondition() bool {
	return t != nil && !t.call && t.key == "condition" && t.up != nil && t.up.up != nil && t.up.up.key == "resources"
}

// conditionProblems returns the problems of conditions: for each invalid one, an error at the
// first place that uses it, in Heat's order, or a warning if nothing uses it.
func (b *binder) conditionProblems(valueOf func(ir.Node) (value.Value, bool),
	cellValue func(*ir.Cell) value.Value) (out []diag.Problem) {
	b.inReportedCycle = map[*ir.Cell]bool{}
	reported := map[*badCondition]bool{}
	for _, u := range b.uses {
		v, reached := valueOf(u.node)
		if !reached {
			continue
		}
		if bad := badOf(v); bad != nil && !reported[bad] {
			reported[bad] = true
			out = append(out, bad.problem(u.placeOf(bad)))
			continue
		}
		// A failure without a reason may come from a cycle, which has no value.
		if v.IsFailed() {
			if c := b.cyclicCondition(u.node); c != nil && !b.inReportedCycle[c] {
				b.markReported(c)
				out = append(out, c.Data.(*conditionCell).cycleProblem(true))
			}
		}
	}
	for _, c := range b.conditionCells {
		bad := badOf(cellValue(c))
		if bad != nil && !reported[bad] {
			reported[bad] = true
			p := bad.problem(nil)
			p.Severity, p.Code, p.Reference = diag.Warning, "hint-unused-condition", ""
			p.Message = "nothing uses this condition, but " + p.Message
			out = append(out, p)
		}
		if b.cyclic[c] && !b.inReportedCycle[c] {
			b.markReported(c)
			out = append(out, c.Data.(*conditionCell).cycleProblem(false))
		}
	}
	return out
}

// word marks text as computed from the value, or hides the text if the value is secret. It cannot
// rely on the expression that uses the condition: this expression does not itself read the secret.
func (bad *badCondition) word(text string) string {
	if bad.secret {
		return diag.Hidden(text)
	}
	return diag.Any(text)
}

// problem returns the problem of a condition for the place that uses it. at is nil if Heat's text
// has no path.
func (bad *badCondition) problem(at *templatePath) diag.Problem {
	if bad.found != nil {
		if bad.resolving && at != nil && at.call && bad.found.Reference != "" {
			return bad.found.WithReference("%s", at.below(nil)+": "+bad.found.Reference)
		}
		return *bad.found
	}
	m := heatError{code: "condition-invalid", span: bad.span,
		message: bad.word(`"`+bad.text+`"`) +
			" is not a condition; a condition is true, false, the name of a condition or a function of conditions",
		text: `Invalid condition "` + bad.word(bad.text) + `"`}
	if near := bad.stack.b.near(bad.text, bad.names); near != "" && !bad.secret {
		m.message = "there is no condition " + quoted(bad.text) + meant(near)
		if bad.span.Text() == bad.text {
			m.fix = changeTo(near, bad.span)
		}
	}
	if bad.definition != "" {
		m.message = "the definition evaluates to " + bad.word(strconv.Quote(bad.text)) +
			", but a condition must be true or false"
		m.text = `The definition of condition "` + bad.definition + `" is invalid: ` + bad.word(bad.text)
		return m.with("Condition validation error: " + bad.stack.path())
	}
	if at == nil {
		return m.with("")
	}
	if at.call { // the condition of an if, which Heat is still parsing
		return m.with(at.below(nil) + ": ")
	}
	return m.with(at.String() + ": ")
}
