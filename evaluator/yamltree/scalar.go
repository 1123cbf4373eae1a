package yamltree

import (
	"strings"
	"unicode/utf8"
)

// The scanners in this file follow yaml.v3's scanner step by step, because the end of a scalar and
// the position of each of its characters must agree with what yaml.v3 decoded. Each takes a
// *decoding to record into; if it is nil, only the end is computed.

// A run is a stretch of decoded text and the source it was decoded from. If both have the same
// length, they correspond byte by byte.
type run struct{ value, valueLen, source, sourceLen int32 }

// A decoding is the decoded value of a scalar, with the source of each of its bytes.
type decoding struct {
	text []byte
	runs []run
}

// emit records that the n bytes of source at i decode to s. Neighbouring runs that are copied
// literally are joined.
func (d *decoding) emit(s string, i, n int) {
	if d == nil || s == "" {
		return
	}
	if last := len(d.runs) - 1; last >= 0 && len(s) == n {
		r := &d.runs[last]
		if r.valueLen == r.sourceLen && int(r.source+r.sourceLen) == i {
			r.valueLen += int32(n)
			r.sourceLen += int32(n)
			d.text = append(d.text, s...)
			return
		}
	}
	d.runs = append(d.runs, run{int32(len(d.text)), int32(len(s)), int32(i), int32(n)})
	d.text = append(d.text, s...)
}

// A gap is the white space between two words of a plain or quoted scalar: blanks, or line breaks
// that fold to a space or to fewer line breaks.
type gap struct {
	start, end int
	breaks     [][2]int // position and length of each line break
	escaped    bool     // the first break is escaped and decodes to nothing
}

// readGap reads blanks and line breaks from i on. bad is the position of a tab where indentation is
// required, or -1.
func readGap(t string, i, indent int, escaped bool) (g gap, bad int) {
	g, bad = gap{start: i, escaped: escaped}, -1
	// Only tabs at the beginning of a line are indentation. After an escaped line break, the gap
	// begins with a line.
	lineStart := -1
	if escaped {
		lineStart = i
	}
	for i < len(t) {
		if n := breakLen(t, i); n > 0 {
			g.breaks = append(g.breaks, [2]int{i, n})
			i += n
			lineStart = i
			continue
		}
		if !isBlank(t, i) {
			break
		}
		if t[i] == '\t' && lineStart >= 0 && i-lineStart < indent && bad < 0 {
			bad = i
		}
		i++
	}
	g.end = i
	return g, bad
}

// fold records what a gap decodes to.
func (d *decoding) fold(t string, g gap) {
	if d == nil {
		return
	}
	switch {
	case len(g.breaks) == 0 && !g.escaped:
		d.emit(t[g.start:g.end], g.start, g.end-g.start)
		return
	case g.escaped:
		// A line break after an escaped one counts as a further break, not as the first.
	case breakText(t, g.breaks[0][0], g.breaks[0][1]) != "\n":
		d.emit(t[g.breaks[0][0]:g.breaks[0][0]+3], g.breaks[0][0], 3)
		g.breaks = g.breaks[1:]
	// A single line break folds to a space. Of several, the first is dropped.
	case len(g.breaks) == 1:
		d.emitRun(" ", g.start, g.end-g.start)
		return
	default:
		g.breaks = g.breaks[1:]
	}
	for _, b := range g.breaks {
		d.emitRun(breakText(t, b[0], b[1]), b[0], b[1])
	}
}

// endsPlain reports whether the character at i cannot be part of a plain scalar.
func endsPlain(t string, i int, inFlow bool) bool {
	switch t[i] {
	case ':':
		return isBlankOrEnd(t, i+1)
	case ',', '?', '[', ']', '{', '}':
		return inFlow
	}
	return false
}

// scanPlain reads a plain scalar. indent is the minimum column of its continuation lines. It
// returns the end of the scalar, where scanning continues, and the position of a tab used as
// indentation, or -1.
func scanPlain(t string, i, indent int, inFlow bool, d *decoding) (end, next, bad int) {
	end, bad = i, -1
	var g gap
	pending := false
	for {
		if afterBreak(t, i) && isDocumentMarker(t, i) || i < len(t) && t[i] == '#' {
			return end, i, bad
		}
		word := i
		for i < len(t) && !isBlankOrEnd(t, i) && !endsPlain(t, i, inFlow) {
			i++
		}
		// The white space between two words belongs to the scalar, but that after the last word
		// does not. So a gap is recorded only when another word follows.
		if i > word {
			if pending {
				d.fold(t, g)
			}
			if d != nil {
				d.emit(t[word:i], word, i-word)
			}
			end, pending = i, false
		}
		if i >= len(t) || !isBlankOrEnd(t, i) {
			return end, i, bad
		}
		g, bad = readGap(t, i, indent, false)
		i, pending = g.end, true
		if bad >= 0 {
			return end, bad, bad
		}
		// Outside of brackets, a line that is not indented enough ends the scalar.
		if n := len(g.breaks); n > 0 && !inFlow {
			last := g.breaks[n-1]
			if i-(last[0]+last[1]) < indent {
				return end, i, bad
			}
		}
		if i >= len(t) {
			return end, i, bad
		}
	}
}

// scanSingle reads a single-quoted scalar that opens at i. ok is false if it is not closed.
func scanSingle(t string, i int, d *decoding) (end int, ok bool) {
	i++
	for {
		if afterBreak(t, i) && isDocumentMarker(t, i) || i >= len(t) {
			return i, false
		}
		word := i
		for !isBlankOrEnd(t, i) && t[i] != '\'' {
			i++
		}
		if d != nil {
			d.emit(t[word:i], word, i-word)
		}
		if i < len(t) && t[i] == '\'' {
			// Two quotes are a single one in the value.
			if i+1 >= len(t) || t[i+1] != '\'' {
				return i + 1, true
			}
			d.emit("'", i, 2)
			i += 2
			continue
		}
		g, _ := readGap(t, i, 0, false)
		d.fold(t, g)
		i = g.end
	}
}

// scanDouble reads a double-quoted scalar that opens at i. ok is false if it is not closed.
func scanDouble(t string, i int, d *decoding) (end int, ok bool) {
	i++
	for {
		if afterBreak(t, i) && isDocumentMarker(t, i) || i >= len(t) {
			return i, false
		}
		word := i
		for !isBlankOrEnd(t, i) && t[i] != '"' && t[i] != '\\' {
			i++
		}
		if d != nil {
			d.emit(t[word:i], word, i-word)
		}
		switch {
		case i < len(t) && t[i] == '"':
			return i + 1, true
		case i < len(t) && t[i] == '\\' && breakLen(t, i+1) > 0:
			g, _ := readGap(t, i+1+breakLen(t, i+1), 0, true)
			d.fold(t, g)
			i = g.end
		case i < len(t) && t[i] == '\\':
			s, n := unescape(t, i)
			d.emit(s, i, n)
			i += n
		default:
			g, _ := readGap(t, i, 0, false)
			d.fold(t, g)
			i = g.end
		}
	}
}

// escapes are the one-letter escape sequences: pairs of the letter and its meaning. badEscape
// rejects the quote or the slash, which not every parser knows.
const escapes = "0\x00a\x07b\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"''//\\\\"

// unescape decodes the escape sequence at i and returns its length. An unknown sequence decodes to
// "".
func unescape(t string, i int) (string, int) {
	if i+1 >= len(t) {
		return "", 1
	}
	c := t[i+1]
	for k := 0; k < len(escapes); k += 2 {
		if escapes[k] == c {
			return escapes[k+1 : k+2], 2
		}
	}
	digits := 0
	// NEL, a no-break space, LS and PS have letters, too.
	switch c {
	case 'N':
		return nextLine, 2
	case '_':
		return "\u00a0", 2
	case 'L':
		return lineSeparator, 2
	case 'P':
		return paragraphSeparator, 2
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		return "", 1
	}
	r, ok := hexRune(t, i+2, digits)
	if !ok {
		return "", 2
	}
	return string(r), 2 + digits
}

// hexRune reads a number of hexadecimal digits at i. It returns false if there are fewer, or if
// they are not a character's number, as those of a surrogate.
func hexRune(t string, i, digits int) (rune, bool) {
	if i+digits > len(t) {
		return 0, false
	}
	var r uint64
	for _, c := range []byte(t[i : i+digits]) {
		k := strings.IndexByte("0123456789abcdef", c|0x20)
		if k < 0 || c < '0' {
			return 0, false
		}
		r = r<<4 | uint64(k)
	}
	return rune(min(r, utf8.MaxRune+1)), r <= utf8.MaxRune && utf8.ValidRune(rune(r))
}
