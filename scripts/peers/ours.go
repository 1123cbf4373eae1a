package main

import (
	"encoding/json"
	"slices"
	"strings"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect/hot/types"
	"pantograph/evaluator/dialect/hot/types/facts"
	"pantograph/evaluator/dialect/hot/yaql"
	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/dialect/terraform/charset"
	"pantograph/evaluator/dialect/terraform/charset/sheets"
)

// A document is the part of a result document that comparisons use.
type document struct {
	Value    any
	Secrets  []string
	Problems []problem
}

// A problem is a problem of a result document (section 3 of scripts/play/CONTRACT.md).
type problem struct {
	Severity, Code, Message, Reference, File string
	Line, Column                             int
}

// text returns the message that the original has for the problem.
func (p problem) text() string {
	if p.Reference != "" {
		return p.Reference
	}
	return p.Message
}

// report converts the problem to the form common to both engines.
func (p problem) report() report {
	return report{p.Severity, p.text(), p.File, p.Line, p.Column}
}

// isBudget reports whether our engine stopped at a limit that the original does not have.
func (d document) isBudget() bool {
	return slices.ContainsFunc(d.Problems, func(p problem) bool { return strings.HasPrefix(p.Code, "budget-") })
}

// hasErrors reports whether there is a problem of severity error.
func (d document) hasErrors() bool {
	return slices.ContainsFunc(d.Problems, func(p problem) bool { return p.Severity == "error" })
}

// evaluate returns the answer of our engine.
func evaluate(dialect string, files map[string]string) (document, error) {
	req := evaluator.Request{Dialect: dialect, Data: dataFile}
	for _, name := range keys(files) {
		req.Files = append(req.Files, evaluator.File{Name: name, Text: files[name]})
	}
	ourRequest = req
	var d document
	var subject *evaluator.Snapshot
	var err error
	timed(&ourTime, func() { subject, err = evaluator.Evaluate(req) })
	if err != nil {
		return d, err
	}
	decoder := json.NewDecoder(strings.NewReader(string(subject.Document("", true))))
	// Numbers keep all their digits, so that answers with different precision differ.
	decoder.UseNumber()
	return d, decoder.Decode(&d)
}

// dataFile returns the data file with the given name, for the engine.
func dataFile(name string) []byte {
	return map[string]func() []byte{charset.File: sheets.File, types.File: facts.File,
		yaql.NamesFile: names.File}[name]()
}

// keys returns the sorted keys of a map. Sorting makes the same seed generate the same templates.
func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for key := range m {
		out = append(out, key)
	}
	slices.Sort(out)
	return out
}
