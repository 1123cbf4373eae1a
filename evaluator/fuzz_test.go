package evaluator_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/example"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
)

// The fuzz tests evaluate arbitrary files of a dialect. For every input, evaluation must end,
// report only positions inside the files, and return the same result twice.

func FuzzEvaluatePulumi(f *testing.F) {
	for _, e := range seeds(f, "pulumi") {
		f.Add(mainText(e), fileText(e, "inputs.yaml"))
	}
	f.Fuzz(func(t *testing.T, program, inputs string) {
		fuzzEvaluate(t, "pulumi", "Pulumi.yaml", program, "inputs.yaml", inputs, "a.txt", "text")
	})
}

func FuzzEvaluateESC(f *testing.F) {
	for _, e := range seeds(f, "esc") {
		f.Add(fileText(e, "env.yaml"), fileText(e, "base.yaml"), fileText(e, "inputs.yaml"))
	}
	f.Fuzz(func(t *testing.T, env, base, inputs string) {
		s := fuzzEvaluate(t, "esc", "env.yaml", env, "base.yaml", base, "inputs.yaml", inputs)
		for _, v := range s.Outcome.Views {
			require.Equal(t, v.Text(true, nil), v.Text(true, nil), v.ID)
		}
	})
}

func FuzzEvaluateHeat(f *testing.F) {
	for _, e := range seeds(f, "hot") {
		if e.Name != "limits" {
			f.Add(fileText(e, "template.yaml"), fileText(e, "env.yaml")+fileText(e, "env1.yaml"),
				fileText(e, "inputs.yaml"), fileText(e, "child.yaml")+fileText(e, "box.yaml"))
		}
	}
	f.Fuzz(func(t *testing.T, template, env, inputs, child string) {
		s := fuzzEvaluate(t, "hot", "template.yaml", template, "env.yaml", env, "inputs.yaml", inputs,
			"child.yaml", child, "box.yaml", child)
		require.NotNil(t, s.Outcome.Value.Data)
	})
}

func FuzzEvaluatePullconf(f *testing.F) {
	for _, e := range seeds(f, "pullconf") {
		f.Add(fileText(e, "clients.yaml"), fileText(e, "groups.yaml"))
	}
	f.Fuzz(func(t *testing.T, clients, groups string) {
		fuzzEvaluate(t, "pullconf", "clients.yaml", clients, "groups.yaml", groups)
	})
}

func FuzzEvaluateTerraformDocument(f *testing.F) {
	for _, seed := range []string{"a: &x [1, *x]\n", "<<: {y: 2001-1-1}\n", "|-\n  0x1F\n", "%TAG ! x\n--- !a b\n",
		"\"\\u00\"", "? {a: 1}\n: b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { fuzzEvaluate(t, "terraform", "main.yaml", text) })
}

func FuzzEvaluateTerraformExpression(f *testing.F) {
	for _, seed := range []string{`"${[for x in [1] : x][0]}"`, `{a = 1}.b ? 1 : "a"`, "<<-E\n  ${1}\nE\n",
		`format("%5.1f", 1/3)`, `toset([1, "a"])[*].b`, `try(1 % 0, null...)`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		fuzzEvaluate(t, "terraform", "inputs.yaml", "expression: "+value.JSON(value.Str(text), value.JSONStyle{}))
	})
}

// fuzzEvaluate evaluates files, given as alternating names and texts, and checks the snapshot.
func fuzzEvaluate(t *testing.T, dialect string, files ...string) *evaluator.Snapshot {
	req := evaluator.Request{Dialect: dialect}
	size := 0
	for i := 0; i < len(files); i += 2 {
		req.Files = append(req.Files, evaluator.File{Name: files[i], Text: files[i+1]})
		size += len(files[i+1])
	}
	if size > 20_000 {
		t.Skip("long files take too long")
	}
	// Fuzzing has no time limit for an input, so an evaluation that never ends would block it.
	hangs := time.AfterFunc(30*time.Second, func() { panic(fmt.Sprintf("hangs: %q", files)) })
	defer hangs.Stop()
	return checkEvaluation(t, req)
}

// seeds returns the examples and recorded cases of a dialect.
func seeds(t testing.TB, dialect string) []*example.Example {
	var all []*example.Example
	for _, dir := range []string{examplesDir, conformanceDir} {
		paths, err := filepath.Glob(filepath.Join(dir, dialect, "*.txtar"))
		require.NoError(t, err)
		for i, path := range paths {
			if skipsCase(i) {
				continue
			}
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

// checkEvaluation evaluates a request twice, checks and compares the snapshots, and returns the
// first.
func checkEvaluation(t require.TestingT, req evaluator.Request) *evaluator.Snapshot {
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	for _, p := range s.Problems {
		require.Empty(t, faultOf(p), p.Message)
	}
	document := s.Document("x", true)
	require.True(t, json.Valid(document), string(document))
	require.True(t, json.Valid(s.Document("x", false)))
	require.Equal(t, s.Render("yaml", false), s.Render("yaml", false))
	again, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	require.True(t, bytes.Equal(document, again.Document("x", true)),
		"two evaluations of the same files differ:\n%s\n%s", document, again.Document("x", true))
	return s
}

// faultOf describes a span of a problem that is outside its file, or an incomplete message. It
// returns "" if there is neither.
func faultOf(p diag.Problem) string {
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
		if s.File() == nil && (s.Start() != 0 || s.End() != 0) ||
			s.File() != nil && (s.Start() < 0 || s.Start() > s.End() || s.End() > len(s.File().Text)) {
			return fmt.Sprintf("%s: %d-%d", p.Code, s.Start(), s.End())
		}
	}
	if strings.Contains(p.Message, "%!") {
		return p.Message
	}
	return ""
}
