package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"pantograph/scripts/internal/progress"
)

// A watcher builds whenever a source changes, and makes open pages reload.
type watcher struct {
	root  string
	mu    sync.Mutex
	pages map[chan struct{}]bool // a channel for each open page; sending on it reloads the page
}

func newWatcher(root string) *watcher {
	return &watcher{root: root, pages: map[chan struct{}]bool{}}
}

// watched lists the folders and files from which dist is built.
var watched = []string{"evaluator", "wasm", "web", "testdata", "scripts", "go.mod", "package.json", "tsconfig.json"}

// pollInterval is short enough to seem immediate. A poll takes a few milliseconds.
const pollInterval = 300 * time.Millisecond

// run rebuilds after changes until the context ends. It polls because watching files would need a
// library.
func (w *watcher) run(ctx context.Context) {
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()
	last := w.stamp()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if now := w.stamp(); now != last {
			last = now
			if w.rebuild() {
				w.reload()
			}
		}
	}
}

// A stamp changes when any watched file is written, added or removed.
type stamp struct {
	newest time.Time
	count  int
}

// stamp returns the current stamp of the watched files.
func (w *watcher) stamp() stamp {
	var s stamp
	for _, name := range watched {
		filepath.WalkDir(filepath.Join(w.root, name), func(path string, item fs.DirEntry, err error) error {
			if err != nil || item.IsDir() {
				return nil // a file that vanishes during the walk changes the count
			}
			if info, err := item.Info(); err == nil {
				s.count++
				if info.ModTime().After(s.newest) {
					s.newest = info.ModTime()
				}
			}
			return nil
		})
	}
	return s
}

// rebuild runs the build and reports whether it succeeded. It compiles the build first, which
// contains the evaluator. If it fails, dist is not changed.
func (w *watcher) rebuild() bool {
	step := progress.Begin(os.Stdout, "building")
	defer step.End()
	build := exec.Command("go", "run", "./scripts/build", "-dev")
	build.Dir = w.root
	build.Stdout, build.Stderr = step, step
	err := build.Run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve: serving the last successful build until this is fixed")
	}
	return err == nil
}

// reload makes all open pages reload.
func (w *watcher) reload() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for page := range w.pages {
		select {
		case page <- struct{}{}:
		default: // a reload is already pending
		}
	}
}

// Paths that exist only with -watch.
const (
	scriptPath = "/dev/reload.js"
	eventsPath = "/dev/events"
)

// reloadScript is a separate file because the page's policy forbids inline scripts.
const reloadScript = `new EventSource("` + eventsPath + `").onmessage = () => location.reload();` + "\n"

// handler serves scriptPath and eventsPath, and adds the reload script to all pages that next serves.
func (w *watcher) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == scriptPath:
			out.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			out.Header().Set("Cache-Control", "no-store")
			fmt.Fprint(out, reloadScript)
		case r.URL.Path == eventsPath:
			w.events(out, r)
		case strings.HasSuffix(r.URL.Path, "/") || strings.HasSuffix(r.URL.Path, ".html"):
			withScript(next, out, r)
		default:
			next.ServeHTTP(out, r)
		}
	})
}

// events sends an event to a page whenever it must reload, until the page disconnects.
func (w *watcher) events(out http.ResponseWriter, r *http.Request) {
	page := make(chan struct{}, 1)
	w.mu.Lock()
	w.pages[page] = true
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.pages, page)
		w.mu.Unlock()
	}()
	out.Header().Set("Content-Type", "text/event-stream")
	out.Header().Set("Cache-Control", "no-store")
	flush := http.NewResponseController(out)
	// The comment makes the server send the headers immediately.
	fmt.Fprint(out, ": watching\n\n")
	for flush.Flush() == nil {
		select {
		case <-r.Context().Done():
			return
		case <-page:
			fmt.Fprint(out, "data: reload\n\n")
		}
	}
}

// withScript serves a page with the reload script added to it.
func withScript(next http.Handler, out http.ResponseWriter, r *http.Request) {
	// Without these headers, the response is the complete page, not compressed.
	r.Header.Del("Accept-Encoding")
	r.Header.Del("If-Modified-Since")
	r.Header.Del("Range")
	page := &buffered{ResponseWriter: out}
	next.ServeHTTP(page, r)
	tag := []byte(`<script src="` + scriptPath + `" async></script></body>`)
	content := bytes.Replace(page.body.Bytes(), []byte("</body>"), tag, 1)
	out.Header().Del("Content-Length")
	if page.status != 0 {
		out.WriteHeader(page.status)
	}
	out.Write(content)
}

// buffered is a ResponseWriter that buffers the body of a response, so that it can be changed.
type buffered struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader and Write record the response. Headers are set on the wrapped ResponseWriter.
func (r *buffered) WriteHeader(status int)          { r.status = status }
func (r *buffered) Write(piece []byte) (int, error) { return r.body.Write(piece) }
