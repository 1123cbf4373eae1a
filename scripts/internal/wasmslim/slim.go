// Package wasmslim makes a js/wasm program of the Go toolchain smaller to download and faster, without
// changing what it does, and lets it recurse as deeply as Go's own stack allows. It works on the
// linked file. README.md in this folder explains each step and states what it relies on; Steps lists
// the steps.
//
//	data.go                         joins data that the linker split at zeros
//	functions.go pack.go start.go   pack the runtime's table of functions
//	reach.go                        removes code that the program never reaches
//	texts.go                        removes strings that only removed code contains
//	types.go                        removes data that nothing reads from type descriptors
//	calls.go                        shortens calls
//	dispatch.go                     turns jumps into branches
//	peephole.go                     replaces short sequences of instructions with shorter ones
//	code.go                         rewrites all functions, and shares the address in each of them
//	maps.go                         simplifies the stack maps, which the collector reads
//	unwind.go                       releases the browser's stack
//	names.go                        stores the names of functions separately, for stack traces
//	shape.go                        checks that a function has the expected form
//
// Together with compiling with little inlining and without write barriers, the steps more than halve
// the size of the engine after Brotli. Stack traces still have the names of all functions (Names).
//
// All this relies on how Go 1.26 compiles programs (cmd/internal/obj/wasm, cmd/link/internal/ld,
// runtime/symtab.go). A function with another form is not changed (shape.go lists the assumptions).
// If the table of functions has another form, only the data is joined, and nothing else is changed.
// The tests of the engine and of this package run as slimmed programs.
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

// Builds returns ways to compile a program, each with a smaller result than the one before. In all but
// the first, calls are inlined only in the runtime and in the packages that match a pattern in
// inlined. Only the program of the last one can be slimmed.
func Builds(inlined []string) []Build {
	withInlining := func(rest, runtime, inlining string) []string {
		flags := []string{"-gcflags=all=" + rest, "-gcflags=runtime/...=" + runtime,
			"-gcflags=internal/runtime/...=" + runtime}
		for _, pattern := range inlined {
			flags = append(flags, "-gcflags="+pattern+"="+inlining)
		}
		return flags
	}
	return []Build{
		{"as Go compiles it", []string{"-ldflags=-s -w"}}, // without symbols, which only debuggers read
		{"with little inlining", append(withInlining("-l", "", ""), "-ldflags=-s -w")},
		{"without write barriers", append(withInlining("-l -wb=false", "", "-wb=false"),
			"-ldflags=-s -w -X=runtime.godebugDefault="+stopTheWorld)},
	}
}

// Flags returns the flags of the last build, with which a program must be compiled to be slimmed.
func Flags(inlined []string) []string {
	builds := Builds(inlined)
	return builds[len(builds)-1].Flags
}

// stopTheWorld is a setting of the runtime: while the collector marks, only its own goroutines run. A
// program that is compiled without write barriers loses memory still in use without this setting.
const stopTheWorld = "gcstoptheworld=1"

var (
	errModule = errors.New("this is not a WebAssembly module that the Go linker wrote")
	errFlags  = errors.New("this program was not compiled with wasmslim.Flags")
)

// A Step is one transformation of Slim.
type Step struct {
	Title string
	Costs bool // the step makes the program larger, for another benefit
}

// The numbers of the steps: their positions in Steps, starting at one. Each step relies on those
// before it.
const (
	stepData = 1 + iota
	stepFunctions
	stepReach
	stepTexts
	stepTypes
	stepCalls
	stepDispatch
	stepPeephole
	stepAddresses
	stepMaps
	stepUnwind
	stepCount = stepUnwind
)

// Steps are the transformations of Slim, in order.
var Steps = []Step{
	stepData - 1:      {Title: "data joined"},
	stepFunctions - 1: {Title: "table of functions packed"},
	stepReach - 1:     {Title: "unused functions removed"},
	stepTexts - 1:     {Title: "unused texts removed"},
	stepTypes - 1:     {Title: "unused type data removed"},
	stepCalls - 1:     {Title: "calls shortened"},
	stepDispatch - 1:  {Title: "jumps turned into branches"},
	stepPeephole - 1:  {Title: "instructions shortened"},
	stepAddresses - 1: {Title: "addresses shared"},
	stepMaps - 1:      {Title: "stack maps simplified"},
	stepUnwind - 1:    {Title: "the browser's stack released", Costs: true},
}

// Slim returns a smaller program that does the same, and the names that replace the numbers in its
// stack traces. unused lists functions that this program never calls, in addition to those that no
// program calls; see isListed for the patterns.
func Slim(program []byte, unused ...string) ([]byte, Names, error) {
	return Partly(program, stepCount, unused...)
}

// Partly is like Slim, but applies only the first steps, to measure how much each of them saves.
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

// rewrite changes the functions of the module, and their table in its memory.
func (m *module) rewrite(table *functionTable, steps int, unused []string) (Names, error) {
	if steps >= stepReach {
		remaining, removed, err := m.leaveOut(table, append(unused, neverEntered...))
		if err != nil {
			return nil, err
		}
		if steps >= stepTexts {
			table.clearTexts(remaining, removed)
		}
		if steps >= stepTypes {
			table.shortenTypes(remaining)
		}
	}
	w, err := m.rewriter(table, steps)
	if err != nil {
		return nil, err
	}
	if steps >= stepMaps {
		table.simplifyMaps()
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
