package terraform

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/libyaml"
	"pantograph/evaluator/dialect/terraform/types"
)

// Long forms of the tags that Terraform supports.
const (
	tagPrefix    = "tag:yaml.org,2002:"
	tagStr       = tagPrefix + "str"
	tagInt       = tagPrefix + "int"
	tagFloat     = tagPrefix + "float"
	tagBool      = tagPrefix + "bool"
	tagNull      = tagPrefix + "null"
	tagTimestamp = tagPrefix + "timestamp"
	tagBinary    = tagPrefix + "binary"
	tagMap       = tagPrefix + "map"
	tagSeq       = tagPrefix + "seq"
)

// A yamlError is an error in a YAML document: the original's message and ours.
type yamlError struct {
	code    diag.Code
	text    string // the original's message without the position; "" if it has none
	message string
}

// mayBeSpecial reports whether a plain scalar may be anything but a string, judging by its first
// character. The original has the same shortcut (2.1).
func mayBeSpecial(s string) bool {
	if s == "" {
		return true
	}
	c := s[0]
	return '0' <= c && c <= '9' || strings.IndexByte("+-.~yYnNtTfFoO", c) >= 0
}

// constant returns the value of a special word: a boolean, null, an infinity. Only these spellings
// count: yEs and nULL are strings (2.1).
func constant(s string) (value.Data, bool) {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
		return value.Bool(true), true
	case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
		return value.Bool(false), true
	case "", "~", "null", "Null", "NULL":
		return value.Null{}, true
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return value.Number("+Inf"), true
	case "-.inf", "-.Inf", "-.INF":
		return value.Number("-Inf"), true
	}
	return nil, false
}

// isNaN reports whether a scalar means NaN, which Terraform's numbers cannot represent.
func isNaN(s string) bool { return s == ".nan" || s == ".NaN" || s == ".NAN" }

// scalar reads a scalar node. An untagged block scalar is resolved like a plain one and then
// converted back to a string. So `|-` with 1e3 is the string "1000" (2.2).
func scalar(n *libyaml.Node) (value.Value, *yamlError) {
	if n.Tag == "" && n.Style != libyaml.Plain && !n.Style.IsBlock() {
		return value.Str(n.Value), nil
	}
	v, f := resolve(n.Tag, n.Value, n.Style)
	if f != nil || !isText(n) {
		return v, f
	}
	v, _ = types.Convert(v, types.StringType)
	return v.Without(types.Narrow), nil
}

// isText reports whether a scalar is a string because of its style, whatever its content.
func isText(n *libyaml.Node) bool { return n.Tag == "" && n.Style.IsBlock() }

// resolve returns the value of a scalar. tag is "" if it has none. The order of the checks is the
// original's: except for !!str and !!binary, constants and numbers come before the tag, so !!bool 1
// is the number 1 (2.3).
func resolve(tag, s string, style libyaml.Style) (value.Value, *yamlError) {
	switch tag {
	case tagStr:
		return value.Str(s), nil
	case tagBinary:
		if _, err := base64.StdEncoding.DecodeString(s); err != nil {
			return value.Value{}, cannotParse(s, tag, ": not valid base64")
		}
		return value.Str(s), nil
	case "", tagInt, tagFloat, tagBool, tagNull, tagTimestamp:
	default:
		return value.Value{}, &yamlError{"yaml-tag-unknown", fmt.Sprintf("unsupported tag %q", tag),
			"Terraform does not support the tag " + shortTag(tag) +
				"; it supports !!str, !!int, !!float, !!bool, !!null, !!timestamp and !!binary"}
	}
	if !mayBeSpecial(s) {
		return resolveWord(tag, s)
	}
	// Quotes take precedence over these tags as well: !!int "12" is a string (2.3).
	if style == libyaml.SingleQuoted || style == libyaml.DoubleQuoted {
		return value.Str(s), nil
	}
	if d, ok := constant(s); ok {
		return value.Of(d), nil
	}
	if tag == "" && isNaN(s) {
		return value.Value{}, &yamlError{"yaml-nan", "floating point NaN is not supported",
			"Terraform has no number for NaN; put it in quotes if it is a string"}
	}
	if tag == "" || tag == tagTimestamp {
		if t, ok := timestamp(s); ok {
			return value.Str(t), nil
		}
	}
	if v, ok, f := number(tag, s); ok || f != nil {
		return v, f
	}
	return resolveWord(tag, s)
}

// resolveWord resolves a scalar that is not a constant and does not look like a number. With
// !!int or !!float, anything that is a number without its underscores is one, quoted or not.
func resolveWord(tag, s string) (value.Value, *yamlError) {
	switch tag {
	case "":
		return value.Str(s), nil
	case tagNull:
		return value.Nothing(), nil
	case tagInt, tagFloat:
		if v, ok, f := number(tag, s); ok || f != nil {
			return v, f
		}
	}
	return value.Value{}, cannotParse(s, tag, "")
}

// cannotParse returns the error of a scalar that does not fit its tag. The original quotes all of
// it; our message quotes its beginning. why is appended to both messages.
func cannotParse(s, tag, why string) *yamlError {
	shown := s
	if len(shown) > 40 {
		shown = shown[:40] + "…"
	}
	return &yamlError{"yaml-scalar", fmt.Sprintf("cannot parse %q as %s", s, tag) + why,
		fmt.Sprintf("%q cannot be read as %s%s", shown, shortTag(tag), why)}
}

// shortTag returns the short form of a tag.
func shortTag(tag string) string {
	if rest, ok := strings.CutPrefix(tag, tagPrefix); ok {
		return "!!" + rest
	}
	return tag
}

// number parses a number. With !!int or !!float, underscores are dropped, prefixes may follow a
// sign and be upper case, and everything that the original's library parses is a number. ok is
// false for anything else; f is set if the scalar is a number that Terraform or we cannot
// represent.
func number(tag, text string) (v value.Value, ok bool, f *yamlError) {
	loose := tag == tagInt || tag == tagFloat
	s, read := text, readDecimal
	if loose {
		s, read = strings.ReplaceAll(text, "_", ""), types.ParseFloat
	}
	switch v, verdict := read(s); verdict {
	case types.Good:
		return v, true, nil
	case types.TooLong:
		return v, false, &yamlError{"budget-digits", "", tooManyDigits}
	case types.BadExponent:
		return v, false, cannotParse(text, tagFloat, "")
	}
	// The remaining forms are numbers with a prefix, of at most 64 bits (2.1).
	sign, digits := "", s
	if loose && s != "" && (s[0] == '-' || s[0] == '+') {
		sign, digits = strings.TrimPrefix(s[:1], "+"), s[1:]
	}
	base, plain := prefix(digits)
	if base == 0 || !allDigits(digits[2:], base) || !loose && !plain {
		return v, false, nil
	}
	n, err := strconv.ParseUint(digits[2:], base, 64)
	if n == 0 {
		sign = "" // a prefixed zero has no sign
	}
	if err != nil || sign == "-" && n > 1<<63 {
		// The message names !!int even if there is no tag (2.1).
		if plain && digits == text {
			tag = tagInt
		}
		return v, false, cannotParse(text, tag, "")
	}
	v = value.Value{Data: value.Number(sign + strconv.FormatUint(n, 10)), Marks: types.Narrow}
	return v, true, nil
}

// readDecimal is types.ParseNumber with the result as a value.
func readDecimal(s string) (value.Value, types.Verdict) {
	n, verdict := types.ParseNumber(s)
	return value.Of(n), verdict
}

// prefix returns the base given by the first two characters of a number, or 0 without a prefix,
// and whether the prefix is allowed without a tag.
func prefix(s string) (base int, plain bool) {
	if len(s) < 2 || s[0] != '0' {
		return 0, false
	}
	base = map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20]
	return base, s[1] == 'x' || s[1] == 'o'
}

// tooManyDigits is our message for numbers over types.MaxDigits (2.1).
var tooManyDigits = fmt.Sprintf("this number would have more than %d digits; Terraform would write all of them",
	types.MaxDigits)

// allDigits reports whether s consists of digits in a base, and is not empty. Setting bit 0x20
// lowers letters but also turns control characters into digits, so the last check rejects those.
func allDigits(s string, base int) bool {
	for i := 0; i < len(s); i++ {
		if k := strings.IndexByte("0123456789abcdef", s[i]|0x20); k < 0 || k >= base || s[i] < '0' {
			return false
		}
	}
	return s != ""
}

// timestamp parses a date, or a date and a time with a zone, and returns it in RFC 3339 without
// fractional seconds. The offset is kept (2.1).
func timestamp(s string) (string, bool) {
	if len(s) < 8 || s[4] != '-' || !allDigits(s[:4], 10) {
		return "", false
	}
	// The year has exactly four digits; other parts may have one or two (2.1).
	p := &timeParser{s: s[5:], ok: true}
	month := p.field(12, '-')
	day := p.field(31, 0)
	year, _ := strconv.Atoi(s[:4])
	if !p.ok || month == 0 || day == 0 || day > daysIn(month, year) {
		return "", false
	}
	date := fmt.Sprintf("%s-%02d-%02d", s[:4], month, day)
	if p.s == "" {
		return date + "T00:00:00Z", true
	}
	separator := p.s[0]
	p.s = p.s[1:]
	// Any number of spaces may separate date and time.
	if separator == ' ' {
		p.s = strings.TrimLeft(p.s, " ")
	}
	hour, minute, second := p.field(23, ':'), p.field(59, ':'), p.field(59, 0)
	if p.s != "" && (p.s[0] == '.' || p.s[0] == ',') {
		rest, digits := p.s[1:], 0
		for digits < len(rest) && '0' <= rest[digits] && rest[digits] <= '9' {
			digits++
		}
		p.s, p.ok = rest[digits:], p.ok && digits > 0
	}
	// After T the zone is required; after a space it is not allowed, and the time is UTC.
	zone := "Z"
	switch separator {
	case 'T', 't':
		zone = p.zone()
	case ' ':
		p.ok = p.ok && p.s == ""
	default:
		return "", false
	}
	if !p.ok {
		return "", false
	}
	return fmt.Sprintf("%sT%02d:%02d:%02d%s", date, hour, minute, second, zone), true
}

// A timeParser parses a time from left to right. ok becomes false at the first error and stays
// false, so that it needs to be checked only once, at the end.
type timeParser struct {
	s  string
	ok bool
}

// field parses a number of one or two digits, which must not exceed a limit, and the separator after
// it. A separator of 0 means that none follows.
func (p *timeParser) field(limit int, separator byte) int {
	n := 0
	for n < 2 && n < len(p.s) && '0' <= p.s[n] && p.s[n] <= '9' {
		n++
	}
	v, err := strconv.Atoi(p.s[:n])
	p.ok = p.ok && err == nil && v <= limit
	p.s = p.s[n:]
	if separator != 0 {
		p.ok = p.ok && p.s != "" && p.s[0] == separator
		p.s = strings.TrimPrefix(p.s, string(separator))
	}
	return v
}

// zone parses `Z` or `±hh:mm`, to the end of the text. Like Go's time package, it accepts 24 hours
// and 60 minutes; an offset of zero is written as Z.
func (p *timeParser) zone() string {
	if p.s == "Z" {
		return "Z"
	}
	if len(p.s) != 6 || p.s[0] != '+' && p.s[0] != '-' || p.s[3] != ':' || !allDigits(p.s[1:3]+p.s[4:], 10) ||
		p.s[1:3] > "24" || p.s[4:] > "60" {
		p.ok = false
		return ""
	}
	minutes, _ := strconv.Atoi(p.s[4:])
	hours, _ := strconv.Atoi(p.s[1:3])
	if minutes += hours * 60; minutes == 0 {
		return "Z"
	}
	return fmt.Sprintf("%s%02d:%02d", p.s[:1], minutes/60, minutes%60)
}

// daysIn returns the number of days of a month; January is 1.
func daysIn(month, year int) int {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}
