package evaluator_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/protocol"
)

// TestEveryCutListComesWithItsLength evaluates texts with as many marks, parts and unknowns as the page gets,
// and with one more.
func TestEveryCutListComesWithItsLength(t *testing.T) {
	page := func(dialect, file, text string) *protocol.Snapshot {
		s, err := evaluator.Evaluate(evaluator.Request{Dialect: dialect,
			Files: []evaluator.File{{Name: file, Text: text}}})
		require.NoError(t, err)
		return s.Page(1, "", false)
	}
	values := func(n int) *protocol.Snapshot {
		return page("esc", "env.yaml", "values:\n"+numbered(n, "  v%d: 1\n"))
	}
	s := values(protocol.MaxParts)
	assert.Len(t, s.Parts, protocol.MaxParts)
	assert.Zero(t, s.AllParts)
	s = values(protocol.MaxParts + 1)
	assert.Len(t, s.Parts, protocol.MaxParts)
	assert.Equal(t, protocol.MaxParts+1, s.AllParts)

	lines := func(n int) *protocol.Snapshot {
		return page("terraform", "main.yaml", "a: |\n"+strings.Repeat("  some line\n", n))
	}
	s = lines(protocol.MaxMarks - 10)
	assert.Zero(t, s.Result.AllMarks)
	left := protocol.MaxMarks - len(s.Result.Marks)/protocol.MarkStride
	s = lines(protocol.MaxMarks - 10 + left + 1)
	assert.Len(t, s.Result.Marks, protocol.MaxMarks*protocol.MarkStride)
	assert.Equal(t, protocol.MaxMarks+1, s.Result.AllMarks)

	const most = 5000
	config := func(n int) *protocol.Snapshot {
		return page("pulumi", "Pulumi.yaml", "name: p\nruntime: yaml\nconfig:\n"+numbered(n, "  c%d: {type: string}\n"))
	}
	s = config(most)
	assert.Len(t, s.Unknowns, most)
	assert.Equal(t, most, s.AllUnknowns)
	s = config(most + 1)
	assert.Len(t, s.Unknowns, most)
	assert.Equal(t, most+1, s.AllUnknowns)
}

func TestAHoverSaysHowManyUsesItLeavesOut(t *testing.T) {
	text := "---\ntype: group\nname: common\nresources:\n" +
		"  - type: host\n    parameters:\n      ip_address: 10.0.0.1\n      hostname: ${pullconf::hostname}\n" +
		numbered(33, "---\ntype: client\nname: web%d\napi_key: k\ngroups:\n  - common\n")
	engine := evaluator.New()
	engine.Call((&protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Dialect: "pullconf",
		Files: []protocol.File{{Name: "main.yaml", Text: text}}}}).AppendJSON(nil))
	var reply protocol.Reply
	require.NoError(t, protocol.Decode(engine.Call((&protocol.Request{Op: "hover",
		Hover: &protocol.PositionRequest{File: "main.yaml", Line: 5, Column: 12}}).AppendJSON(nil)), &reply))
	require.NotNil(t, reply.Hover)
	require.Len(t, reply.Hover.Hops, 31)
	assert.Equal(t, "client web0: resource host[10.0.0.1]", reply.Hover.Hops[0].Label)
	assert.Equal(t, protocol.Hop{Label: "3 more, which are not listed"}, reply.Hover.Hops[30])
}

// TestAnEngineAnswersNothingAboutARefusedDocument asks about an older document by the positions of a newer one,
// which is too large to evaluate. Edits that rename something would be applied to it.
func TestAnEngineAnswersNothingAboutARefusedDocument(t *testing.T) {
	engine := evaluator.New()
	ask := func(request protocol.Request) (reply protocol.Reply) {
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		return reply
	}
	evaluate := func(text string) protocol.Reply {
		return ask(protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{
			Files: []protocol.File{{Name: "env.yaml", Text: text}}}})
	}
	const text = "values:\n  name: 1\n  other: ${name}\n"
	at := protocol.PositionRequest{File: "env.yaml", Line: 3, Column: 13}
	questions := []protocol.Request{
		{Op: "hover", Hover: &at},
		{Op: "rename", Rename: &protocol.RenameRequest{File: at.File, Line: at.Line, Column: at.Column, Name: "x"}},
		{Op: "render", Render: &protocol.RenderRequest{}},
	}
	for _, isRefused := range []bool{false, true, false} {
		if isRefused {
			large := "# " + strings.Repeat("x", evaluator.MaxBytes) + "\n" + text
			require.Contains(t, evaluate(large).Error, "at most 8388608 are read")
		} else {
			require.Empty(t, evaluate(text).Error)
		}
		for _, question := range questions {
			assert.Equal(t, isRefused, ask(question).Error != "", question.Op)
		}
	}
}
