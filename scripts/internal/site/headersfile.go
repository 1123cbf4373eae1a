package site

import (
	"fmt"
	"slices"
	"strings"
)

// HeadersFile returns the content of _headers, from which static hosts such as Netlify and Cloudflare
// Pages read the headers of every file of dist. Hosts combine all matching rules, so no two rules set
// the same header for a file. Some hosts serve a page at its name without .html and redirect from the
// other, so pages have a rule for both. Hosts choose media types themselves; the file sets only that of
// WebAssembly, without which browsers refuse to compile it while it downloads.
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
			if short, isPage := strings.CutSuffix(name, ".html"); isPage {
				write("/"+short, Headers(name)[1:])
			}
		case strings.HasSuffix(name, ".wasm"):
			write("/"+name, Headers(name)[:1])
		}
	}
	write("/assets/*", Headers("assets/a-ABCD1234.js")[1:])
	return out.String()
}
