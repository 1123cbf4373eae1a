// Package wasmslim makes a js/wasm program that the Go linker wrote smaller for the wire,
// without changing what it does.
//
// The linker cuts the data at every eight zero bytes into segments of a few bytes, each
// with a header that does not compress; joined again, the same data takes a sixth less
// after brotli. And the tables that say which line of which file each instruction comes
// from are used for nothing but the traces of a crash, which keep the function names.
//
// What it reads of the runtime's tables is their layout as of Go 1.20 to 1.26 (magic
// 0xfffffff1); with any other the tables are left alone, which only costs bytes.
package wasmslim

import (
	"encoding/binary"
	"errors"
)

// Slim returns a smaller program that does the same.
func Slim(program []byte) ([]byte, error) {
	sections, err := split(program)
	if err != nil {
		return nil, err
	}
	out := append([]byte(nil), program[:headerSize]...)
	for _, s := range sections {
		body := s.body
		switch s.id {
		case dataSection:
			memory, err := load(body)
			if err != nil {
				return nil, err
			}
			dropLines(memory)
			body = segments(memory)
		case customSection:
			if s.name == "producers" || s.name == "name" {
				continue
			}
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

const (
	headerSize    = 8
	customSection = 0
	dataSection   = 11
)

// A section is one part of a module.
type section struct {
	id   byte
	name string // of a custom section
	body []byte
}

var errModule = errors.New("this is no WebAssembly module that the Go linker wrote")

func split(program []byte) ([]section, error) {
	if len(program) < headerSize || string(program[:4]) != "\x00asm" {
		return nil, errModule
	}
	var out []section
	for rest := program[headerSize:]; len(rest) > 0; {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errModule
		}
		s := section{id: id, body: rest[1+n : 1+n+int(size)]}
		if id == customSection {
			length, m := binary.Uvarint(s.body)
			if m <= 0 || length > uint64(len(s.body)-m) {
				return nil, errModule
			}
			s.name = string(s.body[m : m+int(length)])
		}
		out = append(out, s)
		rest = rest[1+n+int(size):]
	}
	return out, nil
}

// load lays the data out as it stands in memory.
func load(body []byte) ([]byte, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, errModule
	}
	body = body[n:]
	var memory []byte
	for range count {
		// An active segment of memory 0: its address is a constant.
		if len(body) < 2 || body[0] != 0 || body[1] != i32Const {
			return nil, errModule
		}
		address, n := signed(body[2:])
		if n <= 0 || address < 0 || len(body) < 3+n || body[2+n] != end {
			return nil, errModule
		}
		body = body[3+n:]
		size, m := binary.Uvarint(body)
		if m <= 0 || size > uint64(len(body)-m) {
			return nil, errModule
		}
		if last := int(address) + int(size); last > len(memory) {
			memory = append(memory, make([]byte, last-len(memory))...)
		}
		copy(memory[address:], body[m:m+int(size)])
		body = body[m+int(size):]
	}
	return memory, nil
}

const (
	i32Const = 0x41
	end      = 0x0b
)

// signed reads a signed LEB128 number.
func signed(b []byte) (int64, int) {
	var v int64
	for i := 0; i < len(b) && i < 10; i++ {
		v |= int64(b[i]&0x7f) << (7 * i)
		if b[i]&0x80 == 0 {
			if b[i]&0x40 != 0 && i < 9 {
				v |= -1 << (7 * (i + 1))
			}
			return v, i + 1
		}
	}
	return 0, 0
}

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

// gap is the number of zero bytes from which a new segment is cheaper than the zeros.
const gap = 256

// segments writes memory as data segments, cut only where many zeros are.
func segments(memory []byte) []byte {
	type piece struct{ start, end int }
	var pieces []piece
	for i := 0; i < len(memory); i++ {
		if memory[i] == 0 {
			continue
		}
		if n := len(pieces); n > 0 && i-pieces[n-1].end < gap {
			pieces[n-1].end = i + 1
		} else {
			pieces = append(pieces, piece{i, i + 1})
		}
	}
	out := binary.AppendUvarint(nil, uint64(len(pieces)))
	for _, p := range pieces {
		out = append(out, 0, i32Const)
		out = append(appendSigned(out, int64(p.start)), end)
		out = binary.AppendUvarint(out, uint64(p.end-p.start))
		out = append(out, memory[p.start:p.end]...)
	}
	return out
}
