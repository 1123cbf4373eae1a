// Package diag describes problems in terms that the reader of a template can act on.
//
// A Problem has a severity, a code that never changes once released, a message in
// our words and, when the original tool says something else for the same mistake,
// that text as Reference. Where it stands is a source.Span; lines and columns are
// computed when it is shown.
package diag

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Severity says how bad a problem is.
type Severity uint8

// The severities, worst first.
const (
	Error Severity = iota
	Warning
	Info
)

// String returns the word used in the result document.
func (s Severity) String() string { return [...]string{"error", "warning", "info"}[s] }

// A Code identifies one kind of problem for as long as the product lives.
// Codes are kebab-case; "hint-" codes are our own remarks and never errors,
// "budget-" codes say that a limit was reached and are always errors.
type Code string

// IsHint reports whether the code is a remark of ours that no original tool makes.
func (c Code) IsHint() bool { return strings.HasPrefix(string(c), "hint-") }

// A Problem is one thing the reader should know about.
type Problem struct {
	Severity  Severity
	Code      Code
	Message   string
	Reference string // exact text of the original tool, when it has one and it differs from Message
	Span      source.Span
	Notes     []Note
	Fixes     []Fix
	// Unused is the name that a hint says nothing uses. An error that suggests this name
	// explains it.
	Unused string
	// Read holds what is secret of what the failing expression has read: the texts in it may
	// show in the message. Nil says that no expression was evaluated.
	Read []Secret
}

// A Secret is a value with texts that must not be shown.
type Secret interface {
	// EachText calls visit with the text of every scalar in it.
	EachText(visit func(text string))
}

// Text returns what a conformance case compares: the reference or, without one, the message.
func (p Problem) Text() string {
	if p.Reference != "" {
		return Plain(p.Reference)
	}
	return Plain(p.Message)
}

// A Note is a second place that explains the first.
type Note struct {
	Span    source.Span
	Message string
}

// A Fix is a change of the text that would solve the problem.
type Fix struct {
	Title string
	Edits []Edit
}

// An Edit replaces the text of a span.
type Edit struct {
	Span source.Span
	Text string
}

// Errorf returns an error at span.
func Errorf(span source.Span, code Code, format string, args ...any) Problem {
	return Problem{Severity: Error, Code: code, Span: span, Message: Sprintf(format, args...)}
}

// Warnf returns a warning at span.
func Warnf(span source.Span, code Code, format string, args ...any) Problem {
	return Problem{Severity: Warning, Code: code, Span: span, Message: Sprintf(format, args...)}
}

// Infof returns a remark at span.
func Infof(span source.Span, code Code, format string, args ...any) Problem {
	return Problem{Severity: Info, Code: code, Span: span, Message: Sprintf(format, args...)}
}

// WithReference returns p with the original tool's text, left out when it equals the message.
func (p Problem) WithReference(format string, args ...any) Problem {
	if len(args) == 0 {
		args, format = []any{format}, "%s"
	}
	p.Reference = Sprintf(format, args...)
	if Plain(p.Reference) == Plain(p.Message) {
		p.Reference = ""
	}
	return p
}

// WithNote returns p with one more second place.
func (p Problem) WithNote(span source.Span, format string, args ...any) Problem {
	p.Notes = append(p.Notes[:len(p.Notes):len(p.Notes)], Note{span, Sprintf(format, args...)})
	return p
}

// WithFix returns p with a fix that replaces span by text.
func (p Problem) WithFix(title string, span source.Span, text string) Problem {
	p.Fixes = append(p.Fixes[:len(p.Fixes):len(p.Fixes)], Fix{title, []Edit{{span, text}}})
	return p
}

// WithNearest returns p with a fix that changes the name that is written at span, in quotes or
// not, to the most likely candidate. Without a similar candidate, or when the text at span
// is not the name itself, p has no fix.
func (p Problem) WithNearest(span source.Span, name string, candidates []string) Problem {
	near := Nearest(name, candidates)
	if near == "" || span.File == nil {
		return p
	}
	if text := span.Text(); text == `"`+name+`"` || text == "'"+name+"'" {
		span = span.File.Span(int(span.Start)+1, int(span.End)-1)
	}
	if span.Text() != name {
		return p
	}
	return p.WithFix("Change to "+near, span, near)
}

// Explained returns problems without the hints that an error among them explains: nothing
// uses a name because what should use it is misspelt, or the name itself is.
func Explained(problems []Problem) []Problem {
	known := map[string]bool{}
	for i := range problems {
		if problems[i].Severity != Error {
			continue
		}
		for _, f := range problems[i].Fixes {
			for _, e := range f.Edits {
				if f.Title == "Change to "+e.Text { // one name for another
					known[e.Text], known[e.Span.Text()] = true, true
				}
			}
		}
	}
	return slices.DeleteFunc(problems, func(p Problem) bool { return p.Unused != "" && known[p.Unused] })
}

// Sort orders problems by file name, position, severity and message, and drops exact repetitions.
func Sort(problems []Problem) []Problem {
	sort.SliceStable(problems, func(i, j int) bool { return less(&problems[i], &problems[j]) })
	out := problems[:0]
	for i := range problems {
		if i > 0 && same(&problems[i], &problems[i-1]) {
			continue
		}
		out = append(out, problems[i])
	}
	return out
}

func same(a, b *Problem) bool {
	return a.Span == b.Span && a.Severity == b.Severity && a.Code == b.Code &&
		Plain(a.Message) == Plain(b.Message) && Plain(a.Reference) == Plain(b.Reference)
}

func less(a, b *Problem) bool {
	an, bn := fileName(a.Span), fileName(b.Span)
	switch {
	case an != bn:
		return an < bn
	case a.Span.Start != b.Span.Start:
		return a.Span.Start < b.Span.Start
	case a.Span.End != b.Span.End:
		return a.Span.End < b.Span.End
	case a.Severity != b.Severity:
		return a.Severity < b.Severity
	}
	if x, y := Plain(a.Message), Plain(b.Message); x != y {
		return x < y
	}
	return Plain(a.Reference) < Plain(b.Reference)
}

func fileName(s source.Span) string {
	if s.File == nil {
		return ""
	}
	return s.File.Name
}

// An Explanation tells what a problem code means: for the reference page and for tests
// that every code is explained and has an example.
type Explanation struct {
	Code  Code
	Title string // one line
	Text  string // what it means and the way out
}
