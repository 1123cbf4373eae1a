package wasmslim

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exercise grows stacks, moves them, collects garbage, recovers from panics of the
// runtime and names its callers: everything that reads the tables of functions.
const exercise = `package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

type node struct{ next *node; pad [20]int }

func deep(n int, keep *node) int {
	if n == 0 { return 0 }
	return 1 + deep(n-1, &node{next: keep})
}

func fails(kind int) (why string) {
	defer func() { why = fmt.Sprint(recover()) }()
	var m map[string]int
	var list []int
	switch kind {
	case 0:
		m["x"] = 1
	case 1:
		_ = list[kind]
	case 2:
		var n *node
		n.next = nil
	default:
		panic("own")
	}
	return ""
}

func main() {
	done := make(chan int)
	for i := range 4 {
		go func() { done <- deep(3000*(i+1), nil) }()
	}
	sum := 0
	for range 4 { sum += <-done; runtime.GC() }
	fmt.Println(sum)
	for kind := range 4 { fmt.Println(fails(kind)) }
	pc, _, _, ok := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name(), ok)
	fmt.Println(strings.Contains(string(debug.Stack()), "main.main"))
}
`

func TestASlimProgramDoesTheSame(t *testing.T) {
	node, err := exec.LookPath("node")
	require.NoError(t, err, "install Node.js: the engine's programs are run with it")
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module exercise\n\ngo 1.26\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(exercise), 0o644))
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", "whole.wasm", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	whole, err := os.ReadFile(filepath.Join(dir, "whole.wasm"))
	require.NoError(t, err)
	slim, err := Slim(whole)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "slim.wasm"), slim, 0o644))
	run := func(name string) string {
		c := exec.Command(node, filepath.Join(runtime.GOROOT(), "lib", "wasm", "wasm_exec_node.js"), name)
		c.Dir = dir
		c.Env = []string{"PATH=" + os.Getenv("PATH")}
		out, err := c.CombinedOutput()
		require.NoError(t, err, string(out))
		return string(out)
	}
	assert.Equal(t, run("whole.wasm"), run("slim.wasm"))
	memory, err := load(dataOf(t, whole))
	require.NoError(t, err)
	_, found := findTable(memory)
	assert.True(t, found, "this toolchain's tables have another layout: look at the comment of the package")
}

func dataOf(t *testing.T, program []byte) []byte {
	sections, err := split(program)
	require.NoError(t, err)
	for _, s := range sections {
		if s.id == dataSection {
			return s.body
		}
	}
	t.Fatal("the program has no data")
	return nil
}

func TestJoiningSegmentsKeepsMemoryAsItIs(t *testing.T) {
	memory := make([]byte, 5000)
	for _, i := range []int{0, 8, 9, 700, 955, 956, 4999} {
		memory[i] = byte(i%255 + 1)
	}
	again, err := load(segments(memory))
	require.NoError(t, err)
	assert.Equal(t, memory, again)
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	for _, text := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x0b\x05\x01", "plain text, no module"} {
		_, err := Slim([]byte(text))
		assert.Error(t, err, "%q", text)
	}
}
