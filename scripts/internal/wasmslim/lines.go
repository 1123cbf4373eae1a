package wasmslim

import (
	"bytes"
	"encoding/binary"
)

// pclntabStart is how the table of functions begins: the magic of Go 1.20 and later, two
// zero bytes, instructions of one byte, pointers of eight.
var pclntabStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// The offsets of the fields of a function's record (runtime._func).
const (
	recordPCSP      = 16
	recordPCFile    = 20
	recordPCLine    = 24
	recordNPCData   = 28
	recordUnit      = 32
	recordStartLine = 36
	recordSize      = 44
)

// A pclntab is the runtime's table of functions, as it stands in memory.
type pclntab struct {
	memory  []byte // from the start of the table
	count   int
	units   int // offset of the table of compilation units
	files   int // offset of the file names
	values  int // offset of the tables of values by instruction
	records int // offset of the records and of the index to them
}

// dropLines clears what says from which line an instruction comes: the tables of files
// and lines, and the names of the files. It does nothing when the tables do not look as
// expected.
func dropLines(memory []byte) {
	t, ok := findTable(memory)
	if !ok {
		return
	}
	live := make([]bool, t.records-t.values)
	for i := range t.count {
		r := t.record(i)
		if r == nil {
			return
		}
		used := []uint32{word(r, recordPCSP)}
		for k := range int(word(r, recordNPCData)) {
			used = append(used, word(r, recordSize+4*k))
		}
		for _, offset := range used {
			if !t.mark(live, int(offset)) {
				return
			}
		}
	}
	t.clear(live)
}

func findTable(memory []byte) (*pclntab, bool) {
	start := bytes.Index(memory, pclntabStart)
	if start < 0 || bytes.Contains(memory[start+1:], pclntabStart) || len(memory) < start+72 {
		return nil, false
	}
	m := memory[start:]
	at := func(i int) int { return int(binary.LittleEndian.Uint64(m[8+8*i:])) }
	t := &pclntab{memory: m, count: at(0), units: at(4), files: at(5), values: at(6), records: at(7)}
	ordered := 0 < t.units && t.units <= t.files && t.files <= t.values && t.values < t.records && t.records+8*t.count < len(m)
	return t, ordered
}

func word(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

// record returns the record of a function, nil when it lies outside.
func (t *pclntab) record(i int) []byte {
	offset := t.records + int(word(t.memory, t.records+8*i+4))
	if offset+recordSize > len(t.memory) {
		return nil
	}
	r := t.memory[offset:]
	if recordSize+4*int(word(r, recordNPCData)) > len(r) {
		return nil
	}
	return r
}

// mark notes the bytes of the table of values at an offset: pairs of a difference of the
// value and one of the instruction, ended by a value that does not differ.
func (t *pclntab) mark(live []bool, offset int) bool {
	if offset == 0 {
		return true
	}
	p := offset
	for first := true; ; first = false {
		if p < 0 || p >= len(live) {
			return false
		}
		zero := t.memory[t.values+p] == 0
		next, ok := t.skip(p, len(live))
		if !ok {
			return false
		}
		if zero && !first {
			p = next
			break
		}
		if p, ok = t.skip(next, len(live)); !ok {
			return false
		}
	}
	for i := offset; i < p; i++ {
		live[i] = true
	}
	return true
}

// skip returns the offset behind the number at p.
func (t *pclntab) skip(p, limit int) (int, bool) {
	for ; p < limit; p++ {
		if t.memory[t.values+p]&0x80 == 0 {
			return p + 1, true
		}
	}
	return 0, false
}

// clear takes the line tables out of all records and zeroes what nothing refers to.
func (t *pclntab) clear(live []bool) {
	for i := range t.count {
		r := t.record(i)
		for _, field := range []int{recordPCFile, recordPCLine, recordUnit, recordStartLine} {
			binary.LittleEndian.PutUint32(r[field:], 0)
		}
	}
	for i, used := range live {
		if !used {
			t.memory[t.values+i] = 0
		}
	}
	clear(t.memory[t.units:t.values])
}
