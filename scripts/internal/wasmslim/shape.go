package wasmslim

import "bytes"

// fetchStackPointer is the start of a compiled function. Afterwards the local and the global always
// have the same value.
var fetchStackPointer = []instruction{{op: opGlobalGet, value: stackPointer}, {op: opLocalSet, value: stackLocal}}

// declaredStackPointer is the first group of a function's locals: a single 32-bit integer.
var declaredStackPointer = []byte{1, i32Type}

// isUsual reports whether a function has the form on which all changes rely: it keeps the stack
// pointer in a local, which it declares first; it reads its parameter only to dispatch and as a scratch
// variable of indirect calls; all addresses within it, except that of its start, are return addresses.
func (f *function) isUsual() bool {
	if !bytes.HasPrefix(f.locals, declaredStackPointer) || !startsWith(f.body, fetchStackPointer) {
		return false
	}
	for i, in := range f.body {
		switch {
		case in.op == opLocalTee && in.value == 0,
			in.op == opLocalGet && in.value == 0 && f.body[i+1].op != opBrTable && !f.isScratch(i),
			f.isAddress(in) && point(in) != 0 && !f.isPushed(i),
			in.op == opBrTable && f.body[i-1].op != opLocalGet:
			return false
		}
	}
	return true
}

// isScratch reports whether the parameter, which is read at index i, was written just before.
func (f *function) isScratch(i int) bool {
	return i >= 2 && f.body[i-1].op == opI32Const && f.body[i-2].op == opLocalSet && f.body[i-2].value == 0
}

// isPushed reports whether the address at index i is pushed as a return address.
func (f *function) isPushed(i int) bool {
	start := i - callAddress
	return start >= 0 && startsWith(f.body[start:], pushPattern)
}

// findExit returns the outermost block if the code after it reports that the stack is being unwound,
// or none.
func (f *function) findExit() int {
	last := len(f.body) - 3 // the end of the block, the result, the end
	first := len(fetchStackPointer)
	if last <= first || f.body[first].op != opBlock || f.body[last].op != opEnd ||
		f.body[last].block != f.body[first].block ||
		f.body[last+1].op != opI32Const || f.body[last+1].value != 1 {
		return none
	}
	return f.body[first].block
}
