package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"pantograph/scripts/internal/browser"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/site"
)

func stages() []stage {
	all := []stage{{"static", static}, {"go", goTests}, {"wasm", wasmTests}, {"unit", unitTests}, {"build", built}}
	for _, b := range browser.Browsers {
		all = append(all, stage{b.Name, func(root string) tally { return pageTests(root, b) }})
	}
	return all
}

// static checks what needs no run: each command is one test.
func static(root string) tally {
	var result tally
	result.add(command(root, nil, "go", "vet", "./..."))
	result.add(command(root, []string{"GOOS=js", "GOARCH=wasm"}, "go", "vet", "./evaluator/...", "./wasm/..."))
	result.add(silent(root, "gofmt", "-l", "evaluator", "scripts", "wasm"))
	result.add(command(root, nil, tool(root, "tsc"), "--noEmit"))
	return result
}

// built makes dist as it is released and holds it against the budgets.
func built(root string) tally {
	result := command(root, nil, "go", "run", "./scripts/build")
	if result.failed == 0 {
		result.add(command(root, nil, "go", "run", "./scripts/size", "-check"))
	}
	return result
}

// command is one test: that a program succeeds.
func command(root string, env []string, name string, arguments ...string) tally {
	output, err := execute(root, env, name, arguments...)
	if err != nil {
		return tally{failed: 1, text: fmt.Sprintf("%s %s: %v\n%s", filepath.Base(name), strings.Join(arguments, " "), err, output)}
	}
	return tally{passed: 1}
}

// silent is one test: that a program prints nothing.
func silent(root, name string, arguments ...string) tally {
	output, err := execute(root, nil, name, arguments...)
	if err != nil || output != "" {
		return tally{failed: 1, text: fmt.Sprintf("%s %s should print nothing:\n%s", name, strings.Join(arguments, " "), output)}
	}
	return tally{passed: 1}
}

func execute(root string, env []string, name string, arguments ...string) (string, error) {
	program := exec.Command(name, arguments...)
	program.Dir = root
	program.Env = append(os.Environ(), env...)
	output, err := program.CombinedOutput()
	return string(output), err
}

func tool(root, name string) string { return filepath.Join(root, "node_modules", ".bin", name) }

// unitTests runs the TypeScript tests that need no browser.
func unitTests(root string) tally {
	return nodeTests(root, "unit", testFiles(root, func(path string) bool { return !isPageTest(path) }), nil)
}

// pages says which tests of the page run, and how much of them is shown.
var pages struct {
	match   string
	verbose bool
}

// pageTests runs the tests of the page in one browser, against dist.
func pageTests(root string, b browser.Browser) tally {
	files := testFiles(root, func(path string) bool { return isPageTest(path) && strings.Contains(path, pages.match) })
	if len(files) == 0 {
		return tally{text: "there are no tests of the page"}
	}
	path, err := b.FindOrInstall()
	if err != nil {
		if b.Required {
			return tally{failed: 1, text: err.Error()}
		}
		return tally{text: "left out: " + err.Error()}
	}
	address, stop, err := serve(root)
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	defer stop()
	env := []string{"PAGE_URL=" + address, "BROWSER=" + b.Name, "BROWSER_PATH=" + path}
	return atOnce(files, runtime.NumCPU(), func(file string) tally {
		kind := filepath.Join(b.Name, filepath.Base(file))
		return patiently(file, func() tally { return nodeTests(root, kind, []string{file}, env) })
	})
}

// atOnce runs a test for each of the files, a few at a time: a page waits more than it works.
func atOnce(files []string, most int, run func(file string) tally) tally {
	results := make([]tally, len(files))
	free := make(chan struct{}, most)
	var group sync.WaitGroup
	for i, file := range files {
		free <- struct{}{}
		group.Go(func() { results[i] = run(file); <-free })
	}
	group.Wait()
	var total tally
	for _, result := range results {
		total.add(result)
	}
	return total
}

// attempts is how often a file of page tests is run before its failures count: a browser
// on a busy machine loses a key or a frame now and then, and what is really broken fails
// every time.
const attempts = 3

// failedTest is what Node says of a test that failed: its name, and the first line of why.
var failedTest = regexp.MustCompile(`(?m)^✖ .*\n.*\n`)

// patiently runs a file of tests again while some of it fails, and says so.
func patiently(file string, run func() tally) tally {
	result := run()
	for again := 1; again < attempts && result.failed > 0; again++ {
		fmt.Printf("  %s: %d failed; once more\n%s", file, result.failed, strings.Join(failedTest.FindAllString(result.text, -1), ""))
		result = run()
	}
	return result
}

// pageBench measures the page in the first browser, against dist, and prints what it finds.
func pageBench(root string) tally {
	b := browser.Browsers[0]
	path, err := b.FindOrInstall()
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	address, stop, err := serve(root)
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	defer stop()
	out := filepath.Join(root, "node_modules", ".cache", "pantograph", "test", "bench")
	if err := bundle.Tests(bundle.Options{Root: root}, out, benchFiles); err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	env := []string{"PAGE_URL=" + address, "BROWSER=" + b.Name, "BROWSER_PATH=" + path}
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

var testName = regexp.MustCompile(`\.(test|spec)\.ts$`)

// testFiles are the test files of web/test that are wanted, relative to the root.
func testFiles(root string, wanted func(string) bool) []string {
	var files []string
	filepath.WalkDir(filepath.Join(root, "web", "test"), func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() || !testName.MatchString(path) {
			return nil // without web/test there are no tests
		}
		relative, err := filepath.Rel(root, path)
		if slashed := filepath.ToSlash(relative); err == nil && wanted(slashed) {
			files = append(files, slashed)
		}
		return nil
	})
	return files
}

// nodeTests bundles test files and runs them with Node's own runner.
func nodeTests(root, kind string, files, env []string) tally {
	if len(files) == 0 {
		return tally{text: "there are no tests of this kind"}
	}
	out := filepath.Join(root, "node_modules", ".cache", "pantograph", "test", kind)
	if err := os.RemoveAll(out); err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	if err := bundle.Tests(bundle.Options{Root: root}, out, files); err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	arguments := []string{"--enable-source-maps", "--test", "--test-reporter=spec", "--test-concurrency=" + strconv.Itoa(runtime.NumCPU())}
	for _, file := range files {
		arguments = append(arguments, filepath.Join(out, strings.TrimSuffix(file, ".ts")+".mjs"))
	}
	output, err := execute(root, env, "node", arguments...)
	result := countNode(output)
	if kind != "unit" && pages.verbose {
		fmt.Print(output)
	}
	if err != nil && result.failed == 0 {
		result.add(tally{failed: 1, text: output})
	}
	return result
}

var nodeCount = regexp.MustCompile(`(?m)^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$`)

// countNode reads the end of what Node's reporter prints, and shows what failed.
func countNode(output string) tally {
	var result tally
	for _, match := range nodeCount.FindAllStringSubmatch(output, -1) {
		n, _ := strconv.Atoi(match[2]) // they are digits
		switch match[1] {
		case "pass":
			result.passed += n
		case "fail", "cancelled":
			result.failed += n
		default:
			result.skipped += n
		}
	}
	if _, failures, ok := strings.Cut(output, "failing tests:"); ok {
		result.text = failures
	}
	return result
}
