package yamltree

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// pyYAMLBooleans lists the booleans of YAML 1.1. Each is also a boolean if it is capitalised or in
// upper case.
var pyYAMLBooleans = []struct {
	word  string
	value Resolved
}{
	{"yes", resolvedTrue}, {"no", resolvedFalse}, {"true", resolvedTrue},
	{"false", resolvedFalse}, {"on", resolvedTrue}, {"off", resolvedFalse},
}

// pyYAMLText interprets a plain scalar as PyYAML's safe loader does, except that dates remain strings.
func pyYAMLText(s string) Resolved {
	if s == "" || s == "~" || isAnyCase(s, "null") {
		return resolvedNull
	}
	if r, ok := pyYAMLBool(s); ok {
		return r
	}
	if isPyFloat(s) {
		return pyFloat(s)
	}
	if r, ok := pyInt(s); ok {
		return r
	}
	return Resolved{Kind: String, Text: s}
}

// pyYAMLBool interprets a boolean of YAML 1.1. It returns false for any other text.
func pyYAMLBool(s string) (Resolved, bool) {
	for _, b := range pyYAMLBooleans {
		if isAnyCase(s, b.word) {
			return b.value, true
		}
	}
	return Resolved{}, false
}

// pyYAMLTagged interprets a scalar with a tag.
func pyYAMLTagged(tag, s string) Resolved {
	switch tag {
	// PyYAML ignores the text.
	case "!!null":
		return resolvedNull
	case "!!bool":
		// Unlike in a plain scalar, case is ignored, and the error is Python's KeyError for the word
		// in lower case.
		if r, ok := pyYAMLBool(strings.ToLower(s)); ok {
			return r
		}
		return Resolved{Kind: String, Text: s, Error: "'" + strings.ToLower(s) + "'"}
	case "!!int":
		return pyTaggedInt(s)
	case "!!float":
		return pyTaggedFloat(s)
	}
	return Resolved{Kind: String, Text: s}
}

// pyInt interprets an integer of YAML 1.1: binary, octal with a leading 0, hexadecimal, decimal or
// sexagesimal, with underscores anywhere except at the start. It returns false for any other text.
func pyInt(s string) (Resolved, bool) {
	sign, rest := cutSign(s)
	plain := strings.ReplaceAll(rest, "_", "")
	switch {
	case rest == "" || rest[0] == '_':
		return Resolved{}, false
	case strings.HasPrefix(rest, "0b") && isAll(rest[2:], "01_"):
		return integer(sign, plain[2:], 2)
	case strings.HasPrefix(rest, "0x") && isAll(rest[2:], hexDigits+"_"):
		return integer(sign, plain[2:], 16)
	// Numbers with a leading 0 are octal, so 08 and 09 are strings.
	case rest[0] == '0':
		if isAll(rest, "01234567_") {
			return integer(sign, plain, 8)
		}
		return Resolved{}, false
	case isAll(rest, digits+"_"):
		return decimal(sign, plain), true
	case isSexagesimal(rest):
		return sexagesimal(sign, plain)
	}
	return Resolved{}, false
}

// isSexagesimal reports whether s matches `[0-9][0-9_]*(:[0-5]?[0-9])+`.
func isSexagesimal(s string) bool {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return false // avoid the allocations of Split for most texts
	}
	parts := strings.Split(s, ":")
	if len(parts) < 2 || !isAll(parts[0], digits+"_") || parts[0][0] == '_' {
		return false
	}
	for _, p := range parts[1:] {
		if len(p) > 2 || !isAll(p, digits) || len(p) == 2 && p[0] > '5' {
			return false
		}
	}
	return true
}

// sexagesimal parses an integer in base 60, whose digits are separated by colons: 1:30 is 90.
func sexagesimal(sign, s string) (Resolved, bool) {
	total := new(big.Int)
	for p := range strings.SplitSeq(s, ":") {
		digit, ok := new(big.Int).SetString(p, 10)
		if !ok {
			return Resolved{}, false
		}
		total.Mul(total, big.NewInt(60)).Add(total, digit)
	}
	return decimal(sign, total.String()), true
}

// isPyFloat reports whether s matches PyYAML's pattern for floats: a dot is required, an exponent
// must have a sign, and a number that starts with the dot must not have one.
func isPyFloat(s string) bool {
	if _, ok := specialFloat(s); ok {
		return true
	}
	_, rest := cutSign(s)
	if strings.HasPrefix(s, ".") {
		return len(s) > 1 && strings.IndexByte(digits, s[1]) >= 0 && isPyFraction(s[1:])
	}
	if rest == "" || strings.IndexByte(digits, rest[0]) < 0 {
		return false
	}
	head, tail, ok := strings.Cut(rest, ".")
	if !ok {
		return false
	}
	if isSexagesimal(head) {
		return tail == "" || isAll(tail, digits+"_")
	}
	return isAll(head, digits+"_") && isPyFraction(tail)
}

// isPyFraction reports whether s matches `[0-9_]*([eE][-+][0-9]+)?`.
func isPyFraction(s string) bool {
	s = s[prefixOf(s, digits+"_"):]
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	sign, exponent := cutSign(s[1:])
	return sign != "" && isAll(exponent, digits)
}

// pyFloat interprets a float that matches isPyFloat.
func pyFloat(s string) Resolved {
	if r, ok := specialFloat(s); ok {
		return r
	}
	sign, plain := cutSign(strings.ReplaceAll(s, "_", ""))
	if !strings.Contains(plain, ":") {
		return parseFloat(sign + plain)
	}
	parts := strings.Split(plain, ":")
	places := make([]float64, len(parts))
	for i, part := range parts {
		places[i], _ = strconv.ParseFloat(part, 64) // isPyFloat has matched the parts
	}
	return sexagesimalFloat(sign, places)
}

// sexagesimalFloat returns the value of a number in base 60. It adds the digits from the last to the
// first, as PyYAML does, because the order determines how the sum is rounded.
func sexagesimalFloat(sign string, places []float64) Resolved {
	total, base := 0.0, 1.0
	for _, place := range slices.Backward(places) {
		total += place * base
		base *= 60
	}
	if sign == "-" {
		total = -total
	}
	return floatValue(total)
}
