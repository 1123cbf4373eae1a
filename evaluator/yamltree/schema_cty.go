package yamltree

import "strings"

// ctyText interprets a scalar as go-cty-yaml does.
func ctyText(s string) Resolved {
	if r, ok := constant(s); ok {
		return r
	}
	if r, ok := pyYAMLBool(s); ok {
		return r
	}
	switch s {
	case "y", "Y":
		return resolvedTrue
	case "n", "N":
		return resolvedFalse
	}
	if r, ok := specialFloat(s); ok {
		return r
	}
	if date, ok := parseTimestamp(s); ok {
		return Resolved{Kind: Timestamp, Text: date.String()}
	}
	return ctyNumber(s)
}

// ctyNumber interprets a number. Hexadecimal and octal numbers of more than 64 bits are errors.
func ctyNumber(s string) Resolved {
	sign, rest := cutSign(s)
	if isAll(rest, digits) {
		r := decimal(sign, rest)
		// go-cty-yaml keeps the sign.
		if r.Text == "0" && sign == "-" {
			r.Text = "-0"
		}
		return r
	}
	base, set := 0, ""
	switch {
	case sign != "":
	case strings.HasPrefix(s, "0o"):
		base, set = 8, "01234567"
	case strings.HasPrefix(s, "0x"):
		base, set = 16, hexDigits
	}
	if base > 0 && isAll(s[2:], set) {
		if r, ok := parseInt64(s[2:], base); ok {
			return r
		}
		return Resolved{Kind: String, Text: s, Error: "cannot parse \"" + s + "\" as tag:yaml.org,2002:int"}
	}
	if isFloat(s) {
		return Resolved{Kind: Float, Text: strings.TrimPrefix(s, "+")}
	}
	return Resolved{Kind: String, Text: s}
}
