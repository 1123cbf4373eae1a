package evaluator

import (
	"unicode/utf16"
	"unicode/utf8"
)

// The checksum of a text (protocol.FileEdit) is the sum of (u+1)·sumBase^i modulo 2^32 over its UTF-16 code units,
// where u is a unit and i its index. After an edit, it can be computed from the last one: only the edit, and what
// is between it and the last edit, must be read. The two sides compute it from their own texts, so it also tells
// whether an edit was made at the same place.
const (
	sumBase    uint32 = 16777619
	sumInverse uint32 = 899433627 // sumBase * sumInverse == 1
)

// summedText is a text with its checksum.
type summedText struct {
	text   string
	sum    uint32
	edited sumCursor // at the end of the last edit
}

// sumCursor is a position in a text, and the checksum of what is before it.
type sumCursor struct {
	units, bytes int // in UTF-16 code units and in bytes
	sum          uint32
	power        uint32 // sumBase to the power of units
}

func sumText(text string) summedText {
	return summedText{edited: sumCursor{power: 1}}.edit(0, 0, text)
}

// edit replaces the text between two positions, which count UTF-16 code units. It replaces whole
// characters, and nothing after the end of the text.
func (t summedText) edit(from, to int, inserted string) summedText {
	start := t.edited
	start.move(t.text, from)
	end := start
	end.move(t.text, max(from, to))
	next := t.text[:start.bytes] + inserted + t.text[end.bytes:]
	after := start
	for after.bytes < start.bytes+len(inserted) {
		after.forward(next)
	}
	return summedText{next, after.sum + (t.sum-end.sum)*inverse(end.power)*after.power, after}
}

// inverse returns the number that gives 1 when multiplied by x, which must be odd. Each of Newton's steps doubles the
// number of correct bits, of which there are three at the beginning.
func inverse(x uint32) uint32 {
	y := x
	for range 4 {
		y *= 2 - x*y
	}
	return y
}

// move moves the cursor to a position in UTF-16 code units, or to the end of the character there.
func (c *sumCursor) move(text string, units int) {
	for c.units > units && c.bytes > 0 {
		c.back(text)
	}
	for c.units < units && c.bytes < len(text) {
		c.forward(text)
	}
}

func (c *sumCursor) forward(text string) {
	r, size := rune(text[c.bytes]), 1
	if r >= utf8.RuneSelf {
		r, size = utf8.DecodeRuneInString(text[c.bytes:])
	}
	c.bytes += size
	high, low := utf16.EncodeRune(r)
	if size == utf8.UTFMax {
		c.add(high)
		r = low
	}
	c.add(r)
}

func (c *sumCursor) add(unit rune) {
	c.sum += (uint32(unit) + 1) * c.power
	c.power *= sumBase
	c.units++
}

func (c *sumCursor) back(text string) {
	r, size := utf8.DecodeLastRuneInString(text[:c.bytes])
	c.bytes -= size
	high, low := utf16.EncodeRune(r)
	if size == utf8.UTFMax {
		c.remove(low)
		r = high
	}
	c.remove(r)
}

func (c *sumCursor) remove(unit rune) {
	c.units--
	c.power *= sumInverse
	c.sum -= (uint32(unit) + 1) * c.power
}
