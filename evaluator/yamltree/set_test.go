package yamltree

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSetChangesNothingButTheValue(t *testing.T) {
	for _, tc := range []struct{ text, written, want string }{
		{"", "1", "parameters:\n  size: 1\n"},
		{"# mine\n", "1", "# mine\nparameters:\n  size: 1\n"},
		{"stack: {name: x} # s", "1", "stack: {name: x} # s\nparameters:\n  size: 1"},
		{"parameters:\n  size: 2 # GB\n  other: 3\n", "1", "parameters:\n  size: 1 # GB\n  other: 3\n"},
		{"parameters:\n  size:\n  other: 3\n", "1", "parameters:\n  size: 1\n  other: 3\n"},
		{"parameters:\n    other: |\n      a\n      b\n# end\n", "1", "parameters:\n    other: |\n      a\n      b\n    size: 1\n# end\n"},
		{"parameters: {other: 2} # c\n", "1", "parameters: {other: 2, size: 1} # c\n"},
		{"parameters: {}\n", "1", "parameters: {size: 1}\n"},
		{"parameters:\nids: {a: b}\n", "1", "parameters: {size: 1}\nids: {a: b}\n"},
		{"{\"parameters\": {\"size\": 2}}", "1", "{\"parameters\": {\"size\": 1}}"},
		{"parameters:\n  size: [1,\n    2]\n  o: 1\n", "3", "parameters:\n  size: 3\n  o: 1\n"},
		{"parameters:\n  size: 2\n  other: 3\n", "", "parameters:\n  other: 3\n"},
		{"parameters:\n  size: 2\nids: {a: b}\n", "", "ids: {a: b}\n"},
		{"parameters: {size: 2, other: 3}\n", "", "parameters: {other: 3}\n"},
		{"parameters: {other: 3, size: 2}\n", "", "parameters: {other: 3}\n"},
		{"ids: {}\n", "", "ids: {}\n"},
		{"", "", ""},
	} {
		got, ok := Set(tc.text, []string{"parameters", "size"}, tc.written)
		assert.True(t, ok, tc.text)
		assert.Equal(t, tc.want, got, tc.text)
	}
}

func TestSetLeavesATextAloneThatItCannotRead(t *testing.T) {
	for _, text := range []string{"a: [", "- a\n", "parameters: text\n", "parameters: [a]\n", "a: 1\n---\nb: 2\n"} {
		got, ok := Set(text, []string{"parameters", "size"}, "1")
		assert.False(t, ok, text)
		assert.Equal(t, text, got)
	}
}

func TestAKeyIsWrittenSoThatItStaysText(t *testing.T) {
	for text, want := range map[string]string{"a": "a", "no": `"no"`, "1": `"1"`, "a b": `"a b"`, `"`: `"\""`, "": `""`, "db-host_1": "db-host_1"} {
		assert.Equal(t, want, Key(text))
	}
}

func TestWhatWasSetIsTakenBackToTheByte(t *testing.T) {
	settings := []Setting{
		{[]string{"mocks", "resources", "a", "id"}, "i-1"}, {[]string{"mocks", "resources", "a", "outputs", "ip"}, "10.0.0.1"},
		{[]string{"mocks", "invokes", "aws:x"}, "{}"}, {[]string{"mocks", "invokes", "aws:x", "id"}, "x"}, {[]string{"config", "k"}, "1"}}
	taken := make([]Setting, len(settings))
	for i, s := range settings {
		taken[i] = Setting{s.Path, ""}
	}
	for _, text := range []string{
		"", "# mine", "# mine\n", "stack: x", "stack: x # s\n", "mocks:\n  # of b\n  resources:\n    b: {id: b} # c\nstack: x\n", "mocks:\n  resources: {b: {id: b}}",
		"{stack: x}", "{stack: x, mocks: {invokes: {q: {}}}} # end", "config: {z: 1}\n\n# last\n", "mocks:\n    resources:\n        b:\n            id: |\n                x\n",
	} {
		got, ok := SetAll(text, settings)
		assert.True(t, ok, text)
		assert.NotContains(t, got, "aws:x\": {}", "what is inside is written")
		back, ok := SetAll(got, taken)
		assert.True(t, ok, got)
		assert.Equal(t, text, back, got)
	}
}

func TestManyAreSetAtTheirPlaces(t *testing.T) {
	got, _ := SetAll("a:\n  x: 1\n  y: 2\nb: {p: 1, q: 2, r: 3}\n", []Setting{
		{[]string{"a", "x"}, ""}, {[]string{"a", "z"}, "3"}, {[]string{"b", "p"}, ""}, {[]string{"b", "q"}, ""}, {[]string{"c", "d"}, "4"}, {[]string{"c", "e"}, "5"}})
	assert.Equal(t, "a:\n  y: 2\n  z: 3\nb: {r: 3}\nc:\n  d: 4\n  e: 5\n", got)
}
