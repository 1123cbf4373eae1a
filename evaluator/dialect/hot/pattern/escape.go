package pattern

import (
	"strconv"
	"strings"
	"unicode"
)

// escape reads an escape outside a set: a class, an assertion, a reference to a group or a
// character.
func (p *parser) escape() *node {
	r := p.next()
	switch {
	case strings.ContainsRune("dDwWsS", r):
		return &node{kind: set, items: []item{{class: r}}, flags: p.flags}
	case strings.ContainsRune("bBAZ", r):
		return &node{kind: assertion, what: r, flags: p.flags}
	case '1' <= r && r <= '9':
		p.pos--
		// Three octal digits are a character.
		if p.octalDigits() == 3 {
			return p.char(p.octal())
		}
		index := int(p.next() - '0')
		if next := p.peek(); '0' <= next && next <= '9' {
			index = index*10 + int(p.next()-'0')
		}
		return p.reference(index)
	}
	p.pos--
	return p.char(p.escaped())
}

// escaped reads an escape for a single character.
func (p *parser) escaped() rune {
	if p.peek() == '0' {
		return p.octal()
	}
	r := p.next()
	if i := strings.IndexRune("abfnrtv", r); i >= 0 {
		return []rune("\a\b\f\n\r\t\v")[i]
	}
	if digits := map[rune]int{'x': 2, 'u': 4, 'U': 8}[r]; digits > 0 {
		return p.hex(r, digits)
	}
	switch {
	// The table of Unicode's character names would be larger than this package.
	case r == 'N' && p.peek() == '{':
		panic(fault{ErrTooLarge})
	case r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
		p.fail("bad escape \\%c", r)
	}
	return r
}

// hex reads a number of hexadecimal digits.
func (p *parser) hex(letter rune, digits int) rune {
	if p.pos+digits > len(p.text) {
		p.fail("incomplete escape \\%c", letter)
	}
	n, err := strconv.ParseUint(string(p.text[p.pos:p.pos+digits]), 16, 32)
	if err != nil || n > unicode.MaxRune {
		p.fail("incomplete escape \\%c", letter)
	}
	p.pos += digits
	return rune(n)
}

// octalDigits returns the number of octal digits that come next, at most three.
func (p *parser) octalDigits() int {
	n := 0
	for n < 3 && p.pos+n < len(p.text) && '0' <= p.text[p.pos+n] && p.text[p.pos+n] <= '7' {
		n++
	}
	return n
}

// octal reads up to three octal digits.
func (p *parser) octal() rune {
	var r rune
	for range p.octalDigits() {
		r = r*8 + p.next() - '0'
	}
	if r > 0o377 {
		p.fail("octal escape value outside of range 0-0o377")
	}
	return r
}

// set reads a set up to its closing bracket. A closing bracket at the beginning is a character.
func (p *parser) set() *node {
	n := &node{kind: set, flags: p.flags, negated: p.take("^")}
	for first := true; first || p.peek() != ']'; first = false {
		low := p.setItem()
		if p.peek() == '-' && p.pos+1 < len(p.text) && p.text[p.pos+1] != ']' {
			p.pos++
			high := p.setItem()
			if low.class != 0 || high.class != 0 || high.low < low.low {
				p.fail("bad character range")
			}
			low.high = high.low
		}
		n.items = append(n.items, low)
	}
	p.pos++
	return n
}

// setItem reads a character, an escape or a class in a set.
func (p *parser) setItem() item {
	r := p.next()
	if r != '\\' {
		return item{low: r, high: r}
	}
	if class := p.peek(); class >= 0 && strings.ContainsRune("dDwWsS", class) {
		p.pos++
		return item{class: class}
	}
	// A set has no references to groups, so digits are octal.
	if p.octalDigits() > 0 {
		r = p.octal()
	} else {
		r = p.escaped()
	}
	return item{low: r, high: r}
}

// widest is the limit of widths, as in Python: larger ones are replaced by it.
const widest = 1<<32 - 1

// width returns the minimum and maximum number of characters that a node matches; most is -1 if
// there is no limit. In a look-behind, both must be equal. A group's widths are computed once, when
// it ends: widths may double with each group that refers to another, so computing them for every
// reference would take exponential time.
func width(n *node) (least, most int) {
	switch n.kind {
	case char, set, anyChar:
		return 1, 1
	case group, backref:
		return n.least, n.most
	case sequence, atomic:
		for _, c := range n.nodes {
			low, high := width(c)
			least = min(least+low, widest)
			if most >= 0 && high >= 0 {
				most = min(most+high, widest)
			} else {
				most = -1
			}
		}
	case alternation, conditional:
		least, most = width(n.nodes[0])
		for _, c := range n.nodes[1:] {
			low, high := width(c)
			least = min(least, low)
			if most < 0 || high < 0 {
				most = -1
			} else {
				most = max(most, high)
			}
		}
	case loop:
		low, high := width(n.nodes[0])
		least, most = min(low*n.least, widest), min(high*n.most, widest)
		if high != 0 && n.most != 0 && (n.most < 0 || high < 0) {
			most = -1
		}
	}
	return least, most
}
