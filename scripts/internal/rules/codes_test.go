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

// computed lists codes that dialects put together at run time, and where.
var computed = map[string]string{
	"pulumi hint-unused-variable": "by the kind of what is unused (pulumi.go)",
	"pulumi hint-unused-config":   "by the kind of what is unused (pulumi.go)",
	"pullconf user-name":          "by whose name it is (kinds.go)",
	"pullconf group-name":         "by whose name it is (kinds.go)",
	"esc join-shape":              "by the name of the function (call.go)",
	"esc split-shape":             "by the name of the function (call.go)",
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
		// Generated files are not among the sources, which causes errors.
		config := types.Config{Importer: imports, Error: func(error) {}}
		p.pkg, _ = config.Check(p.path, set, p.files, &p.info)
	}
	checked = out
	return out
}

// checked are the packages once they have been type-checked, which takes a second.
var checked []*typedPackage

// isOf reports whether a type is the named type of package diag.
func isOf(typ types.Type, name string) bool {
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
			if _, ok := e.(*ast.CompositeLit); ok && isOf(tv.Type, "Explanation") {
				return false
			}
			if tv.Value != nil && tv.Value.Kind() == constant.String && isOf(tv.Type, "Code") {
				out[diag.Code(constant.StringVal(tv.Value))] = e.Pos()
			}
			return true
		})
	}
	return out
}

// dialectOf returns the dialect that a package belongs to, "" for those that all share.
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

// TestTheListOfCodesIsComplete checks the reference of problem codes against the code: whatever is
// reported is explained, and whatever is explained can be reported.
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
