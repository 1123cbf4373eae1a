package yamltree

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A Schema determines how scalars are interpreted: whether `yes` is a boolean, and whether `012` is
// ten or twelve.
type Schema uint8

// The schemas.
const (
	// YAMLv3 interprets scalars as gopkg.in/yaml.v3 does when it decodes into any.
	YAMLv3 Schema = iota
	// Core is the core schema of YAML 1.2.
	Core
	// PyYAML is YAML 1.1 as Python's PyYAML implements it, except that dates remain strings.
	PyYAML
	// CtyYAML interprets scalars without tags as github.com/zclconf/go-cty-yaml does, which treats
	// block scalars like plain ones. Its rules for tags are not part of the schema.
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
	// Text is "" for null, "true" or "false" for a boolean, decimal digits for an integer of any size,
	// Go's shortest 'g' format or "+Inf", "-Inf" or "NaN" for a float, and otherwise the string. With
	// CtyYAML, whose original computes with 512 bits, floats keep their digits, "-0" its sign, and
	// timestamps are in the format of RFC 3339.
	Text string
	// Error is the original's error message if the text does not fit the tag, or "".
	Error string
}

// schemas holds the functions that interpret a plain scalar without a tag.
var schemas = [...]func(text string) Resolved{YAMLv3: yamlV3Text, Core: coreText, PyYAML: pyYAMLText, CtyYAML: ctyText}

// ResolveText interprets the text of a plain scalar without a tag.
func ResolveText(text string, s Schema) Resolved { return schemas[s](text) }

// Resolve interprets a scalar with its tag and style. For any other node, including an alias, it
// returns an empty string.
func (n *Node) Resolve(s Schema) Resolved {
	if n.Kind != Scalar {
		return Resolved{Kind: String}
	}
	// The order of the cases matters, because a tag takes precedence over quotes: `!!int "1"` is a
	// number.
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
		return pyYAMLText(n.Value) // PyYAML ignores the tag !, and then the quotes, too
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

// isAnyCase reports whether s is word, which is in lower case, or is word capitalised or in upper
// case.
func isAnyCase(s, word string) bool {
	return s == word || len(s) == len(word) && s[0] == word[0]&^0x20 &&
		(s[1:] == word[1:] || s == strings.ToUpper(word))
}

// constant interprets null, true and false in the spellings of YAML 1.2 and yaml.v3. It returns false
// for any other text.
func constant(s string) (Resolved, bool) {
	switch {
	case s == "" || s == "~" || isAnyCase(s, "null"):
		return resolvedNull, true
	case isAnyCase(s, "true"):
		return resolvedTrue, true
	case isAnyCase(s, "false"):
		return resolvedFalse, true
	}
	return Resolved{}, false
}

// specialFloat interprets NaN and the infinities. It returns false for any other text.
func specialFloat(s string) (Resolved, bool) {
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

// floatValue returns a float in Go's shortest format.
func floatValue(f float64) Resolved {
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

// cutSign splits s after its sign, if it has one.
func cutSign(s string) (sign, rest string) {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[:1], s[1:]
	}
	return "", s
}

// isAll reports whether s is not empty and consists of bytes in set.
func isAll(s, set string) bool { return s != "" && prefixOf(s, set) == len(s) }

// isFloat reports whether s matches `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`. Integers
// do, too.
func isFloat(s string) bool {
	_, s = cutSign(s)
	n := prefixOf(s, digits)
	hasDigits := n > 0
	s = s[n:]
	if s != "" && s[0] == '.' {
		n = prefixOf(s[1:], digits)
		if !hasDigits && n == 0 {
			return false
		}
		s, hasDigits = s[1+n:], true
	}
	// The rest, if any, must be the exponent.
	if s == "" || !hasDigits {
		return hasDigits
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	_, s = cutSign(s[1:])
	return isAll(s, digits)
}

// integer parses an integer of any size. It returns false if s is not a number in the given base.
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

// decimal returns the value of decimal digits. It only removes leading zeros, because arithmetic with
// many digits is slow.
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

// parseFloat parses a float. A float that is too large becomes an infinity.
func parseFloat(s string) Resolved {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil && !math.IsInf(f, 0) {
		return Resolved{Kind: String, Text: s}
	}
	return floatValue(f)
}

// coreText interprets a plain scalar in the core schema of YAML 1.2.
func coreText(s string) Resolved {
	if r, ok := constant(s); ok {
		return r
	}
	if r, ok := specialFloat(s); ok {
		return r
	}
	sign, rest := cutSign(s)
	if isAll(rest, digits) {
		return decimal(sign, rest)
	}
	// In the core schema, only decimal numbers can have a sign.
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

// coreTagged interprets a scalar with a tag in the core schema.
func coreTagged(tag, s string) Resolved {
	r := coreText(s)
	return fit(r, tag, s)
}

// fit converts the resolved value of the scalar s to the type of its tag. If that is not possible, it
// returns the string with yaml.v3's error.
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
	return Resolved{Kind: String, Text: s, Error: "cannot decode " + r.Kind.tag() + " `" + s + "` as a " + tag}
}

// tag returns the tag of a kind in its short form.
func (k ResolvedKind) tag() string {
	return [...]string{"!!null", "!!bool", "!!int", "!!float", "!!timestamp", "!!str"}[k]
}
