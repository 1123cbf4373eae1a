package yaql

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/value"
)

// fuzzSteps is the step budget of one evaluation; overdraft is the maximum cost of a single step.
const (
	fuzzSteps = 20_000
	overdraft = 200_000
)

func seedExpressions(t testing.TB) (out []string) {
	paths, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			if filepath.Base(path) == "python.txt" && i%40 != 1 {
				continue // the file has thousands of similar lines
			}
			if line != "" && !strings.HasPrefix(line, "=> ") && !strings.HasPrefix(line, "# ") &&
				!strings.HasPrefix(line, "data: ") {
				out = append(out, line)
			}
		}
	}
	require.NotEmpty(t, out)
	return out
}

// fuzzData contains every kind of data, including an unknown value.
func fuzzData() value.Value {
	list := value.ListOf(value.Int(3), value.Float64(1.5), value.Str("ä b"), value.Nothing(), value.Flag(true),
		value.NotKnown("later"))
	return value.ObjectOf(value.Field{Key: "l", Value: list},
		value.Field{Key: "m", Value: value.ObjectOf(value.Field{Key: "l", Value: list})},
		value.Field{Key: "n", Value: value.Int(7)})
}

// FuzzExpression parses and evaluates arbitrary strings. Two runs must return the same
// result, problems must lie inside the string, the work must stay within its budget, and
// values must respect the limits.
func FuzzExpression(f *testing.F) {
	for _, s := range seedExpressions(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip("long expressions take too long")
		}
		run := func() (Outcome, int) {
			library := NewLibrary(names.File)
			x, o := library.Parse(text)
			if x == nil {
				return o, 0
			}
			spent := 0
			o = library.Evaluate(x, fuzzData(), Environment{Key: textKey, Spend: func(n int) bool {
				require.GreaterOrEqual(t, n, 0, "a negative number of steps was spent")
				spent += n
				return spent <= fuzzSteps
			}})
			return o, spent
		}
		first, spent := run()
		second, again := run()
		require.Equal(t, shown(first), shown(second), "the same outcome")
		require.Equal(t, first.Problem, second.Problem)
		require.Equal(t, spent, again, "the same work")
		require.Less(t, spent, fuzzSteps+overdraft)
		if p := first.Problem; p != nil {
			require.NotEmpty(t, p.Message)
			require.True(t, 0 <= p.Start && p.Start <= p.End && p.End <= len(text), "%d to %d of %q", p.Start,
				p.End, text)
		}
		if first.Problem == nil && first.Unknown == Known {
			checkLimits(t, first.Value)
		}
	})
}

func checkLimits(t *testing.T, v value.Value) {
	switch d := v.Data.(type) {
	case value.String:
		require.LessOrEqual(t, utf8.RuneCountInString(string(d)), 9951)
	case *value.List:
		require.LessOrEqual(t, len(d.Items), maxElements)
		for _, item := range d.Items {
			checkLimits(t, item)
		}
	case *value.Object:
		require.LessOrEqual(t, len(d.Fields), maxElements)
		for _, field := range d.Fields {
			checkLimits(t, field.Value)
		}
	}
}
