package types_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/value"

	"pantograph/evaluator/dialect/terraform/types"
)

func TestNumbersAreReadExactly(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"017", "17"}, {"-0", "-0"}, {"+12", "12"}, {"1.50", "1.5"}, {"1.", "1"}, {".5", "0.5"}, {"-.5e1", "-5"},
		{"1e3", "1000"}, {"15E-1", "1.5"}, {"1e-3", "0.001"}, {"0e999999999", "0"},
		{"1e1999999999", "+Inf"}, {"-1e1999999999", "-Inf"}, {"1e-1999999999", "0"},
	} {
		got, verdict := types.ParseNumber(tc.text)
		assert.Equal(t, types.Good, verdict, tc.text)
		assert.Equal(t, value.Number(tc.want), got, tc.text)
	}
	for _, text := range []string{"", ".", "+", "1e", "1e+", "1_0", "0x1", "1.2.3", "e3", " 1", "1e+-3"} {
		_, verdict := types.ParseNumber(text)
		assert.Equal(t, types.NoDigit, verdict, text)
	}
	for _, text := range []string{"1e9999999999", "1e-3333333333", "0e99999999999999999999"} {
		_, verdict := types.ParseNumber(text)
		assert.Equal(t, types.BadExponent, verdict, text)
	}
	_, verdict := types.ParseNumber("1e100001")
	assert.Equal(t, types.TooLong, verdict)
}

func TestShortDecimalsSurviveConversionToBinary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?[1-9][0-9]{0,100}(\.[0-9]{0,40}[1-9])?`).Draw(t, "text")
		short, _ := types.ParseNumber(text)
		f, _, err := big.ParseFloat(text, 10, types.Precision, big.ToNearestEven)
		assert.NoError(t, err)
		assert.Equal(t, types.FloatText(f), short)
		assert.Zero(t, types.Float(value.Of(short)).Cmp(f))
	})
}

func TestTypesAreReadAsTheyWereWritten(t *testing.T) {
	for _, text := range []string{"string", "list(dynamic)", "map(list(number))",
		`object("a b"=bool,"c"=tuple(string,set(string)))`, "tuple()", "object()"} {
		assert.Equal(t, text, types.Parse(text).String())
	}
}

// typesOf parses types separated by blanks.
func typesOf(texts string) (list []*types.Type) {
	for _, s := range strings.Fields(texts) {
		list = append(list, types.Parse(s))
	}
	return list
}

func TestTypesUnify(t *testing.T) {
	for _, tc := range []struct{ given, want string }{
		{"number string", "string"}, {"bool string", "string"}, {"number bool", "none"}, {"dynamic number", "number"},
		{"tuple(number) tuple(string)", "tuple(string)"}, {"tuple(number,number) tuple(string)", "list(string)"},
		{`object("a"=number) object("a"=string)`, `object("a"=string)`}, {`object("a"=number) object("b"=number)`,
			"map(number)"},
		{"list(number) tuple(string)", "list(string)"}, {`map(number) object("a"=bool)`, "none"},
		{"tuple(number) object()", "none"}, {"dynamic tuple(number)", "dynamic"}, {"number tuple(number)", "none"},
		{"set(number) set(string)", "set(string)"},
	} {
		got := "none"
		if u := types.Unify(typesOf(tc.given)); u != nil {
			got = u.String()
		}
		assert.Equal(t, tc.want, got, tc.given)
	}
}

func TestConversionsThatDoNotExistAreExplained(t *testing.T) {
	for _, tc := range []struct{ from, to, want string }{
		{"tuple(number)", "string", "string required, but have tuple"},
		{"string", "list(string)", "list of string required, but have string"},
		{"tuple(tuple(number))", "list(string)", "element 0: string required, but have tuple"},
		{`object("a"=tuple())`, "map(string)", `element "a": string required, but have tuple`},
		{"tuple(number,tuple())", "list(dynamic)", "all list elements must have the same type"},
		{`object("a"=string)`, `object("b"=string)`, `attribute "b" is required`},
		{"number", "bool", "bool required, but have number"},
	} {
		assert.Equal(t, tc.want, diag.Plain(types.Mismatch(types.Parse(tc.from), types.Parse(tc.to))), tc.from)
	}
}

func TestSetsAreSortedAndContainEveryElementOnce(t *testing.T) {
	numbers := types.NewSet(types.NumberType, []value.Value{value.Int(10), value.Int(9), value.Of(value.Number("9.0")),
		value.Nothing()})
	assert.Equal(t, "[9,10,null]", value.JSON(numbers, value.GoJSON))
	pairs := types.NewSet(types.Parse("tuple(number)"), []value.Value{types.NewTuple([]value.Value{value.Int(2)}),
		types.NewTuple([]value.Value{value.Int(1)}), types.NewTuple([]value.Value{value.Int(2)})})
	assert.Equal(t, "[[1],[2]]", value.JSON(pairs, value.GoJSON))
}

func TestEqualConvertsNothing(t *testing.T) {
	list := types.NewList(types.NumberType, []value.Value{value.Int(1)})
	tuple := types.NewTuple([]value.Value{value.Int(1)})
	assert.False(t, types.Equal(list, tuple))
	assert.True(t, types.Equal(tuple, tuple))
	assert.False(t, types.Equal(value.Int(1), value.Str("1")))
	assert.True(t, types.Equal(value.Nothing(), types.Null(types.StringType)))
}
