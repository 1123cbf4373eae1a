package stdlib

import (
	"strconv"
	"strings"

	"pantograph/evaluator/address"
)

// AddressText formats an address of size bits as Go's package net does: an IPv4-mapped one is
// formatted as IPv4.
func AddressText(a address.Address, size int) string {
	if a.IsMapped() {
		size = 32
	}
	return address.Text(a, size)
}

// A Prefix is an address range: the common bits of its addresses, and their number.
type Prefix struct {
	Base   address.Address
	Size   int // size of an address in bits: 32 or 128
	Length int // number of common bits
}

// ParsePrefix parses an address range in CIDR notation, and clears the host bits.
func ParsePrefix(s string) (Prefix, bool) {
	text, length, _ := strings.Cut(s, "/")
	a, size, ok := address.Parse(text)
	n, err := strconv.Atoi(length)
	if !ok || err != nil || strings.Trim(length, "0123456789") != "" || n > size {
		return Prefix{}, false
	}
	p := Prefix{Size: size, Length: n}
	p.Base = a.Clear(p.Hosts())
	return p, true
}

// Hosts returns the index of the last address in the range, counted from 0.
func (p Prefix) Hosts() address.Address { return address.LowBits(p.Size - p.Length) }

// String formats the range in CIDR notation.
func (p Prefix) String() string { return AddressText(p.Base, p.Size) + "/" + strconv.Itoa(p.Length) }

// Family is IPv4 or IPv6.
func (p Prefix) Family() string {
	if p.Size == 32 {
		return "IPv4"
	}
	return "IPv6"
}

// Numbered returns the subnet with a number whose prefix is some bits longer.
func (p Prefix) Numbered(bits int, number address.Address) Prefix {
	p.Length += bits
	p.Base = p.Base.Or(number.Shl(p.Size - p.Length))
	return p
}

// place returns the first subnet of a length after another one, or at the start of p. It
// returns false if p has no room for it.
func (p Prefix) place(length int, after Prefix, first bool) (Prefix, bool) {
	sub := Prefix{Base: p.Base, Size: p.Size, Length: length}
	if first {
		return sub, true
	}
	end := after.Base.Or(after.Hosts()).Or(sub.Hosts())
	if !end.Less(p.Base.Or(p.Hosts())) {
		return Prefix{}, false
	}
	sub.Base = end.Add(address.Address{Lo: 1})
	return sub, true
}

// Netmask returns the mask of an IPv4 range in dotted form.
func (p Prefix) Netmask() string { return AddressText(address.LowBits(32).Sub(p.Hosts()), 32) }

// A Refusal is the reason why a range has no further subnet.
type Refusal uint8

// The refusals, in the order in which they are checked.
const (
	Accepted    Refusal = iota
	TooFewBits          // a subnet needs at least one more bit
	TooManyBits         // a subnet may have at most 32 more bits
	TooLong             // longer than an address
	UsedUp              // the range has no room left
)

// Subnet returns the subnet after another one, or the first, whose prefix is some bits longer
// than that of p.
func (p Prefix) Subnet(bits int, after Prefix, first bool) (Prefix, Refusal) {
	switch {
	case bits < 1:
		return Prefix{}, TooFewBits
	case bits > 32:
		return Prefix{}, TooManyBits
	case p.Length+bits > p.Size:
		return Prefix{}, TooLong
	}
	sub, ok := p.place(p.Length+bits, after, first)
	if !ok {
		return Prefix{}, UsedUp
	}
	return sub, Accepted
}
