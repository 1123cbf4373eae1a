package rules

import (
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect"
)

// dialectName matches the names of dialects and of their tools, in identifiers and strings.
var dialectName = regexp.MustCompile(`(?i)pulumi|terraform|pullconf|openstack|heat_template|\b(heat|hot|esc)\b`)

// nameAllowed lists packages outside the dialects that may name one, and why.
var nameAllowed = map[string]string{
	"yamltree": "its tables of scalars are named after the tools that resolve scalars that way",
	"example":  "it deals with files, not with evaluation",

	"scripts/internal/engine": "it lists packages whose equality functions must be kept",
}

// dialectSyntax matches the names of functions that only a template could contain, such as
// get_attr, and the prefixes of keys that call functions.
func dialectSyntax() *regexp.Regexp {
	var words []string
	for _, d := range dialect.All {
		for _, prefix := range d.Calls {
			words = append(words, regexp.QuoteMeta(prefix))
		}
		for _, f := range d.Funcs {
			if strings.ContainsAny(f.Name, "_:") {
				words = append(words, regexp.QuoteMeta(f.Name)+`\b`)
			}
		}
	}
	return regexp.MustCompile(`\b(?:` + strings.Join(words, "|") + ")")
}

// TestTheCoreNamesNoDialect checks identifiers and strings: the core and the commands get everything
// about a dialect from its bind.Dialect.
func TestTheCoreNamesNoDialect(t *testing.T) {
	syntax := dialectSyntax()
	for _, s := range goSources(t, "evaluator", "wasm", "scripts/play", "scripts/serve", "scripts/build",
		"scripts/internal") {
		name := strings.TrimPrefix(s.pkg, "evaluator/")
		if name == "dialect" || strings.HasPrefix(name, "dialect/") || nameAllowed[name] != "" {
			continue
		}
		ast.Inspect(s.syntax, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.Ident:
				assert.False(t, dialectName.MatchString(node.Name), "%s names a dialect: %s", s.at(node), node.Name)
			case *ast.BasicLit:
				assert.False(t, node.Kind == token.STRING && dialectName.MatchString(node.Value),
					"%s names a dialect: %s", s.at(node), node.Value)
				assert.False(t, node.Kind == token.STRING && syntax.MatchString(node.Value),
					"%s has a dialect's syntax: %s", s.at(node), node.Value)
			}
			return true
		})
	}
}

// webComment matches comments. In TypeScript, they start a line or follow code after a blank.
var webComment = regexp.MustCompile(`(?m)^\s*(?:/\*|\*|//).*$|\s//\s.*$|/\*.*\*/`)

// TestThePageNamesNoDialect checks scripts and styles: the page gets everything about a dialect from
// the engine.
func TestThePageNamesNoDialect(t *testing.T) {
	syntax := dialectSyntax()
	for _, word := range []string{"fn::secret", "Keys fn::x", "get_attr", "list_join("} {
		require.True(t, syntax.MatchString(word), word)
	}
	walk(t, func(root, file string) {
		if ext := path.Ext(file); ext != ".ts" && ext != ".css" {
			return
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			line = webComment.ReplaceAllString(line, "")
			assert.False(t, dialectName.MatchString(line), "%s:%d names a dialect: %s", file, i+1, line)
			assert.False(t, syntax.MatchString(line), "%s:%d has a dialect's syntax: %s", file, i+1, line)
		}
	}, "web/src", "web/styles")
}
