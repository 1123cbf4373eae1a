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

// firstMark is the first byte of U+0300. Text with only smaller bytes is in normal form C: a pair
// is composed only if its second character is U+0300 or later, and no earlier character is
// replaced.
const firstMark = 0xCC

// String returns s in normal form C. Bytes that are not UTF-8 stay. Text without a byte from
// firstMark on is returned as it is; the tables are not even read.
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
	// Stream-safe text is defined in UAX 15. The limit is visible: a longer series of marks is not
	// sorted as a whole, and the joiner remains in the text.
	maxMarks = 30
	joiner   = 0x034F
)

// normal converts s segment by segment. A segment begins with a character that does not begin with
// a mark, and includes all marks after it; nothing in one segment affects another.
func normal(s string) string {
	w := writer{table: characters(), out: make([]byte, 0, len(s))}
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		// A byte that is not UTF-8 combines with nothing, and is copied.
		if r == utf8.RuneError && size == 1 {
			w.flush()
			w.out = append(w.out, s[i])
			marks = 0
			i++
			continue
		}
		parts := w.table.decompose(r)
		leading, trailing := w.table.marks(r, parts)
		// marks is the number of marks at the end of the segment, including those that a composed
		// character contributes.
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
	segment []rune // in canonical order, see insert
	out     []byte
}

// insert inserts a part after those whose class is not higher, which is the canonical order of
// marks. Marks of one class keep their order, because it is visible; a part that is not a mark goes
// to the end.
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
// unless one of its class or a higher one is between them. So a mark combines past others that
// appear elsewhere on the letter, but not past one in the same place.
func (w *writer) flush() {
	// The result is never longer than what has been read of the segment, so it can share its
	// memory.
	whole := w.segment[:0]
	starter := 0 // the index in whole of the last part that is not a mark
	for i, part := range w.segment {
		if i > 0 {
			last := w.table.class(whole[len(whole)-1])
			if last == 0 {
				starter = len(whole) - 1
			}
			isBlocked := starter != len(whole)-1 && last >= w.table.class(part)
			if composed := w.table.compose(whole[starter], part); composed != 0 && !isBlocked {
				whole[starter] = composed
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
