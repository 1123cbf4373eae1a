package digest

import (
	"encoding/binary"
	"math/bits"
)

// roundConstants are the fractional parts of the cube roots of the first 80 primes. SHA-256 uses
// the upper halves of the first 64.
var roundConstants = [80]uint64{
	0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
	0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
	0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
	0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
	0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
	0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
	0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
	0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
	0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
	0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
	0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
	0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
	0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
	0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
	0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
	0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
	0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
	0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
	0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
	0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
}

// roots512 is the initial state of SHA-512: the fractional parts of the square roots of the first
// eight primes. SHA-256 uses the upper halves.
var roots512 = [8]uint64{
	0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
	0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
}

// roots384 is the initial state of SHA-384: the same for the next eight primes. SHA-224 uses the
// lower halves.
var roots384 = [8]uint64{
	0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
	0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
}

// SHA224 returns the SHA-224 digest of text.
func SHA224(text string) []byte {
	var h [8]uint32
	for i, r := range roots384 {
		h[i] = uint32(r)
	}
	return sum256(text, h)[:28]
}

// SHA256 returns the SHA-256 digest of text.
func SHA256(text string) []byte {
	var h [8]uint32
	for i, r := range roots512 {
		h[i] = uint32(r >> 32)
	}
	return sum256(text, h)
}

// SHA384 returns the SHA-384 digest of text.
func SHA384(text string) []byte { return sum512(text, roots384)[:48] }

// SHA512 returns the SHA-512 digest of text.
func SHA512(text string) []byte { return sum512(text, roots512) }

// sum256 implements SHA-224 and SHA-256. They differ in the initial state h, and in how much of the
// final state is the digest.
func sum256(text string, h [8]uint32) []byte {
	var w [64]uint32
	for p := pad(text, 64, binary.BigEndian); len(p) > 0; p = p[64:] {
		for i := range w {
			if i < 16 {
				w[i] = binary.BigEndian.Uint32(p[4*i:])
				continue
			}
			x, y := w[i-15], w[i-2]
			s0 := bits.RotateLeft32(x, -7) ^ bits.RotateLeft32(x, -18) ^ x>>3
			s1 := bits.RotateLeft32(y, -17) ^ bits.RotateLeft32(y, -19) ^ y>>10
			w[i] = w[i-16] + s0 + w[i-7] + s1
		}
		s := h
		for i := range w {
			a, e := s[0], s[4]
			s1 := bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)
			s0 := bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)
			t := s[7] + s1 + (s[6] ^ e&(s[5]^s[6])) + uint32(roundConstants[i]>>32) + w[i]
			u := s0 + (a&s[1] | s[2]&(a|s[1]))
			s = [8]uint32{t + u, a, s[1], s[2], s[3] + t, e, s[5], s[6]}
		}
		for i := range h {
			h[i] += s[i]
		}
	}
	return words32(h[:], binary.BigEndian)
}

// sum512 is like sum256, with words of 64 bits. It implements SHA-384 and all forms of SHA-512.
func sum512(text string, h [8]uint64) []byte {
	var w [80]uint64
	for p := pad(text, 128, binary.BigEndian); len(p) > 0; p = p[128:] {
		for i := range w {
			if i < 16 {
				w[i] = binary.BigEndian.Uint64(p[8*i:])
				continue
			}
			x, y := w[i-15], w[i-2]
			s0 := bits.RotateLeft64(x, -1) ^ bits.RotateLeft64(x, -8) ^ x>>7
			s1 := bits.RotateLeft64(y, -19) ^ bits.RotateLeft64(y, -61) ^ y>>6
			w[i] = w[i-16] + s0 + w[i-7] + s1
		}
		s := h
		for i := range w {
			a, e := s[0], s[4]
			s1 := bits.RotateLeft64(e, -14) ^ bits.RotateLeft64(e, -18) ^ bits.RotateLeft64(e, -41)
			s0 := bits.RotateLeft64(a, -28) ^ bits.RotateLeft64(a, -34) ^ bits.RotateLeft64(a, -39)
			t := s[7] + s1 + (s[6] ^ e&(s[5]^s[6])) + roundConstants[i] + w[i]
			u := s0 + (a&s[1] | s[2]&(a|s[1]))
			s = [8]uint64{t + u, a, s[1], s[2], s[3] + t, e, s[5], s[6]}
		}
		for i := range h {
			h[i] += s[i]
		}
	}
	var out []byte
	for _, w := range h {
		out = binary.BigEndian.AppendUint64(out, w)
	}
	return out
}

// roots512t256 and roots512t224 are the initial states of the truncated forms of SHA-512.
var (
	roots512t256 = [8]uint64{
		0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151, 0x963877195940eabd,
		0x96283ee2a88effe3, 0xbe5e1e2553863992, 0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
	}
	roots512t224 = [8]uint64{
		0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82, 0x679dd514582f9fcf,
		0x0f6d2b697bd44da8, 0x77e36f7304c48942, 0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
	}
)

// SHA512t224 returns the SHA-512/224 digest of text.
func SHA512t224(text string) []byte { return sum512(text, roots512t224)[:28] }

// SHA512t256 returns the SHA-512/256 digest of text.
func SHA512t256(text string) []byte { return sum512(text, roots512t256)[:32] }
