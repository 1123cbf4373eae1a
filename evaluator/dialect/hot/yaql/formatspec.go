package yaql

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"pantograph/evaluator/dialect/hot/python"
)

// A formatSpec is a parsed format: [[fill]align][sign][#][0][width][,][.precision][type].
type formatSpec struct {
	fill  string
	align byte
	zero  bool // zeros pad between the sign and the digits
	// sign is +, - or a blank, or 0 if absent; align, group and kind are likewise 0 or "" if absent.
	sign byte
	// alternate is set by #: it adds prefixes such as 0x, and a point even without digits after it.
	alternate bool
	width     int
	group     string
	precision int // -1 if not given
	kind      byte
}

// parseSpec parses a format specification; it does not check whether the parts fit together or fit
// the value, which depends on its kind.
func parseSpec(s string) formatSpec {
	spec := formatSpec{fill: " ", precision: -1}
	isAlign := func(i int) bool { return i < len(s) && strings.IndexByte("<>=^", s[i]) >= 0 }
	_, size := utf8.DecodeRuneInString(s)
	// Any character can fill, even one of <>=^, if an alignment follows it.
	filled := isAlign(size)
	if filled {
		spec.fill, spec.align = s[:size], s[size]
		s = s[size+1:]
	} else if isAlign(0) {
		spec.align = s[0]
		s = s[1:]
	}
	take := func(set string) byte {
		if s == "" || strings.IndexByte(set, s[0]) < 0 {
			return 0
		}
		ch := s[0]
		s = s[1:]
		return ch
	}
	number := func() int {
		n := 0
		for s != "" && asciiDigit(s[0]) {
			// The width is clamped so that it cannot overflow; write rejects it as too large.
			n = min(n*10+int(s[0]-'0'), maxRepr)
			s = s[1:]
		}
		return n
	}
	spec.sign = take("+- ")
	spec.alternate = take("#") != 0
	// A zero before the width fills with zeros. With an explicit alignment they are not put between
	// the sign and the digits.
	if !filled && take("0") != 0 {
		spec.fill, spec.zero = "0", spec.align == 0
	}
	spec.width = number()
	if ch := take(",_"); ch != 0 {
		spec.group = string(ch)
	}
	if take(".") != 0 {
		if s == "" || !asciiDigit(s[0]) {
			fail("the dot in a format must be followed by a number of digits")
		}
		spec.precision = number()
	}
	spec.kind = take("bcdeEfFgGnosxX%")
	if s != "" {
		fail("the format " + quoted(s) + " is invalid")
	}
	return spec
}

// write formats a value. With an empty specification, it formats the value as str does, which is why
// a boolean is True with {} and 1 with {:5} (6.5).
func (f *formatter) write(v Value, text string) string {
	if text == "" {
		return f.python(v)
	}
	if t, ok := v.(datetime); ok {
		return t.format(text)
	}
	if !is(v, textKind|numberKind|boolKind) {
		fail("a format is for strings and numbers; !s makes a string of " + noun(v))
	}
	spec := parseSpec(text)
	// Such a result would exceed the memory limit anyway, so it is not made.
	if spec.width > maxMemory || spec.precision > maxMemory {
		f.outOfMemory()
	}
	if s, ok := v.(string); ok {
		return spec.text(s)
	}
	if _, ok := v.(float64); ok || strings.IndexByte("eEfFgG%", spec.kind) >= 0 && spec.kind != 0 {
		return spec.float(toFloat(v))
	}
	return spec.integer(bigInt(v))
}

// wrong rejects a format that does not apply to a kind of value.
func (s *formatSpec) wrong(of string) {
	fail("this format does not apply to " + of)
}

// text formats a string; the precision is its maximum length.
func (s *formatSpec) text(t string) string {
	if s.kind != 0 && s.kind != 's' || s.sign != 0 || s.alternate || s.group != "" || s.align == '=' {
		s.wrong("a string")
	}
	runes := []rune(t)
	if s.precision >= 0 && s.precision < len(runes) {
		runes = runes[:s.precision]
	}
	// The alignment = applies only to numbers, so a zero before the width is just a fill character.
	s.zero = false
	return s.pad("", string(runes), '<')
}

// pad pads a signed number or a string to the width. usual is the alignment if the specification
// has none.
func (s *formatSpec) pad(sign, body string, usual byte) string {
	missing := s.width - utf8.RuneCountInString(sign) - utf8.RuneCountInString(body)
	if missing <= 0 {
		return sign + body
	}
	align := s.align
	switch {
	case s.zero:
		align = '='
	case align == 0:
		align = usual
	}
	switch align {
	case '<':
		return sign + body + strings.Repeat(s.fill, missing)
	case '^':
		return strings.Repeat(s.fill, missing/2) + sign + body + strings.Repeat(s.fill, missing-missing/2)
	case '=':
		return sign + strings.Repeat(s.fill, missing) + body
	}
	return strings.Repeat(s.fill, missing) + sign + body
}

// signOf returns the sign to write.
func (s *formatSpec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case s.sign == '+' || s.sign == ' ':
		return string(s.sign)
	}
	return ""
}

// grouped inserts separators between the digits of an integer, and leading zeros if they
// pad it to the width.
func (s *formatSpec) grouped(digits, after, sign string, every int) string {
	if s.group == "" {
		return digits
	}
	join := func(d string) string {
		var parts []string
		for len(d) > every {
			parts = append([]string{d[len(d)-every:]}, parts...)
			d = d[:len(d)-every]
		}
		return strings.Join(append([]string{d}, parts...), s.group)
	}
	out := join(digits)
	if s.fill == "0" && (s.zero || s.align == '=') {
		for len(sign)+len(out)+len(after) < s.width {
			digits = "0" + digits
			out = join(digits)
		}
	}
	return out
}

// integer formats an integer, and a boolean as 0 or 1.
func (s *formatSpec) integer(i *big.Int) string {
	if s.precision >= 0 {
		s.wrong("an integer")
	}
	// every is the number of digits between separators.
	base, prefix, every := 10, "", 3
	switch s.kind {
	case 'b':
		base, prefix, every = 2, "0b", 4
	case 'o':
		base, prefix, every = 8, "0o", 4
	case 'x', 'X':
		base, prefix, every = 16, "0"+string(s.kind), 4
	case 'c':
		if s.sign != 0 || s.group != "" || s.alternate || !i.IsInt64() || i.Int64() < 0 || i.Int64() > utf8.MaxRune {
			s.wrong("this number")
		}
		return s.pad("", string(rune(i.Int64())), '<')
	case 's':
		s.wrong("an integer")
	}
	if s.group == "," && base != 10 || s.group != "" && s.kind == 'n' {
		s.wrong("an integer")
	}
	digits := new(big.Int).Abs(i).Text(base)
	if s.kind == 'X' {
		digits = strings.ToUpper(digits)
	}
	sign := s.signOf(i.Sign() < 0)
	if s.alternate {
		sign += prefix
	}
	return s.pad(sign, s.grouped(digits, "", sign, every), '>')
}

// float formats a float, and an integer that has the format of one.
func (s *formatSpec) float(f float64) string {
	switch s.kind {
	case 'b', 'c', 'd', 'o', 's', 'x', 'X':
		s.wrong("a float")
	}
	if s.group != "" && s.kind == 'n' {
		s.wrong("a float")
	}
	sign := s.signOf(math.Signbit(f) && !math.IsNaN(f))
	body := s.digits(math.Abs(f))
	// Only the digits before the point are grouped.
	whole, rest := body, ""
	if end := strings.IndexAny(body, ".eE%"); end >= 0 {
		whole, rest = body[:end], body[end:]
	}
	if !math.IsInf(f, 0) && !math.IsNaN(f) {
		body = s.grouped(whole, rest, sign, 3) + rest
	}
	return s.pad(sign, body, '>')
}

// digits formats a non-negative float.
func (s *formatSpec) digits(f float64) string {
	kind, precision := s.kind, s.precision
	if kind == '%' {
		s.kind = 'f'
		body := s.digits(f * 100)
		s.kind = '%'
		return body + "%"
	}
	capital := kind == 'E' || kind == 'F' || kind == 'G'
	if math.IsInf(f, 0) || math.IsNaN(f) {
		if text := python.FloatText(f); !capital {
			return text
		}
		return strings.ToUpper(python.FloatText(f))
	}
	// Without a type and a precision, Python writes as many digits as str.
	if kind == 0 && precision < 0 {
		return python.FloatText(f)
	}
	if precision < 0 {
		precision = 6
	}
	var out string
	switch kind {
	case 'e', 'E':
		out = strconv.FormatFloat(f, 'e', precision, 64)
	case 'f', 'F':
		out = strconv.FormatFloat(f, 'f', precision, 64)
	default:
		out = s.general(f, max(precision, 1))
	}
	if s.alternate && strings.IndexByte(out, '.') < 0 {
		mantissa, exponent, has := strings.Cut(out, "e")
		if out = mantissa + "."; has {
			out += "e" + exponent
		}
	}
	if capital {
		out = strings.ToUpper(out)
	}
	return out
}

// general formats a number with the given number of significant digits, and with an exponent if the
// number is very large or small.
func (s *formatSpec) general(f float64, precision int) string {
	out := strconv.FormatFloat(f, 'e', precision-1, 64)
	mantissa, exponent, _ := strings.Cut(out, "e")
	power, _ := strconv.Atoi(exponent)
	limit := precision
	if s.kind == 0 {
		limit-- // without a type, at least one digit follows the point
	}
	if power < -4 || power >= limit {
		if !s.alternate && strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		return mantissa + "e" + exponent
	}
	out = strconv.FormatFloat(f, 'f', max(precision-1-power, 0), 64)
	if !s.alternate && strings.Contains(out, ".") {
		out = strings.TrimRight(strings.TrimRight(out, "0"), ".")
	}
	if s.kind == 0 && !strings.Contains(out, ".") {
		out += ".0"
	}
	return out
}
