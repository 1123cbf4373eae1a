package digest

import (
	"encoding/binary"
	"math/bits"
)

// keccakRounds are the round constants of Keccak-f[1600].
var keccakRounds = [24]uint64{
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
	0x0000000080000001,
	0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088, 0x0000000080008009,
	0x000000008000000a,
	0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003, 0x8000000000008002,
	0x8000000000000080,
	0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001,
	0x8000000080008008,
}

// keccakMoves lists, for each lane except the first, the position to which it moves, and by how
// many bits it is rotated.
var keccakMoves = [24]struct{ to, by int }{
	{10, 1}, {7, 3}, {11, 6}, {17, 10}, {18, 15}, {3, 21}, {5, 28}, {16, 36}, {8, 45}, {21, 55}, {24, 2}, {4, 14},
	{15, 27}, {23, 41}, {19, 56}, {13, 8}, {12, 25}, {2, 43}, {20, 62}, {14, 18}, {22, 39}, {9, 61}, {6, 20}, {1, 44},
}

// SHA3 returns the SHA-3 digest of text. Its size is 28, 32, 48 or 64 bytes.
func SHA3(text string, size int) []byte {
	// A larger digest leaves less of the state for input.
	rate := 200 - 2*size
	padded := make([]byte, (len(text)/rate+1)*rate)
	copy(padded, text)
	// The bits 01 distinguish SHA-3 from other uses of Keccak. The padding is a one bit, zeros and
	// a one bit.
	padded[len(text)] = 6
	padded[len(padded)-1] |= 0x80
	var state [25]uint64
	for ; len(padded) > 0; padded = padded[rate:] {
		for i := range rate / 8 {
			state[i] ^= binary.LittleEndian.Uint64(padded[8*i:])
		}
		keccak(&state)
	}
	var out []byte
	for _, lane := range state[:8] {
		out = binary.LittleEndian.AppendUint64(out, lane)
	}
	return out[:size]
}

// keccak permutes the state in 24 rounds, each with the steps theta, rho and pi, chi, and iota.
func keccak(a *[25]uint64) {
	for _, constant := range keccakRounds {
		var c [5]uint64
		for x := range c {
			c[x] = a[x] ^ a[x+5] ^ a[x+10] ^ a[x+15] ^ a[x+20]
		}
		for x := range c {
			d := c[(x+4)%5] ^ bits.RotateLeft64(c[(x+1)%5], 1)
			for y := 0; y < 25; y += 5 {
				a[x+y] ^= d
			}
		}
		// Rho and pi: each lane except the first is rotated and replaces the next one in a single
		// cycle.
		lane := a[1]
		for _, move := range keccakMoves {
			a[move.to], lane = bits.RotateLeft64(lane, move.by), a[move.to]
		}
		for y := 0; y < 25; y += 5 {
			row := [5]uint64(a[y : y+5])
			for x := range row {
				a[x+y] = row[x] ^ ^row[(x+1)%5]&row[(x+2)%5]
			}
		}
		a[0] ^= constant
	}
}
