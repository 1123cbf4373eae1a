// Package sheets generates the data file of package charset from golang.org/x/text. It is not part
// of the engine: the build writes the file, and native programs generate it on first use.
package sheets

import (
	"encoding/binary"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"pantograph/evaluator/dialect/terraform/charset"
)

// File returns the data file. It is always the same.
var File = sync.OnceValue(func() []byte {
	var out []byte
	for _, s := range wide {
		out = append(out, s.bytes()...)
	}
	for _, e := range charset.All() {
		if e.IsSingle() {
			table, err := ianaindex.IANA.Encoding(e.Name)
			if err != nil {
				panic(err) // the list of names is wrong
			}
			one := sheet{e.Name, table, 0x100, func(n int) []byte { return []byte{byte(n)} }}
			out = append(out, one.bytes()...)
		}
	}
	return out
})

// A sheet is a table of the file: how an encoding encodes each of its numbers.
type sheet struct {
	name     string
	encoding encoding.Encoding
	entries  int
	code     func(number int) []byte
}

// replacement is the number of U+FFFD, the replacement character, in GB18030.
const replacement = 39417

// wide are the sheets of encodings with more than one byte for a character.
var wide = []sheet{
	{charset.JIS0208, japanese.ShiftJIS, 60 * 188, func(n int) []byte {
		return []byte{skip(n/188+0x81, 0xA0, 0xE0), skip(n%188+0x40, 0x7F, 0x80)}
	}},
	{charset.JIS0212, japanese.EUCJP, 94 * 94,
		func(n int) []byte { return []byte{0x8F, byte(n/94 + 0xA1), byte(n%94 + 0xA1)} }},
	{charset.KSC5601, korean.EUCKR, 126 * 190,
		func(n int) []byte { return []byte{byte(n/190 + 0x81), byte(n%190 + 0x41)} }},
	{charset.GB, simplifiedchinese.GB18030, 126 * 190,
		func(n int) []byte { return []byte{byte(n/190 + 0x81), skip(n%190+0x40, 0x7F, 0x80)} }},
	{charset.GB4, simplifiedchinese.GB18030, 39420, func(n int) []byte {
		return []byte{byte(n/12600 + 0x81), byte(n/1260%10 + '0'), byte(n/10%126 + 0x81), byte(n%10 + '0')}
	}},
	{charset.Big, traditionalchinese.Big5, 126 * 157,
		func(n int) []byte { return []byte{byte(n/157 + 0x81), skip(n%157+0x40, 0x7F, 0xA1)} }},
}

// skip returns b, but passes over a range of bytes that are not used.
func skip(b, from, to int) byte {
	if b >= from {
		b += to - from
	}
	return byte(b)
}

// bytes writes the sheet as package charset reads it.
func (s sheet) bytes() []byte {
	var data []byte
	first := map[rune]int{}
	previous, decoder := rune(-1), s.encoding.NewDecoder()
	for n := range s.entries {
		r := s.character(decoder, n)
		data = binary.AppendVarint(data, int64(r-previous-1))
		previous = r
		if _, known := first[r]; !known && r != 0 {
			first[r] = n
		}
	}
	data = append(data, s.exceptions(first)...)
	head := append(binary.AppendUvarint(nil, uint64(len(s.name))), s.name...)
	head = binary.AppendUvarint(head, uint64(s.entries))
	return append(binary.AppendUvarint(head, uint64(len(data))), data...)
}

// character returns the nth character of the encoding, or 0 if there is none.
func (s sheet) character(d *encoding.Decoder, n int) rune {
	text, err := d.Bytes(s.code(n))
	if err != nil {
		panic(err) // decoders replace invalid bytes
	}
	switch runes := []rune(string(text)); {
	case len(runes) == 1 && (runes[0] != utf8.RuneError || n == replacement && s.name == charset.GB4):
		return runes[0]
	case len(runes) == 2 && len(s.code(n)) == 2 && runes[1] >= 0x300:
		return charset.Two(runes[0], runes[1])
	}
	return 0
}

// exceptions returns the characters that the encoding does not encode, or encodes as a number other
// than their first.
func (s sheet) exceptions(first map[rune]int) (data []byte) {
	numbers := map[string]int{}
	for n := range s.entries {
		numbers[string(s.code(n))] = n
	}
	encoder := s.encoding.NewEncoder()
	character, number := -1, -1
	for r := rune(1); r < 0x30000; r++ {
		n, known := first[r]
		if !known && (s.name != charset.GB4 || r > 0xFFFF || utf16.IsSurrogate(r)) {
			continue // only GB18030 encodes characters that it does not decode
		}
		code, err := encoder.String(string(r))
		written, isHere := numbers[code]
		if err != nil || !isHere {
			written = -1
		}
		if !known {
			n = -1
		}
		if written == n {
			continue
		}
		data = binary.AppendVarint(data, int64(int(r)-character-1))
		data = binary.AppendVarint(data, int64(written+1-number-1))
		character, number = int(r), written+1
	}
	return data
}
