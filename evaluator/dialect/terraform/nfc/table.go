package nfc

import (
	"encoding/binary"
	"sync"
)

// A table has the characters that normal forms affect, except Korean syllables, which are computed.
// Characters that are not affected, which are most, have no entries in its maps.
type table struct {
	classes      map[rune]uint8   // canonical combining classes, of marks
	parts        map[rune][2]rune // the decomposition of a character; the second may be 0
	compositions map[[2]rune]rune // the composition of two characters
	combined     map[rune]bool    // characters that may be the second of a composed pair
	counted      map[rune]uint64  // how many marks a character counts as, unless its parts determine it
}

// The kinds of entries in packed.
const (
	// The order of the kinds is part of the format of packed.
	entryMark       = iota // a class follows, or 0 and a count
	entryOther             // one other character follows
	entryUncomposed        // two characters follow, which are never composed
	entryComposed          // two characters follow
)

// characters reads packed, which has an entry for each character, by number: the difference from
// the previous number, shifted left by two, plus the kind; then the data of that kind. Characters
// in it are stored as the difference from the character at the same index of the last entry that
// has one. All numbers are varints. A count is doubled, and incremented if the character begins
// with marks, too.
var characters = sync.OnceValue(func() *table {
	t := &table{map[rune]uint8{}, map[rune][2]rune{}, map[[2]rune]rune{}, map[rune]bool{}, map[rune]uint64{}}
	r := reader{packed}
	var character, first, second rune
	for len(r.rest) > 0 {
		n := r.unsigned()
		character += rune(n >> 2)
		kind := n & 3
		if kind == entryMark {
			if t.classes[character] = uint8(r.unsigned()); t.classes[character] == 0 {
				t.counted[character] = r.unsigned()
			}
			continue
		}
		first += r.signed()
		parts := [2]rune{first}
		if kind != entryOther {
			second += r.signed()
			parts[1] = second
		}
		t.parts[character] = parts
		if kind == entryComposed {
			t.compositions[parts] = character
			t.combined[second] = true
		}
	}
	return t
})

// A reader reads varints from the start of rest, a constant of this package, so it expects no
// errors.
type reader struct{ rest string }

// unsigned reads a number. It converts only as many bytes as a number can have, because rest is long.
func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint([]byte(r.rest[:min(binary.MaxVarintLen32, len(r.rest))]))
	r.rest = r.rest[n:]
	return v
}

// signed reads a number whose sign is in its lowest bit, as in package binary.
func (r *reader) signed() rune {
	v := r.unsigned()
	return rune(v>>1) ^ -rune(v&1)
}

// class returns the canonical combining class: 0 for characters that are not marks.
func (t *table) class(r rune) uint8 { return t.classes[r] }

// Korean syllables, and the letters (jamo) that they consist of.
const (
	// Syllables are numbered by first letter, vowel and tail, in this order, so
	// 11,172 of them need no entries.
	syllables = 0xAC00
	leads     = 0x1100 // letters that begin a syllable
	vowels    = 0x1161
	tails     = 0x11A7 // one before the first
	leadCount = 19
	vowelSize = 28 // syllables with the same first two letters: one for each tail, and one without
	leadSize  = 21 * vowelSize
)

// decompose decomposes a character completely. The table has a single decomposition step for each
// character; only the first part of its result can be decomposed further.
func (t *table) decompose(r rune) []rune {
	if n := r - syllables; 0 <= n && n < leadCount*leadSize {
		parts := []rune{leads + n/leadSize, vowels + n%leadSize/vowelSize}
		if tail := n % vowelSize; tail > 0 {
			parts = append(parts, tails+tail)
		}
		return parts
	}
	parts, ok := t.parts[r]
	if !ok {
		return []rune{r}
	}
	out := t.decompose(parts[0])
	if parts[1] != 0 {
		out = append(out, parts[1])
	}
	return out
}

// compose returns the composition of two characters, or 0. In Korean, a leading consonant and a
// vowel form a syllable, which forms another one with a trailing consonant.
func (t *table) compose(first, second rune) rune {
	if lead, vowel := first-leads, second-vowels; 0 <= lead && lead < leadCount && 0 <= vowel &&
		vowel < leadSize/vowelSize {
		return syllables + lead*leadSize + vowel*vowelSize
	}
	if n, tail := first-syllables, second-tails; 0 <= n && n < leadCount*leadSize && n%vowelSize == 0 && 0 < tail &&
		tail < vowelSize {
		return first + tail
	}
	return t.compositions[[2]rune{first, second}]
}

// combines reports whether a character may be the second of a composed pair. It need not be a mark:
// the vowels and trailing consonants of Korean are not.
func (t *table) combines(r rune) bool {
	return t.combined[r] || vowels <= r && r < vowels+leadSize/vowelSize || tails < r && r < tails+vowelSize
}

// marks counts the marks that a character begins and ends with, and characters that combine like
// one. Terraform's library also counts those in compatibility decompositions. If all parts are marks,
// both counts include all of them.
func (t *table) marks(r rune, parts []rune) (leading, trailing int) {
	if n, ok := t.counted[r]; ok {
		return int(n>>1) * int(n&1), int(n >> 1)
	}
	isMark := func(r rune) bool { return t.class(r) > 0 || t.combines(r) }
	for leading < len(parts) && isMark(parts[leading]) {
		leading++
	}
	for trailing < len(parts) && isMark(parts[len(parts)-1-trailing]) {
		trailing++
	}
	return leading, trailing
}
