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
	value    any // in a form common to both engines; nil if there is none
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
	class        string // what all differences of its kind share; "" means that there is none
	ours, theirs string
	notCompared  string // why the answers were not compared; "" if they were
}

// text describes the outcome for a template.
func (d difference) text() string {
	switch {
	case d.notCompared != "":
		return "not compared: " + d.notCompared + "\n"
	case d.class == "":
		return "both agree\n"
	}
	return fmt.Sprintf("%s\n  ours:\n%s  theirs:\n%s", d.class, indent("    ", d.ours), indent("    ", d.theirs))
}

// leftOut returns the difference for a template that is not compared: an engine gave no answer, or
// the template needs something that is not available. The reasons are counted, so that none of them
// hides differences unnoticed.
func leftOut(why string) difference { return difference{notCompared: why} }

// Reasons why a template is not compared that several peers have.
const (
	ourLimit   = "ours stopped at a limit"
	theirCrash = "the original crashed or waited"
)

// contrast returns the first difference between two answers: in the problems, in the value, in
// what is secret, in the positions of problems.
func contrast(ours, theirs answer) difference {
	// Only the first kind of difference counts: what follows from it would be a class, too.
	if a, b := ours.texts(), theirs.texts(); !slices.Equal(a, b) {
		return difference{class: "text: " + parting(a, b), ours: strings.Join(a, "\n"), theirs: strings.Join(b, "\n")}
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

// sorted returns a sorted copy without repetitions.
func sorted(texts []string) []string {
	out := slices.Clone(texts)
	slices.Sort(out)
	return slices.Compact(out)
}

// parting returns, for each of two sorted lists, the first string that the other one lacks.
func parting(a, b []string) string {
	return general(missing(a, b)) + " | " + general(missing(b, a))
}

// missing returns the first string that another list lacks, "" if it has all of them.
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

// general removes details from a text that vary between templates.
func general(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return number.ReplaceAllString(quotation.ReplaceAllString(text, `"_"`), "N")
}

// misplaced returns the problems that the original reports at a line where we do not. Problems
// without a position cannot be misplaced. A later line of ours is accepted, too: originals report
// the beginning of values that span several lines.
func misplaced(ours, theirs []report) (mine, other []string) {
	for _, p := range theirs {
		at := func(q report) bool { return q.text == p.text && q.file == p.file && q.line >= p.line }
		if p.line == 0 || slices.ContainsFunc(ours, at) {
			continue
		}
		for _, q := range ours {
			if q.text == p.text {
				mine = append(mine, q.text+q.place())
			}
		}
		other = append(other, p.text+p.place())
	}
	return sorted(mine), sorted(other)
}

// place formats the position of a problem for a report.
func (p report) place() string { return fmt.Sprintf(" at %s:%d:%d", p.file, p.line, p.column) }

// written returns the JSON of a value, with sorted keys; a string is returned as it is.
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
