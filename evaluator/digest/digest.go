// Package digest computes the message digests that templates can use: MD5, SHA-1, SHA-2, SHA-3 and
// BLAKE2.
//
// The packages of the standard library need a cryptographic module that tests itself, and cost 52
// KB of compressed wasm. These functions cost 8 KB; tests compare them with the standard library.
// They are not hardened against timing attacks, since nobody but the user sees how long they take.
package digest

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// pad returns text followed by a one bit, zeros and the length of text in bits, so that the size is
// a multiple of block bytes. The length takes an eighth of a block.
func pad(text string, block int, order binary.ByteOrder) []byte {
	size := len(text) + 1 + block/8
	size += (block - size%block) % block
	b := make([]byte, size)
	copy(b, text)
	b[len(text)] = 0x80
	// In blocks of 128 bytes, the length takes 16 bytes, of which only the lower eight are not
	// zero. These are the last ones in big-endian order, and the first ones in little-endian order.
	at := size - 8
	if order == binary.LittleEndian {
		at = size - block/8
	}
	order.PutUint64(b[at:], uint64(len(text))*8)
	return b
}

// MD5 returns the MD5 digest of text.
func MD5(text string) []byte {
	// RFC 1321 defines the table by sines, for which float64 is exact enough.
	var table [64]uint32
	for i := range table {
		table[i] = uint32(math.Abs(math.Sin(float64(i+1))) * (1 << 32))
	}
	shifts := [16]int{7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21}
	h := [4]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}
	for p := pad(text, 64, binary.LittleEndian); len(p) > 0; p = p[64:] {
		a, b, c, d := h[0], h[1], h[2], h[3]
		for i := range 64 {
			var f uint32
			var g int
			switch i / 16 {
			case 0:
				f, g = d^b&(c^d), i
			case 1:
				f, g = c^d&(b^c), 5*i+1
			case 2:
				f, g = b^c^d, 3*i+5
			case 3:
				f, g = c^(b|^d), 7*i
			}
			f += a + table[i] + binary.LittleEndian.Uint32(p[g%16*4:])
			// Each group of 16 steps repeats its four shifts.
			a, d, c, b = d, c, b, b+bits.RotateLeft32(f, shifts[i/16*4+i%4])
		}
		h[0], h[1], h[2], h[3] = h[0]+a, h[1]+b, h[2]+c, h[3]+d
	}
	return words32(h[:], binary.LittleEndian)
}

// SHA1 returns the SHA-1 digest of text.
func SHA1(text string) []byte {
	h := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}
	var w [80]uint32
	for p := pad(text, 64, binary.BigEndian); len(p) > 0; p = p[64:] {
		for i := range w {
			if i < 16 {
				w[i] = binary.BigEndian.Uint32(p[4*i:])
			} else {
				w[i] = bits.RotateLeft32(w[i-3]^w[i-8]^w[i-14]^w[i-16], 1)
			}
		}
		a, b, c, d, e := h[0], h[1], h[2], h[3], h[4]
		for i := range w {
			var f, k uint32
			switch i / 20 {
			case 0:
				f, k = d^b&(c^d), 0x5a827999
			case 1:
				f, k = b^c^d, 0x6ed9eba1
			case 2:
				f, k = b&c|d&(b|c), 0x8f1bbcdc
			case 3:
				f, k = b^c^d, 0xca62c1d6
			}
			a, b, c, d, e = bits.RotateLeft32(a, 5)+f+e+k+w[i], a, bits.RotateLeft32(b, 30), c, d
		}
		h[0], h[1], h[2], h[3], h[4] = h[0]+a, h[1]+b, h[2]+c, h[3]+d, h[4]+e
	}
	return words32(h[:], binary.BigEndian)
}

// words32 returns the bytes of the words h.
func words32(h []uint32, order binary.AppendByteOrder) []byte {
	var out []byte
	for _, w := range h {
		out = order.AppendUint32(out, w)
	}
	return out
}
