package wasmslim

import (
	"errors"
	"slices"
)

// Browsers limit the stack of WebAssembly to about a megabyte, however much memory there is. A program
// that needs more ends, and cannot recover. Go's own stack is in linear memory and may grow to a
// gigabyte, but each nested Go call is also a nested WebAssembly call. When a goroutine waits, all of
// these return to wasm_pc_f_loop, which later calls the innermost function. When that returns, the
// loop calls its caller, at the return address on Go's stack, and so on.
//
// unwind.go makes this happen also to a goroutine that does not wait. Every function compares the
// stack pointer with the guard of Go's stack when it starts, and calls morestack if it has passed the
// guard. The changed loop moves the guard to a distance of reach below the stack pointer before each
// call. If the stack still has room, the changed morestack does not grow it, but makes everything
// return to the loop, which calls the function again. The other functions are not changed, except
// systemstack: a garbage collection that runs on the scheduler's stack resets the guard of the
// goroutine to the low end of its stack, and systemstack restores it.

// reach is the number of bytes of Go's stack after which the browser's stack is released. The smallest
// frame of a recursive function takes 24 bytes of Go's stack and 300 of the browser's.
const reach = 16 << 10

// Constants of the runtime.
const (
	stackSmallest = 928   // distance between a stack's low end and its guard (stackGuard in runtime/stack.go)
	requests      = -4096 // greater guards (unsigned) are not addresses, but requests to stop the goroutine

	stackLow    = 0 // offsets in runtime.g
	stackGuard  = 16
	goroutineM  = 48
	schedulerOf = 0 // in runtime.m: the scheduler's goroutine, whose stack cannot grow

	goroutine = 2 // the number of the global that contains the current goroutine
)

var errRuntime = errors.New("the runtime does not grow stacks in the way that Go 1.26 does")

// loopPattern is the start of wasm_pc_f_loop.
var loopPattern = []instruction{
	{op: opGlobalGet, value: anyValue}, plain(opI32Eqz), {op: opIf}, {op: opLoop},
	{op: opGlobalGet, value: stackPointer}, num(8), plain(opI32Sub), {op: opI32Load16U},
}

// growPattern is the start of morestack, which reads the m of the current goroutine, and its g0.
var growPattern = []instruction{
	{op: opGlobalGet, value: stackPointer}, {op: opLocalSet, value: stackLocal},
	{op: opBlock}, {op: opBlock}, {op: opBlock}, get(0), {op: opBrTable}, {op: opEnd},
	{op: opGlobalGet, value: goroutine}, plain(opI32Wrap), {op: opI64Load, value: goroutineM},
	{op: opLocalTee, value: anyValue},
	plain(opI32Wrap), {op: opI64Load, value: schedulerOf},
}

// leavePattern is the end of systemstack.
var leavePattern = []instruction{{op: opGlobalSet, value: stackPointer}, num(0), plain(opReturn), plain(opUnreachable)}

// unwinding returns the code of a function. It adds the code that releases the browser's stack to
// three functions of the runtime, and does not change others.
func unwinding(name string, code []byte) ([]byte, error) {
	parameters := 1
	var change func(body []instruction, a *assembler, first int64) []instruction
	switch name {
	case "wasm_pc_f_loop":
		parameters, change = 0, changeLoop
	case "runtime.morestack":
		change = changeMoreStack
	case "runtime.systemstack":
		change = changeSystemStack
	default:
		return code, nil
	}
	r := &reader{b: code}
	groups, locals, count := int(r.unsigned()), []byte(nil), parameters
	for range groups {
		start := r.b
		count += int(r.unsigned())
		r.byte()
		locals = append(locals, start[:len(start)-len(r.b)]...)
	}
	body, blocks := decode(r.b)
	if r.fail || body == nil {
		return nil, errRuntime
	}
	if body = change(body, &assembler{blocks: blocks}, int64(count)); body == nil {
		return nil, errRuntime
	}
	return encode(append(append(appendUnsigned(nil, groups+1), locals...), 3, i32Type), body), nil
}

// changeLoop, changeMoreStack and changeSystemStack return the changed body, or nil if the body does
// not have the expected form. They use three additional locals, whose numbers start at first.

func changeLoop(body []instruction, a *assembler, first int64) []instruction {
	if !startsWith(body, loopPattern) {
		return nil
	}
	a.moveGuard(first)
	at := slices.IndexFunc(body, func(in instruction) bool { return in.op == opLoop }) + 1
	return slices.Insert(body, at, a.out...)
}

func changeMoreStack(body []instruction, a *assembler, first int64) []instruction {
	if !startsWith(body, growPattern) {
		return nil
	}
	a.leaveAtGuard(first)
	return slices.Insert(body, 0, a.out...)
}

// changeSystemStack saves the guard before the switch to the scheduler's stack, and restores it after
// the switch back.
func changeSystemStack(body []instruction, a *assembler, first int64) []instruction {
	leave := len(body) - 1
	for leave >= 0 && !startsWith(body[leave:], leavePattern) {
		leave--
	}
	enter := slices.IndexFunc(body,
		func(in instruction) bool { return in.op == opGlobalSet && in.value == goroutine }) - 1
	if leave < 0 || enter < 0 || enter > leave {
		return nil
	}
	saved := first + 2
	a.repairGuard(first, first+1, saved)
	body = slices.Insert(body, leave+1, a.out...)
	return slices.Insert(body, enter, instruction{op: opGlobalGet, value: goroutine}, plain(opI32Wrap),
		access(opI32Load, 2, stackGuard), set(saved))
}

// lowest sets a local to the lowest guard that a stack can have. Below it, the stack must grow.
func (a *assembler) lowest(g, guard int64) {
	a.emit(get(g), access(opI32Load, 2, stackLow), num(stackSmallest), plain(opI32Add), set(guard))
}

// moveGuard writes the code that is added to the start of the loop. An odd guard was set by
// leaveAtGuard, and is kept without its lowest bit.
func (a *assembler) moveGuard(first int64) {
	g, lowest, guard := first, first+1, first+2
	a.emit(instruction{op: opGlobalGet, value: goroutine}, plain(opI32Wrap), set(g))
	a.emit(get(g), access(opI32Load, 2, stackGuard), num(requests), plain(opI32LtU))
	a.emit(get(g), access(opI32Load, 2, goroutineM), access(opI32Load, 2, schedulerOf), get(g), plain(opI32Ne),
		plain(opI32And))
	a.when(func() {
		a.lowest(g, lowest)
		a.emit(instruction{op: opGlobalGet, value: stackPointer}, num(reach), plain(opI32Sub), set(guard))
		a.emit(get(g))
		a.emit(get(g), access(opI32Load, 2, stackGuard), num(1), plain(opI32Sub))
		a.emit(get(lowest), get(guard), get(lowest), get(guard), plain(opI32GtU), plain(opSelect))
		a.emit(get(g), access(opI32Load, 2, stackGuard), num(1), plain(opI32And), plain(opSelect))
		a.emit(access(opI32Store, 2, stackGuard))
	})
}

// leaveAtGuard writes the code that is added to the start of morestack. If a function passes the guard
// right after the loop has called it, its frame is larger than reach: then the guard moves down by
// another reach, and becomes odd.
func (a *assembler) leaveAtGuard(first int64) {
	g, lowest, guard := first, first+1, first+2
	a.emit(instruction{op: opGlobalGet, value: goroutine}, plain(opI32Wrap), set(g))
	a.lowest(g, lowest)
	a.emit(get(g), access(opI32Load, 2, stackGuard), set(guard))
	a.emit(get(guard), get(lowest), plain(opI32GtU), get(guard), num(requests), plain(opI32LtU), plain(opI32And))
	a.when(func() {
		a.emit(instruction{op: opGlobalGet, value: stackPointer}, num(8), plain(opI32Add),
			instruction{op: opGlobalSet, value: stackPointer})
		a.emit(num(reach-1), instruction{op: opGlobalGet, value: stackPointer}, get(guard), plain(opI32Sub),
			plain(opI32LtU))
		a.when(func() {
			a.emit(get(g))
			a.emit(get(guard), num(reach), plain(opI32Sub), get(lowest))
			a.emit(get(guard), get(lowest), plain(opI32Sub), num(reach), plain(opI32GtU), plain(opSelect))
			a.emit(num(1), plain(opI32Or), access(opI32Store, 2, stackGuard))
		})
		a.emit(num(1), plain(opReturn))
	})
}

// repairGuard restores the goroutine's guard if it was reset to the low end of the stack. The saved
// guard is zero if the stack was unwound in between: then the loop has set the guard.
func (a *assembler) repairGuard(g, lowest, saved int64) {
	a.emit(instruction{op: opGlobalGet, value: goroutine}, plain(opI32Wrap), set(g))
	a.lowest(g, lowest)
	a.emit(get(g), access(opI32Load, 2, stackGuard), get(lowest), plain(opI32Eq))
	a.emit(get(saved), get(lowest), plain(opI32GtU), plain(opI32And), get(saved), num(requests), plain(opI32LtU),
		plain(opI32And))
	a.when(func() { a.emit(get(g), get(saved), access(opI32Store, 2, stackGuard)) })
}
