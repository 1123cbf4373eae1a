package render

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"pantograph/evaluator/value"
)

// YAML renders v as YAML in block style.
func YAML(v value.Value, reveal bool) Text { return new(Renderer).YAML(v, reveal) }

// YAML is like the function YAML, but stores the marks in the renderer's memory.
func (r *Renderer) YAML(v value.Value, reveal bool) Text {
	return r.yaml(r.newWriter(v, reveal, nil), v)
}

func (r *Renderer) yaml(w *writer, v value.Value) Text {
	w.yaml(v, 0, false)
	if w.column > 1 {
		w.newline()
	}
	r.marks = w.marks
	return w.text("#")
}

// yaml writes v at the given indentation. If inline is set, the current line already contains a key
// or a dash.
func (w *writer) yaml(v value.Value, indent int, inline bool) {
	if w.hides(v) || v.IsUnknown() {
		w.space(inline)
		w.yamlScalar(v, indent)
		return
	}
	switch d := v.Data.(type) {
	case *value.Object:
		w.yamlObject(d, indent, inline)
	case *value.List:
		w.yamlList(d, indent, inline)
	case *value.Tagged:
		w.yaml(value.ObjectOf(value.Field{Key: d.Tag, Value: d.Body.With(v.Marks).At(v.Origin)}), indent, inline)
	default:
		w.space(inline)
		w.yamlScalar(v, indent)
	}
}

// space writes the space after a key or dash, if inline is set.
func (w *writer) space(inline bool) {
	if inline {
		w.write(" ")
	}
}

// yamlObject writes an object, one entry per line. If inline is set, the first entry is on a new
// line.
func (w *writer) yamlObject(o *value.Object, indent int, inline bool) {
	if len(o.Fields) == 0 {
		w.space(inline)
		w.write("{}")
		return
	}
	for i := range o.Fields {
		if w.isFull() {
			return
		}
		f := &o.Fields[i]
		if inline || i > 0 {
			w.newline()
		}
		w.indentTo(indent)
		w.entry(f, indent)
	}
}

// writeEntry writes an entry of an object.
func (w *writer) writeEntry(f *value.Field, indent int) {
	w.mark(yamlText(f.Key), Key, f.KeyAt)
	w.write(":")
	// The dashes of a list are in the column of its key.
	next := indent + 2
	if l := f.Value.List(); l != nil && !w.hides(f.Value) {
		next = indent
	}
	w.yaml(f.Value, next, true)
}

// indentTo writes spaces up to an indentation, unless the line is already longer, as after a dash.
func (w *writer) indentTo(indent int) {
	if column := int(w.column); column <= indent {
		w.indent(indent + 1 - column)
	}
}

// yamlList writes a list, one item per line. If inline is set, the first item is on a new line.
func (w *writer) yamlList(l *value.List, indent int, inline bool) {
	if len(l.Items) == 0 {
		w.space(inline)
		w.write("[]")
		return
	}
	for i, c := range l.Items {
		if w.isFull() {
			return
		}
		if inline || i > 0 {
			w.newline()
		}
		w.indentTo(indent)
		w.write("-")
		compact := !w.hides(c) && isNested(c)
		if compact {
			w.write(" ")
		}
		w.yaml(c, indent+2, !compact)
	}
}

// isNested reports whether v has entries or items, so that the first one follows a dash on the same
// line.
func isNested(v value.Value) bool {
	switch d := v.Data.(type) {
	case *value.Object:
		return len(d.Fields) > 0
	case *value.List:
		return len(d.Items) > 0
	case *value.Tagged:
		return true
	}
	return false
}

// yamlScalar writes a scalar, or any value that is masked or unknown. indent is the indentation of
// the lines of a literal block.
func (w *writer) yamlScalar(v value.Value, indent int) {
	state := StateOf(v)
	switch {
	case w.hides(v):
		w.mark(`"`+SecretText+`"`, state, v.Origin)
		return
	case v.IsUnknown():
		w.mark(UnknownText(v), state, v.Origin)
		return
	}
	switch d := v.Data.(type) {
	case nil, value.Null:
		w.mark("null", state, v.Origin)
	case value.Bool:
		w.mark(strconv.FormatBool(bool(d)), state, v.Origin)
	case value.Number:
		w.mark(yamlNumber(d), state, v.Origin)
	case value.String:
		if header, ok := blockHeader(string(d)); ok {
			w.yamlBlock(v, header, string(d), indent)
			return
		}
		w.mark(yamlText(string(d)), state, v.Origin)
	}
}

// yamlNumber formats a number. Unlike JSON, YAML has NaN and infinities.
func yamlNumber(n value.Number) string {
	switch n {
	case "NaN":
		return ".nan"
	case "+Inf":
		return ".inf"
	case "-Inf":
		return "-.inf"
	}
	return string(n)
}

// blockHeader reports whether to write a string as a literal block, and returns the block's header.
func blockHeader(s string) (string, bool) {
	if strings.IndexByte(s, '\n') < 0 {
		return "", false
	}
	// A single line is written in quotes, and a block that begins with whitespace would need an
	// indentation indicator.
	if !strings.Contains(strings.TrimRight(s, "\n"), "\n") || s[0] == ' ' || s[0] == '\n' || s[0] == '\t' {
		return "", false
	}
	for _, r := range s {
		if r != '\n' && (!unicode.IsPrint(r) || r == utf8.RuneError) {
			return "", false
		}
	}
	// Blanks at the end of a line are invisible, and editors remove them.
	for _, line := range strings.Split(s, "\n") {
		if strings.HasSuffix(line, " ") {
			return "", false
		}
	}
	switch {
	case !strings.HasSuffix(s, "\n"):
		return "|-", true
	case strings.HasSuffix(s, "\n\n"):
		return "", false // editors remove empty lines at the end, so use quotes
	}
	return "|", true
}

// yamlBlock writes a string as a literal block. Empty lines have neither indentation nor a mark.
func (w *writer) yamlBlock(v value.Value, header, s string, indent int) {
	w.mark(header, StateOf(v), v.Origin)
	for _, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		w.newline()
		if line != "" {
			w.indent(max(indent, 2))
			w.mark(line, StateOf(v), v.Origin)
		}
	}
}

// yamlText returns s as a YAML scalar that every parser reads as that string. The scalar is plain
// if that is safe, and double-quoted otherwise.
func yamlText(s string) string {
	if isPlainSafe(s) {
		return s
	}
	return quoted(s)
}

// Scalar returns s as a YAML scalar on one line that every parser reads as that string, even inside
// brackets.
func Scalar(s string) string {
	if isPlainSafe(s) && !strings.ContainsAny(s, ",[]{}?:") {
		return s
	}
	return quoted(s)
}

// quoted returns a string in double quotes. It is quoted as in JSON, and characters that only JSON
// allows are also escaped.
func quoted(s string) string { return escaped(value.Quote(s)) }

// Flow returns a value as YAML on one line, which can be inserted anywhere in a YAML document.
func Flow(v value.Value) string {
	if text, ok := v.Text(); ok {
		return Scalar(text)
	}
	return escaped(value.JSON(v, value.JSONStyle{Comma: ", ", Colon: ": "}))
}

// escaped escapes the characters of a JSON text that YAML does not allow.
func escaped(text string) string {
	if !strings.ContainsFunc(text, isForbidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if isForbidden(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isForbidden reports whether YAML allows a character only as an escape.
func isForbidden(r rune) bool {
	return r == 0x7F || 0x80 <= r && r <= 0x9F || r == '\uFEFF' || r == 0xFFFE || r == 0xFFFF
}

// ambiguousScalars are the plain scalars, in lower case, that some version of YAML does not read as
// strings.
var ambiguousScalars = map[string]bool{
	"": true, "~": true, "null": true, "true": true, "false": true, "yes": true, "no": true,
	"on": true, "off": true, "y": true, "n": true, "<<": true, "=": true, "nan": true, "inf": true,
}

// longestAmbiguous is the length of the longest of the ambiguousScalars.
const longestAmbiguous = len("false")

// isPlainSafe reports whether every YAML parser reads s as a string if it is written without quotes
// in block style. It may return false even if they do.
func isPlainSafe(s string) bool {
	if len(s) <= longestAmbiguous && ambiguousScalars[strings.ToLower(s)] || s[0] == ' ' || s[len(s)-1] == ' ' ||
		s[len(s)-1] == ':' {
		return false
	}
	if strings.IndexByte("-?:,[]{}#&*!|>'\"%@`.+0123456789", s[0]) >= 0 && !isSafeStart(s) {
		return false
	}
	if strings.HasPrefix(s, "---") {
		return false
	}
	i := 0
	// s neither begins nor ends with a blank, so there are bytes before and after each blank. Most
	// strings are ASCII, for which one pass is enough.
	for ; i < len(s) && s[i] < utf8.RuneSelf; i++ {
		c := s[i]
		if c > ' ' && c != 0x7F {
			continue // most characters, so that they cost two comparisons
		}
		if c != ' ' || s[i+1] == '#' || s[i-1] == ':' {
			return false
		}
	}
	rest := s[i:]
	if strings.Contains(rest, ": ") || strings.Contains(rest, " #") {
		return false
	}
	for _, r := range rest {
		if !unicode.IsPrint(r) || r == utf8.RuneError || r == '\uFEFF' {
			return false
		}
	}
	return true
}

// isSafeStart reports whether a string that begins with a digit, a dot or a colon can be a plain
// scalar. After a digit or a dot, it must contain a character that occurs in no number, date or time.
// isSafeStart returns false if the string begins with anything else.
func isSafeStart(s string) bool {
	switch c := s[0]; {
	case '0' <= c && c <= '9' && strings.Count(s, ".") > 1 && !strings.Contains(s, ":"):
		return true // an address or a version: no number has two dots
	case '0' <= c && c <= '9' || c == '.':
		return strings.ContainsFunc(s, func(r rune) bool {
			return r >= 'g' && r != 'o' && r != 'x' && r != 't' && r != 'z' && r != 'i' && r != 'n' ||
				r == '/' || r == '@'
		})
	case c == ':':
		return len(s) > 1 && s[1] != ' '
	}
	return false
}
