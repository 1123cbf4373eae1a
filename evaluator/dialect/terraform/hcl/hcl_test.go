package hcl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/source"

	"pantograph/evaluator/dialect/terraform/hcl"
)

// show writes an expression with parentheses around everything composite.
func show(e hcl.Expr) string {
	switch e := e.(type) {
	case *hcl.Literal:
		return fmt.Sprintf("%v", e.Value)
	case *hcl.Template:
		return "<" + all(e.Parts, "+") + ">"
	case *hcl.Wrap:
		return "wrap " + show(e.Inner)
	case *hcl.Paren:
		return show(e.Inner)
	case *hcl.Tuple:
		return "[" + all(e.Items, " ") + "]"
	case *hcl.Object:
		parts := make([]string, len(e.Items))
		for i, item := range e.Items {
			parts[i] = show(item.Key) + "=" + show(item.Value)
		}
		return "{" + strings.Join(parts, " ") + "}"
	case *hcl.Call:
		return e.Name + "(" + all(e.Args, " ") + ")"
	case *hcl.For:
		parts := "for " + strings.TrimPrefix(e.Key+","+e.Value, ",") + " in " + show(e.Collection) + ": "
		if e.KeyExpr != nil {
			parts += show(e.KeyExpr) + "=>"
		}
		parts += show(e.ValueExpr)
		if e.If != nil {
			parts += " if " + show(e.If)
		}
		return "(" + parts + ")"
	case *hcl.Name:
		return e.Root + steps(e.Steps)
	case *hcl.Follow:
		return show(e.From) + steps(e.Steps)
	case *hcl.Index:
		return show(e.From) + "[" + show(e.Key) + "]"
	case *hcl.Splat:
		return "(" + show(e.From) + " each " + show(e.Each) + ")"
	case *hcl.Element:
		return "it"
	case *hcl.Unary:
		return "(" + e.Op + show(e.Operand) + ")"
	case *hcl.Binary:
		return "(" + show(e.Left) + e.Op + show(e.Right) + ")"
	case *hcl.Conditional:
		return "(" + show(e.If) + "?" + show(e.Then) + ":" + show(e.Else) + ")"
	}
	return "?"
}

func all(list []hcl.Expr, separator string) string {
	parts := make([]string, len(list))
	for i, e := range list {
		parts[i] = show(e)
	}
	return strings.Join(parts, separator)
}

func steps(list []hcl.Step) string {
	out := ""
	for _, s := range list {
		if s.IsIndex {
			out += fmt.Sprintf("[%v]", s.Index.Data)
		} else {
			out += "." + s.Name
		}
	}
	return out
}

// parse parses an expression and returns it in the notation of show, or its errors with their
// positions.
func parse(text string) string {
	e, errs := hcl.Parse(source.NewFile("expression", text))
	var out []string
	for _, m := range errs {
		at := m.Span.File().Position(m.Span.Start())
		out = append(out, fmt.Sprintf("%d:%d %s", at.Line, at.Column, m.Summary))
	}
	if len(out) > 0 {
		return strings.Join(out, "; ")
	}
	return show(e)
}

func TestExpressionsAreParsedOrTheirErrorsAreFound(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"1 + 2 * 3 - -x", "((1+(2*3))-(-x))"},
		{"a || b && c == d < e", "(a||(b&&(c==(d<e))))"},
		{"a ? b : c ? d : e", "(a?b:(c?d:e))"},
		{"a.b[0].c[\"k\"][x]", "a.b[0].c[k][x]"},
		{"f(1, [2,], {a = 3, b : 4\n\"c\" = 5})...", "2:10 Extra characters after expression"},
		{"f(1, xs...)", "f(1 xs)"},
		{"core::f()", "core::f()"},
		{"x.*.a.0.b", "(x each it.a[0].b)"},
		{"x[*].a[0]", "(x each it.a[0])"},
		{"[for x in y : x if x > 1]", "(for x in y: x if (x>1))"},
		{"{for k, v in y : k => v...}", "(for k,v in y: k=>v)"},
		{`"a${b}c$${d}%%{e}"`, "<a+b+c${d}%{e}>"},
		{`"${b}"`, "wrap b"},
		{`"%{ if a }b%{ else }c%{ endif }"`, "<(a?<b>:<c>)>"},
		{"<<-E\n    a\n      ${b}\n    E\n", "<a\n  +b+\n>"},
		{"\"a ${~ b ~} c\"", "<a+b+c>"},
		{"1 /* x */ + 2 # y", "(1+2)"},
		{"a.0.1", "1:3 Invalid legacy index syntax"},
		{"1.2.3", "1:1 Invalid number literal"},
		{"\"a\nb\"", "1:3 Invalid multi-line string; 1:3 Unterminated template string"},
		{"x[1", "1:4 Missing close bracket on index"},
		{"x[*", "1:4 Missing close bracket on splat index"},
		{"[for x y]", "1:8 Invalid 'for' expression"},
		{"{a b}", "1:4 Missing key/value separator"},
		{"{a = 1 b = 2}", "1:8 Missing attribute separator"},
		{"f(1 2)", "1:5 Missing argument separator"},
		{"f::(1)", "1:4 Missing function name"},
		{`"%{ endfor }"`, "1:2 Unexpected endfor directive"},
		{`"${a:b}"`, "1:5 Extra characters after interpolation expression"},
		{"a ** b", "1:4 Invalid expression"},
		{"", "1:1 Missing expression"},
		{"\"a", "1:3 Unterminated template string"},
	} {
		assert.Equal(t, tc.want, parse(tc.text), tc.text)
	}
}

// TestEveryPartOfAnExpressionIsParsed cuts an expression in two at every position. The errors of each
// part must be inside that part, and the first part must have an error.
func TestEveryPartOfAnExpressionIsParsed(t *testing.T) {
	const text = "{for k, v in f(\"a${b}%{ if c }d%{ endif }\", [1, x[*].y], <<-E\n  t\n  E\n" +
		") : k => v... if -v.a >= 1.5e3 && !(true ? null : z.*.q[\"s\"])}"
	for i := range len(text) {
		assert.NotEmpty(t, errorsIn(t, text[:i]), text[:i])
		errorsIn(t, text[i:])
	}
}

// errorsIn parses a text and returns its errors. If there are none, it checks that the
// expression's span is inside the text.
func errorsIn(t *testing.T, text string) []hcl.Diagnostic {
	e, errs := hcl.Parse(source.NewFile("expression", text))
	for _, m := range errs {
		assert.True(t, 0 <= m.Span.Start() && m.Span.Start() <= m.Span.End() && m.Span.End() <= len(text), "%q: %s",
			text, m.Message)
		assert.NotEmpty(t, m.Message, text)
	}
	if len(errs) == 0 {
		at := e.Span()
		assert.True(t, 0 <= at.Start() && at.Start() < at.End() && at.End() <= len(text), text)
	}
	return errs
}

func TestNestingIsLimited(t *testing.T) {
	for _, open := range []string{"(", "[", "{a=", "-", "!", "\"${", "f(", "x[", "1?", "[for x in "} {
		_, errs := hcl.Parse(source.NewFile("expression", strings.Repeat(open, 50_000)))
		assert.NotEmpty(t, errs, open)
	}
}
