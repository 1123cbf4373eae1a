package rules

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// mayImport lists, for each package of the evaluator, which other packages of this module it may
// import. They are in the order of the architecture: positions, problems, trees and values, programs,
// evaluation, dialects, and the readers of results. A new package must be added here.
var mayImport = map[string][]string{
	"source":   {},
	"diag":     {"source"},
	"yamltree": {"diag", "source"},
	"value":    {"diag", "source"},
	"ir":       {"yamltree", "value", "diag", "source"},
	"bind":     {"ir", "yamltree", "value", "diag", "source"},
	"redact":   {"bind", "yamltree", "source"},
	"eval":     {"ir", "value", "diag", "source"},
	"dialect":  {"bind", "ir", "diag", "source"}, // and the dialects
	"inspect":  {"bind", "eval", "ir", "yamltree", "value", "diag", "source"},
	"render":   {"inspect", "bind", "layout", "value", "diag", "source"},
	"world":    {"protocol", "inspect", "render", "bind", "yamltree", "value", "source"},
	"layout":   {},
	"narrow":   {},
	"protocol": {},
	"digest":   {},
	"address":  {},
	"stdlib":   {"digest", "address", "value"},
	"example":  {},
}

// dialectMayImport lists the packages that a dialect may import.
var dialectMayImport = []string{"bind", "ir", "value", "yamltree", "diag", "source", "digest", "address", "stdlib"}

func TestImportsFollowTheArchitecture(t *testing.T) {
	for _, s := range goSources(t, "evaluator") {
		if s.pkg == "evaluator" {
			continue // the facade may import everything
		}
		for _, name := range s.imports {
			if target, ours := strings.CutPrefix(name, module); ours {
				assert.True(t, permitted(strings.TrimPrefix(s.pkg, "evaluator/"),
					strings.TrimPrefix(target, "evaluator/")),
					"%s must not import %s (see mayImport)", s.path, target)
			}
		}
	}
}

func permitted(from, to string) bool {
	name, isDialect := strings.CutPrefix(from, "dialect/")
	if isDialect {
		name, _, _ = strings.Cut(name, "/")
		return slices.Contains(dialectMayImport, to) || to == "dialect/"+name ||
			strings.HasPrefix(to, "dialect/"+name+"/")
	}
	return slices.Contains(mayImport[from], to) || from == "dialect" && strings.HasPrefix(to, "dialect/")
}

func TestEveryPackageOfTheEvaluatorIsListed(t *testing.T) {
	for _, s := range goSources(t, "evaluator") {
		name := strings.TrimPrefix(s.pkg, "evaluator/")
		if _, known := mayImport[name]; !known && s.pkg != "evaluator" && !strings.HasPrefix(name, "dialect/") {
			assert.Fail(t, name+" is a new package", "list in mayImport what it may import")
		}
	}
}

// withReason lists the impure packages that shipped code imports, and the reasons: shipped code must
// be small, and its result must depend only on its input. Keys are "package import".
var withReason = map[string]string{
	"wasm syscall/js":                     "it is the boundary between the page and the evaluator",
	"wasm time":                           "garbage is collected when the engine is idle",
	"evaluator/example regexp":            "it is not shipped: only tests and scripts read examples",
	"evaluator/dialect/pulumi/std regexp": "std:regex uses Go's regexp, as in the original; yaml.v3 imports it anyway",
	"evaluator/dialect/pulumi time":       "dates of a stack file are printed as Go prints them; no clock is read",
	"evaluator/dialect/pulumi/std time":   "std:timeadd reads RFC 3339 as the original does; no clock is read",
	"evaluator/dialect/terraform time":    "times are formatted and added as in the original; no clock is read",
	"evaluator/stdlib regexp":             "patterns are Go's, as in both originals; yaml.v3 imports it anyway",
	"evaluator/stdlib time":               "times are parsed as in the originals; no clock is read",
	"evaluator/dialect/terraform/charset/sheets golang.org/x/text/encoding": "it is not " +
		"shipped: it generates a data file",
	"evaluator/dialect/terraform/charset/sheets golang.org/x/text/encoding/ianaindex": "it is not " +
		"shipped: it generates a data file",
	"evaluator/dialect/terraform/charset/sheets golang.org/x/text/encoding/japanese": "it is not " +
		"shipped: it generates a data file",
	"evaluator/dialect/terraform/charset/sheets golang.org/x/text/encoding/korean": "it is not " +
		"shipped: it generates a data file",
	"evaluator/dialect/terraform/charset/sheets golang.org/x/text/encoding/simplifiedchinese": "it is not " +
		"shipped: it generates a data file",
	"evaluator/dialect/terraform/charset/sheets golang.org/x/text/encoding/traditionalchinese": "it is not " +
		"shipped: it generates a data file",
	"evaluator/example io/fs":            "it is not shipped",
	"evaluator/dialect/terraform regexp": "as in the original, replace() takes Go's patterns; yaml.v3 imports it",
	"evaluator/dialect/esc regexp":       "as in the original, patterns in JSON schemas are Go's; yaml.v3 imports it",
}

// impure lists the imports that need a reason. It includes the packages below each of them.
var impure = []string{
	"encoding/json", "os", "io/fs", "net", "time", "regexp", "math/rand", "crypto/rand", "syscall",
	"crypto/x509", "github.com/dlclark/regexp2", "golang.org/x/text", "unsafe", "C",
}

func TestImpureImportsHaveAReason(t *testing.T) {
	used := map[string]bool{}
	for _, s := range goSources(t, "evaluator", "wasm") {
		for _, name := range s.imports {
			if !slices.ContainsFunc(impure,
				func(root string) bool { return name == root || strings.HasPrefix(name, root+"/") }) {
				continue
			}
			key := s.pkg + " " + name
			used[key] = true
			assert.Contains(t, withReason, key, "%s: state in withReason why the import is needed", s.path)
		}
	}
	for key := range withReason {
		assert.True(t, used[key], "%s is allowed but not used", key)
	}
}
