// Package diag describes problems in terms that the author of a template can act on.
//
// A Problem has a severity, a code that never changes once released, a message in our words and, if
// the original tool words the same mistake differently, its message as Reference. Its position is a
// source.Span; lines and columns are computed when it is shown.
package diag

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Severity is how serious a problem is.
type Severity uint8

// The severities, worst first. The zero value is none of them, so that a problem without one is
// noticed.
const (
	Error Severity = iota + 1
	Warning
	Info
)

// String returns the word used in the result document.
func (s Severity) String() string {
	return [...]string{Error: "error", Warning: "warning", Info: "info"}[s]
}

// A Code identifies one kind of problem permanently. Codes are in kebab case. "hint-" codes are
// remarks that no original tool makes, and are never errors; "budget-" codes mean that a limit was
// reached, and are always errors.
type Code string

// IsHint reports whether the code is a remark that no original tool makes.
func (c Code) IsHint() bool { return strings.HasPrefix(string(c), "hint-") }

// A Problem is one thing the user should know about.
type Problem struct {
	Severity  Severity
	Code      Code
	Message   string
	Reference string // exact message of the original tool, if it has one and it differs from Message
	Span      source.Span
	Notes     []Note
	Fixes     []Fix
	// Unused is the name that a hint reports as unused. If an error suggests this name, the hint is
	// redundant.
	Unused string
	// Read holds the secrets that the failing expression has read, which may appear in the message.
	// Nil means that no expression was evaluated.
	Read []Secret
}

// A Secret is a value that contains strings that must not be shown.
type Secret interface {
	// EachText calls visit with every scalar in it.
	EachText(visit func(text string))
}

// Text returns the string that a conformance case compares: the reference or, if there is none, the
// message.
func (p Problem) Text() string {
	if p.Reference != "" {
		return Plain(p.Reference)
	}
	return Plain(p.Message)
}

// A Note points at a second place that explains the problem.
type Note struct {
	Span    source.Span
	Message string
}

// A Fix is a change of the source that would solve the problem.
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

// WithReference returns p with the original tool's message, unless it equals p.Message.
func (p Problem) WithReference(format string, args ...any) Problem {
	p.Reference = Sprintf(format, args...)
	if Plain(p.Reference) == Plain(p.Message) {
		p.Reference = ""
	}
	return p
}

// WithNote returns p with another note.
func (p Problem) WithNote(span source.Span, format string, args ...any) Problem {
	p.Notes = append(p.Notes[:len(p.Notes):len(p.Notes)], Note{span, Sprintf(format, args...)})
	return p
}

// WithFix returns p with a fix that replaces span by text.
func (p Problem) WithFix(title string, span source.Span, text string) Problem {
	p.Fixes = append(p.Fixes[:len(p.Fixes):len(p.Fixes)], Fix{title, []Edit{{span, text}}})
	return p
}

// WithNearest returns p with a fix that changes the name at span, in quotes or not, to the most
// similar candidate. There is no fix if no candidate is similar, or if the source at span is not
// the name itself.
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

// DropExplainedHints returns problems without the hints that an error explains: the name is unused only
// because a reference to it, or the name itself, is misspelt.
func DropExplainedHints(problems []Problem) []Problem {
	known := map[string]bool{}
	for i := range problems {
		if problems[i].Severity != Error {
			continue
		}
		for _, f := range problems[i].Fixes {
			for _, e := range f.Edits {
				if f.Title == "Change to "+e.Text { // a fix that replaces one name with another
					known[e.Text], known[e.Span.Text()] = true, true
				}
			}
		}
	}
	return slices.DeleteFunc(problems, func(p Problem) bool { return p.Unused != "" && known[p.Unused] })
}

// Sort orders problems by file name, position, severity and message, and drops exact duplicates.
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

// An Explanation describes a problem code, for the reference page. Tests check that every code is
// explained and has an example.
type Explanation struct {
	Code  Code
	Title string // one line
	Text  string // what it means, and what to do
}
