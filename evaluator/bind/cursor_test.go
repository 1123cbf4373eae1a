package bind_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/bind"
	"pantograph/evaluator/source"
)

// cursor returns the cursor at the "|" in text, which is removed.
func cursor(text string) bind.Cursor {
	return bind.Cursor{File: source.NewFile("x.yaml", strings.Replace(text, "|", "", 1)),
		Offset: strings.IndexByte(text, '|')}
}

// format writes a path as its keys, with an item as its index and First, and "?" for AtKey.
func format(p bind.Path) string {
	var parts []string
	for _, s := range p.Steps {
		if s.Key == bind.ItemStep {
			s.Key = fmt.Sprintf("%d%s", s.Index, s.First)
		}
		parts = append(parts, s.Key)
	}
	if p.AtKey {
		parts = append(parts, "?")
	}
	return strings.Join(parts, "/")
}

func TestPathIsFoundInYAMLWithErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"|", "?"},
		{"a:\n  b: 1\n\n  c|\n", "a/?"},
		{"a:\n  b: 1\n|\n", "?"},
		{"a:\n  b: x|\n", "a/b"},
		{"a:\n- b\n- c|\n", "a/1/?"},
		{"a:\n  - x: 1\n    y|\n", "a/0/?"},
		{"fn::f:\n  g|\n", "fn::f/?"},
		{"\"a b\" : |\n", "a b"},
		{"a: {b: [x, |", "a/b/1x"},
		{"a: !t {b: 1, |}", "a/?"},
		{"a: {b: [x\nc:\n  d|\n", "c/?"},
		{"a: [\n  x, {y|\n", "a/1x/?"},
		{"a: {\n  b: 1\n}\nc|", "?"},
		{"a: it's [\nb|", "?"},
		{"a: >-\n  b:\n    c|\n", "a"},
		{"a: 1\n---\nb:\n  |", "b/?"},
		{"a:\n  # b: {\n  c|", "a/?"},
		{"{\"a\": {\"b|", "a/?"},
	} {
		assert.Equal(t, tc.want, format(cursor(tc.text).Path()), tc.text)
	}
	assert.Equal(t, "a/b", format(cursor("a:\n  b: [x, {|").BlockPath()))
}

func TestInsideReturnsTheTextOfAnUnclosedReference(t *testing.T) {
	typed, ok := cursor("a: ${b} ${c.d|}").Inside("${", "}")
	assert.Equal(t, "c.d", typed)
	assert.True(t, ok)
	_, ok = cursor("a: ${b}|").Inside("${", "}")
	assert.False(t, ok)
}
