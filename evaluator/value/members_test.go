package value

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMembersVisitsOnlyTheTopLevelObject(t *testing.T) {
	var got []string
	text := ` {"a": {"b": [1, "x\n", {"c": null}]}, "\u0064": -1.5e3, "a":true } `
	require.Nil(t, Members(text, func(key string, from, to int) { got = append(got, key+"="+text[from:to]) }))
	assert.Equal(t, []string{`a={"b": [1, "x\n", {"c": null}]}`, "d=-1.5e3", "a=true"}, got)
	for _, text := range []string{`[{"a": 1}]`, `"a"`, "{}"} {
		require.Nil(t, Members(text, func(string, int, int) { t.Fatalf("%s has no members", text) }))
	}
}

func TestMembersReturnsTheErrorsOfParseWholeJSON(t *testing.T) {
	for _, text := range []string{
		"", "{", `{"a"`, `{"a":`, `{"a":1`, `{"a":1,}`, `{"a":tru}`, `{"a":"\x"}`, `{"a":"\u12g4"}`, "{\"a\":\"\n\"}",
		`{"a":"`, `{a:1}`,
		`{"a":1} x`, `{"a":01}`, `[1,]`, `[1`, `{"a":[1 2]}`, strings.Repeat(`{"a":`, 2000), strings.Repeat("[", 2000),
		`{"a":"é\ud83d\ude00"}`,
	} {
		_, want := ParseWholeJSON(text)
		assert.Equal(t, want, Members(text, func(string, int, int) {}), text)
	}
}

func TestMembersDoesNotAllocateForEachValue(t *testing.T) {
	text := `{"a": [` + strings.Repeat(`{"key": "value", "n": 12, "s": "a\nb"}, `, 1000) + `1]}`
	assert.Less(t, testing.AllocsPerRun(10, func() { Members(text, func(string, int, int) {}) }), 10.0)
}
