package yamltree

import (
	"strconv"
	"strings"
)

// yamlV3Text interprets a plain scalar without a tag as yaml.v3 does.
func yamlV3Text(s string) Resolved { return resolveYAMLv3(s, true) }

// yamlV3Tagged interprets a scalar with a tag. In most cases, yaml.v3 only checks that the text has
// the type of the tag, and does not convert it.
func yamlV3Tagged(tag, s string) Resolved {
	r := resolveYAMLv3(s, tag == "!!timestamp")
	if tag == "!!float" && r.Kind == Int {
		// yaml.v3 rejects an integer beyond int64 instead of converting it to a float.
		if _, err := strconv.ParseInt(r.Text, 10, 64); err != nil {
			return Resolved{Kind: String, Text: s, Error: "cannot decode !!int `" + s + "` as a !!float"}
		}
	}
	return fit(r, tag, s)
}

// resolveYAMLv3 implements the function resolve of yaml.v3, in which the first character determines the
// types that are tried. dates enables timestamps.
func resolveYAMLv3(s string, dates bool) Resolved {
	text := Resolved{Kind: String, Text: s}
	if s == "" {
		return resolvedNull
	}
	switch c := s[0]; {
	case strings.IndexByte("yYnNtTfFoO~", c) >= 0:
		if r, ok := constant(s); ok {
			return r
		}
	case c == '.':
		if r, ok := specialFloat(s); ok {
			return r
		}
		// Here, yaml.v3 does not remove underscores before it calls ParseFloat.
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return floatValue(f)
		}
	case isCanonicalInteger(s): // most numbers
		return Resolved{Kind: Int, Text: s}
	case c == '+' || c == '-' || c >= '0' && c <= '9':
		if r, ok := specialFloat(s); ok {
			return r
		}
		if _, ok := parseTimestamp(s); ok && dates {
			return Resolved{Kind: Timestamp, Text: s}
		}
		return yamlV3Number(s)
	}
	return text
}

// isCanonicalInteger reports whether s is a decimal number as strconv.FormatInt writes it, unless it is negative or has
// more than 18 digits.
func isCanonicalInteger(s string) bool {
	if len(s) > 18 || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// yamlV3Number interprets a scalar that starts with a digit or a sign.
func yamlV3Number(s string) Resolved {
	plain := strings.ReplaceAll(s, "_", "")
	if r, ok := parseInt64(plain, 0); ok {
		return r
	}
	if isFloat(plain) {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return floatValue(f)
		}
	}
	// After these prefixes, yaml.v3 also accepts a number with a sign: 0b-1 is -1.
	for prefix, base := range map[string]int{"0b": 2, "0o": 8} {
		if rest, ok := strings.CutPrefix(plain, prefix); ok {
			if r, ok := parseInt64(rest, base); ok {
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

// parseInt64 parses an integer that fits into int64 or uint64. base 0 allows Go's prefixes.
func parseInt64(s string, base int) (Resolved, bool) {
	if i, err := strconv.ParseInt(s, base, 64); err == nil {
		return Resolved{Kind: Int, Text: strconv.FormatInt(i, 10)}, true
	}
	if u, err := strconv.ParseUint(s, base, 64); err == nil {
		return Resolved{Kind: Int, Text: strconv.FormatUint(u, 10)}, true
	}
	return Resolved{}, false
}
