package wasmslim

// load returns the memory that a data section initialises.
func load(body []byte) ([]byte, error) {
	r := &reader{b: body}
	var memory []byte
	for count := r.unsigned(); count > 0 && !r.fail; count-- {
		// An active segment of memory 0: its address is a constant.
		plain := r.byte() == 0 && r.byte() == opI32Const
		address := r.signed()
		plain = plain && r.byte() == opEnd
		data := r.take(int(r.unsigned()))
		if r.fail || !plain || address < 0 {
			return nil, errModule
		}
		if last := int(address) + len(data); last > len(memory) {
			memory = append(memory, make([]byte, last-len(memory))...)
		}
		copy(memory[address:], data)
	}
	if r.fail {
		return nil, errModule
	}
	return memory, nil
}

// gap is the smallest number of zero bytes that take more space, when compressed, than a new segment.
const gap = 256

// segments returns memory as data segments, split only at long runs of zeros.
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
	out := appendUnsigned(nil, len(pieces))
	for _, p := range pieces {
		out = append(out, 0, opI32Const)
		out = append(appendSigned(out, int64(p.start)), opEnd)
		out = appendUnsigned(out, p.end-p.start)
		out = append(out, memory[p.start:p.end]...)
	}
	return out
}
