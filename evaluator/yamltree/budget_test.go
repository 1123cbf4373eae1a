package yamltree

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator/source"
)

func TestTheLimitOnErrorRecoveryIsReported(t *testing.T) {
	r := newReader(source.NewFile("f", "a: [\nb: }\nc: 1\n"), Options{}, true)
	r.budget = 0
	r.documents()
	require.NotEmpty(t, r.doc.Problems)
	assert.Equal(t, "budget-mistakes", string(r.doc.Problems[0].Code))
	assert.Contains(t, r.doc.Problems[0].Message,
		"error \ufdd41\ufddf; recovering from the earlier errors used up the limit of \ufdd464\ufddf KB")
}
