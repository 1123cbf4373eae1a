package rules

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// webImport matches the relative imports of a script, including those of types. Dynamic imports do
// not count.
var webImport = regexp.MustCompile(`(?m)^(?:import|export)\b[^"';]*"(\.[^"]+)\.js";`)

// TestThePageHasNoImportCycle checks for TypeScript what Go's compiler checks for Go.
func TestThePageHasNoImportCycle(t *testing.T) {
	imports := map[string][]string{}
	walk(t, func(root, file string) {
		if path.Ext(file) != ".ts" {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		imports[file] = []string{}
		for _, m := range webImport.FindAllStringSubmatch(string(text), -1) {
			imports[file] = append(imports[file], path.Join(path.Dir(file), m[1])+".ts")
		}
	}, "web/src")
	require.Contains(t, imports["web/src/main.ts"], "web/src/app/page.ts")
	assert.Empty(t, importCycle(imports), "these files import one another")
}

// importCycle returns the files of an import cycle in their order, or nil if there is no cycle.
func importCycle(imports map[string][]string) []string {
	done := map[string]bool{}
	var open []string
	var visit func(file string) []string
	visit = func(file string) []string {
		if i := slices.Index(open, file); i >= 0 {
			return append(slices.Clone(open[i:]), file)
		}
		if done[file] {
			return nil
		}
		done[file] = true
		open = append(open, file)
		for _, to := range imports[file] {
			if found := visit(to); found != nil {
				return found
			}
		}
		open = open[:len(open)-1]
		return nil
	}
	files := []string{}
	for file := range imports {
		files = append(files, file)
	}
	slices.Sort(files)
	for _, file := range files {
		if found := visit(file); found != nil {
			return found
		}
	}
	return nil
}

func TestCyclesAreFound(t *testing.T) {
	assert.Nil(t, importCycle(map[string][]string{"a": {"b", "c"}, "b": {"c"}}))
	assert.Equal(t, "b c b", strings.Join(importCycle(map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b"}}), " "))
}
