package strictyaml

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/diag"
	"pantograph/evaluator/source"
)

func TestAFileWithTooManyNodesIsNotRead(t *testing.T) {
	read := func(items int) *Stream { return Read(source.NewFile("a.yaml", "a:\n"+strings.Repeat("- b\n", items))) }
	s := read(MaxNodes - 3) // the hash, its key and the array are nodes, too
	assert.Empty(t, s.Problems)
	assert.False(t, s.Documents[0].Broken)
	s = read(MaxNodes - 2)
	require.Len(t, s.Problems, 1)
	assert.EqualValues(t, "budget-document", s.Problems[0].Code)
	assert.Equal(t, "this file is too large: it has 400001 keys, values, arrays and hashes; at most 400000 are read",
		diag.Plain(s.Problems[0].Message))
	assert.True(t, s.Documents[0].Broken)
	assert.Nil(t, s.Documents[0].Root.Items)
}
