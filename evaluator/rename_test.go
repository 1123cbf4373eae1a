package evaluator_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
)

// A renameCase is a bundle with « before a name, the new name, and either the bundle after renaming
// or the reason why renaming is refused.
type renameCase struct {
	name, dialect, bundle string
	to                    string
	want                  string // the bundle afterwards, as an archive
	refusal               string
}

// rename renames the marked name in a bundle. It returns the resulting bundle and the refusal, if
// any.
func rename(t *testing.T, tc renameCase) (string, string) {
	t.Helper()
	req := evaluator.Request{Dialect: tc.dialect}
	file, offset := "", 0
	for _, f := range txtar.Parse([]byte(tc.bundle)).Files {
		text := string(f.Data)
		if at := strings.Index(text, "«"); at >= 0 {
			file, offset = f.Name, at
			text = strings.Replace(text, "«", "", 1)
		}
		req.Files = append(req.Files, evaluator.File{Name: f.Name, Text: text})
	}
	require.NotEmpty(t, file, "no name is marked")
	s, err := evaluator.Evaluate(req)
	require.NoError(t, err)
	r := s.Rename(file, offset, tc.to)
	after := &txtar.Archive{}
	edits := slices.Clone(r.Edits)
	slices.SortFunc(edits, func(a, b diag.Edit) int { return int(b.Span.Start() - a.Span.Start()) })
	for _, f := range req.Files {
		for _, e := range edits {
			if e.Span.File().Name == f.Name {
				f.Text = f.Text[:e.Span.Start()] + e.Text + f.Text[e.Span.End():]
			}
		}
		after.Files = append(after.Files, txtar.File{Name: f.Name, Data: []byte(f.Text)})
	}
	return string(txtar.Format(after)), r.Refusal
}

func TestRenameChangesEveryFileOrSaysWhyNot(t *testing.T) {
	for _, tc := range renameCases {
		t.Run(tc.name, func(t *testing.T) {
			got, refusal := rename(t, tc)
			if tc.refusal != "" {
				assert.Equal(t, tc.refusal, refusal)
				return
			}
			require.Empty(t, refusal)
			assert.Equal(t, tc.want, got)
		})
	}
}
