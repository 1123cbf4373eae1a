package evaluator_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

func TestARehearsalIsAnsweredLikeAnEvaluationAndKeepsTheDocument(t *testing.T) {
	ask := func(engine *evaluator.Engine, request protocol.Request) (reply protocol.Reply) {
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		return reply
	}
	asked := func(text string, base int) *protocol.EvaluateRequest {
		return &protocol.EvaluateRequest{Dialect: "terraform", View: "yaml", Base: base,
			Files: []protocol.File{{Name: "main.yaml", Text: text}}}
	}
	engine, other := evaluator.New(), evaluator.New()
	where := protocol.Request{Op: "hover", Hover: &protocol.PositionRequest{File: "main.yaml", Line: 1, Column: 1}}
	require.NotNil(t, ask(engine, protocol.Request{Op: "evaluate", Evaluate: asked("key: 1\nb: 2\n", -1)}).Evaluate)
	hover := ask(engine, where)
	require.True(t, hover.Hover.Found)
	base := -1
	for _, text := range []string{"a: 1\n", "a: 12\n", "a: [\n", "a: {b: 1}\n"} {
		rehearsed := ask(engine, protocol.Request{Op: "rehearse", Rehearse: asked(text, base)})
		evaluated := ask(other, protocol.Request{Op: "evaluate", Evaluate: asked(text, base)})
		require.NotNil(t, rehearsed.Rehearse, rehearsed.Error)
		assert.Equal(t, evaluated.Evaluate, rehearsed.Rehearse)
		base = evaluated.Evaluate.Result.ID
		assert.Equal(t, hover, ask(engine, where))
	}
	edited := asked("", 0)
	edited.Files, edited.Edits = []protocol.File{}, []protocol.FileEdit{editBetween("key: 1\nb: 2\n", "key: 1\nb: 3\n")}
	reply := ask(engine, protocol.Request{Op: "evaluate", Evaluate: edited})
	require.NotNil(t, reply.Evaluate, reply.Error)
	assert.Contains(t, reply.Evaluate.Result.Text, "b: 3\n  key: 1\n")

	refused := ask(engine, protocol.Request{Op: "rehearse", Rehearse: &protocol.EvaluateRequest{Dialect: "other",
		Files: []protocol.File{}}})
	assert.NotEmpty(t, refused.Error)
	assert.Nil(t, refused.Rehearse)
}
