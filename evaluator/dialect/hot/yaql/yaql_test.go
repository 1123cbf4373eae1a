package yaql

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/dialect/hot/yaql/names"
	"pantograph/evaluator/value"
)

const testSteps = 200_000

// textKey treats all keys as strings, as JSON does.
func textKey(f value.Field) value.Data { return value.String(f.Key) }

// outcomeOf evaluates an expression over JSON data.
func outcomeOf(t testing.TB, expression, data string) Outcome {
	library := NewLibrary(names.File)
	x, o := library.Parse(expression)
	if x == nil {
		return o
	}
	in := value.Nothing()
	if data != "" {
		parsed, err := value.ParseWholeJSON(data)
		require.Nil(t, err)
		in = parsed
	}
	steps := testSteps
	return library.Evaluate(x, in, Environment{Key: textKey, Spend: func(n int) bool {
		steps -= n
		return steps >= 0
	}})
}

// shown renders an outcome in one line: a value as JSON, a problem as the original's message
// or `raw`, and an unknown value as its reason.
func shown(o Outcome) string {
	switch p := o.Problem; {
	case p != nil && p.TooDeep:
		return "! too deep"
	case p != nil && p.Text != "":
		return "! " + strings.ReplaceAll(p.Text, "\n", "⏎")
	case p != nil:
		return "! raw"
	}
	switch o.Unknown {
	case Known:
		return value.JSON(o.Value, value.JSONStyle{Comma: ", ", Colon: ": ",
			Number: func(n value.Number) string { return string(n) }})
	case Data:
		return "? " + o.Why
	case Chance:
		return "? chance: " + o.Why
	case Name:
		return "? " + o.Why
	case Pattern:
		return "? pattern"
	}
	return "? stopped"
}

// TestExpressions evaluates the expressions in testdata/*.txt. Each is followed by a line
// with => and the expected outcome. A line `data: JSON` sets the data for all expressions
// after it.
func TestExpressions(t *testing.T) {
	for _, name := range []string{"language", "library", "limits", "python"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile("testdata/" + name + ".txt")
			require.NoError(t, err)
			data, expression, n := "", "", 0
			for _, line := range strings.Split(string(text), "\n") {
				switch {
				case strings.HasPrefix(line, "# ") || line == "":
				case strings.HasPrefix(line, "data: "):
					data = strings.TrimPrefix(line, "data: ")
				case strings.HasPrefix(line, "=> "):
					n++
					assert.Equal(t, strings.TrimPrefix(line, "=> "), shown(outcomeOf(t, expression, data)), expression)
				default:
					expression = strings.ReplaceAll(line, "⏎", "\n")
				}
			}
			assert.NotZero(t, n)
		})
	}
}

func TestAFailedCallIsMarkedAtItsName(t *testing.T) {
	for expression, marked := range map[string]string{"1 + (abs('a'))": "abs", "abs('a')": "abs"} {
		p := outcomeOf(t, expression, "").Problem
		require.NotNil(t, p, expression)
		assert.Equal(t, marked, expression[p.Start:p.End], expression)
	}
}
