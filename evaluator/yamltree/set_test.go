package yamltree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"pantograph/evaluator/source"
)

func TestSetChangesOnlyTheValue(t *testing.T) {
	for _, tc := range []struct{ text, written, want string }{
		{"", "1", "parameters:\n  size: 1\n"},
		{"# mine\n", "1", "# mine\nparameters:\n  size: 1\n"},
		{"stack: {name: x} # s", "1", "stack: {name: x} # s\nparameters:\n  size: 1"},
		{"parameters:\n  size: 2 # GB\n  other: 3\n", "1", "parameters:\n  size: 1 # GB\n  other: 3\n"},
		{"parameters:\n  size:\n  other: 3\n", "1", "parameters:\n  size: 1\n  other: 3\n"},
		{"parameters:\n    other: |\n      a\n      b\n# end\n", "1",
			"parameters:\n    other: |\n      a\n      b\n    size: 1\n# end\n"},
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
		{"null\n", "1", "parameters:\n  size: 1\n"},
		{"# a\n  ~  # b\n# c\n", "1", "# a\n  # b\n# c\nparameters:\n  size: 1\n"},
		{"---\nnull", "1", "---\nparameters:\n  size: 1\n"},
		{"null\n", "", "null\n"},
	} {
		got, ok := Set(tc.text, []string{"parameters", "size"}, tc.written)
		assert.True(t, ok, tc.text)
		assert.Equal(t, tc.want, got, tc.text)
	}
}

func TestSetDoesNotChangeATextThatItCannotParse(t *testing.T) {
	for _, text := range []string{"a: [", "- a\n", "parameters: text\n", "parameters: [a]\n", "a: 1\n---\nb: 2\n",
		"--- null\n", "&a null\n", "!!null\n"} {
		got, ok := Set(text, []string{"parameters", "size"}, "1")
		assert.False(t, ok, text)
		assert.Equal(t, text, got)
	}
}

func TestKeyQuotesTextThatSomeParsersDoNotReadAsAString(t *testing.T) {
	for text, want := range map[string]string{"a": "a", "no": `"no"`, "1": `"1"`, "a b": `"a b"`, `"`: `"\""`, "": `""`,
		"db-host_1": "db-host_1"} {
		assert.Equal(t, want, Key(text))
	}
}

func TestSetAllSetsSeveralValues(t *testing.T) {
	entries := []Setting{
		{[]string{"mocks", "web", "id"}, "i-1"}, {[]string{"mocks", "web", "outputs", "ip"}, "10.0.0.1"},
		{[]string{"mocks", "db", "id"}, "i-2"}, {[]string{"stack"}, "prod"},
	}
	block := "mocks:\n  web:\n    id: i-1\n    outputs:\n      ip: 10.0.0.1\n  db:\n    id: i-2\nstack: prod\n"
	for _, tc := range []struct{ text, want string }{
		{"", block},
		{"# mine\n", "# mine\n" + block},
		{"mocks: # of prod\n", strings.Replace(block[:len(block)-1], "mocks:", "mocks: # of prod", 1) + "\n"},
		{"mocks: {} # of prod\n", strings.Replace(block[:len(block)-1], "mocks:", "mocks: # of prod", 1) + "\n"},
		{"mocks: ~", strings.TrimSuffix(block, "\n")},
		{"mocks:\n  web:\n    id: old # why\n# end\n",
			"mocks:\n  web:\n    id: i-1 # why\n    outputs:\n      ip: 10.0.0.1\n  db:\n    id: i-2\nstack: prod\n" +
				"# end\n"},
		{"mocks: {web: {id: old}}\nstack: dev\n",
			"mocks: {web: {id: i-1, outputs: {ip: 10.0.0.1}}, db: {id: i-2}}\nstack: prod\n"},
		{"{}", "{mocks: {web: {id: i-1, outputs: {ip: 10.0.0.1}}, db: {id: i-2}}, stack: prod}"},
		{"stack: a\nstack: b\n", "stack: a\nstack: prod\n" + block[:len(block)-len("stack: prod\n")]},
	} {
		got, ok := SetAll(tc.text, entries)
		assert.True(t, ok, tc.text)
		assert.Equal(t, strings.TrimSuffix(tc.want, "\n"), strings.TrimSuffix(got, "\n"), tc.text)
	}
}

func TestSetAllRemovesSeveralValues(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"m: {a: 1, b: 2, c: 3}\n", "m: {c: 3}\n"},
		{"m: {c: 3, a: 1, b: 2}\n", "m: {c: 3}\n"},
		{"m: {a: 1, c: 3, b: 2}\n", "m: {c: 3}\n"},
		{"m: {a: 1, b: 2}\nn: 1\n", "n: 1\n"},
		{"m:\n  a: 1\n  c: 3\n  b: 2\n", "m:\n  c: 3\n"},
		{"m:\n  a: {x: {y: 1}}\nn: 1\n", "n: 1\n"},
	} {
		got, ok := SetAll(tc.text, []Setting{{[]string{"m", "a"}, ""}, {[]string{"m", "b"}, ""}})
		assert.True(t, ok, tc.text)
		assert.Equal(t, tc.want, got, tc.text)
	}
	got, ok := Set("m: {a: {x: 1, y: 2}}\n", []string{"m", "a", "x"}, "")
	assert.True(t, ok)
	assert.Equal(t, "m: {a: {y: 2}}\n", got, "other entries must be kept")
}

// TestParsingTheResultOfSetAllReturnsTheValues adds and removes random values, in block and flow style.
func TestParsingTheResultOfSetAllReturnsTheValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := []string{"a", "b", "no", "x y", "é\n\u2028\x7f\"", ""}
		text := ""
		want := map[string]string{}
		for range rapid.IntRange(1, 4).Draw(t, "passes") {
			var entries []Setting
			for range rapid.IntRange(1, 8).Draw(t, "entries") {
				path := rapid.SliceOfN(rapid.SampledFrom(keys), 3, 3).Draw(t, "path")
				written := rapid.SampledFrom([]string{"1", "2", ""}).Draw(t, "written")
				entries = append(entries, Setting{path, written})
				if id := strings.Join(path, "\x00"); written == "" {
					delete(want, id)
				} else {
					want[id] = written
				}
			}
			if text == "" && rapid.Bool().Draw(t, "flow") {
				text = "{}\n"
			}
			next, ok := SetAll(text, entries)
			require.True(t, ok, text)
			text = next
			got := map[string]string{}
			doc := Parse(source.NewFile("", text), Options{})
			require.Empty(t, doc.Problems, text)
			leaves(doc.Root, "", got)
			require.Equal(t, want, got, text)
		}
	})
}

// leaves stores the scalars of nested mappings in into, keyed by their paths.
func leaves(n *Node, path string, into map[string]string) {
	if n == nil || n.Kind != Mapping {
		if n != nil && n.Value != "" {
			into[strings.TrimPrefix(path, "\x00")] = n.Value
		}
		return
	}
	for _, p := range n.Pairs {
		leaves(p.Value, path+"\x00"+p.Key.Value, into)
	}
}

func TestRemovingWhatSetAllAddedRestoresTheText(t *testing.T) {
	settings := []Setting{
		{[]string{"mocks", "resources", "a", "id"}, "i-1"}, {[]string{"mocks", "resources", "a", "outputs", "ip"},
			"10.0.0.1"},
		{[]string{"mocks", "invokes", "aws:x"}, "{}"}, {[]string{"mocks", "invokes", "aws:x", "id"}, "x"},
		{[]string{"config", "k"}, "1"}}
	removals := make([]Setting, len(settings))
	for i, s := range settings {
		removals[i] = Setting{s.Path, ""}
	}
	for _, text := range []string{
		"", "# mine", "# mine\n", "stack: x", "stack: x # s\n",
		"mocks:\n  # of b\n  resources:\n    b: {id: b} # c\nstack: x\n", "mocks:\n  resources: {b: {id: b}}",
		"{stack: x}", "{stack: x, mocks: {invokes: {q: {}}}} # end", "config: {z: 1}\n\n# last\n",
		"mocks:\n    resources:\n        b:\n            id: |\n                x\n",
	} {
		got, ok := SetAll(text, settings)
		assert.True(t, ok, text)
		assert.NotContains(t, got, "aws:x\": {}", "a longer path takes precedence")
		back, ok := SetAll(got, removals)
		assert.True(t, ok, got)
		assert.Equal(t, text, back, got)
	}
}

func TestSetAllSetsAndRemovesValuesInSeveralMappings(t *testing.T) {
	got, _ := SetAll("a:\n  x: 1\n  y: 2\nb: {p: 1, q: 2, r: 3}\n", []Setting{
		{[]string{"a", "x"}, ""}, {[]string{"a", "z"}, "3"}, {[]string{"b", "p"}, ""}, {[]string{"b", "q"}, ""},
		{[]string{"c", "d"}, "4"}, {[]string{"c", "e"}, "5"}})
	assert.Equal(t, "a:\n  y: 2\n  z: 3\nb: {r: 3}\nc:\n  d: 4\n  e: 5\n", got)
}
