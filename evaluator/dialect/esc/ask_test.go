package esc_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
)

// archives returns the examples and recorded cases by path.
func archives(t *testing.T) map[string][]evaluator.File {
	out := map[string][]evaluator.File{}
	for _, dir := range []string{"../../../testdata/esc", "../../../testdata/conformance/esc"} {
		paths, err := filepath.Glob(dir + "/*.txtar")
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			e, err := example.Parse("esc", filepath.Base(path), text)
			require.NoError(t, err)
			for _, f := range e.Files {
				out[path] = append(out[path], evaluator.File(f))
			}
		}
	}
	return out
}

func TestHoverAndCompletionWorkAtEveryPositionOfEveryExample(t *testing.T) {
	for path, files := range archives(t) {
		for _, cut := range []int{0, 3} { // the complete text, and one without its end, as during typing
			some := append([]evaluator.File(nil), files...)
			some[0].Text = some[0].Text[:len(some[0].Text)-min(len(some[0].Text), cut)]
			s, err := evaluator.Evaluate(evaluator.Request{Dialect: "esc", Files: some})
			require.NoError(t, err, path)
			for _, f := range s.Subject.Bundle.Files {
				for i := 0; i <= len(f.Text); i += 3 {
					s.Subject.Hover(f, i)
					for _, item := range s.Subject.Complete(f, i) {
						assert.LessOrEqual(t, item.Span.Start(), i, "%s at %d", path, i)
						assert.GreaterOrEqual(t, item.Span.Start(), f.LineStart(f.Position(i).Line),
							"%s at %d", path, i)
					}
				}
			}
		}
	}
}
