package site

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// smallSite returns the handler of a folder with a few files, some of them compressed.
func smallSite(t *testing.T) http.Handler {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "page", "index.html.br": "br page", "index.html.gz": "gz page", "embed.html": "frame",
		"assets/engine-ABCD1234.wasm": "wasm", "assets/engine-ABCD1234.wasm.gz": "gz wasm",
	} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return Handler(folder)
}

func get(handler http.Handler, path, accepted string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Encoding", accepted)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder
}

func TestTheSmallestAcceptedFileIsServed(t *testing.T) {
	handler := smallSite(t)
	for _, tc := range []struct{ path, accepted, encoding, body string }{
		{"/", "gzip, deflate, br", "br", "br page"},
		{"/", "gzip", "gzip", "gz page"},
		{"/", "", "", "page"},
		{"/index.html", "br;q=0, gzip;q=0.5", "gzip", "gz page"},
		{"/assets/engine-ABCD1234.wasm", "br", "", "wasm"},
		{"/assets/engine-ABCD1234.wasm", "br, gzip", "gzip", "gz wasm"},
	} {
		reply := get(handler, tc.path, tc.accepted)
		assert.Equal(t, http.StatusOK, reply.Code, tc.path)
		assert.Equal(t, tc.body, reply.Body.String(), tc.path)
		assert.Equal(t, tc.encoding, reply.Header().Get("Content-Encoding"), tc.path)
		assert.Equal(t, "Accept-Encoding", reply.Header().Get("Vary"))
		assert.Equal(t, strconv.Itoa(len(tc.body)), reply.Header().Get("Content-Length"))
	}
}

func TestEveryReplyHasThePolicy(t *testing.T) {
	handler := smallSite(t)
	page := get(handler, "/", "br").Header()
	assert.Equal(t, Policy+"; frame-ancestors 'none'", page.Get("Content-Security-Policy"))
	assert.Equal(t, Permissions, page.Get("Permissions-Policy"))
	assert.Equal(t, "no-cache", page.Get("Cache-Control"))
	assert.Equal(t, "no-referrer", page.Get("Referrer-Policy"))
	assert.Equal(t, "nosniff", page.Get("X-Content-Type-Options"))
	assert.Equal(t, "same-origin", page.Get("Cross-Origin-Opener-Policy"))
	assert.Equal(t, "text/html; charset=utf-8", page.Get("Content-Type"))
	assert.Empty(t, get(handler, "/embed.html", "").Header().Get("Cross-Origin-Opener-Policy"))

	assert.Equal(t, Policy, get(handler, "/embed.html", "").Header().Get("Content-Security-Policy"),
		"other sites may frame this page")
	wasm := get(handler, "/assets/engine-ABCD1234.wasm", "gzip").Header()
	assert.Equal(t, "application/wasm", wasm.Get("Content-Type"))
	assert.Equal(t, Immutable, wasm.Get("Cache-Control"))
}

func TestPathsOfMissingFilesAreNotFound(t *testing.T) {
	handler := smallSite(t)
	for _, path := range []string{"/nothing", "/assets", "/assets/", "/../site.go", "/..%2fsite.go"} {
		assert.Equal(t, http.StatusNotFound, get(handler, path, "br").Code, path)
	}
	request := httptest.NewRequest(http.MethodPost, "/", nil)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	assert.Equal(t, http.StatusMethodNotAllowed, recorder.Code)
}

func TestOnlyNamesWithAHashAreImmutable(t *testing.T) {
	for name, want := range map[string]bool{
		"assets/main-ABCD1234.js": true, "assets/main-ABCD1234.js.map": true, "index.html": false,
		"embed.js": false, "assets/commit-mono.woff2": false, "assets/a-ABCD1234": false,
	} {
		assert.Equal(t, want, IsHashed(name), name)
	}
}
