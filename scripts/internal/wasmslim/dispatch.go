package wasmslim

import (
	"maps"
	"slices"
)

// A dispatch is the beginning of a function that can be entered at several places: nested blocks,
// and a br_table that leaves as many of them as the place requires. The code for a place begins at
// the end of a block. The compiler sends all jumps in the function through the table, by a loop
// around it.
type dispatch struct {
	*function
	at    int // the index of the br_table
	loop  int // the loop's block, or none if there are no jumps
	table []int
}

const none = -1

// dispatch finds the dispatch of a function. It returns nil if there is none, or one of another
// form.
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

// target returns the block whose end begins a place.
func (d *dispatch) target(place int64) int {
	if place < 0 || place >= int64(len(d.table)) {
		return d.table[len(d.table)-1]
	}
	return d.table[place]
}

// isJump reports whether the instructions at i set the place to jump to and jump there.
func (d *dispatch) isJump(i int) bool {
	b := d.body
	return d.loop != none && i+2 < len(b) && b[i].op == opI32Const && b[i+1].op == opLocalSet && b[i+1].value == 0 &&
		b[i+2].op == opBr && b[i+2].block == d.loop
}

// branchForward turns forward jumps into branches to the end of the block before their target,
// which encloses them.
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

// renumber keeps only those places in the table that can be entered: the first, those after calls,
// the start of deferred calls, and the targets of jumps that still use the table. They are
// numbered consecutively, followed by the places that only record the position of a call that
// never returns.
func (d *dispatch) renumber() {
	info := &d.rewriter.table.functions[d.number]
	entered := map[int64]bool{0: true, int64(info.deferReturn): true}
	for i, in := range d.body {
		switch {
		case d.isJump(i), d.isAddress(in) && !d.endsAt(i):
			entered[place(in)] = true
		case (in.op == opBr || in.op == opBrIf) && in.block == d.loop && !(i >= 2 && d.isJump(i-2)):
			return // an unknown kind of jump
		}
	}
	if info.deferReturn != 0 && !entered[int64(info.deferReturn)+1] {
		return // pointers are looked up for the next place, which must be where that call returns
	}
	places := slices.Sorted(maps.Keys(entered))
	var table []int
	for _, place := range places {
		table = append(table, d.target(place))
	}
	places, standIns := d.standIns(info, places)
	for i, in := range d.body {
		switch {
		case in.op == opBrTable && slices.Equal(in.table, d.table):
			d.body[i].table = append(table, table[len(table)-1])
		case d.isAddress(in) && d.endsAt(i):
			d.body[i].value += standIns[i] - place(in)
		case d.isJump(i), d.isAddress(in):
			d.body[i].value += int64(slices.Index(places, place(in))) - place(in)
		}
	}
	info.renumber(places)
}

// standIns chooses numbers for the return addresses of calls that never return, by their index,
// and returns the places including those added for them. Since nothing resumes there, any place
// will do for which the table of functions has the same entries: most functions need only one,
// with a small number.
func (d *dispatch) standIns(info *functionInfo, places []int64) ([]int64, map[int]int64) {
	numbers := map[int]int64{}
	for i, in := range d.body {
		if !d.isAddress(in) || !d.endsAt(i) {
			continue
		}
		at := place(in)
		n := slices.IndexFunc(places, func(other int64) bool {
			return other != 0 && valueAt(info.frameSize, other) == valueAt(info.frameSize, at) &&
				(d.panics(i) || valueAt(info.stackMap, other-1) == valueAt(info.stackMap, at-1))
		})
		if n < 0 {
			n = len(places)
			places = append(places, at)
		}
		numbers[i] = int64(n)
	}
	return places, numbers
}
