package layout

import (
	"math/bits"
	"slices"
)

// indexBits are the low bits of a key. They hold an index, which makes the sort stable.
const indexBits = 20

// sortBy sorts numbers by keys. Numbers with equal keys keep their order.
func sortBy(items []int, key func(item int) int) {
	const few = 16 // numbers that are sorted without allocating memory
	n := len(items)
	if n < 2 {
		return
	}
	var small [4*few + 1]int
	buffer := small[:]
	if n > few {
		buffer = make([]int, 4*n+1)
	}
	old, keys := append(buffer[:0:n], items...), buffer[n:][:0:n]
	for i, item := range items {
		keys = append(keys, key(item)<<indexBits|i)
	}
	for i, key := range sortKeys(keys, buffer[2*n:]) {
		items[i] = old[key&(1<<indexBits-1)]
	}
}

// sortedBy returns the numbers below n, sorted by keys.
func sortedBy(n int, key func(item int) int) []int {
	items := make([]int, n)
	for i := range items {
		items[i] = i
	}
	sortBy(items, key)
	return items
}

// sortKeys returns the sorted keys in the buffer, which has room for twice as many numbers and one more. It puts
// the keys into as many buckets, which nearly sorts them, and then inserts each one. In a browser this takes
// a fraction of the time of slices.Sort, which calls a function for each comparison.
func sortKeys(keys, buffer []int) []int {
	n := len(keys)
	low := slices.Min(keys)
	shift := bits.Len(uint((slices.Max(keys) - low) / n))
	sorted, ends := buffer[:n], buffer[n:][:n+1]
	clear(ends)
	for _, key := range keys {
		ends[(key-low)>>shift+1]++
	}
	for i := range n {
		ends[i+1] += ends[i]
	}
	for _, key := range keys {
		at := &ends[(key-low)>>shift]
		sorted[*at] = key
		*at++
	}
	for i, key := range sorted {
		for i > 0 && sorted[i-1] > key {
			sorted[i] = sorted[i-1]
			i--
		}
		sorted[i] = key
	}
	return sorted
}

// group returns the values of each of n keys, in order. item returns the key and the value of the item at an
// index. All values are in one array.
func group(n, items int, item func(i int) (key, value int)) [][]int {
	sizes, groups, all := make([]int, n), make([][]int, n), make([]int, items)
	for i := range items {
		key, _ := item(i)
		sizes[key]++
	}
	for key, size := range sizes {
		groups[key], all = all[:0:size], all[size:]
	}
	for i := range items {
		key, value := item(i)
		groups[key] = append(groups[key], value)
	}
	return groups
}
