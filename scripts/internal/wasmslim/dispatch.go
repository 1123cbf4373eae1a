package wasmslim

import (
	"maps"
	"slices"
)

// A dispatch is the start of a function that has several resume points: nested blocks, and a br_table
// that leaves the blocks around the resume point. The code of a resume point starts at the end of a
// block. The compiler writes a jump within the function as a branch to a loop around the table, which
// then dispatches to the target.
type dispatch struct {
	*function
	at    int // the index of the br_table
	loop  int // the loop's block, or none if there are no jumps
	table []int
}

const none = -1

// dispatch returns the dispatch of a function, or nil if the function has none, or one that looks
// different.
func (f *function) dispatch() *dispatch {
	at := 1
	for at < len(f.body) && f.body[at].op != opBrTable {
		at++
	}
	if at+1 >= len(f.body) || f.body[at-1].value != 0 || f.body[at+1].op != opEnd {
		return nil
	}
	d := &dispatch{f, at, none, f.body[at].table}
	first, inside := at-2, map[int]bool{}
	for ; first >= 0 && f.body[first].op == opBlock; first-- {
		inside[f.body[first].block] = true
	}
	if first >= 0 && f.body[first].op == opLoop {
		d.loop = f.body[first].block
	}
	for _, block := range d.table {
		if !inside[block] {
			return nil
		}
	}
	return d
}

// target returns the block at whose end the code of a resume point starts.
func (d *dispatch) target(point int64) int {
	if point < 0 || point >= int64(len(d.table)) {
		return d.table[len(d.table)-1]
	}
	return d.table[point]
}

// isJump reports whether the instructions at index i set the resume point and branch to the loop.
func (d *dispatch) isJump(i int) bool {
	b := d.body
	return d.loop != none && i+2 < len(b) && b[i].op == opI32Const && b[i+1].op == opLocalSet && b[i+1].value == 0 &&
		b[i+2].op == opBr && b[i+2].block == d.loop
}

// branchForward turns forward jumps into branches. The block that ends at the target encloses the
// jump, so a branch to its end has the same effect.
func (d *dispatch) branchForward() {
	closed := make([]bool, d.blocks)
	d.edit(func(i int) ([]instruction, int) {
		in := d.body[i]
		if in.op == opEnd {
			closed[in.block] = true
		}
		isIf := in.op == opIf && d.isJump(i+1) && i+4 < len(d.body) && d.body[i+4].op == opEnd
		switch {
		case isIf && !closed[d.target(d.body[i+1].value)]:
			return []instruction{{op: opBrIf, block: d.target(d.body[i+1].value)}}, 5
		case d.isJump(i) && !closed[d.target(in.value)]:
			return []instruction{{op: opBr, block: d.target(in.value)}}, 3
		}
		return nil, 0
	})
}

// renumber removes from the table the resume points at which the function is never entered. It keeps
// the first one, those after calls, the start of deferred calls, and the targets of jumps that still
// use the table, and numbers them in the order of their blocks. After them come numbers that only record
// the position of a call that never returns.
func (d *dispatch) renumber() {
	info := &d.rewriter.table.functions[d.number]
	entered := map[int64]bool{0: true, int64(info.deferReturn): true}
	for i, in := range d.body {
		switch {
		case d.isJump(i), d.isAddress(in) && !d.endsAt(i):
			entered[point(in)] = true
		case (in.op == opBr || in.op == opBrIf) && in.block == d.loop && !(i >= 2 && d.isJump(i-2)):
			return // an unknown kind of jump
		}
	}
	if info.deferReturn != 0 && !entered[int64(info.deferReturn)+1] {
		return // the runtime looks pointers up at the next resume point, where that call must return
	}
	points, table := d.consecutive(slices.Sorted(maps.Keys(entered)))
	points, standIns := d.standIns(info, points)
	numbers := numbersOf(points)
	for i, in := range d.body {
		switch {
		case in.op == opBrTable && slices.Equal(in.table, d.table):
			d.body[i].table = append(table, table[len(table)-1])
		case d.isAddress(in) && d.endsAt(i):
			d.body[i].value += standIns[i] - point(in)
		case d.isJump(i), d.isAddress(in):
			d.body[i].value += numbers[point(in)] - point(in)
		}
	}
	info.renumber(points)
}

// consecutive returns the resume points with their blocks, such that the blocks follow one another. For
// each block that only branches leave, it repeats the next resume point. A table of the blocks 0, 1, 2 and
// so on compresses to nothing, since most functions have such a table. But to a browser's compiler, these
// blocks are further targets of the dispatch, which it cannot optimise as well if the function loops over
// the dispatch: then consecutive returns the resume points as they are.
func (d *dispatch) consecutive(points []int64) (repeated []int64, table []int) {
	left, loops := map[int]bool{}, false
	for i, in := range d.body {
		left[in.block] = left[in.block] || in.op == opBr || in.op == opBrIf
		loops = loops || d.isJump(i)
	}
	rest := points
	for i := d.at - 2; len(rest) > 0 && i >= 0 && d.body[i].op == opBlock; i-- {
		block := d.body[i].block
		isTarget := block == d.target(rest[0])
		if isTarget || left[block] && !loops {
			repeated, table = append(repeated, rest[0]), append(table, block)
		}
		if isTarget {
			rest = rest[1:]
		}
	}
	return repeated, table
}

// numbersOf returns the numbers of resume points: the index of the last occurrence of each.
func numbersOf(points []int64) map[int64]int64 {
	numbers := map[int64]int64{}
	for i, point := range points {
		numbers[point] = int64(i)
	}
	return numbers
}

// standIns chooses resume points for the return addresses of calls that never return. It returns the
// resume points including those that it adds, and the chosen numbers by the index of the address.
// Since nothing resumes there, it chooses any resume point for which the table of functions has the
// same entries, so that most functions need only one more.
func (d *dispatch) standIns(info *functionInfo, points []int64) ([]int64, map[int]int64) {
	numbers := map[int]int64{}
	for i, in := range d.body {
		if !d.isAddress(in) || !d.endsAt(i) {
			continue
		}
		at := point(in)
		n := slices.IndexFunc(points, func(other int64) bool {
			return other != 0 && valueAt(info.frameSize, other) == valueAt(info.frameSize, at) &&
				(d.panics(i) || valueAt(info.stackMap, other-1) == valueAt(info.stackMap, at-1))
		})
		if n < 0 {
			n = len(points)
			points = append(points, at)
		}
		numbers[i] = int64(n)
	}
	return points, numbers
}
