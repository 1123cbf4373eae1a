package evaluator_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	Marks  []int             `json:"marks"`
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
	// Changes in several places are rare, so search for one.
	p, hasSeveral := newEditSession(t, "pulumi", 4), false
	p.onChange = func(c changeCase) {
		if !hasSeveral && len(c.Before.Text) < 600 && len(c.Change.Texts) > 1 {
			cases, hasSeveral = append(cases, c), true
		}
	}
	for range 2000 {
		if hasSeveral {
			break
		}
		p.request.Revision++
		p.check()
		p.edit()
	}
	require.True(t, hasSeveral)
	got, err := json.Marshal(cases)
	require.NoError(t, err)
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(changesFile, append(got, '\n'), 0o644))
	}
	want, err := os.ReadFile(changesFile)
	require.NoError(t, err)
	assert.True(t, string(want) == string(got)+"\n", "%s is out of date; run the test with UPDATE=1", changesFile)
}
