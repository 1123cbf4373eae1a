package evaluator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/example"
	"pantograph/evaluator/source"
)

// FuzzEvaluatePulumi feeds a program and its inputs.yaml. Whatever they hold, evaluation
// ends, points into the texts and gives the same answer twice.
func FuzzEvaluatePulumi(f *testing.F) {
	for _, e := range seeds(f, "pulumi") {
		f.Add(mainText(e), fileText(e, "inputs.yaml"))
	}
	f.Fuzz(func(t *testing.T, program, inputs string) {
		if len(program)+len(inputs) > 20_000 {
			t.Skip("long texts take long")
		}
		files := []evaluator.File{{Name: "Pulumi.yaml", Text: program}, {Name: "inputs.yaml", Text: inputs}, {Name: "a.txt", Text: "text"}}
		checkEvaluation(t, evaluator.Request{Dialect: "pulumi", Files: files})
	})
}

// seeds are the examples and the recorded cases of a dialect.
func seeds(t testing.TB, dialect string) []*example.Example {
	var all []*example.Example
	for _, dir := range []string{examplesDir, conformanceDir} {
		paths, err := filepath.Glob(filepath.Join(dir, dialect, "*.txtar"))
		require.NoError(t, err)
		for _, path := range paths {
			all = append(all, readExample(t, dialect, path))
		}
	}
	require.NotEmpty(t, all)
	return all
}

func mainText(e *example.Example) string {
	for _, name := range []string{"Main.json", "Main.yaml", "Pulumi.yaml"} {
		if text := fileText(e, name); text != "" {
			return text
		}
	}
	return ""
}

func fileText(e *example.Example, name string) string {
	for _, f := range e.Files {
		if f.Name == name {
			return f.Text
		}
	}
	return ""
}

// checkEvaluation evaluates twice and returns the first snapshot.
func checkEvaluation(t require.TestingT, req evaluator.Request) *evaluator.Snapshot {
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	for _, p := range s.Problems {
		require.Empty(t, misplaced(p), p.Message)
	}
	document := s.Document("x", true)
	require.True(t, json.Valid(document), string(document))
	require.True(t, json.Valid(s.Document("x", false)))
	s.Render("yaml", false)
	again, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	require.True(t, bytes.Equal(document, again.Document("x", true)), "two evaluations of one text differ:\n%s\n%s", document, again.Document("x", true))
	return s
}

// misplaced says which place of a problem lies outside of its file, or "".
func misplaced(p diag.Problem) string {
	spans := []source.Span{p.Span}
	for _, n := range p.Notes {
		spans = append(spans, n.Span)
	}
	for _, fix := range p.Fixes {
		for _, e := range fix.Edits {
			spans = append(spans, e.Span)
		}
	}
	for _, s := range spans {
		if s.File == nil && (s.Start != 0 || s.End != 0) || s.File != nil && (s.Start < 0 || s.Start > s.End || int(s.End) > len(s.File.Text)) {
			return fmt.Sprintf("%s: %d-%d", p.Code, s.Start, s.End)
		}
	}
	if strings.Contains(p.Message, "%!") {
		return p.Message
	}
	return ""
}
