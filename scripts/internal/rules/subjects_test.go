package rules

import (
	"go/ast"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFunctionsAreInFilesOfTheirSubject compares Terraform's functions with those of pulumi-std: a
// function such as join must be in files of the same name in both packages.
func TestFunctionsAreInFilesOfTheirSubject(t *testing.T) {
	terraform := functionFiles(t, "evaluator/dialect/terraform", "")
	std := functionFiles(t, "evaluator/dialect/pulumi/std", "std:")
	both := 0
	for name, file := range std {
		if other, ok := terraform[name]; ok {
			both++
			assert.Equal(t, file, other, name)
		}
	}
	require.Greater(t, both, 80)
}

// functionFiles returns the file of each function in the tables of a package, which are literals of
// type []ir.Func. The names that it returns do not have the prefix.
func functionFiles(t *testing.T, folder, prefix string) map[string]string {
	files := map[string]string{}
	for _, s := range goSources(t, folder) {
		if s.pkg != folder {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			table, ok := n.(*ast.CompositeLit)
			if !ok || !isFunctionTable(table.Type) {
				return true
			}
			for _, entry := range table.Elts {
				for _, field := range entry.(*ast.CompositeLit).Elts {
					pair := field.(*ast.KeyValueExpr)
					if pair.Key.(*ast.Ident).Name == "Name" {
						name, err := strconv.Unquote(pair.Value.(*ast.BasicLit).Value)
						require.NoError(t, err)
						files[strings.TrimPrefix(name, prefix)] = path.Base(s.path)
					}
				}
			}
			return false
		})
	}
	return files
}

func isFunctionTable(e ast.Expr) bool {
	list, ok := e.(*ast.ArrayType)
	if !ok {
		return false
	}
	element, ok := list.Elt.(*ast.SelectorExpr)
	return ok && element.Sel.Name == "Func"
}
