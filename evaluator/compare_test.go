package evaluator_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"pantograph/evaluator"
)

// digestOf returns the digest of a Pulumi program with the given outputs.
func digestOf(t *testing.T, outputs string) string {
	s, err := evaluator.Evaluate(evaluator.Request{Files: []evaluator.File{{Name: "Pulumi.yaml",
		Text: "name: t\nruntime: yaml\n" + outputs}}})
	require.NoError(t, err)
	return s.Digest()
}

// The digest of a fixed program is tested because links contain digests: if it changed, the page
// would tell every reader of an old link that the result has changed.
func TestTheDigestCoversOnlyTheResult(t *testing.T) {
	one := digestOf(t, "outputs: {a: 1}\n")
	assert.Equal(t, "bbtrdci4", one)
	assert.Equal(t, one, digestOf(t, "\n# a comment\noutputs:\n  a: 1 # and another\n"))
	assert.NotEqual(t, one, digestOf(t, "outputs: {a: 2}\n"))
	assert.NotEqual(t, one, digestOf(t, "outputs: {b: 1}\n"))
	assert.NotEqual(t, digestOf(t, "outputs: {}\n"), digestOf(t, "outputs: {}\nconfig: 5\n"),
		"a new problem changes the digest")
	assert.Equal(t, digestOf(t, "outputs: {a: {fn::secret: hunter2}}\n"),
		digestOf(t, "outputs: {a: {fn::secret: hunter3}}\n"), "the digest of a secret cannot be used to guess it")
}
