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

// TestTheFilesNamedInTheMapExist checks the table "Where to add something" in evaluator/doc.go.
func TestTheFilesNamedInTheMapExist(t *testing.T) {
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

var webExport = regexp.MustCompile(
	`^export (?:(?:default|async|abstract) )*(?:function|class|interface|type|const|let|enum) (\w+)`)

// TestExportedTypeScriptIsDocumented checks that a comment precedes each exported declaration of
// the page, as in Go. Generated code is not checked: it has the comments of the Go types.
func TestExportedTypeScriptIsDocumented(t *testing.T) {
	exports := 0
	walk(t, func(root, file string) {
		if !isSource(file) || filepath.Ext(file) != ".ts" {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		before := "" // the line before the declaration and its decorators
		for line := range strings.SplitSeq(string(text), "\n") {
			if found := webExport.FindStringSubmatch(line); found != nil {
				exports++
				assert.True(t, strings.HasSuffix(before, "*/"), "%s: %s has no comment", file, found[1])
			}
			if !strings.HasPrefix(line, "@") {
				before = line
			}
		}
	}, "web/src")
	assert.Greater(t, exports, 100)
}
