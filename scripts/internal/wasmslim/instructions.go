package wasmslim

// The instructions that are interpreted; all others are copied.
const (
	opUnreachable  = 0x00
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opTableSet     = 0x26
	opI32Load      = 0x28
	opI64Load      = 0x29
	opI32Load8S    = 0x2c
	opI32Load8U    = 0x2d
	opI32Load16S   = 0x2e
	opI32Load16U   = 0x2f
	opI64Load8S    = 0x30
	opI64Load8U    = 0x31
	opI64Load16S   = 0x32
	opI64Load16U   = 0x33
	opI64Load32U   = 0x35
	opI32Store     = 0x36
	opI64Store     = 0x37
	opI32Store8    = 0x3a
	opI32Store16   = 0x3b
	opI64Store8    = 0x3c
	opI64Store16   = 0x3d
	opI64Store32   = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opI32Eq        = 0x46
	opI32Ne        = 0x47
	opI32LtU       = 0x49
	opI32GtU       = 0x4b
	opI32LeU       = 0x4d
	opI64Eqz       = 0x50
	opI64Eq        = 0x51
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32Mul       = 0x6c
	opI32DivU      = 0x6e
	opI32RemU      = 0x70
	opI32And       = 0x71
	opI32Or        = 0x72
	opI32ShrU      = 0x76
	opI64Add       = 0x7c
	opI64Or        = 0x84
	opI32Wrap      = 0xa7
	opI64ExtendU   = 0xad
	opExtended     = 0xfc

	opFirstLoad, opLastLoad   = opI32Load, opI64Load32U
	opFirstStore, opLastStore = opI32Store, opI64Store32
	opLastPlain               = 0xc4 // the last one-byte opcode without immediates
)

// An instruction is an instruction in the body of a function. Blocks have numbers instead of nesting
// depths, so that instructions can be inserted and removed.
type instruction struct {
	op    byte
	value int64  // a constant, the number of a local, a global or a function, or the offset of an access
	block int    // of block, loop and if: its number; of end: the block that it ends; of a branch: its target
	table []int  // the targets of a br_table, the default last
	rest  []byte // immediates that are copied without being interpreted: types, alignments
}

// Constructors for handwritten code.
func get(local int64) instruction { return instruction{op: opLocalGet, value: local} }
func set(local int64) instruction { return instruction{op: opLocalSet, value: local} }
func num(v int) instruction       { return instruction{op: opI32Const, value: int64(v)} }
func plain(op byte) instruction   { return instruction{op: op} }

// access returns a load from or a store to an address that is a multiple of 1 << align.
func access(op, align byte, offset int64) instruction {
	return instruction{op: op, rest: []byte{align}, value: offset}
}

func opens(op byte) bool { return op == opBlock || op == opLoop || op == opIf }

// isIndexed reports whether the only immediate of an instruction is an index.
func isIndexed(op byte) bool { return op == opCall || opLocalGet <= op && op <= opTableSet }

func isAccess(op byte) bool { return opFirstLoad <= op && op <= opLastStore }

// bodyBlock is the number of the block that is the body of the function.
const bodyBlock = 0

// decode reads the instructions of a body, and counts its blocks. It returns nil if it does not know
// an instruction.
func decode(body []byte) (out []instruction, blocks int) {
	r := &reader{b: body}
	out = make([]instruction, 0, len(body)/2)
	open, blocks := []int{bodyBlock}, 1
	outward := func(depth int) int { return open[max(0, len(open)-1-depth)] }
	for len(r.b) > 0 && len(open) > 0 {
		in := r.instruction()
		switch {
		case opens(in.op):
			in.block = blocks
			open = append(open, blocks)
			blocks++
		case in.op == opEnd:
			in.block = outward(0)
			open = open[:len(open)-1]
		case in.op == opBr || in.op == opBrIf:
			in.block = outward(int(in.value))
		case in.op == opBrTable:
			for i, depth := range in.table {
				in.table[i] = outward(depth)
			}
		}
		out = append(out, in)
	}
	if r.fail || len(r.b) > 0 || len(open) > 0 {
		return nil, 0
	}
	return out, blocks
}

// instruction reads an instruction. The value of a branch is the nesting depth of its target.
func (r *reader) instruction() instruction {
	in := instruction{op: r.byte()}
	start := r.b
	switch op := in.op; {
	case isIndexed(op) || op == opBr || op == opBrIf:
		in.value = int64(r.unsigned())
	case op == opI32Const || op == opI64Const:
		in.value = r.signed()
	case isAccess(op):
		in.rest = r.take(1)
		in.value = int64(r.unsigned())
	case op == opBrTable:
		for count := r.unsigned() + 1; count > 0 && !r.fail; count-- {
			in.table = append(in.table, int(r.unsigned()))
		}
	case op == opCallIndirect:
		r.unsigned()
		r.unsigned()
		in.rest = start[:len(start)-len(r.b)]
	default:
		in.rest = r.take(r.operands(op))
	}
	return in
}

// operands returns the number of bytes of the immediates of an instruction that is only copied.
func (r *reader) operands(op byte) int {
	switch {
	case opens(op) || op == opMemorySize || op == opMemoryGrow:
		return 1
	case op == opF32Const:
		return 4
	case op == opF64Const:
		return 8
	case op <= opReturn || op == opDrop || op == opSelect || opI32Eqz <= op && op <= opLastPlain:
		return 0
	case op == opExtended && len(r.b) > 0:
		switch r.b[0] {
		case 0, 1, 2, 3, 4, 5, 6, 7: // saturating conversions
			return 1
		case 10: // memory.copy: two memory indices
			return 3
		case 11: // memory.fill
			return 2
		}
	}
	return len(r.b) + 1 // unknown: more bytes than remain
}

// encode is the inverse of decode.
func encode(out []byte, body []instruction) []byte {
	depths, depth := map[int]int{}, 0 // depths of the open blocks
	for _, in := range body {
		out = append(out, in.op)
		switch op := in.op; {
		case opens(op):
			depth++
			depths[in.block] = depth
			out = append(out, in.rest...)
		case op == opEnd:
			depth--
		case op == opBr || op == opBrIf:
			out = appendUnsigned(out, depth-depths[in.block])
		case op == opBrTable:
			out = appendUnsigned(out, len(in.table)-1)
			for _, block := range in.table {
				out = appendUnsigned(out, depth-depths[block])
			}
		case isIndexed(op):
			out = appendUnsigned(out, in.value)
		case op == opI32Const || op == opI64Const:
			out = appendSigned(out, in.value)
		case isAccess(op):
			out = appendUnsigned(append(out, in.rest...), in.value)
		default:
			out = append(out, in.rest...)
		}
	}
	return out
}
