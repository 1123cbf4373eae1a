package evaluator_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
	"pantograph/evaluator/dialect"
	"pantograph/evaluator/protocol"
)

// changesFile contains changes of results, which the page's tests apply.
const changesFile = "../web/test/changes.json"

// A changeCase is a result, a change, and the next result.
type changeCase struct {
	Done   string            `json:"done"`
	Before protocol.Rendered `json:"before"`
	Change protocol.Change   `json:"change"`
	Text   string            `json:"text"`
	Marks  []int32           `json:"marks"`
}

// TestTheChangesForThePageAreUpToDate compares changesFile with the first changes of a seeded edit
// session in each dialect. The page applies changes with web/src/evaluator/change.ts, the tests in
// Go with applyChange.
func TestTheChangesForThePageAreUpToDate(t *testing.T) {
	if underJS {
		t.Skip("under js, sessions choose among fewer documents")
	}
	var cases []changeCase
	for _, dialect := range dialect.Names() {
		p := newEditSession(t, dialect, 3)
		p.onChange = func(c changeCase) {
			if len(c.Before.Text) < 600 {
				cases = append(cases, c)
			}
		}
		for end := len(cases) + 8; len(cases) < end; {
			p.request.Revision++
			p.check()
			p.edit()
		}
	}
	// Changes in several places, and of ends of marks, are rare, so search for one of each.
	p, hasSeveral, hasEnds := newEditSession(t, "pulumi", 5), false, false
	p.onChange = func(c changeCase) {
		isSeveral, isEnds := len(c.Change.Texts) > 1, len(c.Change.Ends) > 0
		if len(c.Before.Text) < 600 && (isSeveral && !hasSeveral || isEnds && !hasEnds) {
			cases, hasSeveral, hasEnds = append(cases, c), hasSeveral || isSeveral, hasEnds || isEnds
		}
	}
	for range 2000 {
		if hasSeveral && hasEnds {
			break
		}
		p.request.Revision++
		p.check()
		p.edit()
	}
	require.True(t, hasSeveral && hasEnds)
	got, err := json.Marshal(cases)
	require.NoError(t, err)
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(changesFile, append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile(changesFile)
	require.NoError(t, err)
	assert.True(t, string(want) == string(got)+"\n", "%s is out of date; run the test with UPDATE=1", changesFile)
}

// TestALongResultIsSentOnceAndWithItsFirstMarks edits a string with more lines than a result has marks. Its
// text is also what the console prints.
func TestALongResultIsSentOnceAndWithItsFirstMarks(t *testing.T) {
	lines := strings.Repeat("  some line\n", protocol.MaxMarks+1000)
	half := len(lines) / 2 / len("  some line\n") * len("  some line\n")
	whole := "a: |\n" + lines
	engine := evaluator.New()
	evaluate := func(engine *evaluator.Engine, base int, text string) (reply []byte, s *protocol.Snapshot) {
		request := protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Lean: true, Base: base,
			Files: []protocol.File{{Name: "main.yaml", Text: text}}}}
		reply = engine.Call(request.AppendJSON(nil))
		var decoded protocol.Reply
		require.NoError(t, protocol.Decode(reply, &decoded))
		return reply, decoded.Evaluate
	}
	_, s := evaluate(engine, -1, whole)
	require.True(t, s.Console[0].IsResult)
	assert.Empty(t, s.Console[0].Text)
	assert.Len(t, s.Result.Marks, protocol.MaxMarks*protocol.MarkStride)
	shown := s.Result
	for _, text := range []string{
		"a: |\n  first\n  second\n" + lines, whole, "a: |\n" + lines[:half] + "  x\n" + lines[half:], whole,
		whole + "b: 1\n", whole, "a: |\n  few\n", whole,
	} {
		reply, s := evaluate(engine, shown.ID, text)
		next := s.Result
		if next.Change != nil {
			assert.Less(t, len(reply), 10_000)
			next.Text, next.Marks = applyChange(next.Change, &shown)
			s.Result = next
		}
		restoreConsole(s)
		_, fresh := evaluate(evaluator.New(), 0, text)
		assert.True(t, fresh.Result.Text == next.Text)
		assert.True(t, slices.Equal(fresh.Result.Marks, next.Marks))
		assert.True(t, slices.Equal(fresh.Console, s.Console))
		shown = next
	}
}

// TestALoneCarriageReturnMovesNoLines deletes the line feed of a line break. Lines of a source also end at the carriage
// return that is left, but a change counts line feeds.
func TestALoneCarriageReturnMovesNoLines(t *testing.T) {
	before := "name: test\r\nruntime: yaml\r\n# comment\r\noutputs:\r\n  a: 1\r\n  b: 2\r\n"
	engine, shown := evaluator.New(), protocol.Rendered{ID: -1}
	for _, text := range []string{before, strings.Replace(before, "yaml\r\n#", "yaml\r#", 1)} {
		var reply, fresh protocol.Reply
		request := protocol.Request{Op: "evaluate", Evaluate: &protocol.EvaluateRequest{Base: shown.ID,
			Files: []protocol.File{{Name: "Pulumi.yaml", Text: text}}}}
		require.NoError(t, protocol.Decode(engine.Call(request.AppendJSON(nil)), &reply))
		request.Evaluate.Base = 0
		require.NoError(t, protocol.Decode(evaluator.New().Call(request.AppendJSON(nil)), &fresh))
		next := reply.Evaluate.Result
		if next.Change != nil {
			next.Text, next.Marks = applyChange(next.Change, &shown)
		}
		assert.Equal(t, fresh.Evaluate.Result.Text, next.Text)
		assert.Equal(t, fresh.Evaluate.Result.Marks, next.Marks)
		shown = next
	}
}
