package site

import (
	"fmt"
	"slices"
	"strings"
)

// HeadersFile is _headers, which static hosts such as Netlify and Cloudflare Pages read:
// the headers of every file of dist. Hosts add up all rules that fit, so that no two say
// the same. Types are left to them, but for WebAssembly, of which browsers take no other.
func HeadersFile(names []string) string {
	var out strings.Builder
	write := func(pattern string, headers []Header) {
		fmt.Fprintf(&out, "%s\n", pattern)
		for _, header := range headers {
			fmt.Fprintf(&out, "  %s: %s\n", header.Name, header.Value)
		}
	}
	write("/", Headers("index.html")[1:])
	for _, name := range slices.Sorted(slices.Values(names)) {
		switch {
		case !IsHashed(name):
			write("/"+name, Headers(name)[1:])
		case strings.HasSuffix(name, ".wasm"):
			write("/"+name, Headers(name)[:1])
		}
	}
	write("/assets/*", Headers("assets/a-ABCD1234.js")[1:])
	return out.String()
}
