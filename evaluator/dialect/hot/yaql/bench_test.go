package yaql

import (
	"testing"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/value"
)

// typical lists expressions like those in real templates.
var typical = []string{
	"$.data.role_data.where($ != null).select($.get('groups')).where($ != null).flatten().distinct()",
	"dict($.data.m.items().where($[1] > 1).select([$[0] + '_x', $[1] * 2]))",
	"coalesce($.data.l, []).where($ > 1).orderBy($).first(0)",
	"let(root => $) -> $.data.m.keys().where($ in $root.data.names).toList()",
	"$.data.l.reduce($1 + $2) + $.data.m.values().sum()",
	"$.data.names.select('{0}={1}'.format($, $.len())).join(',')",
	"$.data.role_data.where($ != null).select($.get('groups', [])).reduce($1 + $2, []).groupBy($, 1, $.sum())",
	"switch($.data.l.len() > 3 => big, true => small)",
	"$.data.m.mergeWith({b => 5, e => {d => 1}}).items().toDict($[0], $[1])",
	"regex('([a-z])(.*)').replace($.data.names[0], '\\\\2-\\\\1').toUpper()",
}

const typicalData = `{"role_data": [{"groups": ["a", "b"]}, null, {"groups": ["b", "c"]}, {}],
	"m": {"a": 1, "b": 2, "c": 3}, "l": [3, 1, 2, 3], "names": ["pear", "apple", "fig", "a"]}`

// BenchmarkThousandExpressions parses and evaluates 1,000 expressions, which should take at
// most 60 ms.
func BenchmarkThousandExpressions(b *testing.B) {
	data, err := value.ParseWholeJSON(typicalData)
	require.Nil(b, err)
	env := Environment{Key: textKey, Spend: func(int) bool { return true }}
	b.ReportAllocs()
	for b.Loop() {
		l := NewLibrary(names.File)
		for i := range 1000 {
			x, _ := l.Parse(typical[i%len(typical)])
			if o := l.Evaluate(x, data, env); o.Unknown != Known {
				b.Fatal(o.Why)
			}
		}
	}
}

func TestTheTypicalExpressionsHaveValues(t *testing.T) {
	for i, want := range []string{`["a", "b", "c"]`, `{"b_x": 4, "c_x": 6}`, `2`, `["a"]`, `15`,
		`"pear=4,apple=5,fig=3,a=1"`,
		`[["a", 1], ["b", 2], ["c", 1]]`, `"big"`, `{"a": 1, "b": 5, "c": 3, "e": {"d": 1}}`,
		`"EAR-P"`} {
		require.Equal(t, want, shown(outcomeOf(t, typical[i], typicalData)), typical[i])
	}
}
