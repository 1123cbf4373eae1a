package yamltree

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A Schema decides how a scalar is read: whether `yes` is a boolean, and `012` ten or twelve.
type Schema uint8

// The schemas.
const (
	// YAMLv3 is what gopkg.in/yaml.v3 does when it decodes into any.
	YAMLv3 Schema = iota
	// Core is the core schema of YAML 1.2.
	Core
	// PyYAML is YAML 1.1 as Python's PyYAML reads it, except that dates remain strings.
	PyYAML
	// CtyYAML is what github.com/zclconf/go-cty-yaml does for scalars without tags; it has separate
	// rules for tags. Block scalars are read like plain ones.
	CtyYAML
)

// ResolvedKind is the kind of a scalar's value.
type ResolvedKind uint8

// The kinds of scalar values.
const (
	Null ResolvedKind = iota
	Bool
	Int
	Float
	Timestamp
	String
)

// A Resolved is the value of a scalar.
type Resolved struct {
	Kind ResolvedKind
	// Text is "" for null; "true" or "false"; a decimal integer of any size; a float in Go's
	// shortest 'g' format, or "+Inf", "-Inf", "NaN"; otherwise the string. CtyYAML, which computes
	// with 512 bits, keeps the digits of floats as written and the minus of "-0", and formats
	// timestamps as RFC 3339.
	Text string
	// Complaint is the original's error message if the text does not fit its tag.
	Complaint string
}

// schemas holds the functions that read a plain scalar without a tag.
var schemas = [...]func(text string) Resolved{YAMLv3: yamlV3Text, Core: coreText, PyYAML: pyYAMLText, CtyYAML: ctyText}

// ResolveText reads a plain scalar without a tag.
func ResolveText(text string, s Schema) Resolved { return schemas[s](text) }

// Resolve reads a scalar, taking its tag and style into account. For any other node, including an
// alias, it returns an empty string.
func (n *Node) Resolve(s Schema) Resolved {
	if n.Kind != Scalar {
		return Resolved{Kind: String}
	}
	// An explicit tag decides before quotes do: `!!int "1"` is a number. The order of the cases
	// matters.
	tag := n.ShortTag()
	switch {
	case tag == "!!str":
		return Resolved{Kind: String, Text: n.Value}
	case s == YAMLv3 && tag != "":
		return yamlV3Tagged(tag, n.Value)
	case s == PyYAML && tag != "":
		return pyYAMLTagged(tag, n.Value)
	case s == Core && tag != "":
		return coreTagged(tag, n.Value)
	case s == PyYAML && n.Tag() == "!":
		return pyYAMLText(n.Value) // PyYAML treats a lone ! as no tag, even before quotes
	case s == Core && n.Tag() == "!":
		return Resolved{Kind: String, Text: n.Value}
	case n.Style == Plain, s == CtyYAML && (n.Style == Literal || n.Style == Folded):
		return schemas[s](n.Value)
	}
	return Resolved{Kind: String, Text: n.Value}
}

var (
	resolvedNull  = Resolved{Kind: Null}
	resolvedTrue  = Resolved{Kind: Bool, Text: "true"}
	resolvedFalse = Resolved{Kind: Bool, Text: "false"}
)

// inCases reports whether s is the word in lower case, capitalised or in upper case.
func inCases(s, word string) bool {
	return s == word || len(s) == len(word) && s[0] == word[0]&^0x20 &&
		(s[1:] == word[1:] || s == strings.ToUpper(word))
}

// constants reads null, true and false as YAML 1.2 and yaml.v3 write them.
func constants(s string) (Resolved, bool) {
	switch {
	case s == "" || s == "~" || inCases(s, "null"):
		return resolvedNull, true
	case inCases(s, "true"):
		return resolvedTrue, true
	case inCases(s, "false"):
		return resolvedFalse, true
	}
	return Resolved{}, false
}

// special reads NaN and the infinities.
func special(s string) (Resolved, bool) {
	body := strings.TrimPrefix(s, "+")
	negative := strings.HasPrefix(s, "-")
	if negative {
		body = s[1:]
	}
	switch {
	case len(body) != 4 || body[0] != '.':
	case body[1:] == "inf" || body[1:] == "Inf" || body[1:] == "INF":
		if negative {
			return Resolved{Kind: Float, Text: "-Inf"}, true
		}
		return Resolved{Kind: Float, Text: "+Inf"}, true
	// NaN has no sign.
	case body == s && (s == ".nan" || s == ".NaN" || s == ".NAN"):
		return Resolved{Kind: Float, Text: "NaN"}, true
	}
	return Resolved{}, false
}

// shortest formats a float the way Go does by default.
func shortest(f float64) Resolved {
	return Resolved{Kind: Float, Text: strconv.FormatFloat(f, 'g', -1, 64)}
}

// prefixOf returns the length of the prefix of s that consists of bytes in set.
func prefixOf(s, set string) int {
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(set, s[i]) < 0 {
			return i
		}
	}
	return len(s)
}

const (
	digits    = "0123456789"
	hexDigits = "0123456789abcdefABCDEF"
)

// unsign splits off a sign.
func unsign(s string) (sign, rest string) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[:1], s[1:]
	}
	return "", s
}

// isAll reports whether s is not empty and consists of bytes in set.
func isAll(s, set string) bool { return s != "" && prefixOf(s, set) == len(s) }

// isFloat matches `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, so it includes integers.
func isFloat(s string) bool {
	_, s = unsign(s)
	n := prefixOf(s, digits)
	whole := n > 0
	s = s[n:]
	if s != "" && s[0] == '.' {
		n = prefixOf(s[1:], digits)
		if !whole && n == 0 {
			return false
		}
		s, whole = s[1+n:], true
	}
	// What remains, if anything, is the exponent.
	if s == "" || !whole {
		return whole
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	_, s = unsign(s[1:])
	return isAll(s, digits)
}

// integer reads any number of digits in a base.
func integer(sign, s string, base int) (Resolved, bool) {
	i, ok := new(big.Int).SetString(s, base)
	if !ok {
		return Resolved{}, false
	}
	if sign == "-" {
		i.Neg(i)
	}
	return Resolved{Kind: Int, Text: i.String()}, true
}

// decimal reads decimal digits. There may be many, so it avoids arithmetic.
func decimal(sign, s string) Resolved {
	s = strings.TrimLeft(s, "0")
	if s == "" {
		return Resolved{Kind: Int, Text: "0"}
	}
	if sign == "-" {
		s = "-" + s
	}
	return Resolved{Kind: Int, Text: s}
}

// parseFloat reads a float. One that is too large becomes an infinity.
func parseFloat(s string) Resolved {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return Resolved{Kind: String, Text: s}
	}
	return shortest(f)
}

// coreText reads a plain scalar by the core schema of YAML 1.2.
func coreText(s string) Resolved {
	if r, ok := constants(s); ok {
		return r
	}
	if r, ok := special(s); ok {
		return r
	}
	sign, rest := unsign(s)
	if isAll(rest, digits) {
		return decimal(sign, rest)
	}
	// In the core schema, only decimal numbers have a sign.
	if sign == "" && strings.HasPrefix(s, "0o") && isAll(s[2:], "01234567") {
		r, _ := integer("", s[2:], 8)
		return r
	}
	if sign == "" && strings.HasPrefix(s, "0x") && isAll(s[2:], hexDigits) {
		r, _ := integer("", s[2:], 16)
		return r
	}
	if isFloat(s) {
		return parseFloat(s)
	}
	return Resolved{Kind: String, Text: s}
}

// coreTagged reads a scalar with a tag by the core schema.
func coreTagged(tag, s string) Resolved {
	r := coreText(s)
	return fit(r, tag, s)
}

// fit converts a resolved scalar to the type of its tag, as far as possible.
func fit(r Resolved, tag, s string) Resolved {
	kinds := map[string]ResolvedKind{"!!null": Null, "!!bool": Bool, "!!int": Int, "!!float": Float,
		"!!timestamp": Timestamp}
	want, known := kinds[tag]
	switch {
	case !known:
		return Resolved{Kind: String, Text: s}
	case r.Kind == want:
		return r
	case want == Float && r.Kind == Int:
		return parseFloat(r.Text)
	}
	return Resolved{Kind: String, Text: s, Complaint: "cannot decode " + r.Kind.tag() + " `" + s + "` as a " + tag}
}

// tag returns yaml.v3's tag for a kind.
func (k ResolvedKind) tag() string {
	return [...]string{"!!null", "!!bool", "!!int", "!!float", "!!timestamp", "!!str"}[k]
}
