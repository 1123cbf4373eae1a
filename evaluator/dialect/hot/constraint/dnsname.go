package constraint

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// checkDNSName accepts a DNS name, with or without a trailing dot. The empty string passes, as Heat
// does not check it (16.2).
func checkDNSName(text string) (string, bool) {
	if text == "" {
		return "", true
	}
	reason := dnsError(text)
	if reason == "" {
		return "", true
	}
	return "'" + text + "' not in valid format. Reason: " + reason, false
}

// dnsError returns Heat's message about a DNS name, or "" if the name is valid. Labels must be in
// lower case.
func dnsError(text string) string {
	name := strings.TrimSuffix(text, ".")
	if len(name) > 255 {
		return "'" + name + "' exceeds the 255 character FQDN limit"
	}
	labels := strings.Split(name, ".")
	for _, label := range labels {
		inside := strings.TrimSuffix(label, "\n") // Python's $ matches before it
		switch {
		case label == "":
			return "Encountered an empty component."
		case label[0] == '-' || label[len(label)-1] == '-':
			return "Name '" + label + "' must not start or end with a hyphen."
		case len(inside) > 63 || strings.Trim(inside, "abcdefghijklmnopqrstuvwxyz0123456789-") != "":
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

// longestRelative is the length of the longest relative name that leaves room for a domain within
// 255 characters.
const longestRelative = 252

// checkRelativeName accepts a DNS name without a trailing dot.
func checkRelativeName(text string) (string, bool) {
	if strings.HasSuffix(text, ".") {
		return "'" + text + "' is a FQDN. It should be a relative domain name.", false
	}
	if n := utf8.RuneCountInString(text); n > longestRelative {
		return "'" + text + "' contains '" + strconv.Itoa(n) + "' characters. Adding a domain name will cause it to " +
			"exceed the maximum length of a FQDN of '255'.", false
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
