package constraint

import (
	"strconv"
	"strings"
	"unicode"

	"pantograph/evaluator/address"
	"pantograph/evaluator/dialect/hot/python"
)

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
// 10.0.0.0/255.0.0.0, are understood but refused. Section 16.2 has the details: host bits
// may be set, but a prefix has no leading zeros in IPv4.
func checkCIDR(text string) (string, bool) {
	first, prefix, ok := strings.Cut(text, "/")
	if strings.Count(text, "/") > 1 && otherNetwork(first) != "" {
		return "Invalid net cidr IPAddress() does not support netmasks or subnet prefixes! " +
			"See documentation for details. ", false
	}
	isUsual := isIPv4(first) && IsNumber(prefix, 0, 32) && (prefix[0] != '0' || prefix == "0")
	network := otherNetwork(text)
	switch {
	case isUsual:
		return "", true
	case network != "" && strings.ContainsFunc(text, unicode.IsSpace):
		return "'" + text + "' is not a valid IP subnet", false
	case isIPv6(first) && ok && network != "":
		return "", true
	case network != "":
		return notRecognized(text, network), false
	}
	if octet, _, dotted := strings.Cut(text, "."); dotted && !ok && IsNumber(octet, 256, 999_999_999) &&
		strings.Count(text, ".") < 4 {
		return "Invalid net cidr Invalid octet: " + strings.TrimLeft(octet, "0") + "! ", false
	}
	return "Invalid net cidr invalid IPNetwork " + text + " ", false
}

// notRecognized returns Heat's message for a network that it understands and refuses.
func notRecognized(text, network string) string {
	return "'" + text + "' isn't a recognized IP subnet cidr, '" + network + "' is recommended"
}

// otherNetwork returns the network that a string denotes, in its usual form; "" if it is not a
// network. Host bits are cleared. For example, 10.1/16 denotes 10.1.0.0/16.
func otherNetwork(text string) string {
	first, mask, ok := strings.Cut(text, "/")
	if a, size, isAddress := address.Parse(first); isAddress && size == 128 {
		length := size
		if ok {
			if length, ok = maskLength(mask, size); !ok {
				return ""
			}
		}
		a = a.Clear(address.LowBits(size - length))
		usual := address.Text(a, size)
		// Python's netaddr writes the end of an IPv4-compatible address as an IPv4 address.
		if a.Hi == 0 && a.Lo > 0xffff && a.Lo>>32 == 0 {
			usual = "::" + address.Text(a, 32)
		}
		return usual + "/" + strconv.Itoa(length)
	}
	ip, good := bits(first)
	if !good {
		return ""
	}
	length := 32
	if ok {
		if length, ok = maskLength(mask, length); !ok {
			return ""
		}
	}
	ip &= ^uint32(0) << (32 - length)
	return address.Text(address.Address{Lo: uint64(ip)}, 32) + "/" + strconv.Itoa(length)
}

// bits parses an address of one to four numbers; missing numbers are 0. As for
// Python's int, there may be blanks around the numbers and underscores between the digits.
func bits(text string) (ip uint32, ok bool) {
	parts := strings.Split(text, ".")
	for i, p := range parts {
		n, isNumber := integer(p)
		if i > 3 || !isNumber || n < 0 || n > 255 {
			return 0, false
		}
		ip |= uint32(n) << (24 - 8*i)
	}
	return ip, true
}

// integer parses a number as Python's int does.
func integer(text string) (int, bool) {
	n, ok := python.ParseInt(text)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(string(n))
	return i, err == nil
}

// maskLength parses a prefix length, or a netmask or host mask, of addresses with size bits.
func maskLength(text string, size int) (int, bool) {
	if n, ok := integer(text); ok {
		return n, 0 <= n && n <= size
	}
	mask, itsSize, ok := address.Parse(text)
	if !ok || itsSize != size {
		return 0, false
	}
	all := address.LowBits(size)
	for length := range size + 1 {
		host := address.LowBits(size - length)
		if net := all.Clear(host); mask == net || mask == host && length > 0 {
			return length, true
		}
	}
	return 0, false
}

// checkIPOrCIDR accepts an address, or a network as checkCIDR does, with another message for
// unreadable ones (16.2).
func checkIPOrCIDR(text string) (string, bool) {
	if _, ok := CheckIP(text); ok {
		return "", true
	}
	if !strings.Contains(text, "/") {
		if ip, ok := bits(text); ok && strings.Count(text, ".") == 3 && !strings.ContainsFunc(text, unicode.IsSpace) {
			usual := address.Text(address.Address{Lo: uint64(ip)}, 32)
			return "'" + text + "' is not an accepted IP address, '" + usual + "' is recommended", false
		}
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
	text = strings.TrimSuffix(text, "\n") // Python's $ matches before it
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
