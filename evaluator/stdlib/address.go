package stdlib

import (
	"strconv"
	"strings"

	"pantograph/evaluator/address"
)

// AddressText formats an address of size bits as Go's package net does: an IPv4-mapped one
// like the IPv4 address.
func AddressText(a address.Address, size int) string {
	if a.IsMapped() {
		size = 32
	}
	return address.Text(a, size)
}

// A Prefix is an address range: what the addresses have in common, and how much of it.
type Prefix struct {
	Base   address.Address
	Size   int // bits of an address: 32 or 128
	Length int // bits in common
}

// ParsePrefix reads an address range in CIDR notation, and cuts off the bits of hosts.
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

// Hosts returns the number of the last address in the range, counted from 0.
func (p Prefix) Hosts() address.Address { return address.LowBits(p.Size - p.Length) }

// String writes the range as it is read.
func (p Prefix) String() string { return AddressText(p.Base, p.Size) + "/" + strconv.Itoa(p.Length) }

// Family is IPv4 or IPv6.
func (p Prefix) Family() string {
	if p.Size == 32 {
		return "IPv4"
	}
	return "IPv6"
}

// place returns the first subnet of a length behind another one, or at the start of p. It
// reports false when p has no room for it.
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

// A Refusal says why a range has no further subnet.
type Refusal uint8

// The refusals, in the order in which they are found.
const (
	Accepted    Refusal = iota
	TooFewBits          // a subnet is at least one bit longer
	TooManyBits         // and at most 32
	TooLong             // the address has fewer bits
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
