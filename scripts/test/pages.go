package main

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"pantograph/scripts/internal/browser"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/site"
	"pantograph/scripts/internal/still"
)

// pages says which tests of the page run, and how much of them is shown.
var pages struct {
	match   string
	title   string
	verbose bool
}

// pageTests runs the tests of the page in one browser, against dist, once.
func pageTests(root string, b browser.Browser) tally {
	files := testFiles(root, func(path string) bool { return isPageTest(path) && strings.Contains(path, pages.match) })
	if len(files) == 0 {
		return tally{text: "there are no tests of the page"}
	}
	env, stop, err := pageEnv(root, b)
	if err != nil && b.Required {
		return tally{failed: 1, text: err.Error()}
	}
	if err != nil {
		return tally{text: "left out: " + err.Error()}
	}
	defer stop()
	said := still.Begin(os.Stdout, "testing the page in "+b.Name)
	defer said.End()
	// A browser alone keeps two processors busy, and takes seconds to start.
	return atOnce(dealt(files, max(1, runtime.NumCPU()/2)), func(some []string) tally { return pageTest(root, b, some, env) })
}

// dealt gives each of so many hands its share of the files.
func dealt(files []string, hands int) [][]string {
	shares := make([][]string, min(hands, len(files)))
	for i, file := range files {
		shares[i%len(shares)] = append(shares[i%len(shares)], file)
	}
	return shares
}

// pageTest runs some files of tests in one browser. One that opens windows has a display of
// its own: of two on one display only one has the keyboard.
func pageTest(root string, b browser.Browser, files, env []string) tally {
	if b.Windowed {
		display, hide, err := browser.Display()
		if err != nil {
			return tally{failed: 1, text: err.Error()}
		}
		defer hide()
		env = append(slices.Clone(env), display...)
	}
	first := strings.TrimSuffix(filepath.Base(files[0]), ".spec.ts")
	return nodeTests(root, filepath.Join(b.Name, first), files, env, inOneProgram)
}

// pageEnv starts what the tests of the page need, dist at an address. It returns the
// environment that says so.
func pageEnv(root string, b browser.Browser) (env []string, stop func(), err error) {
	path, err := b.FindOrInstall()
	if err != nil {
		return nil, nil, err
	}
	address, stop, err := serve(root)
	if err != nil {
		return nil, nil, err
	}
	return []string{"PAGE_URL=" + address, "BROWSER=" + b.Name, "BROWSER_PATH=" + path}, stop, nil
}

// atOnce runs the shares at the same time.
func atOnce(shares [][]string, run func(files []string) tally) tally {
	results := make([]tally, len(shares))
	var group sync.WaitGroup
	for i, share := range shares {
		group.Go(func() { results[i] = run(share) })
	}
	group.Wait()
	var total tally
	for _, result := range results {
		total.add(result)
	}
	return total
}

// pageBench measures the page in the first browser, against dist, and prints what it finds.
func pageBench(root string) tally {
	env, stop, err := pageEnv(root, browser.Browsers[0])
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	defer stop()
	out := filepath.Join(root, "node_modules", ".cache", "pantograph", "test", "bench")
	if err := bundle.Tests(bundle.Options{Root: root}, out, benchFiles); err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	var result tally
	for _, file := range benchFiles {
		output, err := execute(root, env, "node", filepath.Join(out, strings.TrimSuffix(file, ".ts")+".mjs"))
		if err != nil {
			return tally{failed: 1, text: output}
		}
		result.add(tally{passed: 1, text: output})
	}
	return result
}

var benchFiles = []string{"web/test/bench/edit.bench.ts", "web/test/bench/embeds.bench.ts", "web/test/bench/hostile.bench.ts"}

// serve serves dist on a free port.
func serve(root string) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", nil, err
	}
	server := &http.Server{Handler: site.Handler(filepath.Join(root, "dist"))}
	go server.Serve(listener)
	return "http://" + listener.Addr().String() + "/", func() { server.Close() }, nil
}

func isPageTest(path string) bool { return strings.HasPrefix(path, "web/test/browser/") }
