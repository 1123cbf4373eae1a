package site

import (
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Handler returns a handler that serves a built folder as every host should: with the headers that
// Headers returns, with compressed files for browsers that accept them, and with 404 for everything
// else.
func Handler(folder string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "this site is read only", http.StatusMethodNotAllowed)
			return
		}
		name := FileOf(r.URL.Path)
		encoding, file := negotiate(filepath.Join(folder, filepath.FromSlash(name)), r.Header.Get("Accept-Encoding"))
		content, err := os.Open(file)
		if err != nil {
			notFound(w)
			return
		}
		defer content.Close()
		info, err := content.Stat()
		if err != nil || info.IsDir() {
			notFound(w)
			return
		}
		for _, header := range Headers(name) {
			w.Header().Set(header.Name, header.Value)
		}
		w.Header().Set("Vary", "Accept-Encoding")
		if encoding != "" {
			w.Header().Set("Content-Encoding", encoding)
			w.Header().Set("Content-Length", strconv.FormatInt(info.Size(), 10))
			r.Header.Del("Range") // it would be a range of compressed bytes
		}
		http.ServeContent(w, r, "", info.ModTime(), content)
	})
}

// FileOf returns the file that a request path refers to, without a leading slash.
func FileOf(requested string) string {
	name := strings.TrimPrefix(path.Clean("/"+requested), "/")
	if name == "" || strings.HasSuffix(requested, "/") {
		name = path.Join(name, "index.html")
	}
	return name
}

func notFound(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "There is no such page.", http.StatusNotFound)
}

// negotiate returns the path of the smallest form of a file that the browser accepts, and its
// encoding ("" if it is not compressed).
func negotiate(file, accepted string) (encoding, chosen string) {
	for _, option := range []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if accepts(accepted, option.encoding) {
			if _, err := os.Stat(file + option.suffix); err == nil {
				return option.encoding, file + option.suffix
			}
		}
	}
	return "", file
}

// accepts reports whether an Accept-Encoding header accepts an encoding. A quality of zero means
// that it does not.
func accepts(header, encoding string) bool {
	for _, item := range strings.Split(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(item), ";")
		if strings.TrimSpace(name) == encoding {
			q := strings.ReplaceAll(quality, " ", "")
			return q == "" || strings.Trim(strings.TrimPrefix(q, "q="), "0.") != ""
		}
	}
	return false
}
