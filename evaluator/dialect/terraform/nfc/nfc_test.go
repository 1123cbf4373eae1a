package nfc

import (
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func TestTwoSpellingsOfACharacterBecomeEqual(t *testing.T) {
	assert.Equal(t, "é", String("e\u0301"))
	assert.Equal(t, "é", String("é"))
	assert.Equal(t, "Ω", String("\u2126"))
	assert.Equal(t, "가", String("\u1100\u1161"))
	assert.Equal(t, "plain", String("plain"))
}

// last is the last character of the planes with characters that normal forms affect.
const last = 0x2FFFF

func TestEveryCharacterIsNormalizedAsInTerraform(t *testing.T) {
	step := rune(1)
	if runtime.GOARCH == "wasm" {
		step = 31 // the tables are the same, and it is slow there
	}
	for r := rune(0); r <= last; r += step {
		for _, s := range []string{string(r), "e" + string(r), string(r) + "\u0301", "a\u0323" + string(r) + "\u0302",
			"\u0915" + string(r) + "\u093C"} {
			if want := norm.NFC.String(s); String(s) != want {
				t.Fatalf("%+q becomes %+q, want %+q", s, String(s), want)
			}
		}
		if parts := norm.NFD.String(string(r)); String(parts) != norm.NFC.String(parts) {
			t.Fatalf("%+q becomes %+q", parts, String(parts))
		}
	}
}

// character generates characters that are likely to differ.
func character(t *rapid.T) string {
	from := rapid.SampledFrom([][2]rune{{'a', 'g'}, {0xC0, 0x17F}, {0x300, 0x36F}, {0x300, 0x345}, {0x323, 0x331},
		{0x590, 0x5C7}, {0x900, 0xDFF}, {0x1100, 0x11FF},
		{0xAC00, 0xAC40}, {0x1E00, 0x1FFF}, {0x2ADC, 0x2ADD}, {0xF900, 0xFB4F}, {0xFF9E, 0xFF9F}, {0x11000, 0x119FF},
		{0x1D15E, 0x1D1C0}, {0x2F800, 0x2FA1D}}).Draw(t, "from")
	return string(rapid.Int32Range(from[0], from[1]).Draw(t, "character"))
}

func TestEveryTextIsNormalizedAsInTerraform(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := ""
		for range rapid.IntRange(0, 12).Draw(t, "length") {
			piece := character(t)
			switch rapid.IntRange(0, 30).Draw(t, "odd") {
			case 0:
				piece += "\xe1"
			case 1:
				for range rapid.IntRange(1, 70).Draw(t, "times") {
					piece += string(rapid.Int32Range(0x300, 0x345).Draw(t, "mark"))
				}
			}
			s += piece
		}
		assert.Equal(t, norm.NFC.String(s), String(s), "%+q", s)
		assert.Equal(t, norm.NFC.String(norm.NFD.String(s)), String(norm.NFD.String(s)), "%+q", s)
	})
}

// The table must agree with golang.org/x/text. UPDATE=1 writes it; repeat that until it no longer
// changes, because the counts in it are determined with the previous table.
func TestTheTableIsComplete(t *testing.T) {
	text := fmt.Sprintf("package nfc\n\n// packed is written by the tests: see characters.\nconst packed = %s\n",
		literal(pack()))
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile("packed.go", []byte(text), 0o644))
	}
	assert.True(t, packed == string(pack()), "the table is another one now: write it with UPDATE=1")
}

// literal formats bytes as a constant on several lines.
func literal(b []byte) string {
	out := ""
	for len(b) > 0 {
		line := b[:min(24, len(b))]
		b = b[len(line):]
		if out != "" {
			out += " +\n\t"
		}
		out += `"`
		for _, c := range line {
			out += fmt.Sprintf(`\x%02x`, c)
		}
		out += `"`
	}
	return out
}

// pack returns the table's entries: all affected characters except Korean syllables.
func pack() []byte {
	whole := map[string]rune{} // by the parts
	for r := rune(last); r >= 0; r-- {
		whole[norm.NFD.String(string(r))] = r
	}
	var out []byte
	var previous, first, second rune
	for r := rune(0); r <= last; r++ {
		p := norm.NFD.PropertiesString(string(r))
		parts := []rune(string(p.Decomposition()))
		kind := uint64(entryMark)
		counted := marksOf(r)
		switch {
		case counted == countedHere(r) && len(parts) == 0 && p.CCC() == 0:
			continue
		case len(parts) == 1:
			kind = entryOther
		case len(parts) > 1 && norm.NFC.String(string(r)) == string(r):
			kind = entryComposed
		case len(parts) > 1:
			kind = entryUncomposed
		}
		out = binary.AppendUvarint(out, uint64(r-previous)<<2|kind)
		previous = r
		if kind == entryMark {
			if out = binary.AppendUvarint(out, uint64(p.CCC())); p.CCC() == 0 {
				out = binary.AppendUvarint(out, counted)
			}
			continue
		}
		begin := parts[0]
		if kind != entryOther {
			begin = whole[string(parts[:len(parts)-1])]
		}
		out = binary.AppendVarint(out, int64(begin-first))
		first = begin
		if kind != entryOther {
			end := parts[len(parts)-1]
			out = binary.AppendVarint(out, int64(end-second))
			second = end
		}
		if counted != countedHere(r) {
			out = binary.AppendUvarint(append(out, entryMark, 0), counted)
		}
	}
	return out
}

// below is a mark that is not part of any character.
const below = "\u0316"

// marksOf determines how many marks a character counts as, from the number of further marks that
// fit.
func marksOf(r rune) uint64 {
	if norm.NFKD.String(string(r)) == string(r) && norm.NFC.PropertiesString(string(r)).CCC() == 0 {
		return countedHere(r)
	}
	before, _, _ := strings.Cut(norm.NFC.String(string(r)+strings.Repeat(below, 40)), string(rune(joiner)))
	n := uint64(maxMarks-strings.Count(before, below)) << 1
	if strings.Contains(norm.NFC.String("a"+strings.Repeat(below, maxMarks)+string(r)), string(rune(joiner))) {
		n++
	}
	return n
}

// countedHere computes the same from the parts of a character.
func countedHere(r rune) uint64 {
	t := characters()
	leading, trailing := (&table{classes: t.classes, parts: t.parts, combined: t.combined}).marks(r, t.decompose(r))
	n := uint64(trailing) << 1
	if leading > 0 {
		n++
	}
	return n
}
