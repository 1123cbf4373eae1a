package hot

import (
	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// yaqlState is a binder's state for expressions: the library, created on first use, and the
// parsed expressions. Templates repeat expressions, and nested ones are bound once per stack, so
// parsed expressions are kept.
type yaqlState struct {
	bundle  *bind.Bundle
	library *yaql.Library
	parsed  map[string]parsedYaql
	data    map[source.Span]value.Value // last seen data of each call, by the position of its expression
}

// A parsedYaql is the result of parsing an expression: either the expression, or the outcome of
// every call with it.
type parsedYaql struct {
	expression *yaql.Expression
	outcome    yaql.Outcome // why there is no expression
}

// prepare creates the library. Most templates have no expressions, so binding does not do it.
func (s *yaqlState) prepare() {
	if s.library == nil {
		names := func() []byte { return s.bundle.Data(yaql.NamesFile) }
		s.library, s.parsed, s.data = yaql.NewLibrary(names), map[string]parsedYaql{}, map[source.Span]value.Value{}
	}
}

// parse parses an expression, caching the result.
func (s *yaqlState) parse(text string) parsedYaql {
	s.prepare()
	p, ok := s.parsed[text]
	if !ok {
		p.expression, p.outcome = s.library.Parse(text)
		s.parsed[text] = p
	}
	return p
}

// yaqlFunc is yaql (14). The data may have unknown parts, since the expression need not look at
// them; but a failed part makes the whole call fail. A secret anywhere in the data makes the result
// secret.
var yaqlFunc = &ir.Func{
	Name: "yaql", Result: "any",
	Doc:     "Evaluates a YAQL expression. In it, $.data is the data: $.data.where($ > 1).select($ * 2).",
	Example: "{yaql: {expression: $.data.max(), data: [3, 7]}} → 7",
	Params:  []ir.Param{{Name: "expression", Type: "string"}, {Name: "data", Type: "any", Optional: true}},
	Lazy: func(f ir.Frame, c *ir.Call) value.Value {
		arg := present(f.Force(c.Args[0]))
		if arg.HasFailed() {
			return failed(arg)
		}
		v := (&run{f, siteOf(c), c, arg}).yaql()
		if arg.Summary()&value.Secret != 0 {
			v = secret(v)
		}
		if hidesSize(arg) {
			v = secretWhole(v)
		}
		return v
	},
}

// The messages that bindYaql and the evaluation share.
const (
	yaqlTakes      = "yaql takes a map with expression and, optionally, data"
	yaqlNeedsText  = "the expression of yaql must be a string"
	yaqlNotText    = `The "expression" argument to yaql must contain a string.`
	yaqlBadPrefix  = "Bad expression "
	yaqlUnreadable = "this expression is invalid: "
)

var yaqlForm = pythonLiteral("\"yaql\" syntax should be yaql:\n              expression: $.data.var1.sum()\n" +
	"              data:\n                var1: [3, 2, 1]")

// bindYaql checks a literal expression when the template is parsed, as Heat does.
func bindYaql(c *callSite) ir.Node {
	if c.arg.Kind != python.Map || c.isCall(c.arg) {
		return c.refuse(c.arg, yaqlTakes, `Arguments to "yaql" must be a map.`)
	}
	for i := range c.arg.Pairs {
		if pr := &c.arg.Pairs[i]; pr.Key != "expression" && pr.Key != "data" {
			// Heat has only one text for missing and for unknown keys.
			return c.refused(heatError{code: "function-arguments", span: pr.KeyAt,
				message: "yaql has no argument " + quoted(pr.Key) + "; " + yaqlTakes, text: yaqlForm})
		}
	}
	expression := c.arg.Get("expression")
	if expression == nil {
		return c.refuse(c.arg, yaqlTakes, yaqlForm)
	}
	// Heat parses the expression when it checks the call, after everything else was parsed.
	m, wrong := c.yaqlError(expression)
	if !wrong || c.place.resource != nil && c.place.resource.kind.unchecked() { // Heat does not check these (16.2)
		return c.plain()
	}
	p := c.check(m)
	if c.condition {
		p = m.with(c.at.inCondition())
	}
	return c.site.refuse(p, true, &ir.Call{Meta: ir.Meta{Span: c.arg.Span}, Fn: yaqlData,
		Args: []ir.Node{c.stack.bind(c.arg, c.place, c.at)}, Data: &c.site})
}

// yaqlData replaces a call whose expression does not parse: its data helps to complete the
// expression.
var yaqlData = &ir.Func{Name: "data", Lazy: func(f ir.Frame, c *ir.Call) value.Value {
	r := &run{f, siteOf(c), c, present(f.Force(c.Args[0]))}
	r.yaqlParts()
	return r.arg
}}

// yaqlError returns the error in a literal expression, if there is one. An expression that a
// function returns is parsed when the call is evaluated.
func (c *callSite) yaqlError(expression *python.Node) (heatError, bool) {
	if c.isCall(expression) || expression.IsBroken() {
		return heatError{}, false
	}
	text, ok := expression.Text()
	if !ok {
		return heatError{code: "function-arguments", span: expression.Span, message: yaqlNeedsText,
			text: yaqlNotText}, true
	}
	if p := c.stack.b.yaql.parse(text).outcome.Problem; p != nil {
		return c.stack.b.yaqlSyntax(p, text, expression.Span), true
	}
	return heatError{}, false
}

// yaqlSyntax converts a syntax error of YAQL to a heatError. at is the position of the scalar with
// the expression; the problem is shown inside it.
func (b *binder) yaqlSyntax(p *yaql.Problem, text string, at source.Span) heatError {
	m := heatError{code: "yaql-syntax", span: b.insideText(at, text, p.Start, p.End),
		message: yaqlUnreadable + p.Message}
	if p.Text != "" {
		m.text = yaqlBadPrefix + p.Text + "."
	}
	if p.TooDeep {
		m.code = "budget-depth"
	}
	return m
}

// aboutValues marks a YAQL message as one that may quote values. If a value is secret, the page
// then hides it.
func aboutValues(text string) string {
	if text == "" {
		return ""
	}
	return diag.Words(diag.Plain(text))
}

// insideText converts the offsets start and end in a text to a position in the file. If the scalar
// at the position at does not contain exactly that text, it returns at. A block scalar or an escape
// makes offsets in the text differ from those in the file, so the node of the scalar converts them.
func (b *binder) insideText(at source.Span, text string, start, end int) source.Span {
	if at.IsZero() {
		return at
	}
	path := b.bundle.Parse(at.File()).NodeAt(at.Start())
	if len(path) == 0 {
		return at
	}
	n := path[len(path)-1]
	// The expression may be computed, and at then is the position of the call.
	if n.Value != text {
		return at
	}
	return n.Range(start, end)
}

// yaql evaluates the call.
func (r *run) yaql() value.Value {
	expression, data := r.yaqlParts()
	if expression.IsUnknown() {
		return value.NotKnown(value.Why(expression))
	}
	text, ok := expression.Text()
	if !ok {
		return r.fail(expression, yaqlNeedsText, yaqlNotText)
	}
	state := &r.stack.b.yaql
	parsed := state.parse(text)
	outcome := parsed.outcome
	if parsed.expression != nil {
		outcome = state.library.Evaluate(parsed.expression, data, yaql.Environment{
			Spend: r.Spend, Key: python.KeyData, Secret: data.Summary()&value.Secret != 0})
	}
	return r.yaqlOutcome(outcome, parsed.expression != nil, text, r.near(expression))
}

// yaqlParts returns the expression and the data, and records the data for completion.
func (r *run) yaqlParts() (expression, data value.Value) {
	expression, data = r.arg, value.ObjectOf()
	if o := r.arg.Object(); o != nil {
		expression, _ = o.Get("expression")
		if v, ok := o.Get("data"); ok {
			// Without data, $.data is an empty map.
			data = v
		}
	}
	state := &r.stack.b.yaql
	state.prepare()
	state.data[expression.Origin] = data
	return expression, data
}

// yaqlOutcome converts the outcome of an expression to a value, and reports its problems.
func (r *run) yaqlOutcome(o yaql.Outcome, isParsed bool, text string, at source.Span) value.Value {
	switch p := o.Problem; {
	case p == nil:
	case isParsed:
		m := heatError{code: "yaql-value", span: r.stack.b.insideText(at, text, p.Start, p.End),
			message: aboutValues(p.Message), text: aboutValues(p.Text)}
		if p.TooDeep {
			m.code = "budget-depth"
		}
		return r.resolving(r.site.valueProblem(m))
	default:
		computed := *p // a copy whose message may quote the expression, which was computed
		computed.Message, computed.Text = aboutValues(p.Message), aboutValues(p.Text)
		return r.resolving(r.site.valueProblem(r.stack.b.yaqlSyntax(&computed, text, at)))
	}
	switch o.Unknown {
	case yaql.Known:
		if o.Unwritable {
			r.stack.remark(r.Frame,
				diag.Infof(at, "hint-yaql-no-value",
					"a part of the result has no JSON form, so it is unknown; str() converts it to a string"))
		}
		return o.Value
	case yaql.Data:
		return value.NotKnown(o.Why)
	case yaql.Chance:
		r.stack.remark(r.Frame, diag.Infof(at, "hint-yaql-not-deterministic",
			"the value is unknown: it depends on %s", o.Why))
		return value.NotKnown("yaql: " + o.Why)
	case yaql.Name:
		r.stack.remark(r.Frame, diag.Infof(at, "hint-yaql-not-supported",
			"the value is unknown: %s is not in our table", o.Why))
		return value.NotKnown("yaql: " + o.Why)
	case yaql.NoNames:
		r.stack.remark(r.Frame, diag.Infof(at, "hint-yaql-not-supported",
			"the value is unknown: the names of characters are a separate file, which could not be loaded"))
		return value.NotKnown("yaql: " + o.Why)
	case yaql.Pattern:
		r.stack.remark(r.Frame, diag.Infof(at, "hint-pattern-not-checked", "the value is unknown: %s", o.Why))
		return value.NotKnown("yaql: " + o.Why)
	case yaql.Stopped:
		return value.Failure("stopped")
	}
	panic("hot: an outcome of yaql without a reason")
}
