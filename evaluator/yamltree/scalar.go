package yamltree

import (
	"strings"
	"unicode/utf8"
)

// The scanners in this file use the same steps as yaml.v3's scanner, because the end of a scalar and
// the position of each character must agree with the value that yaml.v3 decodes. They record the
// value in a *decoding; if that is nil, they only find the end.

// A run is a range of a decoded value, and the range of the source from which it was decoded. If both
// have the same length, they are equal byte by byte.
type run struct{ value, valueLen, source, sourceLen int32 }

// A decoding is the decoded value of a scalar, with the source of its bytes.
type decoding struct {
	text []byte
	runs []run
}

// emit records that the n bytes of source at i decode to s. It joins adjacent runs in which the value
// is the same as the source.
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

// A gap is the whitespace between two words of a plain or quoted scalar: blanks, or line breaks
// that fold to a space or to fewer line breaks.
type gap struct {
	start, end int
	breaks     [][2]int // position and length of each line break
	escaped    bool     // the first break is escaped and decodes to nothing
}

// readGap reads the blanks and line breaks at i. escaped means that they follow an escaped line break.
// bad is the position of a tab before the column indent, where indentation is required, or -1.
func readGap(t string, i, indent int, escaped bool) (g gap, bad int) {
	g, bad = gap{start: i, escaped: escaped}, -1
	// Only tabs at the start of a line are indentation. After an escaped line break, i is the start of
	// a line.
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

// fold records the decoded form of a gap.
func (d *decoding) fold(t string, g gap) {
	if d == nil {
		return
	}
	switch {
	case len(g.breaks) == 0 && !g.escaped:
		d.emit(t[g.start:g.end], g.start, g.end-g.start)
		return
	case g.escaped:
		// The escaped line break is the first one, so none of the others is dropped.
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

// scanPlain reads a plain scalar. indent is the minimum column of its continuation lines. It returns
// the end of the scalar, the position of the token after it, and the position of a tab that is used as
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
		// A gap is recorded only if another word follows, because whitespace after the last word is
		// not part of the scalar.
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
		// Outside of flow collections, a line that is not indented enough ends the scalar.
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

// scanSingle reads the single-quoted scalar at i. ok is false if it is not closed.
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
			// Two quotes are the escape sequence for one.
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

// scanDouble reads the double-quoted scalar at i. ok is false if it is not closed.
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

// escapes lists the escape sequences of one character: pairs of the character and its meaning.
// badEscape rejects either the slash, as yaml.v3 does, or the single quote, as libyaml does.
const escapes = "0\x00a\x07b\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"''//\\\\"

// unescape decodes the escape sequence at i, and returns the result and the length of the sequence.
// The result is "" if the sequence is unknown.
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
	// N, _, L and P stand for NEL, the no-break space, LS and PS.
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

// hexRune parses hexadecimal digits at i. It returns false if there are fewer digits than required, or
// if their value is not that of a character, such as a surrogate.
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
