package wasmslim

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
)

// pclntabStart is how the table of functions begins: the magic of Go 1.20 and later, two
// zero bytes, instructions of one byte, pointers of eight.
var pclntabStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// The offsets of the fields of a function's record (runtime._func).
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

// The fields of runtime.moduledata, counted in words.
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
)

// The tables of a function that are kept; the others serve stack traces with lines and
// arguments, and interrupting a function between two calls, which there is not here.
const (
	pcStackMap = 1 // among its tables of values by place

	dataArguments  = 0 // among its other tables
	dataLocals     = 1
	dataObjects    = 2
	dataInlined    = 3 // must not be there
	dataOpenDefers = 4
	dataCount      = 5
)

// A functionTable is what the runtime knows of functions: how large their frames are and
// where pointers stand in them, and their names.
type functionTable struct {
	memory    []byte // all that the program starts with
	names     int    // the addresses of the table's parts: names,
	values    int    // tables of values by place,
	index     int    // the index to the records, and the records,
	frames    int    // what is known of frames besides,
	buckets   int    // and where to look in the index for an address
	types     int    // where the descriptions of types begin,
	typesEnd  int    // and where they end
	spread    int    // how many buckets there are, but for the last, which ends early
	functions []known
}

// known is what the table says of one function.
type known struct {
	name        string
	nameAt      uint32 // where it stands, once it is written anew
	arguments   uint32 // their size
	deferReturn uint32
	id, flags   byte
	frameSize   []byte // encoded, by place
	stackMap    []byte
	data        [dataCount][]byte
}

// flagAssembly marks functions that were written by hand.
const flagAssembly = 4

func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func long(b []byte, at int) int    { return int(binary.LittleEndian.Uint64(b[at:])) }

// findFunctions reads the table. It gives nil when it does not look as expected.
func findFunctions(memory []byte) (t *functionTable) {
	start := bytes.Index(memory, pclntabStart)
	if start < 0 || bytes.Contains(memory[start+1:], pclntabStart) {
		return nil
	}
	defer func() {
		if recover() != nil { // an offset led out of memory
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

// findFrames finds the rest of the table by the runtime's list of what is where, and
// reports whether all is as the linker puts it.
func (t *functionTable) findFrames(start, count int) bool {
	places := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(start)), uint64(t.names))
	module := bytes.Index(t.memory, places)
	if module < 0 || bytes.Contains(t.memory[module+1:], places) {
		return false
	}
	field := func(i int) int { return long(t.memory, module+8*i) }
	t.frames, t.buckets = field(moduleGofunc), field(moduleFindFunc)
	t.types, t.typesEnd = field(moduleTypes), field(moduleTypesEnd)
	t.spread = (field(moduleMaxPC) - field(moduleMinPC)) / bucketReach
	return field(moduleValues) == t.values && field(moduleRecords) == t.index && field(moduleIndex) == t.index && field(moduleCount) == count+1 &&
		slices.IsSorted([]int{t.names, t.values, t.index, t.frames, t.buckets, t.buckets + bucketSize*t.spread, field(moduleEnd), len(t.memory)}) &&
		t.plainBuckets()
}

// read reads the record of a function.
func (t *functionTable) read(i int) (known, bool) {
	r := t.memory[t.index+int(word(t.memory, t.index+8*i+4)):]
	name := t.memory[t.names+int(word(r, recordName)):]
	f := known{
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
		f.data[k] = t.dataAt(k, word(r, recordSize+4*tables+4*k))
	}
	entry := uint32(firstPC + i)
	return f, f.data[dataInlined] == nil && word(r, recordEntry) == entry && word(t.memory, t.index+8*i) == entry
}

// valuesAt is a table of values by place: pairs of a difference of the value and one of
// the place, ended by a value that does not differ. The last value is made to hold as
// far as there can be places, so that more tables are equal.
func (t *functionTable) valuesAt(offset uint32) []byte {
	if offset == 0 {
		return nil
	}
	start := t.memory[t.values+int(offset):]
	r := &reader{b: start}
	for last := -1; ; {
		if r.unsigned() == 0 && last >= 0 || r.fail {
			return append(appendUnsigned(bytes.Clone(start[:last]), 1<<placeBits), 0)
		}
		last = len(start) - len(r.b)
		r.unsigned()
	}
}

// dataAt is one of the other tables.
func (t *functionTable) dataAt(kind int, offset uint32) []byte {
	if offset == ^uint32(0) {
		return nil
	}
	start := t.memory[t.frames+int(offset):]
	size := 0
	switch kind {
	case dataArguments, dataLocals: // so many bitmaps of so many bits
		size = 8 + int(word(start, 0))*((int(word(start, 4))+7)/8)
	case dataObjects: // so many records of 16 bytes
		size = 8 + 16*long(start, 0)
	case dataInlined:
		size = 1 // whatever it is, it is there
	case dataOpenDefers: // two numbers
		r := &reader{b: start}
		r.unsigned()
		r.unsigned()
		size = len(start) - len(r.b)
	}
	return bytes.Clone(start[:size])
}

// renumber makes the tables of values for new places: each gets the number of its
// position. What a frame looks like is asked for the place; where pointers stand is asked
// for the one before, to which the call belongs that returns there.
func (f *known) renumber(places []int64) {
	sizes := append(slices.Clone(places), math.MaxInt64) // the runtime looks for the greatest, too
	for i := range sizes {
		sizes[i] = valueAt(f.frameSize, sizes[i])
	}
	pointers := slices.Clone(places[1:])
	for i := range pointers {
		pointers[i] = valueAt(f.stackMap, pointers[i]-1)
	}
	f.frameSize, f.stackMap = appendValues(f.frameSize[:0], sizes), appendValues(f.stackMap[:0], pointers)
	f.deferReturn = uint32(slices.Index(places, int64(f.deferReturn)))
}

// valueAt looks a place up in a table of values.
func valueAt(table []byte, place int64) int64 {
	r := &reader{b: table}
	value := int64(-1)
	for end := int64(0); end <= place; {
		step := r.unsigned()
		if r.fail || step == 0 && end > 0 {
			break // the last value holds on
		}
		value += int64(step>>1) ^ -int64(step&1)
		end += int64(r.unsigned())
	}
	return value
}

// appendValues writes a table of values for the places from 0 on. Where there was none,
// or there are no values, there is none.
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
			reach = 1 << placeBits // as in valuesAt
		}
		table = appendUnsigned(table, reach)
		last, i = values[i], end
	}
	return append(table, 0)
}

// The runtime's index by address has a bucket for each 4096 places. The addresses of
// functions are 1 << 16 apart.
const (
	bucketReach        = 4096
	bucketsPerFunction = 16
	bucketSize         = 20
)

// plainBuckets reports whether every address is in the bucket where it must be.
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

// named gives the numbers by which functions with some names are called.
func (t *functionTable) named(names []string, imports int) []int {
	var out []int
	for i, f := range t.functions {
		if slices.Contains(names, f.name) {
			out = append(out, imports+i)
		}
	}
	return out
}
