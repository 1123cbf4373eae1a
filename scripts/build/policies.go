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

// policyCreation matches the code with which lit, Monaco or the page creates a Trusted Types policy.
var policyCreation = regexp.MustCompile(`(?:createTrustedTypesPolicy\(|createPolicy\(|policyName = )['"]([\w-]+)['"]`)

// policies fails if a bundled source creates a Trusted Types policy that no page allows: in browsers
// that enforce Trusted Types, the code would throw.
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
			for _, match := range policyCreation.FindAllSubmatch(text, -1) {
				if name := string(match[1]); !slices.Contains(allowed, name) {
					return fmt.Errorf("%s creates the Trusted Types policy %q, which site.TrustedTypes does not list",
						source, name)
				}
			}
		}
	}
	return nil
}
