package evaluator_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/example"
	"pantograph/evaluator/protocol"
)

func TestALeanSnapshotAndItsInspectionAreComplete(t *testing.T) {
	examples, err := example.Load(os.DirFS("../testdata"))
	require.NoError(t, err)
	require.NotEmpty(t, examples)
	for i, x := range examples {
		if skipsCase(i) {
			continue
		}
		engine := evaluator.New()
		ask := func(request protocol.Request) (reply protocol.Reply) {
			require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
			return reply
		}
		asked := protocol.EvaluateRequest{Revision: 7, Dialect: x.Dialect}
		for _, f := range x.Files {
			asked.Files = append(asked.Files, protocol.File(f))
		}
		whole := ask(protocol.Request{Op: "evaluate", Evaluate: &asked}).Evaluate
		require.NotNil(t, whole)
		asked.Lean = true
		lean := ask(protocol.Request{Op: "evaluate", Evaluate: &asked}).Evaluate
		assert.Empty(t, lean.Graph.Nodes)
		assert.Empty(t, lean.Digest)

		rest := ask(protocol.Request{Op: "inspect", Inspect: &protocol.InspectRequest{Revision: 7}}).Inspect
		require.NotNil(t, rest)
		lean.Graph, lean.Outline, lean.Digest = rest.Graph, rest.Outline, rest.Digest
		lean.Unknowns, lean.AllUnknowns = rest.Unknowns, rest.AllUnknowns
		for _, r := range rest.References {
			lean.Problems[r.Problem].Reference = r.Text
		}
		assert.Equal(t, whole, lean, x.Name)

		other := ask(protocol.Request{Op: "inspect", Inspect: &protocol.InspectRequest{Revision: 6}})
		assert.Equal(t, "the document has been evaluated again since then", other.Error)
	}
}
