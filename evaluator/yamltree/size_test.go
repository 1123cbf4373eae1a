package yamltree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

func TestATextOfTooManyNodesIsNotReadAtAll(t *testing.T) {
	for name, tc := range map[string]struct {
		text  string
		isCut bool
	}{
		"items up to the limit":      {"[" + strings.Repeat("a,", maxNodes-1) + "]", false},
		"items above it":             {"[" + strings.Repeat("a,", maxNodes) + "]", true},
		"references up to the limit": {"'" + strings.Repeat("${a}", (maxNodes-1)/referenceNodes) + "'", false},
		"references above it":        {"'" + strings.Repeat("${a}", maxNodes/referenceNodes) + "'", true},
	} {
		d := Parse(source.NewFile("a.yaml", tc.text), Options{})
		if !tc.isCut {
			assert.Empty(t, d.Problems, name)
			assert.NotNil(t, d.Root, name)
			continue
		}
		assert.Nil(t, d.Root, name)
		require.Len(t, d.Problems, 1, name)
		assert.EqualValues(t, "budget-document", d.Problems[0].Code, name)
	}
}
