package digest

import (
	"encoding/binary"
	"math/bits"
)

// sigma lists, for each round, the order in which it uses the words of a block.
var sigma = [10][16]byte{
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
}

// mixedWords lists, for each step of a round, the words of the state that it mixes: first the
// columns, then the diagonals.
var mixedWords = [8][4]byte{
	{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
	{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14},
}

// BLAKE2b returns the BLAKE2b digest of text (RFC 7693), unkeyed and at full length.
func BLAKE2b(text string) []byte {
	h := roots512
	// The parameters: fan-out and depth 1, no key, 64 bytes.
	h[0] ^= 0x01010040
	for done := 0; ; {
		var block [128]byte
		// The last block is padded with zeros. An empty text has one block.
		done += copy(block[:], text[done:])
		last := done == len(text)
		var m [16]uint64
		for i := range m {
			m[i] = binary.LittleEndian.Uint64(block[8*i:])
		}
		var v [16]uint64
		copy(v[:8], h[:])
		copy(v[8:], roots512[:])
		// The upper half of the length would be mixed into v[13], but is always 0.
		v[12] ^= uint64(done)
		if last {
			v[14] = ^v[14]
		}
		for round := range 12 {
			for i, x := range mixedWords {
				a, b, c, d := &v[x[0]], &v[x[1]], &v[x[2]], &v[x[3]]
				// There are 12 rounds but only ten orders, so the last two rounds use the first
				// two.
				s := sigma[round%10]
				*a += *b + m[s[2*i]]
				*d = bits.RotateLeft64(*d^*a, -32)
				*c += *d
				*b = bits.RotateLeft64(*b^*c, -24)
				*a += *b + m[s[2*i+1]]
				*d = bits.RotateLeft64(*d^*a, -16)
				*c += *d
				*b = bits.RotateLeft64(*b^*c, -63)
			}
		}
		for i := range h {
			h[i] ^= v[i] ^ v[i+8]
		}
		if last {
			break
		}
	}
	var out []byte
	for _, w := range h {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out
}

// BLAKE2s returns the BLAKE2s digest of text (RFC 7693), unkeyed and at full length.
func BLAKE2s(text string) []byte {
	var start [8]uint32
	// BLAKE2s has the initial state of SHA-256.
	for i, w := range roots512 {
		start[i] = uint32(w >> 32)
	}
	h := start
	// The parameters: fan-out and depth 1, no key, 32 bytes.
	h[0] ^= 0x01010020
	for done := 0; ; {
		var block [64]byte
		done += copy(block[:], text[done:])
		last := done == len(text)
		var m [16]uint32
		for i := range m {
			m[i] = binary.LittleEndian.Uint32(block[4*i:])
		}
		var v [16]uint32
		copy(v[:8], h[:])
		copy(v[8:], start[:])
		v[12] ^= uint32(done)
		v[13] ^= uint32(uint64(done) >> 32)
		if last {
			v[14] = ^v[14]
		}
		for round := range 10 {
			for i, x := range mixedWords {
				a, b, c, d := &v[x[0]], &v[x[1]], &v[x[2]], &v[x[3]]
				s := sigma[round]
				*a += *b + m[s[2*i]]
				*d = bits.RotateLeft32(*d^*a, -16)
				*c += *d
				*b = bits.RotateLeft32(*b^*c, -12)
				*a += *b + m[s[2*i+1]]
				*d = bits.RotateLeft32(*d^*a, -8)
				*c += *d
				*b = bits.RotateLeft32(*b^*c, -7)
			}
		}
		for i := range h {
			h[i] ^= v[i] ^ v[i+8]
		}
		if last {
			break
		}
	}
	var out []byte
	for _, w := range h {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}
