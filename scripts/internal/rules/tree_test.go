package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/repo"
)

const module = "pantograph/"

// A source is a Go file that is neither a test nor generated.
type source struct {
	path    string // the path of the file, relative to the root
	pkg     string // the folder of the file
	syntax  *ast.File
	set     *token.FileSet
	imports []string
}

// lines returns the number of lines that a node spans.
func (s source) lines(node ast.Node) int {
	return s.set.Position(node.End()).Line - s.set.Position(node.Pos()).Line + 1
}

func (s source) at(node ast.Node) string {
	return s.path + ":" + strconv.Itoa(s.set.Position(node.Pos()).Line)
}

// walk calls visit with every file below the folders, by its path relative to the root.
func walk(t *testing.T, visit func(root, file string), folders ...string) {
	root, err := repo.Root()
	require.NoError(t, err)
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(file string, item fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if item.IsDir() && (item.Name() == "node_modules" || item.Name() == "testdata") {
				return filepath.SkipDir
			}
			relative, err := filepath.Rel(root, file)
			if err == nil && !item.IsDir() {
				visit(root, filepath.ToSlash(relative))
			}
			return err
		})
		require.NoError(t, err)
	}
}

// goSources returns the Go files in the folders and below, except tests and generated files.
func goSources(t *testing.T, folders ...string) []source {
	var sources []source
	walk(t, func(root, file string) {
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") ||
			strings.HasSuffix(file, ".gen.go") {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, file, text, parser.ParseComments)
		require.NoError(t, err)
		s := source{path: file, pkg: path.Dir(file), syntax: syntax, set: set}
		for _, spec := range syntax.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			require.NoError(t, err)
			s.imports = append(s.imports, name)
		}
		sources = append(sources, s)
	}, folders...)
	return sources
}
