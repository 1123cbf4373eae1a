package wasmslim

import (
	"bytes"
	"slices"
	"strings"
)

// The linker keeps everything that the runtime and the libraries might call: the tracer, profiling,
// the output of GODEBUG settings, and the half of yaml.v3 that fills in Go structs. It cannot know
// that none of that happens here. So leaveOut removes the functions in neverEntered, and everything
// that is reachable only from them. Calling one would crash the program; the evaluator's tests, which
// run slimmed, would find that.

// neverEntered lists functions that no program here calls; a star matches any suffix. Package engine
// lists the functions that other programs may call, but not the engine.
var neverEntered = []string{
	// runtime/trace and profiling, which only a program that imports them can start
	"runtime.traceLocker.E*", "runtime.traceLocker.G*", "runtime.traceLocker.H*", "runtime.traceLocker.P*",
	"runtime.traceLocker.S*", "runtime.traceLocker.e*", "runtime.traceLocker.s*", "runtime.(*traceLocker).*",
	"runtime.traceWriter.*", "runtime.(*traceBuf).*", "runtime.(*traceSchedResourceState).*",
	"runtime.traceAcquireEnabled", "runtime.traceAdvance", "runtime.traceReader",
	"runtime.(*profBuf).*", "runtime.saveblockevent",
	"runtime.doRecordGoroutineProfile", "runtime.findGoroutineLeaks", "runtime.tryRecordGoroutineProfile*",
	// testing/synctest
	"runtime.(*synctestBubble).*",
	// output of GODEBUG settings
	"runtime.initMetrics*", "runtime.metricReader.compute", "runtime.schedtrace*",
	"runtime.checkFinalizersAndCleanups",
	"runtime.startCheckmarks*", "runtime.endCheckmarks", "runtime.setCheckmark", "runtime.getCheckmark",
	"runtime.printScavTrace", "runtime.dumpScanStats", "runtime.printAncestorTraceback",
	"internal/godebug.(*Setting).register", "internal/godebug.registerMetric", "internal/bisect.*",
	// reports about corrupted memory
	"runtime.gcDumpObject", "runtime.tracebackHexdump", "runtime.(*hexdumper).*", "runtime.badPointer",
	"runtime.(*mspan).reportZombies",
	// starting threads, reducing the number of processors, asynchronous preemption
	"runtime.newm", "runtime.mexit", "runtime.(*p).destroy", "runtime.scanConservative",
	// arenas
	"runtime.(*mspan).setUserArenaChunkToFault",
	// cgo and plugins
	"runtime.cgocall", "runtime.printCgoTraceback", "runtime.expandCgoFrames", "runtime.printOneCgoTraceback",
	"runtime.oneNewExtraM", "runtime.typesEqual",
	// decoding of YAML into Go values: only nodes are decoded
	"gopkg.in/yaml%2ev3.(*decoder).alias", "gopkg.in/yaml%2ev3.(*decoder).call*",
	"gopkg.in/yaml%2ev3.(*decoder).document", "gopkg.in/yaml%2ev3.(*decoder).mapping",
	"gopkg.in/yaml%2ev3.(*decoder).null", "gopkg.in/yaml%2ev3.(*decoder).prepare",
	"gopkg.in/yaml%2ev3.(*decoder).scalar", "gopkg.in/yaml%2ev3.(*decoder).sequence",
}

// skipped lists functions that check the toolchain's output when the program starts, or read settings
// of processors that do not apply to WebAssembly. leaveOut makes them do nothing.
var skipped = []string{"runtime.moduledataverify1", "runtime.check", "internal/cpu.processOptions"}

// isListed reports whether a list contains a name, or a prefix of it followed by a star. A pattern
// that starts with an exclamation mark excludes what it matches from the patterns before it.
func isListed(list []string, name string) (listed bool) {
	for _, pattern := range list {
		pattern, exception := strings.CutPrefix(pattern, "!")
		prefix, isPrefix := strings.CutSuffix(pattern, "*")
		if name == pattern || isPrefix && strings.HasPrefix(name, prefix) {
			listed = !exception
		}
	}
	return listed
}

// equality is the prefix of functions that compare two values of a type. Code that compares such
// values calls the function directly; maps with such keys and comparisons of interface values find it
// through the type descriptor. Listing such a function removes it only if nothing but comparisons of
// interface values needs it.
const equality = "type:.eq."

// neverRuns reports whether a function is removed, even if it is reachable.
func neverRuns(unused []string, name string) bool {
	return isListed(unused, name) && !strings.HasPrefix(name, equality)
}

// A walk finds the numbers of the reachable functions.
type walk struct {
	imports   int
	reached   []bool
	todo      []int
	constants map[int]bool // the constants in the reachable functions
}

func (w *walk) reach(number int) {
	if number >= 0 && number < len(w.reached) && !w.reached[number] {
		w.reached[number] = true
		w.todo = append(w.todo, number)
	}
}

// leaveOut replaces the functions that are not reachable from the module's exports and its data with
// traps. Functions that match unused do not count as reachable. leaveOut returns the constants in the
// remaining code and those in the code that it removes.
func (m *module) leaveOut(t *functionTable, unused []string) (remaining, removed map[int]bool, err error) {
	count, code := m.section(codeSection).counted()
	bodies := make([][]byte, count)
	for i := range bodies {
		bodies[i] = code.take(int(code.unsigned()))
	}
	if code.fail || count != len(t.functions) {
		return nil, nil, errModule
	}
	w := &walk{imports: m.imports(), reached: make([]bool, count), constants: map[int]bool{}}
	for _, number := range m.exported() {
		w.reach(number - w.imports)
	}
	w.readMemory(t, unused)
	for len(w.todo) > 0 {
		number := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if name := t.functions[number].name; neverRuns(unused, name) || slices.Contains(skipped, name) {
			continue
		}
		if !w.readCode(bodies[number]) {
			return nil, nil, errModule
		}
	}
	left := &walk{constants: map[int]bool{}} // it has no functions, so it only collects constants
	out := appendUnsigned(nil, count)
	for i, body := range bodies {
		switch name := t.functions[i].name; {
		case slices.Contains(skipped, name):
			body = skip
		case neverRuns(unused, name) || !w.reached[i] && t.functions[i].flags&flagAssembly == 0:
			left.readCode(body)
			body = trap
			t.functions[i] = functionInfo{}
		}
		out = append(appendUnsigned(out, len(body)), body...)
	}
	m.section(codeSection).body = out
	return w.constants, left.constants, nil
}

// trap is the body of a function that is never called, and skip that of a function that only returns.
var (
	trap = encode([]byte{0}, []instruction{plain(opUnreachable), plain(opEnd)})
	skip = encode([]byte{0}, []instruction{
		{op: opGlobalGet, value: stackPointer}, num(8), plain(opI32Add), {op: opGlobalSet, value: stackPointer},
		num(0), plain(opEnd),
	})
)

// readCode marks the functions that a function calls and those whose addresses it contains. It reports
// whether it could decode the code.
func (w *walk) readCode(code []byte) bool {
	r := &reader{b: code}
	for range r.unsigned() {
		r.unsigned()
		r.byte()
	}
	body, _ := decode(r.b)
	for _, in := range body {
		switch in.op {
		case opCall:
			w.reach(int(in.value) - w.imports)
		case opI32Const, opI64Const:
			w.reach(int(in.value>>pointBits) - firstPC)
			w.constants[int(in.value)] = true
		}
	}
	return body != nil
}

// readMemory marks the functions to which the memory refers: everything that may be the address of a
// function, and the numbers of the two functions of a method in a type descriptor (abi.Method).
func (w *walk) readMemory(t *functionTable, unused []string) {
	start, end := bytes.Index(t.memory, pclntabStart), t.buckets+bucketSize*t.spread
	callable := t.callableMethods()
	isMethod := func(v uint32) bool {
		return v == noMethod || v >= firstPC && int(v) < firstPC+len(w.reached)
	}
	for at := 0; at+16 <= start; at += 4 {
		name, typ := word(t.memory, at), word(t.memory, at+4)
		called, taken := word(t.memory, at+8), word(t.memory, at+12)
		if name != 0 && (typ%4 == 0 || typ == noMethod) && isMethod(called) && isMethod(taken) &&
			(callable == nil || callable[t.nameAt(name)]) {
			w.reach(int(called) - firstPC)
			w.reach(int(taken) - firstPC)
		}
	}
	keys := t.keyEqualities()
	for _, part := range [][2]int{{0, start}, {(end + 7) &^ 7, len(t.memory)}} {
		for at := part[0]; at+8 <= part[1]; at += 8 {
			address := word(t.memory, at)
			number := int(address>>pointBits) - firstPC
			if word(t.memory, at+4) != 0 || address&(1<<pointBits-1) != 0 || number < 0 || number >= len(w.reached) {
				continue
			}
			if name := t.functions[number].name; strings.HasPrefix(name, equality) && isListed(unused, name) &&
				!keys[at] {
				continue
			}
			w.reach(number)
		}
	}
}

// keyEqualities returns the locations of the addresses of functions that compare map keys. If other
// data looks like the descriptor of a map, the result contains more than needed.
func (t *functionTable) keyEqualities() map[int]bool {
	keys := map[int]bool{}
	for at := t.types; at+mapKey+8 <= t.typesEnd; at += 8 {
		if !bytes.Equal(t.memory[at+typeAlign:at+typeAlign+3], []byte{8, 8, kindMap}) {
			continue
		}
		if key := long(t.memory, at+mapKey); key >= t.types && key+typeEqual+8 <= t.typesEnd {
			keys[long(t.memory, key+typeEqual)] = true
		}
	}
	return keys
}

// Offsets in type descriptors: of the equality function (internal/abi.Type), and of the key of a map
// (internal/abi.MapType).
const (
	typeEqual = 24
	mapKey    = 48
)

// callableMethods returns the names of the methods in interface types: a program calls no other
// methods through type descriptors. It returns nil if the program may call any method by reflection.
func (t *functionTable) callableMethods() map[string]bool {
	if t.enters(takesMethods) {
		return nil
	}
	names := map[string]bool{}
	for at := t.types; at+interfaceSize <= t.typesEnd; at += 8 {
		if !t.isInterface(at) {
			continue
		}
		methods, count := long(t.memory, at+interfaceMethods), long(t.memory, at+interfaceMethods+8)
		for i := range count {
			names[t.nameAt(word(t.memory, methods+8*i))] = true
		}
	}
	return names
}

// The layout of an interface's type descriptor (abi.InterfaceType).
const (
	typePointers     = 8  // number of bytes of a value that may contain pointers
	typeAlign        = 21 // two alignments, followed by the kind
	interfaceMethods = 56
	interfaceSize    = 80
)

// isInterface reports whether the data at an address looks like the descriptor of an interface type.
func (t *functionTable) isInterface(at int) bool {
	const words = 16
	methods, count := long(t.memory, at+interfaceMethods), long(t.memory, at+interfaceMethods+8)
	return long(t.memory, at) == words && long(t.memory, at+typePointers) == words &&
		bytes.Equal(t.memory[at+typeAlign:at+typeAlign+3], []byte{8, 8, kindInterface}) &&
		count >= 0 && count == long(t.memory, at+interfaceMethods+16) && methods >= 0 &&
		methods+8*count <= len(t.memory)
}

// nameAt returns the name at an offset in the type data, which consists of flags, a length and a text.
func (t *functionTable) nameAt(offset uint32) string {
	start := t.types + int(offset) + 1
	if start >= t.typesEnd {
		return ""
	}
	r := &reader{b: t.memory[start:]}
	return string(r.take(int(r.unsigned())))
}

// noMethod is the number of a method that the linker removed.
const noMethod = 1<<32 - 1

// exported returns the numbers of the functions that the module exports.
func (m *module) exported() (out []int) {
	const isFunction = 0
	count, r := m.section(exportSection).counted()
	for range count {
		r.take(int(r.unsigned()))
		kind := r.byte()
		if number := int(r.unsigned()); kind == isFunction {
			out = append(out, number)
		}
	}
	return out
}
