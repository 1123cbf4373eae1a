package value

import (
	"math"
	"strconv"
)

// FloatNumber returns f as a Number. As JSON encoders do, it uses an exponent only if the absolute
// value is at least 1e21 or less than 1e-6.
func FloatNumber(f float64) Number {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "+Inf"
	case math.IsInf(f, -1):
		return "-Inf"
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	b := strconv.AppendFloat(nil, f, format, -1, 64)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1] // 1e-07 becomes 1e-7
		b = b[:n-1]
	}
	return Number(b)
}

// Float returns the float64 nearest to n.
func (n Number) Float() float64 {
	f, _ := strconv.ParseFloat(string(n), 64)
	return f
}

// IsFinite reports whether JSON can represent n.
func (n Number) IsFinite() bool { return n != "NaN" && n != "+Inf" && n != "-Inf" }

// IntNumber returns i as a Number.
func IntNumber(i int) Number { return Number(strconv.Itoa(i)) }

// Float64 returns a number value.
func Float64(f float64) Value { return Value{Data: FloatNumber(f)} }

// Int returns an integer value.
func Int(i int) Value { return Value{Data: IntNumber(i)} }
