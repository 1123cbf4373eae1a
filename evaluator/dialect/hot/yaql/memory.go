package yaql

import (
	"math/big"
	"unicode/utf8"
)

// maxMemory is the maximum size of an argument or a result in bytes, by Python's accounting.
const maxMemory = 10000

func (e *evaluator) outOfMemory() {
	failText("a value of this expression is larger than the 10000 bytes that are allowed",
		"Expression consumed too much memory")
}

// textSize returns the size of a Python string of n code points of which the largest is r.
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

// memory returns the bytes that Python needs for a value, without the values inside it.
func memory(v Value) int {
	switch v := v.(type) {
	case string:
		n, largest := 0, rune(0)
		for _, r := range v {
			n++
			largest = max(largest, r)
		}
		return textSize(n, largest)
	case *list:
		return 40 + 8*len(v.items)
	case *big.Int:
		return 24 + 4*((v.BitLen()+29)/30)
	case int64, bool:
		return 28
	}
	return 48
}

// fits ends the evaluation if values are too large in total.
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

func (e *evaluator) fitsSize(n int) {
	if n > maxMemory {
		e.outOfMemory()
	}
}

// made returns a string that a function has made, charging steps for its length.
func (e *evaluator) made(s string) Value {
	e.spend(len(s) / 64)
	return s
}
