package layout

// Text in boxes, in pixels.
const (
	labelChar  = 7.2 // mean advance of 13 px sans
	detailChar = 6.1 // and of 11 px
	boxPad     = 12  // before and after the text; the tick is in it
	boxLeast   = 64
	boxShort   = 32 // height with a label only
	boxTall    = 40 // height with a detail below it
	boxChars   = 28 // longer text is cut
)

// Box measures the box of a node from its texts, as the page and exports draw it: long
// texts are cut as Clip does.
func Box(label, detail string) (w, h int) {
	_, chars := clip(label)
	_, small := clip(detail)
	text := max(float64(chars)*labelChar, float64(small)*detailChar)
	w, h = ceilGrid(max(boxLeast, 2*boxPad+int(text+0.999))), boxShort
	if detail != "" {
		h = boxTall
	}
	return w, h
}

// Clip cuts a text to what fits into a box, with an ellipsis in place of the rest.
func Clip(text string) string {
	text, _ = clip(text)
	return text
}

// clip cuts a text and gives its length in narrow characters.
func clip(text string) (string, int) {
	n, cut := 0, len(text)
	for i, r := range text {
		w := columnsOf(r)
		if n+w <= boxChars-1 {
			cut = i + len(string(r))
		}
		if n += w; n > boxChars {
			return text[:cut] + "…", boxChars
		}
	}
	return text, n
}

// columnsOf gives the width of a character: two for the wide ones of East Asia and
// pictures, none for those that combine with the one before.
func columnsOf(r rune) int {
	switch {
	case r >= 0x300 && r <= 0x36f, r >= 0x200b && r <= 0x200f, r >= 0xfe00 && r <= 0xfe0f:
		return 0
	case r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1faff, r >= 0x20000 && r <= 0x3fffd:
		return 2
	default:
		return 1
	}
}
