package yamltree

import "strings"

// A timestamp is a date, optionally with a time of day and a zone.
type timestamp struct {
	year, month, day, hour, minute, second int
	zone                                   string // "Z" or "+hh:mm"
}

// String formats the timestamp as RFC 3339, without fractions of seconds.
func (t timestamp) String() string {
	return pad(t.year, 4) + "-" + pad(t.month, 2) + "-" + pad(t.day, 2) + "T" +
		pad(t.hour, 2) + ":" + pad(t.minute, 2) + ":" + pad(t.second, 2) + t.zone
}

// pad formats a number with leading zeros.
func pad(n, width int) string {
	s := ""
	for range width {
		s = string(rune('0'+n%10)) + s
		n /= 10
	}
	return s
}

// parseTimestamp parses the four formats of yaml.v3 exactly as Go's package time does: Y-M-D,
// Y-M-D h:m:s with an optional fraction, and Y-M-DTh:m:s with an optional fraction and a zone, where T
// may be in lower case. All fields except the year may have one digit.
func parseTimestamp(s string) (t timestamp, ok bool) {
	if prefixOf(s, digits) != 4 || len(s) < 5 || s[4] != '-' {
		return t, false
	}
	p := &dateParser{rest: s[5:], ok: true}
	t.year = int(s[0]-'0')*1000 + int(s[1]-'0')*100 + int(s[2]-'0')*10 + int(s[3]-'0')
	t.zone = "Z"
	t.month = p.number(12)
	p.separator("-")
	t.day = p.number(31)
	if !p.ok || t.month < 1 || t.day < 1 || t.day > daysIn(t.month, t.year) {
		return t, false
	}
	if p.rest == "" {
		return t, true
	}
	// Only the formats with a T have a zone. The other one has spaces before the time.
	zoned := p.rest[0] == 'T' || p.rest[0] == 't'
	if zoned {
		p.rest = p.rest[1:]
	} else if trimmed := strings.TrimLeft(p.rest, " "); trimmed != p.rest {
		p.rest = trimmed
	} else {
		return t, false
	}
	t.hour = p.number(23)
	p.separator(":")
	t.minute = p.number(59)
	p.separator(":")
	t.second = p.number(59)
	p.fraction()
	if zoned {
		t.zone = p.zone()
	}
	return t, p.ok && p.rest == ""
}

// A dateParser parses a timestamp from left to right.
type dateParser struct {
	rest string
	ok   bool // false after an invalid part
}

// number parses one or two digits, whose value must be at most limit.
func (p *dateParser) number(limit int) int {
	n := min(prefixOf(p.rest, digits), 2)
	value := 0
	for _, c := range []byte(p.rest[:n]) {
		value = value*10 + int(c-'0')
	}
	p.rest = p.rest[n:]
	p.ok = p.ok && n > 0 && value <= limit
	return value
}

// separator skips a required separator.
func (p *dateParser) separator(s string) {
	rest, ok := strings.CutPrefix(p.rest, s)
	p.rest, p.ok = rest, p.ok && ok
}

// fraction skips an optional fraction of a second. Like Go, it accepts a comma instead of the dot.
func (p *dateParser) fraction() {
	if len(p.rest) > 1 && (p.rest[0] == '.' || p.rest[0] == ',') {
		if n := prefixOf(p.rest[1:], digits); n > 0 {
			p.rest = p.rest[1+n:]
		}
	}
}

// zone parses Z or an offset. Like Go, it accepts offsets of up to 24 hours and 60 minutes.
func (p *dateParser) zone() string {
	s := p.rest
	if s == "Z" {
		p.rest = ""
		return s
	}
	if len(s) != 6 || s[0] != '+' && s[0] != '-' || s[3] != ':' || !isAll(s[1:3]+s[4:], digits) || s[1:3] > "24" ||
		s[4:] > "60" {
		p.ok = false
		return ""
	}
	p.rest = ""
	// Go formats a zone with the offset 0 as Z.
	if s[1:] == "00:00" {
		return "Z"
	}
	return s
}

// daysIn returns the number of days in a month.
func daysIn(month, year int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}
