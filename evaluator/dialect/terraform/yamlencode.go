package terraform

import (
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/value"
)

// The emitter's settings: the column at which quoted strings are folded, and the maximum
// length of a key without `?`.
const (
	foldColumn   = 80
	longestKey   = 128
	indentStep   = 2
	nextLine     = 0x85
	lineSep      = 0x2028
	paragraphSep = 0x2029
)

// An emitter writes YAML as the libyaml emitter does with Terraform's settings: block style,
// keys and strings in double quotes, multi-line strings as literal blocks.
type emitter struct {
	out        []byte
	column     int  // in characters
	indent     int  // of the current collection; -1 outside of one
	whitespace bool // the last character was a blank
	indention  bool // the line contains only indentation so far
	openEnded  bool // a lone plain scalar needs the end marker
}

// yamlText writes a value as yamlencode does. The value must have no secrets. The text is identical
// to the original's, even where long strings are folded (4.3).
func yamlText(v value.Value) string {
	e := &emitter{indent: -1, whitespace: true, indention: true}
	e.value(v, true, false)
	e.writeIndentTo(0)
	if e.openEnded {
		e.out = append(e.out, "...\n"...)
	}
	return string(e.out)
}

// put appends text without a line break.
func (e *emitter) put(s string) {
	e.out = append(e.out, s...)
	e.column += utf8.RuneCountInString(s)
}

// putBreak appends a line feed.
func (e *emitter) putBreak() {
	e.out = append(e.out, '\n')
	e.column = 0
}

// indicator writes an indicator, preceded by a blank if needed. isBlank means that the next one
// needs no blank before it; isIndention, that a collection may begin on the same line, as after a
// dash.
func (e *emitter) indicator(s string, needBlank, isBlank, isIndention bool) {
	if needBlank && !e.whitespace {
		e.put(" ")
	}
	e.put(s)
	e.whitespace = isBlank
	e.indention = e.indention && isIndention
	e.openEnded = false
}

// writeIndent begins a line at the current indentation unless one has just begun there.
func (e *emitter) writeIndent() { e.writeIndentTo(max(e.indent, 0)) }

// writeIndentTo is writeIndent for a given column. The break is omitted if the line has only
// indentation so far, as after a dash, and not more than wanted.
func (e *emitter) writeIndentTo(indent int) {
	if !e.indention || e.column > indent || e.column == indent && !e.whitespace {
		e.putBreak()
	}
	for e.column < indent {
		e.put(" ")
	}
	e.whitespace, e.indention = true, true
}

// deeper returns the next level of indentation. At the top level, block collections are not
// indented, but the continuation lines of a string are.
func (e *emitter) deeper(flow bool) int {
	if e.indent >= 0 {
		return e.indent + indentStep
	}
	if flow {
		return indentStep
	}
	return 0
}

// value writes a value: the root of the document, the value of a key (inMapping), or an item.
func (e *emitter) value(v value.Value, root, inMapping bool) {
	switch d := v.Data.(type) {
	case *value.List:
		e.sequence(d, inMapping)
	case *value.Object:
		e.mapping(d)
	case value.String:
		e.text(string(d), false)
	case value.Number:
		e.word(string(d), root)
	case value.Bool:
		e.word(map[bool]string{true: "true", false: "false"}[bool(d)], root)
	default:
		e.word("null", root)
	}
}

// word writes a number, a boolean or null. As the whole document, it needs the end marker `...`
// after it (4.3).
func (e *emitter) word(s string, root bool) {
	if !e.whitespace {
		e.put(" ")
	}
	e.put(s)
	e.whitespace, e.indention = false, false
	e.openEnded = root
}

// sequence writes a list. As the value of a key, it is not indented (4.3).
func (e *emitter) sequence(l *value.List, inMapping bool) {
	if len(l.Items) == 0 {
		e.indicator("[", true, true, false)
		e.indicator("]", false, false, false)
		return
	}
	outer := e.indent
	if !inMapping || e.indention {
		e.indent = e.deeper(false)
	}
	for i := range l.Items {
		e.writeIndent()
		e.indicator("-", true, false, true)
		e.value(l.Items[i], false, false)
	}
	e.indent = outer
}

// mapping writes an object, its keys sorted. A key that is not simple gets `?`, and its value a
// line that begins with a colon.
func (e *emitter) mapping(o *value.Object) {
	if len(o.Fields) == 0 {
		e.indicator("{", true, true, false)
		e.indicator("}", false, false, false)
		return
	}
	outer := e.indent
	e.indent = e.deeper(false)
	for _, f := range value.Sorted(o.Fields) {
		e.writeIndent()
		if isSimpleKey(f.Key) {
			e.text(f.Key, true)
			e.indicator(":", false, false, false)
		} else {
			e.indicator("?", true, false, true)
			e.text(f.Key, false)
			e.writeIndent()
			e.indicator(":", true, false, true)
		}
		e.value(f.Value, false, true)
	}
	e.indent = outer
}

// isSimpleKey reports whether a key can be written without `?`.
func isSimpleKey(s string) bool {
	return len(s) <= longestKey && !strings.ContainsAny(s, "\n\r\u0085\u2028\u2029")
}

// text writes a string: as a literal block if it has a line feed and needs no escapes, otherwise in
// quotes. Simple keys are never folded.
func (e *emitter) text(s string, key bool) {
	outer := e.indent
	e.indent = e.deeper(true)
	if !key && strings.IndexByte(s, '\n') >= 0 && blockAllowed(s) {
		e.literal(s)
	} else {
		e.quoted(s, !key)
	}
	e.indent = outer
}

// blockAllowed reports whether a string can be written as a literal block: nothing in it
// needs an escape, and no line ends with a blank.
func blockAllowed(s string) bool {
	wasSpace := false
	for _, r := range s {
		if wasSpace && isBreakRune(r) || !isPrintable(r) {
			return false
		}
		wasSpace = r == ' '
	}
	return !wasSpace
}

// isBreakRune reports whether YAML 1.1 treats a character as a line break.
func isBreakRune(r rune) bool {
	return r == '\n' || r == '\r' || r == nextLine || r == lineSep || r == paragraphSep
}

// isPrintable follows the emitter's definition: nothing beyond the basic plane is printable.
func isPrintable(r rune) bool {
	return r == '\n' || ' ' <= r && r <= '~' || 0xA0 <= r && r <= 0xD7FF || 0xE000 <= r && r <= 0xFFFD && r != 0xFEFF
}

// literal writes `|` and the lines of a string.
func (e *emitter) literal(s string) {
	e.indicator("|", true, false, false)
	// A reader would take leading spaces for indentation, so a digit states the width of the
	// indentation.
	if first, _ := utf8.DecodeRuneInString(s); first == ' ' || isBreakRune(first) {
		e.indicator("2", false, false, false)
	}
	if chomp := chomping(s); chomp != "" {
		e.indicator(chomp, false, false, false)
	}
	e.putBreak()
	e.indention, e.whitespace = true, true
	lineStart := true
	for _, r := range s {
		switch {
		case r == '\n':
			e.putBreak()
			e.indention, lineStart = true, true
		// Other line breaks are written as they are, and count as breaks.
		case isBreakRune(r):
			e.out = utf8.AppendRune(e.out, r)
			e.column = 0
			e.indention, lineStart = true, true
		default:
			if lineStart {
				e.writeIndent()
			}
			e.put(string(r))
			e.indention, lineStart = false, false
		}
	}
}

// chomping returns the chomping indicator that keeps the line breaks at the end: none, one, or all
// of them.
func chomping(s string) string {
	runes := []rune(s)
	n := len(runes)
	switch {
	case n == 0 || !isBreakRune(runes[n-1]):
		return "-"
	case n == 1 || isBreakRune(runes[n-2]):
		return "+"
	}
	return ""
}

// quoted writes a string in double quotes, folding long ones at spaces.
func (e *emitter) quoted(s string, mayFold bool) {
	e.indicator(`"`, true, false, false)
	wasSpace := false
	for i, r := range s {
		if !isPrintable(r) || isBreakRune(r) || r == '"' || r == '\\' {
			e.put(escapeRune(r))
			wasSpace = false
			continue
		}
		if r != ' ' {
			e.put(string(r))
			wasSpace = false
			continue
		}
		// A line can be folded only at the first of several spaces, and not at an end of the
		// string.
		if mayFold && !wasSpace && e.column > foldColumn && i > 0 && i < len(s)-1 {
			e.writeIndent()
			// A space at the start of a line would be lost without the backslash.
			if s[i+1] == ' ' {
				e.put(`\`)
			}
		} else {
			e.put(" ")
		}
		wasSpace = true
	}
	e.indicator(`"`, false, false, false)
	e.whitespace, e.indention = false, false
}

// short are the characters with a one-letter escape.
const short = "\x000\x07a\x08b\tt\nn\x0bv\x0cf\rr\x1be\"\"\\\\"

// escapeRune returns the shortest escape of a character.
func escapeRune(r rune) string {
	for k := 0; k < len(short); k += 2 {
		if rune(short[k]) == r {
			return `\` + short[k+1:k+2]
		}
	}
	switch r {
	case nextLine:
		return `\N`
	case lineSep:
		return `\L`
	case paragraphSep:
		return `\P`
	}
	prefix, digits := `\x`, 2
	switch {
	case r > 0xFFFF:
		prefix, digits = `\U`, 8
	case r > 0xFF:
		prefix, digits = `\u`, 4
	}
	hex := make([]byte, digits)
	for i := digits - 1; i >= 0; i-- {
		hex[i] = "0123456789ABCDEF"[r&15]
		r >>= 4
	}
	return prefix + string(hex)
}
