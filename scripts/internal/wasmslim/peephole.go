package wasmslim

import "slices"

// A rule replaces a sequence of instructions with certain opcodes.
type rule struct {
	ops     []byte
	replace func([]instruction) ([]instruction, bool) // returns false if the rule does not apply
}

var rules = slices.Concat(negatedComparisons(), []rule{
	// Instructions without effect, and locals that are read right after they are set.
	{[]byte{opNop}, drop},
	{[]byte{opI64ExtendU, opI32Wrap}, drop},
	{[]byte{opLocalGet, opLocalSet}, ofOneLocal()},
	{[]byte{opLocalTee, opLocalSet}, ofOneLocal(opLocalSet)},
	{[]byte{opLocalSet, opLocalGet}, ofOneLocal(opLocalTee)},

	// Conditions that are negated twice, or extended before they are tested.
	{[]byte{opI64ExtendU, opI64Eqz},
		func([]instruction) ([]instruction, bool) { return []instruction{plain(opI32Eqz)}, true }},
	{[]byte{opI32Eqz, opI32Eqz, opIf}, func(in []instruction) ([]instruction, bool) { return in[2:], true }},
	{[]byte{opI32Eqz, opI32Eqz, opBrIf}, func(in []instruction) ([]instruction, bool) { return in[2:], true }},

	// Addresses near the stack pointer that are computed in 64 bits.
	{[]byte{opI64ExtendU, opI64Const, opI64Add, opI32Wrap}, func(in []instruction) ([]instruction, bool) {
		return []instruction{num(int(int32(in[1].value))), plain(opI32Add)}, true
	}},

	// Loads of a value of which half is discarded, and stores of a value that was just extended.
	{[]byte{opI64Load, opI32Wrap}, narrow(opI32Load, 2)},
	{[]byte{opI64Load32U, opI32Wrap}, narrow(opI32Load, 2)},
	{[]byte{opI64Load16S, opI32Wrap}, narrow(opI32Load16S, 1)},
	{[]byte{opI64Load16U, opI32Wrap}, narrow(opI32Load16U, 1)},
	{[]byte{opI64Load8S, opI32Wrap}, narrow(opI32Load8S, 0)},
	{[]byte{opI64Load8U, opI32Wrap}, narrow(opI32Load8U, 0)},
	{[]byte{opI64ExtendU, opI64Store32}, narrow(opI32Store, 2)},
	{[]byte{opI64ExtendU, opI64Store16}, narrow(opI32Store16, 1)},
	{[]byte{opI64ExtendU, opI64Store8}, narrow(opI32Store8, 0)},

	{[]byte{opLocalGet, opI32Const, opI32Add, opLocalTee, opGlobalSet, opLocalGet, opI32Const, opI32Add, opLocalTee,
		opGlobalSet, opI32Const, opReturn}, popTwice},
	{[]byte{opLocalGet, opGlobalGet, opI32Wrap, opI32Load, opI32Const, opI32Add, opI32LeU, opIf, opI64Const, opCall,
		opReturn, opEnd, opLocalGet, opI32Const, opI32Sub, opLocalTee, opGlobalSet}, pushBeforeCheck},
})

func drop([]instruction) ([]instruction, bool) { return nil, true }

// ofOneLocal returns a replacement of two instructions that access the same local.
func ofOneLocal(ops ...byte) func([]instruction) ([]instruction, bool) {
	return func(in []instruction) ([]instruction, bool) {
		var out []instruction
		for _, op := range ops {
			out = append(out, instruction{op: op, value: in[0].value})
		}
		return out, in[0].value == in[1].value
	}
}

// opposites lists the opposites of the comparisons of integers, as distances from eq. The order of the
// comparisons is eq, ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u.
var opposites = []byte{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}

// negatedComparisons returns the rules that replace a negated comparison with its opposite.
func negatedComparisons() (rules []rule) {
	for _, eq := range []byte{opI32Eq, opI64Eq} {
		for i, opposite := range opposites {
			rules = append(rules, rule{[]byte{eq + byte(i), opI32Eqz},
				func([]instruction) ([]instruction, bool) { return []instruction{plain(eq + opposite)}, true }})
		}
	}
	return rules
}

// popTwice pops the frame and the return address with one addition at the end of a function.
func popTwice(in []instruction) ([]instruction, bool) {
	for _, i := range []int{0, 3, 5, 8} {
		if in[i].value != stackLocal {
			return nil, false
		}
	}
	if in[4].value != stackPointer || in[9].value != stackPointer {
		return nil, false
	}
	return []instruction{in[0], num(int(in[1].value + in[6].value)), in[2], in[4], in[10], in[11]}, true
}

// stackSmall is the number of bytes that a frame may use below the guard (internal/abi.StackSmall).
const stackSmall = 128

// pushBeforeCheck subtracts the size of the frame from the stack pointer before the start of a function
// compares the stack pointer with the guard, so that the size is only needed once. If the stack must
// grow, the new stack pointer is not used: it is only in the local.
func pushBeforeCheck(in []instruction) ([]instruction, bool) {
	check, call, push := in[:8], in[8:12], in[12:]
	size := push[1].value
	if check[0].value != stackLocal || push[0].value != stackLocal || push[3].value != stackLocal ||
		push[4].value != stackPointer || check[4].value != size-stackSmall || size >= maxFold {
		return nil, false
	}
	return slices.Concat(push[:4], []instruction{num(stackSmall), plain(opI32Add)}, check[1:4], check[6:], call,
		[]instruction{push[0], push[4]}), true
}

// narrow returns a replacement by one access to the same address with another opcode.
func narrow(op, align byte) func([]instruction) ([]instruction, bool) {
	return func(in []instruction) ([]instruction, bool) {
		from := slices.IndexFunc(in, func(i instruction) bool { return isAccess(i.op) })
		return []instruction{access(op, align, in[from].value)}, true
	}
}

// shorten applies the rules until none matches.
func (f *function) shorten() {
	out := make([]instruction, 0, len(f.body))
	for _, in := range f.body {
		out = append(out, in)
		for again := true; again; {
			out, again = shortenEnd(out)
		}
	}
	f.body = out
}

// shortenEnd applies a rule to the last instructions, if one matches.
func shortenEnd(body []instruction) ([]instruction, bool) {
	for _, r := range rules {
		start := len(body) - len(r.ops)
		if start < 0 || !endsIn(body, r.ops) {
			continue
		}
		if replacement, ok := r.replace(body[start:]); ok {
			return append(body[:start], slices.Clone(replacement)...), true
		}
	}
	return body, false
}

func endsIn(body []instruction, ops []byte) bool {
	for i := 1; i <= len(ops); i++ { // compare from the end, where most rules differ
		if body[len(body)-i].op != ops[len(ops)-i] {
			return false
		}
	}
	return true
}

// maxFold limits the constants that are folded. An addition wraps around and an offset does not, but
// that makes no difference for small constants, because the stack is far from the end of memory.
const maxFold = 1 << 16

// foldOffsets turns a constant that is added to the stack pointer into the offset of the load or the
// store that uses the sum.
func (f *function) foldOffsets() {
	removed := make([]bool, len(f.body))
	for i := 0; i+3 < len(f.body); i++ {
		b := f.body[i : i+3]
		if b[0].op != opLocalGet || b[0].value != stackLocal || b[1].op != opI32Const || b[2].op != opI32Add ||
			b[1].value < 0 || b[1].value >= maxFold {
			continue
		}
		if user := f.userOf(i + 3); user != none {
			f.body[user].value += b[1].value
			removed[i+1], removed[i+2] = true, true
		}
	}
	f.edit(func(i int) ([]instruction, int) {
		if removed[i] {
			return nil, 1
		}
		return nil, 0
	})
}

// userOf returns the index of the load or store that uses the address computed right before index i,
// or none.
func (f *function) userOf(i int) int {
	height := 1 // the number of operands on the stack, counted from the address
	for ; i < len(f.body); i++ {
		pops, pushes, known := effect(f.body[i].op)
		switch {
		case !known:
			return none
		case pops >= height:
			if pops == height && isAccess(f.body[i].op) {
				return i
			}
			return none
		}
		height += pushes - pops
	}
	return none
}

// effect returns how many values an instruction pops and pushes. known is false for
// an instruction that is not listed, such as a branch or a call.
func effect(op byte) (pops, pushes int, known bool) {
	switch {
	case op == opLocalGet || op == opGlobalGet || opI32Const <= op && op <= opF64Const:
		return 0, 1, true
	case op == opLocalSet || op == opGlobalSet:
		return 1, 0, true
	case op == opLocalTee || opFirstLoad <= op && op <= opLastLoad:
		return 1, 1, true
	case opFirstStore <= op && op <= opLastStore:
		return 2, 0, true
	case op == opI32Eqz || op == opI64Eqz:
		return 1, 1, true
	}
	for _, unary := range [][2]byte{{0x67, 0x69}, {0x79, 0x7b}, {0x8b, 0x91}, {0x99, 0x9f}, {opI32Wrap, opLastPlain}} {
		if unary[0] <= op && op <= unary[1] {
			return 1, 1, true
		}
	}
	return 2, 1, opI32Eqz < op && op < opI32Wrap
}
