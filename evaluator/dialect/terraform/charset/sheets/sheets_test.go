//go:build !js

package sheets

import (
	"bytes"
	"fmt"
	"math/rand"
	"testing"
	"unicode/utf8"

	"github.com/andybalholm/brotli"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"

	"pantograph/evaluator/dialect/terraform/charset"
)

// A pair is an encoding of ours and the one of golang.org/x/text.
type pair struct {
	ours    charset.Encoding
	tables  *charset.Tables
	encoder *encoding.Encoder
	decoder *encoding.Decoder
}

func pairs(t *testing.T) (all []pair) {
	tables := charset.Open(File())
	require.NotNil(t, tables)
	for _, e := range charset.All() {
		if e.NeedsTables() {
			theirs, err := ianaindex.IANA.Encoding(e.Name)
			require.NoError(t, err, e.Name)
			all = append(all, pair{e, tables, theirs.NewEncoder(), theirs.NewDecoder()})
		}
	}
	return all
}

func (p pair) decoded(data []byte) (ours, theirs string) {
	text, ok := p.ours.Decode(data, p.tables)
	if !ok {
		text = "none"
	}
	other, err := p.decoder.Bytes(data)
	if err != nil || bytes.ContainsRune(other, utf8.RuneError) {
		other = []byte("none")
	}
	return text, string(other)
}

func (p pair) encoded(text string) (ours, theirs string) {
	data, ok := p.ours.Encode(text, p.tables)
	if !ok {
		data = []byte("none")
	}
	other, err := p.encoder.String(text)
	if err != nil {
		other = "none"
	}
	return string(data), other
}

func TestEveryCharacterIsEncodedAsInTheOriginal(t *testing.T) {
	for _, p := range pairs(t) {
		different := 0
		for r := rune(0); r <= utf8.MaxRune && different < 3; r++ {
			if r > 0x30000 || r > 0xFFFF && p.ours.IsSingle() { // no table has characters there
				r += 0x1234
			}
			if ours, theirs := p.encoded(string(r)); ours != theirs {
				different++
				assert.Fail(t, fmt.Sprintf("%s: %U is %X, not %X", p.ours.Name, r, theirs, ours))
			}
		}
	}
}

func TestEveryPairOfBytesIsDecodedAsInTheOriginal(t *testing.T) {
	for _, p := range pairs(t) {
		different := 0
		for n := 0; n < 0x10000 && different < 3; n++ {
			data := []byte{byte(n >> 8), byte(n)}
			if p.ours.IsSingle() {
				n += 0xFE // every byte is a character, so few pairs are needed
			}
			if ours, theirs := p.decoded(data); ours != theirs {
				different++
				assert.Fail(t, fmt.Sprintf("%s: %X is %q, not %q", p.ours.Name, data, theirs, ours))
			}
		}
	}
}

// TestTextsAreConvertedAsInTheOriginal covers escapes, and characters of three and four bytes.
func TestTextsAreConvertedAsInTheOriginal(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	pieces := []string{"a", "~", "\n", "~{", "~}", "~~", "~\n", "\x1b(B", "\x1b(J", "\x1b(I", "\x1b$B", "\x1b$@",
		"\x1b$(D", "\x8f", "\x8e", "\x30\x21", "!!", "\x81\x30\x81\x30", "\x84\x31\xa4\x39", "\x90\x30\x81\x30",
		"\xe3\x32\x9a\x35", "\x88\x62", "é", "日本", "ｱ", "한글", "😀", "€"}
	for _, p := range pairs(t) {
		if p.ours.IsSingle() {
			continue
		}
		for range 20_000 {
			text := ""
			for range 1 + random.Intn(4) {
				if random.Intn(3) == 0 {
					text += string([]byte{byte(random.Intn(256)), byte(0x21 + random.Intn(0xDE))})
				} else {
					text += pieces[random.Intn(len(pieces))]
				}
			}
			ours, theirs := p.decoded([]byte(text))
			require.Equal(t, theirs, ours, "%s: %X", p.ours.Name, text)
			if utf8.ValidString(text) {
				ours, theirs = p.encoded(text)
				require.Equal(t, theirs, ours, "%s: %q", p.ours.Name, text)
			}
		}
	}
}

func TestTheFileIsSmall(t *testing.T) {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, err := w.Write(File())
	require.NoError(t, err)
	require.NoError(t, w.Close())
	t.Logf("%d bytes, %d compressed", len(File()), out.Len())
	assert.Less(t, out.Len(), 75_000)
}
