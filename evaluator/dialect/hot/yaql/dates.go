package yaql

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A datetime is a local time and its UTC offset, both in microseconds. The local time is counted
// from January 1 of the year 1. Equality and order depend on the instant only, so dates with
// different offsets can be equal (4).
type datetime struct{ local, offset int64 }

// A timespan is a number of microseconds, which must not be modified.
type timespan struct{ us *big.Int }

const (
	second   = 1_000_000
	minute   = 60 * second
	hour     = 60 * minute
	day      = 24 * hour
	epochDay = 719162 // 1970-01-01
	// endOfYears is the first microsecond of the year 10000, which Python does not have.
	endOfYears = 3652059 * day
)

// daysBefore returns the number of days before the first of a month.
func daysBefore(year, month int) int {
	y := year - 1
	n := y*365 + y/4 - y/100 + y/400
	for m := 1; m < month; m++ {
		n += daysIn(year, m)
	}
	return n
}

// daysIn returns the number of days of a month in the Gregorian calendar, which Python extends to
// all years.
func daysIn(year, month int) int {
	switch {
	case month == 2 && year%4 == 0 && (year%100 != 0 || year%400 == 0):
		return 29
	case month == 2:
		return 28
	case month == 4 || month == 6 || month == 9 || month == 11:
		return 30
	}
	return 31
}

// date returns the year, the month and the day of the local time.
func (t datetime) date() (year, month, dayOfMonth int) {
	n := int(t.local / day)
	// The estimate is never too late, since no year is longer than 366 days.
	year = n/366 + 1
	for daysBefore(year+1, 1) <= n {
		year++
	}
	n -= daysBefore(year, 1)
	month = 1
	for n >= daysIn(year, month) {
		n -= daysIn(year, month)
		month++
	}
	return year, month, n + 1
}

// clock returns the time of day of the local time.
func (t datetime) clock() (h, m, s, us int) {
	n := t.local % day
	return int(n / hour), int(n / minute % 60), int(n / second % 60), int(n % second)
}

// weekday returns the day of the week, 0 for Monday. January 1 of the year 1 is a Monday.
func (t datetime) weekday() int { return int(t.local / day % 7) }

// yearDay returns the day of the year, starting at 1.
func (t datetime) yearDay() int {
	year, _, _ := t.date()
	return int(t.local/day) - daysBefore(year, 1) + 1
}

// utc returns the instant in microseconds, which may lie outside of the years from 1 to 9999.
func (t datetime) utc() *big.Int { return big.NewInt(t.local - t.offset) }

// compare compares instants: the same one in different zones is equal (4).
func (t datetime) compare(u datetime) int { return order(t.local-t.offset, u.local-u.offset) }

// plus adds a span to the local time, or subtracts it. sign is 1 or -1.
func (t datetime) plus(us *big.Int, sign int64) Value {
	n := new(big.Int).Mul(us, big.NewInt(sign))
	n.Add(n, big.NewInt(t.local))
	if n.Sign() < 0 || n.Cmp(big.NewInt(endOfYears)) >= 0 {
		fail("the year of a date must be from 1 to 9999")
	}
	return datetime{n.Int64(), t.offset}
}

// span returns a span of time, or fails if it is too long. The limit is that of Python's
// timedelta.
func span(us *big.Int) Value {
	const days = 1_000_000_000
	if new(big.Int).Abs(us).Cmp(new(big.Int).Mul(big.NewInt(days), big.NewInt(day))) >= 0 {
		fail("a timespan must be shorter than 1,000,000,000 days")
	}
	return timespan{us}
}

// span returns argument i, a span of time, in microseconds.
func (c *call) span(i int) *big.Int { return c.args[i].(timespan).us }

// ratio returns the float nearest to the quotient of two integers. Converting them first would lose digits: a span
// in microseconds may need more than the 53 bits of a float.
func ratio(a, b *big.Int) float64 {
	const enough = 300
	x := new(big.Float).SetPrec(enough).SetInt(a)
	y := new(big.Float).SetPrec(enough).SetInt(b)
	f, _ := x.Quo(x, y).Float64()
	return f
}

// scale multiplies or divides a span by a number, to the nearest microsecond. Multiplication by an
// integer is exact.
func scale(us *big.Int, by Value, divides bool) Value {
	if divides {
		byZero(by)
	} else if is(by, intKind) {
		return span(new(big.Int).Mul(us, bigInt(by)))
	}
	f := toFloat(integer(us)) * toFloat(by)
	if divides {
		f = toFloat(integer(us)) / toFloat(by)
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		fail("a timespan cannot be infinite or NaN")
	}
	i, _ := big.NewFloat(math.RoundToEven(f)).Int(nil)
	return span(i)
}

// parts splits a span as Python stores it: days, which may be negative, and a non-negative rest. -1
// hour is -1 day and 23 hours, which is also how str shows it.
func (s timespan) parts() (days *big.Int, seconds, us int) {
	days, rest := new(big.Int).DivMod(s.us, big.NewInt(day), new(big.Int))
	n := rest.Int64()
	return days, int(n / second), int(n % second)
}

// text is Python's str of a span: 1 day, 2:00:00.
func (s timespan) text() string {
	days, seconds, us := s.parts()
	var b strings.Builder
	if days.Sign() != 0 {
		b.WriteString(days.String() + " day")
		if days.CmpAbs(big.NewInt(1)) != 0 {
			b.WriteByte('s')
		}
		b.WriteString(", ")
	}
	b.WriteString(strconv.Itoa(seconds/3600) + ":" + padded(seconds/60%60, 2) + ":" + padded(seconds%60, 2))
	if us != 0 {
		b.WriteString("." + padded(us, 6))
	}
	return b.String()
}

// repr is Python's repr of a span, used inside containers.
func (s timespan) repr() string {
	days, seconds, us := s.parts()
	var parts []string
	if days.Sign() != 0 {
		parts = append(parts, "days="+days.String())
	}
	if seconds != 0 {
		parts = append(parts, "seconds="+strconv.Itoa(seconds))
	}
	if us != 0 {
		parts = append(parts, "microseconds="+strconv.Itoa(us))
	}
	if len(parts) == 0 {
		parts = append(parts, "0")
	}
	return "datetime.timedelta(" + strings.Join(parts, ", ") + ")"
}

// padded writes a number with leading zeros.
func padded(n, width int) string {
	s := strconv.Itoa(n)
	return strings.Repeat("0", max(width-len(s), 0)) + s
}

// zone writes the offset, such as +02:00, with a separator between hours and minutes.
func (t datetime) zone(separator string) string {
	sign, n := "+", t.offset
	if n < 0 {
		sign, n = "-", -n
	}
	s := sign + padded(int(n/hour), 2) + separator + padded(int(n/minute%60), 2)
	if n%minute != 0 {
		s += separator + padded(int(n/second%60), 2)
	}
	return s
}

// text is Python's str of a date: 2020-01-02 00:00:00+00:00.
func (t datetime) text() string {
	year, month, dayOfMonth := t.date()
	h, m, s, us := t.clock()
	text := padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + " " +
		padded(h, 2) + ":" + padded(m, 2) + ":" + padded(s, 2)
	if us != 0 {
		text += "." + padded(us, 6)
	}
	return text + t.zone(":")
}

// repr is Python's repr of a date, used inside containers.
func (t datetime) repr() string {
	year, month, dayOfMonth := t.date()
	h, m, s, us := t.clock()
	parts := []int{year, month, dayOfMonth, h, m, s, us}
	n := len(parts)
	for n > 5 && parts[n-1] == 0 {
		n--
	}
	var b strings.Builder
	b.WriteString("datetime.datetime(")
	for _, p := range parts[:n] {
		b.WriteString(strconv.Itoa(p) + ", ")
	}
	zone := "tzutc()"
	if t.offset != 0 {
		zone = "tzoffset(None, " + strconv.FormatInt(t.offset/second, 10) + ")"
	}
	return b.String() + "tzinfo=" + zone + ")"
}

// makeDate makes a date from its parts, or fails. parts are the year, month, day, hour, minute,
// second and microsecond.
func makeDate(parts [7]int, offset *big.Int) datetime {
	year, month, dayOfMonth := parts[0], parts[1], parts[2]
	h, m, s, us := parts[3], parts[4], parts[5], parts[6]
	switch {
	case year < 1 || year > 9999:
		fail("a year is a number from 1 to 9999; this is " + strconv.Itoa(year))
	case month < 1 || month > 12:
		fail("a month is a number from 1 to 12; this is " + strconv.Itoa(month))
	case dayOfMonth < 1 || dayOfMonth > daysIn(year, month):
		fail("this month has days from 1 to " + strconv.Itoa(daysIn(year, month)) +
			"; there is no " + strconv.Itoa(dayOfMonth))
	case h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 59 || us < 0 || us >= second:
		fail("a time of day is at most 23:59:59.999999")
	case offset.CmpAbs(big.NewInt(day)) >= 0:
		fail("the offset of a date is less than a day")
	}
	days := int64(daysBefore(year, month) + dayOfMonth - 1)
	return datetime{days*day + int64(h)*hour + int64(m)*minute + int64(s)*second + int64(us), offset.Int64()}
}

// fromTimestamp makes a date from the seconds since 1970.
func fromTimestamp(v Value, offset *big.Int) Value {
	f := toFloat(v)
	// Beyond this, the date is outside the years 1 to 9999, and the product below could overflow.
	if math.IsNaN(f) || math.Abs(f) > 1e12 {
		fail("the year of a date must be from 1 to 9999")
	}
	// The fraction is rounded separately, because the whole number of microseconds would not fit
	// into a float.
	whole, rest := math.Modf(f)
	us := big.NewInt(int64(whole)*second + int64(math.RoundToEven(rest*second)))
	if offset.CmpAbs(big.NewInt(day)) >= 0 {
		fail("the offset of a date is less than a day")
	}
	start := datetime{epochDay * day, offset.Int64()}
	return start.plus(us.Add(us, offset), 1)
}

// timeProperty returns a property of a date or a span. It returns false if the value is neither, or
// has no such property. The properties of a span measure the whole span, in floats except for the
// microseconds (6.9).
func timeProperty(v Value, name string) (Value, bool) {
	switch v := v.(type) {
	case datetime:
		return v.property(name)
	case timespan:
		unit := int64(0)
		switch name {
		case "microseconds":
			return integer(v.us), true
		case "milliseconds":
			unit = second / 1000
		case "seconds":
			unit = second
		case "minutes":
			unit = minute
		case "hours":
			unit = hour
		case "days":
			unit = day
		default:
			return nil, false
		}
		return ratio(v.us, big.NewInt(unit)), true
	}
	return nil, false
}

// isTimeProperty reports whether dates or spans have a property of that name.
func isTimeProperty(name string) bool {
	_, ofDate := datetime{}.property(name)
	_, ofSpan := timeProperty(timespan{new(big.Int)}, name)
	return ofDate || ofSpan
}

// property returns a property of a date. These are the attributes of Python's datetime that YAQL
// exposes, under YAQL's names.
func (t datetime) property(name string) (Value, bool) {
	year, month, dayOfMonth := t.date()
	h, m, s, us := t.clock()
	n := 0
	switch name {
	case "year":
		n = year
	case "month":
		n = month
	case "day":
		n = dayOfMonth
	case "hour":
		n = h
	case "minute":
		n = m
	case "second":
		n = s
	case "microsecond":
		n = us
	case "weekday":
		n = t.weekday()
	case "date":
		return datetime{t.local - t.local%day, t.offset}, true
	case "time":
		return timespan{big.NewInt(t.local % day)}, true
	case "utc":
		return t.plus(big.NewInt(t.offset), -1), true
	case "offset":
		return timespan{big.NewInt(t.offset)}, true
	case "timestamp":
		// The original moves the local time to that of UTC but keeps the offset, which therefore
		// counts twice here.
		return ratio(new(big.Int).Sub(t.utc(), big.NewInt(t.offset+epochDay*day)), big.NewInt(second)), true
	default:
		return nil, false
	}
	return int64(n), true
}
