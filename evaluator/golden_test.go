package evaluator_test

import (
	"os"
	"path/filepath"
	"slices"
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

// What an example says of its evaluation.
const (
	wantResult   = "want/result.yaml" // the result as YAML, secrets masked
	wantProblems = "want/problems"    // the problems as the terminal shows them; left out when there are none
)

// TestTheExamplesGiveWhatTheySay evaluates every example. With UPDATE set, what it gives is
// written into the archive instead; the header, the prose and the files stay.
func TestTheExamplesGiveWhatTheySay(t *testing.T) {
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
	require.NotEmpty(t, e.Title, "an example begins with a header with a title")
	assert.NotEmpty(t, e.Field("description"), "an example has a description")
	assert.NotEmpty(t, e.Prose, "an example says what to look at")
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
		assert.Contains(t, e.Want, name, "make update writes what is expected")
	}
}

// golden gives the expectations of an evaluation by their sections. Beside the two that
// every example has, an example can hold any view of its dialect: want/dotenv is the view
// called dotenv.
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

// isGolden reports whether the section is an expectation of the evaluation. The probes are
// asked by TestTheEditorAnswersAtTheProbes.
func isGolden(name string) bool { return strings.HasPrefix(name, "want/") && name != wantProbes }

func problemsText(s *evaluator.Snapshot) string {
	var texts []string
	for _, p := range s.Problems {
		texts = append(texts, diag.Terminal(p))
	}
	return strings.Join(texts, "\n")
}

// lines ends a text with a line break, as sections of an archive do.
func lines(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// rewrite writes the archive with its expectations anew, when they differ. The text
// before them does not change by a byte.
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
	require.True(t, strings.HasPrefix(string(old), input+"\n"), "%s is not in the form that Format writes", path)
	if string(old) != string(text) {
		require.NoError(t, os.WriteFile(path, text, 0o644))
	}
}

// producedBy gives the names of the examples that report each code.
func producedBy(t *testing.T, dialect string) map[diag.Code][]string {
	out := map[diag.Code][]string{}
	for _, e := range examplesOf(t, dialect) {
		for _, p := range evaluateExample(t, e).Problems {
			if !slices.Contains(out[p.Code], e.Name) {
				out[p.Code] = append(out[p.Code], e.Name)
			}
		}
	}
	return out
}

// withoutExample are codes that no readable example can report, and why.
var withoutExample = map[diag.Code]string{
	"expression-tables":      "examples have all data files; a test of the dialect reports it",
	"hint-types-not-checked": "examples have all data files; a test of the dialect reports it",
	"template-size":          "the template would have half a megabyte; a test of the dialect reports it",
}

func TestEveryProblemCodeHasAnExample(t *testing.T) {
	for _, name := range dialect.Names() {
		produced := producedBy(t, name)
		for _, c := range dialect.Codes(name) {
			if withoutExample[c.Code] == "" {
				assert.NotEmpty(t, produced[c.Code], "no example of %s reports %s", name, c.Code)
			}
		}
	}
}

func TestEveryFunctionHasAnExample(t *testing.T) {
	for _, name := range dialect.Names() {
		text := strings.Builder{}
		for _, e := range examplesOf(t, name) {
			for _, f := range e.Files {
				text.WriteString(f.Text)
			}
		}
		for _, fn := range dialect.Find(name).Funcs {
			assert.Regexp(t, calls(fn.Name), text.String(), "no example of %s calls it", name)
		}
	}
}

// calls matches a call of a function, by whole names.
func calls(name string) string {
	return `(^|[^A-Za-z0-9_])` + name + `($|[^A-Za-z0-9_])`
}

// TestEveryReportedCodeIsExplained looks at what examples and recorded cases report.
func TestEveryReportedCodeIsExplained(t *testing.T) {
	for _, name := range dialect.Names() {
		explained := map[diag.Code]bool{}
		for _, list := range [][]diag.Explanation{dialect.Codes(name), diag.SharedCodes} {
			for _, c := range list {
				assert.False(t, explained[c.Code], "%s is explained twice", c.Code)
				assert.NotEmpty(t, c.Title, c.Code)
				assert.NotEmpty(t, c.Text, c.Code)
				explained[c.Code] = true
			}
		}
		for code, where := range producedBy(t, name) {
			assert.True(t, explained[code], "%s of %s, which %s reports, is not explained", code, name, where[0])
		}
		for code, where := range reportedByCases(t, name) {
			assert.True(t, explained[code], "%s of %s, which the case %s reports, is not explained", code, name, where)
		}
	}
}

// reportedByCases gives a recorded case for each code that they report.
func reportedByCases(t *testing.T, dialect string) map[diag.Code]string {
	paths, err := filepath.Glob(filepath.Join(conformanceDir, dialect, "*.txtar"))
	require.NoError(t, err)
	out := map[diag.Code]string{}
	for _, path := range paths {
		e := readExample(t, dialect, path)
		for _, p := range evaluateExample(t, e).Problems {
			out[p.Code] = e.Name
		}
	}
	return out
}

// suggestedOnly are codes of problems that suggest a name without a fix that writes it.
var suggestedOnly = map[diag.Code]string{
	"no-file":             "the path can be written in several ways",
	"unknown-function":    "the place is that of the whole call",
	"unknown-type":        "the suggestion is a full token in place of a short one",
	"type-mismatch":       "one problem can suggest several names",
	"template-missing":    "the file may be missing, not misspelt",
	"yaql-value":          "the name is inside of an expression",
	"unknown-property":    "the path may not be closed",
	"type-value":          "the value may come from elsewhere",
	"expression-function": "a line of the console is not a file",
}

func TestWhatIsSuggestedCanBeFixed(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, d := range dialect.Names() {
		for _, e := range examplesOf(t, d) {
			for _, p := range evaluateExample(t, e).Problems {
				if !strings.Contains(p.Message, "did you mean") || len(p.Fixes) > 0 || p.Span.File == nil {
					continue
				}
				seen[p.Code] = true
				assert.NotEmpty(t, suggestedOnly[p.Code], "%s/%s: %s: %s has no fix", d, e.Name, p.Code, p.Message)
			}
		}
	}
	for code := range suggestedOnly {
		assert.True(t, seen[code], "all of %s have fixes", code)
	}
}
