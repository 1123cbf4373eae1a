package std

import (
	"math/bits"
	"strconv"
	"strings"
)

// An addr is an IP address as a number of 128 bits; IPv4 takes the lowest 32. Package
// net/netip would cost 26 KB and cannot count.
type addr struct{ hi, lo uint64 }

func (a addr) or(b addr) addr    { return addr{a.hi | b.hi, a.lo | b.lo} }
func (a addr) less(b addr) bool  { return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo }
func (a addr) clear(b addr) addr { return addr{a.hi &^ b.hi, a.lo &^ b.lo} }

func (a addr) sub(b addr) addr {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return addr{hi, lo}
}

func (a addr) add(b addr) addr {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return addr{hi, lo}
}

// shl shifts by 0 to 128 bits.
func (a addr) shl(n int) addr {
	if n >= 64 {
		return addr{hi: a.lo << (n - 64)}
	}
	return addr{a.hi<<n | a.lo>>(64-n), a.lo << n}
}

// lowBits returns the address whose lowest n bits are set.
func lowBits(n int) addr { return addr{lo: 1}.shl(n).sub(addr{lo: 1}) }

// text returns the address as Go prints it.
func (a addr) text(size int) string {
	if size == 32 || a.hi == 0 && a.lo>>32 == 0xffff {
		b := strconv.AppendUint(nil, a.lo>>24&255, 10)
		for shift := 16; shift >= 0; shift -= 8 {
			b = strconv.AppendUint(append(b, '.'), a.lo>>shift&255, 10)
		}
		return string(b)
	}
	var groups [8]uint64
	for i := range 4 {
		groups[i], groups[i+4] = a.hi>>(48-16*i)&0xffff, a.lo>>(48-16*i)&0xffff
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
func parseAddr(s string) (a addr, size int, ok bool) {
	if !strings.Contains(s, ":") {
		a, ok = parse4(s)
		return a, 32, ok
	}
	a, ok = parse6(s)
	return a, 128, ok
}

func parse4(s string) (addr, bool) {
	parts := strings.Split(s, ".")
	n := uint64(0)
	for _, part := range parts {
		if len(part) > 1 && part[0] == '0' || !isDigits(part) {
			return addr{}, false
		}
		b, err := strconv.ParseUint(part, 10, 8)
		if err != nil {
			return addr{}, false
		}
		n = n<<8 | b
	}
	return addr{lo: n}, len(parts) == 4
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func parse6(s string) (addr, bool) {
	head, tail, gap := strings.Cut(s, "::")
	if strings.Contains(tail, "::") {
		return addr{}, false
	}
	a, na, okA := groups6(head, !gap)
	b, nb, okB := groups6(tail, true)
	if !okA || !okB {
		return addr{}, false
	}
	if !gap {
		return a, na == 8
	}
	return a.shl(16 * (8 - na)).or(b), na+nb < 8
}

// groups6 reads groups of hexadecimal digits; the last two may be an IPv4 address.
func groups6(s string, last bool) (a addr, count int, ok bool) {
	if s == "" {
		return addr{}, 0, true
	}
	parts := strings.Split(s, ":")
	if len(parts) > 8 {
		return addr{}, 0, false
	}
	for i, part := range parts {
		if last && i == len(parts)-1 && strings.Contains(part, ".") {
			four, ok := parse4(part)
			return a.shl(32).or(four), count + 2, ok && count <= 6
		}
		if len(part) > 4 || strings.Trim(part, "0123456789abcdefABCDEF") != "" {
			return addr{}, 0, false
		}
		n, err := strconv.ParseUint(part, 16, 16)
		if err != nil {
			return addr{}, 0, false
		}
		a = a.shl(16).or(addr{lo: n})
		count++
	}
	return a, count, true
}

// A prefix is an address range: what the addresses have in common, and how much of it.
type prefix struct {
	base   addr
	size   int // bits of an address: 32 or 128
	length int // bits in common
}

func parsePrefix(s string) (prefix, bool) {
	address, length, _ := strings.Cut(s, "/")
	a, size, ok := parseAddr(address)
	n, err := strconv.Atoi(length)
	if !ok || err != nil || !isDigits(length) || n > size {
		return prefix{}, false
	}
	p := prefix{size: size, length: n}
	p.base = a.clear(p.hosts())
	return p, true
}

// hosts returns the number of the last address in the range, counted from 0.
func (p prefix) hosts() addr { return lowBits(p.size - p.length) }

// String writes the range as it is read.
func (p prefix) String() string { return p.base.text(p.size) + "/" + strconv.Itoa(p.length) }

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
	end := after.base.or(after.hosts()).or(sub.hosts())
	if !end.less(p.base.or(p.hosts())) {
		return prefix{}, false
	}
	sub.base = end.add(addr{lo: 1})
	return sub, true
}
