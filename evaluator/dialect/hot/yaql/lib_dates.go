package yaql

import (
	"math/big"
	"strings"
)

// dates are the functions on dates and spans of time.
var dates = []entry{
	{"f datetime(year:int, month:int, day:int, hour:int=0, minute:int=0, second:int=0, " +
		"microsecond:int=0, offset:timespan=utc)",
		"A date.",
		func(c *call) Value {
			var parts [7]int
			for i := range parts {
				parts[i] = c.int(i)
			}
			return makeDate(parts, c.span(7))
		}},
	{"f datetime(timestamp:number, offset:timespan=utc)",
		"The date of a Unix timestamp, in seconds.",
		func(c *call) Value { return fromTimestamp(c.args[0], c.span(1)) }},
	{"f datetime(string:text, format:text?=null)",
		"Parses a date in a format, or in ISO 8601.",
		func(c *call) Value {
			if format, ok := c.args[1].(string); ok {
				return c.parseTime(c.text(0), format)
			}
			return c.parseISO(c.text(0))
		}},
	{"f timespan(days:int=0, hours:int=0, minutes:int=0, seconds:integer=0, milliseconds:integer=0, " +
		"microseconds:integer=0)",
		"A timespan.",
		func(c *call) Value {
			total := new(big.Int)
			for i, unit := range []int64{day, hour, minute, second, second / 1000, 1} {
				total.Add(total, new(big.Int).Mul(bigInt(c.args[i]), big.NewInt(unit)))
			}
			return span(total)
		}},
	{"f utctz()", "The offset of UTC: a timespan of zero.", func(c *call) Value { return timespan{new(big.Int)} }},
	{"m replace(dt:datetime, year:int?=null, month:int?=null, day:int?=null, hour:int?=null, " +
		"minute:int?=null, second:int?=null, microsecond:int?=null, offset:timespan?=null)",
		"The date with the given parts replaced.",
		func(c *call) Value {
			t := c.date(0)
			var parts [7]int
			parts[0], parts[1], parts[2] = t.date()
			parts[3], parts[4], parts[5], parts[6] = t.clock()
			for i := range parts {
				if c.args[i+1] != nil {
					parts[i] = c.int(i + 1)
				}
			}
			offset := big.NewInt(t.offset)
			if c.args[8] != nil {
				offset = c.span(8)
			}
			return makeDate(parts, offset)
		}},
	{"m format(dt:datetime, format:text)",
		"The date as a string: format('%Y-%m-%d').",
		func(c *call) Value { return c.made(c.date(0).format(c.text(1))) }},
}

var (
	monthNames = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September",
		"October", "November", "December"}
	dayNames = [...]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
)

// format is Python's strftime in the C locale.
func (t datetime) format(format string) string {
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		if b.Len() > maxRepr {
			break
		}
		b.WriteString(t.directive(format[i]))
	}
	return b.String()
}

// directive returns the text for the directive with the given letter after %.
func (t datetime) directive(letter byte) string {
	year, month, dayOfMonth := t.date()
	h, m, s, us := t.clock()
	switch letter {
	case 'Y':
		return padded(year, 0)
	case 'y':
		return padded(year%100, 2)
	case 'C':
		return padded(year/100, 2)
	case 'm':
		return padded(month, 2)
	case 'd':
		return padded(dayOfMonth, 2)
	case 'e':
		return blankPadded(dayOfMonth)
	case 'H':
		return padded(h, 2)
	case 'k':
		return blankPadded(h)
	case 'I':
		return padded((h+11)%12+1, 2)
	case 'l':
		return blankPadded((h+11)%12 + 1)
	case 'M':
		return padded(m, 2)
	case 'S':
		return padded(s, 2)
	case 'f':
		return padded(us, 6)
	case 'j':
		return padded(t.yearDay(), 3)
	case 'b', 'h':
		return monthNames[month-1][:3]
	case 'B':
		return monthNames[month-1]
	case 'a':
		return dayNames[t.weekday()][:3]
	case 'A':
		return dayNames[t.weekday()]
	}
	return t.otherDirective(letter)
}

// otherDirective formats composite and rarely used directives.
func (t datetime) otherDirective(letter byte) string {
	switch letter {
	case 'p', 'P':
		half := "AM"
		if t.local%day >= 12*hour {
			half = "PM"
		}
		if letter == 'P' {
			return strings.ToLower(half)
		}
		return half
	case 'u':
		return padded(t.weekday()+1, 1)
	case 'w':
		return padded((t.weekday()+1)%7, 1)
	case 'U':
		return padded((t.yearDay()+6-(t.weekday()+1)%7)/7, 2)
	case 'W':
		return padded((t.yearDay()+6-t.weekday())/7, 2)
	case 'G', 'V', 'g':
		year, week := t.isoWeek()
		switch letter {
		case 'G':
			return padded(year, 0)
		case 'g':
			return padded(year%100, 2)
		}
		return padded(week, 2)
	case 'z':
		return t.zone("")
	case 'Z':
		if t.offset == 0 {
			return "UTC"
		}
		return ""
	case 's':
		panic(&failure{cause: onChance, message: "the time zone of the machine"})
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case '%':
		return "%"
	}
	if whole, ok := composite(letter); ok {
		return t.format(whole)
	}
	return "%" + string(rune(letter))
}

// composite returns the format that a letter abbreviates.
func composite(letter byte) (string, bool) {
	switch letter {
	case 'c':
		return "%a %b %e %H:%M:%S %Y", true
	case 'x', 'D':
		return "%m/%d/%y", true
	case 'X', 'T':
		return "%H:%M:%S", true
	case 'F':
		return "%Y-%m-%d", true
	case 'R':
		return "%H:%M", true
	case 'r':
		return "%I:%M:%S %p", true
	}
	return "", false
}

func blankPadded(n int) string {
	if n < 10 {
		return " " + padded(n, 1)
	}
	return padded(n, 2)
}

// isoWeek returns the ISO 8601 week and the year it belongs to.
func (t datetime) isoWeek() (year, week int) {
	thursday := datetime{t.local + int64(3-t.weekday())*day, 0}
	year, _, _ = thursday.date()
	return year, (thursday.yearDay()-1)/7 + 1
}
