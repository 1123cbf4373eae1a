package yamltree

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"pantograph/evaluator/source"
)

// TestAReferenceIsTakenOnlyIfItIsTheSame changes literals in texts with an error. Some change what yaml.v3 says about
// it.
func TestAReferenceIsTakenOnlyIfItIsTheSame(t *testing.T) {
	for _, tc := range []struct {
		text, next string
		isTaken    bool
	}{
		{"a: b\nc: d\ne f\n", "a: bc\nc: d\ne f\n", true},
		{"a: b\nc: d\ne f\n", "a: b\n\nc: d\ne f\n", false},
		{"a: \"b\nc: d e\n", "a: \"b\nc: d \"e\n", false},
		{"a: \"b\nc: d e\n", "a: \"b\nc: d \\ze\n", false},
		{"a: b\nc: d\n", "a: bc\nc: d\n", false},
	} {
		old, next := source.NewFile("f", tc.text), source.NewFile("f", tc.next)
		move := source.NewMove(old, next)
		last := Parse(old, Options{NoReferences: true})
		before := last.Reference()
		d := ParseNext(move, last, Options{NoReferences: true})
		d.TakeReference(move, last)
		assert.Equal(t, tc.isTaken, d.reference != nil, tc.next)
		fresh := Parse(next, Options{NoReferences: true})
		assert.Equal(t, fresh.Reference(), d.Reference(), "%q after %q", tc.next, before)
	}
}
