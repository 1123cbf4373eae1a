package yamltree

import (
	"math/big"
	"strconv"
	"strings"
)

// This file implements PyYAML's constructors. They interpret the scalars that have a tag, and do not
// use the patterns for plain scalars. They remove underscores and the sign, and pass the rest to
// Python's int and float, whose errors the user sees.

// indexError is the error of a constructor that reads the first character of an empty text.
const indexError = "string index out of range"

// pyTaggedInt interprets the text of a scalar with the tag !!int.
func pyTaggedInt(s string) Resolved {
	sign, text := cutSign(strings.ReplaceAll(s, "_", ""))
	refuse := func(complaint string) Resolved { return Resolved{Kind: String, Text: s, Error: complaint} }
	base := 10
	switch {
	case text == "":
		return refuse(indexError)
	case text == "0":
		return decimal("", text)
	case strings.HasPrefix(text, "0b"):
		base, text = 2, text[2:]
	case strings.HasPrefix(text, "0x"):
		base, text = 16, text[2:]
	case text[0] == '0':
		base = 8
	}
	total := new(big.Int)
	parts := []string{text}
	if base == 10 {
		parts = strings.Split(text, ":")
	}
	for _, part := range parts {
		n, ok := pythonInt(part, base)
		if !ok {
			return refuse("invalid literal for int() with base " + strconv.Itoa(base) + ": '" + part + "'")
		}
		total.Mul(total, big.NewInt(60)).Add(total, n)
	}
	if sign == "-" {
		total.Neg(total)
	}
	return Resolved{Kind: Int, Text: total.String()}
}

// pythonInt implements Python's int for a text without underscores. Spaces around the number, a sign
// and the prefix of the base are allowed.
func pythonInt(s string, base int) (*big.Int, bool) {
	sign, text := cutSign(strings.TrimSpace(s))
	prefix, set := "", digits
	switch base {
	case 2:
		prefix, set = "0b", "01"
	case 8:
		prefix, set = "0o", "01234567"
	case 16:
		prefix, set = "0x", hexDigits
	}
	if prefix != "" && len(text) > 2 && strings.EqualFold(text[:2], prefix) {
		text = text[2:]
	}
	if !isAll(text, set) {
		return nil, false
	}
	n, ok := new(big.Int).SetString(sign+text, base)
	return n, ok
}

// pyTaggedFloat interprets the text of a scalar with the tag !!float.
func pyTaggedFloat(s string) Resolved {
	sign, text := cutSign(strings.ToLower(strings.ReplaceAll(s, "_", "")))
	refuse := func(complaint string) Resolved { return Resolved{Kind: String, Text: s, Error: complaint} }
	switch {
	case text == "" && sign == "":
		return refuse(indexError)
	case text == ".inf":
		text = "inf"
	case text == ".nan":
		return Resolved{Kind: Float, Text: "NaN"}
	}
	parts := strings.Split(text, ":")
	places := make([]float64, len(parts))
	for i, part := range parts {
		var ok bool
		if places[i], ok = pythonFloat(part); !ok {
			return refuse("could not convert string to float: '" + part + "'")
		}
	}
	return sexagesimalFloat(sign, places)
}

// pythonFloat implements Python's float for a text in lower case without underscores.
func pythonFloat(s string) (float64, bool) {
	text := strings.TrimSpace(s)
	if _, word := cutSign(text); word != "inf" && word != "infinity" && word != "nan" && !isFloat(text) {
		return 0, false
	}
	f, _ := strconv.ParseFloat(text, 64) // a number that is too large becomes an infinity, as in Python
	return f, true
}
