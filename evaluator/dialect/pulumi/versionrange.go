package pulumi

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// cliVersion is the version of the CLI that requiredVersion is compared with (1).
const cliVersion = "3.255.0"

// versionMismatch returns the problem of a version range that the CLI does not satisfy, or nil if it does. Any
// version satisfies the empty range. The library blang/semver defines the syntax (1).
func versionMismatch(at source.Span, text string) *diag.Problem {
	satisfied, why := satisfies(text)
	if why == "" && satisfied {
		return nil
	}
	p := diag.Errorf(at, "required-version", "Pulumi CLI version %s does not satisfy the version range %q",
		cliVersion, text)
	if why != "" {
		p = diag.Errorf(at, "required-version", "this is not a range of versions like \">=3.0.0 <4.0.0\"").
			WithReference("parsing CLI version range %q: %s", text, why)
	}
	return &p
}

// satisfies reports whether the CLI's version is in a range, or returns the original's error message. One alternative
// suffices, but a syntax error in any of them makes the range invalid.
func satisfies(text string) (satisfied bool, why string) {
	current, _ := parseVersion(cliVersion)
	all, why := rangeParts(text)
	expanded := make([][]operand, len(all))
	// Wildcards are expanded everywhere before any version is parsed.
	for i, parts := range all {
		for _, part := range parts {
			more, why := operands(part)
			if why != "" {
				return false, why
			}
			expanded[i] = append(expanded[i], more...)
		}
	}
	for _, together := range expanded {
		holds := true
		for _, o := range together {
			c, why := o.parse()
			if why != "" {
				return false, why
			}
			holds = holds && c.holds(current)
		}
		satisfied = satisfied || holds
	}
	return satisfied || text == "", why
}

// A version is a semantic version: three numbers and its pre-release identifiers.
type version struct {
	numbers [3]int
	before  []string
}

// compare orders versions as semver does: numbers among the pre-release identifiers sort before
// words, by their value.
func (v version) compare(w version) int {
	if c := slices.Compare(v.numbers[:], w.numbers[:]); c != 0 {
		return c
	}
	switch {
	case len(v.before) == 0 || len(w.before) == 0:
		return cmp.Compare(len(w.before), len(v.before)) // a release is later than its pre-releases
	}
	return slices.CompareFunc(v.before, w.before, func(a, b string) int {
		m, errA := strconv.Atoi(a)
		n, errB := strconv.Atoi(b)
		switch {
		case errA == nil && errB == nil:
			return cmp.Compare(m, n)
		case errA == nil:
			return -1
		case errB == nil:
			return 1
		}
		return cmp.Compare(a, b)
	})
}

// parseVersion parses a version, or returns the original's error message.
func parseVersion(text string) (v version, why string) {
	// The third part still includes the pre-release and the build: 0-rc.1+5.
	parts := strings.SplitN(text, ".", 3)
	if len(parts) != 3 {
		return v, "No Major.Minor.Patch elements found"
	}
	patch, build, isBuilt := strings.Cut(parts[2], "+")
	patch, before, isBefore := strings.Cut(patch, "-")
	parts[2] = patch
	for i, part := range parts {
		if v.numbers[i], why = versionNumber(part, []string{"Major", "Minor", "Patch"}[i]); why != "" {
			return v, why
		}
	}
	if isBefore {
		v.before = strings.Split(before, ".")
	}
	for _, part := range v.before {
		switch {
		case part == "":
			return v, "Prerelease is empty"
		case strings.Trim(part, "0123456789") == "" && len(part) > 1 && part[0] == '0':
			return v, "Numeric PreRelease version must not contain leading zeroes " + strconv.Quote(part)
		case !isIdentifier(part):
			return v, "Invalid character(s) found in prerelease " + strconv.Quote(part)
		case strings.Trim(part, "0123456789") == "":
			if _, err := strconv.ParseUint(part, 10, 64); err != nil {
				return v, err.Error()
			}
		}
	}
	if isBuilt {
		for _, part := range strings.Split(build, ".") {
			switch {
			case part == "":
				return v, "Build meta data is empty"
			case !isIdentifier(part):
				return v, "Invalid character(s) found in build meta data " + strconv.Quote(part)
			}
		}
	}
	return v, ""
}

// versionNumber parses one of the three numbers of a version, or returns the original's error message. name is
// Major, Minor or Patch.
func versionNumber(text, name string) (n int, why string) {
	switch {
	case strings.Trim(text, "0123456789") != "":
		return 0, "Invalid character(s) found in " + lower(name) + " number " + strconv.Quote(text)
	case len(text) > 1 && text[0] == '0':
		return 0, name + " number must not contain leading zeroes " + strconv.Quote(text)
	}
	big, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, err.Error()
	}
	return int(min(big, math.MaxInt64)), ""
}

// isIdentifier reports whether a string consists of letters, digits and hyphens.
func isIdentifier(s string) bool {
	return strings.Trim(lower(s), "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// A comparison is a part of a range, such as >=3.0.0.
type comparison struct {
	operator string
	with     version
}

// holds reports whether a version satisfies the comparison. No operator means equality.
func (c comparison) holds(v version) bool {
	switch order := v.compare(c.with); c.operator {
	case "", "=", "==":
		return order == 0
	case "!", "!=":
		return order != 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	case "<":
		return order < 0
	}
	return v.compare(c.with) <= 0
}

// rangeParts splits a range into alternatives, each a list of comparisons that must all hold.
// Comparisons are separated by blanks; a blank after an operator is ignored, and so is a part
// of one character.
func rangeParts(text string) (all [][]string, why string) {
	if text == "" {
		return nil, ""
	}
	var words []string
	start, last := 0, byte(0)
	add := func(end int) {
		if end-start > 1 {
			words = append(words, strings.ReplaceAll(text[start:end], " ", ""))
		}
	}
	for i := range len(text) {
		switch c := text[i]; {
		// last is the character before a run of blanks. After <, > or =, the comparison goes on.
		case c != ' ':
			last = c
		case strings.IndexByte("<>=", last) < 0 || last == 0:
			add(i)
			start = i + 1
		}
	}
	add(len(text))
	var together []string
	for i, word := range append(words, "||") {
		switch {
		case word != "||":
			together = append(together, word)
		case i == 0 && len(words) > 0:
			return nil, "First element in range is '||'"
		case len(together) == 0:
			return nil, "Last element in range is '||'"
		default:
			all, together = append(all, together), nil
		}
	}
	return all, ""
}

// An operand is a comparison that has not been parsed yet: an operator and the text of a version.
type operand struct{ operator, text string }

// operands splits a part of a range into its operator and its version. A wildcard expands to the bounds of a range,
// where an unknown operator counts as equality.
func operands(part string) (all []operand, why string) {
	digits := strings.IndexAny(part, "0123456789")
	switch {
	case digits < 0 && strings.Contains(part, "x"):
		return nil, "Could not get version from string: " + strconv.Quote(part)
	case digits < 0:
		return []operand{{part, ""}}, "" // reported when it is parsed
	}
	operator, text := part[:digits], part[digits:]
	if !strings.Contains(part, "x") {
		return []operand{{operator, text}}, ""
	}
	flat := strings.Replace(strings.Replace(text, ".x.x", ".x", 1), ".x", ".0", 1)
	if strings.Count(flat, ".") == 1 {
		flat += ".0"
	}
	first := []operand{{">=", flat}}
	// The bounds of the range depend on the operator: 3.x is >=3.0.0 and <4.0.0, but >3.x is >=4.0.0. !=3.x
	// becomes <3.0.0 and >=4.0.0, which no version satisfies.
	switch operator {
	case ">=", "<":
		return []operand{{operator, flat}}, ""
	case ">":
		first, operator = nil, ">="
	case "<=":
		first, operator = nil, "<"
	case "!", "!=":
		first[0].operator, operator = "<", ">="
	case "", "=", "==":
		operator = "<"
	default:
		return []operand{{"", flat}}, ""
	}
	return append(first, operand{operator, endOfWildcard(text, flat)}), ""
}

// endOfWildcard returns the version at which the range of a wildcard ends: the last number before it is incremented.
// It returns "" if there is no such number, or if the wildcard is not at the end. flat is text with zeros for x.
func endOfWildcard(text, flat string) string {
	numbers, at := strings.Split(flat, "."), min(1, strings.Count(text, ".")-1)
	if !strings.HasSuffix(text, ".x") {
		return ""
	}
	n, err := strconv.Atoi(numbers[at])
	if err != nil {
		return ""
	}
	numbers[at] = strconv.Itoa(n + 1)
	return strings.Join(numbers, ".")
}

// parse parses a comparison, or returns the original's error message.
func (o operand) parse() (c comparison, why string) {
	operator, text := o.operator, o.text
	if text == "" {
		return c, "Could not get version from string: " + strconv.Quote(operator)
	}
	whole := strconv.Quote(operator + text)
	v, reason := parseVersion(text)
	switch {
	case !slices.Contains([]string{"", "=", "==", "!", "!=", ">", ">=", "<", "<="}, operator):
		why = "Could not parse comparator " + strconv.Quote(operator) + " in " + whole
	case reason != "":
		why = "Could not parse version " + strconv.Quote(text) + " in " + whole + ": " + reason
	}
	if why != "" {
		return c, "Could not parse Range " + whole + ": " + why
	}
	return comparison{operator, v}, ""
}
