package stdlib

// This file implements Montgomery modular exponentiation on numbers of 32-bit words, the least
// significant first. Package math/big would add 33 KB for this one operation.

// powMod returns base to the power of exponent, modulo an odd modulus that is greater than base. All
// numbers are big-endian. The result is as long as the modulus.
func powMod(base, exponent, modulus []byte) []byte {
	m := montgomery{n: words(modulus, (len(modulus)+3)/4)}
	// Newton's iteration for the inverse of the lowest word. Each round doubles the number of correct
	// bits.
	inverse := uint32(1)
	for range 5 {
		inverse *= 2 - m.n[0]*inverse
	}
	m.negInverse = -inverse
	one := make([]uint32, len(m.n))
	one[0] = 1
	if len(m.n) == 1 && m.n[0] == 1 {
		one[0] = 0
	}
	// The factor that converts a number to Montgomery form is 2^(64k) mod n for k words.
	factor := append([]uint32(nil), one...)
	for range 64 * len(m.n) {
		m.double(factor)
	}
	result, x := m.multiply(one, factor), m.multiply(words(base, len(m.n)), factor)
	for _, b := range exponent {
		for bit := 7; bit >= 0; bit-- {
			result = m.multiply(result, result)
			if b>>bit&1 == 1 {
				result = m.multiply(result, x)
			}
		}
	}
	return bytesOf(m.multiply(result, one), len(modulus))
}

// montgomery is the modulus of multiplications in Montgomery form.
type montgomery struct {
	n          []uint32
	negInverse uint32 // -1/n[0] modulo 2^32
}

// multiply returns a*b/2^(32k) modulo n. For each word of a, it adds b times that word and the
// multiple of n that makes the lowest word of the sum zero, and drops that word.
func (m montgomery) multiply(a, b []uint32) []uint32 {
	n := m.n
	k := len(n)
	b = b[:k]
	t := make([]uint32, k+1)
	for _, w := range a {
		x := uint64(w)
		y := uint64((t[0] + b[0]*w) * m.negInverse)
		c := uint64(t[0]) + uint64(b[0])*x
		d := uint64(uint32(c)) + uint64(n[0])*y
		for j := 1; j < k; j++ {
			c = c>>32 + uint64(t[j]) + uint64(b[j])*x
			d = d>>32 + uint64(uint32(c)) + uint64(n[j])*y
			t[j-1] = uint32(d)
		}
		sum := uint64(t[k]) + c>>32 + d>>32
		t[k-1], t[k] = uint32(sum), uint32(sum>>32)
	}
	if t[k] != 0 || !lessWords(t[:k], n) {
		subtract(t, n)
	}
	return t[:k]
}

// double replaces a with 2a modulo n.
func (m montgomery) double(a []uint32) {
	carry := uint32(0)
	for i, w := range a {
		a[i] = w<<1 | carry
		carry = w >> 31
	}
	if carry != 0 || !lessWords(a, m.n) {
		subtract(a, m.n)
	}
}

// subtract subtracts b from a in place, and drops a final borrow.
func subtract(a, b []uint32) {
	borrow := uint64(0)
	for i := range a {
		d := uint64(a[i]) - borrow
		if i < len(b) {
			d -= uint64(b[i])
		}
		a[i] = uint32(d)
		borrow = d >> 63
	}
}

// lessWords reports whether a is less than b. Both have the same number of words.
func lessWords(a, b []uint32) bool {
	for i := len(a) - 1; i >= 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// words converts a big-endian number to count words.
func words(b []byte, count int) []uint32 {
	out := make([]uint32, count)
	for i := range b {
		at := len(b) - 1 - i
		out[i/4] |= uint32(b[at]) << (i % 4 * 8)
	}
	return out
}

// bytesOf converts words to a big-endian number of count bytes.
func bytesOf(w []uint32, count int) []byte {
	out := make([]byte, count)
	for i := range out {
		out[count-1-i] = byte(w[i/4] >> (i % 4 * 8))
	}
	return out
}
