package python

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/value"
)

// Each row of testdata/python.tsv has a function, its argument and the result of Python 3.11, or
// "-" if Python raises an error. Argument and result are written as JSON.
func TestTextsAndNumbersMatchPython(t *testing.T) {
	text, err := os.ReadFile("testdata/python.tsv")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		var argument, want string
		require.NoError(t, json.Unmarshal([]byte(cells[1]), &argument))
		require.NoError(t, json.Unmarshal([]byte(cells[2]), &want))
		assert.Equal(t, want, asPython(t, cells[0], argument), line)
	}
}

func asPython(t *testing.T, kind, argument string) string {
	orNone := func(n value.Number, ok bool) string {
		if !ok {
			return "-"
		}
		return Str(value.Of(n))
	}
	switch kind {
	case "float":
		return Str(value.Of(float(value.Number(argument).Float())))
	case "int":
		return orNone(ParseInt(argument))
	case "tofloat":
		return orNone(ParseFloat(argument))
	case "repr":
		return Repr(value.Str(argument))
	}
	v, err := value.ParseWholeJSON(argument)
	require.Nil(t, err, argument)
	if kind == "dumps" {
		return Dumps(JSONNumbers(v))
	}
	return Repr(JSONNumbers(v))
}

func TestEqualityMatchesPython(t *testing.T) {
	parse := func(text string) value.Value {
		v, err := value.ParseWholeJSON(text)
		require.Nil(t, err, text)
		return JSONNumbers(v)
	}
	for _, tc := range []struct {
		a, b string
		want bool
	}{
		{"1", "1.0", true}, {"1", "true", true}, {"0", "false", true}, {"2", `"2"`, false}, {"null", "null", true},
		{"null", "0", false}, {`[1, "a"]`, `[true, "a"]`, true}, {`{"a": 1, "b": 2}`, `{"b": 2.0, "a": 1}`, true},
		{`{"a": 1}`, `{"a": 1, "b": 2}`, false}, {"[1]", "[1, 2]", false},
		{"12345678901234567890", "12345678901234567891", false},
	} {
		assert.Equal(t, tc.want, Equal(parse(tc.a), parse(tc.b)), "%s == %s", tc.a, tc.b)
	}
}
