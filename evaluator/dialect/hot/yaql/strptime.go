package yaql

import (
	"math/big"
	"strings"
	"unicode"
)

// A timeReader reads a date from a string, from left to right.
type timeReader struct {
	rest string
	// parts are the arguments of makeDate. Parts that the string does not contain default to
	// 1900-01-01 00:00, as in Python.
	parts [7]int
	// zone is the offset from UTC in microseconds.
	zone *big.Int
	isPM bool
	half bool // %p was read, so the hour is from 1 to 12
	day  int  // day of the year, 0 without %j
	// broken is set when the string does not match; anything read after that does not matter.
	broken bool
}

// newTimeReader returns a reader for a string, for a date in UTC.
func newTimeReader(s string) *timeReader {
	return &timeReader{rest: s, parts: [7]int{1900, 1, 1}, zone: new(big.Int)}
}

// digits reads the longest number that has least to most digits and does not exceed a limit. The
// limit makes formats without separators work: since a month is at most 12, 13 is read as month 1,
// followed by a 3.
func (r *timeReader) digits(least, most, limit int) int {
	n, size := 0, 0
	for i := 0; i < most && i < len(r.rest) && asciiDigit(r.rest[i]); i++ {
		next := n*10 + int(r.rest[i]-'0')
		if next > limit {
			break
		}
		n, size = next, i+1
	}
	if size < least {
		r.broken = true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// positive is digits for a number that cannot be 0.
func (r *timeReader) positive(most, limit int) int {
	n := r.digits(1, most, limit)
	if n == 0 {
		r.broken = true
	}
	return n
}

// take reads a string, ignoring case.
func (r *timeReader) take(s string) bool {
	if len(r.rest) < len(s) || !strings.EqualFold(r.rest[:len(s)], s) {
		return false
	}
	r.rest = r.rest[len(s):]
	return true
}

// expect reads a string, or marks the date as broken if another text follows.
func (r *timeReader) expect(s string) {
	if !r.take(s) {
		r.broken = true
	}
}

// name reads one of several names, in full or abbreviated to three letters, and returns its
// index.
func (r *timeReader) name(names []string, short bool) int {
	for i, name := range names {
		if short {
			name = name[:3]
		}
		if r.take(name) {
			return i
		}
	}
	r.broken = true
	return 0
}

// fraction reads up to six digits as millionths.
func (r *timeReader) fraction() int {
	had := len(r.rest)
	n := r.digits(1, 6, 999999)
	for range 6 - (had - len(r.rest)) {
		n *= 10
	}
	return n
}

// offset reads Z, +02:00, +0200 or, if short, +02.
func (r *timeReader) offset(short bool) {
	if r.take("Z") {
		return
	}
	sign := int64(1)
	if !r.take("+") {
		r.expect("-")
		sign = -1
	}
	hours := r.digits(2, 2, 23)
	minutes := 0
	if colon := r.take(":"); colon || !short || r.rest != "" {
		minutes = r.digits(2, 2, 59)
	}
	r.zone = big.NewInt(sign * (int64(hours)*hour + int64(minutes)*minute))
}

// parseTime is Python's strptime.
func (e *evaluator) parseTime(s, format string) Value {
	r := newTimeReader(s)
	for i := 0; i < len(format) && !r.broken; i++ {
		switch ch := format[i]; {
		case ch == '%' && i+1 < len(format):
			i++
			r.directive(format[i])
		// A run of blanks in the format matches one or more blanks of any kind.
		case unicode.IsSpace(rune(ch)):
			if r.rest == strings.TrimLeftFunc(r.rest, isBlank) {
				r.broken = true
			}
			r.rest = strings.TrimLeftFunc(r.rest, isBlank)
			for i+1 < len(format) && unicode.IsSpace(rune(format[i+1])) {
				i++
			}
		default:
			r.expect(format[i : i+1])
		}
	}
	if r.broken || r.rest != "" {
		fail("the string " + e.forMessage(quoted(s)) + " does not have the format " + quoted(format))
	}
	// 12 AM is the hour 0, and 12 PM the hour 12.
	if r.half {
		r.parts[3] %= 12
		if r.isPM {
			r.parts[3] += 12
		}
	}
	if r.day > 0 {
		first := datetime{local: int64(daysBefore(r.parts[0], 1)) * day}
		_, r.parts[1], r.parts[2] = first.plus(big.NewInt(int64(r.day-1)*day), 1).(datetime).date()
	}
	return makeDate(r.parts, r.zone)
}

// directive reads the directive of a letter after %. Weekdays and numbers of weeks are read and
// ignored.
func (r *timeReader) directive(letter byte) {
	switch letter {
	case 'Y':
		r.parts[0] = r.digits(4, 4, 9999)
	case 'y':
		// 69 to 99 are in the 20th century, 0 to 68 in the 21st.
		if r.parts[0] = r.digits(2, 2, 99); r.parts[0] < 69 {
			r.parts[0] += 100
		}
		r.parts[0] += 1900
	case 'm':
		r.parts[1] = r.positive(2, 12)
	case 'd', 'e':
		r.take(" ")
		r.parts[2] = r.positive(2, 31)
	case 'H':
		r.parts[3] = r.digits(1, 2, 23)
	case 'I':
		r.parts[3] = r.positive(2, 12)
	case 'M':
		r.parts[4] = r.digits(1, 2, 59)
	case 'S':
		r.parts[5] = r.digits(1, 2, 61)
	case 'f':
		r.parts[6] = r.fraction()
	case 'j':
		r.day = r.positive(3, 366)
	case 'b':
		r.parts[1] = r.name(monthNames[:], true) + 1
	case 'B':
		r.parts[1] = r.name(monthNames[:], false) + 1
	case 'a':
		r.name(dayNames[:], true)
	case 'A':
		r.name(dayNames[:], false)
	case 'w':
		r.digits(1, 1, 6)
	case 'u':
		r.positive(1, 7)
	case 'U', 'W':
		r.digits(1, 2, 53)
	case 'p':
		r.half = true
		if r.isPM = r.take("PM"); !r.isPM {
			r.expect("AM")
		}
	case 'z':
		r.offset(false)
	case 'Z':
		if !r.take("UTC") {
			r.expect("GMT")
		}
	case '%':
		r.expect("%")
	default:
		if whole, ok := composite(letter); ok && strings.IndexByte("cxX", letter) >= 0 {
			for i := 0; i < len(whole); i++ {
				if whole[i] == '%' {
					i++
					r.directive(whole[i])
					continue
				}
				r.expect(whole[i : i+1])
			}
			return
		}
		r.broken = true
	}
}

// parseISO reads an ISO 8601 date. The original accepts more, some of it depending on the
// current day.
func (e *evaluator) parseISO(s string) Value {
	r := newTimeReader(strings.TrimFunc(s, isBlank))
	r.parts[0] = r.digits(4, 4, 9999)
	dashes := r.take("-")
	r.parts[1] = r.digits(2, 2, 12)
	if dashes {
		r.expect("-")
	}
	r.parts[2] = r.digits(2, 2, 31)
	if r.take("T") || r.take(" ") {
		r.parts[3] = r.digits(2, 2, 23)
		colons := r.take(":")
		r.parts[4] = r.digits(2, 2, 59)
		if colons && r.take(":") || !colons && r.rest != "" && asciiDigit(r.rest[0]) {
			r.parts[5] = r.digits(2, 2, 59)
			if r.take(".") || r.take(",") {
				r.parts[6] = r.fraction()
			}
		}
		if r.take(" "); r.rest != "" {
			r.offset(true)
		}
	}
	if r.broken || r.rest != "" {
		fail("the string " + e.forMessage(quoted(s)) + " is not an ISO 8601 date such as 2020-01-31T12:00:00Z")
	}
	return makeDate(r.parts, r.zone)
}
