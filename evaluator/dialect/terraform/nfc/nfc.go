// Package nfc brings text to Unicode's normal form C. Terraform does so with every text,
// so that two spellings of a character are one.
//
// It gives what golang.org/x/text/unicode/norm gives, which the tests hold it against, in a
// quarter of the space: characters are taken apart, marks put in order, and what belongs
// together is put together again, by tables of 12 KB.
package nfc

import (
	"encoding/binary"
	"strings"
	"sync"
)

// firstMark is the first byte of the first character that can combine with another one or
// has another spelling: nothing before U+0300 does either.
const firstMark = 0xCC

// String returns s in normal form C.
func String(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= firstMark {
			if t := tables(); !t.isNormal(s) {
				return t.normal(s)
			}
			return s
		}
	}
	return s
}

// A pair is two characters that may be written as one.
type pair struct{ first, second rune }

// unicode is what the tables say, ready for use.
type unicode struct {
	apart    map[rune][]rune // what a character is made of, one step of it
	together map[pair]rune
	class    map[rune]uint8 // of marks: those of different classes change places
	// suspect are characters that may not stand in normal form C, or not behind some others;
	// pages says in which groups of 256 there are any.
	suspect map[rune]bool
	pages   [0x110000 >> 8]bool
}

// tables unpacks the tables, once.
var tables = sync.OnceValue(func() *unicode {
	t := &unicode{apart: map[rune][]rune{}, together: map[pair]rune{}, class: map[rune]uint8{}, suspect: map[rune]bool{}}
	data := []byte(packed)
	next := func() rune {
		n, size := binary.Uvarint(data)
		data = data[size:]
		return rune(n)
	}
	r := rune(0)
	for n := next(); n > 0; n-- { // characters of two others
		r += next()
		p := pair{next(), next()}
		t.apart[r], t.together[p] = []rune{p.first, p.second}, r
		t.doubt(p.second)
	}
	r = 0
	for n := next(); n > 0; n-- { // characters that are always written otherwise
		r += next()
		parts := make([]rune, next())
		for i := range parts {
			parts[i] = next()
		}
		t.apart[r] = parts
		t.doubt(r)
	}
	r = 0
	for n := next(); n > 0; n-- { // marks: ranges of one class
		r += next()
		length, class := next(), uint8(next())
		for ; length > 0; length-- {
			t.class[r] = class
			t.doubt(r)
			r++
		}
	}
	for r := rune(vowels); r < trails+trailCount; r++ {
		t.doubt(r)
	}
	return t
})

func (t *unicode) doubt(r rune) { t.suspect[r], t.pages[r>>8] = true, true }

func (t *unicode) isNormal(s string) bool {
	for _, r := range s {
		if t.pages[r>>8] && t.suspect[r] {
			return false
		}
	}
	return true
}

// Syllables of Hangul are counted, not listed: a lead, a vowel and perhaps a trail.
const (
	syllables  = 0xAC00
	leads      = 0x1100
	vowels     = 0x1161
	trails     = 0x11A7 // this one stands for none
	leadCount  = 19
	vowelCount = 21
	trailCount = 28
)

// mostMarks is how many marks may follow one another; joiner then stands between them.
const (
	mostMarks = 30
	joiner    = '\u034F'
)

// normal takes a text apart and puts it together.
func (t *unicode) normal(s string) string {
	var out []rune
	marks := 0
	for _, r := range s {
		parts := t.decompose(nil, r)
		lead, trail := t.marksOf(parts)
		if marks += lead; marks > mostMarks {
			out, marks = append(out, joiner), lead
		}
		if lead == 0 {
			marks = trail
		}
		for _, p := range parts {
			out = append(out, p)
			for i := len(out) - 1; i > 0 && t.class[out[i]] != 0 && t.class[out[i-1]] > t.class[out[i]]; i-- {
				out[i-1], out[i] = out[i], out[i-1]
			}
		}
	}
	var text strings.Builder
	for _, r := range t.compose(out) {
		text.WriteRune(r)
	}
	return text.String()
}

// marksOf counts the marks that parts begin and end with.
func (t *unicode) marksOf(parts []rune) (lead, trail int) {
	for lead < len(parts) && t.isMark(parts[lead]) {
		lead++
	}
	for trail < len(parts) && t.isMark(parts[len(parts)-1-trail]) {
		trail++
	}
	return lead, trail
}

// isMark reports whether a character may combine with the one before it.
func (t *unicode) isMark(r rune) bool { return t.suspect[r] && t.apart[r] == nil && r != trails }

func (t *unicode) decompose(out []rune, r rune) []rune {
	if i := r - syllables; i >= 0 && i < leadCount*vowelCount*trailCount {
		out = append(out, leads+i/(vowelCount*trailCount), vowels+i/trailCount%vowelCount)
		if i%trailCount > 0 {
			out = append(out, trails+i%trailCount)
		}
		return out
	}
	parts := t.apart[r]
	if parts == nil {
		return append(out, r)
	}
	for _, p := range parts {
		out = t.decompose(out, p)
	}
	return out
}

// compose puts together what belongs together: every character with the last one before it
// that is no mark, unless one between them stands in the way.
func (t *unicode) compose(runes []rune) []rune {
	out := runes[:0]
	starter := -1
	for _, r := range runes {
		class := t.class[r]
		isFree := starter >= 0 && (starter == len(out)-1 || t.class[out[len(out)-1]] != 0 && t.class[out[len(out)-1]] < class)
		if isFree {
			if c := t.composed(out[starter], r); c != 0 {
				out[starter] = c
				continue
			}
		}
		if class == 0 {
			starter = len(out)
		}
		out = append(out, r)
	}
	return out
}

// composed gives the character that two can be written as, 0 when there is none.
func (t *unicode) composed(a, b rune) rune {
	if l, v := a-leads, b-vowels; l >= 0 && l < leadCount && v >= 0 && v < vowelCount {
		return syllables + (l*vowelCount+v)*trailCount
	}
	if i, n := a-syllables, b-trails; i >= 0 && i < leadCount*vowelCount*trailCount && i%trailCount == 0 && n > 0 && n < trailCount {
		return a + n
	}
	return t.together[pair{a, b}]
}
