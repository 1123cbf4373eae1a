package bind

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/source"
)

func TestTopLevelKeysAreFoundInFilesWithErrors(t *testing.T) {
	for _, tc := range []struct {
		text string
		want []string
	}{
		{"a: 1\nb:\n  c: 2\n", []string{"a", "b"}},
		{"\uFEFFa: 1", []string{"a"}},
		{"a: [\n\"b c\" : 2\n", []string{"a", "b c"}},
		{`{"a": {"x": 1}, "b": [1, 2], c: 3}`, []string{"a", "b", "c"}},
		{"# a: 1\n- b: 2\nhttp://x\n", nil},
		{`{"a": "}`, []string{"a"}},
		{`"`, nil},
		{`{"`, nil},
	} {
		assert.Equal(t, tc.want, TopLevelKeys(source.NewFile("x.yaml", tc.text)), tc.text)
	}
}
