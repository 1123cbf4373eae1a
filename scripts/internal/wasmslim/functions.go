package wasmslim

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// pclntabStart are the first bytes of the table of functions: the magic number of Go 1.20 and later,
// two zero bytes, the size of an instruction (1) and of a pointer (8).
var pclntabStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Offsets of the fields of a function's record (runtime._func).
const (
	recordEntry       = 0
	recordName        = 4
	recordArgs        = 8
	recordDeferReturn = 12
	recordPCSP        = 16
	recordNPCData     = 28
	recordID          = 40
	recordFlags       = 41
	recordNFuncData   = 43
	recordSize        = 44
)

// The offsets of fields of runtime.moduledata, in words.
const (
	moduleValues   = 10
	moduleRecords  = 13
	moduleIndex    = 16
	moduleCount    = 17
	moduleFindFunc = 19
	moduleMinPC    = 20
	moduleMaxPC    = 21
	moduleTypes    = 37
	moduleTypesEnd = 38
	moduleGofunc   = 40
	moduleEnd      = 41
	moduleTypeList = 45
	moduleItabs    = 48
)

// The tables of a function that are kept; the others serve stack traces with lines and arguments,
// and asynchronous preemption, which does not exist here.
const (
	pcStackMap = 1 // index among its tables of values by resume point

	dataArguments  = 0 // indices among its other tables
	dataLocals     = 1
	dataObjects    = 2
	dataInlined    = 3 // not kept: see README.md
	dataOpenDefers = 4
	dataCount      = 5
)

// A functionTable is the runtime's data about functions: the sizes of their frames, the positions of
// pointers in the frames, and their names.
type functionTable struct {
	memory    []byte // the program's initial memory
	names     int    // address of the names
	values    int    // address of the tables of values by resume point
	index     int    // address of the index of the records, which the records follow
	frames    int    // address of further data about frames
	buckets   int    // address of the buckets, which find entries of the index by address
	types     int    // address of the type descriptors
	typesEnd  int    // address of their end
	typeList  []byte // the list of types without a name: their offsets from types
	listSize  []byte // the length and the capacity of the list, in moduledata
	itabs     []int  // the addresses of the tables of methods of types as interfaces
	spread    int    // number of buckets, except the last, which is partial
	functions []functionInfo
}

// functionInfo is the table's data about one function.
type functionInfo struct {
	name        string
	nameAt      uint32 // the offset of the name in the rewritten table
	arguments   uint32 // their size in bytes
	deferReturn uint32
	id, flags   byte
	frameSize   []byte // encoded, by resume point
	stackMap    []byte
	data        [dataCount][]byte
}

// flagAssembly marks functions written in assembly.
const flagAssembly = 4

func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func long(b []byte, at int) int    { return int(binary.LittleEndian.Uint64(b[at:])) }

// findFunctions finds and reads the table of functions. It returns nil if the table does not look as
// expected.
func findFunctions(memory []byte) (t *functionTable) {
	start := bytes.Index(memory, pclntabStart)
	if start < 0 || bytes.Contains(memory[start+1:], pclntabStart) {
		return nil
	}
	defer func() {
		if recover() != nil { // an offset was out of range
			t = nil
		}
	}()
	part := func(i int) int { return start + long(memory, start+8+8*i) }
	t = &functionTable{memory: memory, names: part(3), values: part(6), index: part(7)}
	if !t.findFrames(start, long(memory, start+8)) {
		return nil
	}
	for i := range long(memory, start+8) {
		f, ok := t.read(i)
		if !ok {
			return nil
		}
		t.functions = append(t.functions, f)
	}
	return t
}

// findFrames finds the other parts of the table through the runtime's moduledata, and reports whether
// the layout is the expected one.
func (t *functionTable) findFrames(start, count int) bool {
	points := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(start)), uint64(t.names))
	module := bytes.Index(t.memory, points)
	if module < 0 || bytes.Contains(t.memory[module+1:], points) {
		return false
	}
	field := func(i int) int { return long(t.memory, module+8*i) }
	t.frames, t.buckets = field(moduleGofunc), field(moduleFindFunc)
	t.types, t.typesEnd = field(moduleTypes), field(moduleTypesEnd)
	t.typeList = t.memory[field(moduleTypeList):][:4*field(moduleTypeList+1)]
	t.listSize = t.memory[module+8*(moduleTypeList+1):][:16]
	for i := range field(moduleItabs + 1) {
		t.itabs = append(t.itabs, long(t.memory, field(moduleItabs)+8*i))
	}
	t.spread = (field(moduleMaxPC) - field(moduleMinPC)) / bucketReach
	return field(moduleValues) == t.values && field(moduleRecords) == t.index && field(moduleIndex) == t.index &&
		field(moduleCount) == count+1 &&
		slices.IsSorted([]int{t.names, t.values, t.index, t.frames, t.buckets, t.buckets + bucketSize*t.spread,
			field(moduleEnd), len(t.memory)}) &&
		t.plainBuckets()
}

// read reads the record of a function, and reports whether its address is the expected one.
func (t *functionTable) read(i int) (functionInfo, bool) {
	r := t.memory[t.index+int(word(t.memory, t.index+8*i+4)):]
	name := t.memory[t.names+int(word(r, recordName)):]
	f := functionInfo{
		name:      string(name[:bytes.IndexByte(name, 0)]),
		arguments: word(r, recordArgs), deferReturn: word(r, recordDeferReturn),
		id: r[recordID], flags: r[recordFlags],
		frameSize: t.valuesAt(word(r, recordPCSP)),
	}
	tables := int(word(r, recordNPCData))
	if tables > pcStackMap {
		f.stackMap = t.valuesAt(word(r, recordSize+4*pcStackMap))
	}
	for k := range min(dataCount, int(r[recordNFuncData])) {
		if k != dataInlined {
			f.data[k] = t.dataAt(k, word(r, recordSize+4*tables+4*k))
		}
	}
	entry := uint32(firstPC + i)
	return f, word(r, recordEntry) == entry && word(t.memory, t.index+8*i) == entry
}

// valuesAt returns the table of values by resume point at an offset: pairs of the differences of the
// value and of the resume point, terminated by a value difference of zero. valuesAt extends the last
// value to the highest possible resume point, so that more tables are equal.
func (t *functionTable) valuesAt(offset uint32) []byte {
	if offset == 0 {
		return nil
	}
	start := t.memory[t.values+int(offset):]
	r := &reader{b: start}
	for last := -1; ; {
		if r.unsigned() == 0 && last >= 0 || r.fail {
			return append(appendUnsigned(bytes.Clone(start[:last]), 1<<pointBits), 0)
		}
		last = len(start) - len(r.b)
		r.unsigned()
	}
}

// dataAt returns the table of another kind at an offset.
func (t *functionTable) dataAt(kind int, offset uint32) []byte {
	if offset == ^uint32(0) {
		return nil
	}
	start := t.memory[t.frames+int(offset):]
	size := 0
	switch kind {
	case dataArguments, dataLocals: // the number of bitmaps, the number of bits in each, the bitmaps
		size = 8 + int(word(start, 0))*((int(word(start, 4))+7)/8)
	case dataObjects: // the number of records, and the records, which have 16 bytes each
		size = 8 + 16*long(start, 0)
	case dataOpenDefers: // two numbers
		r := &reader{b: start}
		r.unsigned()
		r.unsigned()
		size = len(start) - len(r.b)
	}
	return bytes.Clone(start[:size])
}

// renumber rewrites the tables of values for new resume points: the new number of a resume point is
// the index of its last occurrence in points. The runtime looks up the frame size for the resume point
// itself, but pointers for the one before, which belongs to the call that returns there.
func (f *functionInfo) renumber(points []int64) {
	sizes := append(slices.Clone(points), math.MaxInt64) // the runtime also looks up the last value
	for i := range sizes {
		sizes[i] = valueAt(f.frameSize, sizes[i])
	}
	pointers := slices.Clone(points[1:])
	for i := range pointers {
		pointers[i] = valueAt(f.stackMap, pointers[i]-1)
	}
	f.frameSize, f.stackMap = appendValues(f.frameSize[:0], sizes), appendValues(f.stackMap[:0], pointers)
	f.deferReturn = uint32(numbersOf(points)[int64(f.deferReturn)])
}

// valueAt returns the value of a resume point in a table of values.
func valueAt(table []byte, point int64) int64 {
	r := &reader{b: table}
	value := int64(-1)
	for end := int64(0); end <= point; {
		step := r.unsigned()
		if r.fail || step == 0 && end > 0 {
			break // the last value extends to the end
		}
		value += int64(step>>1) ^ -int64(step&1)
		end += int64(r.unsigned())
	}
	return value
}

// valuesOf returns the values of a table for the resume points from 0 on, up to the first of those that
// have the last value.
func valuesOf(table []byte) (values []int64) {
	r := &reader{b: table}
	for value := int64(-1); ; {
		step := r.unsigned()
		if r.fail || step == 0 && len(values) > 0 {
			return values
		}
		value += int64(step>>1) ^ -int64(step&1)
		reach := r.unsigned()
		if reach >= 1<<pointBits {
			reach = 1
		}
		values = append(values, slices.Repeat([]int64{value}, int(reach))...)
	}
}

// appendValues appends a table of values for the resume points from 0 on. It returns nil if the
// function has no such table.
func appendValues(table []byte, values []int64) []byte {
	if table == nil || len(values) == 0 {
		return nil
	}
	last := int64(-1)
	for i := 0; i < len(values); {
		end := i
		for end < len(values) && values[end] == values[i] {
			end++
		}
		step := values[i] - last
		table = binary.AppendUvarint(table, uint64(step<<1^step>>63))
		reach := end - i
		if end == len(values) {
			reach = 1 << pointBits // as in valuesAt
		}
		table = appendUnsigned(table, reach)
		last, i = values[i], end
	}
	return append(table, 0)
}

// The runtime finds functions through buckets, one for every 4096 addresses. The addresses of
// functions are 1 << 16 apart.
const (
	bucketReach        = 4096
	bucketsPerFunction = 16
	bucketSize         = 20
)

// plainBuckets reports whether every function is in its expected bucket.
func (t *functionTable) plainBuckets() bool {
	for i := range t.spread {
		want := binary.LittleEndian.AppendUint32(nil, uint32(i/bucketsPerFunction))
		want = append(want, make([]byte, bucketSize-4)...)
		if !bytes.Equal(t.memory[t.buckets+bucketSize*i:][:bucketSize], want) {
			return false
		}
	}
	return true
}

// indices returns the indices of the functions with the given names. imports is the number of
// imported functions, which come first.
func (t *functionTable) indices(names []string, imports int) []int {
	var out []int
	for i, f := range t.functions {
		if slices.Contains(names, f.name) {
			out = append(out, imports+i)
		}
	}
	return out
}
