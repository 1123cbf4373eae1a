package layout

import (
	"strings"
	"unicode/utf8"
)

// A Face is a font in one size, for measuring text. Everything that draws the graph uses
// these widths, including the page, so that all produce the same boxes.
type Face struct {
	size   int    // in pixels
	widths string // widths of the characters from the space on: (c-7)*8 thousandths of the size
}

// The fonts of the drawing. Their widths are those of the fonts shipped with the page,
// rounded up, without kerning.
var (
	Label  = Face{13, schibsted500}
	Detail = Face{11, schibsted400}
	Code   = Face{11, ""} // each character takes 0.6 of the size
)

// The widths of printable ASCII in the two weights of the page's font: see Face.widths.
const (
	schibsted500 = "&'5[Ot]!//>W)D+@U4PPRQSKQR+*WWWKw`Y``QNbc6L\\MvdhVhXUY]]~\\WS0@0WFFNRMRP3NP'*N)vQSRR<I3QNoONH1'1W"
	schibsted400 = "'%4YNr] ..?W)D*?T2OOPPRJPR*)WWWJv_X__QNaa4JZLtchThWTX\\\\|YUR.?.WFFLQLQO2MN&)L(uPRQQ:H2PMmMLF0%0W"
)

// Dimensions of boxes, in pixels.
const (
	textLeft     = 12 // space to the left of the text, which contains the tick
	textRight    = 12
	minBoxWidth  = 64
	maxTextWidth = 204 // longer texts are shortened
	boxShort     = 32  // height with a label only
	boxTall      = 40  // height with a detail below it
)

// Box measures the box of a node from its texts.
func Box(label, detail string) (w, h int) {
	text := min(maxTextWidth, max(Label.Width(label), Detail.Width(detail)))
	w, h = ceilGrid(max(minBoxWidth, textLeft+text+textRight)), boxShort
	if detail != "" {
		h = boxTall
	}
	return w, h
}

// Short removes the middle of a text that is too long for a box.
func (f Face) Short(text string) string { return f.Middle(text, maxTextWidth) }

// Width returns the width of a text in pixels.
func (f Face) Width(text string) int {
	sum := 0
	for _, r := range text {
		sum += f.advance(r)
	}
	return (sum*f.size + 999) / 1000
}

// advance returns the width of a character, in thousandths of the size. Characters outside
// the table are as wide as most capitals, East Asian ones and pictographs as wide as high,
// and combining ones have no width.
func (f Face) advance(r rune) int {
	if r >= ' ' && r <= '~' { // most characters
		if f.widths == "" {
			return 600
		}
		return int(f.widths[r-' ']-7) * 8
	}
	switch columns := columnsOf(r); {
	case columns != 1:
		return columns * 500
	case f.widths == "":
		return 600
	}
	return 760
}

const ellipsis = "…"

// Middle shortens a text to a width by removing its middle: both ends help to distinguish it from
// others.
func (f Face) Middle(text string, most int) string {
	if f.Width(text) <= most {
		return text
	}
	// Take a character from the beginning and one from the end in turn, as long as there is room.
	room := most*1000/f.size - f.advance('…')
	head, tail := 0, len(text)
	for head < tail {
		front, n := utf8.DecodeRuneInString(text[head:])
		if room -= f.advance(front); room < 0 {
			break
		}
		head += n
		end, n := utf8.DecodeLastRuneInString(text[head:tail])
		if room -= f.advance(end); room < 0 {
			break
		}
		tail -= n
	}
	return text[:head] + ellipsis + f.withoutMarks(text[tail:])
}

// Tail shortens a text to a width by removing its beginning, because the end of a path is the most
// informative part.
func (f Face) Tail(text string, most int) string {
	if f.Width(text) <= most {
		return text
	}
	room, tail := most*1000/f.size-f.advance('…'), len(text)
	for tail > 0 {
		end, n := utf8.DecodeLastRuneInString(text[:tail])
		if room -= f.advance(end); room < 0 {
			break
		}
		tail -= n
	}
	return ellipsis + f.withoutMarks(text[tail:])
}

// withoutMarks removes the combining marks at the start of a text whose base character was cut off.
func (f Face) withoutMarks(tail string) string {
	return strings.TrimLeftFunc(tail, func(r rune) bool { return f.advance(r) == 0 })
}

// columnsOf returns the width of a character in columns: two for wide East Asian ones and
// pictographs, zero for combining ones.
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
