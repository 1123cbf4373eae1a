package constraint

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/address"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/value"
)

// The checks of custom constraints. Each returns Heat's message, and whether the string is
// valid.

// CheckIP accepts IPv4 and IPv6 addresses.
func CheckIP(text string) (string, bool) {
	if isIPv4(text) || isIPv6(text) {
		return "", true
	}
	return "Invalid IP address", false
}

// isIPv4 reports whether a string is an IPv4 address: four decimal parts without leading zeros
// (16.2).
func isIPv4(text string) bool {
	_, size, ok := address.Parse(text)
	return ok && size == 32
}

// isIPv6 reports whether a string is an IPv6 address without a zone.
func isIPv6(text string) bool {
	_, size, ok := address.Parse(text)
	return ok && size == 128
}

// IsNumber reports whether a string is a decimal number from low to high. A sign is not allowed,
// leading zeros are.
func IsNumber(text string, low, high int) bool {
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return false
	}
	n, _ := strconv.Atoi(text)
	return low <= n && n <= high
}

// isHex reports whether a string consists of hexadecimal digits, from least to most of them.
func isHex(text string, least, most int) bool {
	return len(text) >= least && len(text) <= most && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// checkCIDR accepts an address with a prefix length. Other notations, such as 10/8 or
// 10.0.0.0/255.0.0.0, are understood but refused. The details are those of section 16.2: host bits
// may be set, but a prefix has no leading zeros in IPv4.
func checkCIDR(text string) (string, bool) {
	first, prefix, ok := strings.Cut(text, "/")
	switch plain := strings.TrimLeft(prefix, "0"); {
	case isIPv4(first) && ok && IsNumber(prefix, 0, 32) && (plain == prefix || prefix == "0"),
		isIPv6(first) && ok && IsNumber(prefix, 0, 128):
		return "", true
	case isIPv6(first) && !ok:
		return notRecognized(text, first+"/128"), false
	}
	if network := otherNetwork(strings.ReplaceAll(text, " ", "")); network != "" {
		if strings.Contains(text, " ") {
			return "'" + text + "' is not a valid IP subnet", false
		}
		return notRecognized(text, network), false
	}
	return "Invalid net cidr invalid IPNetwork " + text + " ", false
}

// notRecognized returns Heat's message for a network that it understands and refuses.
func notRecognized(text, network string) string {
	return "'" + text + "' isn't a recognized IP subnet cidr, '" + network + "' is recommended"
}

// otherNetwork returns the network that a string denotes, in its usual form; "" if it denotes
// none. Host bits are cleared. For example, 10.1/16 denotes 10.1.0.0/16.
func otherNetwork(text string) string {
	address, mask, ok := strings.Cut(text, "/")
	ip, good := bits(address)
	if !good {
		return ""
	}
	length := 32
	if ok {
		if length, ok = maskLength(mask); !ok {
			return ""
		}
	}
	ip &= ^uint32(0) << (32 - length)
	out := ""
	for shift := 24; shift >= 0; shift -= 8 {
		out += "." + strconv.Itoa(int(ip>>shift&255))
	}
	return out[1:] + "/" + strconv.Itoa(length)
}

// bits parses an address of one to four numbers; missing numbers are 0.
func bits(text string) (ip uint32, ok bool) {
	parts := strings.Split(text, ".")
	for i, p := range parts {
		if i > 3 || !IsNumber(p, 0, 255) {
			return 0, false
		}
		n, _ := strconv.Atoi(p)
		ip |= uint32(n) << (24 - 8*i)
	}
	return ip, true
}

// maskLength parses a prefix length, or a netmask or host mask.
func maskLength(text string) (int, bool) {
	if plain := strings.TrimPrefix(text, "+"); IsNumber(plain, 0, 32) {
		n, _ := strconv.Atoi(plain)
		return n, true
	}
	mask, ok := bits(text)
	if !ok || !isIPv4(text) {
		return 0, false
	}
	// A mask that ends with a one is a host mask such as 0.0.0.255, the complement of a netmask.
	if mask&1 != 0 && mask != ^uint32(0) {
		mask = ^mask
	}
	length := 0
	for ; mask&(1<<31) != 0; mask <<= 1 {
		length++
	}
	return length, mask == 0
}

// checkIPOrCIDR accepts an address, or a network as checkCIDR does, with another message for
// unreadable ones (16.2).
func checkIPOrCIDR(text string) (string, bool) {
	if _, ok := CheckIP(text); ok {
		return "", true
	}
	if !strings.Contains(text, "/") {
		return "'" + text + "' is not a valid IP address", false
	}
	detail, ok := checkCIDR(text)
	if !ok && !strings.Contains(detail, "recommended") {
		detail = "'" + text + "' is not a valid IP subnet"
	}
	return detail, ok
}

// macForms are the notations that Python's netaddr accepts: the number of groups, their
// digits and the separator.
var macForms = []struct {
	groups, least, most int
	separator           string
}{
	{6, 1, 2, ":"}, {6, 1, 2, "-"}, {3, 1, 4, ":"}, {3, 1, 4, "-"}, {3, 1, 4, "."},
	{2, 5, 6, "-"}, {2, 5, 6, ":"}, {1, 11, 12, " "},
}

// checkMAC accepts a MAC address in any notation that netaddr reads.
func checkMAC(text string) (string, bool) {
	for _, form := range macForms {
		parts := strings.Split(text, form.separator)
		ok := len(parts) == form.groups
		for _, p := range parts {
			ok = ok && isHex(p, form.least, form.most)
		}
		if ok {
			return "", true
		}
	}
	return "Invalid MAC address.", false
}

// checkDNSName accepts a DNS name, with or without a trailing dot. The empty string passes, as Heat
// does not check it (16.2).
func checkDNSName(text string) (string, bool) {
	if text == "" {
		return "", true
	}
	reason := dnsMistake(text)
	if reason == "" {
		return "", true
	}
	return "'" + text + "' not in valid format. Reason: " + reason, false
}

// dnsMistake returns what is wrong with a DNS name, "" if nothing is. Labels must be in lower case.
func dnsMistake(text string) string {
	name := strings.TrimSuffix(text, ".")
	if len(name) > 255 {
		return "'" + name + "' exceeds the 255 character FQDN limit"
	}
	labels := strings.Split(name, ".")
	for _, label := range labels {
		switch {
		case label == "":
			return "Encountered an empty component."
		case label[0] == '-' || label[len(label)-1] == '-':
			return "Name '" + label + "' must not start or end with a hyphen."
		case len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
			return "Name '" + label +
				"' must be 1-63 characters long, each of which can only be alphanumeric or a hyphen."
		}
	}
	// Heat looks at the last label only in a name with a trailing dot (16.2).
	if last := labels[len(labels)-1]; len(labels) > 1 && name != text && strings.Trim(last, "0123456789") == "" {
		return "TLD '" + last + "' must not be all numeric."
	}
	return ""
}

// checkRelativeName accepts a DNS name without a trailing dot. Heat does not fill in its
// message's placeholder.
func checkRelativeName(text string) (string, bool) {
	if strings.HasSuffix(text, ".") {
		return "'%s' is a FQDN. It should be a relative domain name.", false
	}
	return checkDNSName(text)
}

// checkDomain accepts a DNS name with a trailing dot.
func checkDomain(text string) (string, bool) {
	if text == "" {
		return "", true
	}
	if detail, ok := checkDNSName(text); !ok {
		return detail, false
	}
	if !strings.HasSuffix(text, ".") {
		return "'" + text + "' must end with '.'.", false
	}
	return "", true
}

// checkTime accepts an ISO 8601 date, with or without a time and a zone. There is no detail in
// Heat's message (4.3).
func checkTime(text string) (string, bool) {
	date, clock, hasClock := strings.Cut(strings.Replace(text, " ", "T", 1), "T")
	if !isDate(date) {
		return "", false
	}
	if !hasClock {
		return "", true
	}
	if i := strings.IndexAny(clock, "Z+-"); i >= 0 {
		zone := clock[i+1:]
		if clock[i] == 'Z' && zone != "" || clock[i] != 'Z' && !isClock(zone) {
			return "", false
		}
		clock = clock[:i]
	}
	clock, fraction, hasFraction := strings.Cut(strings.Replace(clock, ",", ".", 1), ".")
	return "", isClock(clock) && (!hasFraction || fraction != "" && strings.Trim(fraction, "0123456789") == "")
}

// isDate reports whether a string is a year, a month or a day: 2026, 2026-01, 2026-01-31 or
// 20260131.
func isDate(text string) bool {
	parts := strings.Split(text, "-")
	if len(parts) == 1 && len(text) == 8 {
		parts = []string{text[:4], text[4:6], text[6:]}
	}
	days := []int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}
	if len(parts[0]) != 4 || !IsNumber(parts[0], 1, 9999) || len(parts) > 3 {
		return false
	}
	if len(parts) == 1 {
		return true
	}
	if !IsNumber(parts[1], 1, 12) {
		return false
	}
	month, _ := strconv.Atoi(parts[1])
	year, _ := strconv.Atoi(parts[0])
	last := days[month-1]
	if month == 2 && (year%4 != 0 || year%100 == 0 && year%400 != 0) {
		last = 28
	}
	return len(parts) == 2 || IsNumber(parts[2], 1, last)
}

// isClock reports whether a string is a time of day or an offset: 12, 12:30, 12:30:00, or the same
// without colons.
func isClock(text string) bool {
	parts := strings.Split(text, ":")
	if len(parts) == 1 && (len(text) == 4 || len(text) == 6) {
		parts = []string{text[:2], text[2:4]}
		if len(text) == 6 {
			parts = append(parts, text[4:])
		}
	}
	for i, p := range parts {
		if len(p) > 2 || !IsNumber(p, 0, []int{23, 59, 59}[min(i, 2)]) {
			return false
		}
	}
	return len(parts) <= 3
}

// longPast is a day that is past whenever a template is evaluated.
const longPast = "20260101"

// checkExpiration accepts a time that is not long past. Without a clock, evaluation cannot
// check more.
func checkExpiration(text string) (string, bool) {
	if day := strings.ReplaceAll(strings.TrimSpace(text), "-", ""); len(day) >= 8 && IsNumber(day[:8], 0, 99999999) &&
		day[:8] < longPast {
		return "Expiration " + text + " is invalid: Expiration time is out of date.", false
	}
	if _, ok := checkTime(strings.TrimSpace(text)); !ok && text != "" {
		return "Expiration " + text + " is invalid: Unable to parse date string " + python.Repr(value.Str(text)), false
	}
	return "", true
}

// cronFields are the bounds and names of the fields of a cron expression.
var cronFields = []struct {
	low, high int
	words     string
}{
	{0, 59, ""}, {0, 23, ""}, {1, 31, ""}, {1, 12, "jan feb mar apr may jun jul aug sep oct nov dec"},
	{0, 7, "sun mon tue wed thu fri sat"}, {0, 59, ""},
}

// checkCron accepts a cron expression of five columns, or six with seconds at the end. Heat's words
// after the colon are those of a library and free here (16.2).
func checkCron(text string) (string, bool) {
	if slices.Contains(strings.Fields("@midnight @hourly @daily @weekly @monthly @yearly @annually"),
		strings.ToLower(text)) {
		return "", true
	}
	fields := strings.Fields(text)
	if text == "" {
		return "", true
	}
	if len(fields) != 5 && len(fields) != 6 {
		return "Invalid CRON expression: Exactly 5, 6 or 7 columns has to be specified for iterator expression.", false
	}
	for i, f := range fields {
		for _, part := range strings.Split(strings.ToLower(f), ",") {
			if !isCronPart(part, i) {
				return "Invalid CRON expression: [" + text + "] is not acceptable", false
			}
		}
	}
	return "", true
}

// isCronPart reports whether a string is an item in a list of a column, given by its index: a
// value, a range, a star, each possibly with a step, such as 1-5 or */10.
func isCronPart(text string, field int) bool {
	part, step, stepped := strings.Cut(text, "/")
	if stepped && !IsNumber(step, 1, 1000) {
		return false
	}
	if part == "*" || part == "?" && (field == 2 || field == 4) || part == "l" && (field == 2 || field == 4) {
		return true
	}
	if day, nth, ok := strings.Cut(part, "#"); ok && field == 4 {
		return isCronValue(day, field) && IsNumber(nth, 1, 5)
	}
	low, high, ranged := strings.Cut(part, "-")
	return isCronValue(low, field) && (!ranged || isCronValue(high, field))
}

// isCronValue reports whether a string is a number or a name within the bounds of a column.
func isCronValue(text string, field int) bool {
	bounds := cronFields[field]
	return IsNumber(text, bounds.low, bounds.high) || slices.Contains(strings.Fields(bounds.words), text)
}
