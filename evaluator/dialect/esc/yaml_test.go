package esc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"pantograph/evaluator/value"
)

// plain converts a value to what the original passes to yaml.v3: numbers become strings.
func plain(v value.Value) any {
	switch d := v.Data.(type) {
	case value.Bool:
		return bool(d)
	case value.Number:
		return string(d)
	case value.String:
		return string(d)
	case *value.List:
		out := []any{}
		for _, item := range d.Items {
			out = append(out, plain(item))
		}
		return out
	case *value.Object:
		out := map[string]any{}
		for _, f := range d.Fields {
			out[f.Key] = plain(f.Value)
		}
		return out
	}
	return nil
}

func drawText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.StringOfN(rapid.RuneFrom([]rune("a1 \n"+
			"\u2028\u2029\ufeff\t:-#'\"[]{}&*!|>%@`,?._~=<+0xyY\u00e9\u00a0\u0085\u4e16\U0001F600\\")), 0, 12, -1),
		rapid.SampledFrom([]string{"", "null", "true", "yes", "42", "1.5", "1e3", "0x1F", "2020-01-02", "1:30", "+12:5",
			".inf", "<<", "---", "a: b", "- a", " a", "a ", "a\n", "\na", "\n", "a\n\n", "a \nb", " a\nb", "a\n b",
			"\ufeffa é\n", "\xff\xfe"}),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 80), func(b []byte) string { return string(b) }),
	).Draw(t, label)
}

func drawValue(t *rapid.T, depth int) value.Value {
	kinds := 5
	if depth > 3 {
		kinds = 3
	}
	switch rapid.IntRange(0, kinds).Draw(t, "kind") {
	case 0:
		return value.Nothing()
	case 1:
		return value.Flag(rapid.Bool().Draw(t, "flag"))
	case 2:
		return value.Of(value.Number(rapid.SampledFrom([]string{"1", "1.5", "-0", "1e+06", "+Inf", "NaN"}).
			Draw(t, "number")))
	case 3:
		return value.Str(drawText(t, "text"))
	case 4:
		var items []value.Value
		for range rapid.IntRange(0, 3).Draw(t, "n") {
			items = append(items, drawValue(t, depth+1))
		}
		return value.ListOf(items...)
	}
	var fields []value.Field
	for range rapid.IntRange(0, 4).Draw(t, "n") {
		key := drawText(t, "key")
		if len(key) > 100 {
			key = key[:100]
		}
		key = strings.ToValidUTF8(key, "") // invalid keys that look alike have no fixed order
		fields = append(fields, value.Field{Key: key, Value: drawValue(t, depth+1)})
	}
	return value.ObjectOf(value.Distinct(fields)...)
}

func TestYAMLWriterMatchesTheOriginalsLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawValue(t, 0)
		want, err := yaml.Marshal(plain(v))
		if err != nil {
			return
		}
		assert.Equal(t, string(want), toYAML(v))
	})
}
