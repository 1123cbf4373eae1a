package pulumi

import (
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
	if why := versionError(text); why != "" {
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
	o.literal = value.Str(fullVersion(text)).At(o.entry.value.Span)
}

// fullVersion writes a version with all three numbers and without a v: v1.2 becomes 1.2.0.
func fullVersion(text string) string {
	return threeNumbers(strings.TrimPrefix(strings.TrimSpace(text), "v"))
}

// threeNumbers completes a version that has fewer than three numbers.
func threeNumbers(text string) string {
	return text + strings.Repeat(".0", max(0, 2-strings.Count(text, ".")))
}

// versionError returns the reason why a string is not a semantic version, in the original's words, or "" if it
// is one. A version may have fewer than three numbers if neither a pre-release nor a build follows them.
func versionError(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	parts := strings.SplitN(text, ".", 3)
	if len(parts) < 3 && strings.ContainsAny(parts[len(parts)-1], "+-") {
		return "Short version cannot contain PreRelease/Build meta data"
	}
	_, why := parseVersion(threeNumbers(text))
	return why
}
