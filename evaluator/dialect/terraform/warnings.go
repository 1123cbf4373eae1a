package terraform

import (
	"fmt"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"
	"pantograph/evaluator/yamltree"

	"pantograph/evaluator/dialect/terraform/types"
)

// A Reading is what one way to read YAML makes of a plain scalar.
type Reading struct{ Reader, Value string }

// Readings returns what Terraform, YAML 1.2 and Pulumi make of the text of a plain
// scalar, and whether they differ. The cases people meet are listed in testdata/scalars.tsv.
func Readings(text string) (readings [3]Reading, differ bool) {
	ours := ""
	if v, f := resolve("", text, 0); f != nil {
		ours = "an error"
	} else {
		ours = describe(v)
	}
	readings = [3]Reading{
		{"Terraform", ours},
		{"YAML 1.2", describeOther(yamltree.ResolveText(text, yamltree.Core))},
		{"Pulumi", describeOther(yamltree.ResolveText(text, yamltree.YAMLv3))},
	}
	return readings, readings[1].Value != ours || readings[2].Value != ours
}

func describe(v value.Value) string {
	switch d := v.Data.(type) {
	case value.Bool, value.Null:
		return console(v)
	case value.Number:
		return "the number " + string(d)
	}
	s, _ := v.Text()
	return fmt.Sprintf("the text %q", s)
}

func describeOther(r yamltree.Resolved) string {
	switch r.Kind {
	case yamltree.Null:
		return "null"
	case yamltree.Bool:
		return r.Text
	case yamltree.Int, yamltree.Float:
		if n, verdict := types.ParseNumber(r.Text); verdict == types.Good {
			return "the number " + string(n)
		}
		return "the number " + r.Text
	case yamltree.Timestamp:
		return "the time " + r.Text
	}
	return fmt.Sprintf("the text %q", r.Text)
}

// maxWarnings is how many scalars of one document are warned about.
const maxWarnings = 100

// warnings are due for plain scalars that other readers take otherwise.
func (d *decoded) warnings() []diag.Problem {
	var out []diag.Problem
	for _, n := range d.scalars {
		if len(n.Value) > 40 || isPlainNumber(n.Value) {
			continue
		}
		readings, differ := Readings(n.Value)
		if !differ {
			continue
		}
		if len(out) == maxWarnings {
			break
		}
		at := d.file.Span(int(n.Body), int(n.End))
		out = append(out, diag.Warnf(at, "hint-scalar", "Terraform reads %s here; YAML 1.2 reads %s, Pulumi %s",
			readings[0].Value, readings[1].Value, readings[2].Value).
			WithFix("Quote it as text", at, fmt.Sprintf("%q", n.Value)))
	}
	return out
}

// isPlainNumber reports whether every reader agrees on a text: a short decimal number
// without a leading zero, or a word that means the same everywhere.
func isPlainNumber(s string) bool {
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
