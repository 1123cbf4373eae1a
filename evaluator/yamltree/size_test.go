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

// brokenEntries are entries that are errors, with an anchor each, for fmt.Fprintf.
var brokenEntries = map[string]string{
	"different anchors": "? a\n: &x%d [*x%[1]d\n",
	"equal anchors":     "? a\n: &x [*x\n# %d\n",
}

// TestManyBrokenEntriesWithAnchorsAreParsed would take minutes if each entry were compared with all before it, see
// BenchmarkBrokenEntriesWithAnchors.
func TestManyBrokenEntriesWithAnchorsAreParsed(t *testing.T) {
	for name, format := range brokenEntries {
		assert.NotEmpty(t, Parse(repeated(format, 80_000), Options{NoReferences: true}).Problems, name)
	}
}

// repeated returns a file that consists of a format's results for 0, 1 and so on.
func repeated(format string, count int) *source.File {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, format, i)
	}
	return source.NewFile("a.yaml", b.String())
}

func TestABrokenDefinitionOfAnAnchorDoesNotHideTheOneBeforeIt(t *testing.T) {
	d := Parse(source.NewFile("a.yaml", "a: &x 1\nb: {c: &x 2\nd: *x\ne: {f: &x [3\n"), Options{NoReferences: true})
	require.NotNil(t, d.Root.Get("d"))
	require.NotNil(t, d.Root.Get("d").Target())
	assert.Equal(t, "1", d.Root.Get("d").Target().Value)
}

// BenchmarkBrokenEntriesWithAnchors reports how many times as long 80,000 broken entries take as 20,000. Four is
// linear; if each entry were compared with all before it, it would be 16.
func BenchmarkBrokenEntriesWithAnchors(b *testing.B) {
	for name, format := range brokenEntries {
		b.Run(name, func(b *testing.B) {
			parse := func(count int) time.Duration {
				file := repeated(format, count)
				began := time.Now()
				Parse(file, Options{NoReferences: true})
				return time.Since(began)
			}
			var few, more time.Duration
			for b.Loop() {
				few += parse(20_000)
				more += parse(80_000)
			}
			b.ReportMetric(float64(more)/float64(few), "times")
		})
	}
}
