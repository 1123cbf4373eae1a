package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"pantograph/scripts/internal/engine"
	"pantograph/scripts/internal/progress"
)

// goTests runs the Go tests natively.
func goTests(root string) tally {
	return goTest(root, nil, "./...")
}

// wasmTests runs the tests of shipped code in Node, compiled and slimmed like the engine.
func wasmTests(root string) tally {
	folder, err := os.MkdirTemp("", "pantograph")
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	defer os.RemoveAll(folder)
	launcher := filepath.Join(folder, "slimexec")
	if output, err := executeWithProgress(root, nil, "go", "build", "-o", launcher,
		"./scripts/internal/slimexec"); err != nil {
		return tally{failed: 1, text: output}
	}
	arguments := append(slices.Clone(engine.Flags), "-exec", launcher, "./evaluator/...", "./wasm/...")
	return goTest(root, []string{"GOOS=js", "GOARCH=wasm"}, arguments...)
}

// goTest runs go test with additional environment variables and arguments.
func goTest(root string, env []string, arguments ...string) tally {
	// The stage static has vetted all packages.
	command := exec.Command("go", append([]string{"test", "-json", "-vet=off", "-timeout=10m"}, arguments...)...)
	command.Dir = root
	command.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		return tally{failed: 1, text: err.Error()}
	}
	waiting := progress.Begin(os.Stdout, strings.TrimSpace(strings.Join(env, " ")+" go test"))
	defer waiting.End()
	result := countGo(output)
	if err := command.Wait(); err != nil && result.failed == 0 {
		result.add(tally{failed: 1, text: stderr.String()})
	}
	return result
}

// An event is one line of `go test -json`.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// countGo counts the tests in a stream of events, and collects the output of failing ones. A package
// that fails without a failing test (it does not compile, or it crashes) counts as one failed test.
func countGo(events io.Reader) tally {
	var result tally
	outputs := map[string]*strings.Builder{}
	failing := map[string]bool{}
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			result.text += lines.Text() + "\n"
			continue
		}
		key := e.Package + e.ImportPath + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if outputs[key] == nil {
				outputs[key] = &strings.Builder{}
			}
			outputs[key].WriteString(e.Output)
		case "build-fail":
			result.text += outputs[key].String()
			delete(outputs, key)
		case "fail":
			if e.Test == "" && failing[e.Package] {
				continue // already counted through its tests
			}
			failing[e.Package] = true
			result.failed++
			if e.Test == "" { // the package crashed: its last output belongs to the tests that were running
				for _, running := range slices.Sorted(maps.Keys(outputs)) {
					if running != key && strings.HasPrefix(running, e.Package+" ") {
						result.text += "CRASHED " + running + "\n" + outputs[running].String()
					}
				}
			}
			if outputs[key] != nil {
				result.text += "FAIL " + key + "\n" + outputs[key].String()
			}
		case "pass", "skip":
			delete(outputs, key)
			if e.Test != "" && e.Action == "pass" {
				result.passed++
			} else if e.Test != "" {
				result.skipped++
			}
		}
	}
	return result
}
