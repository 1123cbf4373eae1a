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

// A watcher builds whenever a source changes, and tells open pages to reload.
type watcher struct {
	root  string
	mu    sync.Mutex
	pages map[chan struct{}]bool // a channel for each open page; receiving means to reload
}

func newWatcher(root string) *watcher {
	return &watcher{root: root, pages: map[chan struct{}]bool{}}
}

// watched are the folders and files that dist is built from.
var watched = []string{"evaluator", "wasm", "web", "testdata", "scripts", "go.mod", "package.json", "tsconfig.json"}

// pollEvery is short enough to feel immediate; each poll costs a few milliseconds.
const pollEvery = 300 * time.Millisecond

// run polls until the context ends. Polling needs no library.
func (w *watcher) run(ctx context.Context) {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	last := w.newest()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if now := w.newest(); now != last {
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

// newest returns the stamp of the watched files as they are now.
func (w *watcher) newest() stamp {
	var s stamp
	for _, name := range watched {
		filepath.WalkDir(filepath.Join(w.root, name), func(path string, item fs.DirEntry, err error) error {
			if err != nil || item.IsDir() {
				return nil // a file that vanishes meanwhile changes the count
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

// rebuild runs the build as a separate program, since a change of the evaluator changes the build
// too. If it fails, the last good dist stays.
func (w *watcher) rebuild() bool {
	step := progress.Begin(os.Stdout, "building")
	defer step.End()
	build := exec.Command("go", "run", "./scripts/build", "-dev")
	build.Dir = w.root
	build.Stdout, build.Stderr = step, step
	err := build.Run()
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve: the last good build is served until this is fixed")
	}
	return err == nil
}

// reload tells all open pages to reload.
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

// Two paths that exist only while watching.
const (
	scriptPath = "/dev/reload.js"
	eventsPath = "/dev/events"
)

// reloadScript is a separate file because the page's policy forbids inline scripts.
const reloadScript = `new EventSource("` + eventsPath + `").onmessage = () => location.reload();` + "\n"

// handler serves the two paths of watching, and adds the script to all pages.
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

// events tells one page when to reload, until it disconnects.
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
	// A comment, so that the response begins at once.
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

// withScript adds the reload script to a page, which is served uncompressed for this.
func withScript(next http.Handler, out http.ResponseWriter, r *http.Request) {
	// Without these headers, the response is the whole page as text.
	r.Header.Del("Accept-Encoding")
	r.Header.Del("If-Modified-Since")
	r.Header.Del("Range")
	page := &recorded{ResponseWriter: out}
	next.ServeHTTP(page, r)
	tag := []byte(`<script src="` + scriptPath + `" async></script></body>`)
	content := bytes.Replace(page.body.Bytes(), []byte("</body>"), tag, 1)
	out.Header().Del("Content-Length")
	if page.status != 0 {
		out.WriteHeader(page.status)
	}
	out.Write(content)
}

// recorded buffers a response, so that it can be changed.
type recorded struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

// WriteHeader and Write replace those of the ResponseWriter; headers go to it directly.
func (r *recorded) WriteHeader(status int)          { r.status = status }
func (r *recorded) Write(piece []byte) (int, error) { return r.body.Write(piece) }
