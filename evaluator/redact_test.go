package evaluator_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

func readRows(t testing.TB, path string, rows any) {
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, rows))
}

func filesOf(pairs [][2]string) (files []evaluator.File) {
	for _, pair := range pairs {
		files = append(files, evaluator.File{Name: pair[0], Text: pair[1]})
	}
	return files
}

// Each row is an inputs.yaml, what remains of it, and how many secrets it had. names are inputs
// that are known to be secret.
func TestSecretsAreLeftOut(t *testing.T) {
	var rows []struct {
		Text, Rest string
		Count      int
		Names      []string
	}
	readRows(t, "../testdata/links/secrets.json", &rows)
	for _, row := range rows {
		r, err := evaluator.Redact([]evaluator.File{{Name: "inputs.yaml", Text: row.Text}}, row.Names...)
		require.NoError(t, err)
		assert.Equal(t, row.Rest, r.Files[0].Text, row.Text)
		assert.Equal(t, row.Count, r.Count, row.Text)
		again, err := evaluator.Redact(r.Files, row.Names...)
		require.NoError(t, err)
		assert.Equal(t, r.Files, again.Files, "nothing is left to take out")
		assert.Zero(t, again.Count, row.Text)
	}
}

// Each row is a document; holds means that its template itself contains secrets.
func TestWhatATemplateMarksIsLeftOut(t *testing.T) {
	var rows []struct {
		Files, Rest [][2]string
		Count       int
		Holds       bool
	}
	readRows(t, "../testdata/links/secret-files.json", &rows)
	for _, row := range rows {
		r, err := evaluator.Redact(filesOf(row.Files))
		require.NoError(t, err)
		assert.Equal(t, filesOf(row.Rest), r.Files)
		assert.Equal(t, row.Count, r.Count, row.Files)
		assert.Equal(t, row.Holds, r.Holds, row.Files)
	}
}
