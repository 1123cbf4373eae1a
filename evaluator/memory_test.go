package evaluator_test

import (
	"encoding/json"
	"math/rand"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
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

// TestAnEngineHoldsLittleAfterManyEdits types in documents of some 3,000 lines, at two places at once, and in some of
// 50,000. What the engine keeps in a pause must not grow with the number of edits: it may be 40 MB and 40 times the
// text. If the environment variable REPLAY_EDITS is set, as by make soak, the test makes 1,000 edits.
func TestAnEngineHoldsLittleAfterManyEdits(t *testing.T) {
	manyEdits := 60
	if underJS {
		manyEdits = 10
	}
	if os.Getenv("REPLAY_EDITS") != "" {
		manyEdits = 1000
	}
	for _, tc := range []struct{ dialect, file, head, row string }{
		{"pulumi", pulumiFile, pulumiHead + "variables:\n  typed: x\nresources:\n",
			"  r%d:\n    type: aws:s3:Bucket\n    properties:\n      name: b-${typed}\n" +
				"      tags: {team: core, cost: y}\n"},
		{"hot", heatFile, heatHead + "parameters:\n  typed: {type: string, default: x}\nresources:\n",
			"  r%d:\n    type: OS::Nova::Server\n    properties:\n      flavor: small\n      image: debian\n" +
				"      name: {get_param: typed}\n      networks: [{network: private}]\n"},
		{"esc", escFile, "values:\n  typed: x\n",
			"  r%d:\n    name: web-${typed}\n    tags: {team: core}\n" +
				"    joined: {fn::join: [\"-\", [\"${typed}\", b]]}\n"},
		{"terraform", yamlFile, "typed: &typed x\n", "r%d:\n  name: web\n  typed: *typed\n  tags: {team: core}\n"},
		{"pullconf", clientsFile, clientHead + "variables:\n  typed: x\nresources:\n",
			"  - type: directory\n    parameters:\n      path: /srv/%d/${pullconf::typed}\n      owner: root\n"},
	} {
		holdsLittle := func(t *testing.T, lines, edits int) {
			r := rand.New(rand.NewSource(1))
			text := tc.head + numbered(lines/strings.Count(tc.row, "\n"), tc.row)
			engine := evaluator.New()
			engine.Supply(dataFile)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			ask := func(request protocol.Request) {
				text, err := json.Marshal(request)
				require.NoError(t, err)
				require.NotContains(t, string(engine.Call(text)), `"error":"`)
			}
			base := -1 // before the first result
			for i := range edits {
				files := []protocol.File{{Name: tc.file, Text: text}}
				ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Revision: i + 1, Base: base,
					Dialect: tc.dialect, Files: files, Inlays: true, Lean: true}})
				ask(protocol.Request{Op: "inspect",
					Inspect: &protocol.InspectRequest{Revision: i + 1, Base: i}})
				base = i + 1
				if i%2 == 0 {
					text = strings.Replace(text, "x", "xy", 1) // the value that is used everywhere
				}
				if i%2 == 1 || lines < 50_000 {
					text = typeInValue(r, text)
				}
			}
			size := float64(len(text))
			text = "" // the engine has its own copy
			engine.Rest()
			runtime.GC()
			runtime.GC() // the first one keeps what is in pools
			runtime.ReadMemStats(&after)
			runtime.KeepAlive(engine)
			kept := float64(after.HeapAlloc) - float64(before.HeapAlloc)
			t.Logf("%.1f MB for %.2f MB of text", kept/1e6, size/1e6)
			require.Less(t, kept, 40e6+40*size)
		}
		t.Run(tc.dialect, func(t *testing.T) { holdsLittle(t, 3_000, manyEdits) })
		if !underJS && tc.dialect != "hot" { // Heat refuses templates of that size
			t.Run(tc.dialect+", 50,000 lines", func(t *testing.T) { holdsLittle(t, 50_000, 6) })
		}
	}
}
