package pattern

import (
	"strings"
	"unicode"
)

// otherCases are characters that differ only in case in Python, but not in Go: Python compares lower
// case, and has a list of pairs whose upper case is the same. Each word is a cycle.
const otherCases = " iIİıi ΐΐΐ ΰΰΰ ﬅﬆﬅ "

// nextCase returns the next character of those that differ only in case, in a cycle that returns to
// r. With Python's flag a, only letters of ASCII have a case.
func nextCase(r rune, ascii bool) rune {
	switch {
	case ascii && ('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'):
		return r ^ ('a' ^ 'A')
	case ascii:
		return r
	}
	if i := strings.IndexRune(otherCases, r); r != ' ' && i >= 0 {
		return []rune(otherCases[i:])[1]
	}
	return unicode.SimpleFold(r)
}

// same reports whether two characters differ only in case.
func same(a, b rune, ascii bool) bool {
	if a == b {
		return true
	}
	for r := nextCase(a, ascii); r != a; r = nextCase(r, ascii) {
		if r == b {
			return true
		}
	}
	return false
}
