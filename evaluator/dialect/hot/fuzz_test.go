package hot_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
)

// examples returns all examples of the dialect.
func examples(t testing.TB) []*example.Example {
	paths, err := filepath.Glob("../../../testdata/hot/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	var all []*example.Example
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		e, err := example.Parse("hot", filepath.Base(path), text)
		require.NoError(t, err)
		all = append(all, e)
	}
	return all
}

// evaluate evaluates files given as name, text, name, text, ...
func evaluate(t testing.TB, files ...string) *evaluator.Snapshot {
	req := evaluator.Request{Dialect: "hot"}
	for i := 0; i < len(files); i += 2 {
		req.Files = append(req.Files, evaluator.File{Name: files[i], Text: files[i+1]})
	}
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	return s
}

func FuzzNoTextMakesAPanic(f *testing.F) {
	for _, e := range examples(f) {
		if e.Name == "limits.txtar" {
			continue
		}
		texts := map[string]string{}
		for _, file := range e.Files {
			texts[file.Name] = file.Text
		}
		f.Add(texts["template.yaml"], texts["env.yaml"]+texts["env1.yaml"], texts["inputs.yaml"], texts["child.yaml"]+texts["box.yaml"])
	}
	f.Fuzz(func(t *testing.T, template, env, inputs, child string) {
		s := evaluate(t, "template.yaml", template, "env.yaml", env, "inputs.yaml", inputs, "child.yaml", child, "box.yaml", child)
		assert.NotNil(t, s.Outcome.Value.Data)
	})
}
