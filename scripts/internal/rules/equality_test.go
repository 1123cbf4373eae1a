package rules

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/scripts/internal/engine"
)

// TestEqualityOfComparedInterfacesIsKept checks an assumption of engine.Unused: the engine has no
// code that compares structs inside interfaces, except structs of the packages listed there.
// Comparing two interface values would crash the engine if both contained another struct.
//
// An interface without methods can contain anything. So only YAQL, whose values are of basic types
// or are structs of its package, may compare such interfaces.
func TestEqualityOfComparedInterfacesIsKept(t *testing.T) {
	isKept := func(name *types.TypeName) bool {
		return slices.ContainsFunc(engine.Unused, func(pattern string) bool {
			pattern, isException := strings.CutPrefix(pattern, "!type:.eq.")
			return isException && strings.HasPrefix(name.Pkg().Path()+"."+name.Name(), strings.TrimSuffix(pattern, "*"))
		})
	}
	packages := typedPackages(t)
	held := 0
	compared := map[string]string{} // interfaces by name, and where they are compared
	for _, p := range packages {
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				for _, each := range interfacesCompared(p, n) {
					if compared[types.TypeString(each, nil)] != "" {
						continue
					}
					compared[types.TypeString(each, nil)] = p.set.Position(n.Pos()).String()
					for _, holder := range packages {
						for _, name := range valuesThatImplement(holder, each) {
							held++
							assert.True(t, isKept(name), "%s: a %s can be a %s.%s, which the engine cannot compare",
								p.set.Position(n.Pos()), each, name.Pkg().Path(), name.Name())
						}
					}
				}
				return true
			})
		}
	}
	assert.Positive(t, held, "the structs of package value were not found")
	for _, want := range []string{"value.Data", "ir.Node"} {
		assert.Contains(t, compared, module+"evaluator/"+want, "the comparisons were not found")
	}
}

// interfacesCompared returns the interface types whose values a node compares with one another. If
// the dynamic type of one side is known, the compiler compares directly, so that does not count.
func interfacesCompared(p *typedPackage, n ast.Node) (out []types.Type) {
	isKnown := func(e ast.Expr) bool { // the dynamic type of nil or of a conversion is known
		call, ok := e.(*ast.CallExpr)
		return p.info.Types[e].IsNil() || ok && p.info.Types[call.Fun].IsType()
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			if x, y := p.info.TypeOf(n.X), p.info.TypeOf(n.Y); !isKnown(n.X) && !isKnown(n.Y) && x != nil && y != nil &&
				types.Identical(x, y) {
				out = interfacesIn(x)
			}
		}
	case *ast.MapType:
		out = interfacesIn(p.info.TypeOf(n.Key))
	case *ast.SwitchStmt:
		if n.Tag != nil {
			out = interfacesIn(p.info.TypeOf(n.Tag))
		}
	case *ast.CallExpr: // slices.Contains and others that compare elements
		fun, ok := n.Fun.(*ast.SelectorExpr)
		if ok && slices.Contains([]string{"Contains", "Index", "Equal", "Compact"}, fun.Sel.Name) && len(n.Args) > 0 {
			if list, ok := p.info.TypeOf(n.Args[0]).(*types.Slice); ok {
				out = interfacesIn(list.Elem())
			}
		}
	}
	return slices.DeleteFunc(out, func(t types.Type) bool {
		isOfYAQL := t.Underlying().(*types.Interface).Empty() && strings.HasSuffix(p.path, "/yaql")
		return isOfYAQL || types.TypeString(t, nil) == "error" // errors are compared with sentinels, which are pointers
	})
}

// interfacesIn returns the interface types in a type: the type itself, or those of its fields or
// elements.
func interfacesIn(t types.Type) (out []types.Type) {
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return []types.Type{t}
	case *types.Struct:
		for i := range u.NumFields() {
			out = append(out, interfacesIn(u.Field(i).Type())...)
		}
	case *types.Array:
		return interfacesIn(u.Elem())
	}
	return out
}

// valuesThatImplement returns the structs and arrays of a package that implement an interface by
// value, not only through a pointer.
func valuesThatImplement(p *typedPackage, wanted types.Type) (out []*types.TypeName) {
	i, ok := wanted.Underlying().(*types.Interface)
	if !ok || p.pkg == nil {
		return nil
	}
	for _, name := range p.pkg.Scope().Names() {
		named, ok := p.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || named.IsAlias() || !types.Comparable(named.Type()) {
			continue
		}
		switch named.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			if hasMethodsOf(named.Type(), i) {
				out = append(out, named)
			}
		}
	}
	return out
}

// hasMethodsOf reports whether a type has the methods of an interface. It compares only their names,
// because a type has several identities: each package is checked with compiled imports.
func hasMethodsOf(t types.Type, i *types.Interface) bool {
	names := methodNames(t)
	for k := range i.NumMethods() {
		if !names[i.Method(k).Name()] {
			return false
		}
	}
	return true
}

var methodsOf = map[types.Type]map[string]bool{}

// methodNames returns the names of a type's methods. It caches them: computing a method set is slow,
// and the test needs it for every interface.
func methodNames(t types.Type) map[string]bool {
	names := methodsOf[t]
	if names == nil {
		names = map[string]bool{}
		for method := range types.NewMethodSet(t).Methods() {
			names[method.Obj().Name()] = true
		}
		methodsOf[t] = names
	}
	return names
}
