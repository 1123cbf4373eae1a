package render

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"pantograph/evaluator/value"
)

func field(key string, v value.Value) value.Field { return value.Field{Key: key, Value: v} }

func TestYAMLLooksHandwritten(t *testing.T) {
	resource := value.Of(&value.Tagged{Tag: "$resource", Body: value.Str("net")})
	v := value.ObjectOf(
		field("list", value.ListOf(value.Str("a"), value.ObjectOf(field("x", value.Int(1)),
			field("y", value.ListOf(value.Int(2)))), value.ListOf(value.Int(3)))),
		field("text", value.Str("one\ntwo\n")),
		field("empty", value.ObjectOf(field("o", value.ObjectOf()), field("l", value.ListOf()),
			field("n", value.Nothing()))),
		field("nets", value.ListOf(resource)),
		field("odd key: ", value.Str("yes")),
		field("when", value.NotKnown("vm.ip")),
		field("pw", value.ObjectOf(field("inner", value.Str("hunter2"))).With(value.Secret)),
	)
	want := `list:
- a
- x: 1
  "y":
  - 2
- - 3
text: |
  one
  two
empty:
  o: {}
  l: []
  "n": null
nets:
- $resource: net
"odd key: ": "yes"
when: ⟨unknown: vm.ip⟩
pw: "[secret]"
`
	assert.Equal(t, want, YAML(v, false).Text)
	assert.Contains(t, YAML(v, true).Text, "pw:\n  inner: hunter2\n")
}

// texts generates strings, including those that YAML parsers are known to misread.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.StringMatching(`[-+.0-9eExX_:T Z]{0,8}`),
		rapid.SampledFrom([]string{"", "~", "null", "Yes", "off", "0x1F", "1e3", "- a", "a: b", "a #b", "? a", "|",
			">-", "*a", "&b", "!c", "%d", "@e", "`f", "<<", "=", "a\nb", "a\n\nb\n\n", " a\nb", "a \nb", "\t", "---",
			"...", "2001-01-01", "12:30:45", "\uFEFFx"}))
}

func values(depth int) *rapid.Generator[value.Value] {
	scalar := rapid.Custom(func(t *rapid.T) value.Value { return value.Str(texts().Draw(t, "text")) })
	if depth == 0 {
		return scalar
	}
	return rapid.OneOf(scalar,
		rapid.Custom(func(t *rapid.T) value.Value {
			return value.ListOf(rapid.SliceOfN(values(depth-1), 0, 3).Draw(t, "items")...)
		}),
		rapid.Custom(func(t *rapid.T) value.Value {
			var fields []value.Field
			for _, key := range rapid.SliceOfNDistinct(texts(), 0, 3, rapid.ID[string]).Draw(t, "keys") {
				fields = append(fields, field(key, values(depth-1).Draw(t, "value")))
			}
			return value.ObjectOf(fields...)
		}))
}

func TestEveryStringIsReadBackFromYAML(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a slimmed program has no decoder into Go values (wasmslim, reach.go)")
	}
	rapid.Check(t, func(t *rapid.T) {
		v := values(3).Draw(t, "value")
		var back any
		text := YAML(v, true).Text
		require.NoError(t, yaml.Unmarshal([]byte(text), &back), text)
		require.Equal(t, plain(v), back, text)
	})
}

func plain(v value.Value) any {
	switch d := v.Data.(type) {
	case *value.List:
		out := []any{}
		for _, c := range d.Items {
			out = append(out, plain(c))
		}
		return out
	case *value.Object:
		out := map[string]any{}
		for _, f := range d.Fields {
			out[f.Key] = plain(f.Value)
		}
		return out
	}
	s, _ := v.Text()
	return strings.ToValidUTF8(s, "\uFFFD")
}

func TestMarksCoverTheirPieces(t *testing.T) {
	v := value.ObjectOf(field("a", value.ListOf(value.Str("é😀"), value.NotKnown("x").With(value.Failed))))
	for _, text := range []Text{YAML(v, false), JSON(v, false)} {
		lines := strings.Split(text.Text, "\n")
		for _, m := range text.Marks {
			assert.LessOrEqual(t, int(m.EndColumn-1), len([]rune(lines[m.Line-1]))+1)
			assert.Greater(t, m.EndColumn, m.Column)
		}
		assert.Equal(t, Failed, text.Marks[len(text.Marks)-1].State)
	}
}
