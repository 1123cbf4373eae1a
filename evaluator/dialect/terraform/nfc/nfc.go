// Package nfc converts text to Unicode's normal form C, as Terraform does with every string, so
// that two spellings of a character are equal.
//
// It is equivalent to golang.org/x/text/unicode/norm, which Terraform uses, with tables of a
// quarter the size: see table.go. The form is defined by Unicode Standard Annex 15: characters are
// decomposed, their marks ordered, and pairs that have a composed character are composed again.
package nfc

import (
	"slices"
	"unicode/utf8"
)

// firstMark is the first byte of the first character that can combine with another one or has
// another spelling: no character before U+0300 does either.
const firstMark = 0xCC

// String returns s in normal form C. Bytes that are not UTF-8 stay.
func String(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= firstMark {
			return normal(s)
		}
	}
	return s
}

// maxMarks is the maximum number of marks after a character in stream-safe text. Before any further
// mark, a joiner is inserted, which is not a mark.
const (
	maxMarks = 30
	joiner   = 0x034F
)

func normal(s string) string {
	w := writer{table: characters(), out: make([]byte, 0, len(s))}
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			w.flush()
			w.out = append(w.out, s[i])
			marks = 0
			i++
			continue
		}
		parts := w.table.apart(r)
		leading, trailing := w.table.marks(r, parts)
		switch marks += leading; {
		case marks > maxMarks:
			w.segment = append(w.segment, joiner)
			w.flush()
			marks = leading
		case leading == 0:
			w.flush()
			marks = trailing
		}
		for _, part := range parts {
			w.insert(part)
		}
		i += size
	}
	w.flush()
	return string(w.out)
}

// A writer collects a segment: a character and those that may combine with it, decomposed.
type writer struct {
	table   *table
	segment []rune
	out     []byte
}

// insert inserts a part after those whose class is not higher.
func (w *writer) insert(part rune) {
	at := len(w.segment)
	if class := w.table.class(part); class > 0 {
		for at > 0 && w.table.class(w.segment[at-1]) > class {
			at--
		}
	}
	w.segment = slices.Insert(w.segment, at, part)
}

// flush composes the segment and writes it. A part combines with the last one that is not a mark,
// unless one of its class or a higher one is between them.
func (w *writer) flush() {
	whole := w.segment[:0]
	starter := 0
	for i, part := range w.segment {
		if i > 0 {
			last := w.table.class(whole[len(whole)-1])
			if last == 0 {
				starter = len(whole) - 1
			}
			isBlocked := starter != len(whole)-1 && last >= w.table.class(part)
			if together := w.table.together(whole[starter], part); together != 0 && !isBlocked {
				whole[starter] = together
				continue
			}
		}
		whole = append(whole, part)
	}
	for _, r := range whole {
		w.out = utf8.AppendRune(w.out, r)
	}
	w.segment = w.segment[:0]
}
