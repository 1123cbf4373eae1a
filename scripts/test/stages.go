package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"pantograph/scripts/internal/browser"
	"pantograph/scripts/internal/bundle"
	"pantograph/scripts/internal/progress"
)

func stages() []stage {
	all := []stage{
		{name: "build", run: buildTests},
		{name: "static", run: static, lane: "code"},
		{name: "go", run: goTests, lane: "code"},
		{name: "wasm", run: wasmTests, lane: "code"},
		{name: "unit", run: unitTests, lane: "code"},
	}
	for _, b := range browser.Browsers {
		all = append(all, stage{b.Name, func(root string) tally { return pageTests(root, b) }, "page"})
	}
	return all
}

// static runs the checks that execute no code. Each command counts as one test.
func static(root string) tally {
	var result tally
	result.add(succeeds(root, nil, "go", "vet", "./..."))
	result.add(succeeds(root, []string{"GOOS=js", "GOARCH=wasm"}, "go", "vet", "./evaluator/...", "./wasm/..."))
	result.add(printsNothing(root, "gofmt", "-l", "evaluator", "scripts", "wasm"))
	result.add(succeeds(root, nil, tool(root, "tsc"), "--noEmit"))
	return result
}

// buildTests builds dist as it is released, and checks it against the budgets.
func buildTests(root string) tally {
	result := succeeds(root, nil, "go", "run", "./scripts/build")
	if result.failed == 0 {
		result.add(succeeds(root, nil, "go", "run", "./scripts/size", "-check"))
	}
	return result
}

// succeeds tests that a command succeeds.
func succeeds(root string, env []string, name string, arguments ...string) tally {
	output, err := executeWithProgress(root, env, name, arguments...)
	if err != nil {
		return tally{failed: 1, text: fmt.Sprintf("%s %s: %v\n%s", filepath.Base(name), strings.Join(arguments, " "),
			err, output)}
	}
	return tally{passed: 1}
}

// printsNothing tests that a command succeeds and prints nothing.
func printsNothing(root, name string, arguments ...string) tally {
	output, err := executeWithProgress(root, nil, name, arguments...)
	if err != nil || output != "" {
		return tally{failed: 1, text: fmt.Sprintf("%s %s should print nothing:\n%s", name,
			strings.Join(arguments, " "), output)}
	}
	return tally{passed: 1}
}

// executeWithProgress runs a command that may take a long time, and reports that it is still running.
func executeWithProgress(root string, env []string, name string, arguments ...string) (string, error) {
	step := progress.Begin(os.Stdout, strings.Join(append([]string{filepath.Base(name)}, arguments...), " "))
	defer step.End()
	return execute(root, env, name, arguments...)
}

// execute runs a command and returns its output.
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
	return progress.During(os.Stdout, "running unit tests", func() tally {
		return nodeTests(root, "unit", testFiles(root, func(path string) bool { return !isPageTest(path) }), nil,
			oneProcessEach)
	})
}

var testName = regexp.MustCompile(`\.(test|spec)\.ts$`)

// testFiles returns the paths, relative to the root, of the test files in web/test for which wanted
// returns true.
func testFiles(root string, wanted func(string) bool) []string {
	var files []string
	filepath.WalkDir(filepath.Join(root, "web", "test"), func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() || !testName.MatchString(path) {
			return nil // not an error, even if web/test is missing
		}
		relative, err := filepath.Rel(root, path)
		if slashed := filepath.ToSlash(relative); err == nil && wanted(slashed) {
			files = append(files, slashed)
		}
		return nil
	})
	return files
}

// oneProcessEach makes Node run each bundle in a separate process.
func oneProcessEach(bundles []string, _ string) ([]string, error) { return bundles, nil }

// singleProcess makes Node run all bundles in one process, so that they share a browser.
func singleProcess(bundles []string, folder string) ([]string, error) {
	var program strings.Builder
	for _, path := range bundles {
		relative, err := filepath.Rel(folder, path)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&program, "import %q;\n", "./"+filepath.ToSlash(relative))
	}
	all := filepath.Join(folder, "all.mjs")
	return []string{all}, os.WriteFile(all, []byte(program.String()), 0o644)
}

// nodeTests bundles test files and runs Node's test runner on the programs that arrange returns for
// the bundles. kind is the name of the folder for the bundles.
func nodeTests(root, kind string, files, env []string, arrange func(bundles []string, folder string) ([]string,
	error)) tally {
	if len(files) == 0 {
		return tally{text: "there are no test files"}
	}
	out := filepath.Join(root, "node_modules", ".cache", "pantograph", "test", kind)
	if err := os.RemoveAll(out); err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	if err := bundle.Tests(bundle.Options{Root: root}, out, files); err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	bundles := make([]string, len(files))
	for i, file := range files {
		bundles[i] = filepath.Join(out, strings.TrimSuffix(file, ".ts")+".mjs")
	}
	programs, err := arrange(bundles, out)
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	arguments := []string{"--enable-source-maps", "--test", "--test-reporter=spec",
		"--test-concurrency=" + strconv.Itoa(runtime.NumCPU())}
	if pages.title != "" {
		arguments = append(arguments, "--test-name-pattern="+pages.title)
	}
	arguments = append(arguments, programs...)
	program := exec.Command("node", arguments...)
	program.Dir, program.Env = root, append(os.Environ(), env...)
	var printed strings.Builder
	program.Stdout, program.Stderr = &printed, &printed
	if kind != "unit" && pages.verbose {
		program.Stdout = io.MultiWriter(&printed, os.Stdout)
	}
	err = program.Run()
	output := printed.String()
	result := countNode(output)
	if err != nil && result.failed == 0 {
		result.add(tally{failed: 1, text: output})
	}
	return result
}

var nodeCount = regexp.MustCompile(`(?m)^ℹ (pass|fail|cancelled|skipped|todo) (\d+)$`)

// countNode counts tests by the summary at the end of the reporter's output. The text is the part
// about failures.
func countNode(output string) tally {
	var result tally
	for _, match := range nodeCount.FindAllStringSubmatch(output, -1) {
		n, _ := strconv.Atoi(match[2]) // the pattern matches digits only
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
