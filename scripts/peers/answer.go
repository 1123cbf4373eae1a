package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An answer is an engine's result for a template.
type answer struct {
	value    any // in a form common to both engines; nil if the engine has no value
	secrets  []string
	problems []report
}

// report is a problem as an engine reports it.
type report struct {
	severity, text string
	file           string
	line, column   int // 0 means no position
}

// A difference describes how two answers differ.
type difference struct {
	class        string // the kind of the difference; "" if the answers agree
	ours, theirs string
	notCompared  string // why the answers were not compared; "" if they were
}

// text describes the outcome of a comparison.
func (d difference) text() string {
	switch {
	case d.notCompared != "":
		return "not compared: " + d.notCompared + "\n"
	case d.class == "":
		return "both agree\n"
	}
	return fmt.Sprintf("%s\n  ours:\n%s  theirs:\n%s", d.class, indent("    ", d.ours), indent("    ", d.theirs))
}

// skipped returns the outcome for a template that is not compared, because an engine does not answer
// or because the template needs something that is not available. The reasons are counted, so that
// they cannot hide many differences unnoticed.
func skipped(why string) difference { return difference{notCompared: why} }

// Reasons for not comparing a template, if several peers have them.
const (
	ourLimit   = "ours stopped at a limit"
	theirCrash = "the original crashed or did not answer in time"
)

// contrast returns the first difference between two answers: in the problems, in the value, in the
// paths of secrets, or in the positions of problems.
func contrast(ours, theirs answer) difference {
	// Only the first difference is reported, since the others may be consequences of it.
	if a, b := ours.texts(), theirs.texts(); !slices.Equal(a, b) {
		return difference{class: "text: " + firstMissing(a, b),
			ours: strings.Join(a, "\n"), theirs: strings.Join(b, "\n")}
	}
	if a, b := written(ours.value), written(theirs.value); a != b {
		return difference{class: "value", ours: a, theirs: b}
	}
	if a, b := sorted(ours.secrets), sorted(theirs.secrets); !slices.Equal(a, b) {
		return difference{class: "secrets", ours: strings.Join(a, "\n"), theirs: strings.Join(b, "\n")}
	}
	if a, b := misplaced(ours.problems, theirs.problems); a != nil {
		return difference{class: "position: " + general(a[0]), ours: strings.Join(a, "\n"),
			theirs: strings.Join(b, "\n")}
	}
	return difference{}
}

// texts returns the distinct problems without their positions, sorted.
func (a answer) texts() []string {
	var out []string
	for _, p := range a.problems {
		out = append(out, p.severity+" "+p.text)
	}
	return sorted(out)
}

// sorted returns a sorted copy without duplicates.
func sorted(texts []string) []string {
	out := slices.Clone(texts)
	slices.Sort(out)
	return slices.Compact(out)
}

// firstMissing returns, for each of two sorted lists, the first string that the other one lacks.
func firstMissing(a, b []string) string {
	return general(missing(a, b)) + " | " + general(missing(b, a))
}

// missing returns the first string in from that is not in the other list, or "".
func missing(from, in []string) string {
	for _, t := range from {
		if !slices.Contains(in, t) {
			return t
		}
	}
	return ""
}

// quotation and number match the details that general removes: names and values in quotes, and
// numbers.
var (
	quotation = regexp.MustCompile(`"(\\.|[^"\\])*"|'[^']*'`)
	number    = regexp.MustCompile(`[0-9]+`)
)

// general returns the first line of a text without the details that vary between templates.
func general(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return number.ReplaceAllString(quotation.ReplaceAllString(text, `"_"`), "N")
}

// misplaced returns the problems whose positions differ, as ours and as the original's. A problem for
// which the original has no position is not compared. A later position of ours is accepted, because
// the originals report the start of a value, and ours the part of it that is wrong.
func misplaced(ours, theirs []report) (ourTexts, theirTexts []string) {
	for _, p := range theirs {
		at := func(q report) bool {
			return q.text == p.text && q.file == p.file &&
				(q.line > p.line || q.line == p.line && q.column >= p.column)
		}
		if p.line == 0 || slices.ContainsFunc(ours, at) {
			continue
		}
		for _, q := range ours {
			if q.text == p.text {
				ourTexts = append(ourTexts, q.text+q.position())
			}
		}
		theirTexts = append(theirTexts, p.text+p.position())
	}
	return sorted(ourTexts), sorted(theirTexts)
}

// position formats the position of a problem.
func (p report) position() string { return fmt.Sprintf(" at %s:%d:%d", p.file, p.line, p.column) }

// written returns the JSON of a value, with sorted keys. It returns a string unchanged.
func written(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return string(text)
}
