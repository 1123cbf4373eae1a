package std

import (
	"strconv"
	"strings"

	"pantograph/evaluator/address"
)

// addressText returns an address as Go's net.IP prints it: one that is mapped from version 4 as that.
func addressText(a address.Address, size int) string {
	if a.IsMapped() {
		return address.Text(address.Address{Lo: a.Lo & (1<<32 - 1)}, 32)
	}
	return address.Text(a, size)
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// A prefix is an address range: what the addresses have in common, and how much of it.
type prefix struct {
	base   address.Address
	size   int // bits of an address: 32 or 128
	length int // bits in common
}

func parsePrefix(s string) (prefix, bool) {
	text, length, _ := strings.Cut(s, "/")
	a, size, ok := address.Parse(text)
	n, err := strconv.Atoi(length)
	if !ok || err != nil || !isDigits(length) || n > size {
		return prefix{}, false
	}
	p := prefix{size: size, length: n}
	p.base = a.Clear(p.hosts())
	return p, true
}

// hosts returns the number of the last address in the range, counted from 0.
func (p prefix) hosts() address.Address { return address.LowBits(p.size - p.length) }

// String writes the range as it is read.
func (p prefix) String() string { return addressText(p.base, p.size) + "/" + strconv.Itoa(p.length) }

func (p prefix) family() string {
	if p.size == 32 {
		return "IPv4"
	}
	return "IPv6"
}

// place returns the first subnet of a length behind another one, or at the start of p. It
// reports false when p has no room for it.
func (p prefix) place(length int, after prefix, first bool) (prefix, bool) {
	sub := prefix{base: p.base, size: p.size, length: length}
	if first {
		return sub, true
	}
	end := after.base.Or(after.hosts()).Or(sub.hosts())
	if !end.Less(p.base.Or(p.hosts())) {
		return prefix{}, false
	}
	sub.base = end.Add(address.Address{Lo: 1})
	return sub, true
}
