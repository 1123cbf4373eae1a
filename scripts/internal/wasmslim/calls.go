package wasmslim

import "slices"

// endings lists the functions of the runtime that never return to their caller.
var endings = []string{
	"runtime.sigpanic", "runtime.gopanic", "runtime.throw", "runtime.fatal",
	"runtime.goPanicIndex", "runtime.goPanicIndexU",
	"runtime.goPanicSliceAlen", "runtime.goPanicSliceAlenU", "runtime.goPanicSliceAcap", "runtime.goPanicSliceAcapU",
	"runtime.goPanicSliceB", "runtime.goPanicSliceBU",
	"runtime.panicdivide", "runtime.panicshift", "runtime.panicwrap", "runtime.panicrangestate",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicnildottype",
}

// growers lists the functions of the runtime that restart their caller on a larger stack.
var growers = []string{"runtime.morestack", "runtime.morestack_noctxt"}

// The stack pointer is a global, and also a local of every function, which always has the same value.
const (
	stackPointer = 0
	stackLocal   = 1
)

// pushPattern is the code with which the compiler stores the return address.
var pushPattern = []instruction{
	{op: opLocalGet, value: stackLocal}, {op: opI32Const, value: 8}, {op: opI32Sub},
	{op: opLocalTee, value: stackLocal}, {op: opGlobalSet, value: stackPointer},
	{op: opLocalGet, value: stackLocal}, {op: opI64Const, value: anyValue}, {op: opI64Store},
}

// afterCall reloads the stack pointer, which may have moved, and branches to the exit of the
// function if the callee reports that the stack is being unwound.
var afterCall = []instruction{
	{op: opGlobalGet, value: stackPointer}, {op: opLocalSet, value: stackLocal}, {op: opBrIf, value: anyValue},
}

// callPattern is the code with which the compiler calls a function by its number.
var callPattern = slices.Concat(pushPattern, []instruction{{op: opI32Const}, {op: opCall, value: anyValue}}, afterCall)

// Indices into callPattern.
const (
	callAddress = 6
	callTarget  = 9
)

// leaveEarly shortens calls. A call that never returns goes through an outlined function, which
// stores the return address, and is followed by a return. After any other call, a conditional return
// replaces the branch to the common exit: the distance of the branch differs from call to call, so it
// compresses badly.
func (f *function) leaveEarly() {
	f.edit(func(i int) ([]instruction, int) {
		switch rest := f.body[i:]; {
		case startsWith(rest, callPattern) && f.isAddress(rest[callAddress]) && f.leaves(rest[len(callPattern)-1]) &&
			slices.Contains(f.cold, int(rest[callTarget].value)):
			target := f.outline(int(rest[callTarget].value))
			return []instruction{rest[callAddress], {op: opCall, value: int64(target)},
				plain(opReturn)}, len(callPattern)
		case startsWith(rest, afterCall) && f.leaves(rest[len(afterCall)-1]):
			block := f.block()
			return []instruction{rest[0], rest[1], {op: opIf, block: block, rest: []byte{noType}},
				num(1), plain(opReturn), {op: opEnd, block: block}}, len(afterCall)
		}
		return nil, 0
	})
}

// leaves reports whether the target of a branch is the exit.
func (f *function) leaves(branch instruction) bool { return f.exit != none && branch.block == f.exit }

// anyValue matches every value in a pattern.
const anyValue = -1 << 63

// startsWith reports whether a body starts with the instructions of a pattern. It does not compare
// the target blocks of branches.
func startsWith(body, pattern []instruction) bool {
	if len(body) < len(pattern) {
		return false
	}
	for i, want := range pattern {
		if body[i].op != want.op || want.value != anyValue && body[i].value != want.value {
			return false
		}
	}
	return true
}

// endsAt reports whether the address at index i is the return address of a call that never returns.
func (f *function) endsAt(i int) bool {
	next := f.body[i+1]
	return next.op == opCall && int(next.value) >= f.first &&
		slices.Contains(f.endings, f.outlined[int(next.value)-f.first])
}

// panics reports whether the address at index i is the return address of a call of sigpanic. In a
// function that called sigpanic, the live pointers are those at the start of its deferred calls, if
// it has any (continpc in runtime/traceback.go).
func (f *function) panics(i int) bool {
	return f.outlined[int(f.body[i+1].value)-f.first] == f.sigpanic
}

// outline returns the number of a function that stores a return address and calls the target.
func (w *rewriter) outline(target int) int {
	i := slices.Index(w.outlined, target)
	if i < 0 {
		i = len(w.outlined)
		w.outlined = append(w.outlined, target)
	}
	return w.first + i
}

// outlined returns the body of a function that stores a return address and calls the target.
func outlined(target int) []byte {
	return encode([]byte{0}, []instruction{
		{op: opGlobalGet, value: stackPointer}, num(8), plain(opI32Sub), {op: opGlobalSet, value: stackPointer},
		{op: opGlobalGet, value: stackPointer}, get(0), access(opI64Store, 3, 0),
		num(0), {op: opCall, value: int64(target)}, plain(opEnd),
	})
}
