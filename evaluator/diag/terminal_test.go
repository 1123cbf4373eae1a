package diag_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

// underlined returns a problem whose span is the part of a line between « and ».
func underlined(name, marked string) diag.Problem {
	before, rest, _ := strings.Cut(marked, "«")
	text, after, _ := strings.Cut(rest, "»")
	f := source.NewFile(name, before+text+after)
	return diag.Errorf(f.Span(len(before), len(before)+len(text)), "code", "wrong")
}

func TestTheUnderlineIsBelowItsText(t *testing.T) {
	for marked, want := range map[string]string{
		"a: «${b}» c":                    "a: ${b} c\n   ^^^^",
		"a: \u202e«b» c":                 "a: <U+202E>b c\n           ^",
		"a\x1b[2J: «b\u009b» c":          "a<U+001B>[2J: b<U+009B> c\n              ^^^^^^^^^",
		"\t名前: «値»":                      "\t名前: 値\n\t      ^^",
		"é: «b»":                         "é: b\n   ^",
		"a: «»":                          "a: \n   ^",
		"\ufeffa: «b»":                   "a: b\n   ^",
		"👩‍👩‍👧: «b»":                     "👩‍👩‍👧: b\n    ^",
		strings.Repeat("x", 120) + "«y»": strings.Repeat("x", 49) + "y\n" + strings.Repeat(" ", 49) + "^",
	} {
		got := diag.Terminal(underlined("a.yaml", marked))
		var lines []string
		for _, line := range strings.Split(strings.TrimSuffix(got, "\n"), "\n")[2:] {
			lines = append(lines, line[len("    1 | "):])
		}
		assert.Equal(t, want, strings.Join(lines, "\n"), marked)
	}
}

func TestAProblemCannotControlTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hostile := rapid.StringOf(rapid.OneOf(rapid.Rune(),
			rapid.SampledFrom([]rune("\x1b\x07\r\x7f\u0085\u009b\u200e\u061c\u202e\u2066\u2028\u2029\t\n"))))
		p := underlined(hostile.Draw(t, "name"), "a: «"+hostile.Draw(t, "line")+"»")
		p.Message, p.Reference = hostile.Draw(t, "message"), hostile.Draw(t, "reference")
		p = p.WithNote(p.Span, "%s", hostile.Draw(t, "note"))
		text := diag.Terminal(p)
		assert.NotContains(t, strings.TrimPrefix(text, "error"), "\nerror",
			"no line looks like another problem")
		for _, r := range text {
			assert.False(t, r != '\n' && r != '\t' && diag.IsControl(r), "%q in %q", r, text)
		}
	})
}

func TestInvalidBytesArePrintedAsNumbers(t *testing.T) {
	assert.Equal(t, "a<0x9B>b\ufffd\n<U+0000>", diag.Printable("a\x9bb\ufffd\n\x00"))
	assert.Equal(t, "a<U+000A>b", diag.PrintableLine("a\nb"))
}
