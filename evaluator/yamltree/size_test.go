package yamltree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

func TestAFileWithTooManyNodesIsRejected(t *testing.T) {
	for name, tc := range map[string]struct {
		text       string
		isRejected bool
	}{
		"as many items as allowed":      {"[" + strings.Repeat("a,", maxNodes-1) + "]", false},
		"too many items":                {"[" + strings.Repeat("a,", maxNodes) + "]", true},
		"as many references as allowed": {"'" + strings.Repeat("${a}", (maxNodes-1)/referenceNodes) + "'", false},
		"too many references":           {"'" + strings.Repeat("${a}", maxNodes/referenceNodes) + "'", true},
	} {
		d := Parse(source.NewFile("a.yaml", tc.text), Options{})
		if !tc.isRejected {
			assert.Empty(t, d.Problems, name)
			assert.NotNil(t, d.Root, name)
			continue
		}
		assert.Nil(t, d.Root, name)
		require.Len(t, d.Problems, 1, name)
		assert.EqualValues(t, "budget-document", d.Problems[0].Code, name)
	}
}
