package rules

import (
	"bytes"
	"go/ast"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/scripts/internal/repo"
)

// Limits on the length of functions and files, in lines: for each of them, and for 95 % of them.
const (
	maxFunction   = 90
	maxFunction95 = 45
	maxFile       = 700
	maxFile95     = 450
)

func TestFunctionsAreShort(t *testing.T) {
	var lengths []int
	for _, s := range goSources(t, "evaluator", "scripts", "wasm") {
		for _, declaration := range s.syntax.Decls {
			function, ok := declaration.(*ast.FuncDecl)
			if !ok {
				continue
			}
			n := s.lines(function)
			lengths = append(lengths, n)
			assert.LessOrEqual(t, n, maxFunction, "%s %s", s.at(function), function.Name.Name)
		}
	}
	assert.LessOrEqual(t, percentile95(lengths), maxFunction95, "more than 5 % of the functions are longer")
}

func TestFilesAreShort(t *testing.T) {
	var lengths []int
	walk(t, func(root, file string) {
		if !isSource(file) {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		n := bytes.Count(text, []byte("\n"))
		lengths = append(lengths, n)
		assert.LessOrEqual(t, n, maxFile, file)
	}, "evaluator", "scripts", "wasm", "web")
	assert.LessOrEqual(t, percentile95(lengths), maxFile95, "more than 5 % of the files are longer")
}

func isSource(file string) bool {
	switch filepath.Ext(file) {
	case ".go", ".ts", ".css":
		return !strings.Contains(file, ".gen.") && !strings.HasSuffix(file, "_test.go") &&
			!strings.HasPrefix(file, "web/test/")
	}
	return false
}

func percentile95(lengths []int) int {
	slices.Sort(lengths)
	return lengths[len(lengths)*95/100]
}

func TestExportedNamesAreDocumented(t *testing.T) {
	for _, s := range goSources(t, "evaluator", "scripts", "wasm") {
		for _, declaration := range s.syntax.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Name.IsExported() && d.Doc == nil && isExportedReceiver(d) {
					assert.Fail(t, s.at(d)+" "+d.Name.Name+" has no comment")
				}
			case *ast.GenDecl:
				for _, name := range undocumented(d) {
					assert.Fail(t, s.at(d)+" "+name+" has no comment")
				}
			}
		}
	}
}

// isExportedReceiver reports whether the receiver type of a method is exported. It returns true for a
// function, which has no receiver.
func isExportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	exported := false
	ast.Inspect(d.Recv.List[0].Type, func(node ast.Node) bool {
		if identifier, ok := node.(*ast.Ident); ok && identifier.IsExported() {
			exported = true
		}
		return true
	})
	return exported
}

// undocumented returns the exported names in a declaration group that have no comment, if the group
// has none either.
func undocumented(d *ast.GenDecl) (names []string) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
				names = append(names, spec.Name.Name)
			}
		case *ast.ValueSpec:
			for _, name := range spec.Names {
				if name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

func TestEveryPackageIsDocumented(t *testing.T) {
	documented, seen := map[string]bool{}, map[string]bool{}
	for _, s := range goSources(t, "evaluator", "scripts", "wasm") {
		seen[s.pkg] = true
		documented[s.pkg] = documented[s.pkg] || s.syntax.Doc != nil
	}
	for pkg := range seen {
		assert.True(t, documented[pkg], "%s has no package comment", pkg)
	}
}

// atTop lists the files and folders at the root of the repository. Anything else belongs in a folder.
var atTop = []string{
	"wasm", "evaluator", "web", "scripts", "testdata", "go.mod", "go.sum", "package.json", "package-lock.json",
	"tsconfig.json", "Makefile", "README.md", "LICENSE", "CHANGELOG.md",
	"node_modules", "dist", "play", // not committed
}

func TestTheRootContainsOnlyListedFiles(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	items, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, item := range items {
		if !strings.HasPrefix(item.Name(), ".") {
			assert.Contains(t, atTop, item.Name())
		}
	}
}

func TestTheLockFileNamesNoRegistry(t *testing.T) {
	root, err := repo.Root()
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(root, "package-lock.json"))
	require.NoError(t, err)
	assert.NotContains(t, string(text), `"resolved"`,
		"npm must run with the .npmrc of this repository, which omits the URLs of packages")
}
