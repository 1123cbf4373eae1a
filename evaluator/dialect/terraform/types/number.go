package types

import (
	"math/big"
	"strconv"
	"strings"

	"pantograph/evaluator/value"
)

// Precision is the number of bits of numbers. Decimal strings of up to exactDigits digits keep
// their digits.
const (
	Precision   = 512
	exactDigits = 153
)

// MaxDigits limits the digits of a number. The original prints all digits of any number; for
// 1e99999999 it takes hours.
const MaxDigits = 100_000

// farExponent is an exponent that every number can have. The original refuses a string if its
// exponent is above 2^31 minus the number of bits that its digits need.
const farExponent = 2_000_000_000

// Narrow marks whole numbers that the original creates with 64 bits: lengths, indices, hexadecimal
// scalars. A division of two of them has only that precision.
const Narrow value.Marks = 1 << 7

// Double marks numbers that the original creates with 53 bits. Their digits here are exact; Shown
// returns the shortest digits that such a number needs, which are those that the original prints.
const Double value.Marks = 1 << 8

// Shown returns a value with its numbers as the original writes them.
func Shown(v value.Value) value.Value {
	switch d := v.Data.(type) {
	case value.Number:
		if v.Marks&Double != 0 {
			v.Data = FloatText(Float(v))
		}
	case *value.List:
		if v.Summary()&Double != 0 {
			out := value.NewList(append([]value.Value(nil), d.Items...))
			for i := range out.Items {
				out.Items[i] = Shown(out.Items[i])
			}
			out.Type, v.Data = d.Type, out
		}
	case *value.Object:
		if v.Summary()&Double != 0 {
			out := value.NewObject(append([]value.Field(nil), d.Fields...))
			for i := range out.Fields {
				out.Fields[i].Value = Shown(out.Fields[i].Value)
			}
			out.Type, v.Data = d.Type, out
		}
	}
	return v
}

// exactly is a precision at which every number of 53 bits has exact digits.
const exactly = 1100

// A Verdict is the outcome of parsing a number.
type Verdict uint8

// The verdicts.
const (
	Good        Verdict = iota
	NoDigit             // the string is not a number
	TooLong             // it would have more than MaxDigits digits
	BadExponent         // the original cannot parse its exponent, even as infinity or zero
)

// ParseNumber reads a decimal number: `[-+]?(digits[.digits]|.digits)[e[-+]digits]`,
// rounded to Precision bits.
func ParseNumber(s string) (value.Number, Verdict) {
	d, ok := splitDecimal(s)
	if !ok {
		return "", NoDigit
	}
	if d.exponent > farExponent || d.exponent < -farExponent {
		if _, _, err := big.ParseFloat(s, 10, Precision, big.ToNearestEven); err != nil {
			return "", BadExponent
		}
	}
	digits := strings.TrimLeft(d.digits, "0")
	// Zero keeps its sign: -0 prints as -0 (2.1).
	if digits == "" {
		return value.Number(d.sign + "0"), Good
	}
	magnitude := len(digits) + d.exponent
	switch {
	case magnitude > 646_000_000: // the largest exponent of the original's numbers
		if d.sign == "-" {
			return "-Inf", Good
		}
		return "+Inf", Good
	case magnitude < -646_000_000:
		return value.Number(d.sign + "0"), Good
	case magnitude > MaxDigits, d.exponent < -MaxDigits && magnitude < -MaxDigits+exactDigits:
		return "", TooLong
	}
	// A short number is exact, so its digits need no conversion to binary and back.
	if significant := strings.TrimRight(digits, "0"); len(significant) <= exactDigits {
		d.exponent += len(digits) - len(significant)
		return value.Number(d.sign + place(significant, d.exponent)), Good
	}
	f, _, err := big.ParseFloat(s, 10, Precision, big.ToNearestEven)
	if err != nil {
		return "", NoDigit
	}
	return FloatText(f), Good
}

// A decimal is a number as digits and an exponent: its value is the digits times ten to the exponent.
type decimal struct {
	sign     string // "-" or ""
	digits   string
	exponent int
}

// splitDecimal takes a number apart; ok is false if it does not have the form that ParseNumber
// accepts.
func splitDecimal(s string) (d decimal, ok bool) {
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			d.sign = "-"
		}
		s = s[1:]
	}
	mantissa, exponent := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i+1:]
		if d.exponent, ok = parseExponent(exponent); !ok {
			return d, false
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.digits = whole + fraction
	d.exponent -= len(fraction)
	return d, d.digits != "" && onlyDigits(whole) && onlyDigits(fraction)
}

// parseExponent parses an exponent. It truncates one that is too large for every number.
func parseExponent(s string) (n int, ok bool) {
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	if negative && strings.HasPrefix(s, "+") || s == "" || !onlyDigits(s) {
		return 0, false
	}
	for i := 0; i < len(s) && n < 1e10; i++ {
		n = n*10 + int(s[i]-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}

// onlyDigits reports whether s has nothing but decimal digits. It may be empty.
func onlyDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// place formats digits times ten to the exponent, without using an exponent.
func place(digits string, exponent int) string {
	switch point := len(digits) + exponent; {
	case exponent >= 0:
		return digits + strings.Repeat("0", exponent)
	case point > 0:
		return digits[:point] + "." + digits[point:]
	default:
		return "0." + strings.Repeat("0", -point) + digits
	}
}

// FloatText returns the shortest decimal text of f, without an exponent.
func FloatText(f *big.Float) value.Number {
	if f.IsInf() {
		if f.Signbit() {
			return "-Inf"
		}
		return "+Inf"
	}
	// All digits of a whole number of up to 62 bits are needed, so its integer text is the shortest.
	if f.MantExp(nil) <= 62 && f.IsInt() && !(f.Sign() == 0 && f.Signbit()) {
		i, _ := f.Int64()
		return value.IntNumber(int(i))
	}
	return value.Number(f.Text('f', -1))
}

// shortInt is the number of characters up to which a whole number certainly fits 64 bits.
const shortInt = 18

// Float returns v, a number, as a new big.Float with the precision that the original uses for it.
func Float(v value.Value) *big.Float {
	n, _ := v.Data.(value.Number)
	f := new(big.Float).SetPrec(Precision)
	if v.Marks&Narrow != 0 {
		f.SetPrec(64)
	}
	if v.Marks&Double != 0 {
		if d, err := strconv.ParseFloat(string(n), 64); err == nil {
			return f.SetPrec(53).SetFloat64(d)
		}
	}
	switch n {
	case "+Inf":
		return f.SetInf(false)
	case "-Inf":
		return f.SetInf(true)
	}
	if len(n) <= shortInt && n != "-0" {
		if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
			return f.SetInt64(i)
		}
	}
	f.SetMode(big.ToNearestEven)
	if _, _, err := f.Parse(string(n), 10); err != nil {
		return f.SetInt64(0)
	}
	return f
}

// FromFloat returns f as a value, or false if f has too many digits. The precision of f determines
// the marks, so a computation must use the original's precision.
func FromFloat(f *big.Float) (value.Value, bool) {
	if e := f.MantExp(nil); !f.IsInf() && (e > MaxDigits*10/3 || e < -MaxDigits*10/3) {
		return value.Value{}, false
	}
	v := value.Of(FloatText(f))
	switch f.Prec() {
	case 53:
		v = value.Of(FloatText(new(big.Float).SetPrec(exactly).Set(f))).With(Double)
	case 64:
		v.Marks |= Narrow
	}
	return v, true
}

// FromInt returns a whole number like those that the original creates for lengths and indices.
func FromInt(i int) value.Value { return value.Value{Data: value.IntNumber(i), Marks: Narrow} }
