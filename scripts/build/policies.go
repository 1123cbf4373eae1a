package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"pantograph/scripts/internal/site"
)

// policyMade finds where a source creates a Trusted Types policy, as lit and Monaco do.
var policyMade = regexp.MustCompile(`(?:createTrustedTypesPolicy\(|createPolicy\(|policyName = )['"]([\w-]+)['"]`)

// policies fails if a bundled source creates a Trusted Types policy that no page allows: browsers
// that enforce them would show nothing there.
func (b *build) policies() error {
	allowed := strings.Fields(site.TrustedTypes)
	seen := map[string]bool{}
	for _, file := range b.files {
		for _, source := range file.Sources {
			path := filepath.Join(b.Root, filepath.FromSlash(source))
			// A source may be bundled into several files.
			if seen[path] {
				continue
			}
			seen[path] = true
			text, err := os.ReadFile(path)
			if err != nil {
				continue // Go's runtime, which is outside the root, and modules that esbuild generates
			}
			for _, match := range policyMade.FindAllSubmatch(text, -1) {
				if name := string(match[1]); !slices.Contains(allowed, name) {
					return fmt.Errorf("%s makes the Trusted Types policy %q, which site.TrustedTypes does not name",
						source, name)
				}
			}
		}
	}
	return nil
}
