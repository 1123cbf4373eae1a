package rules

import (
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The engine is built without the code with which fmt prints the fields of structs (engine.Unused).
// So fmt may print a struct only if it has a method Error or String.

// printsAny lists files that print a value of any type, and what the value is: never a struct.
var printsAny = map[string]string{
	"evaluator/evaluate.go":                  "the value of a panic",
	"evaluator/redact.go":                    "the value of a panic",
	"evaluator/yamltree/parse.go":            "the value of a panic",
	"evaluator/diag/piece.go":                "a wrapper of an argument that is checked where it is passed",
	"evaluator/dialect/pulumi/std/call.go":   "the name of the type",
	"evaluator/eval/force.go":                "the name of the type",
	"evaluator/ir/walk.go":                   "the name of the type",
	"evaluator/dialect/pulumi/std/format.go": "a list or a map of a program's values",
}

func TestNoStructIsPrinted(t *testing.T) {
	checked := 0
	for _, p := range typedPackages(t) {
		for _, file := range p.files {
			path := filepath.ToSlash(p.set.Position(file.Pos()).Filename)
			isExempt := func(name string) bool { return strings.HasSuffix(path, name) }
			if slices.ContainsFunc(slices.Collect(maps.Keys(printsAny)), isExempt) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || call.Ellipsis.IsValid() {
					return true
				}
				signature, ok := p.info.TypeOf(call.Fun).(*types.Signature)
				if !ok || !signature.Variadic() {
					return true
				}
				fixed := signature.Params().Len() - 1
				if list := signature.Params().At(fixed).Type().(*types.Slice); !isAny(list.Elem()) {
					return true
				}
				for _, argument := range call.Args[min(fixed, len(call.Args)):] {
					checked++
					typ := p.info.TypeOf(argument)
					assert.True(t, isPrintable(typ), "%s: fmt cannot print a %s", p.set.Position(argument.Pos()), typ)
				}
				return true
			})
		}
	}
	assert.Greater(t, checked, 500, "the calls of fmt and of functions that pass their arguments to it were not found")
}

// isAny reports whether a type is any. A named alias of any, such as the type of YAQL's values, does
// not count.
func isAny(t types.Type) bool {
	if a, ok := t.(*types.Alias); ok && a.Obj().Pkg() != nil {
		return false
	}
	i, ok := types.Unalias(t).(*types.Interface)
	return ok && i.Empty()
}

// isPrintable reports whether fmt prints values of a type without reading fields.
func isPrintable(t types.Type) bool {
	for _, name := range []string{"Error", "String"} {
		method, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
		if f, ok := method.(*types.Func); ok && f.Signature().Params().Len() == 0 {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return isPrintable(u.Elem())
	case *types.Array:
		return isPrintable(u.Elem())
	case *types.Map:
		return isPrintable(u.Key()) && isPrintable(u.Elem())
	}
	return false
}
