package pulumi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// cliVersion is the version of the command line that requiredVersion is compared with (1).
const cliVersion = "3.255.0"

// versionMismatch says why the command line does not satisfy a range of versions; nil when it
// does.
func versionMismatch(at source.Span, text string) *diag.Problem {
	current, _ := parseVersion(cliVersion)
	satisfied := false
	why := ""
	for i, all := range strings.Split(text, "||") {
		comparisons, mistake := parseComparisons(all)
		switch {
		case mistake != "":
			why = mistake
		case len(comparisons) == 0 && i == 0:
			why = "First element in range is '||'"
			if all == text {
				why = "empty range"
			}
		case len(comparisons) == 0:
			why = "Last element in range is '||'"
		}
		if why != "" {
			break
		}
		satisfied = satisfied || !slices.ContainsFunc(comparisons, func(c comparison) bool { return !c.holds(current) })
	}
	if why == "" && satisfied {
		return nil
	}
	p := diag.Errorf(at, "required-version", "Pulumi CLI version %s does not satisfy the version range %q", cliVersion, text)
	if why != "" {
		p = diag.Errorf(at, "required-version", "this is no range of versions like \">=3.0.0 <4.0.0\"").
			WithReference("parsing CLI version range %q: %s", text, why)
	}
	return &p
}

// A version is a semantic version: three numbers and what makes it a pre-release.
type version struct {
	numbers [3]int
	before  []string
}

func (v version) compare(w version) int {
	if c := slices.Compare(v.numbers[:], w.numbers[:]); c != 0 {
		return c
	}
	switch {
	case len(v.before) == 0 || len(w.before) == 0:
		return cmp.Compare(len(w.before), len(v.before)) // a release is later than what comes before it
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

// parseVersion reads a version, or says in the original's words what keeps it from being one.
func parseVersion(text string) (v version, why string) {
	core, _, _ := strings.Cut(text, "+")
	core, before, isBefore := strings.Cut(core, "-")
	if isBefore {
		v.before = strings.Split(before, ".")
	}
	if strings.Count(text, ".") < 2 {
		return v, "No Major.Minor.Patch elements found"
	}
	if why = versionMistake(core); why != "" {
		return v, why
	}
	for i, part := range strings.SplitN(core, ".", 3) {
		v.numbers[i], _ = strconv.Atoi(part)
	}
	return v, ""
}

// A comparison is a part of a range, such as >=3.0.0.
type comparison struct {
	operator string
	with     version
}

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

// parseComparisons reads what must hold together: comparisons with blanks between them. A
// blank after an operator counts for nothing.
func parseComparisons(text string) (all []comparison, why string) {
	operator := ""
	for _, word := range strings.Fields(text) {
		digits := strings.IndexAny(word, "0123456789")
		if digits < 0 && strings.Trim(word, "<>=!") == "" {
			operator += word
			continue
		}
		if digits < 0 {
			return nil, "Could not get version from string: " + strconv.Quote(operator+word)
		}
		operator += word[:digits]
		more, why := parseComparison(operator, word[digits:])
		if why != "" {
			return nil, why
		}
		all, operator = append(all, more...), ""
	}
	if operator != "" {
		return nil, "Could not get version from string: " + strconv.Quote(operator)
	}
	return all, ""
}

// parseComparison reads one comparison. With a wildcard it is one with the ends of a range.
func parseComparison(operator, text string) ([]comparison, string) {
	whole := strconv.Quote(operator + text)
	if !slices.Contains([]string{"", "=", "==", "!", "!=", ">", ">=", "<", "<="}, operator) {
		return nil, "Could not parse comparator " + strconv.Quote(operator) + " in " + whole
	}
	first, isWild := strings.CutSuffix(text, ".x")
	first = strings.TrimSuffix(first, ".x")
	wild := strings.Count(first, ".") // the number that the end of the range has one more of
	if isWild {
		text = first + strings.Repeat(".0", max(0, 2-wild))
	}
	v, why := parseVersion(text)
	if why != "" {
		return nil, "Could not parse version " + strconv.Quote(text) + " in " + whole + ": " + why
	}
	if !isWild {
		return []comparison{{operator, v}}, ""
	}
	end := v
	end.numbers[wild]++
	switch operator {
	case ">":
		return []comparison{{">=", end}}, ""
	case "<=":
		return []comparison{{"<", end}}, ""
	case ">=", "<":
		return []comparison{{operator, v}}, ""
	case "!", "!=":
		return []comparison{{"<", v}, {">=", end}}, ""
	}
	return []comparison{{">=", v}, {"<", end}}, ""
}
