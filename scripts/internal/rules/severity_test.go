package rules

import (
	"go/ast"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestEveryProblemHasASeverity checks all literals of structs with a field of type Severity. The zero
// value is not a severity, so that a problem does not become an error by omission.
func TestEveryProblemHasASeverity(t *testing.T) {
	checked := 0
	for _, p := range typedPackages(t) {
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.CompositeLit)
				if !ok || len(literal.Elts) == 0 || !hasSeverity(p.info.TypeOf(literal)) {
					return true
				}
				checked++
				assert.True(t, setsSeverity(literal), "%s: this problem has no severity", p.set.Position(literal.Pos()))
				return true
			})
		}
	}
	assert.Greater(t, checked, 5, "the literals of problems were not found")
}

func hasSeverity(t types.Type) bool {
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if named, ok := s.Field(i).Type().(*types.Named); ok && named.Obj().Name() == "Severity" {
			return true
		}
	}
	return false
}

func setsSeverity(literal *ast.CompositeLit) bool {
	for _, element := range literal.Elts {
		pair, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return true // all fields are set by their positions
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Severity" {
			return true
		}
	}
	return false
}
