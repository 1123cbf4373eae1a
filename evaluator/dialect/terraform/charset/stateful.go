package charset

// Two encodings use escapes to switch between character sets, and only bytes below 0x80:
// ISO-2022-JP and HZ-GB-2312.

// The sets of ISO-2022-JP, by the escapes that begin them.
var japaneseSets = [...]struct{ escape, sheet string }{
	{"\x1B(B", ""}, {"\x1B(J", ""}, {"\x1B(I", "katakana"}, {"\x1B$@", JIS0208}, {"\x1B$B", JIS0208},
	{"\x1B$(D", JIS0212},
}

// iso2022JP decodes ISO-2022-JP. The data begins in ASCII, the set without a sheet.
func (r *reader) iso2022JP(data []byte) {
	sheet := ""
	for len(data) > 0 && !r.isBroken {
		a, size := data[0], 1
		switch {
		case a >= 0x80:
			r.isBroken = true
		case a == 0x1B:
			sheet, size = r.japaneseSet(data)
		case sheet == "":
			r.text = append(r.text, rune(a))
		case sheet == "katakana":
			r.isBroken = a < 0x21 || a >= 0x60
			r.text = append(r.text, rune(a)+halfKatakana-0x21)
		// A line feed also returns to ASCII.
		case a == '\n':
			sheet = ""
			r.text = append(r.text, '\n')
		case len(data) < 2:
			r.isBroken = true
		default: // as in the original, a second byte may reach into the rows that follow
			size = 2
			r.from(sheet, int(a-0x21)*94+int(data[1]-0x21))
		}
		data = data[size:]
	}
}

// japaneseSet reads an escape, and returns the sheet of the set that it begins.
func (r *reader) japaneseSet(data []byte) (sheet string, size int) {
	for _, set := range japaneseSets {
		if len(data) >= len(set.escape) && string(data[:len(set.escape)]) == set.escape {
			return set.sheet, len(set.escape)
		}
	}
	r.isBroken = true
	return "", 1
}

// hz decodes HZ-GB-2312: `~{` begins two-byte characters and `~}` ends them, `~~` is a tilde, and a
// tilde before a line feed joins the lines.
func (r *reader) hz(data []byte) {
	isChinese := false
	for len(data) > 0 && !r.isBroken {
		a, size := data[0], 2
		switch {
		case a >= 0x80 || (isChinese || a == '~') && len(data) < 2:
			r.isBroken = true
			return
		case a == '~':
			switch data[1] {
			case '{', '}':
				isChinese = data[1] == '{'
			case '~':
				r.text = append(r.text, '~')
			case '\n':
			default:
				r.isBroken = true
			}
		case !isChinese:
			r.text, size = append(r.text, rune(a)), 1
		case a < 0x21 || a > 0x7D || data[1] < 0x21 || data[1] > 0x7E:
			r.isBroken = true
		default:
			r.from(GB, gbNumber(a|0x80, data[1]|0x80))
		}
		data = data[size:]
	}
}
