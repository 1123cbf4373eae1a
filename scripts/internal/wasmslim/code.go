package wasmslim

import "slices"

// firstPC is the upper half of the address of the first function. The lower half of an address is a
// resume point: the number of a position at which the function can be entered.
const (
	firstPC   = 0x1000
	pointBits = 16
)

// goType is the type of the functions that the compiler writes: the parameter is the resume point at
// which to start, and the result tells whether the stack is being unwound.
const goType = 0

// A rewriter changes the functions of a program.
type rewriter struct {
	steps    int // the number of Steps to apply
	imports  int
	table    *functionTable
	cold     []int // functions that never return to their caller, by number
	endings  []int // those among them that do not restart their caller either
	outlined []int // those among the cold functions that are called through an outlined function
	first    int   // the number of the first outlined function
	sigpanic int   // the number of the runtime's function that handles nil pointers
}

// rewriter rewrites all functions of the module. The caller must add the outlined functions that the
// rewritten functions call.
func (m *module) rewriter(table *functionTable, steps int) (*rewriter, error) {
	count, types := m.section(functionSection).counted()
	bodies, code := m.section(codeSection).counted()
	if count != len(table.functions) || bodies != count {
		return nil, errModule
	}
	w := &rewriter{steps: steps, imports: m.imports(), table: table, first: m.imports() + count, sigpanic: none}
	w.endings = table.indices(endings, w.imports)
	if found := table.indices([]string{"runtime.sigpanic"}, w.imports); len(found) == 1 {
		w.sigpanic = found[0]
	}
	w.cold = append(table.indices(growers, w.imports), w.endings...)
	out := appendUnsigned(nil, count)
	for i := range count {
		typ, body := types.unsigned(), code.take(int(code.unsigned()))
		if code.fail || types.fail {
			return nil, errModule
		}
		if typ == goType && table.functions[i].flags&flagAssembly == 0 {
			body = w.function(i, body)
		}
		if steps >= stepUnwind {
			var err error
			if body, err = unwinding(table.functions[i].name, body); err != nil {
				return nil, err
			}
		}
		out = append(appendUnsigned(out, len(body)), body...)
	}
	m.section(codeSection).body = out
	return w, nil
}

// A function is a decoded function that the compiler wrote.
type function struct {
	*rewriter
	number int // its number in addresses
	locals []byte
	groups int // the number of declared groups of locals
	body   []instruction
	blocks int
	exit   int // the block at whose end the code that reports unwinding starts, or none
}

// function rewrites the code of a function. It returns the same code if it does not recognise
// something in it.
func (w *rewriter) function(number int, code []byte) []byte {
	f := &function{rewriter: w, number: number}
	r := &reader{b: code}
	f.groups = int(r.unsigned())
	declared := r.b
	for range f.groups {
		r.unsigned()
		r.byte()
	}
	f.locals = declared[:len(declared)-len(r.b)]
	if f.body, f.blocks = decode(r.b); r.fail || f.body == nil || !f.isUsual() {
		return code
	}
	f.exit = f.findExit()
	if w.steps >= stepCalls {
		f.leaveEarly()
	}
	if d := f.dispatch(); d != nil && w.steps >= stepDispatch {
		d.branchForward()
		d.renumber()
	}
	f.dropBlocks()
	if w.steps >= stepPeephole {
		f.dropUnreachable()
		f.shorten()
		f.foldOffsets()
	}
	if w.steps >= stepAddresses {
		f.shareAddress()
	}
	return encode(append(appendUnsigned(nil, f.groups), f.locals...), f.body)
}

// isAddress reports whether an instruction is a constant address within the function.
func (f *function) isAddress(in instruction) bool {
	return in.op == opI64Const && in.value>>pointBits == int64(firstPC+f.number)
}

// point returns the resume point of an address.
func point(address instruction) int64 { return address.value & (1<<pointBits - 1) }

// block allocates the number of a new block.
func (f *function) block() int {
	f.blocks++
	return f.blocks - 1
}

// edit rebuilds the body. It calls with for each index, which returns instructions and how many
// instructions these replace, or 0 to keep the instruction at the index.
func (f *function) edit(with func(i int) ([]instruction, int)) {
	out := make([]instruction, 0, len(f.body)+8)
	for i := 0; i < len(f.body); {
		instead, count := with(i)
		if count == 0 {
			instead, count = f.body[i:i+1], 1
		}
		out = append(out, instead...)
		i += count
	}
	f.body = out
}

// dropUnreachable removes the instructions between an unconditional branch and the end of its block.
// dropBlocks comes first, so that what follows this end is unreachable too if nothing else leads there.
func (f *function) dropUnreachable() {
	out := make([]instruction, 0, len(f.body))
	reachable, depth := true, 0 // depth counts the unreachable blocks that are open
	for _, in := range f.body {
		if !reachable {
			switch {
			case opens(in.op):
				depth++
			case in.op == opEnd && depth > 0:
				depth--
			default:
				reachable = depth == 0 && (in.op == opEnd || in.op == opElse)
			}
			if !reachable {
				continue
			}
		}
		out = append(out, in)
		reachable = in.op != opBr && in.op != opBrTable && in.op != opReturn && in.op != opUnreachable
	}
	f.body = out
}

// dropBlocks removes blocks and loops that are not the target of a branch.
func (f *function) dropBlocks() {
	used := make([]bool, f.blocks)
	used[bodyBlock] = true
	for _, in := range f.body {
		switch in.op {
		case opBr, opBrIf, opIf:
			used[in.block] = true
		case opBrTable:
			for _, block := range in.table {
				used[block] = true
			}
		}
	}
	f.body = slices.DeleteFunc(f.body, func(in instruction) bool {
		return (in.op == opBlock || in.op == opLoop || in.op == opEnd) && !used[in.block]
	})
}

// shareAddress moves the upper half of the function's addresses into a local. Each call stores a
// return address; without the half that all of them share, the addresses compress better. Compilers
// of WebAssembly notice that the local never changes.
func (f *function) shareAddress() {
	const local = stackLocal + 1 // the locals after it are renumbered
	if !slices.ContainsFunc(f.body, f.isAddress) {
		return
	}
	integers, added := f.declareAddress()
	for i, in := range f.body {
		switch {
		case in.op < opLocalGet || in.op > opLocalTee || in.value < local:
		case in.value < local+integers:
			f.body[i].value++
		default:
			f.body[i].value += added
		}
	}
	f.edit(func(i int) ([]instruction, int) {
		in := f.body[i]
		if !f.isAddress(in) {
			return nil, 0
		}
		return []instruction{get(local), {op: opI64Const, value: point(in)}, plain(opI64Or)}, 1
	})
	f.body = slices.Insert(f.body, 0, instruction{op: opI64Const, value: int64(firstPC+f.number) << pointBits},
		set(local))
}

// integerRound is the number to a multiple of which the number of integer locals is rounded up, so that
// more functions declare the same locals.
const integerRound = 4

// declareAddress declares a local for the address among the other integers. The compiler declares the
// stack pointer, then the integers, which it needs at most 16 of, then floating-point numbers.
// declareAddress returns the number of integers before, and how many it added.
func (f *function) declareAddress() (before, added int64) {
	pointer, rest := f.locals[:2], f.locals[2:]
	if len(rest) > 0 && rest[1] == i64Type {
		before, rest = int64(rest[0]), rest[2:]
	} else {
		f.groups++
	}
	after := (before/integerRound + 1) * integerRound
	f.locals = slices.Concat(pointer, []byte{byte(after), i64Type}, rest)
	return before, after - before
}
