package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/repo"
)

// TestTheMapOfTheEvaluatorLeadsSomewhere checks that all files and folders named in the table
// "Where to add something" exist.
func TestTheMapOfTheEvaluatorLeadsSomewhere(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "evaluator", "doc.go"))
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(text), "# Where to add something\n")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "\n// #")
	paths := regexp.MustCompile(`[a-z]+(?:/[a-z_-]+)+(?:\.[a-z]+)*`).FindAllString(table, -1)
	require.Greater(t, len(paths), 10)
	for _, name := range paths {
		top, _, _ := strings.Cut(name, "/")
		if top != "web" && top != "scripts" && top != "testdata" {
			name = "evaluator/" + name
		}
		_, err := os.Stat(filepath.Join(root, name))
		assert.NoError(t, err)
	}
}
