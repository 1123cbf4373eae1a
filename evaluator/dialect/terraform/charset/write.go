package charset

// A writer encodes with the tables.
type writer struct {
	tables   *Tables
	encoding Encoding
	out      []byte
	set      string // the escape of the current set, in encodings with escapes
}

// write encodes all of text; it returns false if the encoding lacks one of its characters.
func (w *writer) write(text string) ([]byte, bool) {
	w.out = make([]byte, 0, len(text))
	for _, r := range text {
		if !w.encode(r) {
			return nil, false
		}
	}
	// Only this encoding must end in ASCII; the original leaves HZ-GB-2312 as it is.
	if w.encoding.kind == iso2022JP {
		w.open("\x1B(B")
	}
	return w.out, true
}

// put appends bytes. It always returns true, for use at the end of a condition.
func (w *writer) put(b ...byte) bool {
	w.out = append(w.out, b...)
	return true
}

// open switches to the set that an escape begins, unless it is current. Initially, the first is.
func (w *writer) open(escape string) {
	if w.set != escape && (w.set != "" || escape != "\x1B(B" && escape != "~}") {
		w.out = append(w.out, escape...)
	}
	w.set = escape
}

// encode appends a character. It returns false if the encoding lacks it.
func (w *writer) encode(r rune) bool {
	isKatakana := halfKatakana <= r && r < halfKatakana+63
	switch k := w.encoding.kind; {
	case k == single:
		n := w.tables.number(w.encoding.Name, r)
		// In a table 0 means that there is no character, so NUL is not in it. NUL is byte 0 in all of
		// these encodings.
		if r == 0 {
			n = 0
		}
		return n >= 0 && w.put(byte(n))
	case k == iso2022JP:
		return w.iso2022JP(r, isKatakana)
	case k == hz:
		return w.hz(r)
	case r < 0x80:
		return w.put(byte(r))
	case k == shiftJIS && isKatakana:
		return w.put(byte(r - halfKatakana + 0xA1))
	case k == eucJP && isKatakana:
		return w.put(0x8E, byte(r-halfKatakana+0xA1))
	case k == gbk && r == '€':
		return w.put(0x80)
	}
	return w.wide(r)
}

// wide encodes a character with two bytes or more. The arithmetic is the inverse of that in
// read.go.
func (w *writer) wide(r rune) bool {
	switch w.encoding.kind {
	case shiftJIS:
		n := w.tables.number(JIS0208, r)
		a, b := n/188+0x81, n%188+0x40
		if a >= 0xA0 {
			a += 0xE0 - 0xA0
		}
		if b >= 0x7F {
			b++
		}
		return n >= 0 && w.put(byte(a), byte(b))
	case eucJP:
		if n := w.tables.number(JIS0208, r); n >= 0 {
			return w.put(byte(n/94+0xA1), byte(n%94+0xA1))
		}
		n := w.tables.number(JIS0212, r)
		return n >= 0 && w.put(0x8F, byte(n/94+0xA1), byte(n%94+0xA1))
	case eucKR:
		n := w.tables.number(KSC5601, r)
		return n >= 0 && w.put(byte(n/190+0x81), byte(n%190+0x41))
	case big5:
		n := w.tables.number(Big, r)
		b := n%157 + 0x40
		if b > 0x7E {
			b += 0xA1 - 0x7F
		}
		return n >= 0 && w.put(byte(n/157+0x81), byte(b))
	}
	if a, b, ok := w.gb(r); ok {
		return w.put(a, b)
	}
	return w.encoding.kind == gb18030 && w.four(r)
}

// gb returns the two bytes of a character in GBK.
func (w *writer) gb(r rune) (a, b byte, ok bool) {
	n := w.tables.number(GB, r)
	a, b = byte(n/190+0x81), byte(n%190+0x40)
	if b >= 0x7F {
		b++
	}
	return a, b, n >= 0
}

// four encodes a character in the four-byte form of GB18030.
func (w *writer) four(r rune) bool {
	n := int(r) + gbPlanes - 0x10000
	if r < 0x10000 {
		n = w.tables.number(GB4, r)
	}
	return n >= 0 && w.put(byte(n/12600+0x81), byte(n/1260%10+'0'), byte(n/10%126+0x81), byte(n%10+'0'))
}

// iso2022JP encodes a character in ISO-2022-JP, after an escape if the set changes.
func (w *writer) iso2022JP(r rune, isKatakana bool) bool {
	switch {
	case r < 0x80:
		w.open("\x1B(B")
		return w.put(byte(r))
	case isKatakana:
		w.open("\x1B(I")
		return w.put(byte(r - halfKatakana + 0x21))
	}
	n := w.tables.number(JIS0208, r)
	if n < 0 {
		return false
	}
	w.open("\x1B$B")
	return w.put(byte(n/94+0x21), byte(n%94+0x21))
}

// hz encodes a character in HZ-GB-2312. The original writes a tilde as `~~` in either set, without
// switching.
func (w *writer) hz(r rune) bool {
	switch {
	case r == '~':
		return w.put('~', '~')
	case r < 0x80:
		w.open("~}")
		return w.put(byte(r))
	}
	a, b, ok := w.gb(r)
	if !ok || a < 0xA1 || a > 0xFD || b < 0xA1 {
		return false
	}
	w.open("~{")
	return w.put(a&0x7F, b&0x7F)
}
