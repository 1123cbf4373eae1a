package yaql

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/value"
)

// placeAt returns the place of the mark | in an expression.
func placeAt(t *testing.T, marked, data string) *Place {
	v, err := value.ParseWholeJSON(data)
	require.Nil(t, err)
	steps := 10_000
	env := Environment{Key: textKey, Spend: func(n int) bool { steps -= n; return steps >= 0 }}
	return NewLibrary(names.File).At(strings.Replace(marked, "|", "", 1), strings.IndexByte(marked, '|'), v, env)
}

func labels(all []Proposal) (out []string) {
	for _, p := range all {
		out = append(out, p.Label)
	}
	return out
}

func TestProposals(t *testing.T) {
	const data = `{"rows": [null, {"name": "a", "size": 1, "not a name": 2}], "text": "x", "in": 1}`
	for marked, want := range map[string]struct{ has, hasNot string }{
		"$.da|":                          {"data", "where name switch"},
		"$.data.|":                       {"rows text get keys", "in name where toUpper switch len_"},
		"$.data.rows.where($ != null).|": {"name size select orderBy", "not toUpper thenBy"},
		"$.data.rows.where($ != null).select($.|": {"name size get", "rows where"},
		"$.data.rows.orderBy(1).|":                {"thenBy select", "toUpper"},
		"$.data.text.|":                           {"toUpper split len", "where keys"},
		"[$.data.text][0].|":                      {"toUpper", "where"},
		"'a'.|":                                   {"toUpper", "where"},
		"$x.|":                                    {"where toUpper keys", "switch let"},
		"1 + |":                                   {"len switch let dict true", "toUpper where data"},
		"let(rows => 1, n => 2) -> $|":            {"rows n", "let"},
		"'$.data.|":                               {"", "rows data toUpper"},
		"$.data.rows.where(|":                     {"len switch", "where"},
	} {
		got := labels(placeAt(t, marked, data).Proposals())
		for _, label := range strings.Fields(want.has) {
			assert.Contains(t, got, label, marked)
		}
		for _, label := range strings.Fields(want.hasNot) {
			assert.NotContains(t, got, label, marked)
		}
	}
}

func TestDescription(t *testing.T) {
	const data = `{"rows": [{"name": "a"}]}`
	for marked, want := range map[string]string{
		"$.data.ro|ws":                "key rows: a list",
		"$.data.rows.select($.na|me)": "key name: a string",
		"$.data.rows.wh|ere($)":       "iterable.where(predicate): function of YAQL",
		"swit|ch(true => 1)":          "switch(key => value, ...): function of YAQL",
		"$.data.rows.swi|tch(1)":      "none",
		"'wh|ere(1)'":                 "none",
		"$.data.zz|":                  "none",
		"$.data.rows.map|($)":         "iterable.map(selector): function of YAQL",
	} {
		title, detail, doc, ok := placeAt(t, marked, data).Description()
		got := title + ": " + detail
		if !ok {
			got = "none"
		}
		assert.Equal(t, want, got, marked)
		assert.Equal(t, strings.HasPrefix(detail, "function"), doc != "", marked)
	}
}

// TestEveryFunctionIsDescribed requires that every description is a sentence.
func TestEveryFunctionIsDescribed(t *testing.T) {
	l := NewLibrary(names.File)
	for _, f := range l.Functions() {
		assert.Regexp(t, `^[A-Z].*\.$`, f.Doc, f.Signature)
	}
}
