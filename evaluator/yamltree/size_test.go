package yamltree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

// deepKeys opens 900 mappings, whose keys have 100 characters each.
var deepKeys = strings.Repeat("{"+strings.Repeat("k", 100)+": ", 900) + "["

// longKey opens a list inside a key so long that the paths of a thousand elements reach the limit.
var longKey = "? " + strings.Repeat("k", MaxPaths/1000) + "\n: ["

func TestAFileWithTooManyNodesIsRejected(t *testing.T) {
	for name, tc := range map[string]struct {
		text       string
		isRejected bool
	}{
		"as many items as allowed":      {"[" + strings.Repeat("a,", maxNodes-1) + "]", false},
		"too many items":                {"[" + strings.Repeat("a,", maxNodes) + "]", true},
		"as many references as allowed": {"'" + strings.Repeat("${a}", (maxNodes-1)/referenceNodes) + "'", false},
		"a long key around many values": {longKey + strings.Repeat("a,", 1100) + "]", true},
		"a long key around few values":  {longKey + strings.Repeat("a,", 900) + "]", false},
		"long keys inside each other":   {deepKeys + strings.Repeat("a,", 1000) + "]" + strings.Repeat("}", 900), true},
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
