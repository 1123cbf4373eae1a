package wasmslim

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Opcodes that only these tests name.
const (
	opI32GtS = 0x4a
	opI32LeS = 0x4c
	opI64LtU = 0x54
	opI64GeU = 0x5a
)

func TestShortSequencesReplaceLongOnes(t *testing.T) {
	tee := func(local int64) instruction { return instruction{op: opLocalTee, value: local} }
	for _, tc := range []struct{ body, want []instruction }{
		{[]instruction{plain(opNop), get(3)}, []instruction{get(3)}},
		{[]instruction{get(3), plain(opI64ExtendU), plain(opI32Wrap)}, []instruction{get(3)}},
		{[]instruction{num(1), tee(3), set(3)}, []instruction{num(1), set(3)}},
		{[]instruction{num(1), tee(3), set(4)}, []instruction{num(1), tee(3), set(4)}},
		{[]instruction{get(3), set(3)}, nil},
		{[]instruction{get(3), set(4)}, []instruction{get(3), set(4)}},
		{[]instruction{set(3), plain(opNop), get(3)}, []instruction{tee(3)}},
		{[]instruction{set(3), get(4)}, []instruction{set(3), get(4)}},
		{[]instruction{plain(opI32Eq), plain(opI32Eqz)}, []instruction{plain(opI32Ne)}},
		{[]instruction{plain(opI32GtS), plain(opI32Eqz)}, []instruction{plain(opI32LeS)}},
		{[]instruction{plain(opI64LtU), plain(opI32Eqz)}, []instruction{plain(opI64GeU)}},
		{[]instruction{plain(opI64LtU), plain(opI32Eqz), plain(opI32Eqz)}, []instruction{plain(opI64LtU)}},
		{[]instruction{plain(opI64Eqz), plain(opI32Eqz)}, []instruction{plain(opI64Eqz), plain(opI32Eqz)}},
	} {
		f := &function{body: slices.Clone(tc.body)}
		f.shorten()
		assert.Equal(t, tc.want, slices.Clip(append([]instruction(nil), f.body...)), "%v", tc.body)
	}
}

// TestTheOppositeOfTheOppositeIsTheComparison also checks that no two comparisons have the same opposite.
func TestTheOppositeOfTheOppositeIsTheComparison(t *testing.T) {
	for i, opposite := range opposites {
		assert.Equal(t, byte(i), opposites[opposite])
		assert.NotEqual(t, byte(i), opposite)
	}
}

func TestTheSizeOfAFrameIsWrittenOnce(t *testing.T) {
	start := func(checked, size int) []instruction {
		return []instruction{
			get(stackLocal), {op: opGlobalGet, value: goroutine}, plain(opI32Wrap), access(opI32Load, 2, stackGuard),
			num(checked), plain(opI32Add), plain(opI32LeU), {op: opIf, block: 1, rest: []byte{noType}},
			{op: opI64Const, value: 7}, {op: opCall, value: 9}, plain(opReturn), {op: opEnd, block: 1},
			get(stackLocal), num(size), plain(opI32Sub), {op: opLocalTee, value: stackLocal},
			{op: opGlobalSet, value: stackPointer},
		}
	}
	f := &function{body: start(200-stackSmall, 200)}
	f.shorten()
	assert.Equal(t, []instruction{
		get(stackLocal), num(200), plain(opI32Sub), {op: opLocalTee, value: stackLocal},
		num(stackSmall), plain(opI32Add),
		{op: opGlobalGet, value: goroutine}, plain(opI32Wrap), access(opI32Load, 2, stackGuard),
		plain(opI32LeU), {op: opIf, block: 1, rest: []byte{noType}},
		{op: opI64Const, value: 7}, {op: opCall, value: 9}, plain(opReturn), {op: opEnd, block: 1},
		get(stackLocal), {op: opGlobalSet, value: stackPointer},
	}, f.body)
	for _, other := range [][]instruction{start(201-stackSmall, 200), start(maxFold-stackSmall, maxFold)} {
		f := &function{body: slices.Clone(other)}
		f.shorten()
		assert.Equal(t, other, f.body)
	}
}

func TestUnreachableCodeIsRemoved(t *testing.T) {
	block := func(n int) instruction { return instruction{op: opBlock, block: n, rest: []byte{noType}} }
	end := func(n int) instruction { return instruction{op: opEnd, block: n} }
	f := &function{body: []instruction{
		block(1), get(0), {op: opIf, block: 2, rest: []byte{noType}},
		{op: opBr, block: 1}, get(7), block(3), plain(opReturn), end(3), set(7), plain(opElse),
		plain(opReturn), block(4), end(4), set(7), end(2),
		num(1), plain(opReturn), end(1), num(2), plain(opReturn), plain(opUnreachable), num(1), end(bodyBlock),
	}}
	f.dropUnreachable()
	assert.Equal(t, []instruction{
		block(1), get(0), {op: opIf, block: 2, rest: []byte{noType}},
		{op: opBr, block: 1}, plain(opElse),
		plain(opReturn), end(2),
		num(1), plain(opReturn), end(1), num(2), plain(opReturn), end(bodyBlock),
	}, f.body)
}

func TestTheAddressIsDeclaredAmongTheIntegers(t *testing.T) {
	const f64Type = 0x7c
	address := int64(firstPC+3)<<pointBits + 2
	for _, tc := range []struct{ locals, want []byte }{
		{[]byte{1, i32Type}, []byte{2, 1, i32Type, 4, i64Type}},
		{[]byte{1, i32Type, 3, i64Type}, []byte{2, 1, i32Type, 4, i64Type}},
		{[]byte{1, i32Type, 4, i64Type, 2, f64Type}, []byte{3, 1, i32Type, 8, i64Type, 2, f64Type}},
		{[]byte{1, i32Type, 2, f64Type}, []byte{3, 1, i32Type, 4, i64Type, 2, f64Type}},
	} {
		f := &function{rewriter: &rewriter{}, number: 3, locals: tc.locals, groups: len(tc.locals) / 2,
			body: []instruction{{op: opI64Const, value: address}}}
		f.shareAddress()
		assert.Equal(t, tc.want, append([]byte{byte(f.groups)}, f.locals...))
	}
	f := &function{rewriter: &rewriter{}, number: 3, locals: []byte{1, i32Type, 4, i64Type, 2, f64Type}, groups: 3,
		body: []instruction{{op: opI64Const, value: address}, get(0), get(1), get(2), get(5), get(6), get(7)}}
	f.shareAddress()
	assert.Equal(t, []instruction{get(0), get(1), get(3), get(6), get(10), get(11)}, f.body[5:],
		"the parameter, the stack pointer, integers, floating-point numbers")
}

func TestAResumePointIsRepeatedForBlocksThatOnlyBranchesLeave(t *testing.T) {
	block := func(n int) instruction { return instruction{op: opBlock, block: n, rest: []byte{noType}} }
	end := func(n int) instruction { return instruction{op: opEnd, block: n} }
	f := &function{body: []instruction{
		block(5), block(4), block(3), block(2), block(1), get(0), {op: opBrTable, table: []int{1, 2, 3, 4, 5}}, end(1),
		{op: opBrIf, block: 2}, {op: opBr, block: 4}, end(2), end(3), end(4), end(5), end(bodyBlock),
	}, blocks: 6}
	d := &dispatch{f, 6, none, f.body[6].table}
	repeated, table := d.consecutive([]int64{0, 4})
	assert.Equal(t, []int64{0, 4, 4, 4}, repeated)
	assert.Equal(t, []int{1, 2, 4, 5}, table, "block 3 will be removed")
	assert.Equal(t, map[int64]int64{0: 0, 4: 3}, numbersOf(repeated))

	const loop = 6
	f.body = append(f.body, num(4), set(0), instruction{op: opBr, block: loop})
	d.loop = loop
	repeated, table = d.consecutive([]int64{0, 4})
	assert.Equal(t, []int64{0, 4}, repeated, "in a function with a loop")
	assert.Equal(t, []int{1, 5}, table)
}
