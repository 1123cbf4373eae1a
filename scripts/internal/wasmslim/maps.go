package wasmslim

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// A function has two lists of stack maps, which tell the collector where pointers are while a call
// waits for its callee: among its arguments, and among its locals. The table of values by resume point
// contains the index of a call's map, which is the same in both lists. Map 0 applies to the start of
// the function.

// bitmaps is a list of stack maps.
type bitmaps struct {
	bits  int // the number of bits in each
	items [][]byte
}

// readBitmaps reads a list in the form that the runtime reads: the number of maps, the number of bits
// in each, and the maps.
func readBitmaps(list []byte) bitmaps {
	m := bitmaps{bits: int(word(list, 4))}
	size := (m.bits + 7) / 8
	for i := range int(word(list, 0)) {
		m.items = append(m.items, list[8+size*i:][:size])
	}
	return m
}

func (m bitmaps) encode() []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(m.items)))
	out = binary.LittleEndian.AppendUint32(out, uint32(m.bits))
	return append(out, slices.Concat(m.items...)...)
}

// choose returns the maps with the given indices.
func (m bitmaps) choose(indices []int64) bitmaps {
	chosen := bitmaps{bits: m.bits}
	for _, i := range indices {
		chosen.items = append(chosen.items, m.items[i])
	}
	return chosen
}

// keepInitial adds the pointers of map 0 to all others. The caller has initialised these arguments,
// and nothing but the argument is ever stored in its place.
func (m bitmaps) keepInitial() {
	for _, item := range m.items[1:] {
		for i := range item {
			item[i] |= m.items[0][i]
		}
	}
}

// leastEqual is the smallest number of maps to which a list of equal maps is extended.
const leastEqual = 4

// extendEqual rounds the length of a list of equal maps up to a power of two, so that more functions
// have the same list.
func (m *bitmaps) extendEqual() {
	for _, item := range m.items {
		if !bytes.Equal(item, m.items[0]) {
			return
		}
	}
	length := leastEqual
	for length < len(m.items) {
		length *= 2
	}
	m.items = slices.Repeat(m.items[:1], length)
}

// simplifyMaps makes the stack maps of functions smaller, and equal in more of them. An argument that
// contains a pointer at the start of a function counts as one until the function returns, although
// the function may no longer use it. So most functions have the same pointers among their arguments
// during every call.
func (t *functionTable) simplifyMaps() {
	for i := range t.functions {
		f := &t.functions[i]
		if f.flags&flagAssembly == 0 && f.data[dataArguments] != nil && f.data[dataLocals] != nil {
			f.simplifyMaps()
		}
	}
}

func (f *functionInfo) simplifyMaps() {
	arguments, locals := readBitmaps(f.data[dataArguments]), readBitmaps(f.data[dataLocals])
	values := valuesOf(f.stackMap)
	if len(arguments.items) == 0 || len(arguments.items) != len(locals.items) ||
		slices.ContainsFunc(values, func(v int64) bool { return v >= int64(len(locals.items)) }) {
		return
	}
	arguments.keepInitial()
	used := []int64{0}
	for i, v := range values {
		v = max(v, 0) // for -1, the runtime uses map 0
		at := slices.IndexFunc(used, func(u int64) bool {
			return bytes.Equal(arguments.items[u], arguments.items[v]) && bytes.Equal(locals.items[u], locals.items[v])
		})
		if at < 0 {
			at, used = len(used), append(used, v)
		}
		values[i] = int64(at)
	}
	arguments, locals = arguments.choose(used), locals.choose(used)
	arguments.extendEqual()
	if locals.bits == 0 {
		locals.items = locals.items[:1] // whose index the runtime does not check
	}
	f.stackMap = appendValues(f.stackMap[:0], values)
	f.arguments, f.data[dataArguments] = uint32(wordSize*arguments.bits), arguments.encode()
	f.data[dataLocals] = locals.encode()
}

// wordSize is the number of bytes for which a stack map has a bit.
const wordSize = 8
