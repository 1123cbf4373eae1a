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

// changesFile holds changes of results for the page's tests, which apply them.
const changesFile = "../web/test/changes.json"

// A changeCase is a result, a change, and the next result.
type changeCase struct {
	Done   string            `json:"done"`
	Before protocol.Rendered `json:"before"`
	Change protocol.Change   `json:"change"`
	Text   string            `json:"text"`
	Marks  []int             `json:"marks"`
}

// TestTheChangesForThePageAreUpToDate keeps the page's test cases up to date: the first changes of a seeded
// history in each dialect. Applying a change is implemented twice, here in Go and in
// web/src/evaluator/change.ts.
func TestTheChangesForThePageAreUpToDate(t *testing.T) {
	if underJS {
		t.Skip("under js the histories begin with fewer documents")
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
	// A change in several places is rare.
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
	assert.True(t, string(want) == string(got)+"\n", "%s is out of date: UPDATE=1 writes it", changesFile)
}
