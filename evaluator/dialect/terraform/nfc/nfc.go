// Package nfc brings text to Unicode's normal form C. Terraform does so with every text,
// so that two spellings of a character are one.
//
// It does what golang.org/x/text/unicode/norm does, which Terraform uses, with tables of a
// quarter the size: see table.go. The form is defined by Unicode Standard Annex 15: characters
// are taken apart, their marks put in order, and what has a character of its own is put
// together again.
package nfc

import (
	"slices"
	"unicode/utf8"
)

// firstMark is the first byte of the first character that can combine with another one or
// has another spelling: nothing before U+0300 does either.
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

// maxMarks is how many marks follow a character at most: so many and no more make text that
// is safe to stream. Before the next one comes a joiner, which is no mark.
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

// A writer collects a segment: a character and what may combine with it, taken apart.
type writer struct {
	table   *table
	segment []rune
	out     []byte
}

// insert puts a part behind those whose class is not higher.
func (w *writer) insert(part rune) {
	at := len(w.segment)
	if class := w.table.class(part); class > 0 {
		for at > 0 && w.table.class(w.segment[at-1]) > class {
			at--
		}
	}
	w.segment = slices.Insert(w.segment, at, part)
}

// flush puts the segment together and writes it. A part joins the last one that is no mark,
// unless one of its class or a higher one stands between.
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
