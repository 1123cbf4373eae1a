package constraint

import (
	"slices"
	"strconv"
	"strings"
)

// A cronField is a column of a cron expression: its bounds, and the names of its values from the
// lower bound on.
type cronField struct {
	low, high int
	words     string
}

var cronFields = []cronField{
	{0, 59, ""}, {0, 23, ""}, {1, 31, ""}, {1, 12, "jan feb mar apr may jun jul aug sep oct nov dec"},
	{0, 7, "sun mon tue wed thu fri sat"}, {0, 59, ""},
}

// maxStep is the largest number that IsNumber reads; croniter has no limit.
const maxStep = 999_999_999

// The columns with forms that the others lack.
const (
	dayColumn     = 2
	weekdayColumn = 4
)

// checkCron accepts a cron expression of five columns, or six with seconds at the end, as Python's
// croniter does. The detail may differ from Heat's after the colon (16.2).
func checkCron(text string) (string, bool) {
	if text == "" || slices.Contains(strings.Fields("@midnight @hourly @daily @weekly @monthly @yearly @annually"),
		strings.ToLower(text)) {
		return "", true
	}
	columns := strings.Fields(strings.ToLower(text))
	if len(columns) != 5 && len(columns) != 6 {
		return "Invalid CRON expression: Exactly 5 or 6 columns has to be specified for iterator expression.", false
	}
	for i, column := range columns {
		if !cronFields[i].accepts(column, i) {
			return "Invalid CRON expression: [" + text + "] is not acceptable", false
		}
	}
	return "", true
}

// accepts reports whether a column is valid: a list, or a random value such as r(1-5)/2.
func (f cronField) accepts(text string, column int) bool {
	if f.isRandom(text) {
		return true
	}
	var plain, nth [7]bool // days of the week
	for _, item := range strings.Split(text, ",") {
		if column == dayColumn && item == "l" || item == "*" {
			continue
		}
		if column == weekdayColumn {
			if day, ok := f.nthDay(item); ok {
				nth[day%7] = true
				continue
			}
		}
		low, high, by, ok := f.span(item, column)
		if !ok {
			return false
		}
		for day := low; column == weekdayColumn && day <= high; day += by {
			plain[day%7] = true
		}
	}
	// If there are nth days, such as 1#2, each plain day must be the day of one of them.
	for day := range plain {
		if plain[day] && !nth[day] && nth != [7]bool{} {
			return false
		}
	}
	return true
}

// nthDay returns the day of the week in an item such as 1#2, the second Monday of a month, or l1,
// the last Monday.
func (f cronField) nthDay(item string) (day int, ok bool) {
	if rest, last := strings.CutPrefix(item, "l"); last {
		day, ok = f.value(rest)
		return day, ok && rest[0] <= '9' // after l, a day is a number, not a name
	}
	name, nth, ok := strings.Cut(item, "#")
	nth, _, _ = strings.Cut(nth, "#")
	if !ok || !IsNumber(nth, 1, 5) {
		return 0, false
	}
	return f.value(name)
}

// span returns the bounds and the step of an item such as 5, 1-5 or */10. ok is false if it is
// invalid.
func (f cronField) span(item string, column int) (low, high, by int, ok bool) {
	item, step, stepped := strings.Cut(item, "/")
	by = 1
	if stepped {
		if !IsNumber(step, 1, maxStep) {
			return 0, 0, 0, false
		}
		by, _ = strconv.Atoi(step)
	}
	if item == "*" {
		return f.low, f.high, by, true
	}
	first, last, ranged := strings.Cut(item, "-")
	low, ok = f.value(first)
	high = f.high
	switch {
	case ranged && column == dayColumn && last == "l":
	case ranged:
		var isValue bool
		high, isValue = f.value(last)
		ok = ok && isValue
		// A week that ends on Sunday ends on day 7.
		if column == weekdayColumn && high == 0 {
			high = 7
		}
	case !stepped:
		high = low
	}
	return low, high, by, ok && low <= high
}

// value returns a number or a name within the bounds of a column.
func (f cronField) value(text string) (int, bool) {
	if i := slices.Index(strings.Fields(f.words), text); i >= 0 {
		return f.low + i, true
	}
	n, _ := strconv.Atoi(text)
	return n, IsNumber(text, f.low, f.high)
}

// isRandom reports whether a column is a random value: r, r(1-5), each possibly with a step.
func (f cronField) isRandom(text string) bool {
	rest, ok := strings.CutPrefix(text, "r")
	if !ok {
		return false
	}
	rest, step, stepped := strings.Cut(rest, "/")
	if stepped && !IsNumber(step, 1, maxStep) {
		return false
	}
	bounds, open := strings.CutPrefix(rest, "(")
	bounds, closed := strings.CutSuffix(bounds, ")")
	if low, high, ok := strings.Cut(bounds, "-"); ok && open && closed {
		return IsNumber(low, 0, maxStep) && IsNumber(high, 0, maxStep)
	}
	return rest == ""
}
