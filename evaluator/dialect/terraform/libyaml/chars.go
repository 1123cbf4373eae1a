package libyaml

import "unicode/utf8"

// byteOrderMark has no width at the start of the text. Elsewhere it is text: the original intends
// to skip it at the start of any line, but looks for it in the wrong place.
const byteOrderMark = "\uFEFF"

// sentinel ends the text while it is scanned, so that lookahead needs no bounds checks. Texts with
// a NUL have been rejected.
const sentinel = "\x00\x00\x00\x00"

// breakLen returns the number of bytes of the line break at i, or 0.
func breakLen(t string, i int) int {
	switch t[i] {
	case '\n':
		return 1
	case '\r':
		if t[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		// NEL, LS and PS are line breaks in YAML 1.1 but not in YAML 1.2.
		if t[i+1] == 0x85 {
			return 2
		}
	case 0xE2:
		if t[i+1] == 0x80 && (t[i+2] == 0xA8 || t[i+2] == 0xA9) {
			return 3
		}
	}
	return 0
}

// breakText returns the decoded form of a line break: LF, except that LS and PS stay.
func breakText(t string, i, n int) string {
	if n == 3 {
		return t[i : i+3]
	}
	return "\n"
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isBreakOrEnd and isBlankOrEnd treat the end of the text as a line break.
func isBreakOrEnd(t string, i int) bool { return t[i] == 0 || breakLen(t, i) > 0 }
func isBlankOrEnd(t string, i int) bool { return isBlank(t[i]) || isBreakOrEnd(t, i) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWord reports whether c may be part of a name: of an anchor, a directive or a tag handle.
func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '-'
}

// hexValue returns the value of a hexadecimal digit, or -1.
func hexValue(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// isDocumentMarker reports whether a separate `---` or `...` is at i.
func isDocumentMarker(t string, i int) bool {
	c := t[i]
	return (c == '-' || c == '.') && t[i+1] == c && t[i+2] == c && isBlankOrEnd(t, i+3)
}

// chunk is the size of the pieces in which the original reads its input. It finds a forbidden
// character when it reads the piece that contains it, before anything else in that piece.
const chunk = 512

// firstForbidden returns the offsets of the first character that YAML does not allow and of the
// piece that contains it. The first is -1 if all characters are allowed.
func firstForbidden(t string) (at, piece int) {
	for i := 0; i < len(t); {
		c := t[i]
		if ' ' <= c && c <= '~' || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(t[i:])
		if !isAllowed(r, n) {
			return i, pieceOf(t, i)
		}
		i += n
	}
	return -1, -1
}

// isAllowed reports whether YAML allows a character: everything but C0, C1, DEL, U+FFFE and U+FFFF
// (2.6). size is the length of its encoding, which distinguishes U+FFFD from a byte that is not
// UTF-8.
func isAllowed(r rune, size int) bool {
	switch {
	case r < ' ' || r == 0x7F:
		return false // the allowed ones are handled above
	case r < 0xA0:
		return r == 0x85 || r < 0x7F
	case r == utf8.RuneError && size == 1:
		return false
	}
	return r != 0xFFFE && r != 0xFFFF
}

// pieceOf returns the start of the piece that contains offset i. A character that is split between
// two pieces belongs to the second.
func pieceOf(t string, i int) int {
	start := 0
	for {
		end := start + chunk
		if end >= len(t) {
			return start
		}
		for n := 1; n < utf8.UTFMax; n++ { // in a text of continuation bytes alone, there is no start of a character
			if first := end - n; utf8.RuneStart(t[first]) {
				if !utf8.FullRuneInString(t[first:end]) {
					end = first
				}
				break
			}
		}
		if end > i {
			return start
		}
		start = end
	}
}
