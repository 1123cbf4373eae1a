// Package python loads documents and handles values like Heat, which is a Python program:
// PyYAML reads the documents (2), str formats values, int and float parse numbers, and ==
// compares.
//
// Load converts a tree to a Node (load.go, node.go); the rules for values are in this file. A
// whole number is stored as decimal digits, a float as Python's repr prints it. A float
// therefore always has a dot, an exponent or a name (NaN, +Inf, -Inf) to distinguish it.
package python

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"pantograph/evaluator/value"
)

// IsFloat reports whether a number is a float. A whole number consists of digits and perhaps a
// sign; floats have a dot or a letter.
func IsFloat(n value.Number) bool { return strings.ContainsAny(string(n), ".eEnN") }

// float returns f as Python's repr prints it.
func float(f float64) value.Number {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "+Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		format = 'e'
	}
	s := strconv.FormatFloat(f, format, -1, 64)
	if format == 'f' && !strings.Contains(s, ".") {
		s += ".0"
	}
	return value.Number(s)
}

// numberText formats a number, with Python's names for NaN and infinity.
func numberText(n value.Number, nan, inf string) string {
	switch n {
	case "NaN":
		return nan
	case "+Inf":
		return inf
	case "-Inf":
		return "-" + inf
	}
	return string(n)
}

// FloatText is Python's str of a float.
func FloatText(f float64) string { return numberText(float(f), "nan", "inf") }

// Str is Python's str of a value. It returns a string unchanged and formats everything else as Repr
// does.
func Str(v value.Value) string {
	switch d := v.Data.(type) {
	case value.String:
		return string(d)
	case value.Number:
		return numberText(d, "nan", "inf")
	}
	return Repr(v)
}

// Repr is Python's repr of a value.
func Repr(v value.Value) string { return string(appendRepr(nil, v)) }

// appendRepr appends Python's repr of a value. Anything that is neither a scalar nor a container is
// formatted as None.
func appendRepr(b []byte, v value.Value) []byte {
	switch d := v.Data.(type) {
	case value.Bool:
		if d {
			return append(b, "True"...)
		}
		return append(b, "False"...)
	case value.Number:
		return append(b, numberText(d, "nan", "inf")...)
	case value.String:
		return appendQuoted(b, string(d))
	case *value.List:
		b = append(b, '[')
		for i, c := range d.Items {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendRepr(b, c)
		}
		return append(b, ']')
	case *value.Object:
		b = append(b, '{')
		for i, f := range d.Fields {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendRepr(b, value.Of(KeyData(f)))
			b = append(b, ": "...)
			b = appendRepr(b, f.Value)
		}
		return append(b, '}')
	}
	return append(b, "None"...)
}

// Quoted is Python's repr of a string.
func Quoted(s string) string { return string(appendQuoted(nil, s)) }

// appendQuoted writes a string in single quotes, or in double quotes if it contains only
// single ones.
func appendQuoted(b []byte, s string) []byte {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	b = append(b, quote)
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r == '\t':
			b = append(b, `\t`...)
		case unicode.IsPrint(r):
			b = append(b, string(r)...)
		case r < 0x100:
			b = append(b, `\x`...)
			b = appendHex(b, r, 2)
		case r < 0x10000:
			b = append(b, `\u`...)
			b = appendHex(b, r, 4)
		default:
			b = append(b, `\U`...)
			b = appendHex(b, r, 8)
		}
	}
	return append(b, quote)
}

// appendHex appends r as a hexadecimal number with leading zeros.
func appendHex(b []byte, r rune, digits int) []byte {
	s := strconv.FormatInt(int64(r), 16)
	return append(append(b, strings.Repeat("0", digits-len(s))...), s...)
}

// dumpsStyle is the style of Python's json.dumps as Heat calls it: keys are sorted, and text beyond
// ASCII is escaped (2).
var dumpsStyle = value.JSONStyle{
	SortKeys: true, ASCII: true, Comma: ", ", Colon: ": ",
	Number: func(n value.Number) string { return numberText(n, "NaN", "Infinity") },
}

// OwnOrder is dumpsStyle without sorting keys. Heat's messages about allowed values and about
// list_concat have this style.
var OwnOrder = value.JSONStyle{ASCII: true, Comma: dumpsStyle.Comma, Colon: dumpsStyle.Colon, Number: dumpsStyle.Number}

// Dumps is Python's json.dumps with sorted keys.
func Dumps(v value.Value) string { return value.JSON(v, dumpsStyle) }

// TypeName returns Python's name for the type of a value.
func TypeName(v value.Value) string {
	switch d := v.Data.(type) {
	case value.Bool:
		return "bool"
	case value.Number:
		if IsFloat(d) {
			return "float"
		}
		return "int"
	case value.String:
		return "str"
	case *value.List:
		return "list"
	case *value.Object:
		return "dict"
	}
	return "NoneType"
}

// Noun returns the kind of a value, with its article. It is for our messages; Heat's use TypeName.
func Noun(v value.Value) string {
	switch v.Data.(type) {
	case value.Null:
		return "null"
	case value.String:
		return "a string"
	case *value.Object:
		return "a map"
	}
	return "a " + v.Kind()
}

// IsTrue reports whether Python treats a value as true.
func IsTrue(v value.Value) bool {
	switch d := v.Data.(type) {
	case value.Bool:
		return bool(d)
	case value.Number:
		return d.Float() != 0
	case value.String:
		return d != ""
	case *value.List:
		return len(d.Items) > 0
	case *value.Object:
		return len(d.Fields) > 0
	}
	return false
}

// Equal is Python's ==: true is 1, 2 is 2.0, lists and maps compare by content. A number in a
// string equals no number. Keys of maps are compared as text.
func Equal(a, b value.Value) bool {
	if an, ok := Numeric(a); ok {
		bn, ok := Numeric(b)
		return ok && (an == bn && an != "NaN" || (IsFloat(an) || IsFloat(bn)) && an.Float() == bn.Float())
	}
	switch ad := a.Data.(type) {
	case value.String:
		bd, ok := b.Data.(value.String)
		return ok && ad == bd
	case *value.List:
		bd := b.List()
		if bd == nil || len(ad.Items) != len(bd.Items) {
			return false
		}
		for i := range ad.Items {
			if !Equal(ad.Items[i], bd.Items[i]) {
				return false
			}
		}
		return true
	case *value.Object:
		bd := b.Object()
		if bd == nil || len(ad.Fields) != len(bd.Fields) {
			return false
		}
		for _, f := range ad.Fields {
			if c, ok := bd.Get(f.Key); !ok || !Equal(f.Value, c) {
				return false
			}
		}
		return true
	}
	return a.IsNull() && b.IsNull()
}

// Numeric returns a number, or a boolean as the number it equals. It is false for anything else,
// even for a string of digits.
func Numeric(v value.Value) (value.Number, bool) {
	switch d := v.Data.(type) {
	case value.Bool:
		if d {
			return "1", true
		}
		return "0", true
	case value.Number:
		return d, true
	}
	return "", false
}

// Contains reports whether a list has an element equal to v.
func Contains(items []value.Value, v value.Value) bool {
	for _, c := range items {
		if Equal(c, v) {
			return true
		}
	}
	return false
}

// ParseInt parses a string as Python's int does. Blanks around the number, a sign, leading zeros
// and single underscores between digits are allowed.
func ParseInt(s string) (value.Number, bool) {
	s = strings.TrimSpace(s)
	negative := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		negative, s = s[0] == '-', s[1:]
	}
	digits, ok := joinDigits(s)
	if !ok {
		return "", false
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" {
		return "0", true
	}
	if negative {
		digits = "-" + digits
	}
	return value.Number(digits), true
}

// joinDigits removes single underscores between digits.
func joinDigits(s string) (string, bool) {
	if s == "" || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_") || strings.Contains(s, "__") {
		return "", false
	}
	s = strings.ReplaceAll(s, "_", "")
	return s, strings.Trim(s, "0123456789") == ""
}

// ParseFloat parses a string as Python's float does. Go's hexadecimal floats are refused. Numbers
// too large for a float become infinite, as in Python.
func ParseFloat(s string) (value.Number, bool) {
	s = strings.TrimSpace(s)
	if strings.Contains(s, "_") {
		for i := range s {
			if s[i] == '_' && (i == 0 || i == len(s)-1 || !IsDigit(s[i-1]) || !IsDigit(s[i+1])) {
				return "", false
			}
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	if strings.ContainsAny(s, "xXpP") {
		return "", false
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return "", false
	}
	return float(f), true
}

// IsDigit reports whether a byte is an ASCII digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsLetter reports whether a byte is an ASCII letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Index returns a whole number as an int, or false if v is not a whole number. Booleans are 1 and 0.
// Numbers that do not fit in an int are clamped to 32 bits, which is still beyond the end of every
// list.
func Index(v value.Value) (int, bool) {
	n, ok := Numeric(v)
	if !ok || IsFloat(n) {
		return 0, false
	}
	i, err := strconv.Atoi(string(n))
	if err != nil {
		if strings.HasPrefix(string(n), "-") {
			return math.MinInt32, true
		}
		return math.MaxInt32, true
	}
	return i, true
}

// At returns the element of a list or the character of a string at an index. Negative indices
// count from the end.
func At(v value.Value, i int) (value.Value, bool) {
	if l := v.List(); l != nil {
		if i < 0 {
			i += len(l.Items)
		}
		if i < 0 || i >= len(l.Items) {
			return value.Value{}, false
		}
		return l.Items[i], true
	}
	s, ok := v.Text()
	if !ok {
		return value.Value{}, false
	}
	runes := []rune(s)
	if i < 0 {
		i += len(runes)
	}
	if i < 0 || i >= len(runes) {
		return value.Value{}, false
	}
	return value.Str(string(runes[i])).With(v.Marks), true
}
