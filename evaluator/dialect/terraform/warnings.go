package terraform

import (
	"fmt"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"

	"pantograph/evaluator/dialect/terraform/libyaml"
	"pantograph/evaluator/dialect/terraform/types"
)

// A Reading is the value that one YAML reader sees in a plain scalar.
type Reading struct{ Reader, Value string }

// Readings returns the values that Terraform and three other readers see in a plain scalar,
// and whether they differ. Common cases are listed in testdata/scalars.tsv.
func Readings(text string) (readings [4]Reading, differ bool) {
	ours := ""
	if v, f := resolve("", text, libyaml.Plain); f != nil {
		ours = "an error"
	} else {
		ours = describe(v)
	}
	readings = [4]Reading{
		{"Terraform", ours},
		{"YAML 1.2", describeOther(yamltree.ResolveText(text, yamltree.Core))},
		{"YAML 1.1", describeOther(yamltree.ResolveText(text, yamltree.PyYAML))},
		{"Pulumi", describeOther(yamltree.ResolveText(text, yamltree.YAMLv3))},
	}
	for _, r := range readings[1:] {
		differ = differ || r.Value != ours
	}
	return readings, differ
}

// isTextEverywhere reports whether all readers see a plain scalar as text, as they mostly do. It is
// much cheaper than Readings.
func isTextEverywhere(text string) bool {
	if v, f := resolve("", text, libyaml.Plain); f != nil || v.Data != value.String(text) {
		return false
	}
	for _, schema := range []yamltree.Schema{yamltree.Core, yamltree.PyYAML, yamltree.YAMLv3} {
		if r := yamltree.ResolveText(text, schema); r.Kind != yamltree.String || r.Text != text {
			return false
		}
	}
	return true
}

// others describes the values of the other readers: "YAML 1.2 and Pulumi read …". Readers that
// agree share a clause, and those that agree with Terraform are left out.
func others(readings [4]Reading) string {
	var values []string
	readers := map[string][]string{}
	for _, r := range readings[1:] {
		if r.Value == readings[0].Value {
			continue
		}
		if readers[r.Value] == nil {
			values = append(values, r.Value)
		}
		readers[r.Value] = append(readers[r.Value], r.Reader)
	}
	for i, v := range values {
		verb := " reads "
		if len(readers[v]) > 1 {
			verb = " read "
		}
		values[i] = bind.List(readers[v]) + verb + v
	}
	return bind.List(values)
}

// describe describes the value that Terraform reads.
func describe(v value.Value) string {
	switch d := v.Data.(type) {
	case value.Bool, value.Null:
		return console(v)
	case value.Number:
		return describeNumber(string(d))
	}
	s, _ := v.Text()
	return fmt.Sprintf("the text %q", s)
}

// longestShown is how many digits of a number are shown.
const longestShown = 40

// describeNumber describes a number that any reader reads. Equal numbers have equal descriptions,
// because others compares those.
func describeNumber(s string) string {
	if len(s) > longestShown {
		return fmt.Sprintf("a number of %d characters", len(s))
	}
	if s == "-0" {
		s = "0" // the sign of zero never matters
	}
	return "the number " + s
}

// describeOther describes the value that another reader sees. Its numbers are written as Terraform
// writes them, so that 1.0 and 1 do not differ.
func describeOther(r yamltree.Resolved) string {
	switch r.Kind {
	case yamltree.Null:
		return "null"
	case yamltree.Bool:
		return r.Text
	case yamltree.Int, yamltree.Float:
		if n, verdict := types.ParseNumber(r.Text); verdict == types.Good {
			return describeNumber(string(n))
		}
		return describeNumber(r.Text)
	case yamltree.Timestamp:
		return "the time " + r.Text
	}
	return fmt.Sprintf("the text %q", r.Text)
}

// An ambiguous is a plain scalar that readers may interpret differently.
type ambiguous struct {
	text string
	at   source.Span
	of   *reading // may be nil
}

// maxWarnings limits the warnings for one document.
const maxWarnings = 100

// warnings returns the warnings about plain scalars that other readers interpret differently.
func (d *decoded) warnings() []diag.Problem {
	var out []diag.Problem
	for _, s := range d.scalars {
		readings, differ := s.readings()
		if !differ {
			if s.of != nil {
				s.of.isClear = true
			}
			continue
		}
		if len(out) == maxWarnings {
			break
		}
		out = append(out, diag.Warnf(s.at, "hint-scalar", "Terraform reads %s here; %s", readings[0].Value,
			others(readings)).
			WithFix("Quote it as text", s.at, fmt.Sprintf("%q", s.text)))
	}
	return out
}

// readings is like Readings, but faster for most scalars. Long ones are not worth quoting in a message.
func (s *ambiguous) readings() (readings [4]Reading, differ bool) {
	if len(s.text) > 40 || isUnambiguous(s.text) || isTextEverywhere(s.text) {
		return readings, false
	}
	return Readings(s.text)
}

// isUnambiguous reports whether all readers agree on a scalar: a short decimal number without a
// leading zero, or a word with the same meaning everywhere. Such scalars need no comparison of
// readings.
func isUnambiguous(s string) bool {
	if s == "true" || s == "false" || s == "null" || s == "~" {
		return true
	}
	if len(s) > 15 || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}
