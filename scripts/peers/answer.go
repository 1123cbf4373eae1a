package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An answer is what an engine says of a template.
type answer struct {
	value    any // of a form that both engines are brought into; nil for none
	secrets  []string
	problems []said
}

// said is a problem as an engine says it.
type said struct {
	severity, text string
	file           string
	line, column   int // 0 means that it has no position
}

// A difference is where two answers part.
type difference struct {
	class        string // what all differences of its kind share; "" means that there is none
	ours, theirs string
	notCompared  bool // there are no two answers that could differ
}

// notCompared stands for the template that an engine gave no answer to (the original died or
// waited, ours stopped at a limit), or that needs what is not here.
var notCompared = difference{notCompared: true}

// contrast says where two answers differ first: in what they report, in the value, in what
// is secret, in where they report it.
func contrast(ours, theirs answer) difference {
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
		return difference{class: "position: " + general(a[0]), ours: strings.Join(a, "\n"), theirs: strings.Join(b, "\n")}
	}
	return difference{}
}

// texts are the problems without their positions, each once, sorted.
func (a answer) texts() []string {
	var out []string
	for _, p := range a.problems {
		out = append(out, p.severity+" "+p.text)
	}
	return sorted(out)
}

func sorted(texts []string) []string {
	out := slices.Clone(texts)
	slices.Sort(out)
	return slices.Compact(out)
}

// parting names the first text that only one of two sorted lists has, of each.
func parting(a, b []string) string {
	return general(missing(a, b)) + " | " + general(missing(b, a))
}

func missing(from, in []string) string {
	for _, t := range from {
		if !slices.Contains(in, t) {
			return t
		}
	}
	return ""
}

var (
	quotation = regexp.MustCompile(`"(\\.|[^"\\])*"|'[^']*'`)
	number    = regexp.MustCompile(`[0-9]+`)
)

// general leaves out of a text what differs from template to template.
func general(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return number.ReplaceAllString(quotation.ReplaceAllString(text, `"_"`), "N")
}

// misplaced are the problems that the original reports at a line where we do not. One without
// a position has none that could be missed. A later line of ours counts too: originals blame
// the beginning of what has several lines.
func misplaced(ours, theirs []said) (mine, other []string) {
	for _, p := range theirs {
		at := func(q said) bool { return q.text == p.text && q.file == p.file && q.line >= p.line }
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

func (p said) place() string { return fmt.Sprintf(" at %s:%d:%d", p.file, p.line, p.column) }

// written is the JSON text of a value, keys sorted; a text stands for itself.
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
