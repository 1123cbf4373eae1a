// Package site says how the page is served: which headers belong to which path. The
// build writes the policy into the page, the server sends it, and tests hold every
// hosting example against it.
package site

import (
	"path"
	"regexp"
	"strings"
)

// TrustedTypes names everything that may make markup or addresses of scripts of text: our
// own policy, and those of lit and Monaco, which escape or sanitise. The build fails when a
// bundled source has another one.
const TrustedTypes = "pantograph lit-html dompurify domLineBreaksComputer standaloneColorizer diffEditorWidget " +
	"editorViewLayer richScreenReaderContent tokenizeToString diffReview defaultWorkerFactory"

// Policy is the Content-Security-Policy of every page, as far as a page can carry it itself:
// nothing from elsewhere, nothing inline but styles (which Monaco creates), scripts only
// through Trusted Types.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
	"worker-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types " + TrustedTypes

// unframed is added in a header: browsers do not take it from a page.
const unframed = "; frame-ancestors 'none'"

// Permissions is what no page of ours asks the browser for, so that nothing in one can. The
// clipboard is not among it: the editor copies and pastes.
const Permissions = "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), geolocation=(), " +
	"gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), " +
	"publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()"

// A Header is one line of a reply.
type Header struct{ Name, Value string }

// The two ways in which files may be kept by browsers: for ever, or not without asking.
const (
	Immutable  = "public, max-age=31536000, immutable"
	Revalidate = "no-cache"
)

// Headers are what a reply for a path carries, apart from its encoding.
func Headers(name string) []Header {
	headers := []Header{
		{"Content-Type", MediaType(name)},
		{"Cache-Control", Revalidate},
		{"Content-Security-Policy", Policy},
		{"Referrer-Policy", "no-referrer"},
		{"X-Content-Type-Options", "nosniff"},
	}
	if IsHashed(name) {
		headers[1].Value = Immutable
	}
	if !IsFramed(name) {
		headers[2].Value += unframed
	}
	if path.Ext(name) == ".html" {
		headers = append(headers, Header{"Permissions-Policy", Permissions})
		if !IsFramed(name) {
			headers = append(headers, Header{"Cross-Origin-Opener-Policy", "same-origin"})
		}
	}
	if !strings.HasSuffix(name, ".html") {
		// Embeds load the engine from the pages of others.
		headers = append(headers, Header{"Cross-Origin-Resource-Policy", "cross-origin"},
			Header{"Access-Control-Allow-Origin", "*"})
	}
	return headers
}

// IsFramed says whether a page is made to stand in the frames of others.
func IsFramed(name string) bool { return path.Base(name) == "embed.html" }

var hashed = regexp.MustCompile(`-[0-9A-Z]{8}\.[a-z0-9.]+$`)

// IsHashed says whether a file's name contains the hash of its content, so that it never changes.
func IsHashed(name string) bool { return hashed.MatchString(path.Base(name)) }

// mediaTypes are the types of everything that the build writes.
var mediaTypes = map[string]string{
	".bin":         "application/octet-stream",
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json; charset=utf-8",
	".map":         "application/json; charset=utf-8",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".ts":          "text/plain; charset=utf-8",
	".ttf":         "font/ttf",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff":        "font/woff",
	".woff2":       "font/woff2",
}

// MediaType is the type of a file by its name.
func MediaType(name string) string {
	if known, ok := mediaTypes[path.Ext(name)]; ok {
		return known
	}
	return "application/octet-stream"
}

// IsCompressible says whether a file gets smaller when compressed: fonts of the woff
// kinds and pictures already are.
func IsCompressible(name string) bool {
	switch path.Ext(name) {
	case ".woff", ".woff2", ".png", ".map", "":
		return false
	}
	return true
}
