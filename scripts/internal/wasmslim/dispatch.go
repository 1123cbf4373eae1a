package wasmslim

import (
	"maps"
	"slices"
)

// A dispatch is how a function starts that can be entered at several places: blocks
// within each other, and a br_table that leaves as many of them as the place says. Behind
// the end of each block one place begins. The compiler lets all jumps in the function go
// through the table, by a loop around it.
type dispatch struct {
	*function
	at    int // the index of the br_table
	loop  int // the loop's block, none when there are no jumps
	table []int
}

const none = -1

// dispatch gives nil for a function that has none, or one that looks otherwise.
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

// target is the block behind which a place begins.
func (d *dispatch) target(place int64) int {
	if place < 0 || place >= int64(len(d.table)) {
		return d.table[len(d.table)-1]
	}
	return d.table[place]
}

// isJump reports whether the instructions at i set the place to go to and go there.
func (d *dispatch) isJump(i int) bool {
	b := d.body
	return d.loop != none && i+2 < len(b) && b[i].op == opI32Const && b[i+1].op == opLocalSet && b[i+1].value == 0 &&
		b[i+2].op == opBr && b[i+2].block == d.loop
}

// branchForward lets jumps forward branch to the end of the block before their place,
// which they stand in already.
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

// renumber leaves only those places in the table that can be entered: the first, behind
// calls, where deferred calls start, and the targets of jumps that still use it. They are
// numbered anew one after the other, and behind them the places that only say where a
// call that ends the function was made.
func (d *dispatch) renumber() {
	info := &d.rewriter.table.functions[d.number]
	entered := map[int64]bool{0: true, int64(info.deferReturn): true}
	for i, in := range d.body {
		switch {
		case d.isJump(i), d.isAddress(in) && !d.endsAt(i):
			entered[place(in)] = true
		case (in.op == opBr || in.op == opBrIf) && in.block == d.loop && !(i >= 2 && d.isJump(i-2)):
			return // a jump that is not understood
		}
	}
	if info.deferReturn != 0 && !entered[int64(info.deferReturn)+1] {
		return // pointers are asked for the place behind, which is where that call returns to
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

// standIns gives numbers for the addresses where calls end the function, by where they
// stand, and the places with what they need besides. Nobody returns there, so that any
// place will do of which the table of functions says the same: most functions come by
// with one, and with a small number.
func (d *dispatch) standIns(info *known, places []int64) ([]int64, map[int]int64) {
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
