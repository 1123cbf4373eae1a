package yamltree

import (
	"strings"
	"unicode/utf8"
)

// byteOrderMark is allowed at the start of a text, where it does not count as a column.
const byteOrderMark = "\uFEFF"

// The line breaks of YAML 1.1 in addition to LF, CR and CR LF: NEL, LS and PS. yaml.v3 counts them as
// lines, but source.File does not.
const (
	nextLine           = "\u0085"
	lineSeparator      = "\u2028"
	paragraphSeparator = "\u2029"
)

// breakLen returns the length in bytes of the line break at i, or 0 if there is none.
func breakLen(t string, i int) int {
	if i >= len(t) {
		return 0
	}
	switch t[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(t) && t[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xC2:
		if i+1 < len(t) && t[i+1] == 0x85 {
			return 2
		}
	case 0xE2:
		if i+2 < len(t) && t[i+1] == 0x80 && (t[i+2] == 0xA8 || t[i+2] == 0xA9) {
			return 3
		}
	}
	return 0
}

// breakText returns the decoded form of the line break of length n at i: LF, except that LS and PS
// are kept.
func breakText(t string, i, n int) string {
	if n == 3 {
		return t[i : i+3]
	}
	return "\n"
}

// isBlank reports whether there is a space or tab at i.
func isBlank(t string, i int) bool { return i < len(t) && (t[i] == ' ' || t[i] == '\t') }

// isBreakOrEnd reports whether there is a line break or the end of the text at i.
func isBreakOrEnd(t string, i int) bool { return i >= len(t) || breakLen(t, i) > 0 }

// isBlankOrEnd reports whether there is a space, a tab, a line break or the end of the text at i.
func isBlankOrEnd(t string, i int) bool {
	if i < len(t) && t[i] > ' ' && t[i] < utf8.RuneSelf {
		return false // most characters
	}
	return isBlank(t, i) || isBreakOrEnd(t, i)
}

// isNameByte reports whether yaml.v3 allows c in the name of an anchor.
func isNameByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '-'
}

// isDocumentMarker reports whether there is `---` or `...`, followed by whitespace, at i, which must
// be the start of a line.
func isDocumentMarker(t string, i int) bool {
	if i+3 > len(t) {
		return false
	}
	s := t[i : i+3]
	return (s == "---" || s == "...") && isBlankOrEnd(t, i+3)
}

// isOrdinary reports whether a text has only characters that need no special treatment: no line
// breaks other than LF and CR, no byte order mark except at the start, and no characters that yaml.v3
// rejects.
func isOrdinary(t string) bool {
	ascii := true
	for i := 0; i < len(t); i++ {
		c := t[i]
		if c-' ' < 0x7F-' ' { // most characters: this halves the time
			continue
		}
		switch {
		case c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7F:
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	if ascii {
		return true
	}
	// The C1 controls include NEL, which is a line break. Invalid UTF-8 decodes to RuneError.
	for _, r := range strings.TrimPrefix(t, byteOrderMark) {
		switch {
		case r == utf8.RuneError, r >= 0x80 && r < 0xA0, r == 0x2028, r == 0x2029, r == 0xFEFF, r == 0xFFFE,
			r == 0xFFFF:
			return false
		}
	}
	return true
}

// skipSpace returns the position of the first token at or after i: it skips blanks, line breaks and
// comments. It must not be used inside scalars, where # may be a character.
func skipSpace(t string, i int) int {
	for i < len(t) {
		if n := breakLen(t, i); n > 0 {
			i += n
		} else if isBlank(t, i) {
			i++
		} else if t[i] == '#' {
			i = lineEnd(t, i)
		} else {
			break
		}
	}
	return i
}

// lineEnd returns the position of the first line break at or after i, or the end of the text.
func lineEnd(t string, i int) int {
	for i < len(t) && (t[i] > '\r' && t[i] < utf8.RuneSelf || breakLen(t, i) == 0) {
		i++
	}
	return i
}

// afterBreak reports whether i is the start of a line.
func afterBreak(t string, i int) bool {
	if i == 0 || t[i-1] == '\n' || t[i-1] == '\r' && !(i < len(t) && t[i] == '\n') {
		return true
	}
	if i == 3 && t[:3] == byteOrderMark {
		return true
	}
	return i >= 2 && t[i-2:i] == nextLine || i >= 3 && (t[i-3:i] == lineSeparator || t[i-3:i] == paragraphSeparator)
}

// A lineTable converts yaml.v3's positions to byte offsets. Lines are counted as yaml.v3 does, and
// columns are code points, counted from 1.
type lineTable struct {
	text   string
	starts []int32 // offsets of the lines

	// The position that was converted last. Since nodes are converted in source order, continuing
	// from here takes linear time for a line with 100,000 nodes.
	line, column, offset int
}

// newLineTable returns the line table of a text.
func newLineTable(text string) *lineTable {
	start := 0
	if len(text) >= 3 && text[:3] == byteOrderMark {
		start = 3
	}
	t := &lineTable{text: text, starts: make([]int32, 1, 16+len(text)/24)} // assume 24 bytes per line
	t.starts[0] = int32(start)
	for i := start; i < len(text); {
		// Most bytes are not the start of a line break.
		if c := text[i]; c > '\r' && c < 0xC2 {
			i++
			continue
		}
		n := breakLen(text, i)
		if n > 0 {
			t.starts = append(t.starts, int32(i+n))
		}
		i += max(n, 1)
	}
	return t
}

// start returns the offset of the first byte of a line, counted from 1.
func (t *lineTable) start(line int) int {
	switch {
	case line < 1:
		return int(t.starts[0])
	case line > len(t.starts):
		return len(t.text)
	}
	return int(t.starts[line-1])
}

// at returns the byte offset of a line and column.
func (t *lineTable) at(line, column int) int {
	if line != t.line || column < t.column {
		t.line, t.column, t.offset = line, 1, t.start(line)
	}
	for t.column < column && t.offset < len(t.text) {
		if t.text[t.offset] < utf8.RuneSelf {
			t.offset++
		} else {
			_, n := utf8.DecodeRuneInString(t.text[t.offset:])
			t.offset += n
		}
		t.column++
	}
	return t.offset
}

// lineOf returns the line that contains an offset, counted from 1.
func (t *lineTable) lineOf(offset int) int {
	lo, hi := 0, len(t.starts)
	for lo+1 < hi {
		if mid := (lo + hi) / 2; int(t.starts[mid]) <= offset {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + 1
}

// columnOf returns the number of code points before an offset on its line.
func (t *lineTable) columnOf(offset int) int {
	return utf8.RuneCountInString(t.text[min(t.start(t.lineOf(offset)), offset):offset])
}

// lineStart returns the start of the line that contains i.
func lineStart(t string, i int) int { return strings.LastIndexAny(t[:i], "\r\n") + 1 }

// lineAfter returns the start of the line after the one that contains i, or the end of the text.
func lineAfter(t string, i int) int {
	i = lineEnd(t, i)
	return i + breakLen(t, i)
}

// trimEnd returns the offset at which t[start:end] ends without trailing whitespace.
func trimEnd(t string, start, end int) int {
	for end > start && (t[end-1] == ' ' || t[end-1] == '\t' || t[end-1] == '\n' || t[end-1] == '\r') {
		end--
	}
	return end
}

// badEscape returns the position of the first unknown escape sequence in the double-quoted scalar at
// i, which ends at the end of t, or -1. For slashes, see Options.
func badEscape(t string, i int, slashes bool) int {
	unknown := byte('/')
	if slashes {
		unknown = '\''
	}
	for i++; i < len(t); {
		if t[i] != '\\' {
			i++
			continue
		}
		if n := breakLen(t, i+1); n > 0 {
			i += 1 + n
			continue
		}
		s, n := unescape(t, i)
		if s == "" || t[i+1] == unknown {
			return i
		}
		i += n
	}
	return -1
}

// badBytes returns the positions of the bytes that YAML does not allow: control characters, invalid
// UTF-8 and the noncharacters U+FFFE and U+FFFF.
func badBytes(t string) []int {
	var out []int
	for i := 0; i < len(t); {
		c := t[i]
		if c >= 0x20 && c < 0x7F || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(t[i:])
		bad := r < 0xA0 && r != 0x85 || r == utf8.RuneError && n == 1 || r == 0xFFFE || r == 0xFFFF
		for k := range n {
			if bad {
				out = append(out, i+k)
			}
		}
		i += n
	}
	return out
}
