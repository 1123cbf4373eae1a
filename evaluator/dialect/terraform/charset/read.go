package charset

// A reader decodes with the tables.
type reader struct {
	tables   *Tables
	encoding Encoding
	text     []rune
	isBroken bool // invalid bytes were found
}

// read decodes all of data.
func (r *reader) read(data []byte) (string, bool) {
	switch r.encoding.kind {
	case iso2022JP:
		r.iso2022JP(data)
	case hz:
		r.hz(data)
	default:
		for len(data) > 0 && !r.isBroken {
			data = data[r.character(data):]
		}
	}
	return string(r.text), !r.isBroken
}

// put adds a character; 0 means an invalid one.
func (r *reader) put(c rune) {
	switch {
	case c == 0:
		r.isBroken = true
	case c >= 1<<twoMark:
		r.text = append(r.text, c&(1<<twoMark-1), c>>twoMark)
	default:
		r.text = append(r.text, c)
	}
}

// from adds a character of a sheet.
func (r *reader) from(sheet string, number int) { r.put(r.tables.character(sheet, number)) }

// character decodes a character at the start of data, and returns how many bytes it took. For an
// invalid character, the size does not matter, because reading ends there.
func (r *reader) character(data []byte) (size int) {
	a := data[0]
	k := r.encoding.kind
	switch {
	case k == single:
		c := r.tables.character(r.encoding.Name, int(a))
		r.text = append(r.text, c)
		r.isBroken = c == 0 && a != 0
		return 1
	case a < 0x80 || a == 0x80 && k == shiftJIS:
		r.text = append(r.text, rune(a))
		return 1
	case a == 0x80 && (k == gbk || k == gb18030):
		r.put('€')
		return 1
	case k == shiftJIS && 0xA1 <= a && a < 0xE0:
		r.put(rune(a) + halfKatakana - 0xA1)
		return 1
	// All other characters have at least two bytes.
	case len(data) < 2 || a == 0x80 || a == 0xFF:
		r.isBroken = true
		return 1
	}
	b := data[1]
	switch k {
	case shiftJIS:
		r.from(JIS0208, shiftNumber(int(a), int(b)))
	case eucJP:
		return r.eucJP(data)
	case eucKR:
		r.from(KSC5601, pairNumber(a, b, 0x41, 0xFE, 190))
	case big5:
		r.from(Big, big5Number(a, b))
	case gb18030:
		if '0' <= b && b < 0x40 { // the original accepts more than the digits
			return r.four(data)
		}
		fallthrough
	default:
		r.from(GB, gbNumber(a, b))
	}
	return 2
}

// halfKatakana is the first half-width katakana; Japanese encodings keep these outside of the
// sheets.
const halfKatakana = 0xFF61

// pairNumber returns the number of two bytes in rows of a width, or -1 if the second byte is invalid.
func pairNumber(a, b, low, high byte, width int) int {
	if b < low || b > high {
		return -1
	}
	return int(a-0x81)*width + int(b-low)
}

// gbNumber returns the number of two bytes of GBK, or -1. No second byte is 0x7F.
func gbNumber(a, b byte) int {
	if b == 0x7F {
		return -1
	}
	if b > 0x7F {
		b--
	}
	return pairNumber(a, b, 0x40, 0xFD, 190)
}

// big5Number returns the number of two bytes of Big5, or -1. No second byte is from 0x7F to 0xA0.
func big5Number(a, b byte) int {
	if b >= 0xA1 {
		b -= 0xA1 - 0x7F
	} else if b > 0x7E {
		return -1
	}
	return pairNumber(a, b, 0x40, 0x40+156, 157)
}

// shiftNumber returns the number of two bytes of Shift_JIS: two rows share each first byte.
func shiftNumber(a, b int) int {
	if a < 0x81 || a == 0xA0 || a > 0xFC || b < 0x40 || b == 0x7F || b > 0xFC {
		return -1
	}
	if a >= 0xE0 {
		a -= 0xE0 - 0xA0
	}
	if b > 0x7F {
		b--
	}
	return (a-0x81)*188 + b - 0x40
}

// eucJP decodes two bytes or, after 0x8F, three. 0x8E begins a half-width katakana.
func (r *reader) eucJP(data []byte) (size int) {
	a, b := data[0], data[1]
	switch {
	case a == 0x8E && 0xA1 <= b && b <= 0xDF:
		r.put(rune(b) + halfKatakana - 0xA1)
		return 2
	case a == 0x8F && len(data) > 2 && b >= 0xA1 && data[2] >= 0xA1 && b < 0xFF && data[2] < 0xFF:
		r.from(JIS0212, int(b-0xA1)*94+int(data[2]-0xA1))
		return 3
	case a >= 0xA1 && b >= 0xA1 && b < 0xFF:
		r.from(JIS0208, int(a-0xA1)*94+int(b-0xA1))
	default:
		r.isBroken = true
	}
	return 2
}

// GB18030 numbers the characters that GBK lacks, and encodes the numbers in four bytes: first the
// rest of the basic plane and, from gbPlanes on, the other planes.
const gbPlanes = 189000

// four decodes the four-byte form of GB18030: bytes of 126 values alternate with digits.
func (r *reader) four(data []byte) (size int) {
	if len(data) < 4 || data[2] < 0x81 || data[2] > 0xFE || data[3] < '0' || data[3] > '9' {
		r.isBroken = true
		return 2
	}
	n := ((int(data[0]-0x81)*10+int(data[1]-'0'))*126+int(data[2]-0x81))*10 + int(data[3]-'0')
	if gbPlanes <= n && n < gbPlanes+0x100000 {
		r.put(rune(n - gbPlanes + 0x10000))
	} else {
		r.from(GB4, n)
	}
	return 4
}
