package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func at(line int, text string) report { return report{"error", text, "env", line, 1} }

func TestOnlyTheFirstDifferenceIsReported(t *testing.T) {
	base := func() answer {
		return answer{value: map[string]any{"a": "text x"}, secrets: []string{"a"},
			problems: []report{at(2, `unknown property "b"`)}}
	}
	for _, tc := range []struct {
		name   string
		change func(*answer)
		class  string
	}{
		{"nothing", func(*answer) {}, ""},
		{"the order and number of problems", func(a *answer) { a.problems = append(a.problems, a.problems[0]) }, ""},
		{"another text", func(a *answer) { a.problems[0].text = `unknown property "b"; did you mean "c"?` },
			`text: error unknown property "_" | error unknown property "_"; did you mean "_"?`},
		{"a missing problem", func(a *answer) { a.problems = nil }, `text: error unknown property "_" | `},
		{"another severity", func(a *answer) { a.problems[0].severity = "warning" },
			`text: error unknown property "_" | warning unknown property "_"`},
		{"the value", func(a *answer) { a.value = map[string]any{"a": "number 1"} }, "value"},
		{"the secrets", func(a *answer) { a.secrets = nil }, "secrets"},
		{"the original reports an earlier line", func(a *answer) { a.problems[0].line = 1 }, ""},
		{"the original reports a later line", func(a *answer) { a.problems[0].line = 3 },
			`position: unknown property "_" at env:N:N`},
		{"another file", func(a *answer) { a.problems[0].file = "base" }, `position: unknown property "_" at env:N:N`},
		{"the original reports no position", func(a *answer) { a.problems[0].line = 0 }, ""},
	} {
		theirs := base()
		tc.change(&theirs)
		assert.Equal(t, tc.class, contrast(base(), theirs).class, tc.name)
	}
}

func TestClassesDoNotContainNamesAndNumbers(t *testing.T) {
	assert.Equal(t, `line N: "_" and "_"`, general("line 12: \"a\\\"b\" and 'c'\nmore"))
}

func TestEnvironmentsOfBothEnginesHaveTheSameForm(t *testing.T) {
	d, err := evaluate("esc", map[string]string{"env.yaml": "values: {t: '1', n: 1.50, l: [true, null], u: " +
		"'${nope}', s: {fn::secret: pw}, o: {\"a b\": .inf}}\n"})
	assert.NoError(t, err)
	ours := ourEnvironment(d)
	theirs, why := theirEnvironment(map[string]string{"env.yaml": "values: {t: '1', n: 1.50, l: [true, null], u: " +
		"'${nope}', s: {fn::secret: pw}, o: {\"a b\": .inf}}\n"}, "eval")
	assert.Empty(t, why)
	assert.Equal(t, map[string]any{"t": "text 1", "n": "number 1.5", "l": []any{true, nil}, "u": unknownValue,
		"s": "text pw", "o": map[string]any{"a b": "number +Inf"}}, ours.value)
	assert.Equal(t, difference{}, contrast(ours, theirs))
}

func TestPathsAreWrittenAsInTheResultDocument(t *testing.T) {
	assert.Equal(t, `a`, below("", "a"))
	assert.Equal(t, `a.b-c`, below("a", "b-c"))
	assert.Equal(t, `a["1"]`, below("a", "1"))
	assert.Equal(t, `a["\""]`, below("a", `"`))
}
