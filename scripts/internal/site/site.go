// Package site defines how the page is served: the headers of each file. The build writes the policy
// into the page, scripts/serve sends it, and tests compare every hosting example with it.
package site

import (
	"path"
	"regexp"
	"strings"
)

// TrustedTypes lists the Trusted Types policies that may turn strings into markup or script URLs: our
// own, and those of lit and Monaco, which escape or sanitise. The build fails if a bundled source
// creates another one.
const TrustedTypes = "pantograph lit-html dompurify domLineBreaksComputer standaloneColorizer diffEditorWidget " +
	"editorViewLayer richScreenReaderContent tokenizeToString diffReview defaultWorkerFactory"

// Policy is the part of every page's Content-Security-Policy that the page itself can contain: nothing from
// other sites, nothing inline except styles (which Monaco creates), and scripts only through Trusted
// Types.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
	"worker-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types " + TrustedTypes

// noFrames forbids sites from showing a page in a frame. It is sent as a header, since browsers ignore it in
// the page itself.
const noFrames = "; frame-ancestors 'none'"

// Permissions is the Permissions-Policy of every page. It disables the browser features that our
// pages never use. The clipboard is not among them: the editor copies and pastes.
const Permissions = "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), " +
	"geolocation=(), " +
	"gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), " +
	"publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()"

// A Header is a header of a response.
type Header struct{ Name, Value string }

// The two caching policies: forever, or revalidate each time.
const (
	Immutable  = "public, max-age=31536000, immutable"
	Revalidate = "no-cache"
)

// Headers returns the headers of the response with a file of dist, except those about its encoding.
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
		headers[2].Value += noFrames
	}
	if path.Ext(name) == ".html" {
		headers = append(headers, Header{"Permissions-Policy", Permissions})
		if !IsFramed(name) {
			headers = append(headers, Header{"Cross-Origin-Opener-Policy", "same-origin"})
		}
	}
	if !strings.HasSuffix(name, ".html") {
		// Embeds load the engine from pages of other sites.
		headers = append(headers, Header{"Cross-Origin-Resource-Policy", "cross-origin"},
			Header{"Access-Control-Allow-Origin", "*"})
	}
	return headers
}

// IsFramed reports whether other sites may show a page in a frame.
func IsFramed(name string) bool { return path.Base(name) == "embed.html" }

var hashed = regexp.MustCompile(`-[0-9A-Z]{8}\.[a-z0-9.]+$`)

// IsHashed reports whether a file's name contains the hash of its content, so that it never
// changes.
func IsHashed(name string) bool { return hashed.MatchString(path.Base(name)) }

// mediaTypes are the media types of all files that the build writes, by extension.
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

// MediaType returns the media type of the files with the extension of name.
func MediaType(name string) string {
	if known, ok := mediaTypes[path.Ext(name)]; ok {
		return known
	}
	return "application/octet-stream"
}

// IsCompressible reports whether a file is worth compressing. Fonts and pictures are compressed
// already, and source maps are only read during development.
func IsCompressible(name string) bool {
	switch path.Ext(name) {
	case ".woff", ".woff2", ".png", ".map", "":
		return false
	}
	return true
}
