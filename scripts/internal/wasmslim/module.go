package wasmslim

import (
	"bytes"
	"encoding/binary"
)

// The sections that are interpreted.
const (
	customSection   = 0
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	exportSection   = 7
	startSection    = 8
	codeSection     = 10
	dataSection     = 11
	sectionCount    = 13
)

const (
	i32Type      = 0x7f
	i64Type      = 0x7e
	noType       = 0x40
	functionType = 0x60
)

var magic = []byte("\x00asm\x01\x00\x00\x00")

// A module is a program, split into sections. Custom sections are dropped, because only debuggers
// read them.
type module struct{ sections [sectionCount]section }

type section struct{ body []byte }

func (m *module) section(id int) *section { return &m.sections[id] }

func split(program []byte) (*module, error) {
	if !bytes.HasPrefix(program, magic) {
		return nil, errModule
	}
	m := &module{}
	r := &reader{b: program[len(magic):]}
	for len(r.b) > 0 {
		id := int(r.byte())
		body := r.take(int(r.unsigned()))
		if r.fail || id >= sectionCount {
			return nil, errModule
		}
		if id != customSection {
			m.sections[id].body = body
		}
	}
	return m, nil
}

// sectionOrder is the order of the sections in a file: by their numbers, except that the
// count of data segments precedes the code.
var sectionOrder = []int{1, 2, 3, 4, 5, 6, exportSection, startSection, 9, 12, codeSection, dataSection}

func (m *module) join() []byte {
	out := bytes.Clone(magic)
	for _, id := range sectionOrder {
		if body := m.sections[id].body; body != nil {
			out = append(out, byte(id))
			out = append(appendUnsigned(out, len(body)), body...)
		}
	}
	return out
}

// counted returns the number of items in a section, and a reader of the items.
func (s *section) counted() (int, *reader) {
	r := &reader{b: s.body}
	return int(r.unsigned()), r
}

// add appends an item to a section and returns its number.
func (s *section) add(item ...byte) int {
	count, r := s.counted()
	s.body = append(append(appendUnsigned(nil, count+1), r.b...), item...)
	return count
}

// addType declares a function type with at most one parameter and result.
func (m *module) addType(parameters, results []byte) int {
	item := append([]byte{functionType, byte(len(parameters))}, parameters...)
	return m.section(typeSection).add(append(append(item, byte(len(results))), results...)...)
}

// addFunction adds a function and returns its number in calls.
func (m *module) addFunction(typ int, body []byte) int {
	m.section(functionSection).add(appendUnsigned(nil, typ)...)
	return m.imports() + m.section(codeSection).add(append(appendUnsigned(nil, len(body)), body...)...)
}

// imports returns the number of imported functions. Go programs do not import anything else.
func (m *module) imports() int {
	count, _ := m.section(importSection).counted()
	return count
}

// A reader reads bytes and numbers. It sets fail if the input ends too early.
type reader struct {
	b    []byte
	fail bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.fail, r.b = true, nil
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail, n = true, len(r.b)
	}
	r.b = r.b[n:]
	return v
}

// signed reads a signed LEB128 number.
func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 70; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.fail = true
	return 0
}

func appendUnsigned[N int | int64](b []byte, v N) []byte { return binary.AppendUvarint(b, uint64(v)) }

func appendSigned(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}
