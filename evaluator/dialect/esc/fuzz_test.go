package esc_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
)

// FuzzEvaluate looks for texts on which the evaluation panics or does not end. The
// FuzzEvaluate looks for texts on which the evaluation panics or does not end.
func FuzzEvaluate(f *testing.F) {
	for _, dir := range []string{"../../../testdata/conformance/esc", "../../../testdata/esc"} {
		paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
		require.NoError(f, err)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			require.NoError(f, err)
			e, err := example.Parse("esc", filepath.Base(path), text)
			require.NoError(f, err)
			files := map[string]string{}
			for _, file := range e.Files {
				files[file.Name] = file.Text
			}
			f.Add(files["env.yaml"], files["base.yaml"], files["inputs.yaml"])
		}
	}
	f.Fuzz(func(t *testing.T, env, base, inputs string) {
		req := evaluator.Request{Dialect: "esc", Files: []evaluator.File{{Name: "env.yaml", Text: env}, {Name: "base.yaml", Text: base}, {Name: "inputs.yaml", Text: inputs}}}
		s, err := evaluator.Evaluate(req)
		require.NoError(t, err)
		for _, v := range s.Outcome.Views {
			v.Text(false)
		}
		s.Document("fuzz", true)
		s.Page(1, "", false)
	})
}
