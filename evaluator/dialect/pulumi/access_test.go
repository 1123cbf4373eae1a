package pulumi

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStringsAreSplitAtAccesses(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"plain", `"plain"`},
		{"", ``},
		{"${a}", `<a>`},
		{"${a.b[0]}", `<a .b [0]>`},
		{`${a["b c"].d}`, `<a .b c .d>`},
		{`${["a.b"][1]}`, `<a.b [1]>`},
		{`${a["say \"hi\""]}`, `<a .say "hi">`},
		{`${a["}"]}`, `<a .}>`},
		{"${..a...b..}", `<a .b>`},
		{"${a.0}", `<a .0>`},
		{"${a[-1]}", `<a [-1]>`},
		{"${a[+1]}", `<a [1]>`},
		{"${ a }", `< a >`},
		{"${org/p/s.x:y}", `<org/p/s .x:y>`},
		{"x ${a} y ${b}", `"x " <a> " y " <b>`},
		{"$${a} $$ $ $x", `"${a} $ $ $x"`},
		{"$$${a}", `"$" <a>`},
		{"${a}$", `<a> "$"`},
		{"${}", `problem: Property access expressions cannot be empty`},
		{"${.}", `problem: Property access expressions cannot be empty`},
		{"${a", `problem: unterminated interpolation`},
		{"${a[0}", `problem: missing closing bracket in list index`},
		{`${a["b}`, `problem: missing closing quote in property name`},
		{`${a["b"}`, `problem: missing closing bracket in property access`},
		{"${a[b]}", `problem: invalid list index`},
		{"${[0]}", `problem: the root property must be a string subscript or a name`},
		{"${} and ${a[b]}", `problem: Property access expressions cannot be empty; invalid list index`},
	} {
		assert.Equal(t, tc.want, splitParts(tc.text), tc.text)
	}
}

func splitParts(text string) string {
	parts, errs := new(scanner).scan(text)
	var out []string
	for _, e := range errs {
		out = append(out, e.reference)
	}
	if len(errs) > 0 {
		return "problem: " + strings.Join(out, "; ")
	}
	for _, p := range parts {
		if p.end == 0 {
			out = append(out, `"`+p.text+`"`)
			continue
		}
		steps := []string{p.steps[0].key}
		for _, s := range p.steps[1:] {
			if s.isKey {
				steps = append(steps, "."+s.key)
			} else {
				steps = append(steps, fmt.Sprintf("[%d]", s.index))
			}
		}
		out = append(out, "<"+strings.Join(steps, " ")+">")
	}
	return strings.Join(out, " ")
}
