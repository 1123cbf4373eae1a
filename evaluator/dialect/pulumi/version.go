package pulumi

import (
	"strconv"
	"strings"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
)

// checkVersion reports a version option that is not a version number, and completes one that is: the result
// document has 1.2.0 for 1.2. The problem is reported at the type of the resource.
func (b *binder) checkVersion(r *resource) {
	text := r.literalText("version")
	if text == "" {
		return
	}
	if why := versionMistake(text); why != "" {
		at := r.option("version").entry.value.Span
		if r.typeNode != nil {
			at = r.typeNode.Span
		}
		b.report(diag.Errorf(at, "version", "%q, the version of the provider of %s, is not a version number like 1.2.3",
			text, r.name).
			WithReference("unable to parse resource %s provider version: %s", r.name, why))
		return
	}
	o := r.option("version")
	o.literal = value.Str(wholeVersion(text)).At(o.entry.value.Span)
}

// wholeVersion writes a version with all three numbers and without a v: v1.2-beta becomes
// 1.2.0-beta.
func wholeVersion(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	end := len(text)
	if i := strings.IndexAny(text, "+-"); i >= 0 {
		end = i
	}
	return text[:end] + strings.Repeat(".0", max(0, 2-strings.Count(text[:end], "."))) + text[end:]
}

// versionMistake returns the reason why a string is not a semantic version, in the original's words, or "" if it
// is one. Versions with fewer than three numbers are accepted.
func versionMistake(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	if text == "" {
		return "Version string empty"
	}
	core, _, _ := strings.Cut(text, "+")
	core, _, _ = strings.Cut(core, "-")
	names := []string{"Major", "Minor", "Patch"}
	for i, part := range strings.SplitN(core, ".", 3) {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return "Invalid character(s) found in " + lower(names[i]) + " number " + strconv.Quote(part)
		}
		if len(part) > 1 && part[0] == '0' {
			return names[i] + " number must not contain leading zeroes " + strconv.Quote(part)
		}
	}
	return ""
}
