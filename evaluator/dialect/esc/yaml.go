package esc

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"pantograph/evaluator/value"
)

// toYAML formats a value as yaml.v3 does by default: in block style, indented by four spaces, with
// sorted keys. Numbers are strings to the original, so they are quoted.
func toYAML(v value.Value) string {
	w := &yamlWriter{step: 4}
	w.node(v, 0, 4, false)
	return w.out.String()
}

// A yamlWriter writes values as the emitter of yaml.v3 does.
type yamlWriter struct {
	out     strings.Builder
	numbers bool // write numbers without quotes
	step    int  // the indentation of one level
}

// nextIndent returns the indentation of the values of a mapping.
func (w *yamlWriter) nextIndent(indent int) int { return w.step * ((indent + w.step) / w.step) }

// node writes a value and a line break. A collection is indented by indent, the lines of a block
// scalar by text. If inline is set, the line has begun already.
func (w *yamlWriter) node(v value.Value, indent, text int, inline bool) {
	switch d := v.Data.(type) {
	case *value.List:
		if len(d.Items) > 0 {
			w.sequence(d, indent, inline)
			return
		}
		w.out.WriteString("[]\n")
	case *value.Object:
		if len(d.Fields) > 0 {
			w.mapping(d, indent, inline)
			return
		}
		w.out.WriteString("{}\n")
	default:
		scalar := ""
		if n, ok := d.(value.Number); ok && w.numbers {
			scalar = string(n)
		} else {
			scalar = w.scalar(v, text)
		}
		w.out.WriteString(scalar)
		w.out.WriteString(lineEnd(scalar))
	}
}

// begin indents the first line of an entry, unless it follows an indicator.
func (w *yamlWriter) begin(i, indent int, inline bool) {
	if i > 0 || !inline {
		w.blanks(indent)
	}
}

func (w *yamlWriter) blanks(n int) { w.out.WriteString(strings.Repeat(" ", n)) }

// sequence writes a list. A nested collection begins directly after the dash, indented by two more
// spaces.
func (w *yamlWriter) sequence(l *value.List, indent int, inline bool) {
	for i, item := range l.Items {
		w.begin(i, indent, inline)
		w.out.WriteString("- ")
		w.node(item, indent+2, indent+2, true)
	}
}

func (w *yamlWriter) mapping(o *value.Object, indent int, inline bool) {
	fields := append([]value.Field(nil), o.Fields...)
	sort.SliceStable(fields, func(i, j int) bool { return yamlKeyLess(fields[i].Key, fields[j].Key) })
	for i, f := range fields {
		w.begin(i, indent, inline)
		if !isSimpleKey(f.Key) {
			w.complexEntry(f, indent)
			continue
		}
		w.out.WriteString(w.text(f.Key, 0, true))
		w.out.WriteByte(':')
		if isCollection(f.Value) {
			w.out.WriteByte('\n')
			w.node(f.Value, w.nextIndent(indent), 0, false)
			continue
		}
		w.out.WriteByte(' ')
		w.node(f.Value, 0, w.nextIndent(indent), true)
	}
}

// complexEntry writes an entry with a long or multi-line key: `? key`, `: value`.
func (w *yamlWriter) complexEntry(f value.Field, indent int) {
	w.out.WriteString("? ")
	key := w.text(f.Key, w.nextIndent(indent), false)
	w.out.WriteString(key)
	w.out.WriteString(lineEnd(key))
	w.blanks(indent)
	w.out.WriteByte(':')
	if isCollection(f.Value) {
		w.blanks(w.nextIndent(indent) - indent - 1)
	} else {
		w.out.WriteByte(' ')
	}
	w.node(f.Value, w.nextIndent(indent), w.nextIndent(indent), true)
}

// isCollection reports whether a value is a list or an object with entries. Empty ones are written
// like scalars, as [] and {}.
func isCollection(v value.Value) bool {
	switch d := v.Data.(type) {
	case *value.List:
		return len(d.Items) > 0
	case *value.Object:
		return len(d.Fields) > 0
	}
	return false
}

// isSimpleKey reports whether a key can be written without a question mark.
func isSimpleKey(key string) bool {
	if !utf8.ValidString(key) {
		key = binaryTag + binaryText(key)
	}
	// 128 bytes is yaml.v3's limit.
	return len(key) <= 128 && !strings.ContainsAny(key, "\n\r\u0085\u2028\u2029")
}

// yamlKeyLess orders keys as yaml.v3 does: letters after other characters, and runs of digits by
// their numeric value.
func yamlKeyLess(a, b string) bool {
	x, y := []rune(a), []rune(b)
	digits := false
	for i := 0; i < len(x) && i < len(y); i++ {
		if x[i] == y[i] {
			digits = unicode.IsDigit(x[i])
			continue
		}
		xl, yl := unicode.IsLetter(x[i]), unicode.IsLetter(y[i])
		switch {
		case xl && yl:
			return x[i] < y[i]
		case (xl || yl) && digits:
			return xl
		case xl || yl:
			return yl
		}
		return digitsLess(x, y, i)
	}
	return len(x) < len(y)
}

// digitsLess compares the numbers that begin at i in both keys, or the characters there.
func digitsLess(x, y []rune, i int) bool {
	var xn, yn int64
	// After a common digit other than 0, leading zeros are significant: with a 1 before both
	// numbers, 05 is greater than 5.
	if x[i] == '0' || y[i] == '0' {
		for j := i - 1; j >= 0 && unicode.IsDigit(x[j]); j-- {
			if x[j] != '0' {
				xn, yn = 1, 1
				break
			}
		}
	}
	xi, yi := i, i
	for ; xi < len(x) && unicode.IsDigit(x[xi]); xi++ {
		xn = xn*10 + int64(x[xi]-'0')
	}
	for ; yi < len(y) && unicode.IsDigit(y[yi]); yi++ {
		yn = yn*10 + int64(y[yi]-'0')
	}
	switch {
	case xn != yn:
		return xn < yn
	case xi != yi:
		return xi < yi
	}
	return x[i] < y[i]
}
