package evaluator_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

// TestAMissingNameTakesLittleMemory evaluates programs that consist of missing names. A file of 5 MB can
// contain 450,000 of them, and an evaluation should take less than 700 MB.
func TestAMissingNameTakesLittleMemory(t *testing.T) {
	if underJS {
		t.Skip("the evaluations take half a minute under js")
	}
	const names = 100_000
	for _, tc := range []struct{ file, head, row, tail string }{
		{clientsFile, clientHead + "groups:\n", "  - g%d\n", ""},
		{heatFile, heatHead + "resources:\n  a: {type: OS::Heat::None, depends_on: [", "r%d, ", "]}\n"},
	} {
		files := []evaluator.File{{Name: tc.file, Text: tc.head + numbered(names, tc.row) + tc.tail}}
		var before, after, printed runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		s, err := evaluator.Evaluate(evaluator.Request{Files: files})
		require.NoError(t, err)
		runtime.GC()
		runtime.ReadMemStats(&after)
		document := s.Document("x", false)
		runtime.ReadMemStats(&printed)
		assert.Greater(t, len(document), 90*names, tc.file)
		kept := int(after.HeapAlloc-before.HeapAlloc) / names
		assert.Less(t, kept, 750, "%s: bytes that are kept for each name", tc.file)
		evaluated := int(after.TotalAlloc-before.TotalAlloc) / names
		printing := int(printed.TotalAlloc-after.TotalAlloc) / names
		assert.Less(t, evaluated, 3_300, "%s: bytes that evaluation allocates for each name", tc.file)
		assert.Less(t, printing, 1_500, "%s: bytes that the result document allocates for each name", tc.file)
	}
}
