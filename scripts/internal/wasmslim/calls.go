package wasmslim

import "slices"

// endings are the functions of the runtime that never return to where they are called.
var endings = []string{
	"runtime.sigpanic", "runtime.gopanic", "runtime.throw", "runtime.fatal",
	"runtime.goPanicIndex", "runtime.goPanicIndexU",
	"runtime.goPanicSliceAlen", "runtime.goPanicSliceAlenU", "runtime.goPanicSliceAcap", "runtime.goPanicSliceAcapU",
	"runtime.goPanicSliceB", "runtime.goPanicSliceBU",
	"runtime.panicdivide", "runtime.panicshift", "runtime.panicwrap", "runtime.panicrangestate",
	"runtime.panicdottypeE", "runtime.panicdottypeI", "runtime.panicnildottype",
}

// growers are those that start the caller anew, on a larger stack.
var growers = []string{"runtime.morestack", "runtime.morestack_noctxt"}

// The stack pointer: a global, and a local of every function that always has its value.
const (
	stackPointer = 0
	stackLocal   = 1
)

// pushPattern is how the compiler stores the address to return to.
var pushPattern = []instruction{
	{op: opLocalGet, value: stackLocal}, {op: opI32Const, value: 8}, {op: opI32Sub},
	{op: opLocalTee, value: stackLocal}, {op: opGlobalSet, value: stackPointer},
	{op: opLocalGet, value: stackLocal}, {op: opI64Const, value: whatever}, {op: opI64Store},
}

// afterCall fetches the stack pointer again, which may have moved, and goes to the exit
// of the function when the call says that the stack is being left.
var afterCall = []instruction{
	{op: opGlobalGet, value: stackPointer}, {op: opLocalSet, value: stackLocal}, {op: opBrIf, value: whatever},
}

// callPattern is how the compiler calls a function by its number.
var callPattern = slices.Concat(pushPattern, []instruction{{op: opI32Const}, {op: opCall, value: whatever}}, afterCall)

// The indices in callPattern.
const (
	callAddress = 6
	callTarget  = 9
)

// leaveEarly writes calls shorter. Those that never come back go through a function that
// does all but choose the address; the place they stand at leaves. All others leave where
// they stand, too: how far away the common exit is differs from call to call, and what
// differs does not compress.
func (f *function) leaveEarly() {
	f.edit(func(i int) ([]instruction, int) {
		switch rest := f.body[i:]; {
		case startsWith(rest, callPattern) && f.isAddress(rest[callAddress]) && f.leaves(rest[len(callPattern)-1]) &&
			slices.Contains(f.cold, int(rest[callTarget].value)):
			target := f.outline(int(rest[callTarget].value))
			return []instruction{rest[callAddress], {op: opCall, value: int64(target)}, plain(opReturn)}, len(callPattern)
		case startsWith(rest, afterCall) && f.leaves(rest[len(afterCall)-1]):
			block := f.block()
			return []instruction{rest[0], rest[1], {op: opIf, block: block, rest: []byte{noType}},
				num(1), plain(opReturn), {op: opEnd, block: block}}, len(afterCall)
		}
		return nil, 0
	})
}

// leaves reports whether a branch goes to the exit.
func (f *function) leaves(branch instruction) bool { return f.exit != none && branch.block == f.exit }

// whatever stands in a pattern for every value.
const whatever = -1 << 63

// startsWith compares instructions with a pattern, but for the blocks that they name (a
// value of a branch is how far away that block was).
func startsWith(body, pattern []instruction) bool {
	if len(body) < len(pattern) {
		return false
	}
	for i, want := range pattern {
		if body[i].op != want.op || want.value != whatever && body[i].value != want.value {
			return false
		}
	}
	return true
}

// endsAt reports whether the address at i is for a call that ends the function: nothing
// goes on behind it.
func (f *function) endsAt(i int) bool {
	next := f.body[i+1]
	return next.op == opCall && int(next.value) >= f.first && slices.Contains(f.endings, f.outlined[int(next.value)-f.first])
}

// panics reports whether the address at i is for a call of sigpanic. In a function that
// made one the pointers are those of where its deferred calls start, if it has any
// (continpc in runtime/traceback.go).
func (f *function) panics(i int) bool {
	return f.outlined[int(f.body[i+1].value)-f.first] == f.sigpanic
}

// outline gives the number of the function that calls another with an address.
func (w *rewriter) outline(target int) int {
	i := slices.Index(w.outlined, target)
	if i < 0 {
		i = len(w.outlined)
		w.outlined = append(w.outlined, target)
	}
	return w.first + i
}

// outlined is the body of such a function.
func outlined(target int) []byte {
	return encode([]byte{0}, []instruction{
		{op: opGlobalGet, value: stackPointer}, num(8), plain(opI32Sub), {op: opGlobalSet, value: stackPointer},
		{op: opGlobalGet, value: stackPointer}, get(0), access(opI64Store, 3, 0),
		num(0), {op: opCall, value: int64(target)}, plain(opEnd),
	})
}
