// Package wasmslim makes a js/wasm program that the Go toolchain wrote smaller for the
// wire, and quicker, without changing what it does, and lets it recurse as deep as Go's own
// stack allows. It works on the finished file. README.md in this folder explains each step
// by an example and what it relies on; Steps lists them.
//
//	data.go                         data that the linker cut at zeros is joined again
//	functions.go pack.go start.go   what the runtime knows of functions crosses packed
//	reach.go                        what the program can never come to is left out
//	calls.go                        calls take fewer bytes
//	dispatch.go                     jumps become branches
//	peephole.go                     short runs of instructions have shorter equals
//	code.go                         all functions, and the address that each keeps
//	unwind.go                       the browser's stack is given back
//	names.go                        the names of functions, for stack traces
//	shape.go                        what a function must look like to be changed
//
// Together, and compiled without inlining and write barriers, they take more than half off the
// engine after Brotli, and no time. Crash reports still name our own functions.
//
// All this knows how Go 1.26 writes programs (cmd/internal/obj/wasm, cmd/link/internal/ld,
// runtime/symtab.go) without inlining: recover asks which calls were inlined. A function
// that looks otherwise is left as it is (shape.go says what is relied on); a table of
// functions that looks otherwise leaves the whole program as it is, but for the data, which
// costs only bytes. The tests of the engine run slimmed, and so do those of this package.
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

// Builds are how a program may be compiled, each smaller than the one before.
var Builds = []Build{
	{"as Go compiles it", []string{"-ldflags=-s -w"}}, // without symbols, which only debuggers read
	{"without inlining", []string{"-gcflags=all=-l", "-ldflags=-s -w"}},
	{"without write barriers", []string{
		"-gcflags=all=-l -wb=false", "-gcflags=runtime/...=-l", "-gcflags=internal/runtime/...=-l",
		"-ldflags=-s -w -X=runtime.godebugDefault=" + stopTheWorld,
	}},
}

// BuildFlags are how a program must be compiled to be slimmed.
var BuildFlags = Builds[len(Builds)-1].Flags

// stopTheWorld is the setting of the runtime without which a program that has no write barriers
// loses what it still uses: no goroutine but the runtime's own runs while the collector marks.
const stopTheWorld = "gcstoptheworld=1"

var (
	errModule = errors.New("this is no WebAssembly module that the Go linker wrote")
	errFlags  = errors.New("this program was not compiled with wasmslim.BuildFlags")
)

// A Step is one thing that Slim does.
type Step struct {
	Title string
	Costs bool // it makes the program larger, and is done for something else
}

// The steps by their place in Steps, counted from one. Each relies on those before it.
const (
	stepData = 1 + iota
	stepFunctions
	stepReach
	stepCalls
	stepDispatch
	stepPeephole
	stepAddresses
	stepUnwind
	stepCount = stepUnwind
)

// Steps are what Slim does, in order.
var Steps = []Step{
	stepData - 1:      {Title: "data joined"},
	stepFunctions - 1: {Title: "table of functions packed"},
	stepReach - 1:     {Title: "what nothing enters left out"},
	stepCalls - 1:     {Title: "calls shortened"},
	stepDispatch - 1:  {Title: "jumps turned into branches"},
	stepPeephole - 1:  {Title: "instructions shortened"},
	stepAddresses - 1: {Title: "addresses shared"},
	stepUnwind - 1:    {Title: "the browser's stack given back", Costs: true},
}

// Slim returns a smaller program that does the same, and the names of functions that its stack
// traces have numbers for. Functions of unused, with a star for any ending, are never entered in
// this program, besides those that no program enters.
func Slim(program []byte, unused ...string) ([]byte, Names, error) {
	return Partly(program, stepCount, unused...)
}

// Partly does the first of the steps only, to measure what each gains.
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

// rewrite changes the functions and their table, in the memory that it was found in.
func (m *module) rewrite(table *functionTable, steps int, unused []string) (Names, error) {
	if steps >= stepReach {
		if err := m.leaveOut(table, append(unused, neverEntered...)); err != nil {
			return nil, err
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
