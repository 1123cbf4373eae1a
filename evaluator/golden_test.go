package evaluator_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/example"
)

const examplesDir = "../testdata"

// The sections of an example that contain expected results.
const (
	wantResult   = "want/result.yaml" // the result as YAML, with secrets masked
	wantProblems = "want/problems"    // the problems as the terminal shows them; absent if there are none
)

// TestExamplesMatchTheirExpectedResults evaluates every example. If UPDATE is set, it writes the
// results into the archive instead, and keeps the header, the prose and the files.
func TestExamplesMatchTheirExpectedResults(t *testing.T) {
	for _, d := range dialect.Names() {
		for _, e := range examplesOf(t, d) {
			t.Run(d+"/"+e.Name, func(t *testing.T) { goldenCase(t, e) })
		}
	}
}

// examplesOf reads the examples of a dialect.
func examplesOf(t *testing.T, dialect string) []*example.Example {
	paths, err := filepath.Glob(filepath.Join(examplesDir, dialect, "*.txtar"))
	require.NoError(t, err)
	var all []*example.Example
	for _, path := range paths {
		all = append(all, readExample(t, dialect, path))
	}
	return all
}

func readExample(t testing.TB, dialect, path string) *example.Example {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	e, err := example.Parse(dialect, strings.TrimSuffix(filepath.Base(path), ".txtar"), text)
	require.NoError(t, err)
	return e
}

func evaluateExample(t *testing.T, e *example.Example) *evaluator.Snapshot {
	req := evaluator.Request{Dialect: e.Dialect, Data: dataFile}
	for _, f := range e.Files {
		req.Files = append(req.Files, evaluator.File(f))
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	return s
}

func goldenCase(t *testing.T, e *example.Example) {
	require.NotEmpty(t, e.Title, "an example needs a header with a title")
	assert.NotEmpty(t, e.Field("description"), "an example needs a description")
	assert.NotEmpty(t, e.Prose, "an example needs prose that says what to look at")
	got := golden(evaluateExample(t, e), e)
	if os.Getenv("UPDATE") != "" {
		rewrite(t, e, got)
		return
	}
	for name := range e.Want {
		if isGolden(name) {
			assert.Equal(t, got[name], e.Want[name], name)
		}
	}
	for name := range got {
		assert.Contains(t, e.Want, name, "run make update to add the section")
	}
}

// golden returns the results of an evaluation by section. In addition to the result and the
// problems, an example can have a section for any view of its dialect: want/dotenv for the view
// dotenv.
func golden(s *evaluator.Snapshot, e *example.Example) map[string]string {
	got := map[string]string{wantResult: lines(s.Render("yaml", false).Text)}
	if text := problemsText(s); text != "" {
		got[wantProblems] = text
	}
	for _, v := range s.Outcome.Views {
		if _, ok := e.Want["want/"+v.ID]; ok {
			got["want/"+v.ID] = lines(s.Render(v.ID, false).Text)
		}
	}
	return got
}

// isGolden reports whether a section contains a result of the evaluation. The other sections are
// probes, which TestTheEditorAnswersTheProbes checks.
func isGolden(name string) bool { return strings.HasPrefix(name, "want/") && name != wantProbes }

func problemsText(s *evaluator.Snapshot) string {
	var texts []string
	for _, p := range s.Problems {
		texts = append(texts, diag.Terminal(p))
	}
	return strings.Join(texts, "\n")
}

// lines adds a final line break, which every section of an archive has.
func lines(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// rewrite updates the expected results in the archive if they differ. It does not change the text
// before them.
func rewrite(t *testing.T, e *example.Example, got map[string]string) {
	path := filepath.Join(examplesDir, e.Dialect, e.Name+".txtar")
	old, err := os.ReadFile(path)
	require.NoError(t, err)
	updated := *e
	updated.Want = map[string]string{}
	for name, text := range e.Want {
		if !isGolden(name) {
			updated.Want[name] = text
		}
	}
	for name, text := range got {
		updated.Want[name] = text
	}
	text := updated.Format()
	input, _, _ := strings.Cut(string(text), "\n-- want/")
	require.True(t, strings.HasPrefix(string(old), input+"\n"),
		"Example.Format would format the input of %s differently", path)
	if string(old) != string(text) {
		require.NoError(t, os.WriteFile(path, text, 0o644))
	}
}
