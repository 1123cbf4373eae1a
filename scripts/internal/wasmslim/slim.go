// Package wasmslim makes a js/wasm program written by the Go toolchain smaller to download, and
// faster, without changing what it does, and lets it recurse as deeply as Go's own stack allows. It
// works on the finished file. README.md in this folder explains each step by an example and states
// what it relies on; Steps lists them.
//
//	data.go                         joins data that the linker split at zeros
//	functions.go pack.go start.go   pack the runtime's table of functions
//	reach.go                        removes code that the program can never reach
//	types.go                        removes what nothing reads from type descriptors
//	calls.go                        shortens calls
//	dispatch.go                     turns jumps into branches
//	peephole.go                     replaces short sequences of instructions by shorter ones
//	code.go                         rewrites all functions, and shares the address in each
//	unwind.go                       releases the browser's stack
//	names.go                        keeps the names of functions, for stack traces
//	shape.go                        checks that a function looks as expected
//
// Together with compiling with little inlining and without write barriers, the steps more than halve
// the engine's size after Brotli. Crash reports still name our own functions.
//
// All this relies on how Go 1.26 compiles programs (cmd/internal/obj/wasm, cmd/link/internal/ld,
// runtime/symtab.go). A function that looks different is left as it is (shape.go lists the
// assumptions); a different table of functions leaves the whole program as it is, except for the
// data, at the expense of size only. The engine's tests run slimmed, and so do those of this
// package.
package wasmslim

import (
	"bytes"
	"errors"
)

// A Build is a way to compile a program.
type Build struct {
	Title string
	Flags []string
}

// Builds returns ways to compile a program, each smaller than the one before. Calls are inlined only
// in the runtime and in packages that match one of the patterns in fast. The last one makes a
// program that can be slimmed.
func Builds(fast []string) []Build {
	withFast := func(rest, runtime, inlining string) []string {
		flags := []string{"-gcflags=all=" + rest, "-gcflags=runtime/...=" + runtime,
			"-gcflags=internal/runtime/...=" + runtime}
		for _, pattern := range fast {
			flags = append(flags, "-gcflags="+pattern+"="+inlining)
		}
		return flags
	}
	return []Build{
		{"as Go compiles it", []string{"-ldflags=-s -w"}}, // without symbols, which only debuggers read
		{"with little inlining", append(withFast("-l", "", ""), "-ldflags=-s -w")},
		{"without write barriers", append(withFast("-l -wb=false", "", "-wb=false"),
			"-ldflags=-s -w -X=runtime.godebugDefault="+stopTheWorld)},
	}
}

// Flags returns the flags with which a program must be compiled to be slimmed.
func Flags(fast []string) []string {
	builds := Builds(fast)
	return builds[len(builds)-1].Flags
}

// stopTheWorld is a setting of the runtime without which a program compiled without write barriers
// loses memory that is still in use: only the runtime's own goroutine runs while the collector
// marks.
const stopTheWorld = "gcstoptheworld=1"

var (
	errModule = errors.New("this is no WebAssembly module that the Go linker wrote")
	errFlags  = errors.New("this program was not compiled with wasmslim.Flags")
)

// A Step is one transformation of Slim.
type Step struct {
	Title string
	Costs bool // it makes the program larger, for another benefit
}

// The steps by their position in Steps, counted from one. Each relies on those before it.
const (
	stepData = 1 + iota
	stepFunctions
	stepReach
	stepTypes
	stepCalls
	stepDispatch
	stepPeephole
	stepAddresses
	stepUnwind
	stepCount = stepUnwind
)

// Steps are the transformations of Slim, in order.
var Steps = []Step{
	stepData - 1:      {Title: "data joined"},
	stepFunctions - 1: {Title: "table of functions packed"},
	stepReach - 1:     {Title: "what nothing enters left out"},
	stepTypes - 1:     {Title: "types reduced to what is read"},
	stepCalls - 1:     {Title: "calls shortened"},
	stepDispatch - 1:  {Title: "jumps turned into branches"},
	stepPeephole - 1:  {Title: "instructions shortened"},
	stepAddresses - 1: {Title: "addresses shared"},
	stepUnwind - 1:    {Title: "the browser's stack given back", Costs: true},
}

// Slim returns a smaller program that does the same, and the names for the numbers in its stack
// traces. The functions in unused, where a star matches any suffix, are never entered in this
// program, in addition to those that no program enters.
func Slim(program []byte, unused ...string) ([]byte, Names, error) {
	return Partly(program, stepCount, unused...)
}

// Partly takes only the first steps, to measure the gain of each.
func Partly(program []byte, steps int, unused ...string) ([]byte, Names, error) {
	m, err := split(program)
	if err != nil {
		return nil, nil, err
	}
	data := m.section(dataSection)
	memory, err := load(data.body)
	if err != nil {
		return nil, nil, err
	}
	if !bytes.Contains(memory, []byte(stopTheWorld)) {
		return nil, nil, errFlags
	}
	var names Names
	if table := findFunctions(memory); table != nil && steps >= stepFunctions {
		if names, err = m.rewrite(table, steps, unused); err != nil {
			return nil, nil, err
		}
	}
	if steps >= stepData {
		data.body = segments(memory)
	}
	return m.join(), names, nil
}

// rewrite changes the functions and their table, in the memory where it was found.
func (m *module) rewrite(table *functionTable, steps int, unused []string) (Names, error) {
	if steps >= stepReach {
		constants, err := m.leaveOut(table, append(unused, neverEntered...))
		if err != nil {
			return nil, err
		}
		if steps >= stepTypes {
			table.shortenTypes(constants)
		}
	}
	w, err := m.rewriter(table, steps)
	if err != nil {
		return nil, err
	}
	packed, err := table.pack()
	if err != nil {
		return nil, err
	}
	outline := m.addType([]byte{i64Type}, []byte{i32Type})
	for _, target := range w.outlined {
		m.addFunction(outline, outlined(target))
	}
	start := m.addFunction(m.addType(nil, nil), packed.start())
	m.section(startSection).body = appendUnsigned(nil, start)
	return table.fullNames(), nil
}
