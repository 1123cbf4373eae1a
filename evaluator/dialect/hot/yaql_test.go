package hot_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/diag"
	"pantograph/evaluator/dialect/hot/yaql"
)

const yaqlTemplate = `heat_template_version: 2018-08-31
parameters:
  rows: {type: json, default: [{name: a, size: 1}]}
outputs:
  o: {value: {yaql: {expression: "EXPRESSION", data: {get_param: rows}}}}
`

func TestExpressionsAreCompleted(t *testing.T) {
	for typed, want := range map[string]string{
		"$.data.where($.si|":           "size",
		"$.data.select($.na|).first()": "name",
		"$.data.sele|":                 "select selectMany",
		"1 + coal|":                    "coalesce",
		"\\u0024.data.orderByD|":       "orderByDescending",
		"'$.data.se|":                  "",
		"let(total => 1) -> $to|":      "total",
	} {
		whole := strings.Replace(yaqlTemplate, "EXPRESSION", strings.Replace(typed, "|", "", 1), 1)
		offset := strings.Index(strings.Replace(yaqlTemplate, "EXPRESSION", typed, 1), "|")
		s := evaluate(t, "template.yaml", whole)
		var labels []string
		for _, item := range s.Subject.Complete(s.Subject.Bundle.File("template.yaml"), offset) {
			labels = append(labels, item.Label)
			word := whole[item.Span.Start():item.Span.End()]
			assert.Contains(t, item.Label, word, "the completion replaces the word that has been typed")
		}
		assert.Equal(t, want, strings.Join(labels, " "), typed)
	}
}

func TestExpressionsAreExplained(t *testing.T) {
	for typed, want := range map[string]string{
		"$.data.sel|ect($.name)": "iterable.select(selector)",
		"$.data.select($.na|me)": "key name",
	} {
		whole := strings.Replace(yaqlTemplate, "EXPRESSION", strings.Replace(typed, "|", "", 1), 1)
		s := evaluate(t, "template.yaml", whole)
		offset := strings.Index(strings.Replace(yaqlTemplate, "EXPRESSION", typed, 1), "|")
		h, ok := s.Subject.Hover(s.Subject.Bundle.File("template.yaml"), offset)
		require.True(t, ok, typed)
		assert.Equal(t, want, h.Title)
	}
	s := evaluate(t, "template.yaml", strings.Replace(yaqlTemplate, "EXPRESSION", "1", 1))
	h, ok := s.Subject.Hover(s.Subject.Bundle.File("template.yaml"), strings.Index(yaqlTemplate, "yaql"))
	require.True(t, ok)
	assert.Contains(t, h.Doc, "Evaluates a YAQL expression")
}

// TestMessagesOfYAQLKeepSecrets evaluates failing expressions on hidden data.
func TestMessagesOfYAQLKeepSecrets(t *testing.T) {
	for _, expression := range []string{"$.data.nope()", "$.data.split(1)", "int($.data)", "float($.data)",
		"$.data.assert(false, $)",
		"{a => 1}[$.data]", "datetime($.data)", "datetime($.data, '%Y')", "'a' =~ $.data + '('", "[$.data].toUpper()",
		"{$.data => 1}.zz"} {
		s := evaluate(t, "template.yaml", `heat_template_version: 2018-08-31
parameters: {p: {type: string, hidden: true, default: hunter2}}
outputs: {o: {value: {yaql: {expression: "`+expression+`", data: {get_param: p}}}}}
`)
		require.NotEmpty(t, s.Problems, expression)
		for _, p := range s.Problems {
			assert.NotContains(t, diag.Terminal(p), "hunter2", expression)
		}
	}
}

// TestOnlyUnknownDataThatIsReadMatters uses data that is partly unknown.
func TestOnlyUnknownDataThatIsReadMatters(t *testing.T) {
	for expression, want := range map[string]string{
		"$.data.a":                         "1",
		"$.data.b":                         "⟨unknown: r.show⟩",
		"$.data.keys()":                    "- a\n  - b\n  - c",
		"$.data.c.len()":                   "2",
		"$.data.c.first()":                 "1",
		"$.data.c":                         "⟨unknown: r.show⟩",
		"$.data.c.select(1)":               "- 1\n  - 1",
		"$.data.c.contains(1)":             "true",
		"$.data.c.contains(5)":             "⟨unknown: r.show⟩",
		"1 + a + $.data.b":                 "null",
		"$.data.b.nope()":                  "⟨unknown: r.show⟩",
		"coalesce(1, $.data.b)":            "1",
		"{x => 1}.set(z, 2).mergeWith({})": "x: 1\n    z: 2",
	} {
		s := evaluate(t, "template.yaml", `heat_template_version: 2018-08-31
resources: {r: {type: OS::Nova::Server}}
outputs: {o: {value: {yaql: {expression: "`+expression+
			`", data: {a: 1, b: {get_attr: [r, show]}, c: [1, {get_attr: [r, show]}]}}}}}
`)
		text := s.Render("yaml", false).Text
		_, got, _ := strings.Cut(text, "outputs:\n  o:")
		assert.Equal(t, want, strings.TrimSpace(got), expression)
	}
}

func TestAMissingTableOfCharacterNamesIsReported(t *testing.T) {
	ask := func(data func(string) []byte, expression string) *evaluator.Snapshot {
		text := newest + `outputs: {o: {value: {yaql: {expression: "` + expression + "\"}}}}\n"
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: "hot", Data: data,
			Files: []evaluator.File{{Name: "template.yaml", Text: text}}})
		require.NoError(t, err)
		return s
	}
	const bullet = `'\\N{BULLET}'`
	missing := ask(nil, bullet)
	assert.Equal(t, []string{yaql.NamesFile}, missing.Needs())
	assert.Equal(t, []string{"hint-yaql-not-supported"}, codes(missing))
	there := ask(dataFile, bullet)
	assert.Empty(t, there.Needs())
	assert.Equal(t, `"•"`, output(there, "o"))
	assert.Empty(t, ask(nil, `'\\u2022'`).Needs(), "only names need the table")
}
