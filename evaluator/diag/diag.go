// Package diag describes problems in terms that the author of a template can act on.
//
// A Problem has a severity, a code that never changes once it is released, a message in our words
// and, if it differs, the original tool's message as Reference. Its position is a source.Span;
// lines and columns are computed when the problem is shown.
package diag

import (
	"slices"
	"sort"
	"strings"

	"pantograph/evaluator/source"
)

// Severity is how serious a problem is.
type Severity uint8

// The severities, worst first. The zero value is not a severity, so that a problem without one is
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

// A Code identifies a kind of problem. It never changes once it is released. Codes are in kebab
// case. A code that begins with "hint-" is a remark that no original tool makes, and never an
// error. A code that begins with "budget-" means that a limit was reached, and is always an error.
type Code string

// IsHint reports whether the code is a remark that no original tool makes.
func (c Code) IsHint() bool { return strings.HasPrefix(string(c), "hint-") }

// A Problem is an error, a warning or a remark for the user.
type Problem struct {
	Severity  Severity
	Code      Code
	Message   string
	Reference string // exact message of the original tool, if it has one and it differs from Message
	Span      source.Span
	Notes     []Note
	Fixes     []Fix
	// Unused is the name that a hint reports as unused, or "". If an error suggests this name, the
	// hint is redundant (DropExplainedHints).
	Unused string
	// Read contains the secrets that the failing expression has read, which may appear in the
	// message. Nil means that no expression was evaluated.
	Read []Secret
}

// A Secret is a value that contains strings that must not be shown.
type Secret interface {
	// EachText calls visit with every scalar in the secret, as text.
	EachText(visit func(text string))
}

// Text returns the text that conformance cases compare: the reference, or the message if there is
// no reference.
func (p Problem) Text() string {
	if p.Reference != "" {
		return Plain(p.Reference)
	}
	return Plain(p.Message)
}

// A Note points at a second position that helps to explain the problem.
type Note struct {
	Span    source.Span
	Message string
}

// A Fix is a change to the source that would solve the problem.
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

// WithReference returns p with the original tool's message as Reference, unless it equals
// p.Message.
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

// WithFix returns p with another fix, which replaces span with text.
func (p Problem) WithFix(title string, span source.Span, text string) Problem {
	p.Fixes = append(p.Fixes[:len(p.Fixes):len(p.Fixes)], Fix{title, []Edit{{span, text}}})
	return p
}

// WithNearest returns p with a fix that changes the name at span to the most similar candidate. The
// name may be in quotes. WithNearest adds no fix if no candidate is similar, or if the source at
// span is not the name.
func (p Problem) WithNearest(span source.Span, name string, candidates []string) Problem {
	near := Nearest(name, candidates)
	if near == "" || span.File() == nil {
		return p
	}
	if text := span.Text(); text == `"`+name+`"` || text == "'"+name+"'" {
		span = span.File().Span(span.Start()+1, span.End()-1)
	}
	if span.Text() != name {
		return p
	}
	return p.WithFix("Change to "+near, span, near)
}

// DropExplainedHints returns problems without the hints that an error makes redundant. They are about
// a name that is unused only because a reference to it, or the name itself, is misspelt.
// DropExplainedHints modifies problems.
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

// Sort sorts problems by file name, position, severity and message, and returns them without exact
// duplicates.
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
	return a.Span.Equal(b.Span) && a.Severity == b.Severity && a.Code == b.Code &&
		Plain(a.Message) == Plain(b.Message) && Plain(a.Reference) == Plain(b.Reference)
}

func less(a, b *Problem) bool {
	an, bn := fileName(a.Span), fileName(b.Span)
	switch {
	case an != bn:
		return an < bn
	case a.Span.Start() != b.Span.Start():
		return a.Span.Start() < b.Span.Start()
	case a.Span.End() != b.Span.End():
		return a.Span.End() < b.Span.End()
	case a.Severity != b.Severity:
		return a.Severity < b.Severity
	}
	if x, y := Plain(a.Message), Plain(b.Message); x != y {
		return x < y
	}
	return Plain(a.Reference) < Plain(b.Reference)
}

func fileName(s source.Span) string {
	if s.File() == nil {
		return ""
	}
	return s.File().Name
}

// An Explanation describes a problem code, for the reference page. Tests check that every code has
// an explanation and an example.
type Explanation struct {
	Code  Code
	Title string // what is wrong, in a few words
	Text  string // what the code means, and what to do
}
