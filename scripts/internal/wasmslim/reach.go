package wasmslim

import (
	"bytes"
	"slices"
	"strings"
)

// The linker keeps whatever the runtime and the libraries might call: the tracer, profiles,
// what settings of GODEBUG print, and the half of yaml.v3 that fills in Go structs. None of
// that can happen here, which the linker cannot know. So what neverEntered lists is left out,
// and with it everything that only such functions lead to. A function that is entered after
// all ends the program; the tests of the evaluator, which run slimmed, would.

// neverEntered are functions that nothing enters, with a star for any ending. What the engine does
// not enter, though other programs may, is listed in package engine.
var neverEntered = []string{
	// runtime/trace and the profiles, which only a program that imports them can start
	"runtime.traceLocker.E*", "runtime.traceLocker.G*", "runtime.traceLocker.H*", "runtime.traceLocker.P*",
	"runtime.traceLocker.S*", "runtime.traceLocker.e*", "runtime.traceLocker.s*", "runtime.(*traceLocker).*",
	"runtime.traceWriter.*", "runtime.(*traceBuf).*", "runtime.(*traceSchedResourceState).*",
	"runtime.traceAcquireEnabled", "runtime.traceAdvance", "runtime.traceReader",
	"runtime.(*profBuf).*", "runtime.saveblockevent",
	"runtime.doRecordGoroutineProfile", "runtime.findGoroutineLeaks", "runtime.tryRecordGoroutineProfile*",
	// testing/synctest
	"runtime.(*synctestBubble).*",
	// settings of GODEBUG
	"runtime.initMetrics*", "runtime.metricReader.compute", "runtime.schedtrace*",
	"runtime.checkFinalizersAndCleanups",
	"runtime.startCheckmarks*", "runtime.endCheckmarks", "runtime.setCheckmark", "runtime.getCheckmark",
	"runtime.printScavTrace", "runtime.dumpScanStats", "runtime.printAncestorTraceback",
	"internal/godebug.(*Setting).register", "internal/godebug.registerMetric", "internal/bisect.*",
	// what is printed about memory that somebody has overwritten
	"runtime.gcDumpObject", "runtime.tracebackHexdump", "runtime.(*hexdumper).*", "runtime.badPointer",
	"runtime.(*mspan).reportZombies",
	// more threads than one, and fewer processors than before; stopping a goroutine anywhere
	"runtime.newm", "runtime.mexit", "runtime.(*p).destroy", "runtime.scanConservative",
	// arenas
	"runtime.(*mspan).setUserArenaChunkToFault",
	// cgo and plugins
	"runtime.cgocall", "runtime.printCgoTraceback", "runtime.expandCgoFrames", "runtime.printOneCgoTraceback",
	"runtime.oneNewExtraM", "runtime.typesEqual",
	// The yaml package decodes into its own nodes only: all but that part of it.
	"gopkg.in/yaml%2ev3.(*decoder).alias", "gopkg.in/yaml%2ev3.(*decoder).call*",
	"gopkg.in/yaml%2ev3.(*decoder).document", "gopkg.in/yaml%2ev3.(*decoder).mapping",
	"gopkg.in/yaml%2ev3.(*decoder).null", "gopkg.in/yaml%2ev3.(*decoder).prepare",
	"gopkg.in/yaml%2ev3.(*decoder).scalar", "gopkg.in/yaml%2ev3.(*decoder).sequence",
}

// skipped are functions that check at the start what the toolchain made. They do nothing.
var skipped = []string{"runtime.moduledataverify1", "runtime.check"}

// isListed reports whether a list has a name, or its beginning with a star, and no exception for it
// behind: the same with an exclamation mark in front.
func isListed(list []string, name string) (listed bool) {
	for _, pattern := range list {
		pattern, exception := strings.CutPrefix(pattern, "!")
		beginning, any := strings.CutSuffix(pattern, "*")
		if name == pattern || any && strings.HasPrefix(name, beginning) {
			listed = !exception
		}
	}
	return listed
}

// equality begins the names of the functions that compare two values of a type. Code calls one where
// it compares such values; maps with such keys and comparisons of interfaces find it by the
// description of the type. A list that has such functions means the last: what code calls and what
// maps need stays.
const equality = "type:.eq."

// neverRuns reports whether a function is left out, whatever leads to it.
func neverRuns(unused []string, name string) bool {
	return isListed(unused, name) && !strings.HasPrefix(name, equality)
}

// A walk finds the functions that something leads to, by number.
type walk struct {
	imports int
	reached []bool
	todo    []int
}

func (w *walk) reach(number int) {
	if number >= 0 && number < len(w.reached) && !w.reached[number] {
		w.reached[number] = true
		w.todo = append(w.todo, number)
	}
}

// leaveOut replaces the functions that nothing leads to: neither the module's exports, nor
// the data, nor a function that something leads to itself. Nothing leads to those of unused.
func (m *module) leaveOut(t *functionTable, unused []string) error {
	count, code := m.section(codeSection).counted()
	bodies := make([][]byte, count)
	for i := range bodies {
		bodies[i] = code.take(int(code.unsigned()))
	}
	if code.fail || count != len(t.functions) {
		return errModule
	}
	w := &walk{imports: m.imports(), reached: make([]bool, count)}
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
			return errModule
		}
	}
	out := appendUnsigned(nil, count)
	for i, body := range bodies {
		switch name := t.functions[i].name; {
		case slices.Contains(skipped, name):
			body = skip
		case neverRuns(unused, name) || !w.reached[i] && t.functions[i].flags&flagAssembly == 0:
			body = trap
			t.functions[i] = known{}
		}
		out = append(appendUnsigned(out, len(body)), body...)
	}
	m.section(codeSection).body = out
	return nil
}

// trap is the body of a function that is never entered, and skip that of one that does
// nothing but return.
var (
	trap = encode([]byte{0}, []instruction{plain(opUnreachable), plain(opEnd)})
	skip = encode([]byte{0}, []instruction{
		{op: opGlobalGet, value: stackPointer}, num(8), plain(opI32Add), {op: opGlobalSet, value: stackPointer},
		num(0), plain(opEnd),
	})
)

// readCode reaches what a function calls, and those whose addresses it takes.
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
			w.reach(int(in.value>>placeBits) - firstPC)
		}
	}
	return body != nil
}

// readMemory reaches what may be an address of a function, and what may be the two functions
// of a method in the description of a type (abi.Method), which are numbers.
func (w *walk) readMemory(t *functionTable, unused []string) {
	start, end := bytes.Index(t.memory, pclntabStart), t.buckets+bucketSize*t.spread
	asked := t.askedMethods()
	isMethod := func(v uint32) bool {
		return v == noMethod || v >= firstPC && int(v) < firstPC+len(w.reached)
	}
	for at := 0; at+16 <= start; at += 4 {
		name, typ := word(t.memory, at), word(t.memory, at+4)
		called, taken := word(t.memory, at+8), word(t.memory, at+12)
		if name != 0 && (typ%4 == 0 || typ == noMethod) && isMethod(called) && isMethod(taken) && (asked == nil || asked[t.nameAt(name)]) {
			w.reach(int(called) - firstPC)
			w.reach(int(taken) - firstPC)
		}
	}
	keys := t.keyEqualities()
	for _, part := range [][2]int{{0, start}, {(end + 7) &^ 7, len(t.memory)}} {
		for at := part[0]; at+8 <= part[1]; at += 8 {
			address := word(t.memory, at)
			number := int(address>>placeBits) - firstPC
			if word(t.memory, at+4) != 0 || address&(1<<placeBits-1) != 0 || number < 0 || number >= len(w.reached) {
				continue
			}
			if name := t.functions[number].name; strings.HasPrefix(name, equality) && isListed(unused, name) && !keys[at] {
				continue
			}
			w.reach(number)
		}
	}
}

// keyEqualities are where the addresses of the functions are that compare keys of maps. Whatever
// else looks like the description of a map only adds some.
func (t *functionTable) keyEqualities() map[int]bool {
	keys := map[int]bool{}
	for at := t.types; at+mapKey+8 <= t.typesEnd; at += 8 {
		if !bytes.Equal(t.memory[at+typeAlign:at+typeAlign+3], []byte{8, 8, mapKind}) {
			continue
		}
		if key := long(t.memory, at+mapKey); key >= t.types && key+typeEqual+8 <= t.typesEnd {
			keys[long(t.memory, key+typeEqual)] = true
		}
	}
	return keys
}

// The description of a map (internal/abi.MapType), and of how values of a type are compared.
const (
	typeEqual = 24
	mapKind   = 21
	mapKey    = 48
)

// askedMethods are the names of the methods that interfaces have, which are all that a program
// calls by the description of a type. They are nil when it may call others too, by reflection.
func (t *functionTable) askedMethods() map[string]bool {
	for i := range t.functions {
		switch t.functions[i].name {
		case "reflect.Value.Method", "reflect.Value.MethodByName", "reflect.(*rtype).Method", "reflect.(*rtype).MethodByName":
			return nil
		}
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

// The description of an interface (abi.InterfaceType).
const (
	typePointers     = 8  // how many bytes of a value may hold pointers
	typeAlign        = 21 // two alignments, and the kind
	interfaceKind    = 20
	interfaceMethods = 56
	interfaceSize    = 80
)

// isInterface reports whether the description of an interface may be at an address. Whatever
// else looks like one only adds names.
func (t *functionTable) isInterface(at int) bool {
	const words = 16
	methods, count := long(t.memory, at+interfaceMethods), long(t.memory, at+interfaceMethods+8)
	return long(t.memory, at) == words && long(t.memory, at+typePointers) == words &&
		bytes.Equal(t.memory[at+typeAlign:at+typeAlign+3], []byte{8, 8, interfaceKind}) &&
		count >= 0 && count == long(t.memory, at+interfaceMethods+16) && methods >= 0 && methods+8*count <= len(t.memory)
}

// nameAt is a name in the descriptions of types: flags, a length, the text.
func (t *functionTable) nameAt(offset uint32) string {
	start := t.types + int(offset) + 1
	if start >= t.typesEnd {
		return ""
	}
	r := &reader{b: t.memory[start:]}
	return string(r.take(int(r.unsigned())))
}

// noMethod is there for a method that the linker left out.
const noMethod = 1<<32 - 1

// exported are the functions that the module exports, by the numbers that calls have.
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
