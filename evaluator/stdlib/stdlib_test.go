package stdlib

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParsePrefixAndStringAgreeWithNet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 0, 1, 0x10, 0xff}), 16, 16).Draw(t, "address")
		if rapid.Bool().Draw(t, "v4") {
			raw = raw[:4]
		}
		address, _ := netip.AddrFromSlice(raw)
		text := fmt.Sprintf("%s/%d", address, rapid.IntRange(0, 8*len(raw)).Draw(t, "length"))
		if rapid.Bool().Draw(t, "long") {
			text = strings.Replace(text, address.String(), address.StringExpanded(), 1)
		}
		_, want, err := net.ParseCIDR(text)
		require.NoError(t, err, text)
		got, ok := ParsePrefix(text)
		require.True(t, ok, text)
		if len(raw) == 4 || !address.Is4In6() { // Go formats ranges of mapped addresses ambiguously
			assert.Equal(t, want.String(), got.String())
		}
	})
}

func TestParsePrefixRejectsWhatNetRejects(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[01:.f]{0,12}(::)?[01:.f]{0,8}(/[0-9]{0,3})?`).Draw(t, "text")
		_, _, err := net.ParseCIDR(text)
		_, ok := ParsePrefix(text)
		assert.Equal(t, err == nil, ok, text)
	})
	for _, text := range []string{"1:2:3:4:5:6:7:8/0", "1::1.2.3.4/96", "::1.2.3.4/96", "1:2:3:4:5:6:1.2.3.4/96",
		"1.2.3.4::/96",
		"::1:2:3:4:5:6:7:8/0", "1:2:3:4:5:6:7::/0", "12345::/0", "fe80::1%eth0/64", "1.2.3.4/+8", "1.2.3.4/08", ":/1",
		"::/", "1:2:3:4:5:6:7:1.2.3.4/0"} {
		_, _, err := net.ParseCIDR(text)
		_, ok := ParsePrefix(text)
		assert.Equal(t, err == nil, ok, text)
	}
}

func TestPowModAgreesWithMathBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.SliceOfN(rapid.Byte(), 1, 40)
		n := new(big.Int).SetBytes(number.Draw(t, "modulus"))
		n.SetBit(n, 0, 1)
		x := new(big.Int).SetBytes(number.Draw(t, "base"))
		x.Mod(x, n)
		e := new(big.Int).SetBytes(number.Draw(t, "exponent"))
		want := new(big.Int).Exp(x, e, n)
		got := powMod(x.Bytes(), e.Bytes(), n.Bytes())
		assert.Equal(t, want.String(), new(big.Int).SetBytes(got).String())
		assert.Len(t, got, len(n.Bytes()))
	})
}

// recordsOf returns the records of a CSV text up to the first error, and that error, if any.
func recordsOf(text string) (records [][]string, end string) {
	r := NewCSV(text)
	for {
		record, why, at := r.Read()
		if why != "" {
			return records, fmt.Sprint(at, " ", why)
		}
		if record == nil {
			return records, ""
		}
		records = append(records, record)
	}
}

func TestCSVAgreesWithEncodingCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([ab",\r\n]|"a"|,"|\r\n){0,14}`).Draw(t, "text")
		var want [][]string
		end := ""
		r := csv.NewReader(strings.NewReader(text))
		for {
			record, err := r.Read()
			var wrong *csv.ParseError
			if errors.As(err, &wrong) {
				end = fmt.Sprint(wrong.Line, " ", wrong.Err)
			} else if !errors.Is(err, io.EOF) {
				want = append(want, record)
				continue
			}
			break
		}
		got, gotEnd := recordsOf(text)
		assert.Equal(t, want, got, text)
		assert.Equal(t, end, gotEnd, text)
	})
}

func TestGlobMatchesPaths(t *testing.T) {
	for _, tc := range []struct{ pattern, matches, others string }{
		{"*.txt", "a.txt .txt", "a/b.txt a.txts"},
		{"**/*.txt", "a.txt a/b.txt a/b/c.txt", "a.md"},
		{"a/**", "a/b a/b/c", "b/a"},
		{"a**b", "ab axb", "a/b"},
		{"?.t", "é.t", ".t ab.t"},
		{"[a-c]", "a c", "d ab"},
		{"[^a-c]x", "dx", "ax"},
		{"[!a]", "a !", "b"},
		{"{a,b/{c,d}}.t", "a.t b/c.t b/d.t", "b.t"},
		{`\*\{`, "*{", "a{"},
		{"a*b*c", "abc axxbyyc", "acb"},
	} {
		g, ok := ParseGlob(tc.pattern)
		require.True(t, ok, tc.pattern)
		for _, name := range strings.Fields(tc.matches) {
			assert.True(t, g.Match(name), "%s %s", tc.pattern, name)
		}
		for _, name := range strings.Fields(tc.others) {
			assert.False(t, g.Match(name), "%s %s", tc.pattern, name)
		}
	}
	for _, pattern := range []string{"[", "[a", "a/[", "{a", `a\`, "[]a]", "[a-]", "*["} {
		_, ok := ParseGlob(pattern)
		assert.False(t, ok, pattern)
	}
}

func TestQueryEscapeAgreesWithNetURL(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		assert.Equal(t, url.QueryEscape(s), QueryEscape(s))
	})
}

func TestCharactersAreGraphemeClusters(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "e\u0301": 1, "👨‍👩‍👧": 1, "🇩🇪🇫🇷": 2, "각": 1, "\u1100\u1161\u11a8": 1, "\r\n": 1, "\n\r": 2,
		"❤️": 1, "👍🏽": 1, "1️⃣": 1, "नि": 1, "a\u200db": 2, "🇩🇪🇫": 2, "\xff\xfe": 2,
	} {
		assert.Equal(t, want, CountCharacters(s), "%q", s)
		n := 0
		Characters(s, func(string) bool { n++; return true })
		assert.Equal(t, want, n, "%q", s)
	}
}
