package site

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// requests are paths of files of every kind in dist, below various folders.
var requests = []string{"/", "/a/b/", "/index.html", "/a/embed-demo.html", "/embed.html", "/a/b/embed.html",
	"/embed.js", "/offline.js",
	"/manifest.json", "/a/assets/engine-ABCD1234.wasm", "/assets/main-ABCD1234.js", "/embed.css"}

// wanted returns the headers that scripts/serve sends, except media types, which hosts choose.
func wanted(request string) http.Header {
	out := http.Header{}
	for _, header := range Headers(FileOf(request)) {
		if header.Name != "Content-Type" {
			out.Set(header.Name, header.Value)
		}
	}
	return out
}

func config(t *testing.T, name string) string {
	text, err := os.ReadFile("../../../web/hosting/" + name)
	require.NoError(t, err)
	return string(text)
}

// TestNginxSendsTheHeaders interprets the configuration as nginx does: the first location whose
// pattern matches applies, otherwise the location /.
func TestNginxSendsTheHeaders(t *testing.T) {
	location := regexp.MustCompile(`(?s)location (?:~ "([^"]+)"|(/)) \{(.*?)\n    \}`)
	line := regexp.MustCompile(`add_header (\S+) "([^"]*)" always;`)
	for _, request := range requests {
		var body string
		for _, m := range location.FindAllStringSubmatch(config(t, "nginx.conf"), -1) {
			if m[2] != "" || regexp.MustCompile(m[1]).MatchString(request) {
				body = m[3]
				break
			}
		}
		got := http.Header{}
		for _, m := range line.FindAllStringSubmatch(body, -1) {
			got.Set(m[1], m[2])
		}
		assert.Equal(t, wanted(request), got, request)
	}
}

// TestCaddySendsTheHeaders interprets the configuration as Caddy does: every header whose matcher
// matches applies.
func TestCaddySendsTheHeaders(t *testing.T) {
	text := config(t, "Caddyfile")
	pattern := regexp.MustCompile(`(?m)^\s*(?:@(\w+) )?(not )?path_regexp (\S+)$`)
	block := regexp.MustCompile(`(?s)@(\w+) \{\n(.*?)\n\t\}`)
	header := regexp.MustCompile(`(?m)^\theader (\*|@\w+) (\S+) (?:"([^"]*)"|(\S+))$`)
	text = block.ReplaceAllStringFunc(text, func(all string) string {
		m := block.FindStringSubmatch(all)
		return regexp.MustCompile(`(?m)^\s*`).ReplaceAllString(m[2], "@"+m[1]+" ")
	})
	for _, request := range requests {
		fits := map[string]bool{"*": true}
		for _, m := range pattern.FindAllStringSubmatch(text, -1) {
			matches, seen := fits["@"+m[1]]
			fits["@"+m[1]] = (matches || !seen) && regexp.MustCompile(m[3]).MatchString(request) == (m[2] == "")
		}
		got := http.Header{}
		for _, m := range header.FindAllStringSubmatch(text, -1) {
			if fits[m[1]] {
				got.Set(m[2], m[3]+m[4])
			}
		}
		assert.Equal(t, wanted(request), got, request)
	}
}

// TestTheHeadersFileSendsTheHeaders interprets _headers as hosts do.
func TestTheHeadersFileSendsTheHeaders(t *testing.T) {
	text := HeadersFile([]string{"index.html", "embed-demo.html", "embed.html", "embed.js",
		"assets/engine-ABCD1234.wasm", "assets/main-ABCD1234.js"})
	rules := map[string]http.Header{}
	var rule http.Header
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && strings.HasPrefix(line, " ") {
			rule.Set(name, value)
			continue
		}
		rule = http.Header{}
		rules[line] = rule
	}
	assert.Equal(t, http.Header{"Content-Type": {"application/wasm"}}, rules["/assets/engine-ABCD1234.wasm"])
	for path, request := range map[string]string{"/": "/", "/embed.html": "/embed.html", "/embed.js": "/embed.js",
		"/embed": "/embed.html", "/embed-demo": "/embed-demo.html",
		"/assets/*": "/assets/main-ABCD1234.js"} {
		assert.Equal(t, wanted(request), rules[path], path)
	}
}
