package wasmslim

import (
	"maps"
	"slices"
	"unicode/utf8"
)

// The constant strings of a program are in its memory without gaps, the shortest first. The linker keeps
// those that only removed functions contain. Code contains the address of a string apart from its
// length, so a string ends where the next one starts. An address that code contains can also be a
// position inside a string, if the code cuts a constant string at a constant. That is recognised by the
// order: both parts are shorter than the strings around them.

// around is the number of strings before and after a string whose lengths must be in order.
const around = 8

// clearTexts clears the strings to which only removed functions refer. live are the constants in the
// code that is kept, and removed those in the code that is not.
func (t *functionTable) clearTexts(live, removed map[int]bool) {
	used := map[int]bool{}
	refer := func(address int) {
		if address >= t.types && address < t.typesEnd {
			used[address] = true
		}
	}
	for constant := range live {
		refer(constant)
	}
	for at := 0; at+8 <= len(t.memory); at += 8 {
		refer(long(t.memory, at))
	}
	all := maps.Clone(used)
	for constant := range removed {
		if constant >= t.types && constant < t.typesEnd {
			all[constant] = true
		}
	}
	starts := slices.Sorted(maps.Keys(all))
	for i, start := range starts {
		if !used[start] && isText(t.memory, starts, i) {
			clear(t.memory[start:starts[i+1]])
		}
	}
}

// isText reports whether a string extends from the start with index i to the next start. From the strings
// before it to those after it, lengths must neither decrease nor double. If this were only part of a
// string, then all parts would be at least as long as the strings before them, the whole at least twice
// as long, and so would be the strings after it.
func isText(memory []byte, starts []int, i int) bool {
	if i < around || i+around+1 >= len(starts) {
		return false
	}
	length := func(i int) int { return starts[i+1] - starts[i] }
	for k := i - around; k < i+around; k++ {
		if length(k) > length(k+1) {
			return false
		}
	}
	text := memory[starts[i]:starts[i+1]]
	return length(i+around) < 2*length(i-around) && utf8.Valid(text) && !slices.Contains(text, 0)
}
