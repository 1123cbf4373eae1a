package wasmslim

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exercise is a program that grows and moves stacks, collects garbage, recovers from runtime panics,
// jumps in every direction, waits in the middle of loops and prints the names of its callers: it uses
// everything that reads the tables of functions or resumes functions.
const exercise = `package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
)

type node struct{ next *node; pad [20]int }

func deep(n int, keep *node) int {
	if n == 0 { return 0 }
	return 1 + deep(n-1, &node{next: keep})
}

func wide(n int) (sum int) {
	var frame [3000]int
	for i := range frame { frame[i] = i * n }
	if n > 0 { sum = wide(n-1) }
	return sum + frame[n] + len(fmt.Sprint(frame[:2]))
}

func fails(kind int) (why string) {
	defer func() { why = fmt.Sprint(recover()) }()
	var m map[string]int
	list := make([]int, 2)
	var item any = "text"
	switch kind {
	case 0: m["x"] = 1
	case 1: _ = list[kind+1]
	case 2: var n *node; n.next = nil
	case 3: _ = list[kind:]
	case 4: _ = list[kind-2:kind-3]
	case 5: _ = 7 / (kind - 5)
	case 6: _ = item.(int)
	case 7: _ = item.(error)
	case 8: panic(errors.New("an error"))
	case 9: var f func(); f()
	case 10: _ = [4]int(list)
	default: panic("own")
	}
	return ""
}

// deferSeveral defers several calls. One of them recovers, and one changes the result.
func deferSeveral(n int) (out []int, err error) {
	defer func() { out = append(out, -1) }()
	if n%2 == 0 { defer func() { if r := recover(); r != nil { err = fmt.Errorf("recovered %v", r) } }() }
	for i := range n {
		defer func() { out = append(out, i) }()
		if i == 3 { panic(i) }
	}
	return []int{n}, nil
}

func words(text string) (found []string) {
outer:
	for _, word := range strings.Fields(text) {
		for i := 0; i < len(word); i++ {
			switch {
			case word[i] == '!': break outer
			case word[i] < 'a': continue outer
			}
			if i > 3 { goto long }
		}
		switch word { case "one", "two", "three", "four", "five", "six": found = append(found, "number"); continue }
		found = append(found, word)
		continue
	long:
		found = append(found, "long")
	}
	return found
}

// store writes through a pointer into a stack that moves when store starts. The pointer is no longer
// live when store calls wide.
func store(to *int, n int) int {
	*to = n
	return wide(n % 3)
}

func stores(depth int) int {
	var kept [40]int
	sum := 0
	for i := range kept {
		store(&kept[i], depth+i)
		sum += kept[i]
	}
	if depth > 0 { sum += stores(depth-1) }
	return sum + kept[depth%40]
}

// collected panics in the runtime, collects garbage and grows the stack while deferred calls run, and
// returns the result that they set.
func collected(n *node) (out *node) {
	kept := &node{pad: [20]int{7}}
	defer func() {
		recover()
		runtime.GC()
		deep(2000, nil)
		out = kept
	}()
	return n.next
}

type catcher struct{ caught []any }

func (c catcher) value() { print(recover() == nil, " ") }
func (c *catcher) pointer() { c.caught = append(c.caught, recover()) }

type catches interface{ value(); pointer() }

// recovered defers methods through the wrappers that the compiler generates.
func recovered(c *catcher, kind int) {
	var i catches = c
	defer func() { c.caught = append(c.caught, recover()) }()
	switch kind {
	case 0: defer i.value()
	case 1: defer i.pointer()
	case 2: f := i.value; defer f()
	case 3: f := i.pointer; defer f()
	case 4: defer (*catcher).value(c)
	case 5: defer func() { func() { c.pointer() }() }()
	case 6: for range kind { defer i.pointer() }
	}
	panic(kind)
}

func waits() (sum int) {
	numbers, done := make(chan int), make(chan bool)
	go func() { defer close(done); for n := range numbers { sum += n; runtime.Gosched() } }()
	for i := range 100 {
		select {
		case numbers <- i:
			if i%10 == 0 { runtime.GC() }
		case <-done:
			return -1
		}
	}
	close(numbers)
	<-done
	return sum
}

var bin *node

// moved swaps pointers while garbage is collected, and counts the nodes whose content has changed. If
// the program ran while the collector marks, without write barriers, thousands would change.
func moved() (wrong int) {
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	shelves := make([][]*node, 40)
	for i := range shelves {
		shelves[i] = make([]*node, 5000)
		for j := range shelves[i] { shelves[i][j] = &node{pad: [20]int{i*5000 + j}} }
	}
	for round := range 400000 {
		from, to := &shelves[round*7%40][round%5000], &shelves[round*11%40][round*3%5000]
		kept := *from
		*from = nil
		bin = &node{next: bin}
		if round%5000 == 0 { bin = nil }
		*from, *to = *to, kept
		if round%64 == 0 { runtime.Gosched() }
	}
	seen := make([]bool, 40*5000)
	for _, shelf := range shelves {
		for _, n := range shelf {
			if n == nil { continue } // a slot that was swapped with itself is nil
			if n.next != nil || seen[n.pad[0]] { wrong++ }
			seen[n.pad[0]] = true
		}
	}
	return wrong
}

type shape interface{ area() float64 }
type square struct{ side float64 }
type pair[T any] struct{ a, b T }

func (s *square) area() float64 { return s.side * s.side }
func (p pair[T]) swap() pair[T] { return pair[T]{p.b, p.a} }

func floats() string {
	var shapes []shape
	for i := range 5 { shapes = append(shapes, &square{float64(i) / 3}) }
	slices.SortFunc(shapes, func(a, b shape) int { if a.area() > b.area() { return -1 }; return 1 })
	area := shapes[1].area
	return fmt.Sprintf("%.3f %v %d %d", area(), pair[string]{"x", "y"}.swap(),
		uint8(int(area()*200)), int64(-area()*1e9))
}

func main() {
	done := make(chan int)
	for i := range 4 {
		go func() { done <- deep(3000*(i+1), nil) }()
	}
	sum := 0
	for range 4 { sum += <-done; runtime.GC() }
	fmt.Println(sum, wide(20), waits(), floats())
	for kind := range 12 { fmt.Println(fails(kind)) }
	for n := range 7 {
		func() {
			defer func() { if r := recover(); r != nil { fmt.Println("outside", r) } }()
			fmt.Println(deferSeveral(n))
		}()
	}
	fmt.Println(stores(300), collected(nil).pad[0], "moved", moved())
	for kind := range 7 {
		c := &catcher{}
		recovered(c, kind)
		fmt.Println(c.caught)
	}
	fmt.Println(words("a one b Two seven two extraordinary six x! four"))
	m := map[pair[int]]string{}
	for i := range 1000 { m[pair[int]{i % 37, i % 41}] += fmt.Sprint(i) }
	fmt.Println(len(m), len(m[pair[int]{1, 2}]))
	pc, _, _, ok := runtime.Caller(0)
	fmt.Println(runtime.FuncForPC(pc).Name(), ok)
	fmt.Println(strings.Contains(string(debug.Stack()), "main."))
}
`

// compile compiles a program to whole.wasm in a folder, and slims it to slim.wasm.
func compile(t *testing.T, dir, program string) (whole []byte, names Names) {
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module exercise\n\ngo 1.26\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644))
	build := exec.Command("go", append(append([]string{"build"}, Flags([]string{"exercise"})...), "-o",
		"whole.wasm", ".")...)
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=mod")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	whole, err = os.ReadFile(filepath.Join(dir, "whole.wasm"))
	require.NoError(t, err)
	slim, names, err := Slim(whole)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "slim.wasm"), slim, 0o644))
	return whole, names
}

// execute runs a program in Node, with flags for Node, and returns its output.
func execute(t *testing.T, dir, name string, flags ...string) (string, error) {
	node, err := exec.LookPath("node")
	require.NoError(t, err, "install Node.js, which runs the programs of this test")
	c := exec.Command(node, append(flags, filepath.Join(runtime.GOROOT(), "lib", "wasm", "wasm_exec_node.js"), name)...)
	c.Dir = dir
	c.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := c.CombinedOutput()
	return string(out), err
}

func TestASlimProgramDoesTheSame(t *testing.T) {
	dir := t.TempDir()
	whole, names := compile(t, dir, exercise)
	run := func(name string) string {
		out, err := execute(t, dir, name)
		require.NoError(t, err, out)
		return out
	}
	want := run("whole.wasm")
	assert.Contains(t, want, "main.main true\ntrue\n")
	assert.Contains(t, want, "moved 0\n")
	assert.Equal(t, want, string(names.In([]byte(run("slim.wasm")))))
	slim, err := os.ReadFile(filepath.Join(dir, "slim.wasm"))
	require.NoError(t, err)
	assert.Less(t, len(slim), len(whole)*3/4)
	assertRemoved(t, whole)
	assertRecognised(t, whole)
	assertUnpacked(t, dir, whole)
}

// assertRemoved checks that the lists still contain names of functions and that these functions are
// removed, and that with empty lists, leaveOut keeps the functions that the linker kept.
func assertRemoved(t *testing.T, program []byte) {
	m, err := split(program)
	require.NoError(t, err)
	memory, err := load(m.section(dataSection).body)
	require.NoError(t, err)
	table := findFunctions(memory)
	for _, name := range []string{"runtime.schedtrace", "runtime.traceAdvance", "runtime.traceLocker.GoStart",
		skipped[0], skipped[1]} {
		assert.NotEmpty(t, table.indices([]string{name}, 0), name)
	}
	_, _, err = m.leaveOut(table, neverEntered)
	require.NoError(t, err)
	removed := 0
	for _, f := range table.functions {
		if f.name == "" {
			removed++
		}
		assert.False(t, isListed(neverEntered, f.name), f.name)
	}
	assert.Greater(t, removed, 100)

	oldSkipped := skipped
	skipped = nil
	defer func() { skipped = oldSkipped }()
	m, err = split(program)
	require.NoError(t, err)
	table = findFunctions(memory)
	_, _, err = m.leaveOut(table, nil)
	require.NoError(t, err)
	var missed []string
	for i, f := range findFunctions(memory).functions {
		if table.functions[i].name == "" {
			missed = append(missed, f.name)
		}
	}
	assert.Less(t, len(missed), 5,
		"leaveOut removes functions that are called, not only those that are inlined everywhere: %v", missed)
}

// dump is a script that instantiates a program, which runs only its start function, and writes the
// memory to a file.
const dump = `
const fs = require("fs")
const nothing = new Proxy({}, {get: () => () => {}})
const instance = new WebAssembly.Instance(new WebAssembly.Module(fs.readFileSync("slim.wasm")), {gojs: nothing})
fs.writeFileSync("memory", new Uint8Array(instance.exports.mem.buffer))
`

// assertUnpacked checks that the start function writes the table of functions in the runtime's
// format, with the correct data for every function.
func assertUnpacked(t *testing.T, dir string, program []byte) {
	m, err := split(program)
	require.NoError(t, err)
	memory, err := load(m.section(dataSection).body)
	require.NoError(t, err)
	want := findFunctions(memory)
	_, err = m.rewrite(want, stepCount, nil)
	require.NoError(t, err)
	c := exec.Command("node", "-e", dump)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
	memory, err = os.ReadFile(filepath.Join(dir, "memory"))
	require.NoError(t, err)
	got := findFunctions(memory)
	require.NotNil(t, got)
	require.Len(t, got.functions, len(want.functions))
	for i, f := range want.functions {
		assert.Equal(t, f.numberedName(i), got.functions[i].name)
		f.name, f.nameAt = got.functions[i].name, 0
		require.Equal(t, f, got.functions[i])
	}
}

// assertRecognised checks that the code of the current toolchain is recognised. Code that is not
// recognised is not changed, which no other test would notice.
func assertRecognised(t *testing.T, program []byte) {
	m, err := split(program)
	require.NoError(t, err)
	memory, err := load(m.section(dataSection).body)
	require.NoError(t, err)
	table := findFunctions(memory)
	require.NotNil(t, table, "the tables of this toolchain have another layout: see README.md")
	count, code := m.section(codeSection).counted()
	for range count {
		r := &reader{b: code.take(int(code.unsigned()))}
		for range r.unsigned() {
			r.unsigned()
			r.byte()
		}
		instructions, _ := decode(r.b)
		require.NotNil(t, instructions)
		again, _ := decode(encode(nil, instructions))
		require.True(t, reflect.DeepEqual(instructions, again))
	}
	w, err := m.rewriter(table, stepCount)
	require.NoError(t, err)
	assert.Greater(t, len(w.outlined), 10,
		"calls are compiled differently, or the runtime's functions have other names: see README.md")
}

// TestAFunctionWithAnotherUseOfItsAddressIsNotChanged checks that a constant that only looks like a
// return address of the function does not change.
func TestAFunctionWithAnotherUseOfItsAddressIsNotChanged(t *testing.T) {
	w := &rewriter{steps: stepCount, table: &functionTable{functions: make([]functionInfo, 4)}}
	locals := []byte{1, 1, i32Type}
	address := int64(firstPC+3)<<pointBits + 2
	push := slices.Clone(pushPattern)
	push[callAddress].value = address
	push[callAddress+1].rest = []byte{3}
	end := []instruction{num(0), plain(opReturn), plain(opUnreachable), plain(opEnd)}
	pushed := encode(locals, slices.Concat(fetchStackPointer, push, end))
	elsewhere := encode(locals, slices.Concat(fetchStackPointer, []instruction{{op: opI64Const, value: address},
		plain(opDrop)}, end))
	constant := encode(nil, []instruction{{op: opI64Const, value: address}})
	assert.False(t, bytes.Contains(w.function(3, pushed), constant))
	assert.True(t, bytes.Contains(w.function(2, pushed), constant), "it is not an address of this function")
	assert.Equal(t, elsewhere, w.function(3, elsewhere))
}

// TestAPatternMatchesOnlyIfAllInstructionsDo checks the patterns, since only the code around a
// constant tells whether it is a return address.
func TestAPatternMatchesOnlyIfAllInstructionsDo(t *testing.T) {
	assert.True(t, startsWith(pushPattern, pushPattern))
	for i := range pushPattern {
		other := slices.Clone(pushPattern)
		other[i].value += 9
		assert.Equal(t, i == callAddress, startsWith(other, pushPattern), "another value at %d", i)
		other = slices.Clone(pushPattern)
		other[i].op++
		assert.False(t, startsWith(other, pushPattern), "another instruction at %d", i)
	}
	assert.False(t, startsWith(pushPattern[:3], pushPattern))
}

func TestJoiningSegmentsDoesNotChangeMemory(t *testing.T) {
	memory := make([]byte, 5000)
	for _, i := range []int{0, 8, 9, 700, 955, 956, 4999} {
		memory[i] = byte(i%255 + 1)
	}
	again, err := load(segments(memory))
	require.NoError(t, err)
	assert.Equal(t, memory, again)
}

func TestAFileThatIsNotAProgramIsRefused(t *testing.T) {
	for _, text := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x0b\x05\x01", "plain text"} {
		_, _, err := Slim([]byte(text))
		assert.Error(t, err, "%q", text)
	}
}

// TestAProgramCompiledWithoutTheFlagsIsRefused checks that Slim refuses programs without the setting
// stopTheWorld, which occasionally lose memory still in use.
func TestAProgramCompiledWithoutTheFlagsIsRefused(t *testing.T) {
	data := segments([]byte("godebugDefault"))
	program := append(bytes.Clone(magic), append(appendUnsigned([]byte{dataSection}, len(data)), data...)...)
	_, _, err := Slim(program)
	assert.ErrorIs(t, err, errFlags)
}
