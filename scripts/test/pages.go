package main

import (
	"cmp"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"pantograph/scripts/internal/browser"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/progress"
	"pantograph/scripts/internal/site"
)

// pages has the values of the flags that select tests of the page and their output.
var pages struct {
	match   string
	title   string
	verbose bool
}

// pageTests runs the tests of the page in one browser, against dist.
func pageTests(root string, b browser.Browser) tally {
	files := testFiles(root, func(path string) bool { return isPageTest(path) && strings.Contains(path, pages.match) })
	if len(files) == 0 {
		return tally{text: "no file of page tests has a name that contains " + strconv.Quote(pages.match)}
	}
	env, stop, err := pageEnv(root, b)
	if err != nil && b.Required {
		return tally{failed: 1, text: err.Error()}
	}
	if err != nil {
		return tally{text: "skipped: " + err.Error()}
	}
	defer stop()
	step := progress.Begin(os.Stdout, "testing the page in "+b.Name)
	defer step.End()
	return inParallel(distribute(root, files, runtime.NumCPU()),
		func(some []string) tally { return pageTest(root, b, some, env) })
}

// distribute distributes files among at most the given number of workers, so that each gets about as
// many bytes.
func distribute(root string, files []string, workers int) [][]string {
	sizes := map[string]int64{}
	for _, file := range files {
		if info, err := os.Stat(filepath.Join(root, file)); err == nil {
			sizes[file] = info.Size()
		}
	}
	largestFirst := slices.SortedStableFunc(slices.Values(files),
		func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) })
	shares, loads := make([][]string, min(workers, len(files))), make([]int64, min(workers, len(files)))
	for _, file := range largestFirst {
		lightest := slices.Index(loads, slices.Min(loads))
		shares[lightest] = append(shares[lightest], file)
		loads[lightest] += max(1, sizes[file])
	}
	return shares
}

// pageTest runs some test files in one browser. A browser that opens windows gets its own display,
// because only one browser on a display can have the keyboard focus.
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
	return nodeTests(root, filepath.Join(b.Name, first), files, env, singleProcess)
}

var installing sync.Mutex

// pageEnv serves dist for the tests of the page. It returns the environment variables that the tests
// need, and a function that stops the server.
func pageEnv(root string, b browser.Browser) (env []string, stop func(), err error) {
	installing.Lock() // only one stage at a time can install packages
	path, err := b.FindOrInstall()
	installing.Unlock()
	if err != nil {
		return nil, nil, err
	}
	address, stop, err := serve(root)
	if err != nil {
		return nil, nil, err
	}
	return []string{"PAGE_URL=" + address, "BROWSER=" + b.Name, "BROWSER_PATH=" + path}, stop, nil
}

// inParallel calls run with each share in parallel, and returns the sum of the results.
func inParallel(shares [][]string, run func(files []string) tally) tally {
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

// pageBench measures the page in the first browser, against dist, and prints the results.
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
		if !strings.Contains(filepath.Base(file), pages.match) {
			continue
		}
		output, err := execute(root, env, "node", filepath.Join(out, strings.TrimSuffix(file, ".ts")+".mjs"))
		if err != nil {
			return tally{failed: 1, text: output}
		}
		result.add(tally{passed: 1, text: output})
	}
	return result
}

var benchFiles = []string{"web/test/bench/edit.bench.ts", "web/test/bench/embeds.bench.ts",
	"web/test/bench/graph.bench.ts", "web/test/bench/hostile.bench.ts"}

// serve serves dist, and an empty document as /empty.html, on a free port. It returns the address and
// a function that stops the server.
func serve(root string) (address string, stop func(), err error) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", site.Handler(filepath.Join(root, "dist")))
	mux.HandleFunc("/empty.html", empty)
	server := &http.Server{Handler: mux}
	go server.Serve(listener)
	return "http://" + listener.Addr().String() + "/", func() { server.Close() }, nil
}

// empty responds with an empty document with the headers of the page. With another
// Cross-Origin-Opener-Policy, WebKit would load the page after it in a new process, which takes
// three times as long.
func empty(w http.ResponseWriter, _ *http.Request) {
	for _, header := range site.Headers("index.html") {
		w.Header().Set(header.Name, header.Value)
	}
}

func isPageTest(path string) bool { return strings.HasPrefix(path, "web/test/browser/") }
