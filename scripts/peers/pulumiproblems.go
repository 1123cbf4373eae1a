package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/syntax"
)

// The problems of Pulumi programs, and what their messages have in common with ours.

// notFound matches the original's message about a missing name outside a resource; see asInResource.
var notFound = regexp.MustCompile(`resource or variable named "(.*)" could not be found`)

// goValue matches the end of messages in which the original prints a Go value, and of ours.
var goValue = regexp.MustCompile(`(?s), result is: .*|provider resource '.*|, got (?:\*?[a-z]+\.\w+|\[\].*|map\[.*)$`)

// goOutputType matches Go types of outputs. Our messages do not have the element types.
var goOutputType = regexp.MustCompile(`pulumi\.[A-Za-z]+Output`)

// requiredDeviation matches messages from which the specification requires a deviation, or that only
// the stand-ins for packages cause: access by quoted keys, properties without a name, objects with
// every word as a property, and Go types of component inputs.
var requiredDeviation = regexp.MustCompile(`Cannot index|Property  does not exist|` +
	`assignable from \{.*: any, .*: any|not pulumi\.`)

// asInResource rewrites a message as the original has it for a resource. Outputs are resources here,
// and the message about a missing name differs for them. It also removes Go values and types.
func asInResource(text string) string {
	text = goOutputType.ReplaceAllString(goValue.ReplaceAllString(text, ""), "pulumi.AnyOutput")
	return notFound.ReplaceAllString(text, `resource, variable, or config value "$1" not found`)
}

// says reports whether a text is among the answer's problems.
func (a answer) says(text string) bool {
	for _, p := range a.problems {
		if p.text == text {
			return true
		}
	}
	return false
}

// failed reports whether there is an error.
func (a answer) failed() bool {
	return slices.ContainsFunc(a.problems, func(p report) bool { return p.severity == "error" })
}

// errorsOf returns the diagnostics whose severity is 1, that of errors, except those that print a value
// that has already failed (poisonMarker).
func errorsOf(diags syntax.Diagnostics) (out []report) {
	for _, d := range diags {
		if d.Severity == 1 && !strings.Contains(d.Summary, "poisonMarker") {
			p := report{severity: "error", text: asInResource(d.Summary)}
			if d.Subject != nil {
				p.file, p.line, p.column = d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column
			}
			out = append(out, p)
		}
	}
	return out
}

// warningsOf returns the warnings among diagnostics.
func warningsOf(diags syntax.Diagnostics) (out []report) {
	for _, d := range diags {
		if d.Severity == 2 {
			p := report{severity: "warning", text: d.Summary}
			if d.Subject != nil {
				p.file, p.line, p.column = d.Subject.Filename, d.Subject.Start.Line, d.Subject.Start.Column
			}
			out = append(out, p)
		}
	}
	return out
}

// refused represents an error that the original does not report as a diagnostic. It agrees with any
// error of ours.
const refused = "the program is refused"

// item matches one of the errors in a message that lists several.
var item = regexp.MustCompile(`\* (\w+\.yaml):([0-9]+),([0-9]+)-[0-9,-]+: ([^;\n]*)`)

// listed returns the errors in a message that lists several.
func listed(text string) []report {
	var out []report
	for _, m := range item.FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		out = append(out, report{"error", asInResource(m[4]), m[1], line, column})
	}
	if out == nil {
		out = []report{{severity: "error", text: refused}}
	}
	return out
}
