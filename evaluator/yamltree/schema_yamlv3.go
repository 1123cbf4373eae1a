package yamltree

import (
	"strconv"
	"strings"
)

// yamlV3Text reads a plain scalar as yaml.v3 does without a tag.
func yamlV3Text(s string) Resolved { return yamlV3(s, true) }

// yamlV3Tagged reads a scalar with an explicit tag. In yaml.v3, a tag mostly checks the type that
// the text has anyway, and does not convert it.
func yamlV3Tagged(tag, s string) Resolved {
	r := yamlV3(s, tag == "!!timestamp")
	if tag == "!!float" && r.Kind == Int {
		// yaml.v3 rejects an integer beyond int64 instead of converting it to a float.
		if _, err := strconv.ParseInt(r.Text, 10, 64); err != nil {
			return Resolved{Kind: String, Text: s, Complaint: "cannot decode !!int `" + s + "` as a !!float"}
		}
	}
	return fit(r, tag, s)
}

// yamlV3 follows the function resolve of yaml.v3. The first character decides what is tried.
func yamlV3(s string, dates bool) Resolved {
	text := Resolved{Kind: String, Text: s}
	if s == "" {
		return resolvedNull
	}
	switch c := s[0]; {
	case strings.IndexByte("yYnNtTfFoO~", c) >= 0:
		if r, ok := constants(s); ok {
			return r
		}
	case c == '.':
		if r, ok := special(s); ok {
			return r
		}
		// yaml.v3 uses Go's own syntax here: it does not remove underscores, and hexadecimal
		// numbers do not begin with a dot.
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return shortest(f)
		}
	case c == '+' || c == '-' || c >= '0' && c <= '9':
		if r, ok := special(s); ok {
			return r
		}
		if _, ok := parseTimestamp(s); ok && dates {
			return Resolved{Kind: Timestamp, Text: s}
		}
		return yamlV3Number(s)
	}
	return text
}

// yamlV3Number reads a scalar that begins with a digit or a sign.
func yamlV3Number(s string) Resolved {
	plain := strings.ReplaceAll(s, "_", "")
	if r, ok := wordInt(plain, 0); ok {
		return r
	}
	if isFloat(plain) {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return shortest(f)
		}
	}
	// yaml.v3 tries these prefixes again with what follows them, so a sign may be there: 0b-1 is
	// -1.
	for prefix, base := range map[string]int{"0b": 2, "0o": 8} {
		if rest, ok := strings.CutPrefix(plain, prefix); ok {
			if r, ok := wordInt(rest, base); ok {
				return r
			}
		}
		if rest, ok := strings.CutPrefix(plain, "-"+prefix); ok {
			if i, err := strconv.ParseInt("-"+rest, base, 64); err == nil {
				return Resolved{Kind: Int, Text: strconv.FormatInt(i, 10)}
			}
		}
	}
	return Resolved{Kind: String, Text: s}
}

// wordInt reads an integer that fits int64 or uint64; base 0 allows Go's prefixes.
func wordInt(s string, base int) (Resolved, bool) {
	if i, err := strconv.ParseInt(s, base, 64); err == nil {
		return Resolved{Kind: Int, Text: strconv.FormatInt(i, 10)}, true
	}
	if u, err := strconv.ParseUint(s, base, 64); err == nil {
		return Resolved{Kind: Int, Text: strconv.FormatUint(u, 10)}, true
	}
	return Resolved{}, false
}
