//go:build !js

// The examples report the same codes on every platform, so these tests do not run under js.

package evaluator_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
)

// examplesByCode returns the names of the examples that report each code.
func examplesByCode(t *testing.T, dialect string) map[diag.Code][]string {
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

// withoutExample explains why no example reports a code.
var withoutExample = map[diag.Code]string{
	"expression-tables":      "examples have all data files; a test of the dialect reports it",
	"hint-types-not-checked": "examples have all data files; a test of the dialect reports it",
	"template-size":          "the template would be half a megabyte long; a test of the dialect reports it",
}

func TestEveryProblemCodeHasAnExample(t *testing.T) {
	for _, name := range dialect.Names() {
		produced := examplesByCode(t, name)
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
			assert.Regexp(t, callPattern(fn.Name), text.String(), "no example of %s calls it", name)
		}
	}
}

// callPattern returns a pattern that matches the name of a function as a separate word.
func callPattern(name string) string {
	return `(^|[^A-Za-z0-9_])` + name + `($|[^A-Za-z0-9_])`
}

// TestEveryReportedCodeIsExplained checks that each code that an example or a recorded case reports
// has exactly one explanation.
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
		for code, where := range examplesByCode(t, name) {
			assert.True(t, explained[code], "%s of %s, which %s reports, is not explained", code, name, where[0])
		}
		for code, where := range reportedByCases(t, name) {
			assert.True(t, explained[code], "%s of %s, which the case %s reports, is not explained", code, name, where)
		}
	}
}

// reportedByCases returns the name of a recorded case for each code that the cases report.
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

// withoutFix explains why problems with a code suggest a name but have no fix that inserts it.
var withoutFix = map[diag.Code]string{
	"no-file":             "the path can be written in several ways",
	"unknown-function":    "the problem's position is that of the whole call",
	"unknown-type":        "the suggestion is a full token in place of a short one",
	"type-mismatch":       "one problem can suggest several names",
	"template-missing":    "the file may be missing, not misspelt",
	"yaql-value":          "the name is inside an expression",
	"unknown-property":    "the path may be incomplete",
	"type-value":          "the value may come from elsewhere",
	"expression-function": "a line of the console is not a file",
}

func TestSuggestionsHaveFixes(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, d := range dialect.Names() {
		for _, e := range examplesOf(t, d) {
			for _, p := range evaluateExample(t, e).Problems {
				if !strings.Contains(p.Message, "did you mean") || len(p.Fixes) > 0 || p.Span.File() == nil {
					continue
				}
				seen[p.Code] = true
				assert.NotEmpty(t, withoutFix[p.Code], "%s/%s: %s: %s has no fix", d, e.Name, p.Code, p.Message)
			}
		}
	}
	for code := range withoutFix {
		assert.True(t, seen[code], "no problem with the code %s lacks a fix", code)
	}
}
