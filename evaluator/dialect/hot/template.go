package hot

import (
	"slices"
	"strconv"
	"strings"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/python"
	"pantograph/evaluator/source"
	"pantograph/evaluator/yamltree"
)

// A template is a loaded file. Stacks are made from it.
type template struct {
	file    *source.File
	root    *python.Node // nil if the file contains no mapping
	version version
	usable  bool
	// problems concern the file, its form and its version; the template's first stack reports
	// them.
	problems []heatError
	yaml     []diag.Problem
}

// maxTemplate is Heat's limit for the size of a template, in bytes (1).
const maxTemplate = 524288

// template loads a file. name is what Heat calls the template if its YAML is invalid. Its problems are
// found once for all its stacks. A version that cannot be read is replaced by the newest, which accepts
// the most.
func (b *binder) template(f *source.File, name string) *template {
	if t := b.templates[f]; t != nil {
		return t
	}
	t := &template{file: f, version: v20210416}
	b.templates[f] = t
	if len(f.Text) > maxTemplate {
		n := strconv.Itoa(len(f.Text))
		t.problems = append(t.problems, heatError{code: "template-size", span: f.Span(0, 0),
			message: "the template has " + n + " bytes; Heat takes at most 524288",
			text: "Request limit exceeded: Template size (" + n +
				" bytes) exceeds maximum allowed size (524288 bytes)."})
	}
	n, problems := b.document(f)
	t.yamlProblems(name, problems)
	switch {
	case n.IsNull():
		if len(t.yaml) == 0 {
			t.problems = append(t.problems, noVersion(f.Span(0, 0)))
		}
	case n.IsBroken():
	case n.Kind != python.Map:
		t.problems = append(t.problems, heatError{code: "template-shape", span: n.Span,
			message: "a template is a mapping", text: "The template is not a JSON object or YAML mapping."})
	default:
		t.root = n
		t.usable = t.readVersion()
	}
	return t
}

// noVersion returns the error of a template without a version.
func noVersion(at source.Span) heatError {
	return heatError{code: "version-missing", span: at,
		message: "a template begins with heat_template_version: and one of " + versionList(),
		text:    "Template format version not found."}
}

// yamlProblems records the reader's problems with the prefix of Heat's message. Problems with our
// own limits have no counterpart in Heat.
func (t *template) yamlProblems(name string, problems []diag.Problem) {
	for _, p := range problems {
		if p.Severity == diag.Error && !strings.HasPrefix(string(p.Code), "budget-") {
			p.Reference = "Error parsing template " + name + " " + p.Text()
		}
		t.yaml = append(t.yaml, p)
	}
}

// document reads a template or an environment. Anything after the first document makes it
// invalid.
func (b *binder) document(f *source.File) (*python.Node, []diag.Problem) {
	n, kept := b.load(f)
	problems := slices.Clone(kept) // a later evaluation may read them as those of inputs.yaml
	for i := range problems {
		if problems[i].Code == "hint-yaml-rest" {
			problems[i].Severity, problems[i].Code = diag.Error, "yaml-documents"
		}
	}
	if more := secondDocument(f); more != nil {
		problems = append(problems, diag.Errorf(more.Span, "yaml-documents",
			"a file may contain only one document; a second one begins here"))
	}
	return n, problems
}

// secondDocument returns the root of a second document. Looking for a separator first avoids
// parsing most files twice. One on the first line begins the first document.
func secondDocument(f *source.File) *yamltree.Node {
	isSeparator := func(line string) bool { return strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") }
	if !slices.ContainsFunc(bind.TopLines(f), isSeparator) ||
		!strings.Contains(f.Text, "\n---") && !strings.Contains(f.Text, "\n...") {
		return nil
	}
	if doc := yamltree.Parse(f, yamltree.Options{AllDocuments: true, NoReferences: true}); len(doc.More) > 0 {
		return doc.More[0]
	}
	return nil
}

// isOtherVersion reports whether an entry names the version of another template language. With any
// value but a string, its key is an unknown section.
func isOtherVersion(p *python.Pair) bool {
	_, isText := p.Value.Text()
	return isText && (p.Key == "AWSTemplateFormatVersion" || p.Key == "HeatTemplateFormatVersion")
}

// readVersion reads the version. An unknown one is replaced by the newest, so that the rest can be
// checked. The result is false if the version key is missing.
func (t *template) readVersion() bool {
	v := t.root.PairOf(versionKey)
	var others []string
	for _, key := range []string{"AWSTemplateFormatVersion", "HeatTemplateFormatVersion"} {
		if pr := t.root.PairOf(key); pr != nil && isOtherVersion(pr) {
			others = append(others, key)
		}
	}
	if v == nil {
		if len(others) > 0 {
			t.problems = append(t.problems, heatError{code: "version-missing", span: t.root.PairOf(others[0]).KeyAt,
				message: "this is a template of another language; Heat's own has " + versionKey,
				text:    t.otherVersion(others)})
			return false
		}
		at := t.root.Span
		if len(t.root.Pairs) > 0 {
			at = t.root.Pairs[0].KeyAt
		}
		t.problems = append(t.problems, noVersion(at))
		return false
	}
	if len(others) > 0 {
		t.problems = append(t.problems, heatError{code: "version-ambiguous", span: t.root.PairOf(others[0]).KeyAt,
			message: "the template names its version twice; keep " + versionKey,
			text: "The template version is invalid: Ambiguous versions (" +
				strings.Join(append([]string{versionKey}, others...), ", ") + ")"})
	}
	name, ok := v.Value.Text()
	if !ok {
		if !v.Value.IsBroken() {
			t.problems = append(t.problems, heatError{code: "version-unknown", span: v.Value.Span,
				message: "the version is one of " + versionList(),
				text:    "The template version is invalid: Template version was not provided"})
		}
		return true
	}
	if t.version, ok = versionOf(name); ok {
		return true
	}
	t.version = v20210416
	m := heatError{code: "version-unknown", span: v.Value.Span, message: "there is no version " + quoted(name) +
		"; the versions are " + versionList(),
		text: `The template version is invalid: "heat_template_version: ` + name +
			`". "heat_template_version" should be one of: ` + versionList()}
	if near := nearestVersion(name); near != "" {
		m.fix = func(p diag.Problem) diag.Problem { return p.WithFix("Change to "+near, v.Value.Span, near) }
	}
	t.problems = append(t.problems, m)
	return true
}

// otherVersion returns Heat's message about the version of another language, or "" if Heat would read
// the template. Heat also reads templates in CloudFormation's language, which have one of the two
// keys, each with a single accepted version.
func (t *template) otherVersion(keys []string) string {
	if len(keys) > 1 {
		return "The template version is invalid: Ambiguous versions (" + strings.Join(keys, ", ") + ")"
	}
	known := map[string]string{"AWSTemplateFormatVersion": "2010-09-09",
		"HeatTemplateFormatVersion": "2012-12-12"}[keys[0]]
	name, _ := t.root.Get(keys[0]).Text()
	if name == known {
		return ""
	}
	return `The template version is invalid: "` + keys[0] + ": " + name + `". "` + keys[0] + `" should be: ` + known
}

// nearestVersion suggests a version for an unknown one: an alias with similar spelling, or
// the last version up to a date.
func nearestVersion(name string) string {
	if near := diag.Nearest(name, versionNames()); near != "" && !python.IsDigit(name[0]) {
		return near
	}
	near := ""
	for _, v := range versions {
		if len(name) == 10 && python.IsDigit(name[0]) && v.date <= name {
			near = v.date
		}
	}
	return near
}
