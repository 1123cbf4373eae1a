// Package wasmslim makes a js/wasm program that the Go toolchain wrote smaller for the
// wire, and quicker, without changing what it does. It works on the finished file:
//
//   - reach.go: what the program can never come to is left out
//   - dispatch.go: jumps forward become branches instead of going through the table at
//     the function's start; what nothing jumps to any more leaves that table, and the
//     rest is numbered one after the other
//   - calls.go: calls that never return, and what follows calls, take fewer bytes
//   - peephole.go: short runs of instructions have shorter equals
//   - functions.go, pack.go, start.go: what the runtime knows of functions (frames,
//     pointers in them, names) crosses packed; a start function of the module unpacks
//     it. What only stack traces read goes: files, lines, arguments
//   - data.go: data is joined again that the linker cut at every eight zero bytes
//
// Together they take two fifths off the engine after Brotli, and no time. Crash reports
// still name our own functions.
//
// All this knows how Go 1.26 writes programs (cmd/internal/obj/wasm, cmd/link/internal/ld,
// runtime/symtab.go) without inlining: recover asks which calls were inlined. A function
// that looks otherwise is left as it is (shape.go says what is relied on); a table of
// functions that looks otherwise leaves the whole program as it is, but for the data, which
// costs only bytes. The tests of the engine run slimmed, and so do those of this package.
package wasmslim

import "errors"

// BuildFlags are how a program must be compiled: without inlining, which makes code
// larger, and without symbols.
var BuildFlags = []string{"-gcflags=all=-l", "-ldflags=-s -w"}

var errModule = errors.New("this is no WebAssembly module that the Go linker wrote")

// Slim returns a smaller program that does the same. The names of functions stay in full
// for those that begin with own, like the path of a module.
func Slim(program []byte, own string) ([]byte, error) {
	m, err := split(program)
	if err != nil {
		return nil, err
	}
	data := m.section(dataSection)
	memory, err := load(data.body)
	if err != nil {
		return nil, err
	}
	if table := findFunctions(memory); table != nil {
		if err := m.rewrite(table, own); err != nil {
			return nil, err
		}
	}
	data.body = segments(memory)
	return m.join(), nil
}

// rewrite changes the functions and their table, in the memory that it was found in.
func (m *module) rewrite(table *functionTable, own string) error {
	if err := m.leaveOut(table); err != nil {
		return err
	}
	w, err := m.rewriter(table)
	if err != nil {
		return err
	}
	packed, err := table.pack(own)
	if err != nil {
		return err
	}
	outline := m.addType([]byte{i64Type}, []byte{i32Type})
	for _, target := range w.outlined {
		m.addFunction(outline, outlined(target))
	}
	start := m.addFunction(m.addType(nil, nil), packed.start())
	m.section(startSection).body = appendUnsigned(nil, start)
	return nil
}
