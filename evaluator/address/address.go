// Package address parses and formats IPv4 and IPv6 addresses, without zones, and computes with them
// as 128-bit numbers.
//
// Package net/netip accepts and formats the same addresses, which a test checks. But it cannot add
// addresses, and costs 23 KB of compressed wasm, where this package costs 3 KB.
package address

import (
	"math/bits"
	"strconv"
	"strings"
)

// An Address is an IP address as a number; an IPv4 address uses the lowest 32 bits.
type Address struct{ Hi, Lo uint64 }

// Or returns the bitwise OR of a and b.
func (a Address) Or(b Address) Address { return Address{a.Hi | b.Hi, a.Lo | b.Lo} }

// Clear returns a without the bits that are set in b.
func (a Address) Clear(b Address) Address { return Address{a.Hi &^ b.Hi, a.Lo &^ b.Lo} }

// Less reports whether a is less than b.
func (a Address) Less(b Address) bool { return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo }

// Sub returns a - b, modulo 1 << 128.
func (a Address) Sub(b Address) Address {
	lo, borrow := bits.Sub64(a.Lo, b.Lo, 0)
	hi, _ := bits.Sub64(a.Hi, b.Hi, borrow)
	return Address{hi, lo}
}

// Add returns a + b, modulo 1 << 128.
func (a Address) Add(b Address) Address {
	lo, carry := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(a.Hi, b.Hi, carry)
	return Address{hi, lo}
}

// Shl returns a shifted to the left by n bits, 0 to 128.
func (a Address) Shl(n int) Address {
	if n >= 64 {
		return Address{Hi: a.Lo << (n - 64)}
	}
	return Address{a.Hi<<n | a.Lo>>(64-n), a.Lo << n}
}

// LowBits returns the address in which only the lowest n bits are set.
func LowBits(n int) Address { return Address{Lo: 1}.Shl(n).Sub(Address{Lo: 1}) }

// IsMapped reports whether an IPv6 address maps an IPv4 address, as in ::ffff:a.b.c.d.
func (a Address) IsMapped() bool { return a.Hi == 0 && a.Lo>>32 == 0xffff }

// Parse parses an address, and returns it with its size in bits, 32 or 128. It rejects IPv4
// addresses whose numbers have leading zeros. ok is false if text is not an address.
func Parse(text string) (a Address, size int, ok bool) {
	if !strings.Contains(text, ":") {
		a, ok = parse4(text)
		return a, 32, ok
	}
	a, ok = parse6(text)
	return a, 128, ok
}

func parse4(text string) (Address, bool) {
	parts := strings.Split(text, ".")
	n := uint64(0)
	for _, part := range parts {
		b, err := strconv.ParseUint(part, 10, 8)
		if err != nil || len(part) > 1 && part[0] == '0' {
			return Address{}, false
		}
		n = n<<8 | b
	}
	return Address{Lo: n}, len(parts) == 4
}

// parse6 parses groups of hexadecimal digits, with :: for a run of zeros.
func parse6(text string) (Address, bool) {
	head, tail, gap := strings.Cut(text, "::")
	if strings.Contains(tail, "::") {
		return Address{}, false
	}
	a, before, okA := groups(head, !gap)
	b, after, okB := groups(tail, true)
	if !okA || !okB {
		return Address{}, false
	}
	if !gap {
		return a, before == 8
	}
	return a.Shl(16 * (8 - before)).Or(b), before+after < 8
}

// groups parses groups separated by colons, and returns their number. If last is set, the last two
// groups may be written as an IPv4 address.
func groups(text string, last bool) (a Address, count int, ok bool) {
	if text == "" {
		return Address{}, 0, true
	}
	parts := strings.Split(text, ":")
	if len(parts) > 8 {
		return Address{}, 0, false
	}
	for i, part := range parts {
		if last && i == len(parts)-1 && strings.Contains(part, ".") {
			four, ok := parse4(part)
			return a.Shl(32).Or(four), count + 2, ok && count <= 6
		}
		n, err := strconv.ParseUint(part, 16, 16)
		if err != nil || len(part) > 4 {
			return Address{}, 0, false
		}
		a = a.Shl(16).Or(Address{Lo: n})
		count++
	}
	return a, count, true
}

// Text formats an address of the given size in bits, 32 or 128, in canonical form (RFC 5952).
func Text(a Address, size int) string {
	switch {
	case size == 32:
		return string(appendDotted(nil, a.Lo))
	case a.IsMapped():
		return string(appendDotted([]byte("::ffff:"), a.Lo))
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

func appendDotted(b []byte, n uint64) []byte {
	b = strconv.AppendUint(b, n>>24&255, 10)
	for shift := 16; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(append(b, '.'), n>>shift&255, 10)
	}
	return b
}

// longestZeros returns the range of the longest run of at least two zero groups, or -1, -1 if there
// is no such run. Of several runs, it returns the first.
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
