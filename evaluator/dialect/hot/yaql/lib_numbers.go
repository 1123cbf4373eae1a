package yaql

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// numbers are the functions on numbers. number excludes booleans, and int includes them, since
// Python's bool is an int (4).
var numbers = []entry{
	{"f abs(op:number)", "The absolute value of a number.", func(c *call) Value {
		if f, ok := c.args[0].(float64); ok {
			return math.Abs(f)
		}
		return integer(new(big.Int).Abs(bigInt(c.args[0])))
	}},
	{"f int(value:any)", "Converts to an integer: a float is truncated, a string is parsed, null is 0.", toInteger},
	{"f float(value:any)", "Converts to a float: a string is parsed, null is 0.0.", toFloatFunction},
	{"f round(number:number, ndigits:int=0)",
		"Rounds to a number of decimal places; halves are rounded to even.",
		round},
	{"f pow(base:number, exponent:number, modulus:number?=null)",
		"A power, modulo a third number if given.",
		power},
	{"f sign(num:number)", "The sign of a number: -1, 0 or 1.", func(c *call) Value {
		sign, _ := compareNumbers(c.args[0], int64(0))
		return int64(sign)
	}},
	// These take exactly two values; the smallest element of a list is a method in lib_queries.go.
	{"f min(a:any, b:any)",
		"The smaller of two values.",
		func(c *call) Value { return c.smaller(c.args[0], c.args[1]) }},
	{"f max(a:any, b:any)",
		"The larger of two values.",
		func(c *call) Value { return c.larger(c.args[0], c.args[1]) }},
	{"f bitwiseAnd(left:int, right:int)", "The bits that are set in both numbers.", func(c *call) Value {
		return integer(new(big.Int).And(bigInt(c.args[0]), bigInt(c.args[1])))
	}},
	{"f bitwiseOr(left:int, right:int)", "The bits that are set in either number.", func(c *call) Value {
		return integer(new(big.Int).Or(bigInt(c.args[0]), bigInt(c.args[1])))
	}},
	{"f bitwiseXor(left:int, right:int)", "The bits that are set in exactly one of two numbers.", func(c *call) Value {
		return integer(new(big.Int).Xor(bigInt(c.args[0]), bigInt(c.args[1])))
	}},
	{"f bitwiseNot(arg:int)",
		"The inverted bits of a number: -x - 1.",
		func(c *call) Value { return integer(new(big.Int).Not(bigInt(c.args[0]))) }},
	{"f shiftBitsLeft(value:int, bitsNumber:int)", "Shifts the bits of a number to the left.", func(c *call) Value {
		n := c.shift()
		i := bigInt(c.args[0])
		if i.Sign() != 0 {
			c.fitsBits(i.BitLen() + n)
			i = new(big.Int).Lsh(i, uint(n))
		}
		return integer(i)
	}},
	{"f shiftBitsRight(value:int, bitsNumber:int)", "Shifts the bits of a number to the right.", func(c *call) Value {
		return integer(new(big.Int).Rsh(bigInt(c.args[0]), uint(c.shift())))
	}},
	{"f hex(num:number?)", "An integer in hexadecimal: 0xff.", func(c *call) Value {
		if !is(c.args[0], intKind) {
			fail("only an integer can be converted to hexadecimal; this is " + noun(c.args[0]))
		}
		i := bigInt(c.args[0])
		if i.Sign() < 0 {
			return "-0x" + i.Text(16)[1:]
		}
		return "0x" + i.Text(16)
	}},
}

// fitsBits ends the evaluation if an integer of n bits is too large. It is called before the
// integer is computed, which could take very long.
func (e *evaluator) fitsBits(n int) { e.fitsSize(24 + 4*((n+29)/30)) }

// shift returns the number of bits to shift by.
func (c *call) shift() int {
	n := c.int(1)
	if n < 0 {
		fail("bits cannot be shifted by a negative number")
	}
	return n
}

// larger returns the larger value, or the first if they are equal. Equal values can be
// distinguishable: max(1, 1.0) is 1, and min(1, 1.0) is 1.0 (6.4).
func (e *evaluator) larger(a, b Value) Value {
	if e.greater(b, a) {
		return b
	}
	return a
}

// smaller returns the smaller value, or the second if they are equal.
func (e *evaluator) smaller(a, b Value) Value {
	if e.greater(b, a) {
		return a
	}
	return b
}

// toInteger is Python's int, except that null becomes 0. It truncates floats towards zero.
func toInteger(c *call) Value {
	switch v := c.args[0].(type) {
	case nil:
		return int64(0)
	case bool, int64, *big.Int:
		return integer(bigInt(v))
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			fail("NaN and infinity cannot be converted to an integer")
		}
		i, _ := big.NewFloat(v).Int(nil)
		return integer(i)
	case string:
		if i, ok := parseInt(v); ok {
			return integer(i)
		}
		fail("the string " + c.forMessage(quoted(v)) + " is not an integer: only digits and a sign are allowed")
	}
	fail(noun(c.args[0]) + " cannot be converted to an integer")
	return nil
}

// parseInt parses a string as Python's int does. It accepts blanks around the number, a sign,
// digits of all scripts and single underscores between digits, but no point (6.4).
func parseInt(s string) (*big.Int, bool) {
	digits := asciiDigits(strings.TrimFunc(s, blanksOf(s)))
	unsigned := strings.TrimPrefix(digits, "-")
	if unsigned == digits {
		unsigned = strings.TrimPrefix(digits, "+")
	}
	plain, ok := withoutUnderscores(unsigned)
	if !ok || plain == "" || strings.Trim(plain, "0123456789") != "" || len(plain) > 4300 { // Python's own limit
		return nil, false
	}
	i, ok := new(big.Int).SetString(plain, 10)
	if ok && digits[0] == '-' {
		i.Neg(i)
	}
	return i, ok
}

// withoutUnderscores removes single underscores between digits. It returns false if there are
// underscores elsewhere. 1_0 is 10, while _10 and 1__0 are not numbers.
func withoutUnderscores(s string) (string, bool) {
	for i := range len(s) {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || !asciiDigit(s[i-1]) || !asciiDigit(s[i+1])) {
			return "", false
		}
	}
	return strings.ReplaceAll(s, "_", ""), true
}

// asciiDigit reports whether b is one of the digits 0 to 9.
func asciiDigit(b byte) bool { return '0' <= b && b <= '9' }

// isBlank reports whether Python's str.strip treats r as whitespace.
func isBlank(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f }

// blanksOf returns the whitespace test for parsing a number: in ASCII-only strings, Python
// accepts fewer characters.
func blanksOf(s string) func(rune) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return isBlank
		}
	}
	return func(r rune) bool { return isBlank(r) && (r < 0x1c || r > 0x1f) }
}

// toFloatFunction is Python's float, except that null becomes 0.0. It accepts underscores between
// digits, but no hexadecimal form.
func toFloatFunction(c *call) Value {
	switch v := c.args[0].(type) {
	case nil:
		return 0.0
	case bool, int64, *big.Int, float64:
		return toFloat(v)
	case string:
		s, ok := withoutUnderscores(asciiDigits(strings.TrimFunc(v, blanksOf(v))))
		if ok && !strings.ContainsAny(s, "xXpP") {
			if f, err := strconv.ParseFloat(s, 64); err == nil || math.IsInf(f, 0) {
				return f
			}
		}
		fail("the string " + c.forMessage(quoted(v)) + " is not a number")
	}
	fail(noun(c.args[0]) + " cannot be converted to a float")
	return nil
}

// round rounds as Python 3 does: halves go to the even neighbour, and an int stays an int. The number of
// digits is negative for tens, hundreds and so on: round(25, -1) is 20.
func round(c *call) Value {
	digits := c.int(1)
	f, ok := c.args[0].(float64)
	if !ok {
		if digits >= 0 {
			return c.args[0]
		}
		return integer(roundTo(c, bigInt(c.args[0]), -digits, false))
	}
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return f
	case digits == 0:
		return math.RoundToEven(f)
	case digits > 0:
		if digits > 400 {
			return f
		}
		// Formatting rounds the exact value, as Python does: round(2.675, 2) is 2.67. Multiplying
		// by a power of ten would round twice.
		r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', digits, 64), 64)
		return r
	}
	whole, rest := math.Modf(f)
	i, _ := big.NewFloat(whole).Int(nil)
	r, _ := new(big.Float).SetInt(roundTo(c, i, -digits, rest != 0)).Float64()
	return math.Copysign(r, f)
}

// roundTo rounds i to a power of ten, half to even; more means that the number is slightly further
// from zero than i. digits is the exponent of that power.
func roundTo(c *call, i *big.Int, digits int, more bool) *big.Int {
	c.spend(i.BitLen() / 16)
	if digits > i.BitLen()/3+1 {
		return new(big.Int) // less than half of that power
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	q, m := new(big.Int).QuoRem(new(big.Int).Abs(i), unit, new(big.Int))
	half := m.Lsh(m, 1).Cmp(unit)
	if half > 0 || half == 0 && (more || q.Bit(0) == 1) {
		q.Add(q, big.NewInt(1))
	}
	q.Mul(q, unit)
	if i.Sign() < 0 {
		q.Neg(q)
	}
	return q
}

// power is Python's pow: for integers the result is an integer of any size, and for a negative base
// with a fractional exponent it is complex.
func power(c *call) Value {
	base, exponent, modulus := c.args[0], c.args[1], c.args[2]
	whole := is(base, intKind) && is(exponent, intKind)
	// As in Python, the third number is for integers only.
	if modulus != nil {
		if !whole || !is(modulus, intKind) {
			fail("pow takes a modulus only with integers")
		}
		return powerModulo(c, bigInt(base), bigInt(exponent), bigInt(modulus))
	}
	if whole && bigInt(exponent).Sign() >= 0 {
		b, n := bigInt(base), c.int(1)
		if b.BitLen() <= 1 { // powers of -1, 0 and 1 are small, whatever the exponent
			n = int(bigInt(exponent).Bit(0)) + min(n/2, 1)*2
		}
		c.fitsBits((b.BitLen() - 1) * n)
		c.spend(b.BitLen() * n / 16)
		return integer(new(big.Int).Exp(b, big.NewInt(int64(n)), nil))
	}
	x, y := toFloat(base), toFloat(exponent)
	switch {
	case x == 0 && y < 0:
		fail("zero cannot be raised to a negative power")
	// Python's result is a complex number, which nothing here can use.
	case x < 0 && y != math.Trunc(y) && !math.IsInf(x, 0):
		return opaque{"complex number"}
	}
	c.spend(500)
	r := exactPower(math.Abs(x), y)
	if x < 0 && math.Mod(y, 2) != 0 {
		r = -r
	}
	if math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		fail("this power is too large for a float")
	}
	return r
}

// exactPower is math.Pow rounded to the nearest float. C's pow nearly always
// returns this value; Go's does not. exactPower multiplies the powers of x that the bits of y select.
func exactPower(x, y float64) float64 {
	whole, fraction := math.Modf(math.Abs(y))
	approx := math.Pow(x, y)
	if x == 0 || approx == 0 || approx != approx || math.IsInf(approx, 0) || math.Abs(y) < 1e-9 || whole > 1<<53 {
		return approx
	}
	const precision = 240
	square, result := big.NewFloat(x).SetPrec(precision), new(big.Float).SetPrec(precision).SetInt64(1)
	for n := uint64(whole); n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Mul(result, square)
		}
		square.Mul(square, square)
	}
	root := big.NewFloat(x).SetPrec(precision)
	for fraction > 0 {
		root.Sqrt(root)
		if fraction *= 2; fraction >= 1 {
			result.Mul(result, root)
			fraction--
		}
	}
	if y < 0 {
		result.Quo(big.NewFloat(1).SetPrec(precision), result)
	}
	f, _ := result.Float64()
	return f
}

// powerModulo returns a power modulo an integer, with the sign of the modulus. For a negative
// exponent it inverts the base first, as Python does since 3.8.
func powerModulo(c *call, b, n, m *big.Int) Value {
	if m.Sign() == 0 {
		fail("the modulus of pow cannot be zero")
	}
	c.spend(b.BitLen() + n.BitLen()*(1+m.BitLen()/64))
	abs := new(big.Int).Abs(m)
	if n.Sign() < 0 {
		inverse := new(big.Int).ModInverse(new(big.Int).Mod(b, abs), abs)
		if inverse == nil {
			fail("this number has no inverse for the modulus")
		}
		b, n = inverse, new(big.Int).Neg(n)
	}
	// The power is computed for the positive modulus, and then given the sign of the modulus.
	r := new(big.Int).Exp(new(big.Int).Mod(b, abs), n, abs)
	return integer(floorMod(r, m))
}
