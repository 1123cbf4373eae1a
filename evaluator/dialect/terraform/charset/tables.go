package charset

import "encoding/binary"

// Tables are the characters of all encodings in the data file, as named sheets. Several encodings of
// a country may share a sheet; every single-byte encoding has its own, under its name.
//
// The file is a sequence of sheets. Each has its name, preceded by its length; the number of
// entries; the number of bytes that follow. These are the entries, and then the exceptions:
// characters whose number differs from their first entry's, each with its number plus one.
// Entries, characters and numbers are stored as the difference from the previous one plus one. All
// are varints.
type Tables struct {
	sheets map[string]*sheet
}

// A sheet assigns numbers to characters.
type sheet struct {
	entries    int
	data       []byte
	characters []rune   // by number, read on first use; 0 means none
	numbers    []uint16 // the number plus one, by character; 0 means none
}

// The sheets that several encodings share.
const (
	JIS0208 = "jis0208" // rows of 94
	JIS0212 = "jis0212" // rows of 94
	KSC5601 = "ksc5601" // rows of 190, as EUC-KR's second byte counts from 0x41
	GB      = "gb"      // rows of 190, as GBK's second byte counts from 0x40 without 0x7F
	GB4     = "gb4"     // GB18030's four-byte characters
	Big     = "big5"    // rows of 157
)

// twoMark is the bit offset of the second character of an entry with two characters.
const twoMark = 21

// Two returns the entry for two characters.
func Two(first, second rune) rune { return first | second<<twoMark }

// Open reads the data file. It returns nil if data is empty or malformed.
func Open(data []byte) *Tables {
	t := &Tables{sheets: map[string]*sheet{}}
	for c := (&cursor{data: data}); len(c.data) > 0; {
		name := string(c.take(c.number()))
		s := &sheet{entries: c.number()}
		s.data = c.take(c.number())
		t.sheets[name] = s
		if c.isBroken {
			return nil
		}
	}
	return t
}

// A cursor reads the file from its beginning.
type cursor struct {
	data     []byte
	isBroken bool
}

// number reads a length or a count. A valid file contains none above a million.
func (c *cursor) number() int {
	n, size := binary.Uvarint(c.data)
	if size <= 0 || n > 1<<20 {
		c.isBroken = true
		return 0
	}
	c.data = c.data[size:]
	return int(n)
}

// after returns the number that is stored relative to another.
func (c *cursor) after(previous int) int {
	difference, size := binary.Varint(c.data)
	if size <= 0 {
		c.isBroken = true
		return 0
	}
	c.data = c.data[size:]
	return previous + 1 + int(difference)
}

// take returns the next n bytes, or nil if the file is shorter.
func (c *cursor) take(n int) []byte {
	if n > len(c.data) {
		c.isBroken = true
		return nil
	}
	taken := c.data[:n]
	c.data = c.data[n:]
	return taken
}

// character returns the character with the given number, or 0.
func (t *Tables) character(name string, number int) rune {
	s := t.sheets[name]
	if s == nil || number < 0 || number >= s.entries {
		return 0
	}
	s.read()
	return s.characters[number]
}

// number returns the number of a character, or -1.
func (t *Tables) number(name string, r rune) int {
	s := t.sheets[name]
	if s == nil {
		return -1
	}
	s.invert()
	if int(r) >= len(s.numbers) {
		return -1
	}
	return int(s.numbers[r]) - 1
}

// read unpacks the entries and leaves the exceptions.
func (s *sheet) read() {
	if s.characters != nil {
		return
	}
	s.characters = make([]rune, s.entries)
	c, r := cursor{data: s.data}, -1
	for i := range s.characters {
		r = c.after(r)
		s.characters[i] = rune(r)
	}
	s.data = c.data
}

// invert numbers the characters: if several entries have the same character, the first wins, apart
// from the exceptions.
func (s *sheet) invert() {
	if s.numbers != nil {
		return
	}
	s.read()
	most := rune(0)
	for _, r := range s.characters {
		if r < 1<<twoMark {
			most = max(most, r)
		}
	}
	s.numbers = make([]uint16, max(most+1, 0x10000))
	for i, r := range s.characters {
		if 0 < r && r <= most && s.numbers[r] == 0 {
			s.numbers[r] = uint16(i + 1)
		}
	}
	r, n := -1, -1
	for c := (&cursor{data: s.data}); len(c.data) > 0 && !c.isBroken; {
		r, n = c.after(r), c.after(n)
		if 0 <= r && r < len(s.numbers) {
			s.numbers[r] = uint16(n)
		}
	}
}
