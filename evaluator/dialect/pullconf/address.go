package pullconf

import (
	"strconv"
	"strings"

	"pantograph/evaluator/address"
	"pantograph/evaluator/value"
)

// ipAddress parses an IP address and returns it in its shortest form. The shortest form makes
// addresses comparable: an IPv6 address can be written in many ways.
func ipAddress(text string) (value.Data, *checkError) {
	a, size, ok := address.Parse(text)
	if !ok {
		return nil, wrong("ip-address", strconv.Quote(text)+" is not an IP address", "invalid IP address syntax")
	}
	return value.String(address.Text(a, size)), nil
}

// sortlistEntry checks an address with an optional netmask after a slash.
func sortlistEntry(text string) (value.Data, *checkError) {
	first, mask, masked := strings.Cut(text, "/")
	a, m := ipAddress(first)
	if m != nil {
		m.reference = "invalid IP address: " + m.reference
		return nil, m
	}
	if !masked {
		return a, nil
	}
	b, m := ipAddress(mask)
	if m != nil {
		m.message = "after the slash comes a netmask such as 255.255.255.0; " + strconv.Quote(mask) + " is not one"
		m.reference = "invalid IP netmask after delimiter `/`: " + m.reference
		return nil, m
	}
	return a.(value.String) + "/" + b.(value.String), nil
}
