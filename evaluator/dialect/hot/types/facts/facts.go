// Package facts generates the data file of package types from heat-types.json, which contains
// Heat's declarations of all types, and checks.txt, which contains the additional checks of types.
// It is not part of the engine: the build writes the file, and native programs generate it on
// first use.
package facts

import (
	_ "embed" // for the two files
	"strings"
	"sync"
)

//go:embed heat-types.json
var declarations string

//go:embed checks.txt
var checks string

// File returns the data file. It is always the same.
var File = sync.OnceValue(func() []byte {
	byType := parseChecks()
	var out strings.Builder
	for _, line := range strings.Split(declarations, "\n") {
		name, body, ok := strings.Cut(strings.Trim(line, ` ,`), `": {`)
		if name = strings.TrimPrefix(name, `"`); !ok || !strings.Contains(name, "::") {
			continue
		}
		out.WriteString(name + "\t{")
		if own := byType[name]; len(own) > 0 {
			out.WriteString(`"checks":["` + strings.Join(own, `","`) + `"],`)
		}
		out.WriteString(body + "\n")
	}
	return []byte(out.String())
})

// parseChecks parses checks.txt: the checks of one or several types are indented below their
// names.
func parseChecks() map[string][]string {
	found := map[string][]string{}
	var names []string
	for _, line := range strings.Split(checks, "\n") {
		switch check := strings.TrimSpace(line); {
		case check == "" || check[0] == '#':
		case check != line:
			for _, name := range names {
				found[name] = append(found[name], strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(check))
			}
		default:
			names = strings.Fields(line)
		}
	}
	return found
}
