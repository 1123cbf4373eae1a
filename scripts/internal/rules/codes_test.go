package rules

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect"
	"pantograph/scripts/internal/repo"
)

// computed lists the codes that dialects compose at run time, and what they are composed from.
var computed = map[string]string{
	"pulumi hint-unused-variable": "the kind of the unused entry (pulumi.go)",
	"pulumi hint-unused-config":   "the kind of the unused entry (pulumi.go)",
	"esc join-shape":              "the name of the function (call.go)",
	"esc split-shape":             "the name of the function (call.go)",
}

// A typedPackage is a package of the evaluator, without its tests.
type typedPackage struct {
	path  string
	set   *token.FileSet
	files []*ast.File
	pkg   *types.Package
	info  types.Info
}

// typedPackages type-checks the packages of the evaluator. Imports come from the toolchain's
// compiled packages.
func typedPackages(t *testing.T) []*typedPackage {
	if checked != nil {
		return checked
	}
	root, err := repo.Root()
	require.NoError(t, err)
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", "./evaluator/...")
	list.Dir = root
	output, err := list.Output()
	require.NoError(t, err)
	compiled := map[string]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(output)), "\n") {
		name, file, _ := strings.Cut(line, "\t")
		compiled[name] = file
	}
	set := token.NewFileSet()
	imports := importer.ForCompiler(set, "gc",
		func(name string) (io.ReadCloser, error) { return os.Open(compiled[name]) })
	packages := map[string]*typedPackage{}
	var out []*typedPackage
	for _, s := range goSources(t, "evaluator") {
		p := packages[s.pkg]
		if p == nil {
			p = &typedPackage{path: module + s.pkg, set: set,
				info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
			packages[s.pkg], out = p, append(out, p)
		}
		syntax, err := parser.ParseFile(set, filepath.Join(root, filepath.FromSlash(s.path)), nil, 0)
		require.NoError(t, err)
		p.files = append(p.files, syntax)
	}
	for _, p := range out {
		// The sources do not include generated files, so references to these are errors.
		config := types.Config{Importer: imports, Error: func(error) {}}
		p.pkg, _ = config.Check(p.path, set, p.files, &p.info)
	}
	checked = out
	return out
}

// checked caches the result of typedPackages, which takes a second.
var checked []*typedPackage

// isDiagType reports whether a type is the type of package diag with the given name.
func isDiagType(typ types.Type, name string) bool {
	named, ok := typ.(*types.Named)
	return ok && named.Obj().Name() == name && strings.HasSuffix(named.Obj().Pkg().Path(), "evaluator/diag")
}

// codesIn returns the constants of type diag.Code in a package, except those in explanations, and
// their positions.
func codesIn(p *typedPackage) map[diag.Code]token.Pos {
	out := map[diag.Code]token.Pos{}
	for _, file := range p.files {
		ast.Inspect(file, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			tv := p.info.Types[e]
			if _, ok := e.(*ast.CompositeLit); ok && isDiagType(tv.Type, "Explanation") {
				return false
			}
			if tv.Value != nil && tv.Value.Kind() == constant.String && isDiagType(tv.Type, "Code") {
				out[diag.Code(constant.StringVal(tv.Value))] = e.Pos()
			}
			return true
		})
	}
	return out
}

// dialectOf returns the dialect to which a package belongs, or "" for a package that all share.
func dialectOf(p *typedPackage) string {
	_, name, ok := strings.Cut(p.path, "evaluator/dialect/")
	if !ok {
		return ""
	}
	name, _, _ = strings.Cut(name, "/")
	return name
}

func explained(list []diag.Explanation) map[diag.Code]bool {
	out := map[diag.Code]bool{}
	for _, e := range list {
		out[e.Code] = true
	}
	return out
}

// TestTheListOfCodesIsComplete compares the explanations of problem codes with the code: each code
// that can be reported is explained, and each code that is explained can be reported.
func TestTheListOfCodesIsComplete(t *testing.T) {
	shared := explained(diag.SharedCodes)
	used := map[string]map[diag.Code]bool{}
	for _, p := range typedPackages(t) {
		name := dialectOf(p)
		if used[name] == nil {
			used[name] = map[diag.Code]bool{}
		}
		own := explained(dialect.Codes(name))
		for code, at := range codesIn(p) {
			used[name][code] = true
			assert.True(t, own[code] || shared[code] || isPart(code), "%s: the reference does not list %s",
				p.set.Position(at), code)
		}
	}
	for code := range shared {
		assert.True(t, slices.ContainsFunc(slices.Collect(maps.Values(used)),
			func(codes map[diag.Code]bool) bool { return codes[code] }), "nothing reports %s", code)
	}
	for _, name := range dialect.Names() {
		for code := range explained(dialect.Codes(name)) {
			_, isComputed := computed[name+" "+string(code)]
			assert.Equal(t, !isComputed, used[name][code] || used[""][code], "whether anything in %s reports %s",
				name, code)
		}
	}
}

// isPart reports whether a constant is only a prefix or suffix of codes.
func isPart(code diag.Code) bool {
	return code == "" || strings.HasPrefix(string(code), "-") || strings.HasSuffix(string(code), "-")
}
