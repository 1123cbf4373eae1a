// Slimexec slims a js/wasm program, as the build slims the engine, and runs it in Node.
//
//	GOOS=js GOARCH=wasm go test -exec slimexec ...
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"pantograph/scripts/internal/wasmslim"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: slimexec program [arguments]")
		os.Exit(2)
	}
	err := run(os.Args[1], os.Args[2:])
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed):
		os.Exit(failed.ExitCode())
	case err != nil:
		fmt.Fprintln(os.Stderr, "slimexec:", err)
		os.Exit(1)
	}
}

// smallStack sets Node's stack to 500 KB, half of what a program has in Chromium: recursion must not
// need more.
const smallStack = "--stack-size=500"

func run(program string, arguments []string) error {
	whole, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	slim, names, err := wasmslim.Slim(whole)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "slimexec")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "slim.wasm")
	if err := os.WriteFile(file, slim, 0o644); err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	launcher := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js")
	node := exec.Command("node", append([]string{smallStack, launcher, file}, arguments...)...)
	// Go's loader refuses an environment larger than a few KB, so programs get only what Node
	// needs.
	node.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	out := &traceWriter{to: os.Stdout, names: names}
	node.Stdin, node.Stdout, node.Stderr = os.Stdin, out, out
	err = node.Run()
	out.flush()
	return err
}

// A traceWriter inserts the names of functions into the stack traces that are written to it.
type traceWriter struct {
	to    io.Writer
	names wasmslim.Names
	line  []byte // the current incomplete line
}

// Write passes complete lines on; flush passes on the rest.
func (n *traceWriter) Write(b []byte) (int, error) {
	n.line = append(n.line, b...)
	if end := bytes.LastIndexByte(n.line, '\n') + 1; end > 0 {
		if _, err := n.to.Write(n.names.In(n.line[:end])); err != nil {
			return 0, err
		}
		n.line = n.line[end:]
	}
	return len(b), nil
}

func (n *traceWriter) flush() { n.to.Write(n.names.In(n.line)) }
