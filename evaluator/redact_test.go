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

// In each row, Text is an inputs.yaml, Rest is that file without its secrets, and Count is their
// number. Names are inputs that are secret regardless of the text.
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
		assert.Equal(t, r.Files, again.Files, "no secret is left")
		assert.Zero(t, again.Count, row.Text)
	}
}

// In each row, Files is a document, and Rest is that document without its secrets. Holds means that
// the template itself contains secrets.
func TestSecretsThatATemplateMarksAreLeftOut(t *testing.T) {
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
