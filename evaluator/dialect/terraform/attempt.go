package terraform

import (
	"pantograph/evaluator/ir"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/terraform/hcl"
	"pantograph/evaluator/dialect/terraform/types"
	"pantograph/evaluator/value"
)

// attemptFunctions evaluate expressions that may fail (4.3). They are lazy: their arguments are
// evaluated inside the function, where problems can be caught.
var attemptFunctions = []ir.Func{
	{
		Name:    "try",
		Doc:     "Returns the value of the first of several expressions that can be evaluated.",
		Params:  []ir.Param{{Name: "expressions", Type: "any", Doc: "expressions, tried in order", Variadic: true}},
		Result:  "any",
		Example: `try(tonumber("a"), 0) → 0`,
		Data:    builtin{run: try, lazy: true},
	}, {
		Name:    "can",
		Doc:     "Reports whether an expression can be evaluated.",
		Params:  []ir.Param{{Name: "expression", Type: "any", Doc: "the expression to try"}},
		Result:  "bool",
		Example: `can(tonumber("a")) → false`,
		Data:    builtin{run: can, lazy: true},
	},
}

// attempt is the outcome of one expression of try.
type attempt struct {
	value    value.Value
	problems []diag.Problem // found during the attempt; try drops them if a later one succeeds
}

// attempt evaluates an argument. Its problems are returned instead of reported, since a failed
// attempt is not an error.
func (c *invocation) attempt(i int) attempt {
	v, problems := c.Try(c.call.Args[i])
	return attempt{v, problems}
}

// failed reports whether an attempt has no usable value. A value can be failed without a problem in
// this attempt: then the problem has been reported before.
func (a attempt) failed() bool { return len(a.problems) > 0 || a.value.IsFailed() }

// unevaluated returns how many arguments are to be tried, and the values to which the last
// one expands: those have already been evaluated.
func (c *invocation) unevaluated() (n int, expanded []value.Value, ok bool) {
	n = len(c.call.Args)
	if !c.expr.Expand {
		return n, nil, true
	}
	expanded, ok = c.expand(c.call.Args[n-1])
	return n - 1, expanded, ok
}

// try returns the value of the first expression that can be evaluated. If none can, it reports the
// problems of all attempts, each with its position (4.3).
func try(c *invocation) value.Value {
	n, expanded, ok := c.unevaluated()
	switch {
	case c.unexpanded.Data != nil:
		return c.uncounted()
	case !ok:
		return value.Failure("error")
	case n+len(expanded) == 0:
		return c.fail("at least one argument is required", "try needs at least one expression")
	}
	var why strings.Builder
	why.WriteString("no expression succeeded:\n")
	for i := range n {
		a := c.attempt(i)
		if !a.failed() {
			// Whether this attempt succeeds may depend on the unknown part, so not even the type of
			// the result is certain (4.1).
			if a.value.HasUnknown() {
				return types.Like(a.value, types.DynamicType)
			}
			return a.value
		}
		for _, p := range a.problems {
			summary, detail, _ := strings.Cut(p.Text(), ": ")
			why.WriteString("- " + summary)
			if !p.Span.IsZero() {
				why.WriteString(" (at " + hcl.ConsolePlace(c.session.placeOf(p)) + ")")
			}
			why.WriteString("\n  " + detail + "\n")
		}
	}
	// The arguments that `...` expands to have been evaluated already, so the first one succeeds.
	if len(expanded) > 0 {
		return expanded[0]
	}
	why.WriteString("\nAt least one expression must produce a successful result")
	return c.fail(why.String(), "none of these expressions can be evaluated")
}

// can reports whether its argument can be evaluated. If a part of the argument is unknown, so is
// the result (4.1).
func can(c *invocation) value.Value {
	n, expanded, ok := c.unevaluated()
	if c.unexpanded.Data != nil {
		return c.uncounted()
	}
	if !ok || !c.checkCount(n+len(expanded)) {
		return value.Failure("error")
	}
	// The only argument was expanded by `...`, and is therefore already a value.
	if n == 0 {
		return value.Flag(true)
	}
	a := c.attempt(0)
	if !a.failed() && a.value.HasUnknown() {
		return c.unknownBecause(value.Why(a.value))
	}
	return value.Flag(!a.failed())
}
