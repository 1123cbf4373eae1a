package stdlib

import (
	"math/bits"
	"strconv"
	"strings"
)

// An Address is an IP address as a number of 128 bits; IPv4 takes the lowest 32. Package
// net/netip would cost 26 KB and cannot count.
type Address struct{ Hi, Lo uint64 }

// Or joins the bits of two addresses.
func (a Address) Or(b Address) Address { return Address{a.Hi | b.Hi, a.Lo | b.Lo} }

// Less compares two addresses as numbers.
func (a Address) Less(b Address) bool     { return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo }
func (a Address) clear(b Address) Address { return Address{a.Hi &^ b.Hi, a.Lo &^ b.Lo} }

// Sub takes b off a.
func (a Address) Sub(b Address) Address {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(a.Hi, b.Hi, borrow)
	return Address{hi, lo}
}

// Add adds b to a.
func (a Address) Add(b Address) Address {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return Address{hi, lo}
}

// Shl shifts by 0 to 128 bits.
func (a Address) Shl(n int) Address {
	if n >= 64 {
		return Address{Hi: a.Lo << (n - 64)}
	}
	return Address{a.Hi<<n | a.Lo>>(64-n), a.Lo << n}
}

// LowBits returns the address whose lowest n bits are set.
func LowBits(n int) Address { return Address{Lo: 1}.Shl(n).Sub(Address{Lo: 1}) }

// text returns the address as Go prints it.
func (a Address) Text(size int) string {
	if size == 32 || a.Hi == 0 && a.Lo>>32 == 0xffff {
		b := strconv.AppendUint(nil, a.Lo>>24&255, 10)
		for shift := 16; shift >= 0; shift -= 8 {
			b = strconv.AppendUint(append(b, '.'), a.Lo>>shift&255, 10)
		}
		return string(b)
	}
	var groups [8]uint64
	for i := range 4 {
		groups[i], groups[i+4] = a.Hi>>(48-16*i)&0xffff, a.Lo>>(48-16*i)&0xffff
	}
	from, to := longestZeros(groups)
	var b []byte
	for i := 0; i < 8; i++ {
		if i == from {
			b = append(b, "::"...)
			i = to
			if i == 8 {
				break
			}
		} else if i > 0 {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, groups[i], 16)
	}
	return string(b)
}

// longestZeros returns the first longest run of two or more zero groups, -1 without one.
func longestZeros(groups [8]uint64) (from, to int) {
	from, to = -1, -1
	for i := 0; i < 8; i++ {
		j := i
		for j < 8 && groups[j] == 0 {
			j++
		}
		if j-i >= 2 && j-i > to-from {
			from, to = i, j
		}
		i = max(i, j-1)
	}
	return from, to
}

// parseAddr reads an address of either family. Numbers with leading zeros and zones are
// refused, as in Go.
func parseAddr(s string) (a Address, size int, ok bool) {
	if !strings.Contains(s, ":") {
		a, ok = parse4(s)
		return a, 32, ok
	}
	a, ok = parse6(s)
	return a, 128, ok
}

func parse4(s string) (Address, bool) {
	parts := strings.Split(s, ".")
	n := uint64(0)
	for _, part := range parts {
		if len(part) > 1 && part[0] == '0' || !isDigits(part) {
			return Address{}, false
		}
		b, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return Address{}, false
		}
		n = n<<8 | b
	}
	return Address{Lo: n}, len(parts) == 4
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func parse6(s string) (Address, bool) {
	head, tail, gap := strings.Cut(s, "::")
	if strings.Contains(tail, "::") {
		return Address{}, false
	}
	a, na, okA := groups6(head, !gap)
	b, nb, okB := groups6(tail, true)
	if !okA || !okB {
		return Address{}, false
	}
	if !gap {
		return a, na == 8
	}
	return a.Shl(16 * (8 - na)).Or(b), na+nb < 8
}

// groups6 reads groups of hexadecimal digits; the last two may be an IPv4 address.
func groups6(s string, last bool) (a Address, count int, ok bool) {
	if s == "" {
		return Address{}, 0, true
	}
	parts := strings.Split(s, ":")
	if len(parts) > 8 {
		return Address{}, 0, false
	}
	for i, part := range parts {
		if last && i == len(parts)-1 && strings.Contains(part, ".") {
			four, ok := parse4(part)
			return a.Shl(32).Or(four), count + 2, ok && count <= 6
		}
		if len(part) > 4 || strings.Trim(part, "0123456789abcdefABCDEF") != "" {
			return Address{}, 0, false
		}
		n, err := strconv.ParseUint(part, 16, 16)
		if err != nil {
			return Address{}, 0, false
		}
		a = a.Shl(16).Or(Address{Lo: n})
		count++
	}
	return a, count, true
}

// A Prefix is an address range: what the addresses have in common, and how much of it.
type Prefix struct {
	Base   Address
	Size   int // bits of an address: 32 or 128
	Length int // bits in common
}

// ParsePrefix reads an address range in CIDR notation, and cuts off the bits of hosts.
func ParsePrefix(s string) (Prefix, bool) {
	address, length, _ := strings.Cut(s, "/")
	a, size, ok := parseAddr(address)
	n, err := strconv.Atoi(length)
	if !ok || err != nil || !isDigits(length) || n > size {
		return Prefix{}, false
	}
	p := Prefix{Size: size, Length: n}
	p.Base = a.clear(p.Hosts())
	return p, true
}

// Hosts returns the number of the last address in the range, counted from 0.
func (p Prefix) Hosts() Address { return LowBits(p.Size - p.Length) }

// String writes the range as it is read.
func (p Prefix) String() string { return p.Base.Text(p.Size) + "/" + strconv.Itoa(p.Length) }

// Family is IPv4 or IPv6.
func (p Prefix) Family() string {
	if p.Size == 32 {
		return "IPv4"
	}
	return "IPv6"
}

// Place returns the first subnet of a length behind another one, or at the start of p. It
// reports false when p has no room for it.
func (p Prefix) Place(length int, after Prefix, first bool) (Prefix, bool) {
	sub := Prefix{Base: p.Base, Size: p.Size, Length: length}
	if first {
		return sub, true
	}
	end := after.Base.Or(after.Hosts()).Or(sub.Hosts())
	if !end.Less(p.Base.Or(p.Hosts())) {
		return Prefix{}, false
	}
	sub.Base = end.Add(Address{Lo: 1})
	return sub, true
}
