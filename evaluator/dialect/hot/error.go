package hot

import (
	"pantograph/evaluator/diag"
	"pantograph/evaluator/ir"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// A heatError is a problem together with Heat's message. The prefix of Heat's message depends on
// where Heat finds the error, so the heatError becomes a diag.Problem only there. text is empty
// where Heat answers with a bare Python exception (0).
type heatError struct {
	code    diag.Code
	span    source.Span
	message string
	text    string // Heat's message
	fix     func(diag.Problem) diag.Problem
}

// with returns the problem, with a prefix before Heat's message. The parts of the messages that
// quote a value are wrapped already, so the rest is constant.
func (m heatError) with(prefix string) diag.Problem {
	p := diag.Errorf(m.span, m.code, "%s", diag.Constant(m.message))
	if m.text != "" {
		p = p.WithReference("%s", diag.Constant(prefix+m.text))
	}
	if m.fix != nil {
		p = m.fix(p)
	}
	return p
}

// refusedLater returns the problem of a value inside a nested template or a group, which Heat finds
// only when it creates the resource. Heat accepts the template, so the problem is a warning and
// quotes no message (16.4).
func (m heatError) refusedLater() diag.Problem {
	p := m.with("")
	p.Severity, p.Code, p.Reference = diag.Warning, "hint-value-refused-later", ""
	p.Message = "Heat finds this only when it creates the resource: " + p.Message
	return p
}

// later adds to an error that the feature needs a later version, and a fix that raises the
// template's version. Without versions, or if the template's version has the feature, it returns m.
func (m heatError) later(st *stack, since ...version) heatError {
	for _, v := range since {
		if st.version < v {
			m.message += "; that " + needs(v)
			m.fix = st.raise(v)
		}
	}
	return m
}

// written quotes a name that appears literally in the template. It counts as constant: everyone who
// sees the template sees the name.
func written(name string) string { return diag.Constant(`"` + name + `"`) }

// quoted quotes a name that may be computed. The name is wrapped, so that the page can hide it if a
// secret was read to compute it.
func quoted(name string) string { return diag.Any(`"` + name + `"`) }

// maxCompared bounds how many names are compared for suggestions: in a document with
// thousands of errors, only the first get suggestions.
const maxCompared = 2_000_000

// near returns the name that was probably meant, or "" if none is close.
func (b *binder) near(name string, names []string) string {
	if b.compared += len(names); b.compared > maxCompared {
		return ""
	}
	return diag.Nearest(name, names)
}

// meant returns the end of a message, which asks whether near was meant, or "" if near is "".
func meant(near string) string {
	if near == "" {
		return ""
	}
	return diag.Guess(`; did you mean "` + near + `"?`)
}

// changeTo returns a fix that replaces the text at a span with the near name, or nil if there is no
// such name or the span is zero.
func changeTo(near string, at source.Span) func(diag.Problem) diag.Problem {
	if near == "" || at.IsZero() {
		return nil
	}
	return func(p diag.Problem) diag.Problem { return p.WithFix("Change to "+near, at, near) }
}

// first reports whether a problem has not been reported yet, and marks it as reported by a cell, or by none if it was
// found while binding.
func (b *binder) first(p diag.Problem, by *ir.Cell) bool {
	b.found++
	key := reportKey{p.Span, p.Code, p.Message}
	if other, isReported := b.reported[key]; isReported {
		b.isShared = b.isShared || other != by
		return false
	}
	b.reported[key] = by
	if by != nil {
		b.remarks[by] = append(b.remarks[by], key)
	}
	return true
}

// report adds a problem found while binding. A problem that depends on values goes through fail or
// remark instead.
func (st *stack) report(p diag.Problem) {
	if st.b.first(p, nil) {
		st.b.problems = append(st.b.problems, p)
	}
}

// fail reports a problem during evaluation and returns a failure.
func (st *stack) fail(f ir.Frame, p diag.Problem) value.Value {
	st.remark(f, p)
	return value.Failure("error").At(p.Span)
}

// remark reports a problem during evaluation.
func (st *stack) remark(f ir.Frame, p diag.Problem) {
	if st.b.first(p, f.Cell()) {
		f.Report(p)
	}
}

// needs returns the part of a message that says which version is needed.
func needs(v version) string { return "needs heat_template_version " + v.String() + " or later" }

// raise returns a fix that raises the template's version.
func (st *stack) raise(to version) func(diag.Problem) diag.Problem {
	return func(p diag.Problem) diag.Problem {
		if v := st.tmpl.root.Get(versionKey); v != nil && !v.Span.IsZero() {
			p = p.WithFix("Raise heat_template_version to "+to.String(), v.Span, to.String())
		}
		return p
	}
}
