package stdlib

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"pantograph/evaluator/value"
)

func TestReplaceAgreesWithReplaceAllString(t *testing.T) {
	patterns := []string{"", "a", "a*", "(a)|b", "(?P<x>a+)b?", "^", "$", "é?"}
	rapid.Check(t, func(t *rapid.T) {
		re := regexp.MustCompile(rapid.SampledFrom(patterns).Draw(t, "pattern"))
		text := rapid.StringMatching(`[abé]{0,12}`).Draw(t, "text")
		replacement := rapid.StringMatching(`(x|\$0|\$1|\$\{x\}|\$\$|\$){0,3}`).Draw(t, "replacement")
		got, ok := Replace(re, text, replacement, func(int) bool { return true })
		assert.True(t, ok)
		assert.Equal(t, re.ReplaceAllString(text, replacement), got, "%s in %q with %q", re, text, replacement)
	})
	_, ok := Replace(regexp.MustCompile("a"), "aa", "$0$0", func(bytes int) bool { return bytes < 4 })
	assert.False(t, ok, "Replace must stop if spend returns false")
}

func TestSubstringCountsGraphemeClusters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		characters := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "e\u0301", "👩‍👩‍👧", "z"}), 0, 6).
			Draw(t, "characters")
		offset, length := rapid.IntRange(0, 8).Draw(t, "offset"), rapid.IntRange(-1, 8).Draw(t, "length")
		from, to := min(offset, len(characters)), len(characters)
		if length >= 0 {
			to = min(from+length, to)
		}
		assert.Equal(t, strings.Join(characters[from:to], ""), Substring(strings.Join(characters, ""), offset, length))
	})
}

func TestTransposeInvertsAMapOfLists(t *testing.T) {
	list := func(texts ...string) value.Value { return value.ListOf(Texts(texts)...) }
	inverted := Transpose([]value.Field{{Key: "b", Value: list("x", "y")}, {Key: "a", Value: list("y", "y")},
		{Key: "c", Value: list()}},
		func(texts []value.Value) value.Value { return value.ListOf(texts...) })
	assert.Equal(t, `{"y":["a","a","b"],"x":["b"]}`, value.JSON(value.ObjectOf(inverted...), value.JSONStyle{}))
}

func TestFlattenReturnsTheMarksOfNestedLists(t *testing.T) {
	inner := value.ListOf(value.Str("b"), value.ListOf(value.Str("c"))).With(value.Secret)
	budget := 5
	spend := func(items int) bool { budget -= items; return budget >= 0 }
	flat, marks, ok := Flatten([]value.Value{value.Str("a"), inner}, spend)
	assert.True(t, ok)
	assert.Equal(t, `["a","b","c"]`, value.JSON(value.ListOf(flat...), value.JSONStyle{}))
	assert.Equal(t, value.Secret, marks)
	assert.Equal(t, value.Str("c"), Element(flat, -1))
	_, _, ok = Flatten([]value.Value{inner}, spend)
	assert.False(t, ok, "Flatten must stop if spend returns false")
}
