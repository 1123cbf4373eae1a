package stdlib

import (
	"fmt"
	"strings"
	"time"
)

// ParseTimestamp parses an RFC 3339 timestamp. If strict is set, it rejects the deviations that Go's
// package time accepts. why is the error message of go-cty's date functions, or "".
func ParseTimestamp(s string, strict bool) (t time.Time, why string) {
	const begin = "not a valid RFC3339 timestamp"
	t, err := time.Parse(time.RFC3339, s)
	if wrong, ok := err.(*time.ParseError); ok {
		switch {
		case wrong.LayoutElem == "" && wrong.ValueElem == "" && wrong.Message != "":
			return t, begin + wrong.Message
		case wrong.LayoutElem == "T":
			return t, begin + ": missing required time introducer 'T'"
		// go-cty chooses one of these messages by the text that it could not parse, even if the message
		// does not describe the actual error.
		case strict && wrong.LayoutElem == "15" && strings.Contains(wrong.ValueElem, ":"):
			return t, begin + ": hour must be between 0 and 23 inclusive"
		case strict && wrong.LayoutElem == "15" && wrong.ValueElem != "" && len(wrong.ValueElem) != 2:
			return t, begin + ": hour must have exactly two digits"
		case strict && wrong.LayoutElem == "04" && wrong.ValueElem != "" && len(wrong.ValueElem) != 2:
			return t, begin + ": minute must have exactly two digits"
		case wrong.LayoutElem == ":" || wrong.LayoutElem == "-":
			if wrong.ValueElem == "" {
				return t, fmt.Sprintf("%s: end of string where %q is expected", begin, wrong.LayoutElem)
			}
			return t, fmt.Sprintf("%s: found %q where %q is expected", begin, wrong.ValueElem, wrong.LayoutElem)
		case wrong.ValueElem == "":
			return t, begin + ": end of string before " + timePart(wrong.LayoutElem)
		}
		return t, fmt.Sprintf("%s: cannot use %q as %s", begin, wrong.ValueElem, timePart(wrong.LayoutElem))
	}
	switch hour := len("2006-01-02T"); {
	case !strict:
	case s[hour+1] == ':':
		return t, begin + ": hour must have exactly two digits"
	case strings.Contains(s, ","):
		return t, begin + `: cannot use "," as timestamp segment`
	}
	return t, ""
}

// timePart returns the name of a part of a timestamp, given its form in Go's layouts.
func timePart(layout string) string {
	switch layout {
	case "2006":
		return "year"
	case "01":
		return "month"
	case "02":
		return "day of month"
	case "15":
		return "hour"
	case "04":
		return "minute"
	case "05":
		return "second"
	case "Z07:00":
		return "UTC offset"
	}
	return "timestamp segment"
}
