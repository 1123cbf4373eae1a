package yamltree

import (
	"fmt"
	"strings"
	"testing"
	"time"

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

// TestBrokenEntriesWithAnchorsTakeLinearTime also checks that a broken definition does not hide the one
// before it. If each entry were compared with all before it, the long text would take minutes.
func TestBrokenEntriesWithAnchorsTakeLinearTime(t *testing.T) {
	for _, format := range []string{"? a\n: &x%d [*x%[1]d\n", "? a\n: &x [*x\n# %d\n"} {
		var b strings.Builder
		for i := range 80_000 {
			fmt.Fprintf(&b, format, i)
		}
		began := time.Now()
		d := Parse(source.NewFile("a.yaml", b.String()), Options{NoReferences: true})
		assert.Less(t, time.Since(began), 8*time.Second)
		assert.NotEmpty(t, d.Problems)
	}
	d := Parse(source.NewFile("a.yaml", "a: &x 1\nb: {c: &x 2\nd: *x\ne: {f: &x [3\n"), Options{NoReferences: true})
	require.NotNil(t, d.Root.Get("d"))
	require.NotNil(t, d.Root.Get("d").Target())
	assert.Equal(t, "1", d.Root.Get("d").Target().Value)
}
