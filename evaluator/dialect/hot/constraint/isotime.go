package constraint

import (
	"strconv"
	"strings"
	"sync"

	"pantograph/evaluator/dialect/hot/pattern"
	"pantograph/evaluator/dialect/hot/python"
)

// isoForm matches the forms of ISO 8601 that Python's iso8601 reads: dates without a day or a
// month, dashes and colons that may be missing, and a minute that may be missing before a second.
// A month without a dash needs a day, since 202001 could be an abbreviated date.
var isoForm = sync.OnceValue(func() *pattern.Pattern {
	const date = `([0-9]{4})(?:-([0-9]{1,2})|(?:-([0-9]{1,2})|([0-9]{2}))(?:-([0-9]{1,2})|([0-9]{2}))`
	const clock = `(?:[ T]([0-9]{2})(?::?([0-9]{2}))?(?::?([0-9]{1,2})(?:[.,][0-9]+)?)?`
	const zone = `(?:Z|([-+])([0-9]{2}):?([0-9]{2})?)?`
	p, err := pattern.Compile(`^` + date + clock + zone + `)?)?$`)
	if err != nil {
		panic(err)
	}
	return p
})

// An isoTime is a time as it is written. zone is its offset from UTC in minutes.
type isoTime struct{ year, month, day, hour, minute, second, zone int }

// isoSteps is far more than a match of isoForm takes, except for a fraction of thousands of digits.
const isoSteps = 100_000

// parseTime parses a time, and returns Python's message if that fails.
func parseTime(text string) (t isoTime, why string) {
	runes := []rune(text)
	m, _, err := isoForm().Find(runes, 0, false, isoSteps)
	if err != nil || m == nil {
		return t, "Unable to parse date string " + python.Quoted(text)
	}
	// number returns the value of the first part that is present.
	number := func(otherwise int, parts ...int) int {
		for _, i := range parts {
			if from, to := m[2*i], m[2*i+1]; from >= 0 {
				n, _ := strconv.Atoi(string(runes[from:to]))
				return n
			}
		}
		return otherwise
	}
	t = isoTime{year: number(0, 1), month: number(1, 2, 3, 4), day: number(1, 5, 6), hour: number(0, 7),
		minute: number(0, 8), second: number(0, 9), zone: 60*number(0, 11) + number(0, 12)}
	if sign := m[2*10]; sign >= 0 && runes[sign] == '-' {
		t.zone = -t.zone
	}
	return t, t.rangeError()
}

// rangeError returns Python's message about a number out of its range, or "" if there is none.
func (t isoTime) rangeError() string {
	const dayMinutes = 24 * 60
	switch {
	case t.zone <= -dayMinutes || t.zone >= dayMinutes:
		days := t.zone / dayMinutes
		if t.zone%dayMinutes < 0 {
			days-- // Python's seconds are never negative
		}
		delta := "days=" + strconv.Itoa(days)
		if seconds := 60 * (t.zone - days*dayMinutes); seconds != 0 {
			delta += ", seconds=" + strconv.Itoa(seconds)
		}
		return "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), " +
			"not datetime.timedelta(" + delta + ")."
	case t.year == 0:
		return "year 0 is out of range"
	case t.month < 1 || t.month > 12:
		return "month must be in 1..12"
	case t.day < 1 || t.day > daysOf(t.year, t.month):
		return "day is out of range for month"
	case t.hour > 23:
		return "hour must be in 0..23"
	case t.minute > 59:
		return "minute must be in 0..59"
	case t.second > 59:
		return "second must be in 0..59"
	}
	return ""
}

// daysOf returns the number of days of a month.
func daysOf(year, month int) int {
	if month == 2 && (year%4 != 0 || year%100 == 0 && year%400 != 0) {
		return 28
	}
	return [...]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
}

// checkTime accepts an ISO 8601 date, with or without a time and a zone. Heat's message has no
// detail (4.3).
func checkTime(text string) (string, bool) {
	_, why := parseTime(text)
	return "", why == ""
}

// longPast is a year before which any expiration has passed, whenever a template is evaluated.
const longPast = 2026

// checkExpiration accepts a time that is not long past. Without a clock, evaluation cannot
// check more.
func checkExpiration(text string) (string, bool) {
	if text == "" {
		return "", true
	}
	t, why := parseTime(strings.TrimSpace(text))
	if why == "" && t.year < longPast {
		why = "Expiration time is out of date."
	}
	return "Expiration " + text + " is invalid: " + why, why == ""
}
