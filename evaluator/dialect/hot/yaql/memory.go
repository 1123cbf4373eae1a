package yaql

import (
	"math/big"
	"unicode/utf8"
)

// maxMemory is the maximum size of an argument or a result in bytes, by Python's accounting.
const maxMemory = 10000

// outOfMemory fails with the original's message about memory.
func (e *evaluator) outOfMemory() {
	failText("a value of this expression is larger than the 10000 bytes that are allowed",
		"Expression consumed too much memory")
}

// textSize returns the size of a Python string of n code points of which the largest is r. Python
// stores all characters of a string in the width that the largest one needs (5).
func textSize(n int, r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 49 + n
	case r < 0x100:
		return 73 + n
	case r < 0x10000:
		return 74 + 2*n
	}
	return 76 + 4*n
}

// memory returns the bytes that Python needs for a value, without the values inside it. It follows
// sys.getsizeof of 64-bit Python; sizes that cannot matter for the limit are approximate.
func memory(v Value) int {
	switch v := v.(type) {
	case string:
		n, largest := 0, rune(0)
		for _, r := range v {
			n++
			largest = max(largest, r)
		}
		return textSize(n, largest)
	// A tuple and a raw list have the same size.
	case *list:
		return 40 + 8*len(v.items)
	// Python stores 30 bits of an integer in each four bytes.
	case *big.Int:
		return 24 + 4*((v.BitLen()+29)/30)
	case int64, bool:
		return 28
	}
	return 48
}

// fits ends the evaluation if values are too large in total. Several values are passed where the
// original adds up sizes: the elements of [a, b], and the two lists or maps of + (5).
func (e *evaluator) fits(values ...Value) {
	total := 0
	for _, v := range values {
		if s, ok := v.(string); ok {
			e.spend(len(s) / 256)
		}
		total += memory(v)
	}
	e.fitsSize(total)
}

// fitsSize checks a size that was computed before the value is made.
func (e *evaluator) fitsSize(n int) {
	if n > maxMemory {
		e.outOfMemory()
	}
}

// made returns the string that a function has made, charging steps for its length. run checks the
// size.
func (e *evaluator) made(s string) Value {
	e.spend(len(s) / 64)
	return s
}
