package stdlib

import (
	"strconv"
	"strings"

	"pantograph/evaluator/address"
)

// AddressText formats an address of size bits as Go's package net does, which formats IPv4-mapped
// IPv6 addresses as IPv4.
func AddressText(a address.Address, size int) string {
	if a.IsMapped() {
		size = 32
	}
	return address.Text(a, size)
}

// A Prefix is a range of addresses with a common prefix.
type Prefix struct {
	Base   address.Address // the first address of the range
	Size   int             // size of an address in bits: 32 or 128
	Length int             // length of the common prefix in bits
}

// ParsePrefix parses a range in CIDR notation, and clears the host bits.
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

// Hosts returns the host mask of p, which is also the index of the last address in p, counted from 0.
func (p Prefix) Hosts() address.Address { return address.LowBits(p.Size - p.Length) }

// String formats the range in CIDR notation.
func (p Prefix) String() string { return AddressText(p.Base, p.Size) + "/" + strconv.Itoa(p.Length) }

// Family returns "IPv4" or "IPv6".
func (p Prefix) Family() string {
	if p.Size == 32 {
		return "IPv4"
	}
	return "IPv6"
}

// Numbered returns a subnet of p whose prefix is bits longer; number is the value of these bits.
func (p Prefix) Numbered(bits int, number address.Address) Prefix {
	p.Length += bits
	p.Base = p.Base.Or(number.Shl(p.Size - p.Length))
	return p
}

// next returns the first subnet of p with the given prefix length that follows the subnet after. If
// first is set, it returns the one at the start of p. It returns false if p has no room for the subnet.
func (p Prefix) next(length int, after Prefix, first bool) (Prefix, bool) {
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

// Netmask returns the mask of an IPv4 range in dotted-decimal form.
func (p Prefix) Netmask() string { return AddressText(address.LowBits(32).Sub(p.Hosts()), 32) }

// A Refusal is the reason why Subnet does not return a subnet.
type Refusal uint8

// The refusals, in the order in which they are checked.
const (
	Accepted    Refusal = iota // a subnet is returned
	TooFewBits                 // the prefix must be at least one bit longer
	TooManyBits                // the prefix can be at most 32 bits longer
	TooLong                    // the prefix would be longer than an address
	UsedUp                     // the range has no room left
)

// Subnet returns the next subnet of p after another one or, if first is set, the first subnet. Its
// prefix is bits longer than that of p.
func (p Prefix) Subnet(bits int, after Prefix, first bool) (Prefix, Refusal) {
	switch {
	case bits < 1:
		return Prefix{}, TooFewBits
	case bits > 32:
		return Prefix{}, TooManyBits
	case p.Length+bits > p.Size:
		return Prefix{}, TooLong
	}
	sub, ok := p.next(p.Length+bits, after, first)
	if !ok {
		return Prefix{}, UsedUp
	}
	return sub, Accepted
}
