package pullconf

import (
	"strconv"
	"strings"

	"pantograph/evaluator/value"
)

// An ip is an address of version 4 or 6. Package net/netip would do, and would cost more
// bytes than these functions.
type ip struct {
	groups [8]uint16 // of version 6
	bytes  [4]byte   // of version 4
	is4    bool
}

func address(text string) (value.Data, *mistake) {
	a, ok := parseIP(text)
	if !ok {
		return nil, wrong("ip-address", strconv.Quote(text)+" is no IP address", "invalid IP address syntax")
	}
	return value.String(a.String()), nil
}

// sortlistEntry checks an address that a netmask may follow behind a slash.
func sortlistEntry(text string) (value.Data, *mistake) {
	first, mask, masked := strings.Cut(text, "/")
	a, m := address(first)
	if m != nil {
		m.reference = "invalid IP address: " + m.reference
		return nil, m
	}
	if !masked {
		return a, nil
	}
	b, m := address(mask)
	if m != nil {
		m.message = "behind the slash stands a netmask such as 255.255.255.0, and " + strconv.Quote(mask) + " is none"
		m.reference = "invalid IP netmask after delimiter `/`: " + m.reference
		return nil, m
	}
	return a.(value.String) + "/" + b.(value.String), nil
}

func parseIP(text string) (ip, bool) {
	if !strings.Contains(text, ":") {
		b, ok := parse4(text)
		return ip{bytes: b, is4: true}, ok
	}
	return parse6(text)
}

// parse4 reads four numbers without leading zeros.
func parse4(text string) (out [4]byte, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return out, false
	}
	for i, p := range parts {
		n, ok := integerOf(p, 0, len(p))
		if !ok || p == "" || len(p) > 3 || n > 255 || len(p) > 1 && p[0] == '0' {
			return out, false
		}
		out[i] = byte(n)
	}
	return out, true
}

// parse6 reads groups of hexadecimal digits, of which :: replaces a run of zeros and a
// version 4 address the last two.
func parse6(text string) (out ip, ok bool) {
	head, tail, gap := strings.Cut(text, "::")
	if strings.Contains(tail, "::") {
		return out, false
	}
	first, ok1 := groups6(head, !gap)
	last, ok2 := groups6(tail, true)
	n := len(first) + len(last)
	if !ok1 || !ok2 || gap && n > 7 || !gap && n != 8 {
		return out, false
	}
	copy(out.groups[:], first)
	copy(out.groups[8-len(last):], last)
	return out, true
}

// groups6 reads groups between colons. Final says that a version 4 address may end them.
func groups6(text string, final bool) (out []uint16, ok bool) {
	if text == "" {
		return nil, true
	}
	parts := strings.Split(text, ":")
	for i, p := range parts {
		if final && i == len(parts)-1 && strings.Contains(p, ".") {
			b, ok := parse4(p)
			return append(out, uint16(b[0])<<8|uint16(b[1]), uint16(b[2])<<8|uint16(b[3])), ok
		}
		n, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) > 4 {
			return nil, false
		}
		out = append(out, uint16(n))
	}
	return out, true
}

// String writes an address in its shortest form.
func (a ip) String() string {
	if a.is4 {
		return dotted(a.bytes[0], a.bytes[1], a.bytes[2], a.bytes[3])
	}
	g := a.groups
	if g[0]|g[1]|g[2]|g[3]|g[4] == 0 && g[5] == 0xffff {
		return "::ffff:" + dotted(byte(g[6]>>8), byte(g[6]), byte(g[7]>>8), byte(g[7]))
	}
	start, length := longestZeros(g)
	var b strings.Builder
	for i := 0; i < 8; i++ {
		if i == start && length > 1 {
			b.WriteString("::")
			i += length - 1
			continue
		}
		if i > 0 && (length < 2 || i != start+length) {
			b.WriteByte(':')
		}
		b.WriteString(strconv.FormatUint(uint64(g[i]), 16))
	}
	return b.String()
}

func dotted(a, b, c, d byte) string {
	return strconv.Itoa(int(a)) + "." + strconv.Itoa(int(b)) + "." + strconv.Itoa(int(c)) + "." + strconv.Itoa(int(d))
}

// longestZeros finds the first of the longest runs of zeros.
func longestZeros(g [8]uint16) (start, length int) {
	for i := 0; i < 8; {
		j := i
		for j < 8 && g[j] == 0 {
			j++
		}
		if j-i > length {
			start, length = i, j-i
		}
		i = max(j, i+1)
	}
	return start, length
}
